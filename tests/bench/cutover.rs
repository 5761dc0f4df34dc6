//! How long producers wait in a cutover of a hundred topics, as the report tells it and as a client feels it.

use std::time::{Duration, Instant};

use harness::{Cluster, Kagami, Options, boot, port, unique, wait_until};
use serde_json::Value;

use crate::LEADER;
use crate::sharing::{Figures, LINK, Pulse};

const TOPICS: usize = 100;
const PARTITIONS: i32 = 10;
/// Records a second into each partition of the topic that is watched, of this many bytes.
const RATE: u32 = 20;
const RECORD_BYTES: u32 = 200;
/// For everything before the cutover; a thousand partitions are many for brokers that share two cores.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long clients are watched after the cutover.
const AFTERWARDS: Duration = Duration::from_secs(5);

/// Cuts over so many pairs of clusters, each fresh, and tells the figures.
pub(crate) fn run(version: &str, rounds: usize) {
    let mut figures = Figures::default();
    println!(
        "bench: Kafka {version}, {rounds} cutovers of {TOPICS} topics with {PARTITIONS} partitions each"
    );
    for round in 1..=rounds {
        println!("bench: round {round}");
        measure(version, &mut figures);
    }
    figures.print();
}

fn measure(version: &str, figures: &mut Figures) {
    // Indices are files of 10 MiB each by default, for each partition.
    let builder = || Cluster::builder(version).config("log.index.size.max.bytes", "65536");
    let (source, destination) = boot(builder().first_broker_id(LEADER), builder());
    let (first, real, own, old) = (port(), port(), port(), port());
    let more = format!(
        "[[view]]\nname = \"door\"\nbind = \"127.0.0.1:{first}\"\nlink = \"{LINK}\"\npolicy = {{ kind = \"identity\" }}\n\
         nodes = [\"1:{real}\", \"1001:{own}\"]\nsource_nodes = [\"{LEADER}:{old}\"]\n"
    );
    let kagami =
        Kagami::start(&destination, Options { more, log_level: "info".to_owned(), ..Options::default() });
    kagami.create_link(LINK, &source.client_properties("link")).ok();
    let topics: Vec<String> = (0..TOPICS).map(|_| unique("moved")).collect();
    for topic in &topics {
        source.client().create_topic(topic, PARTITIONS, 1, &[]).expect("the topic is new");
    }
    let begun = Instant::now();
    kagami.mirrors(&["--create", "--topics", &topics.join(","), "--link", LINK]).ok();
    figures.series("a hundred mirrors are made").add(milliseconds(begun.elapsed()));
    let door = destination.client().with("bootstrap.servers", &format!("127.0.0.1:{first}"));
    let pulse = Pulse::through(&door, &topics[0], PARTITIONS, RATE, RECORD_BYTES);
    let cutover = |more: &[&str]| -> Value {
        let said = kagami.cutover(&[&["--link", LINK, "--output", "json"], more].concat());
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
    };
    wait_until(PATIENCE, "nothing stands in the way", || {
        let dry = cutover(&["--dry-run"]);
        dry["obstacles"].as_array().is_some_and(Vec::is_empty)
    });
    let _before = pulse.mark();
    let report = cutover(&[]);
    std::thread::sleep(AFTERWARDS);
    let felt = pulse.stop();
    assert_eq!(report["phase"], "DONE", "{report}");
    let pause = report["pause_ms"].as_f64().unwrap_or(f64::NAN);
    let longest = felt.silences_ms.iter().copied().fold(0.0, f64::max);
    println!("bench:   paused {pause} ms; a reader waited {longest:.0} ms; {felt:?}");
    figures.series("pause in the report").add(pause);
    figures.series("longest silence of a partition, as a reader behind the door feels it").add(longest);
    figures.series("left out by the reader (records)").add(count(felt.skipped));
    figures.series("read again by the reader (records)").add(count(felt.repeated));
}

fn milliseconds(taken: Duration) -> f64 {
    taken.as_secs_f64() * 1e3
}

#[allow(clippy::cast_precision_loss, reason = "a few records")]
const fn count(records: i64) -> f64 {
    records as f64
}
