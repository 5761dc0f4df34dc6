//! What is kept of a link and of a mirror, as JSON in the state topic. Fields that a newer sidecar added survive an
//! older one.

use std::collections::BTreeMap;

use kagami_policies::mirror::{Decided, Failure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::CutoverReport;
use crate::door::Stage;

/// Prefix of link keys in the state topic.
pub const LINK: &str = "link/";
/// Prefix of mirror keys.
pub const MIRROR: &str = "mirror/";
/// Prefix of cutover keys; a link's name follows. There is none as long as nobody cut it over.
pub const CUTOVER: &str = "cutover/";

/// A link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkRecord {
    /// As given by the operator; secrets sealed or as references.
    pub configs: BTreeMap<String, String>,
    pub source_cluster_id: Option<String>,
    pub created_ms: i64,
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

/// Why the topic is being opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    Promote,
    Failover,
}

/// A mirror.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MirrorRecord {
    pub link: String,
    pub source_topic: String,
    /// Empty from sources without topic ids.
    #[serde(default)]
    pub source_topic_id: String,
    /// Empty until the topic exists.
    #[serde(default)]
    pub mirror_topic_id: String,
    /// The word of [`Decided::name`].
    pub state: String,
    #[serde(default)]
    pub failure: Option<String>,
    #[serde(default)]
    pub failure_message: Option<String>,
    /// Partitions that cannot go on while the others do.
    #[serde(default)]
    pub failed_partitions: BTreeMap<i32, FailedPartition>,
    pub since_ms: i64,
    pub replication_factor: i16,
    pub partitions: i32,
    /// The `max.message.bytes` that the topic gets when it is opened; `None` is the cluster's default.
    #[serde(default)]
    pub max_message_bytes: Option<String>,
    /// Configs for the creation, kept until it is done.
    #[serde(default)]
    pub configs: BTreeMap<String, String>,
    /// `earliest`, `latest` or a time: where partitions begin that have nothing yet.
    #[serde(default)]
    pub start: String,
    /// What that meant when the mirror was made, for each partition that was there: whoever finds nothing in a partition
    /// begins it here, however often sidecars died since.
    #[serde(default)]
    pub starts: BTreeMap<i32, i64>,
    #[serde(default)]
    pub stop: Option<Stop>,
    /// Of a failover: the leader epochs under which the mirror got its last records, by partition, stored before clients
    /// can write. What is open beyond is theirs, however late the failover is finished.
    #[serde(default)]
    pub last_epochs: BTreeMap<i32, i32>,
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

/// Why one partition cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPartition {
    pub failure: String,
    pub message: String,
}

impl MirrorRecord {
    /// The state behind the stored word. An unknown word, from a newer sidecar, is kept closed.
    #[must_use]
    pub fn decided(&self) -> Decided {
        match self.state.as_str() {
            "PENDING_MIRROR" => Decided::PendingMirror,
            "ACTIVE" => Decided::Active,
            "PENDING_STOPPED" => Decided::PendingStopped,
            "STOPPED" => Decided::Stopped,
            "FAILED" => Decided::Failed(Failure::parse(self.failure.as_deref().unwrap_or_default())),
            _ => Decided::Paused,
        }
    }

    /// Puts a state into the record.
    pub fn decide(&mut self, decided: &Decided, now_ms: i64) {
        decided.name().clone_into(&mut self.state);
        self.since_ms = now_ms;
        self.failure = match decided {
            Decided::Failed(failure) => Some(failure.name().to_owned()),
            Decided::PendingMirror
            | Decided::Active
            | Decided::Paused
            | Decided::PendingStopped
            | Decided::Stopped => None,
        };
        if self.failure.is_none() {
            self.failure_message = None;
        }
    }
}

/// A cutover of a link's front doors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutoverRecord {
    /// The word of a [`Phase`].
    pub phase: String,
    /// Mirror topics that are opened.
    pub topics: Vec<String>,
    pub max_pause_ms: u64,
    /// When writes were held, in milliseconds since the epoch.
    pub fenced_ms: i64,
    /// The highest producer id that the source gave to clients of the doors, as far as they know; -1 for none. Such a client
    /// may write with it for the first time on the destination, which must not give it to another.
    #[serde(default = "none")]
    pub producer_id: i64,
    /// What was found and done so far; its own phase is not looked at.
    #[serde(default)]
    pub report: CutoverReport,
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

const fn none() -> i64 {
    -1
}

/// How far a cutover is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// All doors are to hold writes.
    Fencing,
    /// The mirrors are to get the last records, and transactions to end.
    Draining,
    /// All doors are to hold commits too, and groups are taken along.
    Groups,
    /// From here on there is only forward: the mirrors are opened.
    Opening,
    /// All doors are to lead to the destination.
    Switching,
    Done,
    /// Called off; everything is as before.
    Undone,
}

impl Phase {
    const ALL: [(Self, &str); 7] = [
        (Self::Fencing, "FENCING"),
        (Self::Draining, "DRAINING"),
        (Self::Groups, "GROUPS"),
        (Self::Opening, "OPENING"),
        (Self::Switching, "SWITCHING"),
        (Self::Done, "DONE"),
        (Self::Undone, "UNDONE"),
    ];

    /// The word in records and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(phase, _)| *phase == self).map_or("", |(_, name)| name)
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Undone)
    }

    /// Where doors lead meanwhile.
    #[must_use]
    pub const fn stage(self) -> Stage {
        match self {
            Self::Fencing | Self::Draining => Stage::Fenced,
            Self::Groups | Self::Opening => Stage::Held,
            Self::Switching | Self::Done => Stage::Destination,
            Self::Undone => Stage::Source,
        }
    }
}

impl CutoverRecord {
    /// The phase behind the stored word. An unknown word, from a newer sidecar, holds everything.
    #[must_use]
    pub fn phase(&self) -> Phase {
        Phase::ALL.iter().find(|(_, name)| *name == self.phase).map_or(Phase::Opening, |(phase, _)| *phase)
    }

    /// The report as it stands.
    #[must_use]
    pub fn told(&self) -> CutoverReport {
        CutoverReport { phase: self.phase.clone(), ..self.report.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_newer_sidecar_wrote_survives() {
        let text = r#"{"link":"l","source_topic":"t","state":"ACTIVE","since_ms":1,"replication_factor":1,"partitions":2,"new":{"x":1}}"#;
        let record: MirrorRecord = serde_json::from_str(text).expect("a record");
        let again = serde_json::to_value(&record).expect("a value");
        assert_eq!(again["new"]["x"], 1);
        assert_eq!(record.decided(), Decided::Active);
    }

    #[test]
    fn an_unknown_state_stays_closed() {
        let text = r#"{"link":"l","source_topic":"t","state":"PENDING_RESTORE","since_ms":1,"replication_factor":1,"partitions":2}"#;
        let record: MirrorRecord = serde_json::from_str(text).expect("a record");
        assert_eq!(record.decided(), Decided::Paused);
    }
}
