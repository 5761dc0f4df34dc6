//! What a view costs beside the bytes that it passes on: clients that are idle, and what each client asks at its start.

use std::time::{Duration, Instant};

use harness::{Plain, unique, wait_until};
use kagami_codec::message::{
    ApiVersionsRequest, CreateTopicsRequest, MetadataRequest, create_topics_request::CreatableTopic,
};

use super::ways::{Stand, Way};
use crate::gauge::{cpu_seconds, peak_mebibytes};

/// Connections that are held open, where the machine allows so many.
const CONNECTIONS: usize = 10_000;
/// Open files that a process needs for other things.
const OTHER_FILES: usize = 200;
const TOPICS: usize = 1_000;
const PARTITIONS: i32 = 10;
const ASKED: usize = 500;
/// Until ten thousand partitions are made.
const PATIENCE: Duration = Duration::from_secs(300);
/// Topics of one request.
const AT_ONCE: usize = 100;
/// Versions that all brokers from 3.9 on know.
const METADATA: i16 = 12;
const CREATE_TOPICS: i16 = 7;

/// Memory of a sidecar with many idle clients, each with a connection to the broker behind it.
pub(super) fn idle(version: &str) {
    let stand = Stand::set(version, Way::Identity);
    let pid = stand.pid().expect("there is a view");
    let (before, all) = (stand.resident_mebibytes(), CONNECTIONS.min((open_files(pid) - OTHER_FILES) / 2));
    let mut held = Vec::with_capacity(all);
    let begun = Instant::now();
    for _ in 0..all {
        let mut client = Plain::connect(&stand.bootstrap).expect("the view takes clients");
        client.ask(0, &ApiVersionsRequest::default()).expect("the broker answers through the view");
        held.push(client);
    }
    println!(
        "bench: {all} idle connections through a view: {:.0} MiB, {before:.0} before, at most {:.0}; made in {:.1} s",
        stand.resident_mebibytes(),
        peak_mebibytes(pid),
        begun.elapsed().as_secs_f64()
    );
    let asked = Instant::now();
    held.last_mut()
        .expect("there are some")
        .ask(METADATA, &MetadataRequest { topics: None, ..Default::default() })
        .expect("the broker answers through the view");
    println!("bench:   metadata for one of them: {:.1} ms", asked.elapsed().as_secs_f64() * 1e3);
}

/// The hard limit of a process.
fn open_files(pid: u32) -> usize {
    let limits = std::fs::read_to_string(format!("/proc/{pid}/limits")).expect("the process runs");
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|hard| hard.parse().ok()).unwrap_or(1_024)
}

/// What an answer about a thousand topics takes.
pub(super) fn metadata(version: &str) {
    println!(
        "\n| Metadata, {TOPICS} topics with {PARTITIONS} partitions each | p50 ms | p99 ms | sidecar's core-ms |\n|---|---|---|---|"
    );
    for way in [Way::Direct, Way::Identity, Way::Prefix] {
        let stand = Stand::set(version, way);
        let mut client = Plain::connect(&stand.bootstrap).expect("somebody listens");
        make_topics(&mut client);
        wait_until(PATIENCE, "the broker knows all topics", || tell_all(&mut client).len() > TOPICS * 100);
        let mut ask = || {
            let begun = Instant::now();
            tell_all(&mut client);
            begun.elapsed().as_secs_f64() * 1e3
        };
        for _ in 0..ASKED {
            ask();
        }
        let used = |stand: &Stand| stand.pid().map_or(0.0, cpu_seconds);
        let before = used(&stand);
        let mut taken: Vec<f64> = (0..ASKED).map(|_| ask()).collect();
        let each = (used(&stand) - before) * 1e3 / count(ASKED);
        taken.sort_by(f64::total_cmp);
        println!("| {} | {:.2} | {:.2} | {each:.2} |", way.name(), taken[ASKED / 2], taken[ASKED * 99 / 100]);
    }
}

fn tell_all(client: &mut Plain) -> Vec<u8> {
    client.ask_unread(METADATA, &MetadataRequest { topics: None, ..Default::default() }).expect("an answer")
}

fn make_topics(client: &mut Plain) {
    for _ in 0..TOPICS / AT_ONCE {
        let topics = (0..AT_ONCE).map(|_| CreatableTopic {
            name: unique("asked"),
            num_partitions: PARTITIONS,
            replication_factor: 1,
            ..Default::default()
        });
        let request =
            CreateTopicsRequest { topics: topics.collect(), timeout_ms: 60_000, ..Default::default() };
        let made = client.ask(CREATE_TOPICS, &request).expect("the broker answers");
        assert!(made.topics.iter().all(|topic| topic.error_code == 0), "{made:?}");
    }
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred")]
const fn count(requests: usize) -> f64 {
    requests as f64
}
