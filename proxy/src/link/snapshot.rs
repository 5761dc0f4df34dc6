//! What operators are shown: an immutable picture of every link and mirror, made anew when something changed.
//!
//! Field names are those of the REST answers. Secrets never get here: `configs` holds them as `[hidden]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The sidecar's whole world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Destination cluster id.
    pub cluster_id: String,
    /// Our virtual broker id.
    pub node_id: i32,
    /// Whether the destination's controllers see us unfenced.
    pub registered: bool,
    /// Why we are not registered or not ready, in words; `None` when all is well.
    pub problem: Option<String>,
    pub links: Vec<Link>,
    pub mirrors: Vec<Mirror>,
}

/// One link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Link {
    pub link_name: String,
    pub source_cluster_id: Option<String>,
    pub destination_cluster_id: String,
    /// `ACTIVE`, `FAILED`, `UNAVAILABLE`, `PAUSED` or `UNKNOWN`.
    pub link_state: String,
    /// `NO_ERROR`, `AUTHENTICATION_ERROR`, `UNRESOLVABLE_BOOTSTRAP_ERROR`, `BOOTSTRAP_TCP_CONNECTION_FAILED_ERROR`, `TIMEOUT_ERROR` …
    pub link_error: String,
    pub link_error_message: Option<String>,
    /// Milliseconds since the epoch at which the state began.
    pub since_ms: i64,
    pub topic_names: Vec<String>,
    /// Settings that differ from their defaults, secrets hidden.
    pub configs: BTreeMap<String, String>,
    /// Largest recovery point of its mirrors in seconds; `None` is unknown.
    pub rpo_seconds: Option<f64>,
}

/// One mirror topic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mirror {
    pub link_name: String,
    pub mirror_topic_name: String,
    pub source_topic_name: String,
    pub num_partitions: i32,
    /// `ACTIVE`, `PAUSED`, `LINK_PAUSED`, `LINK_FAILED`, `SOURCE_UNAVAILABLE`, `FAILED`, `PENDING_STOPPED`, `STOPPED`, `PENDING_MIRROR` …
    pub mirror_status: String,
    /// `NO_ERROR` or a mirror error such as `SOURCE_TOPIC_ID_CHANGED`.
    pub mirror_topic_error: String,
    /// The error in words, with what to do.
    pub error_message: Option<String>,
    pub since_ms: i64,
    /// Largest lag of its partitions; `None` is unknown, never 0.
    pub max_lag: Option<i64>,
    pub partitions: Vec<Partition>,
}

/// One partition of a mirror.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    pub partition: i32,
    /// Same words as [`Mirror::mirror_status`].
    pub state: String,
    pub reason: Option<String>,
    pub leader: i32,
    pub leader_epoch: i32,
    pub isr: Vec<i32>,
    pub replicas: Vec<i32>,
    pub log_start_offset: i64,
    /// End of the mirror: what is stored on every in-sync real replica. `None` where we do not lead the partition.
    pub local_log_end_offset: Option<i64>,
    /// End of the shortest log among the real in-sync replicas; `None` while one of them has not fetched from the leader.
    #[serde(default)]
    pub stored_offset: Option<i64>,
    /// Source high watermark at the last successful fetch.
    pub last_fetch_source_high_watermark: Option<i64>,
    /// `None` when the source's end is not known to be recent.
    pub lag: Option<i64>,
    /// Seconds since the mirror last held all of the source; `None` when unknown.
    pub lag_seconds: Option<f64>,
    pub time_since_last_fetch_ms: Option<i64>,
    /// Bytes taken from the source since this sidecar started.
    pub fetched_bytes: u64,
    /// Records (offset slots) taken from the source since this sidecar started.
    pub fetched_records: u64,
}
