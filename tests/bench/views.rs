//! What a view costs beside a client that talks to its broker, and beside HAProxy, which understands nothing.

mod quiet;
mod ways;

use std::process::Command;

use self::ways::{Stand, Way};
use crate::gauge::{cpu_seconds, peak_mebibytes};
use harness::Cluster;

const PARTITIONS: i32 = 6;
const RECORD_BYTES: u64 = 1024;
/// Records before anything is measured: both ends compile while they run.
const WARM_UP: u64 = 100_000;
/// Rounds of which the median counts.
const ROUNDS: usize = 3;
const LATENCY_SECONDS: u64 = 10;

/// One direction of one round.
#[derive(Clone, Copy, Debug)]
struct Moved {
    megabytes_per_second: f64,
    /// Of the process in between; 0 without one.
    core_seconds_per_gigabyte: f64,
}

/// One way in one round.
#[derive(Clone, Copy, Debug)]
struct Round {
    produced: Moved,
    consumed: Moved,
    p50_ms: f64,
    p99_ms: f64,
    peak_mebibytes: f64,
}

/// Measures every way that is wanted, one after the other and several times over.
pub(crate) fn run(version: &str, megabytes: u64, wanted: impl Fn(&str) -> bool) {
    if wanted("idle") {
        quiet::idle(version);
    }
    if wanted("metadata") {
        quiet::metadata(version);
    }
    if Way::ALL.into_iter().any(|way| wanted(way.word())) {
        throughput(version, megabytes, wanted);
    }
}

fn throughput(version: &str, megabytes: u64, wanted: impl Fn(&str) -> bool) {
    let records = megabytes * 1024 * 1024 / RECORD_BYTES;
    let ways: Vec<Way> = Way::ALL.into_iter().filter(|way| wanted(way.word())).collect();
    let mut rounds: Vec<Vec<Round>> = vec![Vec::new(); ways.len()];
    // Half of what goes straight to the broker; the same for all.
    let mut rate = None;
    for round in 0..ROUNDS {
        for (way, all) in ways.iter().zip(&mut rounds) {
            let measured = measure(version, *way, records, &mut rate);
            println!("bench: round {}: {}: {measured:?}", round + 1, way.name());
            all.push(measured);
        }
    }
    println!(
        "\nKafka {version}, {megabytes} MiB of 1 KiB records in {PARTITIONS} partitions, acks=all, one producer, one consumer; medians of {ROUNDS}\n"
    );
    println!(
        "| way | produce MB/s | × direct | core-s/GB | consume MB/s | × direct | core-s/GB | p50 ms | p99 ms | peak MiB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let median = |all: &[Round], of: fn(&Round) -> f64| {
        let mut values: Vec<f64> = all.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let direct = rounds.first().filter(|_| ways.first() == Some(&Way::Direct));
    for (way, all) in ways.iter().zip(&rounds) {
        let times =
            |of: fn(&Round) -> f64| direct.map_or(f64::NAN, |direct| median(all, of) / median(direct, of));
        println!(
            "| {} | {:.1} | {:.2} | {:.2} | {:.1} | {:.2} | {:.2} | {:.1} | {:.1} | {:.0} |",
            way.name(),
            median(all, |r| r.produced.megabytes_per_second),
            times(|r| r.produced.megabytes_per_second),
            median(all, |r| r.produced.core_seconds_per_gigabyte),
            median(all, |r| r.consumed.megabytes_per_second),
            times(|r| r.consumed.megabytes_per_second),
            median(all, |r| r.consumed.core_seconds_per_gigabyte),
            median(all, |r| r.p50_ms),
            median(all, |r| r.p99_ms),
            median(all, |r| r.peak_mebibytes),
        );
    }
}

fn measure(version: &str, way: Way, records: u64, rate: &mut Option<u64>) -> Round {
    // A broker of its own for each: one that has served before is faster.
    let stand = Stand::set(version, way);
    let topic = "bench";
    stand.client().create_topic(topic, PARTITIONS, 1, &[]).expect("the topic is new");
    produce(&stand, topic, WARM_UP, -1);
    consume(&stand, topic, WARM_UP);
    let produced = moved(&stand, records, || produce(&stand, topic, records, -1).megabytes_per_second);
    let consumed = moved(&stand, records, || consume(&stand, topic, records));
    let all = produced.megabytes_per_second * 1e6 / bytes(1);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate of records")]
    let half = *rate.get_or_insert((all / 2.0) as u64);
    let steady = produce(&stand, topic, half * LATENCY_SECONDS, i64::try_from(half).expect("a rate"));
    let peak_mebibytes = stand.pid().map_or(0.0, peak_mebibytes);
    Round { produced, consumed, p50_ms: steady.p50_ms, p99_ms: steady.p99_ms, peak_mebibytes }
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
fn bytes(records: u64) -> f64 {
    (records * RECORD_BYTES) as f64
}

fn moved(stand: &Stand, records: u64, act: impl FnOnce() -> f64) -> Moved {
    let used = |stand: &Stand| stand.pid().map_or(0.0, cpu_seconds);
    let before = used(stand);
    let megabytes_per_second = act();
    let core_seconds_per_gigabyte = (used(stand) - before) / (bytes(records) / 1e9);
    Moved { megabytes_per_second, core_seconds_per_gigabyte }
}

/// What Kafka's own producer tool tells.
struct Produced {
    megabytes_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
}

fn produce(stand: &Stand, topic: &str, records: u64, rate: i64) -> Produced {
    let told = tool(
        stand,
        "org.apache.kafka.tools.ProducerPerformance",
        &[
            "--topic",
            topic,
            "--num-records",
            &records.to_string(),
            "--record-size",
            &RECORD_BYTES.to_string(),
            "--throughput",
            &rate.to_string(),
            "--command-config",
            &stand.properties("acks=all\nbatch.size=131072\nlinger.ms=5\n"),
        ],
    );
    let last =
        told.lines().rfind(|line| line.contains("99.9th")).unwrap_or_else(|| panic!("no figures in\n{told}"));
    let seconds = |word: &str| {
        let before = last.split(word).next().unwrap_or_default();
        before.trim().rsplit(' ').next().and_then(|number| number.parse::<f64>().ok()).unwrap_or(f64::NAN)
    };
    let per_second =
        last.split(" records/sec").next().and_then(|text| text.rsplit(' ').next()?.parse::<f64>().ok());
    Produced {
        megabytes_per_second: per_second.unwrap_or(f64::NAN) * bytes(1) / 1e6,
        p50_ms: seconds(" ms 50th"),
        p99_ms: seconds(" ms 99th"),
    }
}

/// Reads everything; 10^6 bytes in a second.
fn consume(stand: &Stand, topic: &str, records: u64) -> f64 {
    let told = tool(
        stand,
        "org.apache.kafka.tools.ConsumerPerformance",
        &[
            "--bootstrap-server",
            &stand.bootstrap,
            "--topic",
            topic,
            "--group",
            &harness::unique("bench"),
            "--num-records",
            &records.to_string(),
            "--timeout",
            "60000",
            "--hide-header",
            "--command-config",
            &stand.properties("max.partition.fetch.bytes=8388608\n"),
        ],
    );
    let line = told
        .lines()
        .rfind(|line| line.matches(',').count() >= 9)
        .unwrap_or_else(|| panic!("no figures in\n{told}"));
    let fields: Vec<f64> = line.split(',').map(|field| field.trim().parse().unwrap_or(f64::NAN)).collect();
    // start, end, MB, MB/s, records, records/s, rebalance ms, fetch ms, MB/s while fetching, records/s while fetching
    fields[9] * bytes(1) / 1e6
}

/// Runs a tool of Kafka's as a process of its own.
fn tool(stand: &Stand, class: &str, arguments: &[&str]) -> String {
    let class_path = std::env::var("KAGAMI_BENCH_CLASSPATH").expect("tests/bench/run sets it");
    let out = Command::new("java")
        .args(["-Xmx512m", "-cp", &class_path, class])
        .args(arguments)
        .output()
        .expect("java is installed");
    let told = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        out.status.success(),
        "{class} through {}: {told}{}",
        stand.way.name(),
        String::from_utf8_lossy(&out.stderr)
    );
    told
}

/// A cluster whose clients are told of one address only.
fn told_of(version: &str, address: &str) -> Cluster {
    Cluster::builder(version).config("advertised.listeners", &format!("PLAINTEXT://{address}")).start()
}
