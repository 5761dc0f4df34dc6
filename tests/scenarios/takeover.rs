//! A sidecar dies, stands still, stops or comes back, and the others do its work.

use harness::{newest_or_all, wait_same_log};

use crate::fleet::Fleet;
use crate::stage::PATIENCE;
use crate::witness::check_readers;

const PARTITIONS: i32 = 6;
/// No batch of the load here is larger, in bytes.
const BATCH_MAX: u64 = 16_384;

#[test]
fn a_killed_sidecar_is_replaced_and_gets_its_part_again_when_it_is_back() {
    for version in newest_or_all() {
        let fleet = Fleet::quick(&version);
        let topic = fleet.mirror("killed", PARTITIONS);
        let load = fleet.source.client().load(&topic, PARTITIONS, 300, &[("acks", "all")]);
        let watch = fleet.destination.client().watch(&topic, "read_committed");
        for id in [1002, 1001] {
            let others = fleet.others(id);
            fleet.sidecar(id).kill9();
            fleet.wait_led(&topic, &others);
            fleet.wait_caught_up(&topic);
            fleet.sidecar(id).restart();
            fleet.wait_gets_its_part(&topic, id);
            fleet.wait_led(&topic, &fleet.ids());
        }
        let _all_that_it_did = load.stop();
        fleet.wait_caught_up(&topic);
        // What came in while nobody led is asked for once; a batch of each partition is looked at by its new leader.
        fleet.check_asked_once(&topic, u64::try_from(PARTITIONS).expect("few") * 2 * BATCH_MAX);
        check_readers(&fleet.source, &topic, [watch]);
        wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
    }
}

#[test]
fn a_sidecar_that_stops_hands_its_partitions_over_and_no_broker_leads_in_between() {
    for version in newest_or_all() {
        let fleet = Fleet::quick(&version);
        let topic = fleet.mirror("stopped", PARTITIONS);
        let load = fleet.source.client().load(&topic, PARTITIONS, 300, &[("acks", "all")]);
        let mut freed = 0;
        for id in fleet.ids() {
            fleet.wait_still(&topic);
            let before = fleet.epochs(&topic);
            let led = fleet.leaders(&topic);
            let others = fleet.others(id);
            fleet.sidecar(id).stop();
            fleet.wait_led(&topic, &others);
            let after = fleet.epochs(&topic);
            // It leads nothing, so nothing keeps its id, unless the controllers answer too late on a busy machine.
            let is_free = fleet.sidecar(id).log_text().contains("our id is free again\n");
            freed += usize::from(is_free);
            for (partition, epoch) in before {
                let moved = i32::from(led[&partition] == id);
                assert_eq!(after[&partition], epoch + moved, "somebody led partition {partition} in between");
            }
            fleet.sidecar(id).restart();
            let said = fleet.sidecar(id).log_text();
            let waited = said.contains("held by another live broker");
            assert!(!is_free || !waited, "it had to wait for its id: {said}");
            fleet.wait_gets_its_part(&topic, id);
        }
        assert!(freed > 0, "no id was free at once");
        let _all_that_it_did = load.stop();
        fleet.wait_caught_up(&topic);
        fleet.check_asked_once(&topic, 0);
        let told = ["kagami_sidecars", "kagami_coordinator"].map(|name| fleet.metric(name));
        assert_eq!(told.map(|value| value.to_string()), ["9", "1"], "each knows of three, and one decides");
        // The last one to stop forgot what it had counted, and got its part from the two others.
        for name in [
            "kagami_partitions_handed_over_total",
            "kagami_partitions_moved_total",
            "kagami_isr_changes_total",
            "kagami_registrations_total",
        ] {
            assert!(fleet.metric(name) >= 1.0, "{name} counts nothing");
        }
        wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
    }
}
