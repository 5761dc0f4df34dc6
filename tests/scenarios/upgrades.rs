//! The destination is upgraded with mirrors running: its feature levels, and its brokers and controllers one by one.

use harness::{Cluster, Record, eventually, full, newest, unique, versions, wait_same_log};
use serde_json::json;

use crate::stage::{LINK, PATIENCE, Stage, quick};
use crate::witness::{options, under_load};

/// Everything a sidecar does is still done: a new mirror, its verbs, its promotion.
fn all_verbs(stage: &Stage) {
    let (source, destination) = (&stage.source, &stage.destination);
    let topic = unique("verbs");
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    source.client().produce(&topic, &[Record::value("one")], &[]).expect("the source takes records");
    stage.kagami.create_mirror(&topic, LINK).ok();
    wait_same_log(source, &topic, destination, &topic, PATIENCE);
    let refused = destination.client().produce(&topic, &[Record::value("stray")], &[]);
    assert!(refused.is_err_and(|failure| failure.is("INVALID_REQUEST")), "a mirror is read-only");
    for (verb, state) in [("--pause", "PAUSED"), ("--resume", "ACTIVE"), ("--promote", "STOPPED")] {
        eventually(PATIENCE, "a verb is carried out", || {
            let said = stage.kagami.mirrors(&[verb, "--mirror-topic", &topic]);
            if said.code == 0 { Ok(()) } else { Err(format!("{said:?}")) }
        });
        assert_eq!(stage.state(&topic).as_deref(), Some(state));
    }
    let stored = destination.client().produce(&topic, &[Record::value("mine")], &[]);
    assert_eq!(stored.expect("an opened topic takes records")[0].offset, 1);
}

/// No partition of an ordinary topic stays with the sidecar.
fn strangers_stay_away(stage: &Stage) {
    let client = stage.destination.client();
    let topic = unique("stranger");
    client.create_topic(&topic, 4, 2, &[]).expect("the topic is new");
    eventually(PATIENCE, "ordinary topics lie on real brokers", || {
        let told = client.describe_topic(&topic).map_err(|failure| failure.message)?;
        let away = told.partitions.iter().all(|p| !p.replicas.contains(&stage.kagami.id()));
        if away { Ok(()) } else { Err(format!("{told:?}")) }
    });
}

/// `kafka-features upgrade` to the levels of a release, with the tool of `version`.
fn upgrade(stage: &Stage, version: &str, release: &str) {
    let before = stage.destination.client().call("finalized_features", json!({})).expect("features are told");
    let option = if version.starts_with("3.") { "--metadata" } else { "--release-version" };
    let said = stage.destination.features_tool(version, &["upgrade", option, release]);
    assert_eq!(said.code, 0, "{release} over {before}: {said:?}");
    eventually(PATIENCE, "a broker tells the new levels", || {
        let now = stage.destination.client().call("finalized_features", json!({})).map_err(|f| f.message)?;
        if now == before { Err(format!("{now}")) } else { Ok(()) }
    });
}

fn major_and_minor(version: &str) -> String {
    version.rsplit_once('.').expect("three numbers").0.to_owned()
}

#[test]
fn feature_levels_are_upgraded_step_by_step_with_mirrors_running() {
    for version in versions() {
        let own = major_and_minor(&version);
        let steps: &[&str] = match own.as_str() {
            "3.9" => &["3.7", "3.8", "3.9"],
            "4.1" => &["3.9", "4.0", "4.1"],
            _ if full() => &["3.7", "3.8", "3.9", "4.0", "4.1", "4.2", "4.3", &own],
            _ => &["3.9", "4.2", &own],
        };
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(2).separate_controllers(1).release(steps[0]),
            options(&[]),
        );
        under_load(&stage, "featured", 2, &[1, 2], |topic| {
            stage.wait_caught_up(topic);
            strangers_stay_away(&stage);
            for release in &steps[1..] {
                upgrade(&stage, &version, release);
                stage.wait_caught_up(topic);
                strangers_stay_away(&stage);
                all_verbs(&stage);
            }
            stage.kagami.kill9();
            stage.kagami.restart();
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
        });
    }
}

/// Controllers, then brokers, the companion among them, then the feature levels; the sidecar runs all the time.
#[test]
fn the_destination_is_upgraded_node_by_node_from_the_oldest_to_the_newest_version() {
    let (from, to) = (versions().remove(0), newest());
    if from == to {
        return;
    }
    let stage = Stage::set(
        Cluster::builder(&from).first_broker_id(11),
        quick(&from).brokers(3).separate_controllers(if full() { 3 } else { 1 }),
        options(&[]),
    );
    let destination = &stage.destination;
    under_load(&stage, "rolled", 2, &[1, 2, 3], |topic| {
        stage.wait_caught_up(topic);
        for node in destination.nodes() {
            node.stop();
            node.change_version(&to);
            node.start();
            node.wait_ready();
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
        }
        all_verbs(&stage);
        strangers_stay_away(&stage);
        // The controllers let the levels rise because we registered again with what the new companion can do.
        upgrade(&stage, &to, &major_and_minor(&to));
        stage.wait_caught_up(topic);
        all_verbs(&stage);
        strangers_stay_away(&stage);
        stage.kagami.kill9();
        stage.kagami.restart();
        stage.wait_led_by_sidecar(topic);
    });
}
