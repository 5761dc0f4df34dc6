//! What an operator can ask of a link or a mirror, and what comes back.
//!
//! The admin server and the command line speak in these values; nothing else changes links or mirrors. Every command
//! can be repeated: a second run finds the first one's work and says so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One request to change links or mirrors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Make a link from client properties plus link settings (`bootstrap.servers`, `sasl.*`, `ssl.*`, `link.*` …).
    CreateLink {
        link: String,
        /// What the operator takes the source for; refused when it is another cluster.
        source_cluster_id: Option<String>,
        configs: BTreeMap<String, String>,
        validate_only: bool,
    },
    /// Change settings of a link while it runs; `None` returns a setting to its default.
    AlterLink { link: String, configs: BTreeMap<String, Option<String>>, validate_only: bool },
    /// Remove a link. Refused while mirrors use it, unless `force`, which first stops them where they are (failover).
    DeleteLink { link: String, force: bool, validate_only: bool },
    /// Make a topic on the destination the image of one at the source.
    CreateMirror {
        link: String,
        topics: Topics,
        /// Replicas on real brokers; `None` is the smaller of 3 and the number of live brokers.
        replication_factor: Option<i16>,
        /// Topic configs that win over those copied from the source.
        configs: BTreeMap<String, String>,
        validate_only: bool,
    },
    /// Stop mirroring and forget the mirror; the topic stays, closed as it was, unless `delete_topic`.
    DeleteMirror { link: Option<String>, mirror_topic: String, delete_topic: bool, validate_only: bool },
    /// Apply a verb to the mirrors that `selection` names.
    Apply { verb: Verb, link: Option<String>, selection: Selection, validate_only: bool },
    /// Move the clients of a link's front doors from the source to the destination, or look whether that can be done, or
    /// call it off.
    Cutover(Cutover),
}

/// How to cut over; see [`Command::Cutover`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cutover {
    pub link: String,
    pub step: CutoverStep,
    /// Tells one wish from the next: a cutover that ended is not begun again by the same wish. Any text that was not used
    /// before, for example the time.
    pub id: String,
    /// Mirror topics to open; empty is all of the link that are not open yet. The others stay as they are.
    #[serde(default)]
    pub topics: Vec<String>,
    /// Writes wait at the doors for so long at most, in milliseconds; then everything is as before.
    pub max_pause_ms: u64,
    /// How long the mirrors may take to come close to their sources before writes are held, in milliseconds.
    pub timeout_ms: u64,
}

/// What is wanted of a cutover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutoverStep {
    /// Only say what would happen and what stands in the way.
    DryRun,
    /// Do it.
    Start,
    /// Let writes pass to the source again; only before the mirrors are opened.
    Undo,
}

impl Cutover {
    /// [`Self::max_pause_ms`] unless it is given.
    pub const MAX_PAUSE_MS: u64 = 30_000;
    /// [`Self::timeout_ms`] unless it is given.
    pub const TIMEOUT_MS: u64 = 300_000;
}

/// Which topic is mirrored under which name. The link's prefix tells the one that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topics {
    Source(String),
    Mirror(String),
    Both { source: String, mirror: String },
}

impl Topics {
    /// The mirror's name as far as it was said, else the source topic's.
    #[must_use]
    pub fn said(&self) -> &str {
        match self {
            Self::Mirror(name) | Self::Source(name) | Self::Both { mirror: name, .. } => name,
        }
    }

    /// Source topic and mirror topic over a link with this prefix. A mirror's name without it is taken for the source's.
    #[must_use]
    pub fn resolved(self, prefix: &str) -> (String, String) {
        match self {
            Self::Both { source, mirror } => (source, mirror),
            Self::Source(source) => {
                let mirror = format!("{prefix}{source}");
                (source, mirror)
            }
            Self::Mirror(mirror) => match mirror.strip_prefix(prefix) {
                Some(source) => (source.to_owned(), mirror),
                None => Self::Source(mirror).resolved(prefix),
            },
        }
    }
}

/// What can be done to a mirror. Promises stand in the README's table of verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Stop fetching; the mirror stays read-only.
    Pause,
    /// Fetch again.
    Resume,
    /// Open the topic for writes after proof that it holds all of the source.
    Promote,
    /// Open the topic for writes as it is, with or without the source.
    Failover,
}

impl Verb {
    /// The word in REST paths and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Promote => "promote",
            Self::Failover => "failover",
        }
    }
}

/// The mirrors that a verb is meant for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// Exactly these mirror topics; an unknown one is answered with an error of its own.
    Names(Vec<String>),
    /// Every mirror whose whole name matches this regular expression.
    Pattern(String),
}

/// The answer to an accepted [`Command`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// One entry for each mirror that the command touched; empty for commands about a link itself.
    pub mirrors: Vec<MirrorOutcome>,
    /// Things the operator should know although the command succeeded.
    pub warnings: Vec<String>,
    /// What became of a cutover; `None` for every other command.
    #[serde(default)]
    pub cutover: Option<CutoverReport>,
}

/// What a cutover did, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CutoverReport {
    pub link: String,
    /// As in [`Cutover::id`].
    pub id: String,
    /// `DRY_RUN`, `FENCING`, `DRAINING`, `GROUPS`, `OPENING`, `SWITCHING`, `DONE` or `UNDONE`.
    pub phase: String,
    /// Why it was undone.
    pub error: Option<Refusal>,
    /// What stands in the way of a cutover now; each alone keeps it from beginning.
    pub obstacles: Vec<Refusal>,
    /// What the operator should know, and what is left to do.
    pub notes: Vec<String>,
    pub topics: Vec<CutoverTopic>,
    pub groups: Vec<CutoverGroup>,
    /// From the moment that writes were held to the moment that they passed to the destination, the longest of all
    /// sidecars, in milliseconds.
    pub pause_ms: Option<u64>,
    /// Client connections that were closed so that clients look for their brokers anew.
    pub connections_closed: u64,
    /// Each step with the milliseconds that it took, in order.
    pub steps: Vec<(String, u64)>,
}

/// A topic of a cutover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CutoverTopic {
    pub source_topic: String,
    pub mirror_topic: String,
    pub partitions: Vec<CutoverPartition>,
}

/// Where a partition went over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CutoverPartition {
    pub partition: i32,
    /// Last offset of the source; -1 when it is empty from 0 on.
    pub source_last_offset: i64,
    /// The first offset that the destination gives.
    pub destination_first_offset: i64,
}

/// A group whose offsets were taken along.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CutoverGroup {
    pub group: String,
    /// Partitions whose committed offset is the same on both sides now.
    pub partitions: u64,
    /// Why some are not.
    pub error: Option<String>,
}

/// What a verb did to one mirror. An error here leaves the mirror as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MirrorOutcome {
    pub mirror_topic: String,
    /// `None` when the verb was carried out (or, on a dry run, would be).
    pub error: Option<Refusal>,
    pub partitions: Vec<PartitionOutcome>,
    /// What was done beside the verb itself, for example open transactions that were aborted.
    pub notes: Vec<String>,
}

/// Where one partition stood when the verb was decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionOutcome {
    pub partition: i32,
    /// End of the mirror: the next offset that a producer will get. `None` where we do not lead the partition.
    pub mirror_end_offset: Option<i64>,
    /// End of the source as last seen; `None` when it was never seen.
    pub source_end_offset: Option<i64>,
    /// Records (offset slots) that the source was known to have beyond the mirror; `None` is unknown, never 0.
    pub lag: Option<i64>,
    /// Milliseconds since the source last answered for this partition.
    pub time_since_last_fetch_ms: Option<i64>,
    pub error: Option<Refusal>,
}

/// Why something was not done, in words for a person, with codes for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// HTTP status that fits: 400 bad input, 401, 403, 404 unknown, 409 conflict, 422 not now, 503 a cluster is out of reach.
    pub status: u16,
    /// A stable word, from the enums of Cluster Linking where one fits (`SOURCE_UNAVAILABLE`, `TOPIC_EXISTS_ERROR` …).
    pub code: String,
    /// The setting or argument at fault, as the operator wrote it.
    pub field: Option<String>,
    /// What happened, where, and what to do next.
    pub message: String,
}

impl Refusal {
    /// A refusal without a field.
    #[must_use]
    pub fn new(status: u16, code: &str, message: impl Into<String>) -> Self {
        Self { status, code: code.to_owned(), field: None, message: message.into() }
    }

    /// Names the setting or argument at fault.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_a_link_tells_the_name_that_is_left_out() {
        let check = |topics: Topics, prefix: &str, expected: (&str, &str)| {
            let (source, mirror) = topics.resolved(prefix);
            assert_eq!((source.as_str(), mirror.as_str()), expected);
        };
        let (source, mirror) =
            (|name: &str| Topics::Source(name.to_owned()), |name: &str| Topics::Mirror(name.to_owned()));
        check(source("orders"), "", ("orders", "orders"));
        check(mirror("orders"), "", ("orders", "orders"));
        check(source("orders"), "us.", ("orders", "us.orders"));
        check(source("us.orders"), "us.", ("us.orders", "us.us.orders"));
        check(mirror("us.orders"), "us.", ("orders", "us.orders"));
        check(mirror("orders"), "us.", ("orders", "us.orders"));
        let both = Topics::Both { source: "a".to_owned(), mirror: "b".to_owned() };
        check(both, "us.", ("a", "b"));
    }
}
