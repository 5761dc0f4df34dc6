//! Whatever dies or stands still returns, under load: the mirror is equal again, and nothing that was seen vanishes.
#![allow(clippy::print_stderr, reason = "a long scenario tells how far it has come")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use harness::{
    Cluster, Options, Record, dealt, full, newest, newest_or_all, unique, wait_same_log, wait_until,
};
use serde_json::json;

use crate::stage::{LINK, PATIENCE, SESSION, Stage, quick};
use crate::witness::{active_controller, check_readers, while_ends_are_watched};

/// Partitions of the mirrors here.
const PARTITIONS: i32 = 2;

/// One trouble after the other; after each the mirror catches up with a source that never rests.
fn troubles(stage: &Stage, topic: &str) {
    let (source, destination) = (&stage.source, &stage.destination);
    let caught_up_after = |what: &str| {
        eprintln!("death_and_return: {what}");
        stage.wait_caught_up(topic);
    };
    caught_up_after("begin");

    stage.kagami.kill9();
    stage.wait_led_by_brokers(topic);
    stage.kagami.restart();
    stage.wait_led_by_sidecar(topic);
    caught_up_after("the sidecar was killed");

    destination.broker(2).kill9();
    caught_up_after("a follower is dead");
    destination.broker(2).restart();
    caught_up_after("a follower returned");

    let controller = active_controller(destination);
    destination.broker(controller).kill9();
    caught_up_after("the active controller is dead");
    destination.broker(controller).restart();

    source.broker(11).kill9();
    std::thread::sleep(Duration::from_secs(1));
    source.broker(11).restart();
    caught_up_after("the source broker was killed");

    source.broker(11).freeze();
    std::thread::sleep(Duration::from_secs(if full() { 45 } else { 8 }));
    source.broker(11).thaw();
    caught_up_after("the source broker stood still");

    stage.kagami.freeze();
    stage.wait_led_by_brokers(topic);
    stage.kagami.thaw();
    stage.wait_led_by_sidecar(topic);
    caught_up_after("the sidecar stood still for longer than its session");

    // The companion dies too; the other broker's replica goes on.
    destination.broker(1).kill9();
    std::thread::sleep(SESSION / 2);
    destination.broker(1).restart();
    caught_up_after("the companion was killed");
}

#[test]
fn each_in_turn_dies_and_returns_under_load_and_the_mirror_is_equal_again() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(2).separate_controllers(3),
            Options::default(),
        );
        let (source, destination) = (&stage.source, &stage.destination);
        let topic = unique("troubled");
        source.client().create_topic(&topic, PARTITIONS, 1, &[]).expect("the topic is new");
        stage.kagami.create_mirror(&topic, LINK).ok();
        stage.wait_led_by_sidecar(&topic);
        let load = source.client().load(&topic, PARTITIONS, 200, &[("acks", "all")]);
        let readers = ["read_uncommitted", "read_committed"]
            .map(|isolation| destination.client().watch(&topic, isolation));
        while_ends_are_watched(destination, &topic, || troubles(&stage, &topic));
        let done = load.stop();
        let written = done["acknowledged"].as_array().map_or(0, Vec::len);
        assert!(written > 0, "the source took nothing");
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        // Everything at once.
        stage.kagami.kill9();
        for node in destination.nodes().chain(source.nodes()) {
            node.kill9();
        }
        for node in destination.nodes().chain(source.nodes()) {
            node.start();
        }
        for node in destination.nodes().chain(source.nodes()) {
            node.wait_ready();
        }
        stage.kagami.restart();
        stage.wait_led_by_sidecar(&topic);
        let more = serde_json::json!({"count": 100, "size": 100, "partitions": PARTITIONS});
        source.client().produce_bulk(&topic, &more, &[]).expect("the source takes records");
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        // The readers come to the end, too.
        check_readers(&stage.source, &topic, readers);
    }
}

/// Delays between the start of a verb and the death of the sidecar, in milliseconds.
fn moments(version: &str) -> Vec<u64> {
    let wide: Vec<u64> = (0..20).map(|step| step * 25).collect();
    if full() { dealt(&wide, version) } else { vec![5, 60, 250] }
}

/// Runs a verb in the background, kills the sidecar after `delay`, and starts it again.
fn interrupted(stage: &Stage, verb: &[&str], delay: u64) -> i32 {
    let code = std::thread::scope(|scope| {
        let said = scope.spawn(|| stage.kagami.mirrors(verb));
        std::thread::sleep(Duration::from_millis(delay));
        stage.kagami.kill9();
        said.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).code
    });
    stage.kagami.restart();
    code
}

/// After an interruption: the state is that of `done`, or the verb can be repeated, and leads there.
fn finished_or_repeatable(stage: &Stage, topic: &str, verb: &[&str], done: &str, code: i32) {
    let after = stage.state(topic);
    if after.as_deref() != Some(done) {
        let said = stage.kagami.mirrors(verb);
        // Also when the sidecar finishes by itself, meanwhile, what it found begun.
        assert_eq!(said.code, 0, "{verb:?} cannot be repeated from {after:?} ({code}): {said:?}");
    }
    harness::eventually(PATIENCE, "an interrupted verb comes to its end", || match stage.state(topic) {
        Some(state) if state == done => Ok(()),
        other => Err(format!("{other:?}")),
    });
}

#[test]
fn a_verb_whose_sidecar_dies_in_its_middle_has_finished_or_can_be_repeated() {
    for version in newest_or_all() {
        let stage = Stage::quick(&version);
        let (source, destination) = (&stage.source, &stage.destination);
        for (delay, opening) in
            moments(&version).into_iter().zip(["--promote", "--failover"].into_iter().cycle())
        {
            let topic = unique("interrupted");
            source.client().create_topic(&topic, PARTITIONS, 1, &[]).expect("the topic is new");
            let bulk =
                serde_json::json!({"count": 20, "size": 50, "partitions": PARTITIONS, "flush_every": 5});
            source.client().produce_bulk(&topic, &bulk, &[]).expect("the source takes records");

            let create = ["--create", "--mirror-topic", &topic, "--link", LINK];
            let code = interrupted(&stage, &create, delay);
            finished_or_repeatable(&stage, &topic, &create, "ACTIVE", code);
            wait_same_log(source, &topic, destination, &topic, PATIENCE);
            stage.wait_led_by_sidecar(&topic);
            let stray = [Record { partition: Some(0), ..Record::value("stray") }];
            let refused =
                destination.client().produce(&topic, &stray, &[]).expect_err("a mirror is read-only");
            assert!(refused.is("INVALID_REQUEST"), "{refused:?}");

            let open = [opening, "--mirror-topic", &topic];
            let code = interrupted(&stage, &open, delay);
            finished_or_repeatable(&stage, &topic, &open, "STOPPED", code);
            stage.wait_led_by_brokers(&topic);
            let stored = destination.client().produce(&topic, &stray, &[]);
            let stored = stored.unwrap_or_else(|failure| panic!("{opening} after {delay} ms: {failure:?}"));
            assert_eq!(stored[0].offset, 10, "{opening} after {delay} ms");
        }
    }
}

/// A restart within the session: the metadata log still names our last run as the leader, at the first epoch of all.
#[test]
fn a_sidecar_that_is_back_before_its_session_ends_takes_nothing_away() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            Cluster::builder(&version),
            Options::default(),
        );
        let mut late = stage.source.client_properties("link");
        late.insert("mirror.start.offset.spec".to_owned(), "latest".to_owned());
        stage.kagami.create_link("late", &late).ok();
        let client = stage.source.client();
        let produce = |topic: &str, count: u32| {
            let bulk = json!({"count": count, "size": 100, "partition": 0, "flush_every": 50});
            client.produce_bulk(topic, &bulk, &[]).expect("the source takes records");
        };
        // One whose source loses its head while the mirror keeps it, and one that began at the end.
        let (kept, begun) = (unique("kept"), unique("begun"));
        for topic in [&kept, &begun] {
            client.create_topic(topic, 1, 1, &[]).expect("the topic is new");
            produce(topic, 500);
        }
        stage.kagami.create_mirror(&kept, LINK).ok();
        stage.kagami.create_mirror(&begun, "late").ok();
        let ends = |topic: &str| stage.destination.client().end_offsets(topic);
        wait_until(PATIENCE, "one mirror has it all and the other nothing", || {
            ends(&kept) == Ok(vec![500]) && ends(&begun) == Ok(vec![500])
        });
        for topic in [&kept, &begun] {
            produce(topic, 500);
            wait_until(PATIENCE, "both mirrors have the rest", || ends(topic) == Ok(vec![1_000]));
        }
        client.delete_records(&kept, 0, 700).expect("the source's head can be deleted");
        let on_disk = |topic: &str| stage.destination.segments(topic, 0, 1);
        let before = [on_disk(&kept), on_disk(&begun)];

        stage.kagami.kill9();
        let watching = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                let mut seen = Vec::new();
                while watching.load(Ordering::Relaxed) {
                    for topic in [&kept, &begun] {
                        seen.extend(ends(topic).ok().filter(|end| *end < vec![1_000]));
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
                seen
            });
            produce(&begun, 100);
            stage.kagami.restart();
            for topic in [&kept, &begun] {
                stage.wait_led_by_sidecar(topic);
            }
            produce(&kept, 100);
            for topic in [&kept, &begun] {
                wait_until(PATIENCE, "both mirrors go on", || ends(topic) == Ok(vec![1_100]));
            }
            watching.store(false, Ordering::Relaxed);
            let seen = watcher.join().expect("the watcher ends");
            assert_eq!(seen, Vec::<Vec<i64>>::new(), "{version}: clients saw records vanish");
        });
        for (topic, before) in [&kept, &begun].into_iter().zip(before) {
            let after = on_disk(topic);
            assert!(after.starts_with(&before), "{version}: {topic} lost records on disk");
            assert_eq!(
                stage.destination.client().offsets(topic, "earliest"),
                Ok(vec![if *topic == kept { 0 } else { 500 }])
            );
        }
    }
}

#[test]
fn a_deleted_state_topic_is_made_again_while_the_sidecar_knows_what_was_in_it() {
    let version = newest();
    let expected_errors = vec!["the state topic _kagami was deleted".to_owned()];
    let stage = Stage::set(
        Cluster::builder(&version).first_broker_id(11),
        quick(&version),
        Options { expected_errors, ..Options::default() },
    );
    let topic = unique("remembered");
    stage.source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    stage.kagami.create_mirror(&topic, LINK).ok();
    stage.wait_led_by_sidecar(&topic);
    let destination = stage.destination.client();
    destination.delete_topic("_kagami").expect("the admin may delete topics");
    wait_until(PATIENCE, "the state topic is there again", || {
        destination.end_offsets("_kagami").is_ok_and(|ends| ends[0] > 0)
    });
    stage.kagami.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
    stage.kagami.kill9();
    stage.kagami.restart();
    let shown = stage.kagami.mirrors(&["--describe", "--mirror-topic", &topic]);
    assert!(shown.ok().contains("PAUSED"), "{shown:?}");
    stage.kagami.mirrors(&["--resume", "--mirror-topic", &topic]).ok();
    stage.source.client().produce(&topic, &[Record::value("one")], &[]).expect("the source takes records");
    wait_same_log(&stage.source, &topic, &stage.destination, &topic, PATIENCE);
}

#[test]
fn many_creations_in_a_row_do_not_cost_the_sidecar_its_session() {
    let version = newest();
    let stage = Stage::quick(&version);
    let mut first = None;
    for _ in 0..8 {
        let topic = unique("one-of-many");
        stage.source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        stage.kagami.create_mirror(&topic, LINK).ok();
        first.get_or_insert(topic);
    }
    let first = first.expect("some were made");
    let until = std::time::Instant::now() + SESSION * 2;
    while std::time::Instant::now() < until {
        let told = stage.destination.client().describe_topic(&first).expect("the broker answers");
        assert_eq!(
            told.partitions[0].leader,
            stage.kagami.id(),
            "the controllers heard nothing of the sidecar"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
}
