//! No client write reaches a mirror, whoever leads it, whatever is down; and no client hangs over it.

use std::time::{Duration, Instant};

use harness::{
    Batch, Client, Cluster, Failure, Library, Options, Pair, RawBatch, Record, newest_or_all, oldest_or_all,
    raw_produce, shared, unique, versions, wait_same_log, wait_until,
};

use crate::stage::{PATIENCE, Stage, quick};

const INVALID_REQUEST: i32 = 42;
const MESSAGE_TOO_LARGE: i32 = 10;
/// A client that takes longer than its delivery timeout of 30 s, and something for a busy machine, hangs.
const HANG: Duration = Duration::from_secs(45);

const ACKS: [&[(&str, &str)]; 4] = [
    &[("acks", "0"), ("enable.idempotence", "false")],
    &[("acks", "1"), ("enable.idempotence", "false")],
    &[("acks", "all"), ("enable.idempotence", "false")],
    &[("acks", "all"), ("enable.idempotence", "true")],
];

/// What a mirror is on the disk of broker 1, to show that nothing was added.
fn image(destination: &Cluster, topic: &str) -> Vec<Batch> {
    destination.segments(topic, 0, 1)
}

/// A mirror of one partition with ten records.
fn mirror(source: &Cluster, destination: &Cluster, make: impl FnOnce(&str)) -> String {
    let topic = unique("read-only");
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    let bulk = serde_json::json!({"count": 10, "size": 50, "partition": 0, "flush_every": 3});
    source.client().produce_bulk(&topic, &bulk, &[]).expect("the source takes records");
    make(&topic);
    wait_same_log(source, &topic, destination, &topic, PATIENCE);
    topic
}

/// Runs `write` and answers with its failure; panics when the client hung or was served.
fn refusal<T: std::fmt::Debug>(what: &str, write: impl FnOnce() -> Result<T, Failure>) -> Failure {
    let started = Instant::now();
    let failure = match write() {
        Ok(stored) => panic!("{what}: a mirror took a record: {stored:?}"),
        Err(failure) => failure,
    };
    assert!(started.elapsed() < HANG, "{what}: hung for {:?}: {failure:?}", started.elapsed());
    failure
}

/// Produces in every way that a library knows; each is refused with `code`, or dropped where there are no acks.
fn check_producers(destination: &Cluster, topic: &str, code: i32, text: Option<&str>) {
    let stray = [Record { partition: Some(0), ..Record::value("stray") }];
    let java = destination.client().clone();
    let clients = std::iter::once((None, java))
        .chain(Library::few().into_iter().map(|library| (Some(library), destination.client_of(library))));
    for (library, client) in clients {
        for config in ACKS {
            let what = format!("{library:?} {config:?}");
            if config[0].1 == "0" {
                unacknowledged(&what, &client, topic, &stray, config);
                continue;
            }
            let failure = refusal(&what, || client.produce(topic, &stray, config));
            assert_eq!(failure.code, code, "{what}: {failure:?}");
            // Other libraries show their own words for a code.
            if let (None, Some(text)) = (library, text) {
                assert!(failure.message.contains(text), "{what}: {failure:?}");
            }
        }
    }
}

/// Without acks nobody tells the client; it must come to an end all the same.
fn unacknowledged(what: &str, client: &Client, topic: &str, records: &[Record], config: &[(&str, &str)]) {
    let started = Instant::now();
    if let Ok(stored) = client.produce(topic, records, config) {
        assert!(stored.iter().all(|each| each.offset <= 0), "{what}: an offset without acks: {stored:?}");
    }
    assert!(started.elapsed() < HANG, "{what}: hung for {:?}", started.elapsed());
}

/// Transactions are refused at the first record, and end.
fn check_transactions(destination: &Cluster, topic: &str, code: i32) {
    let (id, started) = (unique("transactional"), Instant::now());
    let producer = destination.client().producer(&[("transactional.id", &id)]).expect("a producer");
    producer.init().expect("the coordinator is a real broker");
    producer.begin().expect("a transaction begins");
    let stray = [Record { partition: Some(0), ..Record::value("stray") }];
    let failure = refusal("a Java transaction", || producer.send(topic, &stray));
    assert_eq!(failure.code, code, "{failure:?}");
    producer.commit().expect_err("a transaction without its record does not commit");
    // Known defect: where a client names a partition to the coordinator before it writes (transactions of the first
    // kind, before Kafka 4.0), the coordinator owes the mirror a marker. A real leader refuses that as too large, and
    // the coordinator gives up: the transactional id is blocked until its coordinator is loaded anew. Not for ever for
    // the client, whose own limit of 20 s ends the wait. With the sidecar leading markers are taken and dropped.
    match producer.abort() {
        Err(failure) if code == MESSAGE_TOO_LARGE && failure.is("REQUEST_TIMED_OUT") => {}
        other => other.unwrap_or_else(|failure| panic!("the transaction cannot be aborted: {failure:?}")),
    }
    producer.close(5_000).expect("a producer closes");
    assert!(started.elapsed() < HANG, "hung for {:?}", started.elapsed());
    let rdkafka = destination.client_of(Library::Librdkafka);
    let id = unique("transactional");
    refusal("a librdkafka transaction", || rdkafka.produce(topic, &stray, &[("transactional.id", &id)]));
}

/// Produce requests as old clients send them, versions 3 to 8.
fn check_old_versions(address: &str, topic: &str, code: i32) {
    let batch = RawBatch::of(&[(1, "stray")]).encode();
    for version in 3..=8 {
        for acks in [1, -1] {
            let answer = raw_produce(address, version, (topic, 0), acks, &batch)
                .unwrap_or_else(|error| panic!("version {version}, acks {acks}: no answer: {error}"));
            let told = answer.map(|(error, _)| i32::from(error));
            assert_eq!(told, Some(code), "version {version}, acks {acks}");
        }
        let silent = raw_produce(address, version, (topic, 0), 0, &batch);
        assert!(matches!(silent, Ok(None)), "version {version}, no acks: {silent:?}");
    }
}

#[test]
fn every_producer_is_refused_in_words_while_the_sidecar_leads() {
    for version in versions() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let topic = mirror(&pair.source, destination, |topic| {
            sidecar.create_mirror(topic, Pair::LINK).ok();
        });
        let before = image(destination, &topic);
        let text = format!("Cannot append records to read-only mirror topic '{topic}'");
        check_producers(destination, &topic, INVALID_REQUEST, Some(&text));
        check_transactions(destination, &topic, INVALID_REQUEST);
        check_old_versions(sidecar.address(), &topic, INVALID_REQUEST);
        // Whoever asks a follower is told that it does not lead.
        check_old_versions(&destination.broker(1).address(), &topic, 6);
        assert_eq!(image(destination, &topic), before);
        assert_eq!(destination.client().end_offsets(&topic), Ok(vec![10]));
        wait_same_log(&pair.source, &topic, destination, &topic, PATIENCE);
        sidecar.assert_quiet();
    }
}

#[test]
fn a_refused_idempotent_producer_goes_on_after_promotion_as_it_is() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let topic = mirror(&pair.source, destination, |topic| {
            sidecar.create_mirror(topic, Pair::LINK).ok();
        });
        let stray = [Record { partition: Some(0), flush: true, ..Record::value("stray") }];
        let producer = destination
            .client()
            .producer(&[("acks", "all"), ("enable.idempotence", "true")])
            .expect("a producer");
        for _ in 0..20 {
            let failure = refusal("an idempotent producer", || producer.send(&topic, &stray));
            assert!(failure.is("INVALID_REQUEST"), "{failure:?}");
        }
        // librdkafka: none of twenty refusals in one life turns into a fatal error.
        let rdkafka = destination.client_of(Library::Librdkafka);
        let answer = rdkafka.call(
            "produce",
            serde_json::json!({"topic": topic, "config": {"enable.idempotence": "true"},
                "records": vec![serde_json::json!({"partition": 0, "value": "eA==", "flush": true}); 20]}),
        );
        let answer = answer.expect("each record has an answer of its own");
        let codes: Vec<_> =
            answer.as_array().into_iter().flatten().map(|each| each["code"].clone()).collect();
        assert_eq!(codes, vec![serde_json::json!(INVALID_REQUEST); 20], "{answer}");
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        let stored = producer.send(&topic, &stray).expect("the same producer is served");
        assert_eq!(stored[0].offset, 10);
        assert_eq!(producer.send(&topic, &stray).expect("and again")[0].offset, 11);
        producer.close(5_000).expect("a producer closes");
        sidecar.assert_quiet();
    }
}

#[test]
fn nothing_is_appended_while_the_sidecar_is_dead_or_leadership_moves() {
    for version in oldest_or_all() {
        let stage = Stage::quick(&version);
        let topic = mirror(&stage.source, &stage.destination, |topic| {
            stage.kagami.create_mirror(topic, crate::stage::LINK).ok();
        });
        stage.wait_led_by_sidecar(&topic);
        let before = image(&stage.destination, &topic);
        // Writers that never rest see the sidecar die, a broker take over, and the sidecar return.
        let client = stage.destination.client();
        let loads = ACKS.map(|config| client.load(&topic, 1, 20, config));
        stage.kagami.kill9();
        stage.wait_led_by_brokers(&topic);
        check_producers(&stage.destination, &topic, MESSAGE_TOO_LARGE, None);
        check_transactions(&stage.destination, &topic, MESSAGE_TOO_LARGE);
        check_old_versions(&stage.destination.broker(1).address(), &topic, MESSAGE_TOO_LARGE);
        assert_eq!(image(&stage.destination, &topic), before);
        stage.kagami.restart();
        stage.wait_led_by_sidecar(&topic);
        check_old_versions(stage.kagami.address(), &topic, INVALID_REQUEST);
        for (load, config) in loads.into_iter().zip(ACKS) {
            let started = Instant::now();
            let done = load.stop();
            assert!(started.elapsed() < HANG, "{config:?} hung for {:?}", started.elapsed());
            assert!(done["sent"].as_u64() > Some(0), "{config:?} wrote nothing: {done}");
            let stored = done["acknowledged"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|each| each[1].as_i64() > Some(-1));
            assert_eq!(stored, None, "{config:?} was served");
            // Refused by either leader, or not answered in the time between them.
            let known = [INVALID_REQUEST, MESSAGE_TOO_LARGE, 7, -1, 6, 13];
            for failure in done["failures"].as_array().into_iter().flatten() {
                let code = failure["code"].as_i64().and_then(|code| i32::try_from(code).ok());
                assert!(code.is_some_and(|code| known.contains(&code)), "{config:?}: {failure}");
            }
        }
        assert_eq!(image(&stage.destination, &topic), before);
        assert_eq!(client.end_offsets(&topic), Ok(vec![10]));
        let more = serde_json::json!({"count": 5, "size": 50, "partition": 0});
        stage.source.client().produce_bulk(&topic, &more, &[]).expect("the source takes records");
        wait_same_log(&stage.source, &topic, &stage.destination, &topic, PATIENCE);
    }
}

/// The setting that refuses writes while a real broker leads.
fn bar(destination: &Cluster, topic: &str) -> Option<String> {
    destination.client().topic_config(topic, "max.message.bytes").expect("the topic has settings")
}

#[test]
fn a_bar_that_somebody_takes_away_is_put_back() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let topic = mirror(&pair.source, destination, |topic| {
            sidecar.create_mirror(topic, Pair::LINK).ok();
        });
        let client = destination.client();
        for paused in [false, true] {
            for (set, remove) in
                [(vec![], vec!["max.message.bytes"]), (vec![("max.message.bytes", "2000")], vec![])]
            {
                client.alter_topic(&topic, &set, &remove).expect("the admin may alter topics");
                wait_until(PATIENCE, "the bar is back", || bar(destination, &topic).as_deref() == Some("0"));
            }
            if !paused {
                sidecar.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
            }
        }
        assert!(sidecar.log_text().contains("somebody changed max.message.bytes"), "the operator is told");
        sidecar.mirrors(&["--resume", "--mirror-topic", &topic]).ok();
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        std::thread::sleep(Duration::from_secs(2));
        assert_ne!(bar(destination, &topic).as_deref(), Some("0"), "an opened mirror stays open");
    }
}

#[test]
fn records_that_only_the_mirror_has_are_found() {
    let version = harness::newest();
    let expected_errors = vec!["a partition failed".to_owned()];
    let stage = Stage::set(
        Cluster::builder(&version).first_broker_id(11),
        quick(&version),
        Options { expected_errors, ..Options::default() },
    );
    let topic = mirror(&stage.source, &stage.destination, |topic| {
        stage.kagami.create_mirror(topic, crate::stage::LINK).ok();
    });
    let bootstrap = stage.destination.bootstrap();
    let verify = || stage.kagami.cli(&["verify", "--mirror", &topic, "--bootstrap-server", &bootstrap]);
    verify().ok();
    stage.kagami.kill9();
    stage.wait_led_by_brokers(&topic);
    let client = stage.destination.client();
    client.alter_topic(&topic, &[], &["max.message.bytes"]).expect("the admin may alter topics");
    let stray = [Record { partition: Some(0), ..Record::value("stray") }];
    wait_until(PATIENCE, "nothing keeps a mirror closed that nobody watches", || {
        client.produce(&topic, &stray, ACKS[1]).is_ok()
    });
    stage.kagami.restart();
    stage.wait_led_by_sidecar(&topic);
    wait_until(PATIENCE, "verify finds the record", || {
        let said = verify();
        said.code == 1 && format!("{}{}", said.stdout, said.stderr).contains("10")
    });
    wait_until(PATIENCE, "the bar is back", || bar(&stage.destination, &topic).as_deref() == Some("0"));
}
