//! Listeners that show a cluster's topics under other names, and its brokers at our own addresses.
//!
//! Owns what becomes of each request and answer: which are offered, which are opened, and what a name, an id or an address
//! in them turns into. `codec` knows where those stand, `policies::naming` what they become. Promises that no answer names
//! a topic that the view does not have or a broker's own address, and that no request reaches a topic outside the view.

mod addresses;
mod destination;
mod fetched;
mod handler;
#[cfg(any(test, feature = "fuzz"))]
#[doc(hidden)]
pub mod hostile;
mod metadata;
pub mod offer;
pub mod origin;
mod special;
mod texts;
mod translate;
mod walk;
mod writes;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use kagami_policies::{limits, naming::Policy};
use tokio::{net::TcpStream, sync::Semaphore};

pub use self::addresses::{Addresses, Ports};
use self::{
    handler::Handler,
    origin::Origin,
    translate::{Cluster, Front},
    writes::Gate,
};
use crate::{
    door::{Door, Inside, Stage},
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
    /// This node of a front door's source; after the cutover whatever the destination has.
    SourceNode(i32),
}

/// What makes a view a front door.
#[derive(Clone, Debug)]
pub struct Frontage {
    pub door: Arc<Door>,
    /// The cluster that it leads to until the cutover, under the names that topics have there.
    pub origin: Arc<dyn Origin>,
    /// Where clients are told that the nodes of that cluster are.
    pub addresses: Addresses,
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
    /// `None` for an ordinary view.
    pub frontage: Option<Frontage>,
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
            frontage: None,
        }
    }
}

/// What a view makes of its cluster.
#[derive(Debug)]
struct Shown {
    policy: Policy,
    addresses: Addresses,
    cluster: Box<dyn Cluster>,
    front: Option<Front>,
    /// Who changes a large request.
    large: Semaphore,
}

impl Shown {
    fn new(policy: Policy, addresses: Addresses, cluster: Box<dyn Cluster>, front: Option<Front>) -> Self {
        Self { policy, addresses, cluster, front, large: Semaphore::new(1) }
    }

    /// Whether it changes nothing but addresses.
    fn is_plain(&self) -> bool {
        self.policy.is_identity() && self.front.is_none()
    }

    /// Whether clients know topics by other ids than the cluster does.
    fn other_ids(&self) -> bool {
        self.front.is_some_and(Front::leads_to_destination)
    }
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
    before: Option<Before>,
}

/// A front door before its cutover.
#[derive(Debug)]
struct Before {
    door: Arc<Door>,
    shown: Arc<Shown>,
    origin: Arc<dyn Origin>,
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
            room: relay::Room::new(LARGE_BYTES_MAX),
        };
        let origin = settings.frontage.as_ref().map(|frontage| Arc::clone(&frontage.origin));
        let front = origin.is_some().then_some(Front { nodes_from: 0 });
        let cluster = destination::Topics { destination: Arc::clone(&destination), origin };
        let shown = Shown::new(settings.policy, settings.addresses, Box::new(cluster), front);
        let before = settings.frontage.map(|Frontage { door, origin, addresses }| Before {
            door,
            shown: Arc::new(Shown::new(
                Policy::identity(),
                addresses,
                Box::new(origin::Topics),
                Some(Front { nodes_from: origin::NODES_FROM }),
            )),
            origin,
        });
        let view = View {
            before,
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

/// How long what a front door answers at a cutover may take to reach its clients before their connections are closed.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// How long a client may wait for a front door of which is not known yet where it leads.
const KNOWN_MAX: Duration = Duration::from_secs(20);

async fn serve(view: Arc<View>, target: Target, tcp: TcpStream, from: SocketAddr) -> Error {
    let entered = tokio::select! {
        biased;
        () = view.signal.started() => Err(Error::Stopping),
        entered = enter(&view, target, tcp, from) => entered,
    };
    let Entered { client, broker, before } = match entered {
        Ok(entered) => entered,
        Err(error) => return error,
    };
    let signal = view.signal.clone();
    let Some((before, _inside)) = before else {
        let handler = Handler::new(Arc::clone(&view.shown), None);
        let is_old = matches!(target, Target::SourceNode(_));
        let handler = if is_old { handler.at_old_port() } else { handler };
        return Box::pin(relay::run(client, broker, &handler, &view.limits, signal)).await;
    };
    let handler = Handler::new(Arc::clone(&before.shown), Some(Gate(Arc::clone(&before.door))));
    let moved = async {
        before.door.moved().await;
        tokio::time::sleep(LAST_WORDS).await;
    };
    tokio::select! {
        biased;
        ended = Box::pin(relay::run(client, broker, &handler, &view.limits, signal)) => ended,
        () = moved => Error::Moved,
    }
}

/// A connection on its way in.
struct Entered<'a> {
    client: Stream,
    broker: Stream,
    /// The door that leads to the source, with the note that we are inside.
    before: Option<(&'a Before, Inside)>,
}

async fn enter<'a>(
    view: &'a View,
    target: Target,
    tcp: TcpStream,
    from: SocketAddr,
) -> Result<Entered<'a>, Error> {
    let client = match &view.tls {
        None => Stream::Plain(tcp),
        Some(tls) => {
            let peer = Peer::new(Side::Client, from.to_string());
            tls.accept(tcp, &peer, HANDSHAKE_MAX).await.map_err(Error::Handshake)?.stream
        }
    };
    let before = match &view.before {
        None => None,
        Some(before) => before.entered().await?.map(|inside| (before, inside)),
    };
    let broker = match &before {
        Some((before, _)) => origin::dial(&*before.origin, target).await?,
        None => dial(view, target).await?,
    };
    Ok(Entered { client, broker, before })
}

impl Before {
    /// Takes note of a connection that is led to the source; `None` when the door leads to the destination.
    async fn entered(&self) -> Result<Option<Inside>, Error> {
        let unknown = |_| {
            Error::NoBroker(
                "it is not known yet where the front door leads: this sidecar has not been announced"
                    .to_owned(),
            )
        };
        let stage = tokio::time::timeout(KNOWN_MAX, self.door.known()).await.map_err(unknown)?;
        Ok((stage != Stage::Destination).then(|| self.door.enter()))
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
