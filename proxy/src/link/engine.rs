//! All links and mirrors of this sidecar: what is stored of them, and what runs for them.
//!
//! Owns the records and is the only writer of the state topic. A verb holds its mirror's lock from its first look to its
//! last write; what it started and could not finish (the process died, a cluster was away) is finished by
//! [`reconcile`](super::reconcile), which compares what was decided with what is.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use kagami_policies::{limits, mirror::Decided};
use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc, watch};

use super::{
    command::Refusal,
    errands::Errands,
    record::{LINK, LinkRecord, MIRROR, MirrorRecord},
    seal::Seal,
    snapshot::Snapshot,
};
use crate::{
    cluster::{self, Cluster},
    config::{Limits, link_settings},
    leader::{Leader, Partition, catchup::SourceReader, standby},
    net::{Dialer, Security, Side},
    properties::ClientSecurity,
    shutdown::Tasks,
    source::{self, Assignment, Event, Source, fetcher},
    store::{Entries, Store},
    window::Chunk,
};

/// Events of fetchers that wait; what does not fit is told again.
const EVENTS_MAX: usize = 1024;

/// Fetchers of one link at each source broker: more connections than this help no link.
const FETCHERS_MAX: u32 = 16;

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

/// A mirror with what is known of it.
#[derive(Debug)]
pub struct Mirror {
    pub topic: String,
    pub record: Mutex<MirrorRecord>,
    /// Held by whoever carries out a verb.
    pub verb: AsyncMutex<()>,
    /// Looks at the source that found the topic missing, in a row.
    pub missing: Mutex<Missing>,
    /// Held while the record is being stored, so that two changes never start from the same record.
    pub storing: AsyncMutex<()>,
}

/// How often, and in which look of the source's metadata, a topic was last found missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Missing {
    pub generation: u64,
    pub times: u32,
}

impl Mirror {
    /// The decided state.
    #[must_use]
    pub fn decided(&self) -> Decided {
        self.record.lock().decided()
    }

    /// A copy of the record.
    #[must_use]
    pub fn record(&self) -> MirrorRecord {
        self.record.lock().clone()
    }
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
    /// What is being done about differences between what was decided and what is.
    pub errands: Errands,
    pub events: mpsc::Sender<Event>,
    pub snapshot: watch::Sender<Arc<Snapshot>>,
    /// Something was decided or an errand has ended: look at once.
    pub look: Arc<Notify>,
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
        snapshot: watch::Sender<Arc<Snapshot>>,
    ) -> (Arc<Self>, mpsc::Receiver<Event>) {
        let (events, received) = mpsc::channel(EVENTS_MAX);
        let look = Arc::new(Notify::new());
        let engine = Self {
            cluster,
            leader,
            store,
            seal,
            limits,
            tasks,
            links: Mutex::default(),
            mirrors: Mutex::default(),
            errands: Errands::new(Arc::clone(&look)),
            events,
            snapshot,
            look,
        };
        (Arc::new(engine), received)
    }

    /// Takes over what the state topic holds. A record that cannot be read is left alone and said.
    pub fn load(&self, entries: &Entries) {
        for (key, value) in entries {
            if let Some(name) = key.strip_prefix(LINK) {
                match serde_json::from_str::<LinkRecord>(value) {
                    Ok(record) => self.start_link(name, record),
                    Err(error) => {
                        tracing::error!(link = name, %error, "the stored link cannot be read; it stays as it is")
                    }
                }
            } else if let Some(topic) = key.strip_prefix(MIRROR) {
                match serde_json::from_str::<MirrorRecord>(value) {
                    Ok(record) => {
                        self.add_mirror(topic, record);
                    }
                    Err(error) => {
                        tracing::error!(topic, %error, "the stored mirror cannot be read; it stays as it is")
                    }
                }
            }
        }
    }

    fn start_link(&self, name: &str, record: LinkRecord) {
        let settings = self.seal.open(&record.configs).and_then(|plain| self.source_settings(name, &plain));
        match settings {
            Ok(settings) => self.add_link(name, record, settings),
            Err(refusal) => {
                tracing::error!(link = name, problem = refusal.message, "the stored link cannot be started")
            }
        }
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
        let mirror = Arc::new(Mirror {
            topic: topic.to_owned(),
            record: Mutex::new(record),
            verb: AsyncMutex::new(()),
            missing: Mutex::default(),
            storing: AsyncMutex::new(()),
        });
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

    /// Stores a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn put<T: serde::Serialize>(&self, key: &str, record: &T) -> Result<(), Refusal> {
        let text =
            serde_json::to_string(record).map_err(|e| Refusal::new(500, "INTERNAL_ERROR", e.to_string()))?;
        self.store.write(&[(key.to_owned(), Some(text))]).await.map_err(|error| not_stored(&error))
    }

    /// Removes a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn remove(&self, key: String) -> Result<(), Refusal> {
        self.store.write(&[(key, None)]).await.map_err(|error| not_stored(&error))
    }

    /// What a link's plain settings mean for its source.
    ///
    /// # Errors
    /// Every mistake in the settings, the first one's key as the field.
    pub fn source_settings(
        &self,
        link: &str,
        plain: &BTreeMap<String, String>,
    ) -> Result<source::Settings, Refusal> {
        let bad =
            |field: &str, message: String| Refusal::new(400, "MISCONFIGURATION_ERROR", message).at(field);
        let mistakes = link_settings::mistakes(plain);
        if let Some(first) = mistakes.first() {
            let all = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            return Err(bad(&first.path, all));
        }
        for (name, only) in ONLY {
            if let Some(other) = plain.get(*name).filter(|value| !value.eq_ignore_ascii_case(only)) {
                return Err(bad(
                    name,
                    format!("{name}={other} does not exist yet: a link is {only}, made at the destination"),
                ));
            }
        }
        let security = ClientSecurity::from_properties(plain).map_err(|mistakes| {
            let all = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            bad(mistakes.first().map_or("security.protocol", |m| m.path.as_str()), all)
        })?;
        let security = Security::new(security);
        security.check().map_err(|error| bad("security.protocol", error))?;
        let number = |name: &str| {
            link_settings::value(plain, name).and_then(|v| v.trim().parse::<i64>().ok()).unwrap_or(0)
        };
        let bootstrap: Vec<String> = plain
            .get("bootstrap.servers")
            .map(|list| list.split(',').map(|a| a.trim().to_owned()).filter(|a| !a.is_empty()).collect())
            .unwrap_or_default();
        if bootstrap.is_empty() {
            return Err(bad(
                "bootstrap.servers",
                "bootstrap.servers is missing: name brokers of the source as host:port".to_owned(),
            ));
        }
        let client_id = plain
            .get("client.id")
            .cloned()
            .unwrap_or_else(|| format!("kagami-{link}-{}", self.cluster.node_id()));
        let mut dialer = Dialer::new(Side::Source, client_id, security);
        let timeout = u64::try_from(number("request.timeout.ms")).unwrap_or(0);
        if timeout > 0 {
            dialer.limits.request_timeout = Duration::from_millis(timeout);
        }
        dialer.limits.frame_bytes_max = self.limits.frame_bytes;
        // A full fetch and the batch that may come on top of it.
        dialer.limits.reserve_bytes = self.limits.fetch_bytes + (1 << 20);
        Ok(source::Settings {
            link: link.to_owned(),
            bootstrap,
            dialer,
            metadata_every: Duration::from_millis(
                u64::try_from(number("metadata.max.age.ms")).unwrap_or(0).clamp(100, 5_000),
            ),
            partition_bytes_max: usize::try_from(number("replica.fetch.max.bytes"))
                .unwrap_or(0)
                .clamp(1, self.limits.fetch_partition_bytes),
            bytes_max: self.limits.fetch_bytes,
            window_bytes_max: self.limits.partition_window_bytes,
            fetchers: u32::try_from(number("num.cluster.link.fetchers")).unwrap_or(1).clamp(1, FETCHERS_MAX),
            fetch_wait_ms: i32::try_from(number("replica.fetch.wait.max.ms"))
                .unwrap_or(limits::SOURCE_FETCH_WAIT_MS),
            fetch_bytes_min: i32::try_from(number("replica.fetch.min.bytes")).unwrap_or(1),
            bytes_per_second: u64::try_from(number("cluster.link.io.max.bytes.per.second")).unwrap_or(0),
        })
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

/// Settings of which one value works so far.
const ONLY: &[(&str, &str)] = &[("link.mode", "DESTINATION"), ("connection.mode", "OUTBOUND")];

/// Settings that are taken, so that a file need not be changed, and that nothing follows yet.
const WITHOUT_EFFECT: &[&str] = &[
    "consumer.offset.sync.enable",
    "acl.sync.enable",
    "auto.create.mirror.topics.enable",
    "consumer.group.prefix.enable",
];

/// What an operator must know about settings that were accepted.
#[must_use]
pub fn setting_warnings(plain: &BTreeMap<String, String>) -> Vec<String> {
    WITHOUT_EFFECT
        .iter()
        .filter(|name| plain.get(**name).is_some_and(|value| value.eq_ignore_ascii_case("true")))
        .map(|name| format!("{name}=true is stored and has no effect yet: this version does not do it"))
        .collect()
}

/// What a cluster's refusal means to the operator.
#[must_use]
pub fn refused(what: &str, error: &cluster::Error) -> Refusal {
    Refusal::new(503, "UNKNOWN", format!("{what}: {error}"))
}

fn not_stored(error: &cluster::Error) -> Refusal {
    refused("the state topic _kagami could not be written, so nothing was changed", error)
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
