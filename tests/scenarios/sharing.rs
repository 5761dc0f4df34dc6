//! Several sidecars share the partitions, and any of them answers everything.

use std::time::Duration;

use harness::{eventually, oldest_or_all, wait_same_log};

use crate::fleet::Fleet;
use crate::stage::{LINK, PATIENCE};

/// Partitions of the mirrors here: each sidecar gets three.
const PARTITIONS: i32 = 9;

#[test]
fn partitions_are_spread_over_the_sidecars_and_each_of_them_tells_and_does_everything() {
    for version in oldest_or_all() {
        let fleet = Fleet::quick(&version);
        let topic = fleet.mirror("spread", PARTITIONS);
        let counts = fleet.counts(&topic);
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), [(1001, 3), (1002, 3), (1003, 3)]);
        for (number, sidecar) in (1..).zip(&fleet.sidecars) {
            let described = fleet.destination.client().describe_topic(&topic).expect("the mirror is there");
            for p in described.partitions.iter().filter(|p| p.leader == sidecar.id()) {
                assert!(p.replicas.contains(&number), "its companion holds a replica: {p:?}");
            }
        }
        let load = fleet.source.client().load(&topic, PARTITIONS, 200, &[("acks", "all")]);
        std::thread::sleep(Duration::from_secs(2));
        let _all_that_it_did = load.stop();
        fleet.wait_caught_up(&topic);
        for sidecar in &fleet.sidecars {
            eventually(PATIENCE, "each sidecar knows every partition's lag", || {
                let told = fleet.told(sidecar, &topic);
                let lags = told["mirror_lags"].as_array().cloned().unwrap_or_default();
                let known = lags.iter().filter(|lag| lag["lag"] == 0).count();
                if known == 9 && told["mirror_status"] == "ACTIVE" { Ok(()) } else { Err(told.to_string()) }
            });
        }
        // Each one is asked for something else, and all see it at once.
        let state = |wanted: &str| {
            for sidecar in &fleet.sidecars {
                eventually(PATIENCE, "every sidecar knows", || {
                    let told = fleet.told(sidecar, &topic);
                    if told["mirror_status"] == wanted { Ok(()) } else { Err(told.to_string()) }
                });
            }
        };
        fleet.sidecars[2].mirrors(&["--pause", "--mirror-topic", &topic]).ok();
        state("PAUSED");
        fleet.sidecars[1].mirrors(&["--resume", "--mirror-topic", &topic]).ok();
        state("ACTIVE");
        let first = &fleet.sidecars[0];
        let update =
            ["link", "update", LINK, "--config", "availability.check.ms=30000", "--admin", first.admin()];
        first.cli(&update).ok();
        for sidecar in &fleet.sidecars {
            eventually(PATIENCE, "the setting is in force everywhere", || {
                let told =
                    sidecar.rest("GET", &format!("/links/{LINK}/configs/availability.check.ms"), None).body;
                if told.contains("30000") { Ok(()) } else { Err(told) }
            });
        }
        // A limit that nobody could ever pay for while the link rests, and none when it goes on.
        let update = |configs: &[&str]| {
            let each = configs.iter().flat_map(|config| ["--config", config]);
            let all: Vec<&str> = ["link", "update", LINK].into_iter().chain(each).collect();
            first.cli(&[&all[..], &["--admin", first.admin()]].concat()).ok();
        };
        let load = fleet.source.client().load(&topic, PARTITIONS, 200, &[("acks", "all")]);
        update(&["cluster.link.io.max.bytes.per.second=300"]);
        std::thread::sleep(Duration::from_secs(1));
        update(&["cluster.link.paused=true"]);
        std::thread::sleep(Duration::from_secs(2));
        let _all_that_it_did = load.stop();
        update(&["cluster.link.paused=false", "cluster.link.io.max.bytes.per.second=-1"]);
        fleet.wait_caught_up(&topic);
        wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
        fleet.sidecars[1].mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        state("STOPPED");
        fleet.wait_led(&topic, &[1, 2, 3]);
        let forgotten = fleet.mirror("forgotten", 3);
        fleet.sidecars[2].cli(&["mirror", "delete", &forgotten, "--admin", fleet.sidecars[2].admin()]).ok();
        fleet.check_left_alone(&forgotten);
        fleet.check_left_alone(&topic);
    }
}
