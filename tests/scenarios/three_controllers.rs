//! The active one of three controllers dies at any moment of a verb: the verb is carried out, or refused and can be
//! repeated; no client write is accepted by a mirror, and none is lost that an opened topic has taken.
#![allow(clippy::print_stderr, reason = "a long scenario tells how far it has come")]

use std::time::Duration;

use harness::{
    Background, Cluster, Node, Record, Said, compare, dealt, eventually, full, newest_or_all, unique,
    wait_same_log,
};
use serde_json::Value;

use crate::stage::{LINK, PATIENCE, Stage, quick};
use crate::steps::write;
use crate::witness::{active_controller, options};

/// Records at the source before a verb.
const BEFORE: i64 = 30;

/// A verb, what it leads to, and whether clients may write then.
#[derive(Clone, Copy, Debug)]
struct Verb {
    name: &'static str,
    done: Option<&'static str>,
    opens: bool,
}

const VERBS: [Verb; 6] = [
    Verb { name: "create", done: Some("ACTIVE"), opens: false },
    Verb { name: "pause", done: Some("PAUSED"), opens: false },
    Verb { name: "resume", done: Some("ACTIVE"), opens: false },
    Verb { name: "promote", done: Some("STOPPED"), opens: true },
    Verb { name: "failover", done: Some("STOPPED"), opens: true },
    Verb { name: "delete", done: None, opens: false },
];

/// Milliseconds between the start of a verb and the death of the controller: which steps these hit depends on the
/// machine. The gate takes one for each verb.
const MOMENTS: [u64; 8] = [0, 20, 60, 100, 150, 250, 400, 800];

impl Verb {
    fn said(self, stage: &Stage, topic: &str) -> Said {
        let admin = format!("http://{}", stage.kagami.admin());
        let mirrors = |verb: &str| stage.kagami.mirrors(&[verb, "--mirror-topic", topic]);
        match self.name {
            "create" => stage.kagami.create_mirror(topic, LINK),
            "delete" => stage.kagami.cli(&["mirror", "delete", topic, "--admin", &admin]),
            other => mirrors(&format!("--{other}")),
        }
    }

    /// A topic that is where the verb begins.
    fn prepared(self, stage: &Stage) -> String {
        let topic = unique(self.name);
        stage.source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        write(&stage.source, &topic, BEFORE);
        if self.name != "create" {
            stage.kagami.create_mirror(&topic, LINK).ok();
            wait_same_log(&stage.source, &topic, &stage.destination, &topic, PATIENCE);
        }
        if self.name == "resume" {
            stage.kagami.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
            write(&stage.source, &topic, BEFORE);
        }
        topic
    }
}

/// A client that tries to write all the time and gives up nothing but the record at hand.
fn intruder(stage: &Stage, topic: &str) -> Background {
    let config = [
        ("acks", "all"),
        ("enable.idempotence", "false"),
        ("retries", "0"),
        ("max.block.ms", "1000"),
        ("request.timeout.ms", "3000"),
        ("delivery.timeout.ms", "4000"),
    ];
    stage.destination.client().load(topic, 1, 20, &config)
}

/// Carries out a verb while the active controller dies after `moment`; the controller is back afterwards.
fn interrupted(stage: &Stage, verb: Verb, topic: &str, moment: u64) -> Said {
    let controller: &Node = stage.destination.broker(active_controller(&stage.destination));
    let said = std::thread::scope(|scope| {
        let said = scope.spawn(|| verb.said(stage, topic));
        std::thread::sleep(Duration::from_millis(moment));
        controller.kill9();
        said.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    controller.start();
    controller.wait_ready();
    said
}

/// The verb was carried out, or it was refused in words and is carried out when it is repeated.
fn carried_out(stage: &Stage, verb: Verb, topic: &str, said: &Said) {
    if said.code != 0 {
        assert!(!said.stderr.trim().is_empty() && !said.stderr.contains("panicked"), "{said:?}");
        eventually(PATIENCE, "a refused verb can be repeated", || {
            let again = verb.said(stage, topic);
            // A deletion that was carried out behind its refusal finds nothing.
            let gone = verb.done.is_none() && stage.state(topic).is_none();
            if again.code == 0 || gone { Ok(()) } else { Err(format!("{again:?} after {said:?}")) }
        });
    }
    eventually(PATIENCE, "a verb that was carried out is seen", || match stage.state(topic) {
        state if state.as_deref() == verb.done => Ok(()),
        other => Err(format!("{other:?} after {said:?}")),
    });
}

/// What the log at the destination has to be, given what the intruder was told.
fn check_writes(stage: &Stage, verb: Verb, topic: &str, end: i64, written: &Value) {
    let (source, destination) = (&stage.source, &stage.destination);
    let acknowledged = written["acknowledged"].as_array().expect("a writer tells what was taken");
    if !verb.opens {
        assert_eq!(acknowledged, &Vec::<Value>::new(), "a mirror took records");
        let behind = verb.name == "pause";
        if behind || verb.done.is_none() {
            assert_eq!(destination.client().end_offsets(topic), Ok(vec![end]));
        } else {
            wait_same_log(source, topic, destination, topic, PATIENCE);
        }
        return;
    }
    stage.wait_led_by_brokers(topic);
    let all = destination.client().consume_all(topic, "read_committed").expect("the topic can be read");
    for each in acknowledged {
        let place: (i32, i64, i64) = serde_json::from_value(each.clone()).expect("three numbers");
        assert!(place.1 >= end, "a record was taken at {}, inside the mirror's log", place.1);
        let found = all.iter().find(|record| record.offset == place.1).expect("what was taken is there");
        assert!(found.text().starts_with(&format!("{};", place.2)), "{found:?} is not record {}", place.2);
    }
    let offsets: Vec<i64> = all.iter().map(|record| record.offset).collect();
    assert!(offsets.iter().copied().eq(0..i64::try_from(all.len()).expect("a count")), "{offsets:?}");
    for node in destination.brokers() {
        let mut log = destination.segments(topic, 0, node.id);
        log.retain(|batch| batch.base_offset() < end);
        compare(&source.segments(topic, 0, 11), &log, 0)
            .unwrap_or_else(|why| panic!("node {}: {why}", node.id));
    }
    let next = i64::try_from(all.len()).expect("a count");
    let stored = destination.client().produce(topic, &[Record::value("mine")], &[]);
    assert_eq!(stored.expect("an opened topic takes records")[0].offset, next);
}

fn one(stage: &Stage, verb: Verb, moment: u64) {
    let topic = verb.prepared(stage);
    let end = stage.source.client().end_offsets(&topic).expect("the source tells its ends")[0];
    let end = if verb.name == "resume" { end - BEFORE } else { end };
    let intruder = intruder(stage, &topic);
    let said = interrupted(stage, verb, &topic, moment);
    eprintln!("three_controllers: {} {moment} ms: {}", verb.name, said.code);
    carried_out(stage, verb, &topic, &said);
    let written = intruder.stop();
    check_writes(stage, verb, &topic, end, &written);
    if verb.name == "create" || verb.name == "resume" {
        stage.wait_led_by_sidecar(&topic);
        write(&stage.source, &topic, 10);
        wait_same_log(&stage.source, &topic, &stage.destination, &topic, PATIENCE);
    }
}

#[test]
fn a_verb_whose_controller_dies_in_its_middle_is_carried_out_or_can_be_repeated() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version)
                .brokers(2)
                .separate_controllers(3)
                .config("controller.quorum.election.timeout.ms", "500")
                .config("controller.quorum.fetch.timeout.ms", "1000"),
            options(&[]),
        );
        for (at, verb) in VERBS.into_iter().enumerate() {
            let moments = if full() { dealt(&MOMENTS, &version) } else { vec![MOMENTS[at]] };
            for moment in moments {
                one(&stage, verb, moment);
            }
        }
    }
}
