//! The JSON that the admin server speaks, for both of its ends: the server writes it, the command line reads it.
//!
//! Names and nesting are those of `/kafka/v3/clusters/{id}/links`; fields of ours stand beside them.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config::link_settings;
use crate::link::command::{CutoverReport, CutoverStep, MirrorOutcome, Outcome, PartitionOutcome, Refusal};
use crate::link::snapshot::{Link, Mirror};
use crate::properties::{HIDDEN, is_secret};

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The HTTP status.
    pub error_code: u16,
    /// A stable word.
    pub error: String,
    pub message: String,
    /// The setting or argument at fault.
    pub field: Option<String>,
}

impl From<&Refusal> for ErrorBody {
    fn from(refusal: &Refusal) -> Self {
        let Refusal { status, code, field, message } = refusal.clone();
        Self { error_code: status, error: code, message, field }
    }
}

impl From<ErrorBody> for Refusal {
    fn from(body: ErrorBody) -> Self {
        Self { status: body.error_code, code: body.error, field: body.field, message: body.message }
    }
}

/// A list with its address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List<T> {
    pub kind: String,
    pub metadata: Value,
    pub data: Vec<T>,
    /// Things the operator should know although the request succeeded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl<T> List<T> {
    /// All of a list at once; there are no further pages.
    #[must_use]
    pub fn new(kind: &str, url: &str, data: Vec<T>) -> Self {
        let metadata = json!({ "self": url, "next": null });
        Self { kind: kind.to_owned(), metadata, data, warnings: Vec::new() }
    }
}

/// A cluster that this sidecar serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    pub kind: String,
    pub cluster_id: String,
}

/// Body that makes a link; its name is in the query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewLink {
    /// What the source is taken for; the link is refused when the source tells another id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_cluster_id: Option<String>,
    pub configs: Vec<Entry>,
}

/// Body that makes a mirror.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewMirror {
    /// The mirror topic's without the link's prefix when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_topic_name: Option<String>,
    /// The source topic's behind the link's prefix when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror_topic_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replication_factor: Option<i16>,
    pub configs: Vec<Entry>,
}

/// One setting in a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub value: Option<String>,
    /// `SET` (also when absent) or `DELETE`, which returns to the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
}

/// Body that changes settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alterations {
    pub data: Vec<Entry>,
}

/// Body of a verb: names or a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mirrors {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror_topic_names: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror_topic_name_pattern: Option<String>,
}

/// Body of a comparison; empty compares all partitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Comparison {
    pub partitions: Vec<i32>,
}

/// Body of a cutover; what is absent has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewCutover {
    /// To start when absent.
    pub step: Option<CutoverStep>,
    /// [`Self::fresh_id`] when absent. Who may have to ask again tells one, and the same each time.
    pub id: Option<String>,
    /// Mirror topics to open; empty is all of the link that are not open yet.
    pub topics: Vec<String>,
    pub max_pause_ms: Option<u64>,
    pub timeout_ms: Option<u64>,
}

impl NewCutover {
    /// Longest pause that can be asked for. Producers give up what waits longer than their `delivery.timeout.ms`, which
    /// is 2 minutes by default and seldom above 10: a longer pause would lose the writes that it is meant to keep.
    pub const MAX_PAUSE_MS_MAX: u64 = 600_000;
    /// Longest wait for the mirrors that can be asked for: a day. What is not close by then falls behind.
    pub const TIMEOUT_MS_MAX: u64 = 86_400_000;
    /// Longest [`Self::id`] in bytes; it is stored.
    pub const ID_BYTES_MAX: usize = 255;

    /// A text that no cutover was called before: milliseconds since 1970 and the number of this process.
    #[must_use]
    pub fn fresh_id() -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}", now.as_millis(), std::process::id())
    }
}

/// What a verb did to one mirror.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Altered {
    pub kind: String,
    pub mirror_topic_name: String,
    pub error_code: Option<u16>,
    pub error: Option<String>,
    pub error_message: Option<String>,
    pub mirror_lags: Vec<AlteredLag>,
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Where one partition stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlteredLag {
    pub partition: i32,
    /// `null` is unknown, never 0.
    pub lag: Option<i64>,
    pub last_source_fetch_offset: Option<i64>,
    /// `null` where the sidecar does not lead the partition.
    pub mirror_end_offset: Option<i64>,
    pub time_since_last_fetch_ms: Option<i64>,
    pub error_code: Option<u16>,
    pub error: Option<String>,
    pub error_message: Option<String>,
}

impl From<MirrorOutcome> for Altered {
    fn from(outcome: MirrorOutcome) -> Self {
        let (error_code, error, error_message) = split(outcome.error);
        Self {
            kind: "KafkaAlterMirrorStatusResponseData".to_owned(),
            mirror_topic_name: outcome.mirror_topic,
            error_code,
            error,
            error_message,
            mirror_lags: outcome.partitions.into_iter().map(AlteredLag::from).collect(),
            notes: outcome.notes,
        }
    }
}

impl From<PartitionOutcome> for AlteredLag {
    fn from(outcome: PartitionOutcome) -> Self {
        let (error_code, error, error_message) = split(outcome.error);
        Self {
            partition: outcome.partition,
            lag: outcome.lag,
            last_source_fetch_offset: outcome.source_end_offset,
            mirror_end_offset: outcome.mirror_end_offset,
            time_since_last_fetch_ms: outcome.time_since_last_fetch_ms,
            error_code,
            error,
            error_message,
        }
    }
}

fn split(refusal: Option<Refusal>) -> (Option<u16>, Option<String>, Option<String>) {
    refusal.map_or((None, None, None), |refusal| {
        (Some(refusal.status), Some(refusal.code), Some(refusal.message))
    })
}

fn join(status: Option<u16>, code: Option<String>, message: Option<String>) -> Option<Refusal> {
    status.map(|status| Refusal::new(status, &code.unwrap_or_default(), message.unwrap_or_default()))
}

impl From<Altered> for MirrorOutcome {
    fn from(altered: Altered) -> Self {
        let partition = |lag: AlteredLag| PartitionOutcome {
            partition: lag.partition,
            mirror_end_offset: lag.mirror_end_offset,
            source_end_offset: lag.last_source_fetch_offset,
            lag: lag.lag,
            time_since_last_fetch_ms: lag.time_since_last_fetch_ms,
            error: join(lag.error_code, lag.error, lag.error_message),
        };
        Self {
            mirror_topic: altered.mirror_topic_name,
            error: join(altered.error_code, altered.error, altered.error_message),
            partitions: altered.mirror_lags.into_iter().map(partition).collect(),
            notes: altered.notes,
        }
    }
}

impl From<List<Altered>> for Outcome {
    fn from(list: List<Altered>) -> Self {
        let mirrors = list.data.into_iter().map(MirrorOutcome::from).collect();
        Self { mirrors, warnings: list.warnings, cutover: None }
    }
}

/// A link with its kind and address, over the fields of [`Link`].
#[must_use]
pub fn link(link: &Link, url: &str) -> Value {
    let mut link = link.clone();
    for (name, value) in &mut link.configs {
        if is_secret(name) {
            HIDDEN.clone_into(value);
        }
    }
    extended(&link, &json!({ "kind": "KafkaLinkData", "metadata": { "self": url }, "tasks": [] }))
}

/// A mirror with its kind, address and lags, over the fields of [`Mirror`].
#[must_use]
pub fn mirror(mirror: &Mirror, url: &str) -> Value {
    let lags: Vec<_> = mirror
        .partitions
        .iter()
        .map(|partition| {
            json!({
                "partition": partition.partition,
                "lag": partition.lag,
                "last_source_fetch_offset": partition.last_fetch_source_high_watermark,
            })
        })
        .collect();
    extended(
        mirror,
        &json!({
            "kind": "KafkaMirrorData",
            "metadata": { "self": url },
            "state_time_ms": mirror.since_ms,
            "mirror_lags": lags,
        }),
    )
}

/// What became of a cutover, with its kind.
#[must_use]
pub fn cutover(report: &CutoverReport) -> Value {
    extended(report, &json!({ "kind": "KagamiCutover" }))
}

fn extended(value: &impl Serialize, more: &Value) -> Value {
    let mut value = serde_json::to_value(value).expect("our shapes have text keys only");
    if let (Some(fields), Some(more)) = (value.as_object_mut(), more.as_object()) {
        fields.extend(more.clone());
    }
    value
}

/// The settings of a link: what was given, then the defaults of the rest.
#[must_use]
pub fn link_configs(link: &Link, cluster_id: &str) -> Vec<Value> {
    let defaults = link_settings::LINK.iter().filter_map(|setting| Some((setting.name, setting.default?)));
    let mut values: BTreeMap<&str, (&str, bool)> =
        defaults.map(|(name, default)| (name, (default, true))).collect();
    values.extend(link.configs.iter().map(|(name, value)| (name.as_str(), (value.as_str(), false))));
    let entry = |(name, (value, is_default)): (&str, (&str, bool))| {
        let sensitive = is_secret(name);
        json!({
            "kind": "KafkaLinkConfigData",
            "cluster_id": cluster_id,
            "link_name": link.link_name,
            "name": name,
            "value": if sensitive { Value::Null } else { Value::from(value) },
            "default": is_default,
            "read_only": name == "cluster.link.prefix",
            "sensitive": sensitive,
            "source": if is_default { "DEFAULT_CONFIG" } else { "DYNAMIC_CLUSTER_LINK_CONFIG" },
            "synonyms": [name],
        })
    };
    values.into_iter().map(entry).collect()
}
