//! A broker loses all its disks and is built again from the other replicas, the companion too.

use harness::{Cluster, eventually, newest_or_all};

use crate::stage::{PATIENCE, Stage, quick};
use crate::witness::{options, under_load};

#[test]
fn each_of_two_brokers_is_wiped_and_filled_again_under_load() {
    for version in newest_or_all() {
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(2).separate_controllers(1),
            options(&[]),
        );
        under_load(&stage, "wiped", 2, &[1, 2], |topic| {
            // Once stopped in order, once not; the companion is the second.
            for (id, in_order) in [(2, false), (1, true), (2, true), (1, false)] {
                stage.wait_caught_up(topic);
                let broker = stage.destination.broker(id);
                if in_order {
                    broker.stop();
                } else {
                    broker.kill9();
                }
                broker.wipe_log_dir();
                broker.start();
                broker.wait_ready();
                eventually(PATIENCE, "the broker is in sync again", || {
                    let client = stage.destination.client();
                    let told = client.describe_topic(topic).map_err(|failure| failure.message)?;
                    let held = |index: i32| stage.destination.end_on_disk(topic, index, id) > 0;
                    let back = |p: &harness::Partition| p.isr.contains(&id) && held(p.partition);
                    if told.partitions.iter().all(back) { Ok(()) } else { Err(format!("{told:?}")) }
                });
            }
        });
    }
}
