//! The source of a link as a consumer sees it: its metadata, its offsets, and the fetchers that bring its batches.
//!
//! Owns one [`fetcher`] for each source broker that leads something we mirror. Promises that nothing is asked for while
//! the windows are full, and that a source which cannot be reached is told apart from one that refuses us. Knows
//! nothing of the destination but the [`Partition`]s that it feeds.

mod align;
pub mod fetcher;
pub mod metadata;
#[cfg(test)]
mod tests;
mod throttle;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Weak},
    time::Duration,
};

use kagami_codec::{
    message::{ListOffsetsRequest, list_offsets_request},
    types::{ErrorCode, Uuid},
};
use kagami_policies::mirror::Failure;
use parking_lot::{Mutex, RwLock};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify, mpsc},
    time::Instant,
};

pub use self::metadata::{Metadata, Topic};
use self::{fetcher::Assignments, throttle::Throttle};
use crate::{
    ask,
    cluster::{self, image::Key},
    leader::{Leader, Partition},
    net::{self, Connection, Dialer},
    shutdown::{OnCancel, Tasks},
};

/// What can go wrong between us and the source.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Net(#[from] net::Error),
    /// The source answered with an error code.
    #[error("{api} was refused by the source: {}", code.name())]
    Refused { api: &'static str, code: ErrorCode },
    /// The source's metadata does not name a leader for the partition now.
    #[error("the source names no leader for {topic}-{partition}")]
    NoLeader { topic: String, partition: i32 },
    /// None of the bootstrap addresses is usable.
    #[error("bootstrap.servers is empty")]
    NoBootstrap,
}

/// How the source is doing, for the link's state.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// Last answer of any source broker.
    pub answered_at: Option<Instant>,
    /// Why the last attempt failed; `None` after a success.
    pub trouble: Option<Trouble>,
}

/// A failed attempt to talk to the source.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Cluster Linking's word: `AUTHENTICATION_ERROR`, `UNRESOLVABLE_BOOTSTRAP_ERROR` …
    pub code: &'static str,
    pub message: String,
    /// Retrying alone will not help.
    pub needs_operator: bool,
    pub since: Instant,
}

/// Something about a partition that the link has to know.
#[derive(Clone, Debug)]
pub struct Event {
    pub key: Key,
    pub kind: EventKind,
}

/// See [`Event`].
#[derive(Clone, Debug)]
pub enum EventKind {
    /// The partition cannot go on.
    Failed { failure: Failure, message: String },
    /// The source no longer had the records between the two offsets.
    Skipped { from: i64, to: i64 },
    /// The topic has another id or is gone.
    TopicChanged,
}

/// A partition to be fed, with its place at the source.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub partition: Arc<Partition>,
    pub topic: String,
    pub topic_id: Uuid,
    pub index: i32,
    /// Let the mirror's start follow the source's (`mirror.log.start.sync`).
    pub follow_start: bool,
}

/// What a source needs to know.
#[derive(Clone, Debug)]
pub struct Settings {
    pub link: String,
    pub bootstrap: Vec<String>,
    pub dialer: Dialer,
    /// Time between looks at the source's metadata when nothing asks for one sooner.
    pub metadata_every: Duration,
    /// Bytes that one fetch asks for one partition.
    pub partition_bytes_max: usize,
    /// Bytes that one fetch asks for in all.
    pub bytes_max: usize,
    /// Bytes that one partition's window may hold before its source is no longer asked.
    pub window_bytes_max: usize,
    /// Connections that fetch from each source broker (`num.cluster.link.fetchers`).
    pub fetchers: u32,
    pub fetch_wait_ms: i32,
    pub fetch_bytes_min: i32,
    /// Bytes per second; 0 is no limit.
    pub bytes_per_second: u64,
}

/// Tells the link when the task that holds it panics.
struct Fall {
    source: Weak<Source>,
    task: String,
}

impl Drop for Fall {
    fn drop(&mut self) {
        if std::thread::panicking()
            && let Some(source) = self.source.upgrade()
        {
            source.fell(&self.task);
        }
    }
}

/// See the module.
#[derive(Debug)]
pub struct Source {
    settings: RwLock<Arc<Settings>>,
    leader: Arc<Leader>,
    tasks: Tasks,
    metadata: RwLock<Arc<Metadata>>,
    /// Topics whose metadata is kept.
    topics: Mutex<Vec<String>>,
    /// Topics that somebody asked about, until when.
    asked: Mutex<HashMap<String, Instant>>,
    refresh: Notify,
    refreshed: Notify,
    health: Mutex<Health>,
    admin: AsyncMutex<HashMap<i32, Connection>>,
    /// By source broker and number.
    fetchers: Mutex<HashMap<(i32, u32), Arc<Assignments>>>,
    throttle: Throttle,
    events: mpsc::Sender<Event>,
    me: Weak<Self>,
}

impl Source {
    /// A source whose tasks live in `tasks` and whose events go to `events`.
    #[must_use]
    pub fn start(
        settings: Settings,
        leader: Arc<Leader>,
        tasks: Tasks,
        events: mpsc::Sender<Event>,
    ) -> Arc<Self> {
        let throttle = Throttle::new(settings.bytes_per_second);
        let source = Arc::new_cyclic(|me| Self {
            settings: RwLock::new(Arc::new(settings)),
            leader,
            tasks,
            metadata: RwLock::new(Arc::default()),
            topics: Mutex::new(Vec::new()),
            asked: Mutex::default(),
            refresh: Notify::new(),
            refreshed: Notify::new(),
            health: Mutex::new(Health::default()),
            admin: AsyncMutex::new(HashMap::new()),
            fetchers: Mutex::new(HashMap::new()),
            throttle,
            events,
            me: Weak::clone(me),
        });
        let (me, signal) = (Arc::downgrade(&source), source.tasks.signal());
        source.keep("source metadata", move || metadata::keep(Weak::clone(&me), signal.clone()));
        source
    }

    /// Runs a task of the link for as long as the link runs. A panic in it is the link's trouble, and it is started again.
    fn keep<M, F>(&self, name: impl Into<String>, mut make: M)
    where
        M: FnMut() -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let name = name.into();
        let (me, task) = (Weak::clone(&self.me), name.clone());
        self.tasks.spawn_restarting(name, OnCancel::Abort, move || {
            let fall = Fall { source: Weak::clone(&me), task: task.clone() };
            let made = make();
            async move {
                let _fall = fall;
                made.await;
            }
        });
    }

    /// Ends the fetchers and the metadata task.
    pub async fn stop(&self) {
        self.tasks.shutdown(Duration::from_secs(2)).await;
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings.read())
    }

    /// Changes the rate limit while running; 0 is no limit.
    pub fn limit_rate(&self, bytes_per_second: u64) {
        self.throttle.limit(bytes_per_second);
    }

    /// The newest metadata.
    #[must_use]
    pub fn metadata(&self) -> Arc<Metadata> {
        Arc::clone(&self.metadata.read())
    }

    /// How the source is doing.
    #[must_use]
    pub fn health(&self) -> Health {
        self.health.lock().clone()
    }

    /// Keeps the metadata of these topics from now on.
    pub fn watch(&self, topics: Vec<String>) {
        let mut watched = self.topics.lock();
        if *watched != topics {
            *watched = topics;
            self.refresh.notify_one();
        }
    }

    /// A topic as the source tells it now, known or not yet watched; `None` when the source does not answer in time.
    pub async fn look_up(&self, topic: &str, limit: Duration) -> Option<Topic> {
        let until = Instant::now() + limit;
        self.asked.lock().insert(topic.to_owned(), until);
        let before = self.metadata().generation;
        while Instant::now() < until {
            self.refresh(until - Instant::now()).await;
            let metadata = self.metadata();
            if metadata.generation > before
                && let Some(found) = metadata.topics.get(topic)
            {
                return Some(found.clone());
            }
            if self.health().trouble.is_some() {
                return None;
            }
        }
        None
    }

    /// Topics whose metadata is wanted now.
    fn wanted_topics(&self) -> Vec<String> {
        let now = Instant::now();
        let mut asked = self.asked.lock();
        asked.retain(|_, until| *until > now);
        let mut topics = self.topics.lock().clone();
        topics.extend(asked.keys().filter(|t| !topics.contains(t)).cloned().collect::<Vec<_>>());
        topics
    }

    /// The source's settings of a topic.
    ///
    /// # Errors
    /// When the source cannot be reached or does not let us describe them.
    pub async fn topic_configs(&self, topic: &str) -> Result<Vec<cluster::ConfigEntry>, cluster::Error> {
        let connection = self.any().await.map_err(|error| match error {
            Error::Net(error) => cluster::Error::Net(error),
            Error::Refused { .. } | Error::NoLeader { .. } | Error::NoBootstrap => {
                cluster::Error::Unfit(error.to_string())
            }
        })?;
        cluster::topic_configs(&connection, topic).await
    }

    /// Asks for metadata now and waits for it, up to `limit`.
    pub async fn refresh(&self, limit: Duration) {
        let done = self.refreshed.notified();
        self.refresh.notify_one();
        // A late answer is as good as none: the caller looks at what is there.
        let _ = tokio::time::timeout(limit, done).await;
    }

    /// Feeds exactly these partitions, each from the broker that leads it now.
    pub fn assign(&self, assignments: &[Assignment]) {
        let metadata = self.metadata();
        let each = self.settings().fetchers.max(1);
        let mut by_broker: BTreeMap<(i32, u32), Vec<Assignment>> = BTreeMap::new();
        for assignment in assignments {
            let leader = metadata.leader(&assignment.topic, assignment.index);
            if let Some(leader) = leader.filter(|id| metadata.brokers.contains_key(id)) {
                let number = assignment.index.unsigned_abs() % each;
                by_broker.entry((leader, number)).or_default().push(assignment.clone());
            }
        }
        let mut fetchers = self.fetchers.lock();
        for (broker, assigned) in &*fetchers {
            assigned.set(by_broker.remove(broker).unwrap_or_default());
        }
        for ((broker, number), list) in by_broker {
            let assigned = Assignments::new(list);
            fetchers.insert((broker, number), Arc::clone(&assigned));
            let Some(me) = self.me.upgrade() else { return };
            let signal = self.tasks.signal();
            self.keep(format!("fetcher {number} of source broker {broker}"), move || {
                fetcher::run(Arc::clone(&me), broker, Arc::clone(&assigned), signal.clone())
            });
        }
    }

    /// Offsets of partitions of a topic: of [`ask::LATEST`] the end that consumers see, of [`ask::EARLIEST`] the start,
    /// else by timestamp (then the end where nothing is that new).
    ///
    /// # Errors
    /// When a partition has no leader, or a broker refuses or is out of reach.
    pub async fn offsets(
        &self,
        topic: &str,
        partitions: &[i32],
        timestamp: i64,
    ) -> Result<BTreeMap<i32, i64>, Error> {
        let metadata = self.metadata();
        let mut by_leader: BTreeMap<i32, Vec<list_offsets_request::ListOffsetsPartition>> = BTreeMap::new();
        for index in partitions {
            let leader = metadata
                .leader(topic, *index)
                .ok_or_else(|| Error::NoLeader { topic: topic.to_owned(), partition: *index })?;
            by_leader.entry(leader).or_default().push(list_offsets_request::ListOffsetsPartition {
                partition_index: *index,
                timestamp,
                ..Default::default()
            });
        }
        let mut found = BTreeMap::new();
        for (broker, partitions) in by_leader {
            let request = ListOffsetsRequest {
                replica_id: ask::CONSUMER,
                topics: vec![list_offsets_request::ListOffsetsTopic {
                    name: topic.to_owned(),
                    partitions,
                    ..Default::default()
                }],
                ..Default::default()
            };
            let answer = self.broker(broker).await?.call(&request).await;
            let answer = answer.map_err(|error| self.troubled(error))?;
            for p in answer.topics.into_iter().flat_map(|t| t.partitions) {
                let code = ErrorCode(p.error_code);
                if !code.is_none() {
                    self.refresh.notify_one();
                    return Err(Error::Refused { api: "ListOffsets", code });
                }
                found.insert(p.partition_index, p.offset);
            }
        }
        self.answered();
        Ok(found)
    }

    /// A shared connection to a source broker, for short questions.
    ///
    /// # Errors
    /// When it cannot be reached or refuses our credentials.
    pub async fn broker(&self, id: i32) -> Result<Connection, Error> {
        let mut connections = self.admin.lock().await;
        if let Some(connection) = connections.get(&id).filter(|c| !c.is_closed()) {
            return Ok(connection.clone());
        }
        let connection = self.dial(id).await?;
        connections.insert(id, connection.clone());
        Ok(connection)
    }

    /// Any source broker: a known one, else through the bootstrap addresses.
    ///
    /// # Errors
    /// The last failure when none can be reached.
    pub async fn any(&self) -> Result<Connection, Error> {
        let known: Vec<i32> = self.metadata().brokers.keys().copied().collect();
        for id in known {
            if let Ok(connection) = self.broker(id).await {
                return Ok(connection);
            }
        }
        let settings = self.settings();
        let mut last = Error::NoBootstrap;
        for address in &settings.bootstrap {
            match settings.dialer.connect_to(address).await {
                Ok(connection) => return Ok(connection),
                Err(error) => last = self.troubled(error),
            }
        }
        Err(last)
    }

    /// A new connection to a source broker.
    async fn dial(&self, id: i32) -> Result<Connection, Error> {
        let metadata = self.metadata();
        let address = metadata.brokers.get(&id);
        let (host, port) =
            address.ok_or(Error::Refused { api: "Metadata", code: ErrorCode::BROKER_NOT_AVAILABLE })?;
        self.settings().dialer.connect(host, *port).await.map_err(|error| self.troubled(error))
    }

    fn answered(&self) {
        let mut health = self.health.lock();
        health.answered_at = Some(Instant::now());
        if let Some(trouble) = health.trouble.take() {
            tracing::info!(link = self.settings().link, after = trouble.code, "the source answers again");
        }
    }

    fn troubled(&self, error: net::Error) -> Error {
        #[allow(clippy::wildcard_enum_match_arm, reason = "Cluster Linking has no word for the others")]
        let (code, needs_operator) = match &error {
            net::Error::Authentication { .. }
            | net::Error::UnsupportedMechanism { .. }
            | net::Error::Tls { .. } => ("AUTHENTICATION_ERROR", true),
            net::Error::Resolve { .. } => ("UNRESOLVABLE_BOOTSTRAP_ERROR", false),
            net::Error::Connect { .. } => ("BOOTSTRAP_TCP_CONNECTION_FAILED_ERROR", false),
            net::Error::Timeout { .. } => ("TIMEOUT_ERROR", false),
            _ => ("UNKNOWN", false),
        };
        let message = error.to_string();
        let mut health = self.health.lock();
        if health.trouble.as_ref().is_none_or(|t| t.code != code) {
            tracing::warn!(link = self.settings().link, code, %error, "trouble with the source");
            health.trouble = Some(Trouble { code, message, needs_operator, since: Instant::now() });
        }
        Error::Net(error)
    }

    fn fell(&self, task: &str) {
        let message =
            format!("{task} met a defect of ours and is started again; the log tells where it panicked");
        let trouble = Trouble { code: "UNKNOWN", message, needs_operator: false, since: Instant::now() };
        self.health.lock().trouble = Some(trouble);
    }

    fn tell(&self, key: Key, kind: EventKind) {
        // A full queue means that the link is behind; what is still true is told again with the next fetch.
        let _ = self.events.try_send(Event { key, kind });
    }
}
