//! Readers of committed records see the same at the mirror as at the source, before and after it is opened.

use harness::{
    Client, Cluster, Pair, Producer, Record, eventually, newest_or_all, oldest_or_all, shared, unique,
    versions,
};
use serde_json::json;

use crate::look::{SOON, mirror, offsets, seen, stored, wait_end, wait_image, wait_no_lag, wait_status};
use crate::stage::{LINK, Stage};

/// A producer with transactions that is ready to begin one. Its transactions outlast the test.
fn transactional(cluster: &Cluster) -> Producer {
    let id = unique("transactional");
    let config = [("transactional.id", id.as_str()), ("transaction.timeout.ms", "600000")];
    let producer = cluster.client().producer(&config).expect("a producer opens");
    producer.init().expect("transactions can be prepared");
    producer
}

/// Writes records with these values, each in a batch of its own; the transaction stays open.
fn send(producer: &Producer, topic: &str, values: &[&str]) {
    let records: Vec<_> = values.iter().map(|value| Record { flush: true, ..Record::value(value) }).collect();
    producer.send(topic, &records).expect("the source takes records");
}

fn texts(client: &Client, topic: &str, isolation: &str) -> Vec<String> {
    seen(client, topic, isolation).iter().map(harness::Seen::text).collect()
}

/// Where a reader of committed records stands when it has read all that it may.
fn stable_end(client: &Client, topic: &str) -> i64 {
    let asked = json!({"topic": topic, "isolation": "read_committed"});
    let answer = client.call("consume", asked).expect("the topic can be read");
    assert_eq!(answer["timed_out"], false, "a reader comes to the stable end: {answer}");
    answer["positions"]["0"].as_i64().expect("a position")
}

fn wait_stable(client: &Client, topic: &str, end: i64) {
    eventually(SOON, &format!("{topic} is stable up to {end}"), || {
        let stable = stable_end(client, topic);
        if stable == end { Ok(()) } else { Err(stable.to_string()) }
    });
}

fn assert_same_for_readers(pair: &Pair, topic: &str) {
    let (there, here) = (pair.source.client(), pair.destination.client());
    for isolation in ["read_committed", "read_uncommitted"] {
        assert_eq!(seen(here, topic, isolation), seen(there, topic, isolation), "{isolation}");
    }
    assert_eq!(stable_end(here, topic), stable_end(there, topic));
}

#[test]
fn committed_and_aborted_transactions_read_the_same_before_and_after_promotion() {
    for version in versions() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("ledger");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        let (one, two) = (transactional(source), transactional(source));
        // An aborted one before the mirror is there, and two that are interleaved while it follows.
        one.begin().expect("it begins");
        send(&one, &topic, &["aborted early", "aborted early"]);
        one.abort().expect("it is aborted");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        one.begin().expect("it begins");
        two.begin().expect("it begins");
        send(&one, &topic, &["one"]);
        send(&two, &topic, &["aborted two"]);
        send(&one, &topic, &["one again"]);
        send(&two, &topic, &["aborted two again"]);
        two.abort().expect("it is aborted");
        source.client().produce(&topic, &[Record::value("plain")], &[]).expect("the source takes records");
        one.commit().expect("it is committed");
        wait_stable(source.client(), &topic, 10);
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 10);
        assert_same_for_readers(pair, &topic);
        // Markers take offsets and are no lag.
        wait_no_lag(pair.sidecar(), &topic);
        let committed = ["one", "one again", "plain"];
        assert_eq!(texts(destination.client(), &topic, "read_committed"), committed);
        // Whatever the size of a fetch, it tells of every aborted transaction in its range.
        let small = destination.client().with("max.partition.fetch.bytes", "1").with("fetch.max.bytes", "1");
        assert_eq!(texts(&small, &topic, "read_committed"), committed);
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_same_for_readers(pair, &topic);
        assert_eq!(texts(&small, &topic, "read_committed"), committed);
        let mine = transactional(destination);
        mine.begin().expect("it begins");
        send(&mine, &topic, &["mine"]);
        mine.commit().expect("a promoted topic takes transactions");
        // Markers are written after the answer.
        wait_stable(destination.client(), &topic, 12);
        assert_eq!(texts(&small, &topic, "read_committed"), ["one", "one again", "plain", "mine"]);
        for producer in [one, two, mine] {
            producer.close(1_000).expect("it closes");
        }
    }
}

#[test]
fn a_mirror_that_begins_inside_an_aborted_transaction_never_shows_the_rest_of_it() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let latest = unique("latest");
        let mut properties = source.client_properties("link");
        properties.insert("mirror.start.offset.spec".to_owned(), "latest".to_owned());
        pair.sidecar().create_link(&latest, &properties).ok();
        // Once because the link begins at the end, once because the source's head was trimmed.
        for (link, trimmed) in [(latest.as_str(), false), (Pair::LINK, true)] {
            let topic = unique("cut-in");
            source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
            let producer = transactional(source);
            producer.begin().expect("it begins");
            send(&producer, &topic, &["aborted 0", "aborted 1", "aborted 2"]);
            if trimmed {
                send(&producer, &topic, &["aborted 3"]);
                producer.abort().expect("it is aborted");
                wait_stable(source.client(), &topic, 5);
                assert_eq!(source.client().delete_records(&topic, 0, 2), Ok(2));
            }
            pair.sidecar().create_mirror(&topic, link).ok();
            if !trimmed {
                wait_end(destination.client(), &topic, 3);
                send(&producer, &topic, &["aborted 3"]);
                producer.abort().expect("it is aborted");
                wait_stable(source.client(), &topic, 5);
            }
            source.client().produce(&topic, &[Record::value("plain")], &[]).expect("the source takes it");
            wait_end(destination.client(), &topic, 6);
            let start = if trimmed { 2 } else { 3 };
            assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![start]));
            assert_eq!(texts(destination.client(), &topic, "read_committed"), ["plain"]);
            let raw = offsets(&seen(destination.client(), &topic, "read_uncommitted"));
            assert_eq!(raw, (start..4).chain([5]).collect::<Vec<_>>());
            pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
            assert_eq!(texts(destination.client(), &topic, "read_committed"), ["plain"]);
            producer.close(1_000).expect("it closes");
        }
    }
}

#[test]
fn promotion_waits_for_open_transactions_to_end() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = unique("open");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        let producer = transactional(source);
        source.client().produce(&topic, &[Record::value("before")], &[]).expect("the source takes it");
        producer.begin().expect("it begins");
        send(&producer, &topic, &["open", "open too"]);
        source.client().produce(&topic, &[Record::value("behind")], &[]).expect("the source takes it");
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 4);
        assert_same_for_readers(pair, &topic);
        assert_eq!(texts(destination.client(), &topic, "read_committed"), ["before"]);
        let refused = sidecar.mirrors(&["--promote", "--mirror-topic", &topic]);
        assert_eq!(refused.code, 1, "{refused:?}");
        for text in ["OPEN_TRANSACTION", "since offset 1", "at the source"] {
            assert!(refused.stdout.contains(text), "{text:?} is told: {}", refused.stdout);
        }
        assert_eq!(mirror(sidecar, &topic)["mirror_status"], "ACTIVE");
        let stray = destination.client().produce(&topic, &[Record::value("stray")], &[]);
        assert!(stray.expect_err("the mirror is still read-only").is("INVALID_REQUEST"));
        producer.commit().expect("it is committed");
        wait_stable(source.client(), &topic, 5);
        wait_image(pair, &topic);
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_same_for_readers(pair, &topic);
        let all = ["before", "open", "open too", "behind"];
        assert_eq!(texts(destination.client(), &topic, "read_committed"), all);
        producer.close(1_000).expect("it closes");
    }
}

#[test]
fn a_failover_aborts_what_is_open_so_that_readers_go_on() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = unique("cut-off");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        let (one, two) = (transactional(source), transactional(source));
        one.begin().expect("it begins");
        send(&one, &topic, &["committed"]);
        one.commit().expect("it is committed");
        wait_stable(source.client(), &topic, 2);
        one.begin().expect("it begins");
        two.begin().expect("it begins");
        send(&one, &topic, &["open one", "open one"]);
        send(&two, &topic, &["open two"]);
        source.client().produce(&topic, &[Record::value("plain")], &[]).expect("the source takes it");
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 6);
        assert_eq!(texts(destination.client(), &topic, "read_committed"), ["committed"]);
        let said = sidecar.mirrors(&["--failover", "--mirror-topic", &topic]);
        let aborted = said.ok().matches("aborted the open transaction").count();
        assert_eq!(aborted, 2, "both are told: {}", said.stdout);
        wait_status(sidecar, &topic, "STOPPED");
        let stored = destination.client().produce(&topic, &[Record::value("after")], &[]);
        // Two markers stand between.
        assert_eq!(stored.expect("the topic is open")[0].offset, 8);
        let expected = ["committed", "plain", "after"];
        assert_eq!(texts(destination.client(), &topic, "read_committed"), expected);
        assert_eq!(stable_end(destination.client(), &topic), 9);
        let mine = transactional(destination);
        mine.begin().expect("it begins");
        send(&mine, &topic, &["mine"]);
        mine.commit().expect("an opened topic takes transactions");
        wait_stable(destination.client(), &topic, 11);
        // What the source decides now is no longer the mirror's concern.
        one.commit().expect("it is committed");
        two.abort().expect("it is aborted");
        wait_stable(source.client(), &topic, 8);
        let expected = ["committed", "plain", "after", "mine"];
        assert_eq!(texts(destination.client(), &topic, "read_committed"), expected);
        for producer in [one, two, mine] {
            producer.close(1_000).expect("it closes");
        }
    }
}

/// The topic is open before the last step of a failover, which whoever decides next does again.
#[test]
fn a_failover_that_is_finished_late_ends_no_transaction_of_a_client() {
    for version in oldest_or_all() {
        let stage = Stage::quick(&version);
        let (source, destination, sidecar) = (&stage.source, &stage.destination, &stage.kagami);
        let topic = unique("late");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        sidecar.create_mirror(&topic, LINK).ok();
        let theirs = transactional(source);
        theirs.begin().expect("it begins");
        send(&theirs, &topic, &["cut off"]);
        stage.wait_caught_up(&topic);
        let said = sidecar.mirrors(&["--failover", "--mirror-topic", &topic]);
        assert_eq!(said.ok().matches("aborted the open transaction").count(), 1, "{}", said.stdout);
        // As if the sidecar had died between the last two steps.
        let key = format!("mirror/{topic}");
        let mut record = stored(destination, &key);
        assert_eq!(record["state"], "STOPPED");
        record["state"] = json!("PENDING_STOPPED");
        sidecar.stop();
        let set = Record::keyed(&key, &record.to_string());
        destination.client().produce("_kagami", &[set], &[]).expect("the state takes records");
        let mine = transactional(destination);
        mine.begin().expect("it begins");
        send(&mine, &topic, &["mine"]);
        sidecar.restart();
        wait_status(sidecar, &topic, "STOPPED");
        send(&mine, &topic, &["mine too"]);
        mine.commit().expect("nobody ended it");
        // Behind the first record and its marker: two records and theirs.
        wait_stable(destination.client(), &topic, 5);
        assert_eq!(texts(destination.client(), &topic, "read_committed"), ["mine", "mine too"]);
        for producer in [theirs, mine] {
            producer.close(1_000).expect("it closes");
        }
    }
}
