//! The destination cluster: its metadata, our registration in it, and calls to its controllers and brokers.
//!
//! Owns the [`image::Image`] and the broker epoch. Promises that the image holds committed records only and that
//! whoever serves partitions hears of every change before anything newer is applied. Knows nothing of links.

mod admin;
mod controllers;
mod discover;
mod error;
mod follow;
pub mod image;
mod producers;
mod register;
mod reign;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use kagami_codec::types::Uuid;
use parking_lot::{Mutex, RwLock};
use ring::digest;
use tokio::sync::{Mutex as AsyncMutex, watch};

pub use self::error::Error;
pub use self::{
    admin::{ConfigEntry, Placement, Uncordoned, topic_configs},
    controllers::Address,
};
use self::{
    controllers::Controllers,
    image::{Broker, Changes, Endpoint, Image, Key},
};
use crate::net::{Connection, Dialer};
use crate::pulse::Pulse;
use crate::shutdown::{OnCancel, OnFailure, Tasks};

/// Hears of every change of the metadata, in order, before anything newer is applied. Called with the image locked:
/// it must neither wait nor ask the cluster for the image.
pub trait Observer: Send + Sync {
    fn changed(&self, image: &Image, changes: &Changes);
}

/// What the cluster needs to know about us.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Our virtual broker id.
    pub node_id: i32,
    pub rack: Option<String>,
    /// Destination brokers, the companion first.
    pub bootstrap: Vec<Address>,
    /// Controllers, if they are not to be found through the brokers.
    pub controllers: Vec<Address>,
    pub broker_dialer: Dialer,
    pub controller_dialer: Dialer,
    /// Kafka's number of the security protocol that `broker_dialer` speaks.
    pub broker_protocol: i16,
    /// Time between heartbeats to the active controller.
    pub heartbeat: Duration,
    /// What we advertise: listener name, host, port; the protocol is the companion's where `None`.
    pub listeners: Vec<Listener>,
}

/// One advertised listener.
#[derive(Clone, Debug)]
pub struct Listener {
    pub name: String,
    pub host: String,
    pub port: u16,
    pub protocol: Option<i16>,
}

/// How far our registration has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registration {
    /// Broker epoch of the running registration; -1 before the first.
    pub broker_epoch: i64,
    /// Whether the controllers let us lead.
    pub unfenced: bool,
}

/// Times in which the controllers may place replicas on us.
#[derive(Clone, Copy, Debug, Default)]
struct Openings {
    /// How many there are now.
    held: u32,
    /// How many there ever were.
    begun: u64,
}

/// See the module.
#[derive(Debug)]
pub struct Cluster {
    settings: Settings,
    id: String,
    companion: i32,
    incarnation: Uuid,
    directory: Uuid,
    pulse: Arc<Pulse>,
    image: RwLock<Image>,
    applied: watch::Sender<i64>,
    controllers: Controllers,
    brokers: AsyncMutex<BTreeMap<i32, Connection>>,
    registration: watch::Sender<Registration>,
    broker_epoch: AtomicI64,
    /// When the last heartbeat was sent that the controllers answered, on the clock of `pulse`; 0 before the first.
    heard_at: AtomicU64,
    /// See [`Cluster::reign`].
    reign: AtomicU64,
    /// Creations of our own that are under way: while there are any, we are not cordoned.
    openings: watch::Sender<Openings>,
    /// [`Openings::begun`] at the last heartbeat that said "not cordoned" and was answered.
    opened: watch::Sender<u64>,
    problems: Mutex<BTreeMap<&'static str, String>>,
    salt: AtomicU64,
}

impl Cluster {
    /// Asks the bootstrap brokers who they are and where their controllers are.
    ///
    /// # Errors
    /// When no bootstrap broker answers, the companion cannot be told, or a listener name does not exist there.
    pub async fn connect(settings: Settings) -> Result<Arc<Self>, Error> {
        let found = discover::bootstrap(&settings).await?;
        let controllers = Controllers::new(settings.controller_dialer.clone(), found.controllers);
        let directory = directory_of(&found.cluster_id, settings.node_id);
        Ok(Arc::new(Self {
            id: found.cluster_id,
            companion: found.companion,
            incarnation: random_uuid(),
            directory,
            pulse: Arc::default(),
            image: RwLock::new(Image::new()),
            applied: watch::Sender::new(-1),
            controllers,
            brokers: AsyncMutex::new(BTreeMap::new()),
            registration: watch::Sender::new(Registration { broker_epoch: -1, unfenced: false }),
            broker_epoch: AtomicI64::new(-1),
            heard_at: AtomicU64::new(0),
            reign: AtomicU64::new(0),
            openings: watch::Sender::new(Openings::default()),
            opened: watch::Sender::new(0),
            problems: Mutex::new(BTreeMap::new()),
            salt: AtomicU64::new(0),
            settings,
        }))
    }

    /// Starts following the metadata log.
    pub fn follow(self: &Arc<Self>, tasks: &Tasks, observer: Arc<dyn Observer>) {
        let signal = tasks.signal();
        let (pulse, until) = (Arc::clone(&self.pulse), signal.clone());
        tasks.spawn("pulse", OnCancel::Drain, OnFailure::StopProcess, async move { pulse.keep(until).await });
        tasks.spawn(
            "metadata follower",
            OnCancel::Drain,
            OnFailure::StopProcess,
            follow::follow(Arc::clone(self), observer, signal),
        );
    }

    /// Whether the companion, if it is alive, has every listener that we are to register.
    ///
    /// # Errors
    /// [`Error::Unfit`] with the names that it has.
    pub fn check_listeners(&self) -> Result<(), Error> {
        register::check_listeners(self)
    }

    /// Starts keeping us registered; when `tasks` stop, we leave in order.
    pub fn register(self: &Arc<Self>, tasks: &Tasks) {
        let signal = tasks.signal();
        tasks.spawn(
            "registration",
            OnCancel::Drain,
            OnFailure::StopProcess,
            register::keep(Arc::clone(self), signal),
        );
    }

    /// Our virtual broker id.
    #[must_use]
    pub const fn node_id(&self) -> i32 {
        self.settings.node_id
    }

    /// What tells this process from every other one with our id.
    #[must_use]
    pub const fn incarnation(&self) -> Uuid {
        self.incarnation
    }

    /// Whether the controllers know us as alive, as far as we can know.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.registration.borrow().unfenced && self.pulse.is_sure()
    }

    /// Whether this process has been running all the time.
    #[must_use]
    pub const fn pulse(&self) -> &Arc<Pulse> {
        &self.pulse
    }

    /// Id of the cluster, as every Kafka client sees it.
    #[must_use]
    pub fn cluster_id(&self) -> &str {
        &self.id
    }

    /// The real broker that we stand next to.
    #[must_use]
    pub const fn companion(&self) -> i32 {
        self.companion
    }

    /// Epoch of our registration; -1 before the first.
    #[must_use]
    pub fn broker_epoch(&self) -> i64 {
        self.broker_epoch.load(Ordering::Acquire)
    }

    /// Registration as it changes.
    #[must_use]
    pub fn registration(&self) -> watch::Receiver<Registration> {
        self.registration.subscribe()
    }

    /// Reads the image. `read` must be short: the metadata follower waits meanwhile.
    pub fn with_image<T>(&self, read: impl FnOnce(&Image) -> T) -> T {
        read(&self.image.read())
    }

    /// Offset of the last applied record, as it changes.
    #[must_use]
    pub fn applied(&self) -> watch::Receiver<i64> {
        self.applied.subscribe()
    }

    /// Waits until the image satisfies `wanted`.
    ///
    /// # Errors
    /// [`Error::Late`] after `limit`.
    pub async fn wait_for<T>(
        &self,
        what: &'static str,
        limit: Duration,
        mut wanted: impl FnMut(&Image) -> Option<T>,
    ) -> Result<T, Error> {
        let mut applied = self.applied();
        let seen = async {
            loop {
                applied.borrow_and_update();
                if let Some(found) = self.with_image(&mut wanted) {
                    return found;
                }
                // The sender lives as long as we do.
                let _ = applied.changed().await;
            }
        };
        tokio::time::timeout(limit, seen).await.map_err(|_| Error::Late { what, seconds: limit.as_secs() })
    }

    /// Whether a broker is a sidecar: its log directory is the one derived from cluster and id, which no real broker has.
    #[must_use]
    pub fn is_virtual(&self, broker: &Broker) -> bool {
        is_virtual(&self.id, self.settings.node_id, broker)
    }

    /// Whether a broker is a sidecar, ourselves or another, alive or not.
    #[must_use]
    pub fn is_sidecar(&self, id: i32) -> bool {
        self.with_image(|image| image.brokers.get(&id).is_some_and(|b| self.is_virtual(b)))
    }

    /// Ids of all real brokers, live or not.
    #[must_use]
    pub fn real_brokers(&self, live_only: bool) -> Vec<Broker> {
        self.with_image(|image| {
            image
                .brokers
                .values()
                .filter(|b| !self.is_virtual(b) && (!live_only || b.is_live()))
                .cloned()
                .collect()
        })
    }

    /// A problem of one part in words, for the snapshot and `/readyz`; `None` clears it.
    pub fn report(&self, part: &'static str, problem: Option<String>) {
        let mut problems = self.problems.lock();
        match problem {
            Some(problem) => {
                if problems.insert(part, problem.clone()).as_ref() != Some(&problem) {
                    tracing::warn!(part, problem, "trouble with the destination");
                }
            }
            None => {
                if problems.remove(part).is_some() {
                    tracing::info!(part, "the destination is well again");
                }
            }
        }
    }

    /// All problems in words.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let problems = self.problems.lock();
        (!problems.is_empty()).then(|| problems.values().cloned().collect::<Vec<_>>().join("; "))
    }

    /// A connection to a broker on the listener that we bootstrap from; made when there is none.
    ///
    /// # Errors
    /// When the broker is unknown or cannot be reached.
    pub async fn broker(&self, id: i32) -> Result<Connection, Error> {
        let mut brokers = self.brokers.lock().await;
        if let Some(connection) = brokers.get(&id)
            && !connection.is_closed()
        {
            return Ok(connection.clone());
        }
        let connection = self.dial(id).await?;
        brokers.insert(id, connection.clone());
        Ok(connection)
    }

    /// A new connection to a broker, for one who wants to wait on it.
    ///
    /// # Errors
    /// As [`Self::broker`].
    pub async fn dial(&self, id: i32) -> Result<Connection, Error> {
        let endpoint = self.broker_endpoint(id).ok_or_else(|| {
            Error::Unfit(format!("broker {id} is not registered on the listener that we use"))
        })?;
        Ok(self.settings.broker_dialer.connect(&endpoint.host, endpoint.port).await?)
    }

    /// A connection to any live real broker, the companion first.
    ///
    /// # Errors
    /// The last failure when none can be reached.
    pub async fn any_broker(&self) -> Result<Connection, Error> {
        let mut ids: Vec<i32> = self.real_brokers(true).iter().map(|b| b.id).collect();
        ids.sort_by_key(|id| (*id != self.companion, *id));
        let mut last = Error::Unfit("no live broker at the destination".to_owned());
        for id in ids {
            match self.broker(id).await {
                Ok(connection) => return Ok(connection),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Where a broker listens for us: the endpoint with the protocol that our own settings speak.
    fn broker_endpoint(&self, id: i32) -> Option<Endpoint> {
        let protocol = self.settings.broker_protocol;
        self.with_image(|image| {
            let endpoints = &image.brokers.get(&id)?.endpoints;
            // Our listeners have the companion's names: the first of them that speaks our protocol is the one.
            endpoints
                .iter()
                .find(|e| {
                    e.protocol == protocol && self.settings.listeners.iter().any(|l| l.name == e.listener)
                })
                .or_else(|| endpoints.iter().find(|e| e.protocol == protocol))
                .cloned()
        })
    }

    /// The endpoint of a broker on a named listener.
    #[must_use]
    pub fn endpoint(&self, id: i32, listener: &str) -> Option<Endpoint> {
        self.with_image(|image| {
            image.brokers.get(&id)?.endpoints.iter().find(|e| e.listener == listener).cloned()
        })
    }

    /// The partition with `key`, as the metadata log last told it.
    #[must_use]
    pub fn partition(&self, key: Key) -> Option<image::Partition> {
        self.with_image(|image| image.partition(key).cloned())
    }

    /// A failed talk with the controllers in words, with the key that leads to them.
    fn controllers_problem(&self, error: &Error) -> String {
        match error {
            Error::Net(_) | Error::NoController { .. } if self.settings.controllers.is_empty() => format!(
                "the controllers that the brokers name: {error}; if they have other addresses from here, list those in \
                 destination.controllers"
            ),
            Error::Net(_) | Error::NoController { .. } => format!("destination.controllers: {error}"),
            Error::Refused { .. }
            | Error::Unexpected { .. }
            | Error::Late { .. }
            | Error::Unfit(_)
            | Error::NotListed(_) => error.to_string(),
        }
    }

    const fn controllers(&self) -> &Controllers {
        &self.controllers
    }

    fn id(&self) -> Option<String> {
        Some(self.id.clone())
    }

    /// Our directory id as an observer of the metadata log. Any id of our own does.
    const fn observer_directory(&self) -> Uuid {
        self.directory
    }

    /// A number that differs from call to call, to spread waiting times.
    fn salt(&self) -> u64 {
        self.salt.fetch_add(0x9e37_79b9, Ordering::Relaxed)
    }

    fn change_image(&self, change: impl FnOnce(&mut Image)) {
        let offset = {
            let mut image = self.image.write();
            change(&mut image);
            image.offset
        };
        self.applied.send_replace(offset);
        crate::metrics::metadata_offset(offset);
    }
}

/// Whether `broker` of the cluster is a sidecar; `node_id` is our own.
pub(crate) fn is_virtual(cluster_id: &str, node_id: i32, broker: &Broker) -> bool {
    broker.id == node_id || broker.log_dirs.first() == Some(&directory_of(cluster_id, broker.id))
}

/// The stable log-directory id of a sidecar. With a changing one the controllers would regard our replicas as offline
/// and never elect us.
fn directory_of(cluster_id: &str, node_id: i32) -> Uuid {
    let hash =
        digest::digest(&digest::SHA256, format!("kagami log directory {cluster_id}/{node_id}").as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&hash.as_ref()[..16]);
    Uuid(id)
}

fn random_uuid() -> Uuid {
    let mut id = [0; 16];
    // Without randomness there is no TLS either; an id from the clock still differs from start to start.
    if ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut id).is_err() {
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        id = now.to_be_bytes();
    }
    Uuid(id)
}
