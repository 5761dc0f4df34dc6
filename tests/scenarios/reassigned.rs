//! Others move the replicas of mirrors, or us out of them, with Kafka's own tool: we come back, nothing is lost.

use std::time::Duration;

use harness::{Cluster, Topic, eventually, newest_or_all};

use crate::stage::{PATIENCE, Stage, quick};
use crate::witness::{options, under_load};

/// Real brokers of the destination.
const REAL: [i32; 3] = [1, 2, 3];

fn stage(version: &str) -> Stage {
    Stage::set(
        Cluster::builder(version).first_broker_id(11),
        quick(version).brokers(3).separate_controllers(1),
        options(&[]),
    )
}

/// Hands a plan to the tool. From Kafka 4.3 on we are cordoned, and the controllers refuse every plan that names us, even
/// where we are a replica already: such a plan is made again without us, as its operator would.
fn reassign(stage: &Stage, topic: &str, plan: &[(i32, &[i32])]) {
    let us = stage.kagami.id();
    let said = stage.destination.reassign_with_tool(topic, plan);
    if said.code == 0 {
        assert!(said.stdout.contains("Successfully started"), "{said:?}");
        return;
    }
    let told = format!("{}{}", said.stdout, said.stderr);
    assert!(
        told.contains(&format!("includes broker {us}, but all its log directories are cordoned")),
        "{told}"
    );
    let without = |(partition, replicas): &(i32, &[i32])| {
        (*partition, replicas.iter().copied().filter(|id| *id != us).collect::<Vec<_>>())
    };
    let without: Vec<_> = plan.iter().map(without).collect();
    assert!(without.iter().zip(plan).any(|(new, old)| new.1 != old.1), "{told}");
    let without: Vec<_> = without.iter().map(|(partition, replicas)| (*partition, &replicas[..])).collect();
    stage.destination.reassign_with_tool(topic, &without).ok();
}

/// Waits until no reassignment is under way and the replicas of each partition are these, in any order.
fn wait_replicas(stage: &Stage, topic: &str, wanted: &[&[i32]]) {
    let client = stage.destination.client();
    eventually(PATIENCE, "replicas are where they were put", || {
        let running =
            client.call("reassignments", serde_json::json!({})).map_err(|failure| failure.message)?;
        let told: Topic = client.describe_topic(topic).map_err(|failure| failure.message)?;
        let right = told.partitions.iter().zip(wanted).all(|(partition, wanted)| {
            let (mut replicas, mut wanted) = (partition.replicas.clone(), wanted.to_vec());
            replicas.sort_unstable();
            wanted.sort_unstable();
            replicas == wanted && partition.replicas.first() == Some(&stage.kagami.id())
        });
        if right && running == serde_json::json!([]) { Ok(()) } else { Err(format!("{told:?}; {running}")) }
    });
}

/// Real replicas move, the virtual one is dropped, put last, or left alone; each time the mirror ends where the tool put
/// it, with the sidecar in front again.
#[test]
fn replicas_that_others_move_are_followed_and_the_sidecar_comes_back_in_front() {
    for version in newest_or_all() {
        let stage = stage(&version);
        let us = stage.kagami.id();
        // Two real replicas each, so that there is somewhere to move to.
        under_load(&stage, "reassigned", 2, &REAL, |topic| {
            // The virtual replica stays in front and real ones go.
            reassign(&stage, topic, &[(0, &[us, 1]), (1, &[us, 3])]);
            wait_replicas(&stage, topic, &[&[us, 1], &[us, 3]]);
            stage.wait_caught_up(topic);
            // No replica stays where it was.
            reassign(&stage, topic, &[(0, &[us, 2]), (1, &[us, 1, 2])]);
            wait_replicas(&stage, topic, &[&[us, 2], &[us, 1, 2]]);
            stage.wait_caught_up(topic);
            // Nobody thought of the virtual replica.
            reassign(&stage, topic, &[(0, &[2, 3]), (1, &[3])]);
            wait_replicas(&stage, topic, &[&[us, 2, 3], &[us, 3]]);
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
            // It is kept, but not in front.
            reassign(&stage, topic, &[(0, &[3, us]), (1, &[1, us, 2])]);
            wait_replicas(&stage, topic, &[&[us, 3], &[us, 1, 2]]);
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
            reassign(&stage, topic, &[(0, &[1, 2, 3]), (1, &[3, 2, 1])]);
            wait_replicas(&stage, topic, &[&[us, 1, 2, 3], &[us, 1, 2, 3]]);
            stage.wait_led_by_sidecar(topic);
        });
    }
}

/// A reassignment that waits for a dead broker holds nothing up, and can be called off.
#[test]
fn a_reassignment_to_a_dead_broker_stops_nothing_and_ends_when_it_returns_or_is_called_off() {
    for version in newest_or_all() {
        let stage = stage(&version);
        let us = stage.kagami.id();
        let destination = &stage.destination;
        under_load(&stage, "stuck", 1, &[1, 3], |topic| {
            reassign(&stage, topic, &[(0, &[us, 1, 2])]);
            wait_replicas(&stage, topic, &[&[us, 1, 2]]);
            destination.broker(3).kill9();
            // The tool's words about a broker that it knows and that is dead are the controllers'.
            let fenced = || {
                let nodes = destination.client().call("describe_cluster", serde_json::json!({}));
                let nodes = nodes.map_err(|failure| failure.message)?["nodes"].clone();
                let there = nodes.as_array().is_some_and(|all| all.iter().any(|node| node["id"] == 3));
                if there { Err(format!("{nodes}")) } else { Ok(()) }
            };
            eventually(PATIENCE, "broker 3 is fenced", fenced);
            let wanted = serde_json::json!({"topic": topic, "partition": 0, "replicas": [1, 3]});
            destination.client().call("reassign", wanted).expect("a fenced broker may be named");
            std::thread::sleep(Duration::from_secs(1));
            stage.wait_caught_up(topic);
            let called_off = serde_json::json!({"topic": topic, "partition": 0, "replicas": null});
            destination.client().call("reassign", called_off).expect("it can be called off");
            wait_replicas(&stage, topic, &[&[us, 1, 2]]);
            stage.wait_caught_up(topic);
            let wanted = serde_json::json!({"topic": topic, "partition": 0, "replicas": [1, 3]});
            destination.client().call("reassign", wanted).expect("a fenced broker may be named");
            std::thread::sleep(Duration::from_secs(1));
            destination.broker(3).restart();
            wait_replicas(&stage, topic, &[&[us, 1, 3]]);
            stage.wait_caught_up(topic);
        });
    }
}

/// The state topic is an ordinary topic for whoever empties a broker.
#[test]
fn the_state_topic_is_moved_and_decisions_are_still_kept() {
    for version in newest_or_all() {
        let stage = stage(&version);
        under_load(&stage, "decided", 1, &REAL, |topic| {
            for (replicas, verb, state) in
                [([3, 2], "--pause", "PAUSED"), ([2, 1], "--resume", "ACTIVE"), ([1, 3], "--pause", "PAUSED")]
            {
                reassign(&stage, "_kagami", &[(0, &replicas)]);
                stage.kagami.mirrors(&[verb, "--mirror-topic", topic]).ok();
                assert_eq!(stage.state(topic).as_deref(), Some(state));
            }
            stage.kagami.kill9();
            stage.kagami.restart();
            assert_eq!(stage.state(topic).as_deref(), Some("PAUSED"));
            stage.kagami.mirrors(&["--resume", "--mirror-topic", topic]).ok();
        });
    }
}
