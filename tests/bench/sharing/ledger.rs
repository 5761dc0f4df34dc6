//! Who leads what, with the controllers' own times: read from the metadata log on the controller's disk, so that nobody
//! has to be asked while things happen.

use std::collections::BTreeMap;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use harness::Cluster;
use kagami_codec::batch::{BatchHeader, batches, records};
use kagami_codec::record::MetadataRecord;
use kagami_codec::types::Uuid;

/// A partition: topic and index.
pub(crate) type Slot = (String, i32);

/// A file of batches that grows.
#[derive(Debug)]
pub(crate) struct Growing {
    path: PathBuf,
    read: u64,
}

impl Growing {
    pub(crate) const fn from_start(path: PathBuf) -> Self {
        Self { path, read: 0 }
    }

    /// Only what comes after this call.
    pub(crate) fn from_end(path: PathBuf) -> Self {
        let mut growing = Self::from_start(path);
        growing.batches();
        growing
    }

    /// Complete batches that came since the last look.
    pub(crate) fn batches(&mut self) -> Vec<(BatchHeader, Bytes)> {
        let Ok(mut file) = std::fs::File::open(&self.path) else { return Vec::new() };
        if file.metadata().is_ok_and(|now| now.len() <= self.read) {
            return Vec::new();
        }
        let mut set = Vec::new();
        if file.seek(SeekFrom::Start(self.read)).is_err() || file.read_to_end(&mut set).is_err() {
            return Vec::new();
        }
        let set = Bytes::from(set);
        let found: Vec<_> = batches(&set)
            .map_while(Result::ok)
            .map(|(at, header)| (header, set.slice(at..at + header.size())))
            .collect();
        self.read += found.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        found
    }
}

/// The first segment of a partition on a broker's disk. Nothing here grows to a second one.
pub(crate) fn segment(log_dir: &Path, (topic, partition): &Slot) -> PathBuf {
    log_dir.join(format!("{topic}-{partition}")).join("00000000000000000000.log")
}

/// Milliseconds since 1970, the unit of the log's own times.
pub(crate) fn now() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
    i64::try_from(passed.as_millis()).expect("63 bits are enough")
}

/// Where a partition stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) leader: i32,
    pub(crate) epoch: i32,
    pub(crate) replicas: Vec<i32>,
    pub(crate) adding: Vec<i32>,
}

/// One thing that the log told.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// When the controller wrote it.
    pub(crate) at: i64,
    pub(crate) slot: Slot,
    /// Whether it made a leader.
    pub(crate) led: bool,
    /// How things stood after it.
    pub(crate) place: Place,
}

/// The metadata log of a cluster whose first broker is its controller.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: Growing,
    names: BTreeMap<Uuid, String>,
    places: BTreeMap<Slot, Place>,
    changes: Vec<Change>,
}

impl Ledger {
    pub(crate) fn of(cluster: &Cluster) -> Self {
        let dir = cluster.brokers()[0].log_dir();
        let file = Growing::from_start(segment(&dir, &("__cluster_metadata".to_owned(), 0)));
        Self { file, names: BTreeMap::new(), places: BTreeMap::new(), changes: Vec::new() }
    }

    /// Reads on.
    pub(crate) fn read(&mut self) {
        for (header, bytes) in self.file.batches() {
            if header.is_control() {
                continue;
            }
            let records = records(bytes).expect("the metadata log is not compressed");
            for record in records {
                let decoded = record.value.map(MetadataRecord::decode);
                if let Some(Ok(decoded)) = decoded {
                    self.apply(record.timestamp, decoded);
                }
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "only topics and partitions count here")]
    fn apply(&mut self, at: i64, record: MetadataRecord) {
        match record {
            MetadataRecord::Topic(topic) => {
                self.names.insert(topic.topic_id, topic.name);
            }
            MetadataRecord::Partition(p) => {
                let Some(name) = self.names.get(&p.topic_id) else { return };
                let (leader, epoch) = (p.leader, p.leader_epoch);
                let place = Place { leader, epoch, replicas: p.replicas, adding: p.adding_replicas };
                self.note(at, (name.clone(), p.partition_id), true, place);
            }
            MetadataRecord::PartitionChange(p) => {
                let Some(name) = self.names.get(&p.topic_id) else { return };
                let slot = (name.clone(), p.partition_id);
                let mut place = self.places.get(&slot).cloned().unwrap_or_default();
                // As Kafka merges a change: a leader in the record, even the same one, is a new epoch; -2 leaves it.
                let led = p.leader != -2;
                if led {
                    place.leader = p.leader;
                    place.epoch += 1;
                }
                place.replicas = p.replicas.unwrap_or(place.replicas);
                place.adding = p.adding_replicas.unwrap_or(place.adding);
                self.note(at, slot, led, place);
            }
            _ => {}
        }
    }

    fn note(&mut self, at: i64, slot: Slot, led: bool, place: Place) {
        self.places.insert(slot.clone(), place.clone());
        self.changes.push(Change { at, slot, led, place });
    }

    /// How far it has read: where [`Ledger::since`] goes on later.
    pub(crate) const fn mark(&self) -> usize {
        self.changes.len()
    }

    /// What came since a mark.
    pub(crate) fn since(&self, mark: usize) -> &[Change] {
        &self.changes[mark..]
    }

    /// Partitions of these topics, and where they stand.
    pub(crate) fn places<'a>(&'a self, topics: &'a [String]) -> impl Iterator<Item = (&'a Slot, &'a Place)> {
        self.places.iter().filter(|((topic, _), _)| topics.contains(topic))
    }

    /// Partitions of these topics that a node leads, with their leader epochs.
    pub(crate) fn led_by(&self, topics: &[String], node: i32) -> Vec<(Slot, i32)> {
        let led = self.places(topics).filter(|(_, place)| place.leader == node);
        led.map(|(slot, place)| (slot.clone(), place.epoch)).collect()
    }

    /// How many partitions of these topics each node leads.
    pub(crate) fn counts(&self, topics: &[String]) -> BTreeMap<i32, usize> {
        let mut counts = BTreeMap::new();
        for (_, place) in self.places(topics) {
            *counts.entry(place.leader).or_default() += 1;
        }
        counts
    }
}
