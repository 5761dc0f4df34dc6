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
use kagami_policies::limits;
use tokio::{net::TcpStream, sync::Semaphore};

use self::{connection::Connection, error::Error, rights::Client};
pub use self::{
    destination::{Answer, Destination, Guard},
    names::Names,
};
pub use crate::config::ConsumerFetch;
use crate::{
    leader::Leader,
    net::{Dialer, Peer, ServerTls, Side, Stream},
    port::Port,
    shutdown::Signal,
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
}

/// A bound port.
#[derive(Debug)]
pub struct Listener {
    port: Port,
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
        let port =
            Port::bind(&settings.name, settings.bind, settings.connections_max, signal.clone()).await?;
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
        });
        Ok(Self { port, shared })
    }

    /// Where the port is; tells the number when 0 was asked for.
    ///
    /// # Errors
    /// What the system says.
    pub fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.port.local_addr()
    }

    /// Serves until the signal starts, then answers what is in flight and returns. Spawn it so that it may drain.
    pub async fn run(self) {
        let shared = self.shared;
        self.port.run(move |tcp, from| serve(Arc::clone(&shared), tcp, from)).await;
    }
}

async fn serve(shared: Arc<Shared>, tcp: TcpStream, from: SocketAddr) -> Error {
    match enter(&shared, tcp, from).await {
        Ok((stream, client)) => {
            let seed = shared.seed.fetch_add(1, Ordering::Relaxed);
            Box::pin(Connection::new(shared, stream, client, seed).run()).await
        }
        Err(error) => error,
    }
}

/// Encrypts, if the port does, and tells who the client is, if it showed a certificate.
async fn enter(shared: &Shared, tcp: TcpStream, from: SocketAddr) -> Result<(Stream, Option<Client>), Error> {
    let Some(tls) = &shared.settings.tls else { return Ok((Stream::Plain(tcp), None)) };
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
