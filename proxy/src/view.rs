//! Listeners that show a cluster's topics under other names, and its brokers at our own addresses.
//!
//! Owns what becomes of each request and answer: which are offered, which are opened, and what a name, an id or an address
//! in them turns into. `codec` knows where those stand, `policies::naming` what they become. Promises that no answer names
//! a topic that the view does not have or a broker's own address, and that no request reaches a topic outside the view.

mod addresses;
mod destination;
mod handler;
pub mod offer;
mod special;
mod translate;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use kagami_policies::{limits, naming::Policy};
use tokio::{net::TcpStream, sync::Semaphore};

pub use self::addresses::{Addresses, Ports};
use self::{handler::Handler, translate::Cluster};
use crate::{
    net::{Dialer, Peer, ServerTls, Side, Stream},
    port::Port,
    relay::{self, Error},
    serve::Destination,
    shutdown::Signal,
};

/// How long a TLS handshake may take.
const HANDSHAKE_MAX: Duration = Duration::from_secs(10);

/// Bytes of large frames that the connections of one view may hold at one time.
const LARGE_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Where a port of a view leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The companion; any other live broker when it is gone.
    Companion,
    /// This sidecar's virtual broker.
    Own,
    /// This node.
    Node(i32),
}

/// What a view is to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How metrics and the log call it.
    pub name: String,
    pub policy: Policy,
    pub addresses: Addresses,
    /// The ports that it listens on, and where each leads.
    pub ports: Vec<(SocketAddr, Target)>,
    /// Our virtual broker's id.
    pub own: i32,
    /// The destination's listener that brokers are reached on.
    pub listener: String,
    /// How they are dialled: without credentials of ours, because what the client shows is handed on.
    pub dialer: Dialer,
    /// `None` for plaintext ports.
    pub tls: Option<Arc<ServerTls>>,
    /// Largest frame in bytes.
    pub frame_bytes_max: usize,
    /// Connections open at one time on each port.
    pub connections_max: usize,
}

impl Settings {
    /// A plaintext view without ports, with the default limits.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        policy: Policy,
        addresses: Addresses,
        listener: &str,
        dialer: Dialer,
    ) -> Self {
        Self {
            own: -1,
            name: name.into(),
            policy,
            addresses,
            ports: Vec::new(),
            listener: listener.to_owned(),
            dialer,
            tls: None,
            frame_bytes_max: limits::FRAME_BYTES_MAX,
            connections_max: limits::CONNECTIONS_MAX,
        }
    }
}

/// What a view makes of its cluster.
#[derive(Debug)]
struct Shown {
    policy: Policy,
    addresses: Addresses,
    cluster: Box<dyn Cluster>,
}

/// What the connections of a view share.
#[derive(Debug)]
struct View {
    shown: Arc<Shown>,
    destination: Arc<dyn Destination>,
    own: i32,
    listener: String,
    dialer: Dialer,
    tls: Option<Arc<ServerTls>>,
    limits: relay::Limits,
    signal: Signal,
}

/// A view whose ports are bound.
#[derive(Debug)]
pub struct Listener {
    ports: Vec<(Port, Target)>,
    view: Arc<View>,
}

impl Listener {
    /// Binds all ports. Nobody is served before [`Listener::run`].
    ///
    /// # Errors
    /// The address that cannot be bound, with what the system says about it.
    pub async fn bind(
        settings: Settings,
        destination: Arc<dyn Destination>,
        signal: Signal,
    ) -> Result<Self, (SocketAddr, std::io::Error)> {
        let mut ports = Vec::new();
        for (address, target) in settings.ports {
            let bound = Port::bind(&settings.name, address, settings.connections_max, signal.clone()).await;
            ports.push((bound.map_err(|error| (address, error))?, target));
        }
        let limits = relay::Limits {
            frame_bytes_max: settings.frame_bytes_max,
            large: Arc::new(Semaphore::new(LARGE_BYTES_MAX / relay::LARGE_UNIT)),
        };
        let shown = Shown {
            policy: settings.policy,
            addresses: settings.addresses,
            cluster: Box::new(destination::Topics(Arc::clone(&destination))),
        };
        let view = View {
            shown: Arc::new(shown),
            destination,
            own: settings.own,
            listener: settings.listener,
            dialer: settings.dialer,
            tls: settings.tls,
            limits,
            signal,
        };
        Ok(Self { ports, view: Arc::new(view) })
    }

    /// Where its ports are, in the order of the settings.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.ports.iter().filter_map(|(port, _)| port.local_addr().ok()).collect()
    }

    /// Serves until the signal starts, then answers what is in flight and returns. Spawn it so that it may drain.
    pub async fn run(self) {
        let view = self.view;
        let all = self.ports.into_iter().map(|(port, target)| {
            let view = Arc::clone(&view);
            let target = if target == Target::Own { Target::Node(view.own) } else { target };
            port.run(move |tcp, from| serve(Arc::clone(&view), target, tcp, from))
        });
        futures_util::future::join_all(all).await;
    }
}

async fn serve(view: Arc<View>, target: Target, tcp: TcpStream, from: SocketAddr) -> Error {
    match joined(&view, target, tcp, from).await {
        Ok((client, broker)) => {
            let handler = Handler::new(Arc::clone(&view.shown));
            Box::pin(relay::run(client, broker, &handler, &view.limits, view.signal.clone())).await
        }
        Err(error) => error,
    }
}

/// The two streams of a connection.
async fn joined(
    view: &View,
    target: Target,
    tcp: TcpStream,
    from: SocketAddr,
) -> Result<(Stream, Stream), Error> {
    tokio::select! {
        biased;
        () = view.signal.started() => Err(Error::Stopping),
        both = async {
            let client = match &view.tls {
                None => Stream::plain(tcp),
                Some(tls) => {
                    let peer = Peer::new(Side::Client, from.to_string());
                    tls.accept(tcp, &peer, HANDSHAKE_MAX).await.map_err(Error::Handshake)?.stream
                }
            };
            Ok((client, dial(view, target).await?))
        } => both,
    }
}

async fn dial(view: &View, target: Target) -> Result<Stream, Error> {
    let found = destination::endpoints(&view.destination, &view.listener, target);
    let mut last = format!("none is known for {target:?} on listener {}", view.listener);
    for endpoint in found {
        match view.dialer.stream(&endpoint.host, endpoint.port).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error.to_string(),
        }
    }
    Err(Error::NoBroker(last))
}

#[cfg(test)]
mod tests;
