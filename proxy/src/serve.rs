//! What listens on the virtual broker's ports.
//!
//! Owns the accepted connections of followers and clients. Followers' fetches go to the engine; requests about mirrors
//! are answered or refused here; everything else goes to the companion as it came, on one broker connection for each
//! client connection. Promises that answers leave in the order of the requests, that no produce for a mirror is ever
//! handed on, and that neither connections nor bytes in memory grow with what peers announce.

mod access;
mod certified;
mod connection;
mod destination;
mod error;
mod fetch;
mod holdings;
mod inbox;
mod mirror;
mod names;
mod offsets;
mod peer;
mod pipe;
mod produce;
mod request;
mod rights;
mod settings;
mod transactions;
mod versions;

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{StreamExt, stream::FuturesUnordered};
use kagami_policies::limits;
use parking_lot::Mutex;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::Instant,
};

use self::{connection::Connection, error::Error, rights::Client};
pub use self::{
    destination::{Answer, Destination, Guard},
    names::Names,
};
pub use crate::config::ConsumerFetch;
use crate::{
    leader::Leader,
    metrics::{self, Closed},
    net::{Dialer, Peer, ServerTls, Side, Stream},
    shutdown::{AbortOnDrop, Signal, detached},
};

/// Which topics are mirrors of ours. Asked for each request, so it must be quick and must not wait.
pub trait Mirrors: Send + Sync + std::fmt::Debug {
    /// Whether clients may not write to `topic`: it is a mirror of this destination that was not opened.
    fn is_mirror(&self, topic: &str) -> bool;
    /// Whether writes to the mirror `topic` are only held off for a moment: it is about to be opened.
    fn is_fenced(&self, topic: &str) -> bool;
    /// Answers the question of another sidecar, see [`crate::peer`].
    fn asked(&self, question: Bytes) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>>;
}

/// One port of the virtual broker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Name of the listener, the same as the companion's.
    pub name: String,
    pub bind: SocketAddr,
    /// How the companion's listener of the same name is dialled: encrypted as that one is, without any credentials of
    /// ours, because what the client shows is handed on.
    pub dialer: Dialer,
    /// For clients that prove who they are by a certificate, which cannot be handed on: how the companion is asked in our
    /// own name. Nothing of theirs is handed on then.
    pub own_dialer: Option<Dialer>,
    /// `None` for a plaintext port.
    pub tls: Option<Arc<ServerTls>>,
    pub consumer_fetch: ConsumerFetch,
    /// Largest request in bytes.
    pub frame_bytes_max: usize,
    /// Connections open at one time; one more is closed unread.
    pub connections_max: usize,
}

impl Settings {
    /// A plaintext port with the default limits.
    #[must_use]
    pub fn new(name: impl Into<String>, bind: SocketAddr, dialer: Dialer) -> Self {
        Self {
            name: name.into(),
            bind,
            dialer,
            own_dialer: None,
            tls: None,
            consumer_fetch: ConsumerFetch::default(),
            frame_bytes_max: limits::FRAME_BYTES_MAX,
            connections_max: limits::CONNECTIONS_MAX,
        }
    }
}

/// Pause after an accept that failed, most likely because the process has no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Lines of the log about closed connections in a second.
const LINES_MAX: u32 = 10;

/// How long a TLS handshake may take.
const HANDSHAKE_MAX: Duration = Duration::from_secs(10);

/// Bytes of large frames that the connections of one listener may hold at one time.
const LARGE_BYTES_MAX: usize = 256 * 1024 * 1024;

/// What all connections of a listener share.
#[derive(Debug)]
struct Shared {
    settings: Settings,
    leader: Arc<Leader>,
    destination: Arc<dyn Destination>,
    mirrors: Arc<dyn Mirrors>,
    signal: Signal,
    /// In units of [`inbox::LARGE_UNIT`].
    large: Arc<Semaphore>,
    seed: AtomicI32,
    known: access::Known,
    offer: versions::Offer,
    lines: Lines,
}

/// A bound port.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    shared: Arc<Shared>,
}

impl Listener {
    /// Binds the port. Nobody is served before [`Listener::run`].
    ///
    /// # Errors
    /// What the system says about the address.
    pub async fn bind(
        settings: Settings,
        leader: Arc<Leader>,
        destination: Arc<dyn Destination>,
        mirrors: Arc<dyn Mirrors>,
        signal: Signal,
    ) -> std::io::Result<Self> {
        let tcp = TcpListener::bind(settings.bind).await?;
        let shared = Arc::new(Shared {
            settings,
            leader,
            destination,
            mirrors,
            signal,
            large: Arc::new(Semaphore::new(LARGE_BYTES_MAX / inbox::LARGE_UNIT)),
            seed: AtomicI32::new(0),
            known: access::Known::default(),
            offer: versions::Offer::default(),
            lines: Lines::default(),
        });
        Ok(Self { tcp, shared })
    }

    /// Where the port is; tells the number when 0 was asked for.
    ///
    /// # Errors
    /// What the system says.
    pub fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Serves until the signal starts, then answers what is in flight and returns. Spawn it so that it may drain.
    pub async fn run(self) {
        let mut connections: FuturesUnordered<AbortOnDrop<()>> = FuturesUnordered::new();
        let mut not_before = Instant::now();
        loop {
            let accept = async {
                tokio::time::sleep_until(not_before).await;
                self.tcp.accept().await
            };
            tokio::select! {
                biased;
                () = self.shared.signal.started() => break,
                Some(ended) = connections.next(), if !connections.is_empty() => log_panic(ended),
                accepted = accept => match accepted {
                    Ok((tcp, from)) => self.admit(tcp, from, &connections),
                    Err(error) => {
                        tracing::warn!(listener = self.shared.settings.name, %error, "cannot accept a connection");
                        not_before = Instant::now() + ACCEPT_PAUSE;
                    }
                },
            }
        }
        let Self { tcp, .. } = self;
        // New clients are refused from here on, while the old ones get their answers.
        drop(tcp);
        while let Some(ended) = connections.next().await {
            log_panic(ended);
        }
    }

    fn admit(&self, tcp: TcpStream, from: SocketAddr, connections: &FuturesUnordered<AbortOnDrop<()>>) {
        let name = &self.shared.settings.name;
        metrics::connection_accepted(name);
        if connections.len() >= self.shared.settings.connections_max {
            tracing::warn!(listener = name, client = %from, "too many connections, one is closed unread");
            metrics::connection_closed(name, Closed::Limit);
            return;
        }
        connections.push(detached("client connection", serve(Arc::clone(&self.shared), tcp, from)));
    }
}

fn log_panic<E: std::fmt::Display>(ended: Result<(), E>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a client connection was lost");
    }
}

/// Lines of the log about connections that strangers may make as many of as they like: so many in a second, and how many
/// were left out, which are counted all the same.
#[derive(Debug, Default)]
struct Lines(Mutex<(Option<Instant>, u32, u64)>);

impl Lines {
    /// The number of lines that were left out before this one; `None` to leave this one out too.
    fn next(&self) -> Option<u64> {
        let (begun, said, untold) = &mut *self.0.lock();
        if begun.is_none_or(|begun| begun.elapsed() >= Duration::from_secs(1)) {
            (*begun, *said) = (Some(Instant::now()), 0);
        }
        if *said >= LINES_MAX {
            *untold += 1;
            return None;
        }
        *said += 1;
        Some(std::mem::take(untold))
    }
}

/// Counts the end of a connection however it ends.
struct Counted<'a> {
    listener: &'a str,
    reason: Closed,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        metrics::connection_closed(self.listener, self.reason);
    }
}

async fn serve(shared: Arc<Shared>, tcp: TcpStream, from: SocketAddr) {
    let mut counted = Counted { listener: &shared.settings.name, reason: Closed::Failed };
    let ended = match enter(&shared, tcp, from).await {
        Ok((stream, client)) => {
            let seed = shared.seed.fetch_add(1, Ordering::Relaxed);
            Box::pin(Connection::new(Arc::clone(&shared), stream, client, seed).run()).await
        }
        Err(error) => error,
    };
    counted.reason = ended.closed();
    if counted.reason == Closed::Malformed {
        metrics::malformed_frame(&shared.settings.name);
    }
    let name = &shared.settings.name;
    match if ended.is_quiet() { None } else { shared.lines.next() } {
        Some(0) => {
            tracing::info!(listener = name, client = %from, error = %ended, "client connection closed")
        }
        Some(untold) => {
            tracing::info!(listener = name, client = %from, error = %ended, untold, "client connection closed");
        }
        None => tracing::debug!(listener = name, client = %from, error = %ended, "client connection closed"),
    }
}

/// Encrypts, if the port does, and tells who the client is, if it showed a certificate.
async fn enter(shared: &Shared, tcp: TcpStream, from: SocketAddr) -> Result<(Stream, Option<Client>), Error> {
    let Some(tls) = &shared.settings.tls else { return Ok((Stream::plain(tcp), None)) };
    let peer = Peer::new(Side::Client, from.to_string());
    tokio::select! {
        biased;
        () = shared.signal.started() => Err(Error::Stopping),
        accepted = tls.accept(tcp, &peer, HANDSHAKE_MAX) => {
            let accepted = accepted.map_err(Error::Handshake)?;
            let client = accepted.principal.map(|name| Client { name, address: from.ip().to_canonical() });
            Ok((accepted.stream, client))
        }
    }
}

#[cfg(test)]
mod tests;
