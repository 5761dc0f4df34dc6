//! Three followers, one of them in trouble: the in-sync set shrinks and grows, and nobody sees what too few replicas hold.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use harness::{Cluster, Options, eventually, newest_or_all, unique, wait_same_log};

use crate::stage::{LINK, PATIENCE, Stage, quick};

const REAL: [i32; 3] = [1, 2, 3];
const MIN_INSYNC: usize = 2;

/// `(in-sync set, high watermark)` of partition 0.
fn told(destination: &Cluster, topic: &str) -> Option<(Vec<i32>, i64)> {
    let end = *destination.client().end_offsets(topic).ok()?.first()?;
    let isr = destination.client().describe_topic(topic).ok()?.partitions.into_iter().next()?.isr;
    Some((isr, end))
}

/// Waits until the real members of the in-sync set are these.
fn wait_in_sync(destination: &Cluster, topic: &str, real: &[i32], timeout: Duration) {
    eventually(timeout, &format!("{real:?} are in sync"), || {
        let described = destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
        let mut isr: Vec<_> =
            described.partitions[0].isr.iter().copied().filter(|id| REAL.contains(id)).collect();
        isr.sort_unstable();
        if isr == real { Ok(()) } else { Err(format!("{described:?}")) }
    });
}

/// Compares the high watermark with the disks until `over`: it was announced before the disks are looked at, so what it
/// covers has to lie on `min.insync.replicas` real brokers at least, and on every member of the in-sync set.
fn watch_high_watermark(destination: &Cluster, topic: &str, over: &AtomicBool, checks: &AtomicUsize) {
    let mut highest = 0;
    while !over.load(Ordering::Relaxed) {
        if let Some((isr, end)) = told(destination, topic) {
            assert!(end >= highest, "the high watermark went from {highest} back to {end}");
            highest = end;
            let disks: BTreeMap<_, _> =
                REAL.iter().map(|node| (*node, destination.end_on_disk(topic, 0, *node))).collect();
            let holding = disks.values().filter(|disk| **disk >= end).count();
            assert!(
                holding >= MIN_INSYNC,
                "high watermark {end}, on the disks only {disks:?}, in sync {isr:?}"
            );
            for node in isr.iter().filter(|node| REAL.contains(node)) {
                assert!(
                    disks[node] >= end || has_left(destination, topic, *node),
                    "high watermark {end}, but node {node}, in sync, holds {disks:?}"
                );
            }
            checks.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Brokers hear of a smaller in-sync set a moment after the leader.
fn has_left(destination: &Cluster, topic: &str, node: i32) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(2) {
        if told(destination, topic).is_some_and(|(isr, _)| !isr.contains(&node)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Runs `act` while the high watermark of `topic` is watched.
fn watched(destination: &Cluster, topic: &str, act: impl FnOnce()) {
    struct Over<'a>(&'a AtomicBool);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let (over, checks) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch_high_watermark(destination, topic, &over, &checks));
        let end = Over(&over);
        act();
        drop(end);
        watcher.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
    assert!(checks.load(Ordering::Relaxed) > 10, "the high watermark was hardly looked at");
}

/// A mirror with replicas on all three real brokers, made while records come in.
fn mirror(stage: &Stage) -> String {
    let topic = unique("three");
    stage.source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    let least = ["--config", "min.insync.replicas=2"];
    stage
        .kagami
        .mirrors(&[&["--create", "--mirror-topic", &topic, "--link", LINK], &least[..]].concat())
        .ok();
    stage.wait_led_by_sidecar(&topic);
    let replicas = stage.destination.client().describe_topic(&topic).expect("the mirror is there");
    let mut replicas = replicas.partitions[0].replicas.clone();
    replicas.sort_unstable();
    assert_eq!(replicas, [1, 2, 3, stage.kagami.id()]);
    let kept = stage.destination.client().topic_config(&topic, "min.insync.replicas");
    assert_eq!(kept, Ok(Some("2".to_owned())));
    topic
}

#[test]
fn a_follower_that_stops_or_loses_its_disk_leaves_the_in_sync_set_and_returns_equal() {
    for version in newest_or_all() {
        let source = Cluster::builder(&version).first_broker_id(11);
        let stage = Stage::set(source, quick(&version).brokers(3), Options::default());
        let (source, destination) = (&stage.source, &stage.destination);
        let (topic, growing) = (mirror(&stage), mirror(&stage));
        let load = source.client().load(&topic, 1, 200, &[("acks", "all")]);
        watched(destination, &topic, || {
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
            stage.wait_caught_up(&topic);

            // Slow: it stands still more than it runs, but never for a whole session.
            for _ in 0..6 {
                destination.broker(3).freeze();
                std::thread::sleep(Duration::from_millis(1_000));
                destination.broker(3).thaw();
                std::thread::sleep(Duration::from_millis(150));
            }
            stage.wait_caught_up(&topic);
            wait_in_sync(destination, &topic, &REAL, PATIENCE);

            destination.broker(3).stop();
            wait_in_sync(destination, &topic, &[1, 2], PATIENCE);
            stage.wait_caught_up(&topic);
            grow(&stage, &growing);
            destination.broker(3).start();
            destination.broker(3).wait_ready();
            wait_in_sync(destination, &topic, &REAL, PATIENCE);

            destination.broker(2).kill9();
            wait_in_sync(destination, &topic, &[1, 3], PATIENCE);
            destination.broker(2).wipe_log_dir();
            stage.wait_caught_up(&topic);
            destination.broker(2).start();
            destination.broker(2).wait_ready();
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
        });
        let _all_that_it_did = load.stop();
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        wait_same_log(source, &growing, destination, &growing, PATIENCE);
    }
}

/// A source topic gets a partition while a broker of the destination is away: the mirror's has as many replicas as its
/// others.
fn grow(stage: &Stage, topic: &str) {
    let wanted = serde_json::json!({"name": topic, "count": 2});
    stage.source.client().call("create_partitions", wanted).expect("the source topic grows");
    let bulk = serde_json::json!({"count": 20, "size": 100, "partitions": 2});
    stage.source.client().produce_bulk(topic, &bulk, &[]).expect("the source takes records");
    eventually(PATIENCE, "the mirror grows", || {
        let told = stage.destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
        let whole = told.partitions.iter().all(|p| p.replicas.len() == 4);
        if told.partitions.len() == 2 && whole { Ok(()) } else { Err(format!("{told:?}")) }
    });
    stage.wait_caught_up(topic);
}

#[test]
fn with_fewer_followers_than_min_insync_replicas_the_mirror_stands_still_and_goes_on_later() {
    for version in newest_or_all() {
        let source = Cluster::builder(&version).first_broker_id(11);
        let stage = Stage::set(source, quick(&version).brokers(3), Options::default());
        let (source, destination) = (&stage.source, &stage.destination);
        let topic = mirror(&stage);
        let load = source.client().load(&topic, 1, 100, &[("acks", "all")]);
        watched(destination, &topic, || {
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
            stage.wait_caught_up(&topic);
            for node in [2, 3] {
                destination.broker(node).kill9();
            }
            wait_in_sync(destination, &topic, &[1], PATIENCE);
            let (_, stands) = told(destination, &topic).expect("one broker answers");
            // What comes now may reach broker 1, but nobody may see it.
            let wanted = source.client().end_offsets(&topic).expect("the source tells its ends")[0] + 100;
            eventually(PATIENCE, "the source goes on", || {
                let end = source.client().end_offsets(&topic).map_err(|failure| failure.message)?[0];
                if end >= wanted { Ok(()) } else { Err(format!("{end} of {wanted}")) }
            });
            let (_, end) = told(destination, &topic).expect("one broker answers");
            assert_eq!(end, stands, "the high watermark moved with one follower in sync");
            for node in [2, 3] {
                destination.broker(node).start();
            }
            for node in [2, 3] {
                destination.broker(node).wait_ready();
            }
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
            stage.wait_caught_up(&topic);
        });
        let _all_that_it_did = load.stop();
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
    }
}

/// A frozen follower that the controllers still believe in: only the leader can notice, after `replica.lag.time.max.ms`
/// (30 s), and shrinks the set by itself.
#[test]
fn a_follower_that_stands_still_within_its_session_is_dropped_by_the_sidecar_and_taken_back() {
    for version in newest_or_all() {
        let source = Cluster::builder(&version).first_broker_id(11);
        let patient = Cluster::builder(&version).brokers(3).config("broker.session.timeout.ms", "90000");
        let stage = Stage::set(source, patient, Options::default());
        let (source, destination) = (&stage.source, &stage.destination);
        let topic = mirror(&stage);
        let load = source.client().load(&topic, 1, 100, &[("acks", "all")]);
        watched(destination, &topic, || {
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
            stage.wait_caught_up(&topic);
            destination.broker(3).freeze();
            std::thread::sleep(Duration::from_secs(3));
            let (isr, stands) = told(destination, &topic).expect("two brokers answer");
            assert!(isr.contains(&3), "dropped before its time: {isr:?}");
            std::thread::sleep(Duration::from_secs(2));
            let (_, end) = told(destination, &topic).expect("two brokers answer");
            assert_eq!(end, stands, "the high watermark passed a member of the in-sync set");
            wait_in_sync(destination, &topic, &[1, 2], PATIENCE);
            stage.wait_caught_up(&topic);
            destination.broker(3).thaw();
            wait_in_sync(destination, &topic, &REAL, PATIENCE);
            stage.wait_caught_up(&topic);
        });
        let _all_that_it_did = load.stop();
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
    }
}
