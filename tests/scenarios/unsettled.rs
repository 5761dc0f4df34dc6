//! When everybody was dead at once nobody can tell how far readers had come before enough followers are in sync again.

use std::time::Duration;

use harness::{Cluster, Record, eventually, newest_or_all, unique, wait_same_log};

use crate::stage::{LINK, PATIENCE, SESSION, Stage, quick};
use crate::witness::{check_readers, options, seen_by};

#[test]
fn a_reader_waits_and_does_not_begin_anew_while_the_high_watermark_is_not_known() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(2).separate_controllers(1),
            options(&[]),
        );
        let (source, destination) = (&stage.source, &stage.destination);
        let (topic, beside) = (unique("unsettled"), unique("beside"));
        for (name, partitions) in [(&topic, 1), (&beside, 3)] {
            source.client().create_topic(name, partitions, 1, &[]).expect("the topic is new");
            crate::steps::write(source, name, 100);
            stage.kagami.create_mirror(name, LINK).ok();
            wait_same_log(source, name, destination, name, PATIENCE);
        }
        let load = source.client().load(&beside, 3, 100, &[("acks", "all")]);
        let readers = ["read_uncommitted", "read_committed"]
            .map(|isolation| destination.client().watch(&topic, isolation));
        let seen = |count: usize| {
            for reader in &readers {
                eventually(PATIENCE, "a reader goes on", || {
                    let seen = seen_by(&reader.status());
                    if seen == count { Ok(()) } else { Err(format!("{seen} of {count}")) }
                });
            }
        };
        seen(100);
        // More than there are: the high watermark stays unknown for as long as this stands.
        let client = destination.client();
        client.alter_topic(&topic, &[("min.insync.replicas", "3")], &[]).expect("a topic can be changed");
        // First the brokers, until the sidecar is alone in sync, then the sidecar, until nobody leads.
        for broker in destination.brokers() {
            broker.kill9();
        }
        std::thread::sleep(SESSION + Duration::from_secs(2));
        stage.kagami.kill9();
        std::thread::sleep(SESSION + Duration::from_secs(2));
        for broker in destination.brokers() {
            broker.start();
        }
        for broker in destination.brokers() {
            broker.wait_ready();
        }
        stage.kagami.restart();
        stage.wait_led_by_sidecar(&topic);
        // Readers ask several times a second.
        std::thread::sleep(Duration::from_secs(4));
        seen(100);
        // A partition that followers are told nothing of yet keeps no other from them.
        stage.wait_caught_up(&beside);
        let _all_that_it_did = load.stop();
        wait_same_log(source, &beside, destination, &beside, PATIENCE);
        seen(100);
        client.alter_topic(&topic, &[], &["min.insync.replicas"]).expect("a topic can be changed");
        source.client().produce(&topic, &[Record::value("last")], &[]).expect("the source takes records");
        seen(101);
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        check_readers(&stage.source, &topic, readers);
    }
}
