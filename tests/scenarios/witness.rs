//! A mirror under load that is watched all the time: whatever happens, a consumer sees every record once and in order,
//! ends never go back, and when it is over the logs are equal and the state is told as it is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use harness::{Background, Cluster, Options, eventually, unique, wait_same_log};
use serde_json::{Value, json};

use crate::stage::{LINK, PATIENCE, Stage};

fn is_consecutive(offsets: &[i64]) -> Result<(), String> {
    match offsets.iter().zip(0..).find(|(offset, expected)| **offset != *expected) {
        Some((offset, expected)) => Err(format!("offset {offset} came where {expected} was due")),
        None => Ok(()),
    }
}

/// A consumer of a mirror saw every record once, in order, with the source's content. Answers with how many.
pub(crate) fn check_seen(reader: Background, source: &Cluster, topic: &str) -> usize {
    let seen = reader.stop();
    let truth = source
        .client()
        .consume(json!({"topic": topic, "isolation": "read_uncommitted", "brief": true}))
        .expect("the source gives records");
    let truth: BTreeMap<(i32, i64), u32> = truth
        .iter()
        .map(|record| {
            ((record.partition, record.offset), record.checksum.expect("a brief read has checksums"))
        })
        .collect();
    let mut offsets: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    let all = seen["seen"].as_array().expect("a reader tells what it saw");
    for each in all {
        let place: (i32, i64, i64) = serde_json::from_value(each.clone()).expect("three numbers");
        let checksum = truth.get(&(place.0, place.1)).copied().map(i64::from);
        assert_eq!(
            checksum,
            Some(place.2),
            "{topic}-{} offset {}: not what the source has",
            place.0,
            place.1
        );
        offsets.entry(place.0).or_default().push(place.1);
    }
    for (partition, offsets) in &offsets {
        is_consecutive(offsets)
            .unwrap_or_else(|why| panic!("{topic}-{partition}: {why}; {}", seen["failures"]));
    }
    all.len()
}

/// Asks for the ends of the mirror again and again until `over`; panics when one goes backwards.
fn watch_ends(destination: &Cluster, topic: &str, over: &AtomicBool) {
    let mut highest: Vec<i64> = Vec::new();
    while !over.load(Ordering::Relaxed) {
        // While nobody leads there is no answer, which is no answer that goes backwards.
        if let Ok(ends) = destination.client().end_offsets(topic) {
            highest.resize(ends.len(), 0);
            for (partition, (highest, end)) in highest.iter_mut().zip(ends).enumerate() {
                assert!(end >= *highest, "the end of {topic}-{partition} went from {highest} back to {end}");
                *highest = end;
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Stops watching also when the test fails.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `act` while the ends of `topic` are watched.
pub(crate) fn while_ends_are_watched(destination: &Cluster, topic: &str, act: impl FnOnce()) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let ends = scope.spawn(|| watch_ends(destination, topic, &over));
        let over = Over(&over);
        act();
        drop(over);
        ends.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// Id of the destination's active controller.
pub(crate) fn active_controller(destination: &Cluster) -> i32 {
    let quorum = destination.client().call("describe_quorum", json!({})).expect("the quorum answers");
    quorum["leader"].as_i64().and_then(|id| i32::try_from(id).ok()).expect("an id")
}

/// Makes a mirror of a topic with this many partitions, and runs `act` while records come in at the source and
/// consumers read at the destination. Afterwards everything has to be right; `brokers` are the real brokers that are to
/// be in sync then.
pub(crate) fn under_load(
    stage: &Stage,
    name: &str,
    partitions: i32,
    brokers: &[i32],
    act: impl FnOnce(&str),
) {
    let topic = unique(name);
    stage.source.client().create_topic(&topic, partitions, 1, &[]).expect("the topic is new");
    stage.kagami.create_mirror(&topic, LINK).ok();
    stage.wait_led_by_sidecar(&topic);
    let load = stage.source.client().load(&topic, partitions, 200, &[("acks", "all")]);
    // The sidecar is among their bootstrap servers: when all brokers are away for a moment, clients start over there
    // (KIP-899), and the brokers may have moved meanwhile.
    let bootstrap = format!("{},{}", stage.destination.bootstrap(), stage.kagami.address());
    let client = stage.destination.client().with("bootstrap.servers", &bootstrap);
    let readers = ["read_uncommitted", "read_committed"].map(|isolation| client.watch(&topic, isolation));
    while_ends_are_watched(&stage.destination, &topic, || act(&topic));
    let done = load.stop();
    assert_eq!(done["failures"], json!([]), "the source refused records");
    assert!(done["acknowledged"].as_array().is_some_and(|all| !all.is_empty()), "the source took nothing");
    settled(stage, &topic, brokers);
    check_readers(&stage.source, &topic, readers);
}

/// How many records a reader has seen.
pub(crate) fn seen_by(status: &Value) -> usize {
    status["count"].as_u64().and_then(|count| usize::try_from(count).ok()).expect("a reader counts")
}

/// Waits until the readers are at the end, and looks at what they saw.
pub(crate) fn check_readers<const N: usize>(source: &Cluster, topic: &str, readers: [Background; N]) {
    let total: i64 = source.client().end_offsets(topic).expect("the source tells its ends").iter().sum();
    let total = usize::try_from(total).expect("a count");
    for reader in readers {
        eventually(PATIENCE, "a consumer of the mirror sees all", || {
            let status = reader.status();
            if seen_by(&status) >= total { Ok(()) } else { Err(format!("{status} of {total}")) }
        });
        assert_eq!(check_seen(reader, source, topic), total);
    }
}

/// With the source at rest: every replica is an image of it, the sidecar leads, exactly `brokers` are in sync beside it,
/// and REST and command line tell so.
pub(crate) fn settled(stage: &Stage, topic: &str, brokers: &[i32]) {
    stage.wait_led_by_sidecar(topic);
    wait_same_log(&stage.source, topic, &stage.destination, topic, PATIENCE);
    let ends = stage.source.client().end_offsets(topic).expect("the source tells its ends");
    eventually(PATIENCE, "the mirror is told as it is", || told_right(stage, topic, brokers, &ends));
    let described = stage.kagami.cli(&[
        "mirror",
        "describe",
        topic,
        "--admin",
        &format!("http://{}", stage.kagami.admin()),
    ]);
    assert!(described.ok().contains("ACTIVE"), "{described:?}");
}

fn told_right(stage: &Stage, topic: &str, brokers: &[i32], ends: &[i64]) -> Result<(), String> {
    let told = stage.kagami.rest("GET", &format!("/links/{LINK}/mirrors/{topic}"), None);
    let told: Value = serde_json::from_str(&told.body).map_err(|error| error.to_string())?;
    let metadata = stage.destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
    let partitions = told["partitions"].as_array().cloned().unwrap_or_default();
    let all = told["mirror_status"] == "ACTIVE"
        && told["max_lag"] == 0
        && partitions.len() == ends.len()
        && metadata.partitions.len() == ends.len();
    let one = |(index, end): (usize, &i64)| {
        let (ours, theirs) = (&partitions[index], &metadata.partitions[index]);
        let mut isr: Vec<i32> = serde_json::from_value(ours["isr"].clone()).unwrap_or_default();
        let mut of_metadata = theirs.isr.clone();
        isr.sort_unstable();
        of_metadata.sort_unstable();
        let mut wanted = brokers.to_vec();
        wanted.push(stage.kagami.id());
        ours["state"] == "ACTIVE"
            && ours["lag"] == 0
            && ours["local_log_end_offset"] == *end
            && ours["leader"] == theirs.leader
            && ours["replicas"] == json!(theirs.replicas)
            && isr == of_metadata
            && isr == wanted
    };
    if all && ends.iter().enumerate().all(one) {
        Ok(())
    } else {
        Err(format!("{told}\nbeside {metadata:?}, ends {ends:?}"))
    }
}

/// The options of most scenarios here.
pub(crate) fn options(expected_errors: &[&str]) -> Options {
    let expected_errors = expected_errors.iter().map(|text| (*text).to_owned()).collect();
    Options { expected_errors, ..Options::default() }
}
