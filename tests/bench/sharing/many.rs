//! Three thousand partitions over three sidecars: made, taken over, handed over one after the other, and shared with a
//! fourth one. What does not come to an end is told and left behind, so that the rest is still measured.

use std::time::{Duration, Instant};

use harness::{Kagami, unique};
use serde_json::json;

use super::figures::Figures;
use super::stage::{LINK, Stage, options};

const TOPICS: usize = 30;
const PARTITIONS: i32 = 100;
/// For each step; three thousand partitions are many for brokers that share two cores.
const PATIENCE: Duration = Duration::from_secs(300);

/// Everything about many partitions.
pub(crate) fn measure(version: &str) -> Figures {
    let mut figures = Figures::default();
    // Indices are files of 10 MiB each by default, for each partition.
    let mut stage = Stage::set(version, |builder| builder.config("log.index.size.max.bytes", "65536"));
    let topics: Vec<_> = (0..TOPICS).map(|_| unique("many")).collect();
    for topic in &topics {
        stage.source.client().create_topic(topic, PARTITIONS, 1, &[]).expect("the topic is new");
    }
    create(&mut stage, &mut figures, &topics);
    feed(&stage, &mut figures, &topics, "the first record of each partition");
    figures.memory("3,000 partitions at rest", &stage.sidecars);
    takeover(&mut stage, &mut figures, &topics);
    rolling(&mut stage, &mut figures, &topics);
    fourth(&mut stage, &mut figures, &topics);
    feed(&stage, &mut figures, &topics, "a record of each partition at the end");
    figures.memory("3,000 partitions, four of them, at the end", &stage.sidecars);
    figures
}

fn seconds(taken: Option<Duration>) -> String {
    taken.map_or_else(|| format!("NOT within {PATIENCE:?}"), |taken| format!("{:.1} s", taken.as_secs_f64()))
}

fn create(stage: &mut Stage, figures: &mut Figures, topics: &[String]) {
    let begun = Instant::now();
    let list = topics.join(",");
    let said = stage.sidecars[0].mirrors(&["--create", "--topics", &list, "--link", LINK]);
    let asked = begun.elapsed();
    if said.code != 0 {
        println!("bench:   creating failed: {}{}", said.stdout, said.stderr);
    }
    let ids = stage.ids();
    let all = TOPICS * usize::try_from(PARTITIONS).expect("positive");
    let led = stage.watch(PATIENCE, |ledger| {
        let counts = ledger.counts(topics);
        counts.values().sum::<usize>() == all && counts.keys().all(|leader| ids.contains(leader))
    });
    let led = led.map(|_| begun.elapsed());
    figures.line("3,000 partitions: the command returns after", seconds(Some(asked)));
    figures.line("3,000 partitions: made and led by sidecars after", seconds(led));
    counts(stage, figures, "after creation", topics);
}

fn counts(stage: &mut Stage, figures: &mut Figures, when: &str, topics: &[String]) {
    stage.ledger.read();
    let counts = stage.ledger.counts(topics);
    figures.line(&format!("leaders {when}"), format!("{counts:?}"));
}

/// One record into each partition, until all are on the destination's first disk.
fn feed(stage: &Stage, figures: &mut Figures, topics: &[String], what: &str) {
    let logs = stage.destination.brokers()[0].log_dir();
    let sizes = || -> Vec<u64> {
        let each = |topic: &String| {
            (0..PARTITIONS).map(|index| crate::workload::bytes_of(&logs, topic, index)).collect::<Vec<_>>()
        };
        topics.iter().flat_map(each).collect()
    };
    let before = sizes();
    let begun = Instant::now();
    for topic in topics {
        let bulk = json!({"count": PARTITIONS, "size": 100, "partitions": PARTITIONS});
        stage.source.client().produce_bulk(topic, &bulk, &[]).expect("the source takes records");
    }
    let written = begun.elapsed();
    let mut missing = before.len();
    while missing > 0 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(100));
        missing = sizes().iter().zip(&before).filter(|(now, before)| now <= before).count();
    }
    let value = if missing == 0 { seconds(Some(begun.elapsed())) } else { format!("MISSING in {missing}") };
    figures.line(
        what,
        format!("{value} until it is on the follower's disk (writing took {})", seconds(Some(written))),
    );
}

fn takeover(stage: &mut Stage, figures: &mut Figures, topics: &[String]) {
    let victim = 1002;
    stage.ledger.read();
    let led = stage.ledger.led_by(topics, victim).len();
    let others: Vec<i32> = stage.ids().into_iter().filter(|id| *id != victim).collect();
    println!("bench: sidecar {victim} is killed with {led} partitions");
    figures.ends(stage.sidecar(victim));
    let begun = Instant::now();
    stage.sidecar(victim).kill9();
    let noticed = stage.watch(PATIENCE, |ledger| ledger.led_by(topics, victim).is_empty());
    let led_again = stage.wait_led(topics, &others, PATIENCE).map(|_| begun.elapsed());
    figures.line(&format!("takeover of {led}: until the controllers notice"), seconds(noticed));
    figures.line(&format!("takeover of {led}: until all are led by others"), seconds(led_again));
    counts(stage, figures, "after the takeover", topics);
    feed(stage, figures, topics, "a record of each partition after the takeover");
    let pair: Vec<&Kagami> = stage.sidecars.iter().filter(|sidecar| sidecar.id() != victim).collect();
    let memory: Vec<_> = pair.iter().map(|s| format!("{} MiB", s.resident_bytes() >> 20)).collect();
    figures.line("memory of the two with 1,500 each", memory.join(", "));
    returns(stage, figures, topics, victim, "the killed one");
}

/// Starts a sidecar and waits until it has its part.
fn returns(stage: &mut Stage, figures: &mut Figures, topics: &[String], id: i32, what: &str) {
    let begun = Instant::now();
    stage.sidecar(id).restart();
    figures.line(&format!("{what} returns: ready after"), seconds(Some(begun.elapsed())));
    shared(stage, figures, topics, id, begun, what);
}

fn shared(stage: &mut Stage, figures: &mut Figures, topics: &[String], id: i32, begun: Instant, what: &str) {
    let mark = stage.ledger.mark();
    let still = stage.wait_shared(topics, id, PATIENCE);
    let changes = stage.ledger.since(mark);
    let first = changes.iter().find(|c| c.led && c.place.leader == id).map(|c| c.at);
    let last = changes.iter().rev().find(|c| c.led && c.place.leader == id).map(|c| c.at);
    let count = changes.iter().filter(|c| c.led && c.place.leader == id).count();
    #[allow(clippy::cast_precision_loss, reason = "for people")]
    let span = first.zip(last).map_or(0.0, |(first, last)| (last - first) as f64 / 1e3);
    let total = begun.elapsed().saturating_sub(super::stage::CALM);
    let end = if still.is_some() { seconds(Some(total)) } else { seconds(None) };
    figures.line(
        &format!("{what}: has its part after"),
        format!("{end} ({count} partitions within {span:.1} s)"),
    );
    counts(stage, figures, &format!("after that of {what}"), topics);
}

fn rolling(stage: &mut Stage, figures: &mut Figures, topics: &[String]) {
    let begun = Instant::now();
    for id in stage.ids() {
        stage.ledger.read();
        let led = stage.ledger.led_by(topics, id).len();
        let others: Vec<i32> = stage.ids().into_iter().filter(|other| *other != id).collect();
        println!("bench: sidecar {id} stops with {led} partitions");
        figures.ends(stage.sidecar(id));
        let (mark, asked) = (stage.ledger.mark(), Instant::now());
        stage.sidecar(id).stop();
        let ended = asked.elapsed();
        let led_again = stage.wait_led(topics, &others, PATIENCE).map(|_| asked.elapsed());
        let brokers = stage.ledger.since(mark).iter().filter(|c| c.led && c.place.leader < 1_000).count();
        figures.line(
            &format!("rolling restart, stop of {id} with {led}"),
            format!(
                "ended after {}, all led by others after {}, {brokers} times a real broker led",
                seconds(Some(ended)),
                seconds(led_again)
            ),
        );
        let again = Instant::now();
        stage.sidecar(id).restart();
        figures.line(&format!("rolling restart, {id} ready again after"), seconds(Some(again.elapsed())));
        shared(stage, figures, topics, id, again, &format!("rolling restart, {id}"));
    }
    figures.line("rolling restart of all three", seconds(Some(begun.elapsed())));
}

fn fourth(stage: &mut Stage, figures: &mut Figures, topics: &[String]) {
    println!("bench: a fourth sidecar, next to the first broker");
    let begun = Instant::now();
    let sidecar = Kagami::start(&stage.destination, options(1_004, 1));
    stage.sidecars.push(sidecar);
    figures.line("a fourth: ready after", seconds(Some(begun.elapsed())));
    shared(stage, figures, topics, 1_004, begun, "a fourth");
}
