//! Wall clocks an hour apart, and clocks that jump: nothing that is decided depends on them.

use std::time::Duration;

use harness::{Clock, Cluster, Options, Record, newest_or_all, unique, wait_same_log};

use crate::stage::{LINK, PATIENCE, SESSION, Stage, quick};
use crate::witness::under_load;

const HOUR: i64 = 3_600;

#[test]
fn with_clocks_an_hour_apart_or_jumping_the_mirror_is_fed_told_right_and_opened() {
    for version in newest_or_all() {
        let (ahead, behind) = (Clock::off_by(HOUR), Clock::off_by(-HOUR));
        // The controller's only jumps ahead. When it jumps back while a record waits for others to be written with, Kafka
        // (4.4.0) waits with all of them until that time has come again, because it counts such pauses on the wall clock.
        let (controller, sidecar) = (Clock::off_by(-HOUR), Clock::off_by(-HOUR));
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version)
                .brokers(2)
                .separate_controllers(1)
                .environment(1, ahead.environment())
                .environment(2, behind.environment())
                .environment(101, controller.environment()),
            Options { environment: sidecar.environment(), ..Options::default() },
        );
        under_load(&stage, "clocks", 2, &[1, 2], |topic| {
            stage.wait_caught_up(topic);
            for (clock, seconds) in [
                (&sidecar, HOUR),
                (&controller, HOUR / 2),
                (&ahead, -HOUR),
                (&behind, HOUR),
                (&sidecar, -HOUR),
                (&controller, HOUR),
            ] {
                clock.set(seconds);
                // Long enough for a session to end, if it were counted on the wrong clock.
                std::thread::sleep(SESSION / 4);
                stage.wait_caught_up(topic);
            }
            std::thread::sleep(SESSION + Duration::from_secs(1));
            let told = stage.destination.client().describe_topic(topic).expect("the mirror is there");
            for partition in told.partitions {
                assert_eq!(partition.leader, stage.kagami.id(), "somebody lost a session");
                assert_eq!(partition.isr.len(), 3, "somebody fell out of sync: {partition:?}");
            }
            stage.kagami.kill9();
            stage.wait_led_by_brokers(topic);
            stage.kagami.restart();
            stage.wait_led_by_sidecar(topic);
        });
        let (source, destination) = (&stage.source, &stage.destination);
        let topic = unique("opened");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        source.client().produce(&topic, &[Record::value("one")], &[]).expect("the source takes records");
        stage.kagami.create_mirror(&topic, LINK).ok();
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        stage.kagami.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        let stored = destination.client().produce(&topic, &[Record::value("mine")], &[]);
        assert_eq!(stored.expect("an opened topic takes records")[0].offset, 1);
    }
}

/// The clock of the preloaded library is in force: a broker stamps records with it.
#[test]
fn a_wrong_clock_is_what_a_broker_stamps_records_with() {
    let version = harness::newest();
    let clock = Clock::off_by(HOUR);
    let cluster = Cluster::builder(&version).environment(1, clock.environment()).start();
    let topic = unique("stamped");
    let client = cluster.client();
    client
        .create_topic(&topic, 1, 1, &[("message.timestamp.type", "LogAppendTime")])
        .expect("the topic is new");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("it is after 1970");
    let now = i64::try_from(now.as_millis()).expect("a time of this age");
    for hours in [1, -1] {
        clock.set(hours * HOUR);
        let stored = client.produce(&topic, &[Record::value("one")], &[]).expect("the broker takes records");
        let off = (stored[0].timestamp - now) / 60_000;
        assert!((hours * 60 - 5..hours * 60 + 5).contains(&off), "{off} minutes off, not {hours} hours");
    }
}
