//! Logs as they lie on disk, read without Kagami's own code, and their comparison.

use std::fs;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;

use crate::cluster::Cluster;
use crate::eventually;

/// Bytes of a batch before its first record.
const HEADER: usize = 61;
/// Partition leader epoch: outside the CRC, and the only field that may differ between a source and its mirror.
const EPOCH: std::ops::Range<usize> = 12..16;

/// One record batch (magic 2) with its place.
#[derive(Clone, PartialEq, Eq)]
pub struct Batch {
    /// File name of the segment, such as `00000000000000000000.log`.
    pub segment: String,
    pub bytes: Bytes,
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let crc = u32::from_be_bytes(self.field(17));
        write!(
            f,
            "offsets {}..={} records {} bytes {} crc {crc:08x} attributes {:#06x} epoch {} producer {}/{} sequence {} in {}",
            self.base_offset(),
            self.last_offset(),
            self.records(),
            self.bytes.len(),
            self.attributes(),
            self.leader_epoch(),
            self.producer_id(),
            i16::from_be_bytes(self.field(51)),
            i32::from_be_bytes(self.field(53)),
            self.segment,
        )
    }
}

impl Batch {
    fn field<const N: usize>(&self, at: usize) -> [u8; N] {
        self.bytes[at..at + N].try_into().expect("a batch has its whole header")
    }

    /// Offset of its first record slot.
    #[must_use]
    pub fn base_offset(&self) -> i64 {
        i64::from_be_bytes(self.field(0))
    }

    /// Offset of its last record slot (also when compaction has removed that record).
    #[must_use]
    pub fn last_offset(&self) -> i64 {
        self.base_offset() + i64::from(i32::from_be_bytes(self.field(23)))
    }

    /// Partition leader epoch.
    #[must_use]
    pub fn leader_epoch(&self) -> i32 {
        i32::from_be_bytes(self.field(12))
    }

    /// Compression in bits 0–2, timestamp type in 3, transactional in 4, control in 5.
    #[must_use]
    pub fn attributes(&self) -> i16 {
        i16::from_be_bytes(self.field(21))
    }

    /// −1 without one.
    #[must_use]
    pub fn producer_id(&self) -> i64 {
        i64::from_be_bytes(self.field(43))
    }

    /// Number of records that it holds; fewer than its offsets span after compaction.
    #[must_use]
    pub fn records(&self) -> i32 {
        i32::from_be_bytes(self.field(57))
    }
}

/// Batches of a partition in `log_dir`, segment by segment. A batch that is still being written ends the list.
#[must_use]
pub fn segments_in(log_dir: &Path, topic: &str, partition: i32) -> Vec<Batch> {
    let dir = log_dir.join(format!("{topic}-{partition}"));
    let mut files: Vec<_> = fs::read_dir(&dir)
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "log"));
    // Names are base offsets with leading zeros: their order is the order of the log.
    files.sort();
    let mut batches = Vec::new();
    for file in files {
        let segment = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Ok(content) = fs::read(&file) else { continue };
        let mut rest = Bytes::from(content);
        while rest.len() >= HEADER {
            let length = u32::from_be_bytes(rest[8..12].try_into().expect("four bytes"));
            let length = 12 + usize::try_from(length).expect("32 bits fit");
            if length < HEADER || length > rest.len() {
                break;
            }
            batches.push(Batch { segment: segment.clone(), bytes: rest.split_to(length) });
        }
    }
    batches
}

/// The first difference between two logs outside the leader epochs, in words; `Ok` carries the number of batches.
///
/// Where the segments are cut does not matter. Batches that end before `from` (a log start) are left out on both sides,
/// because either side may still hold the whole of a trimmed segment.
pub fn compare(source: &[Batch], mirror: &[Batch], from: i64) -> Result<usize, String> {
    let source: Vec<_> = source.iter().filter(|batch| batch.last_offset() >= from).collect();
    let mirror: Vec<_> = mirror.iter().filter(|batch| batch.last_offset() >= from).collect();
    for (index, (ours, theirs)) in mirror.iter().zip(&source).enumerate() {
        if let Some(at) = first_difference(&ours.bytes, &theirs.bytes) {
            return Err(format!(
                "batch {index} differs first at byte {at}\n  source {theirs:?}\n  mirror {ours:?}"
            ));
        }
    }
    if source.len() == mirror.len() {
        return Ok(source.len());
    }
    let shorter = source.len().min(mirror.len());
    Err(format!(
        "source has {} batches, the mirror has {}; the first ones without a partner: source {:?}, mirror {:?}",
        source.len(),
        mirror.len(),
        source.get(shorter),
        mirror.get(shorter)
    ))
}

fn first_difference(ours: &[u8], theirs: &[u8]) -> Option<usize> {
    let differs = |at: &usize| !EPOCH.contains(at) && ours.get(*at) != theirs.get(*at);
    // Whole slices first: byte by byte is slow for megabytes in an unoptimised build.
    if ours.len() == theirs.len()
        && ours[..EPOCH.start] == theirs[..EPOCH.start]
        && ours[EPOCH.end..] == theirs[EPOCH.end..]
    {
        return None;
    }
    (0..ours.len().max(theirs.len())).find(differs)
}

/// The partition of a topic on a cluster.
pub type Place<'a> = (&'a Cluster, &'a str, i32);

/// Panics with the first difference unless the partition on broker `node` of `destination` has the batches that the
/// source's leader has, byte for byte outside the leader epochs, from the source's log start on. Answers with the number
/// of batches. The destination's own word on where the mirror starts is not asked for: it could hide a lost head.
pub fn assert_same_log(source: Place<'_>, destination: Place<'_>, node: i32) -> usize {
    same_log(source, destination, node).unwrap_or_else(|difference| panic!("{difference}"))
}

/// Waits until every partition of `mirror` on every real replica of `destination` is an image of `topic`, as
/// [`assert_same_log`] means it; panics with the first difference after `timeout`. The source must be at rest.
pub fn wait_same_log(source: &Cluster, topic: &str, destination: &Cluster, mirror: &str, timeout: Duration) {
    let count =
        source.client().describe_topic(topic).expect("the source topic can be described").partitions.len();
    eventually(timeout, "every replica is an image of the source", || {
        let described = destination.client().describe_topic(mirror).map_err(|failure| failure.message)?;
        if described.partitions.len() != count {
            return Err(format!("{count} source partitions, {} of the mirror", described.partitions.len()));
        }
        for partition in described.partitions {
            let place = partition.partition;
            let real = |id: &&i32| destination.brokers().iter().any(|broker| broker.id == **id);
            let replicas: Vec<_> = partition.replicas.iter().filter(real).collect();
            if replicas.is_empty() {
                return Err(format!("{mirror}-{place} has no real replica: {:?}", partition.replicas));
            }
            for node in replicas {
                same_log((source, topic, place), (destination, mirror, place), *node)?;
            }
        }
        Ok(())
    });
}

fn same_log(source: Place<'_>, destination: Place<'_>, node: i32) -> Result<usize, String> {
    let described = source.0.client().describe_topic(source.1).map_err(|failure| failure.message)?;
    let leader = described.partitions[index(source.2)].leader;
    let start = log_start(source)?;
    let from = source.0.segments(source.1, source.2, leader);
    let to = destination.0.segments(destination.1, destination.2, node);
    compare(&from, &to, start).map_err(|difference| {
        format!(
            "{}-{} on node {node} is no image of {}-{}: {difference}",
            destination.1, destination.2, source.1, source.2
        )
    })
}

fn log_start((cluster, topic, partition): Place<'_>) -> Result<i64, String> {
    let starts = cluster.client().offsets(topic, "earliest").map_err(|failure| failure.message)?;
    starts.get(index(partition)).copied().ok_or_else(|| format!("{topic} has no partition {partition}"))
}

fn index(partition: i32) -> usize {
    usize::try_from(partition).expect("partitions count from 0")
}
