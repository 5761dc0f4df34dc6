//! Logs as they lie on disk, read without Kagami's own code, and their comparison.

use std::fs;
use std::path::Path;

use bytes::Bytes;

use crate::cluster::Cluster;

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
/// Where the segments are cut does not matter. Batches of `source` that end before `from` (the mirror's log start)
/// are left out on both sides, because either side may still hold the whole of a trimmed segment.
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

/// Panics with the first difference unless the partition on broker `node` of `destination` has the batches that the
/// source's leader has, byte for byte outside the leader epochs, from the mirror's log start on.
pub fn assert_same_log(
    source: (&Cluster, &str, i32),
    destination: (&Cluster, &str, i32),
    node: i32,
) -> usize {
    let (from, to) = (
        read_leader(source.0, source.1, source.2),
        destination.0.segments(destination.1, destination.2, node),
    );
    let start = log_start(source).max(log_start(destination));
    compare(&from, &to, start).unwrap_or_else(|difference| {
        panic!(
            "{}-{} on node {node} is no image of {}-{}: {difference}",
            destination.1, destination.2, source.1, source.2
        )
    })
}

fn read_leader(cluster: &Cluster, topic: &str, partition: i32) -> Vec<Batch> {
    let described = cluster.client().describe_topic(topic).expect("the source topic can be described");
    let leader = described.partitions[usize::try_from(partition).expect("a partition index")].leader;
    cluster.segments(topic, partition, leader)
}

fn log_start((cluster, topic, partition): (&Cluster, &str, i32)) -> i64 {
    let starts = cluster.client().offsets(topic, "earliest").expect("the log start can be asked for");
    starts[usize::try_from(partition).expect("a partition index")]
}
