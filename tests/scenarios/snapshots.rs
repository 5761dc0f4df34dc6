//! The head of the metadata log is gone: a sidecar that comes, or comes back, loads a snapshot.

use std::fs;

use harness::{Builder, Clock, Cluster, Record, newest_or_all, unique, wait_until};
use serde_json::json;

use crate::stage::{LINK, PATIENCE, Stage, quick};
use crate::witness::{options, under_load};

/// What the sidecar logs.
const LOADED: &str = "loaded a snapshot of the destination's metadata";

/// Whether the controller's metadata log no longer begins at 0.
fn head_is_gone(destination: &Cluster) -> bool {
    let dir = destination.broker(101).log_dir().join("__cluster_metadata-0");
    let names: Vec<_> = fs::read_dir(dir)
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.file_name()).collect())
        .unwrap_or_default();
    let logs = || names.iter().map(|name| name.to_string_lossy()).filter(|name| name.ends_with(".log"));
    logs().count() > 0 && logs().all(|name| !name.starts_with("00000000000000000000"))
}

/// Small snapshots and segments, and nothing kept behind them.
fn small_steps(version: &str) -> Builder {
    let segment = if version.starts_with("3.") || version.starts_with("4.0") {
        ("metadata.log.segment.min.bytes", "metadata.log.segment.bytes")
    } else {
        ("internal.metadata.log.segment.bytes", "internal.metadata.log.segment.bytes")
    };
    quick(version)
        .brokers(2)
        .separate_controllers(1)
        .config("metadata.log.max.record.bytes.between.snapshots", "2000")
        .config("metadata.max.retention.bytes", "4000")
        .config(segment.0, "4000")
        .config(segment.1, "4000")
}

/// Fills the metadata log until its head is deleted. Controllers clean up once a minute by their wall clock.
fn push_the_head_out(stage: &Stage, topic: &str, clock: &Clock) {
    let client = stage.destination.client();
    for round in 0..150 {
        let set = json!({"retention.ms": (1_000_000_000 + round).to_string()});
        let changed = client.call("alter_configs", json!({"type": "TOPIC", "name": topic, "set": set}));
        changed.expect("a topic's settings can be changed");
    }
    for minutes in 1..10 {
        clock.set(minutes * 61);
        let until = std::time::Instant::now() + std::time::Duration::from_secs(3);
        while std::time::Instant::now() < until {
            if head_is_gone(&stage.destination) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    panic!("the head of the metadata log stays");
}

#[test]
fn a_sidecar_that_was_away_while_the_head_of_the_log_was_deleted_loads_a_snapshot() {
    for version in newest_or_all() {
        let clock = Clock::off_by(0);
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            small_steps(&version).environment(101, clock.environment()),
            options(&["was deleted or created again on the destination"]),
        );
        let (source, destination) = (&stage.source, &stage.destination);
        let (paused, deleted, grown) = (unique("paused"), unique("deleted"), unique("grown"));
        for topic in [&paused, &deleted, &grown] {
            source.client().create_topic(topic, 1, 1, &[]).expect("the topic is new");
            source.client().produce(topic, &[Record::value("one")], &[]).expect("the source takes records");
            stage.kagami.create_mirror(topic, LINK).ok();
            stage.wait_caught_up(topic);
        }
        stage.kagami.mirrors(&["--pause", "--mirror-topic", &paused]).ok();
        under_load(&stage, "snapshot", 2, &[1, 2], |topic| {
            // Frozen, it has an image already, which the snapshot replaces.
            stage.kagami.freeze();
            stage.wait_led_by_brokers(topic);
            destination.client().delete_topic(&deleted).expect("the admin may delete topics");
            let new = destination.client().create_topic(&unique("stranger"), 2, 2, &[]);
            new.expect("the topic is new");
            push_the_head_out(&stage, &grown, &clock);
            stage.kagami.thaw();
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
            // A slow machine may fall behind the head once more.
            let loaded = || stage.kagami.log_text().matches(LOADED).count();
            let frozen = loaded();
            assert!(frozen >= 1, "{version}: it was frozen and loaded no snapshot");
            // Killed, it has none.
            stage.kagami.kill9();
            stage.wait_led_by_brokers(topic);
            stage.kagami.restart();
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
            assert!(loaded() > frozen, "{version}: it was dead and loaded no snapshot");
        });
        assert_eq!(stage.state(&paused).as_deref(), Some("PAUSED"));
        wait_until(PATIENCE, "the mirror whose topic was deleted has failed", || {
            stage.state(&deleted).as_deref() == Some("FAILED")
        });
        let refused = destination.client().produce(&paused, &[Record::value("stray")], &[]);
        assert!(refused.is_err_and(|failure| failure.is("INVALID_REQUEST")));
    }
}
