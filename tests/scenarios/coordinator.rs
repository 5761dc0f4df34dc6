//! One sidecar decides at a time, whatever becomes of the others, and one that was replaced can do no harm.

use std::time::Duration;

use harness::{Kagami, Record, dealt, eventually, full, newest_or_all, unique, wait_same_log};
use serde_json::json;

use crate::fleet::Fleet;
use crate::look::stored;
use crate::stage::{LINK, PATIENCE, SESSION};
use crate::steps::write;

/// How long a frozen sidecar stays frozen: long enough to be replaced; in the wide version a minute the first time.
fn frozen(again: bool) -> Duration {
    if full() && !again { Duration::from_secs(60) } else { SESSION + Duration::from_secs(4) }
}

/// A mirror of one partition with a few records, caught up.
fn small(fleet: &Fleet, name: &str) -> String {
    let topic = unique(name);
    fleet.source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    write(&fleet.source, &topic, 20);
    fleet.sidecars[1].create_mirror(&topic, LINK).ok();
    fleet.wait_led(&topic, &fleet.ids());
    fleet.wait_caught_up(&topic);
    topic
}

/// Has a sidecar do something; what it says against it otherwise.
fn asked(sidecar: &Kagami, method: &str, path: &str, body: Option<&serde_json::Value>) -> Result<(), String> {
    let body = body.map(ToString::to_string);
    let said = sidecar.rest(method, &format!("/links/{LINK}/{path}"), body.as_deref());
    let told: serde_json::Value = serde_json::from_str(&said.body).unwrap_or_default();
    let failed = |each: &serde_json::Value| each["error_code"].is_number();
    let refused = told["data"].as_array().is_some_and(|all| all.iter().any(failed));
    if (200..300).contains(&said.status) && !refused {
        Ok(())
    } else {
        Err(format!("{} {}", said.status, said.body))
    }
}

fn create(sidecar: &Kagami, topic: &str) -> Result<(), String> {
    asked(sidecar, "POST", "mirrors", Some(&json!({"source_topic_name": topic})))
}

fn apply(sidecar: &Kagami, verb: &str, topic: &str) -> Result<(), String> {
    asked(sidecar, "POST", &format!("mirrors:{verb}"), Some(&json!({"mirror_topic_names": [topic]})))
}

fn delete(sidecar: &Kagami, topic: &str) -> Result<(), String> {
    asked(sidecar, "DELETE", &format!("mirrors/{topic}?delete_topic=true"), None)
}

/// Its topic stays.
fn forget(sidecar: &Kagami, topic: &str) -> Result<(), String> {
    asked(sidecar, "DELETE", &format!("mirrors/{topic}"), None)
}

fn is_refused(fleet: &Fleet, topic: &str) {
    let refused = fleet.destination.client().produce(topic, &[Record::value("mine")], &[("retries", "0")]);
    assert!(refused.is_err(), "a mirror took a client's record: {refused:?}");
}

/// Freezes the coordinator at a moment of a promotion that another sidecar was asked for. The next coordinator finishes it;
/// the topic is deleted and mirrored anew under the same name, another mirror is promoted and a third one forgotten. Then the
/// frozen one thaws and decides again: it must not open the new mirror, nor close or take back what was opened.
#[test]
fn a_coordinator_that_is_frozen_in_the_middle_of_a_promotion_does_no_harm_when_it_thaws() {
    for version in newest_or_all() {
        let wide = [0, 400, 1_000, 1_050, 1_100, 1_150, 1_250, 1_400];
        let moments = if full() { dealt(&wide, &version) } else { vec![1_100] };
        let fleet = Fleet::quick(&version);
        for (turn, moment) in moments.iter().enumerate() {
            let topic = small(&fleet, "frozen");
            let (opened, forgotten) = (small(&fleet, "opened"), small(&fleet, "forgotten"));
            std::thread::scope(|scope| {
                let promoting = scope.spawn(|| apply(&fleet.sidecars[1], "promote", &topic));
                std::thread::sleep(Duration::from_millis(*moment));
                fleet.sidecars[0].freeze();
                let said = promoting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                assert_eq!(said, Ok(()), "frozen after {moment} ms");
            });
            let since = std::time::Instant::now();
            fleet.wait_led(&topic, &[1, 2, 3]);
            fleet.destination.client().produce(&topic, &[Record::value("mine")], &[]).expect("it is open");
            let again = &fleet.sidecars[2];
            assert_eq!(delete(again, &topic), Ok(()));
            eventually(PATIENCE, "the topic is made a mirror again", || create(again, &topic));
            assert_eq!(apply(again, "promote", &opened), Ok(()));
            assert_eq!(forget(again, &forgotten), Ok(()));
            fleet.wait_led(&topic, &[1002, 1003]);
            std::thread::sleep(frozen(turn > 0).saturating_sub(since.elapsed()));
            fleet.sidecars[0].thaw();
            // Long enough for everything that it was about to do, and for its coming back.
            std::thread::sleep(Duration::from_secs(4));
            is_refused(&fleet, &topic);
            fleet.destination.client().produce(&opened, &[Record::value("mine")], &[]).expect("it is open");
            fleet.check_left_alone(&opened);
            fleet.check_left_alone(&forgotten);
            let closed = fleet.destination.client().topic_config(&topic, "max.message.bytes");
            assert_eq!(closed, Ok(Some("0".to_owned())), "frozen after {moment} ms");
            for sidecar in &fleet.sidecars {
                eventually(PATIENCE, "all tell the same state", || {
                    let told = fleet.told(sidecar, &topic);
                    if told["mirror_status"] == "ACTIVE" { Ok(()) } else { Err(told.to_string()) }
                });
            }
            write(&fleet.source, &topic, 20);
            fleet.wait_caught_up(&topic);
            wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
            // It decides again, as the lowest that lives.
            assert_eq!(apply(again, "pause", &topic), Ok(()));
        }
        assert!(fleet.sidecars[0].log_text().contains("this process stood still"));
    }
}

#[test]
fn a_leader_that_is_frozen_and_thaws_feeds_nothing_that_others_lead_now() {
    const PARTITIONS: i32 = 6;
    for version in newest_or_all() {
        let fleet = Fleet::quick(&version);
        let topic = fleet.mirror("thawed", PARTITIONS);
        let load = fleet.source.client().load(&topic, PARTITIONS, 300, &[("acks", "all")]);
        std::thread::sleep(Duration::from_secs(1));
        for id in [1003, 1001] {
            let others = fleet.others(id);
            fleet.sidecar(id).freeze();
            std::thread::sleep(frozen(id != 1003));
            fleet.wait_led(&topic, &others);
            fleet.wait_caught_up(&topic);
            fleet.sidecar(id).thaw();
            fleet.wait_gets_its_part(&topic, id);
        }
        let _all_that_it_did = load.stop();
        fleet.wait_caught_up(&topic);
        wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
        for (node, partition) in
            [1, 2, 3].into_iter().flat_map(|node| (0..PARTITIONS).map(move |p| (node, p)))
        {
            let batches = fleet.destination.segments(&topic, partition, node);
            let epochs: Vec<i32> = batches.iter().map(harness::Batch::leader_epoch).collect();
            assert!(epochs.is_sorted(), "{topic}-{partition} on broker {node}: {epochs:?}");
        }
    }
}

/// Kills the coordinator at different moments of commands that other sidecars were asked for: each is carried out by the
/// next one.
#[test]
fn a_command_outlives_the_sidecar_that_carries_it_out() {
    for version in newest_or_all() {
        // At 0 the next coordinator has to move what the dead one led while it carries the command out.
        let moments = if full() { dealt(&[0, 20, 60, 120, 200, 400], &version) } else { vec![0, 60] };
        let fleet = Fleet::quick(&version);
        for moment in &moments {
            let topic = unique("outlives");
            fleet.source.client().create_topic(&topic, 3, 1, &[]).expect("the topic is new");
            write(&fleet.source, &topic, 20);
            let killed_during = |command: &dyn Fn() -> Result<(), String>| {
                std::thread::scope(|scope| {
                    let killing = scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(*moment));
                        fleet.sidecars[0].kill9();
                    });
                    let said = command();
                    killing.join().expect("it is killed");
                    assert_eq!(said, Ok(()), "killed after {moment} ms");
                });
                fleet.sidecars[0].restart();
            };
            killed_during(&|| create(&fleet.sidecars[2], &topic));
            fleet.wait_led(&topic, &fleet.ids());
            fleet.wait_caught_up(&topic);
            killed_during(&|| apply(&fleet.sidecars[1], "failover", &topic));
            fleet.wait_led(&topic, &[1, 2, 3]);
            fleet.destination.client().produce(&topic, &[Record::value("mine")], &[]).expect("it is open");
            fleet.check_left_alone(&topic);
            let forgotten = fleet.mirror("forgotten", 3);
            killed_during(&|| forget(&fleet.sidecars[1], &forgotten));
            fleet.check_left_alone(&forgotten);
            killed_during(&|| delete(&fleet.sidecars[2], &topic));
            let gone = fleet.destination.client().describe_topic(&topic);
            assert!(gone.is_err(), "{gone:?}");
        }
    }
}

/// What a later version stored is kept by this one, through changes and from one coordinator to the next.
#[test]
fn what_a_later_version_wrote_into_the_state_is_kept() {
    for version in newest_or_all() {
        let fleet = Fleet::quick(&version);
        let topic = small(&fleet, "later");
        let key = format!("mirror/{topic}");
        let stored = |key: &str| stored(&fleet.destination, key);
        let mut record = stored(&key);
        record["later"] = json!({"deep": [1, 2]});
        let sets = [
            Record::keyed(&key, &record.to_string()),
            Record::keyed("later/thing", "{\"of\":\"a later version\"}"),
        ];
        fleet.destination.client().produce("_kagami", &sets, &[]).expect("the state takes records");
        // The one that decides knows what it wrote; the next one reads.
        fleet.sidecars[0].kill9();
        fleet.wait_led(&topic, &[1002, 1003]);
        assert_eq!(apply(&fleet.sidecars[2], "pause", &topic), Ok(()));
        let kept = stored(&key);
        assert_eq!((&kept["later"], &kept["state"]), (&json!({"deep": [1, 2]}), &json!("PAUSED")));
        fleet.sidecars[0].restart();
        assert_eq!(apply(&fleet.sidecars[1], "resume", &topic), Ok(()));
        let kept = stored(&key);
        assert_eq!((&kept["later"], &kept["state"]), (&json!({"deep": [1, 2]}), &json!("ACTIVE")));
        assert_eq!(stored("later/thing"), json!({"of": "a later version"}));
    }
}
