//! A log directory of a broker fails, and its partitions with it, while its other partitions go on.

use std::fs;
use std::path::Path;

use harness::{Cluster, eventually, newest_or_all};

use crate::stage::{PATIENCE, Stage, quick};
use crate::witness::{options, under_load};

const PARTITIONS: i32 = 4;

/// Breaks a directory as a disk does that is gone: what is open stays open, and nothing new is found or made.
fn break_disk(dir: &Path) {
    fs::rename(dir, dir.with_extension("broken")).expect("the directory can be moved");
    fs::write(dir, "no directory").expect("its place can be taken");
}

/// Waits until a broker is out of the in-sync sets of exactly the partitions that lay in the broken directory, and
/// answers with those partitions.
fn wait_out_of_sync(stage: &Stage, topic: &str, broker: i32, broken: &Path) {
    let lost = |partition: i32| broken.join(format!("{topic}-{partition}")).is_dir();
    assert!((0..PARTITIONS).any(lost) && !(0..PARTITIONS).all(lost), "nothing broke, or everything did");
    eventually(PATIENCE, "the broker leaves the in-sync sets of what it lost", || {
        let told = stage.destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
        let right = |p: &harness::Partition| p.isr.contains(&broker) != lost(p.partition);
        if told.partitions.iter().all(right) { Ok(()) } else { Err(format!("{told:?}")) }
    });
}

#[test]
fn a_log_directory_that_fails_costs_its_replicas_only_and_a_new_or_repaired_disk_is_filled_again() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version)
                .brokers(2)
                .separate_controllers(1)
                .log_dirs(2)
                // What notices a lost directory first: a file that is written there twice a second.
                .config("replica.high.watermark.checkpoint.interval.ms", "500"),
            options(&[]),
        );
        under_load(&stage, "disks", PARTITIONS, &[1, 2], |topic| {
            stage.wait_caught_up(topic);
            // The first directory holds the metadata log: without it a broker ends.
            for (id, is_new) in [(2, true), (1, false)] {
                let broker = stage.destination.broker(id);
                let dir = broker.log_dirs().pop().expect("a broker has directories");
                let broken = dir.with_extension("broken");
                break_disk(&dir);
                wait_out_of_sync(&stage, topic, id, &broken);
                stage.wait_led_by_sidecar(topic);
                stage.wait_caught_up(topic);
                assert!(broker.alive(), "{version}: broker {id} ended over one of two directories");
                broker.stop();
                fs::remove_file(&dir).expect("its place can be given back");
                if !is_new {
                    fs::rename(&broken, &dir).expect("the directory can be moved");
                }
                broker.start();
                broker.wait_ready();
                eventually(PATIENCE, "the broker is in sync again", || {
                    let told = stage
                        .destination
                        .client()
                        .describe_topic(topic)
                        .map_err(|failure| failure.message)?;
                    let all = told.partitions.iter().all(|partition| partition.isr.contains(&id));
                    if all { Ok(()) } else { Err(format!("{told:?}")) }
                });
            }
        });
    }
}
