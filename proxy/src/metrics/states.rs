//! Metrics that are read from the snapshot: what is unknown there is absent here.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

use super::table::{
    BUILD_INFO, FETCHED_BYTES, FETCHED_RECORDS, ISR_SIZE, LAG_RECORDS, LAG_SECONDS, LAST_FETCH, LEADING,
    LINK_STATE, MIRROR_END, MIRROR_STATE, MIRROR_TOPICS, Metric, REGISTERED, REPLICAS, RPO, SOURCE_AVAILABLE,
    SOURCE_END,
};
use crate::link::snapshot::{Mirror, Partition, Snapshot};

/// States of a mirror, as conventions of Cluster Linking name them.
const MIRROR_STATES: &[&str] = &[
    "ACTIVE",
    "FAILED",
    "LINK_FAILED",
    "LINK_PAUSED",
    "PAUSED",
    "PENDING_MIRROR",
    "PENDING_RESTORE",
    "PENDING_SETUP_FOR_RESTORE",
    "PENDING_STOPPED",
    "PENDING_SYNCHRONIZE",
    "SOURCE_UNAVAILABLE",
    "STOPPED",
];

const LINK_STATES: &[&str] = &["ACTIVE", "FAILED", "PAUSED", "UNAVAILABLE", "UNKNOWN"];

pub(super) fn render(snapshot: &Snapshot, text: &mut String) {
    family(text, REGISTERED, [(vec![], u8::from(snapshot.registered))]);
    family(text, BUILD_INFO, [(vec![env!("CARGO_PKG_VERSION").to_owned()], 1)]);
    links(snapshot, text);
    mirrors(snapshot, text);
    partitions(snapshot, text);
}

fn links(snapshot: &Snapshot, text: &mut String) {
    let links = || snapshot.links.iter();
    let states = links().flat_map(|link| {
        LINK_STATES.iter().map(|state| {
            (vec![link.link_name.clone(), (*state).to_owned()], u8::from(link.link_state == *state))
        })
    });
    family(text, LINK_STATE, states);
    // A paused link does not look whether its source is there.
    let reached = links().filter(|link| !matches!(link.link_state.as_str(), "PAUSED" | "UNKNOWN"));
    let available = reached.map(|link| (vec![link.link_name.clone()], u8::from(link.link_state == "ACTIVE")));
    family(text, SOURCE_AVAILABLE, available);
    let rpo = links().filter_map(|link| Some((vec![link.link_name.clone()], link.rpo_seconds?)));
    family(text, RPO, rpo);
}

fn mirrors(snapshot: &Snapshot, text: &mut String) {
    let mut counts: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for mirror in &snapshot.mirrors {
        *counts.entry(vec![mirror.link_name.clone(), mirror.mirror_status.clone()]).or_default() += 1;
    }
    family(text, MIRROR_TOPICS, counts);
    let states = snapshot.mirrors.iter().flat_map(|mirror| {
        MIRROR_STATES.iter().map(|state| {
            let labels =
                vec![mirror.link_name.clone(), mirror.mirror_topic_name.clone(), (*state).to_owned()];
            (labels, u8::from(mirror.mirror_status == *state))
        })
    });
    family(text, MIRROR_STATE, states);
    let sums = |value: fn(&Partition) -> u64| {
        snapshot
            .mirrors
            .iter()
            .map(move |mirror| (topic(mirror), mirror.partitions.iter().map(value).sum::<u64>()))
    };
    family(text, FETCHED_BYTES, sums(|partition| partition.fetched_bytes));
    family(text, FETCHED_RECORDS, sums(|partition| partition.fetched_records));
}

fn partitions(snapshot: &Snapshot, text: &mut String) {
    let each = || {
        let mirrors = snapshot.mirrors.iter().filter(|mirror| mirror.mirror_status != "STOPPED");
        mirrors.flat_map(|mirror| {
            mirror.partitions.iter().map(move |partition| {
                let mut labels = topic(mirror);
                labels.push(partition.partition.to_string());
                (labels, partition)
            })
        })
    };
    family(text, LAG_RECORDS, each().filter_map(|(labels, at)| Some((labels, at.lag?))));
    family(text, LAG_SECONDS, each().filter_map(|(labels, at)| Some((labels, at.lag_seconds?))));
    let fetches = each().filter_map(|(labels, at)| Some((labels, seconds(at.time_since_last_fetch_ms?))));
    family(text, LAST_FETCH, fetches);
    family(text, MIRROR_END, each().filter_map(|(labels, at)| Some((labels, at.local_log_end_offset?))));
    let ends = each().filter_map(|(labels, at)| Some((labels, at.last_fetch_source_high_watermark?)));
    family(text, SOURCE_END, ends);
    family(text, ISR_SIZE, each().map(|(labels, at)| (labels, at.isr.len())));
    family(text, REPLICAS, each().map(|(labels, at)| (labels, at.replicas.len())));
    let leading = each().map(|(labels, at)| (labels, u8::from(at.leader == snapshot.node_id)));
    family(text, LEADING, leading);
}

fn topic(mirror: &Mirror) -> Vec<String> {
    vec![mirror.link_name.clone(), mirror.mirror_topic_name.clone()]
}

#[expect(clippy::cast_precision_loss, reason = "a process does not run for 2^53 milliseconds")]
fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// Writes one metric with all its values; nothing when there are none.
pub(super) fn family<V: Display>(
    text: &mut String,
    metric: Metric,
    values: impl IntoIterator<Item = (Vec<String>, V)>,
) {
    let mut values = values.into_iter().peekable();
    if values.peek().is_none() {
        return;
    }
    let (name, kind) = (metric.name, metric.kind.name());
    let written = write!(text, "# HELP {name} {}\n# TYPE {name} {kind}\n", metric.help);
    written.expect("a string takes every text");
    for (labels, value) in values {
        debug_assert_eq!(labels.len(), metric.labels.len(), "{name}");
        text.push_str(name);
        for (index, (label, content)) in metric.labels.iter().zip(&labels).enumerate() {
            let before = if index == 0 { '{' } else { ',' };
            write!(text, "{before}{label}=\"{}\"", escaped(content)).expect("a string takes every text");
        }
        let after = if labels.is_empty() { "" } else { "}" };
        writeln!(text, "{after} {value}").expect("a string takes every text");
    }
}

fn escaped(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
