//! The operators' port: health, metrics and REST over HTTP/1.1.
//!
//! Reads snapshots and passes commands on; it changes no state itself. A caller must present the token when there is one
//! (health stays open, so that probes need no secret). Whatever is sent to the port, memory and time are bounded: the
//! number of connections, the bytes of heads and bodies, the time to send them and the time to take the answer.

mod answer;
mod rest;
mod service;
pub mod shape;
mod slow;
#[cfg(test)]
mod tests;

use std::error::Error as _;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

pub(crate) use self::rest::encoded;
use self::service::Service;
use self::slow::WriteDeadline;
use crate::config;
use crate::link::handle::Handle;
use crate::metrics::{self, Closed, Exporter};
use crate::net::prepare;
use crate::shutdown::{AbortOnDrop, Signal, detached};

/// Name of this port in metrics.
const LISTENER: &str = "admin";
/// Time for a TLS handshake, for the head of a request and between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for a peer to take the next bytes of an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a request's head; hyper's smallest buffer is 8 KiB, and a long list of names in a query needs a bit more.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Time that open requests get when we stop.
const DRAIN: Duration = Duration::from_secs(5);
/// Pause after a failed accept: it fails mostly because file descriptors ran out, which does not pass at once.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why the port cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is taken, is not ours, or needs rights that we lack.
    #[error(
        "admin.bind: cannot listen on {address}: {cause}; choose another address or end the program that has it"
    )]
    Bind { address: SocketAddr, cause: io::Error },
}

/// A bound port that is not yet served.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    connections_max: usize,
    tls: Option<Arc<rustls::ServerConfig>>,
    service: Arc<Service>,
}

impl Server {
    /// Opens the port. `tls` is the certificate that `config.tls` names, already loaded.
    ///
    /// # Errors
    /// When the address cannot be bound.
    pub async fn bind(
        config: &config::Admin,
        connections_max: usize,
        tls: Option<Arc<rustls::ServerConfig>>,
        handle: Handle,
    ) -> Result<Self, Error> {
        let bound = TcpListener::bind(config.bind).await;
        let listener = bound.map_err(|cause| Error::Bind { address: config.bind, cause })?;
        let service = Service {
            token: config.token.clone(),
            open_metrics: config.open_metrics,
            url: config.url.clone(),
            handle,
            exporter: Exporter::installed().clone(),
            was_ready: AtomicBool::new(false),
        };
        Ok(Self { listener, connections_max, tls, service: Arc::new(service) })
    }

    /// The address with the port that the system chose, if it was asked to.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the signal starts, then lets open requests end for up to five seconds. Dropping it ends every
    /// connection.
    pub async fn serve(self, signal: Signal) {
        let mut open: FuturesUnordered<AbortOnDrop<Closed>> = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                () = signal.started() => break,
                Some(ended) = open.next() => connection_ended(ended),
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => {
                        metrics::connection_accepted(LISTENER);
                        if open.len() >= self.connections_max {
                            metrics::connection_closed(LISTENER, Closed::Limit);
                            continue;
                        }
                        let (tls, service, signal) = (self.tls.clone().map(TlsAcceptor::from), Arc::clone(&self.service), signal.clone());
                        open.push(detached("admin connection", connection(stream, tls, service, signal)));
                    }
                    Err(error) => {
                        tracing::warn!(%error, "the admin port cannot accept a connection");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
            }
        }
        let drained = async {
            while let Some(ended) = open.next().await {
                connection_ended(ended);
            }
        };
        if timeout(DRAIN, drained).await.is_err() {
            tracing::warn!(connections = open.len(), "admin connections did not end in time and are cut off");
        }
    }
}

fn connection_ended(ended: Result<Closed, crate::shutdown::Failure>) {
    let reason = ended.unwrap_or_else(|failure| {
        tracing::error!(error = %failure, "an admin request broke down");
        Closed::Failed
    });
    metrics::connection_closed(LISTENER, reason);
}

async fn connection(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    service: Arc<Service>,
    signal: Signal,
) -> Closed {
    prepare(&stream);
    let stream = WriteDeadline::new(stream, WRITE_TIMEOUT);
    match tls {
        None => exchange(stream, service, signal).await,
        Some(acceptor) => match timeout(HEAD_TIMEOUT, acceptor.accept(stream)).await {
            Err(_) => Closed::TimedOut,
            Ok(Ok(stream)) => exchange(stream, service, signal).await,
            Ok(Err(error)) => {
                tracing::debug!(%error, "an admin connection failed in TLS");
                metrics::malformed_frame(LISTENER);
                Closed::Malformed
            }
        },
    }
}

async fn exchange<S>(stream: S, service: Arc<Service>, signal: Signal) -> Closed
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let handle = service_fn(move |request| {
        let service = Arc::clone(&service);
        async move { Ok::<_, std::convert::Infallible>(service.answer(request).await) }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), handle);
    tokio::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = signal.started() => {
            serving.as_mut().graceful_shutdown();
            return match serving.await {
                Ok(()) => Closed::Stopping,
                Err(error) => reason(&error),
            };
        }
    };
    ended.map_or_else(|error| reason(&error), |()| Closed::ByPeer)
}

fn reason(error: &hyper::Error) -> Closed {
    tracing::debug!(%error, "an admin connection ended badly");
    let io = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    if error.is_timeout() || io.is_some_and(|io| io.kind() == io::ErrorKind::TimedOut) {
        Closed::TimedOut
    } else if error.is_parse() {
        metrics::malformed_frame(LISTENER);
        Closed::Malformed
    } else if error.is_incomplete_message() || io.is_some() {
        Closed::ByPeer
    } else {
        Closed::Failed
    }
}
