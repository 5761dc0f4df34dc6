//! A thousand mirror partitions: made, caught up, at rest and after a restart, within the budget of memory; and
//! thousands over several sidecars.
#![allow(clippy::print_stderr, reason = "a long scenario tells how far it has come")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use harness::{
    Cluster, Kagami, Options, PATIENCE, eventually, full, newest, newest_or_all, unique, wait_same_log,
};

use crate::fleet::{self, Fleet};
use crate::stage::{LINK, Stage, quick};
use crate::witness::check_readers;

const TOPICS: usize = 10;
const PARTITIONS: i32 = 100;
const MEMORY: u64 = 256 * 1024 * 1024;
/// A thousand partitions are many for brokers with small heaps on two busy cores.
/// Share of one core that a sidecar without traffic may use; an unoptimised build is slow.
const IDLE: f64 = 0.35;

fn check_memory(kagami: &Kagami, when: &str) {
    let resident = kagami.resident_bytes();
    eprintln!("many_partitions: {when}: {} MiB resident", resident >> 20);
    assert!(resident < MEMORY, "{when}: {} MiB resident", resident >> 20);
}

/// Processor time that a process has used, in seconds; the kernel counts in hundredths.
fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("the sidecar runs");
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("a count of ticks");
    (ticks(11) + ticks(12)) / 100.0
}

/// Waits until the sidecar leads and the mirror's ends are those of the source.
fn wait_whole(stage: &Stage, topics: &[String]) {
    for topic in topics {
        eventually(PATIENCE, "every partition is led by the sidecar and complete", || {
            let described =
                stage.destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
            let other = described.partitions.iter().find(|each| each.leader != stage.kagami.id());
            if let Some(other) = other {
                return Err(format!("{topic}: {other:?}"));
            }
            let ends = stage.destination.client().end_offsets(topic).map_err(|failure| failure.message)?;
            let wanted = stage.source.client().end_offsets(topic).map_err(|failure| failure.message)?;
            if ends == wanted { Ok(()) } else { Err(format!("{topic}: {ends:?}")) }
        });
    }
}

fn produce(stage: &Stage, topics: &[String], count: i32) {
    for topic in topics {
        let bulk = serde_json::json!({"count": count, "size": 200, "partitions": PARTITIONS});
        stage.source.client().produce_bulk(topic, &bulk, &[]).expect("the source takes records");
    }
}

#[test]
fn a_thousand_partitions_are_made_fed_left_in_peace_and_found_again_within_the_budget() {
    for version in newest_or_all() {
        // Indices are files of 10 MiB each by default, for each partition.
        let small = |builder: harness::Builder| builder.config("log.index.size.max.bytes", "65536");
        let source = small(Cluster::builder(&version).first_broker_id(11));
        let quiet = Options { log_level: "info".to_owned(), ..Options::default() };
        let stage = Stage::set(source, small(quick(&version)), quiet);
        let topics: Vec<_> = (0..TOPICS).map(|_| unique("many")).collect();
        for topic in &topics {
            stage.source.client().create_topic(topic, PARTITIONS, 1, &[]).expect("the topic is new");
        }
        produce(&stage, &topics, 10 * PARTITIONS);

        let started = Instant::now();
        for topic in &topics {
            stage.kagami.create_mirror(topic, LINK).ok();
        }
        eprintln!("many_partitions: created within {:?}", started.elapsed());
        wait_whole(&stage, &topics);
        eprintln!("many_partitions: caught up within {:?}", started.elapsed());
        check_memory(&stage.kagami, "caught up");

        let started = Instant::now();
        produce(&stage, &topics, 20 * PARTITIONS);
        wait_whole(&stage, &topics);
        eprintln!("many_partitions: more records within {:?}", started.elapsed());
        check_memory(&stage.kagami, "after more records");

        check_idle(&stage.kagami);
        stage.kagami.kill9();
        let started = Instant::now();
        stage.kagami.restart();
        eprintln!("many_partitions: ready again within {:?}", started.elapsed());
        wait_whole(&stage, &topics);
        eprintln!("many_partitions: leads all again within {:?}", started.elapsed());
        produce(&stage, &topics, PARTITIONS);
        wait_whole(&stage, &topics);
        check_memory(&stage.kagami, "after a restart");
        check_idle(&stage.kagami);
        for topic in &topics {
            wait_same_log(&stage.source, topic, &stage.destination, topic, PATIENCE);
        }
    }
}

/// At rest it waits for news instead of asking for them.
fn check_idle(kagami: &Kagami) {
    eventually(PATIENCE, "the sidecar is at rest", || {
        let (before, started) = (cpu_seconds(kagami.pid()), Instant::now());
        std::thread::sleep(Duration::from_secs(4));
        let share = (cpu_seconds(kagami.pid()) - before) / started.elapsed().as_secs_f64();
        eprintln!("many_partitions: idle at {:.0} % of a core", share * 100.0);
        if share < IDLE { Ok(()) } else { Err(format!("{:.0} % of a core", share * 100.0)) }
    });
}

/// Three sidecars with a thousand partitions each (fifty unless the long variants run): made by one command,
/// taken over, handed on one after the other, and shared with a fourth one, under load with a reader all the time.
#[test]
fn many_partitions_are_shared_taken_over_and_handed_on() {
    let (topics, partitions) = if full() { (30, 100) } else { (10, 15) };
    let small = |builder: harness::Builder| builder.config("log.index.size.max.bytes", "65536");
    let version = newest();
    // With the default session where it is thousands: brokers on two cores do not answer at once then.
    let destination = if full() { Cluster::builder(&version) } else { quick(&version) };
    let mut fleet =
        Fleet::set(small(Cluster::builder(&version).first_broker_id(11)), small(destination.brokers(3)));
    let topics: Vec<_> = (0..topics).map(|_| unique("many")).collect();
    for topic in &topics {
        fleet.source.client().create_topic(topic, partitions, 1, &[]).expect("the topic is new");
    }
    let started = Instant::now();
    fleet.sidecars[1].mirrors(&["--create", "--topics", &topics.join(","), "--link", LINK]).ok();
    let tell = |what: &str, since: Instant| eprintln!("many_partitions: {what} after {:?}", since.elapsed());
    let wait_led = |fleet: &Fleet, by: &[i32]| {
        for topic in &topics {
            fleet.wait_led_within(topic, by, PATIENCE);
        }
    };
    wait_led(&fleet, &fleet.ids());
    tell("all are made and led", started);
    wait_shared(&fleet, &topics);
    let load = fleet.source.client().load(&topics[0], partitions, 100, &[("acks", "all")]);
    let watch = fleet.destination.client().watch(&topics[0], "read_committed");

    fleet.sidecar(1002).kill9();
    let started = Instant::now();
    wait_led(&fleet, &fleet.others(1002));
    tell("the dead one's part is led by others", started);
    fleet.sidecar(1002).restart();
    wait_shared(&fleet, &topics);
    tell("it has its part again", started);

    let started = Instant::now();
    for id in fleet.ids() {
        fleet.sidecar(id).stop();
        wait_led(&fleet, &fleet.others(id));
        fleet.sidecar(id).restart();
        wait_shared(&fleet, &topics);
    }
    tell("each was restarted", started);

    let started = Instant::now();
    fleet.sidecars.push(Kagami::start(&fleet.destination, Options { id: 1004, ..fleet::options(1) }));
    wait_shared(&fleet, &topics);
    tell("a fourth one has its part", started);
    for sidecar in &fleet.sidecars {
        check_memory(sidecar, "of four sidecars");
    }

    let _all_that_it_did = load.stop();
    for topic in &topics[1..] {
        let bulk = serde_json::json!({"count": partitions, "size": 200, "partitions": partitions});
        fleet.source.client().produce_bulk(topic, &bulk, &[]).expect("the source takes records");
    }
    for topic in &topics {
        wait_same_log(&fleet.source, topic, &fleet.destination, topic, PATIENCE);
    }
    check_readers(&fleet.source, &topics[0], [watch]);
}

/// Waits until every sidecar leads about the same number of partitions, and nobody else leads any.
fn wait_shared(fleet: &Fleet, topics: &[String]) {
    eventually(PATIENCE, "all sidecars have their part", || {
        let mut counts: BTreeMap<i32, usize> = fleet.ids().into_iter().map(|id| (id, 0)).collect();
        for (leader, count) in topics.iter().flat_map(|topic| fleet.counts(topic)) {
            *counts.entry(leader).or_default() += count;
        }
        let average = counts.values().sum::<usize>() / fleet.sidecars.len();
        // A quarter of unevenness is not worth a move.
        let fair = |count: &usize| (average * 3 / 4..=average * 5 / 4).contains(count);
        let ours = counts.len() == fleet.sidecars.len();
        if ours && counts.values().all(fair) { Ok(()) } else { Err(format!("{counts:?}")) }
    });
}
