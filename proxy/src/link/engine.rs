//! All links and mirrors of this sidecar: what is stored of them, and what runs for them.
//!
//! Owns the records and is the only writer of the state topic. A verb holds its mirror's lock from its first look to its
//! last write; what it started and could not finish (the process died, a cluster was away) is finished by
//! [`reconcile`](super::reconcile), which compares what was decided with what is.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use parking_lot::Mutex;
use tokio::{
    sync::{Notify, mpsc, watch},
    time::Instant,
};

use super::{
    command::Refusal,
    coordinator,
    doors::Cutovers,
    errands::Errands,
    mandate,
    mirror::Mirror,
    rates::Rate,
    record::{CUTOVER, LinkRecord, MIRROR, MirrorRecord},
    seal::Seal,
    sharing,
    snapshot::Snapshot,
};
use crate::{
    cluster::{self, Cluster},
    config::{Limits, link_settings},
    door::Doors,
    leader::{Leader, Partition, catchup::SourceReader, standby},
    net::Buffers,
    peer::{self, Peers},
    shutdown::Tasks,
    source::{self, Assignment, Event, Source, fetcher},
    store::{self, NotWritten, Store},
    window::Chunk,
};

/// Code of a refusal by a sidecar that does not decide.
pub const NOT_COORDINATOR: &str = "NOT_COORDINATOR";

/// [`Engine::pen`] when another sidecar writes the state; no reign gets there.
const NO_PEN: u64 = u64::MAX;

/// How long a closed topic lies on us without a record before that is worth a line.
const UNKNOWN_FOR: Duration = Duration::from_secs(10);

/// Events of fetchers that wait; what does not fit is told again.
const EVENTS_MAX: usize = 1024;

/// A link with what runs for it.
#[derive(Debug)]
pub struct Link {
    pub name: String,
    pub record: Mutex<LinkRecord>,
    pub source: Mutex<Arc<Source>>,
    pub since_ms: i64,
}

impl Link {
    /// The source as it is now; a change of the link's client settings replaces it.
    #[must_use]
    pub fn source(&self) -> Arc<Source> {
        Arc::clone(&self.source.lock())
    }

    /// A setting in force.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<String> {
        link_settings::value(&self.record.lock().configs, name).map(str::to_owned)
    }

    /// A number in force; 0 where there is none.
    #[must_use]
    pub fn number(&self, name: &str) -> u64 {
        self.setting(name).and_then(|v| v.trim().parse().ok()).unwrap_or(0)
    }

    /// A flag in force.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.setting(name).is_some_and(|v| v.eq_ignore_ascii_case("true"))
    }
}

/// What others meet of an engine.
#[derive(Debug)]
pub struct Outside {
    /// The picture for operators.
    pub snapshot: watch::Sender<Arc<Snapshot>>,
    /// Where clients come through.
    pub doors: Doors,
}

/// See the module.
#[derive(Debug)]
pub struct Engine {
    pub cluster: Arc<Cluster>,
    pub leader: Arc<Leader>,
    pub store: Store,
    pub seal: Seal,
    pub limits: Limits,
    pub tasks: Tasks,
    pub links: Mutex<BTreeMap<String, Arc<Link>>>,
    pub mirrors: Mutex<BTreeMap<String, Arc<Mirror>>>,
    /// For the fetch answers of all links together.
    pub buffers: Buffers,
    /// What is being done about differences between what was decided and what is.
    pub errands: Errands,
    pub events: mpsc::Sender<Event>,
    pub snapshot: watch::Sender<Arc<Snapshot>>,
    /// Something was decided or an errand is done: look at once.
    pub look: Arc<Notify>,
    pub peers: Peers,
    /// Sidecars that said that they are about to stop.
    pub leaving: Mutex<BTreeSet<i32>>,
    /// The real brokers that sidecars stand next to, by sidecar.
    pub companions: Mutex<BTreeMap<i32, i32>>,
    /// Front doors of this sidecar.
    pub doors: Doors,
    pub cutovers: Cutovers,
    /// What mirror partitions get, by topic and number.
    pub rates: Mutex<BTreeMap<(String, i32), Rate>>,
    pub sharing: Mutex<sharing::Memory>,
    /// Links that the state holds and we cannot start, with the reason.
    pub unstarted: Mutex<BTreeMap<String, String>>,
    me: Weak<Self>,
    /// The reign in which the pen was taken; [`NO_PEN`] when we do not have it.
    pen: AtomicU64,
    /// Whether the state tells where our admin server is.
    pub announced: AtomicBool,
    /// Closed topics on us that the state says nothing of: since when, and whether the operator was told.
    unknown: Mutex<BTreeMap<String, (Instant, bool)>>,
}

impl Engine {
    /// An engine with what the state topic holds. Events of fetchers come out of the receiver.
    #[must_use]
    pub fn new(
        cluster: Arc<Cluster>,
        leader: Arc<Leader>,
        store: Store,
        seal: Seal,
        limits: Limits,
        tasks: Tasks,
        outside: Outside,
    ) -> (Arc<Self>, mpsc::Receiver<Event>) {
        let Outside { snapshot, doors } = outside;
        let (events, received) = mpsc::channel(EVENTS_MAX);
        let look = Arc::new(Notify::new());
        // A full fetch and the batch that may come on top of it. As much waits for the next answers as may be in windows, so
        // that nothing of a full window is given back while it empties.
        let buffers = Buffers::new(limits.fetch_bytes + (1 << 20), limits.window_bytes);
        let engine = Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            leaving: Mutex::default(),
            companions: Mutex::default(),
            doors,
            cutovers: Cutovers::default(),
            rates: Mutex::default(),
            sharing: Mutex::default(),
            unstarted: Mutex::default(),
            peers: Peers::new(Arc::clone(&cluster)),
            cluster,
            leader,
            store,
            seal,
            limits,
            tasks,
            links: Mutex::default(),
            mirrors: Mutex::default(),
            buffers,
            errands: Errands::new(Arc::clone(&look)),
            events,
            snapshot,
            look,
            pen: AtomicU64::new(NO_PEN),
            announced: AtomicBool::new(false),
            unknown: Mutex::default(),
        });
        (engine, received)
    }

    /// Starts what runs for a link.
    pub fn add_link(&self, name: &str, record: LinkRecord, settings: source::Settings) {
        let source = self.start_source(name, settings);
        let link = Link {
            name: name.to_owned(),
            record: Mutex::new(record),
            source: Mutex::new(source),
            since_ms: now_ms(),
        };
        self.links.lock().insert(name.to_owned(), Arc::new(link));
        self.look.notify_one();
    }

    /// A source in its own scope of tasks.
    pub fn start_source(&self, link: &str, settings: source::Settings) -> Arc<Source> {
        Source::start(
            settings,
            Arc::clone(&self.leader),
            self.tasks.child(format!("link {link}")),
            self.events.clone(),
        )
    }

    /// Registers a mirror.
    pub fn add_mirror(&self, topic: &str, record: MirrorRecord) -> Arc<Mirror> {
        let mirror = Arc::new(Mirror::new(topic, record));
        self.mirrors.lock().insert(topic.to_owned(), Arc::clone(&mirror));
        self.look.notify_one();
        mirror
    }

    /// A link by name.
    ///
    /// # Errors
    /// 404 with the names that exist.
    pub fn link(&self, name: &str) -> Result<Arc<Link>, Refusal> {
        let links = self.links.lock();
        links.get(name).cloned().ok_or_else(|| {
            let known = links.keys().cloned().collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() {
                "there are none yet".to_owned()
            } else {
                format!("there are: {known}")
            };
            Refusal::new(404, "LINK_NOT_FOUND_ERROR", format!("no link named {name}; {known}")).at("link")
        })
    }

    /// All links.
    #[must_use]
    pub fn all_links(&self) -> Vec<Arc<Link>> {
        self.links.lock().values().cloned().collect()
    }

    /// A mirror by topic.
    #[must_use]
    pub fn mirror(&self, topic: &str) -> Option<Arc<Mirror>> {
        self.mirrors.lock().get(topic).cloned()
    }

    /// All mirrors.
    #[must_use]
    pub fn all_mirrors(&self) -> Vec<Arc<Mirror>> {
        self.mirrors.lock().values().cloned().collect()
    }

    /// All mirrors of a link.
    #[must_use]
    pub fn mirrors_of(&self, link: &str) -> Vec<Arc<Mirror>> {
        let mut mirrors = self.all_mirrors();
        mirrors.retain(|mirror| mirror.record.lock().link == link);
        mirrors
    }

    /// Changes a mirror's record: first what is stored, then what is in force.
    ///
    /// # Errors
    /// When the state topic cannot be written; nothing has changed then.
    pub async fn update(
        &self,
        mirror: &Mirror,
        change: impl FnOnce(&mut MirrorRecord),
    ) -> Result<(), Refusal> {
        let _storing = mirror.storing.lock().await;
        let mut record = mirror.record();
        change(&mut record);
        self.put(&format!("{MIRROR}{}", mirror.topic), &record).await?;
        *mirror.record.lock() = record;
        self.look.notify_one();
        Ok(())
    }

    /// Changes the records of mirrors together: all of them or none.
    ///
    /// # Errors
    /// When the state topic cannot be written; nothing has changed then.
    pub async fn update_all(
        &self,
        mirrors: &[Arc<Mirror>],
        change: impl Fn(&mut MirrorRecord),
    ) -> Result<(), Refusal> {
        let _storing =
            futures_util::future::join_all(mirrors.iter().map(|mirror| mirror.storing.lock())).await;
        let mut changes = Vec::new();
        let mut records = Vec::new();
        for mirror in mirrors {
            let mut record = mirror.record();
            change(&mut record);
            changes.push((format!("{MIRROR}{}", mirror.topic), Some(said(&record)?)));
            records.push(record);
        }
        self.write(&changes).await?;
        for (mirror, record) in mirrors.iter().zip(records) {
            *mirror.record.lock() = record;
        }
        self.look.notify_one();
        Ok(())
    }

    /// Stores a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn put<T: serde::Serialize>(&self, key: &str, record: &T) -> Result<(), Refusal> {
        self.write(&[(key.to_owned(), Some(said(record)?))]).await
    }

    /// Removes a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn remove(&self, key: String) -> Result<(), Refusal> {
        self.write(&[(key, None)]).await
    }

    /// Stores all changes or none.
    ///
    /// # Errors
    /// When the state topic cannot be written, or not by us.
    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), Refusal> {
        match self.store.write(changes, || mandate::holds(self.cluster.reign())).await {
            Ok(()) => {
                let of_all = |key: &str| key.starts_with(store::SIDECAR) || key.starts_with(CUTOVER);
                for (key, value) in changes.iter().filter(|(key, _)| of_all(key)) {
                    self.take_record(key, value.as_deref().unwrap_or_default());
                }
                Ok(())
            }
            Err(NotWritten::Cluster(error)) => {
                Err(refused("the state topic _kagami could not be written, so nothing was changed", &error))
            }
            Err(NotWritten::NotOurs) => Err(self.not_ours()),
            Err(why @ NotWritten::Overtaken) => {
                self.take_over(&self.store.known().await);
                let message = format!("{why}, so nothing was changed; it was read anew: look, and try again");
                Err(Refusal::new(503, "STATE_CHANGED", message))
            }
        }
    }

    /// Becomes the writer of the state, which only the coordinator does, and takes over what the writer before us left. From
    /// then on decisions are ours.
    ///
    /// # Errors
    /// When the state topic cannot be read or written.
    pub async fn take_pen(&self) -> Result<(), NotWritten> {
        let reign = self.cluster.reign();
        if self.store.take_pen().await? {
            self.take_over(&self.store.known().await);
        }
        self.pen.store(reign, Ordering::Release);
        self.look.notify_one();
        Ok(())
    }

    /// Another sidecar decides from now on.
    pub async fn lay_down_pen(&self) {
        self.pen.store(NO_PEN, Ordering::Release);
        self.store.lay_down_pen().await;
    }

    /// Whether the pen was taken, in whatever reign; see [`Self::decides`].
    #[must_use]
    pub fn has_pen(&self) -> bool {
        self.pen.load(Ordering::Acquire) != NO_PEN
    }

    /// Whether decisions are ours to make and to carry out: we are the coordinator, and nobody else can have written to the
    /// state since we took it over.
    #[must_use]
    pub fn decides(&self) -> bool {
        // The reign last: whatever makes us the coordinator again changes it first.
        self.cluster.is_coordinator() && self.pen.load(Ordering::Acquire) == self.cluster.reign()
    }

    /// Asked before each step at the destination: one who was replaced must not go on with what it began, not even when it
    /// decides again.
    ///
    /// # Errors
    /// As [`Self::not_ours`].
    pub fn must_decide(&self) -> Result<(), Refusal> {
        if self.decides() && mandate::holds(self.cluster.reign()) { Ok(()) } else { Err(self.not_ours()) }
    }

    /// Tells the operator, once, of a topic that looks like a mirror and is in no record. One that is just being deleted
    /// looks so for a moment.
    pub fn unknown_mirror(&self, topic: &str) {
        let mut unknown = self.unknown.lock();
        let (since, told) = unknown.entry(topic.to_owned()).or_insert_with(|| (Instant::now(), false));
        if self.decides() && since.elapsed() > UNKNOWN_FOR && !*told {
            *told = true;
            tracing::warn!(
                topic,
                "the topic lies on us and is closed as a mirror is, but {} says nothing of it; it stays as it is. To open \
                 it, delete its max.message.bytes and move its replicas off broker {}",
                store::TOPIC,
                self.cluster.node_id()
            );
        }
    }

    /// Why we decide nothing now.
    #[must_use]
    pub fn not_ours(&self) -> Refusal {
        let node = self.cluster.node_id();
        if let Some(other) = self.cluster.coordinator().filter(|other| *other != node) {
            let message = format!("sidecar {node} does not decide, sidecar {other} does: ask it");
            return Refusal::new(503, NOT_COORDINATOR, message);
        }
        let why = self.cluster.problem();
        let why = why.unwrap_or_else(|| "the controllers have not let it in yet".to_owned());
        let message = format!(
            "sidecar {node} is not a live broker of the destination: {why}. Nothing was changed; try again when /readyz says \
             ready, or ask another sidecar"
        );
        Refusal::new(503, "NOT_REGISTERED", message)
    }

    /// The answer to another sidecar's question.
    pub async fn answer(&self, question: &[u8]) -> bytes::Bytes {
        let outcome = match self.me.upgrade() {
            Some(engine) => Box::pin(coordinator::answer(&engine, question)).await,
            None => Err(self.not_ours()),
        };
        peer::answer(outcome)
    }

    /// The assignment of one of our partitions, if its mirror and link are there.
    #[must_use]
    pub fn assignment(&self, partition: &Arc<Partition>) -> Option<(Arc<Link>, Assignment)> {
        let mirror = self.mirror(&partition.topic)?;
        let record = mirror.record();
        let link = self.links.lock().get(&record.link).cloned()?;
        let assignment = Assignment {
            partition: Arc::clone(partition),
            topic: record.source_topic.clone(),
            topic_id: record.source_topic_id.parse().unwrap_or_default(),
            index: partition.key.partition,
            follow_start: link.flag("mirror.log.start.sync"),
        };
        Some((link, assignment))
    }
}

/// A record as it is stored.
fn said<T: serde::Serialize>(record: &T) -> Result<String, Refusal> {
    serde_json::to_string(record).map_err(|error| Refusal::new(500, "INTERNAL_ERROR", error.to_string()))
}

/// What a cluster's refusal means to the operator.
#[must_use]
pub fn refused(what: &str, error: &cluster::Error) -> Refusal {
    Refusal::new(503, "UNKNOWN", format!("{what}: {error}"))
}

/// Milliseconds since the epoch.
#[must_use]
pub fn now_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

impl standby::Wanted for Engine {
    fn is_ours(&self, topic: &str) -> bool {
        self.mirror(topic).is_some_and(|m| m.decided().is_ours())
    }
}

impl SourceReader for Engine {
    fn read(
        &self,
        partition: Arc<Partition>,
        offset: i64,
    ) -> std::pin::Pin<Box<dyn Future<Output = Option<Chunk>> + Send + '_>> {
        Box::pin(async move {
            let (link, assignment) = self.assignment(&partition)?;
            let epoch = partition.epoch_at(offset)?;
            match fetcher::read_once(&link.source(), &assignment, offset, epoch).await {
                Ok(chunk) => chunk,
                Err(error) => {
                    tracing::debug!(topic = partition.topic, %error, "the source did not help a late follower");
                    None
                }
            }
        })
    }
}
