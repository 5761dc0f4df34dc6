//! What a cluster counts, and what lies on its disks.

use std::path::Path;

use serde_json::json;

use crate::Cluster;

impl Cluster {
    /// Bytes of batches that the brokers sent to consumers of a topic since they were started, as they count them
    /// themselves (`BytesOutPerSec`). A link is a consumer of its source.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    pub fn bytes_sent(&self, topic: &str) -> u64 {
        let name = format!("kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec,topic={topic}");
        let of = |pid: u32| {
            let told = self.client().call("bean", json!({"pid": pid, "name": name}));
            told.expect("a broker tells its counters")[&name].as_f64().unwrap_or(0.0) as u64
        };
        self.brokers().iter().map(|broker| of(broker.pid())).sum()
    }

    /// Bytes in the segments of all partitions of a topic on a broker.
    #[must_use]
    pub fn bytes_stored(&self, topic: &str, node: i32) -> u64 {
        let entries = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten();
        let is_ours = |name: &str| {
            name.strip_prefix(topic)
                .and_then(|rest| rest.strip_prefix('-'))
                .is_some_and(|n| n.parse::<u32>().is_ok())
        };
        let is_segment = |path: &Path| path.extension().is_some_and(|extension| extension == "log");
        let directories = self.broker(node).log_dirs();
        let partitions = directories.iter().flat_map(|path| entries(path));
        let partitions = partitions.filter(|entry| entry.file_name().to_str().is_some_and(is_ours));
        let files = partitions.flat_map(|entry| entries(&entry.path()));
        let segments = files.filter(|entry| is_segment(&entry.path()));
        segments.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
    }
}
