//! Leading mirror partitions: what followers and clients of the virtual broker get.
//!
//! Owns every [`Partition`] in whose replica list we stand. Learns from the metadata log which of them it leads
//! ([`Observer`]), is fed through [`Partition::append`], and serves what the windows hold. Refuses every client write.

pub mod catchup;
pub mod fetch;
pub mod handover;
pub mod isr;
pub mod partition;
pub mod session;
pub mod standby;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use dashmap::DashMap;
use kagami_codec::types::Uuid;
use kagami_policies::{leader::Millis, producer_ids};
use tokio::{
    sync::{Notify, mpsc},
    time::Instant,
};

use self::partition::CatchUp;
pub use self::partition::Partition;
use crate::{
    cluster::{
        self, Observer,
        image::{self, Changes, Image, Key},
    },
    pulse::Pulse,
    window::Budget,
};

/// Where the clock of all partitions starts, in milliseconds: at one hour, so that "never" (0) is long ago from the
/// first moment on.
pub const CLOCK_START_MS: Millis = 3_600_000;

/// A follower that has not asked for this long, in milliseconds, does not hold up other partitions. Live followers ask
/// twice a second.
const STANDSTILL_MS: Millis = 2_000;

/// Catch-up reads that wait their turn; a follower asks again for those that found no place.
const CATCH_UPS_WAITING: usize = 1024;

/// The partitions of a topic that we stand in.
#[derive(Debug, Default)]
struct Topic {
    id: Uuid,
    partitions: BTreeMap<i32, Arc<Partition>>,
}

/// See the module.
#[derive(Debug)]
pub struct Leader {
    node_id: i32,
    incarnation: Uuid,
    cluster_id: String,
    budget: Arc<Budget>,
    pulse: Arc<Pulse>,
    partitions: DashMap<Key, Arc<Partition>>,
    topics: DashMap<String, Topic>,
    started: Instant,
    /// Something about our partitions changed: a role, a replica list, a follower that may join.
    changed: Notify,
    isr_wanted: Notify,
    /// A partition may be on its way to another sidecar.
    yields: Notify,
    /// Largest producer id in mirrored batches that a fresh producer could be given.
    producer_horizon: AtomicI64,
    /// Ids from here on are out of every fresh producer's reach.
    producer_bound: AtomicI64,
    catch_ups: mpsc::Sender<CatchUp>,
}

impl Leader {
    /// A leader of nothing yet, and the catch-up reads that it will want. Nothing is led before the metadata log knows
    /// `incarnation` as the one behind `node_id`: until then another process has the id, or our own last run.
    #[must_use]
    pub fn new(
        node_id: i32,
        incarnation: Uuid,
        cluster_id: String,
        budget: Arc<Budget>,
        pulse: Arc<Pulse>,
    ) -> (Arc<Self>, mpsc::Receiver<CatchUp>) {
        let (catch_ups, wanted) = mpsc::channel(CATCH_UPS_WAITING);
        let leader = Self {
            node_id,
            incarnation,
            cluster_id,
            budget,
            pulse,
            partitions: DashMap::new(),
            topics: DashMap::new(),
            started: Instant::now(),
            changed: Notify::new(),
            isr_wanted: Notify::new(),
            yields: Notify::new(),
            producer_horizon: AtomicI64::new(-1),
            producer_bound: AtomicI64::new(producer_ids::bound(0)),
            catch_ups,
        };
        (Arc::new(leader), wanted)
    }

    /// Our virtual broker id.
    #[must_use]
    pub const fn node_id(&self) -> i32 {
        self.node_id
    }

    /// Milliseconds since start: the clock of all partitions.
    #[must_use]
    pub fn now(&self) -> Millis {
        CLOCK_START_MS + u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    /// Waits until what we know of our leadership was known a moment ago, see [`Pulse`].
    pub async fn awake(&self) {
        self.pulse.sure().await;
    }

    /// Bytes of all windows.
    #[must_use]
    pub const fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// A partition by key.
    #[must_use]
    pub fn partition(&self, key: Key) -> Option<Arc<Partition>> {
        self.partitions.get(&key).map(|p| Arc::clone(&p))
    }

    /// A partition by topic name.
    #[must_use]
    pub fn named(&self, topic: &str, partition: i32) -> Option<Arc<Partition>> {
        self.topics.get(topic)?.partitions.get(&partition).map(Arc::clone)
    }

    /// Whether we stand in the replica lists of this topic.
    #[must_use]
    pub fn has_topic(&self, topic: &str) -> bool {
        self.topics.contains_key(topic)
    }

    /// All partitions of a topic that we stand in, by number.
    #[must_use]
    pub fn of_topic(&self, topic: &str) -> BTreeMap<i32, Arc<Partition>> {
        self.topics.get(topic).map(|t| t.partitions.clone()).unwrap_or_default()
    }

    /// Id of a topic that we stand in.
    #[must_use]
    pub fn topic_id(&self, topic: &str) -> Option<Uuid> {
        self.topics.get(topic).map(|t| t.id)
    }

    /// Every partition that we stand in.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Partition>> {
        self.partitions.iter().map(|p| Arc::clone(p.value())).collect()
    }

    /// A producer id stands in a mirrored batch.
    pub fn producer_seen(&self, id: i64) {
        if id < self.producer_bound.load(Ordering::Relaxed) {
            self.producer_horizon.fetch_max(id, Ordering::Relaxed);
        }
    }

    /// The controllers will hand out `next`: how far fresh producers can come depends on it.
    pub fn producers_at(&self, next: i64) {
        self.producer_bound.store(producer_ids::bound(next), Ordering::Relaxed);
    }

    /// Largest producer id within reach that was seen in mirrored batches since we started; -1 for none.
    #[must_use]
    pub fn producer_horizon(&self) -> i64 {
        self.producer_horizon.load(Ordering::Relaxed)
    }

    /// The budget is used up: windows whose followers stand still give up what they hold.
    pub fn shed(&self) {
        let idle_since = self.now().saturating_sub(STANDSTILL_MS);
        for partition in self.all() {
            if partition.shed(idle_since) {
                tracing::warn!(
                    topic = partition.topic,
                    partition = partition.key.partition,
                    "its followers stand still, so its window gives way to others"
                );
            }
        }
    }

    /// Waits for the metadata log to change something about our partitions. Cancel safe.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn sync_partition(&self, image: &Image, key: Key, virtuals: &[i32]) {
        let topic = image.topics.get(&key.topic_id);
        let told = topic.and_then(|t| t.partitions.get(&key.partition));
        let (Some(topic), Some(told)) = (topic, told.filter(|p| self.concerns(p))) else {
            if let Some((_, partition)) = self.partitions.remove(&key) {
                let gone = image::Partition {
                    replicas: Vec::new(),
                    isr: Vec::new(),
                    adding: Vec::new(),
                    removing: Vec::new(),
                    leader: -1,
                    leader_epoch: i32::MAX,
                    partition_epoch: i32::MAX,
                    directories: Vec::new(),
                };
                partition.told(gone, Vec::new(), 1, self.now());
                if let Some(mut topic) =
                    self.topics.get_mut(&partition.topic).filter(|t| t.id == key.topic_id)
                {
                    topic.partitions.remove(&key.partition);
                }
                self.topics
                    .remove_if(&partition.topic, |_, t| t.id == key.topic_id && t.partitions.is_empty());
            }
            return;
        };
        let partition = Arc::clone(&self.partitions.entry(key).or_insert_with(|| {
            let told = told.clone();
            Arc::new(Partition::new(key, topic.name.clone(), self.node_id, Arc::clone(&self.budget), told))
        }));
        {
            let mut entry = self.topics.entry(topic.name.clone()).or_default();
            if entry.id != topic.id {
                *entry = Topic { id: topic.id, partitions: BTreeMap::new() };
            }
            entry.partitions.entry(key.partition).or_insert_with(|| Arc::clone(&partition));
        }
        let mut told = told.clone();
        if told.leader == self.node_id && !self.is_us(image) {
            told.leader = -1;
        }
        partition.told(told, virtuals.to_vec(), min_insync(image, &topic.name), self.now());
    }

    /// Whether the broker with our id is this process.
    fn is_us(&self, image: &Image) -> bool {
        image.brokers.get(&self.node_id).is_some_and(|broker| broker.incarnation == self.incarnation)
    }

    fn concerns(&self, partition: &image::Partition) -> bool {
        partition.replicas.contains(&self.node_id) || partition.leader == self.node_id
    }
}

/// The topic's `min.insync.replicas`, else the cluster's dynamic default, else Kafka's.
fn min_insync(image: &Image, topic: &str) -> usize {
    const NAME: &str = "min.insync.replicas";
    image
        .topic_config(topic, NAME)
        .or_else(|| image.cluster_config(NAME))
        .and_then(|v| v.parse().ok())
        .unwrap_or(1)
}

impl Observer for Leader {
    fn changed(&self, image: &Image, changes: &Changes) {
        let virtuals: Vec<i32> = image
            .brokers
            .values()
            .filter(|b| cluster::is_virtual(&self.cluster_id, self.node_id, b))
            .map(|b| b.id)
            .collect();
        let mut keys: Vec<Key> = changes.partitions.iter().copied().collect();
        if changes.everything {
            keys.extend(self.partitions.iter().map(|p| *p.key()));
            keys.extend(
                image
                    .topics
                    .values()
                    .flat_map(|t| t.partitions.keys().map(|p| Key { topic_id: t.id, partition: *p })),
            );
        } else if changes.brokers.iter().any(|id| virtuals.contains(id)) || changes.configs.contains("") {
            keys.extend(self.partitions.iter().map(|p| *p.key()));
        } else if !changes.configs.is_empty() {
            let named = |p: &Partition| changes.configs.contains(&p.topic);
            keys.extend(self.partitions.iter().filter(|p| named(p.value())).map(|p| *p.key()));
        }
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.sync_partition(image, key, &virtuals);
        }
        self.isr_wanted.notify_one();
        self.yields.notify_one();
        self.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::record::{MetadataRecord, PartitionRecord, RegisterBrokerRecord, TopicRecord};

    use super::*;

    const US: i32 = 1001;
    const OURS: Uuid = Uuid([1; 16]);
    const THEIRS: Uuid = Uuid([2; 16]);
    const KEY: Key = Key { topic_id: Uuid([7; 16]), partition: 0 };

    fn registered(image: &mut Image, incarnation_id: Uuid) -> Changes {
        let mut changes = Changes::default();
        let record = RegisterBrokerRecord { broker_id: US, incarnation_id, ..Default::default() };
        image.apply(MetadataRecord::RegisterBroker(record), &mut changes);
        changes
    }

    #[test]
    fn nothing_is_led_while_another_process_has_our_id() {
        let (leader, _) = Leader::new(US, OURS, "cluster".to_owned(), Budget::new(1 << 20), Arc::default());
        let mut image = Image::new();
        let mut changes = registered(&mut image, THEIRS);
        let topic = TopicRecord { name: "orders".to_owned(), topic_id: KEY.topic_id, ..Default::default() };
        image.apply(MetadataRecord::Topic(topic), &mut changes);
        let partition = PartitionRecord {
            topic_id: KEY.topic_id,
            partition_id: 0,
            replicas: vec![US, 1],
            isr: vec![US, 1],
            leader: US,
            leader_epoch: 0,
            ..Default::default()
        };
        image.apply(MetadataRecord::Partition(partition), &mut changes);
        Observer::changed(&*leader, &image, &changes);
        let role = || leader.partition(KEY).expect("we stand in it").view().role;
        assert_eq!(role(), "standby");

        let changes = registered(&mut image, OURS);
        Observer::changed(&*leader, &image, &changes);
        assert_eq!(role(), "recovering");

        let changes = registered(&mut image, THEIRS);
        Observer::changed(&*leader, &image, &changes);
        assert_eq!(role(), "standby", "somebody registered over us");
    }
}
