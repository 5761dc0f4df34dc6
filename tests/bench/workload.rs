//! The topic that everybody copies.

use std::path::Path;

use harness::Cluster;

use crate::LEADER;

/// Partitions of every topic.
pub(crate) const PARTITIONS: i32 = 6;
/// Bytes of a record's value.
const RECORD_BYTES: u64 = 1_024;
/// Records of one command to the driver, which has three minutes for each.
const CHUNK: u64 = 100_000;

/// A topic whose only replicas are on the leader.
#[derive(Debug)]
pub(crate) struct Workload {
    pub(crate) topic: String,
    pub(crate) compression: String,
    pub(crate) records: u64,
    /// Bytes on the leader's disk.
    pub(crate) bytes: u64,
}

impl Workload {
    /// Writes `megabytes` (2^20 bytes of values; half of each value is random, half repeats).
    pub(crate) fn fill(source: &Cluster, compression: &str, megabytes: u64) -> Self {
        let mut workload = Self::empty(source, &format!("bench-{compression}"));
        workload.compression = compression.to_owned();
        workload.records = megabytes * 1_048_576 / RECORD_BYTES;
        let config =
            [("compression.type", compression), ("batch.size", "131072"), ("linger.ms", "20"), ("acks", "1")];
        let mut left = workload.records;
        while left > 0 {
            let count = left.min(CHUNK);
            let bulk = serde_json::json!({
                "count": count, "size": RECORD_BYTES, "partitions": PARTITIONS, "seed": left,
            });
            source.client().produce_bulk(&workload.topic, &bulk, &config).expect("the source takes records");
            left -= count;
        }
        workload.bytes = source.bytes_stored(&workload.topic, LEADER);
        workload
    }

    /// A topic without records.
    pub(crate) fn empty(source: &Cluster, topic: &str) -> Self {
        let assignment = [&[LEADER][..]; PARTITIONS as usize];
        source.client().create_topic_on(topic, &assignment, &[]).expect("the topic is new");
        Self { topic: topic.to_owned(), compression: "none".to_owned(), records: 0, bytes: 0 }
    }

    /// Megabytes (10^6 bytes) on the leader's disk.
    #[allow(clippy::cast_precision_loss, reason = "for people")]
    pub(crate) fn megabytes(&self) -> f64 {
        self.bytes as f64 / 1e6
    }
}

/// Bytes in the segments of one partition in a log directory.
pub(crate) fn bytes_of(logs: &Path, topic: &str, partition: i32) -> u64 {
    std::fs::read_dir(logs.join(format!("{topic}-{partition}")))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "log"))
        .filter_map(|entry| entry.metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}
