//! All links and mirrors of this sidecar: what is stored of them, and what runs for them.
//!
//! Owns the records; `pen` stores what becomes of them. A verb holds its mirror's lock from its first look to its
//! last write; what it started and could not finish (the process died, a cluster was away) is finished by
//! [`reconcile`](super::reconcile), which compares what was decided with what is.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicU64},
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
    mirror::Mirror,
    pen::NO_PEN,
    rates::Rate,
    record::{LinkRecord, MirrorRecord},
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
    store::{self, Store},
    window::Chunk,
};

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
    pub(super) pen: AtomicU64,
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
