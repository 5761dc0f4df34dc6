//! Topics that are no mirrors never stay on the virtual broker, and their producers notice nothing.

use std::time::Instant;

use harness::{
    Client, Cluster, Kagami, Options, PATIENCE, Record, eventually, newest_or_all, oldest_or_all, shared,
    unique, versions,
};
use serde_json::json;

use crate::stage::quick;

const TOPICS: usize = 12;

/// Partitions of `topic` that have a replica on `sidecar`.
fn strays(client: &Client, topic: &str, sidecar: i32) -> Vec<i32> {
    let described = client.describe_topic(topic).expect("the topic is there");
    described
        .partitions
        .iter()
        .filter(|each| each.replicas.contains(&sidecar))
        .map(|each| each.partition)
        .collect()
}

/// Versions whose controller can be told to place nothing on a broker (KIP-1066).
fn knows_cordoned(version: &str) -> bool {
    let mut numbers =
        version.split('.').map(|number| number.parse::<u32>().expect("a version is made of numbers"));
    (numbers.next(), numbers.next()) >= (Some(4), Some(3))
}

/// Writes to every partition at once, as an application does that has just made its topic.
fn check_write(client: &Client, topic: &str, partitions: i32) {
    let records: Vec<_> =
        (0..partitions).map(|at| Record { partition: Some(at), ..Record::value("mine") }).collect();
    let stored = client.produce(topic, &records, &[("acks", "all")]);
    let stored = stored.unwrap_or_else(|failure| panic!("{topic}: a failed produce: {failure:?}"));
    assert!(stored.iter().all(|each| each.offset == 0), "{topic}: {stored:?}");
}

#[test]
fn a_foreign_topic_is_moved_off_or_never_placed_on_the_sidecar_and_no_produce_fails() {
    for version in versions() {
        let cluster = quick(&version).brokers(2).start();
        let sidecar = Kagami::start(&cluster, Options::default());
        let client = cluster.client();
        let mut placed = 0;
        for replication in [1, 2] {
            for _ in 0..TOPICS / 2 {
                let topic = unique("foreign");
                let wanted = serde_json::json!({"name": topic, "partitions": 3, "replication": replication});
                client.call("create_topic", wanted).expect("the topic is new");
                let made = Instant::now();
                // Straight after creation, not when it has settled.
                eventually(PATIENCE, "a broker knows the topic", || {
                    client.describe_topic(&topic).map_err(|failure| failure.message)
                });
                let here = strays(client, &topic, sidecar.id());
                placed += here.len();
                if knows_cordoned(&version) {
                    assert!(here.is_empty(), "{topic}: placed on a cordoned broker: {here:?}");
                }
                check_write(client, &topic, 3);
                eventually(PATIENCE, "a foreign topic leaves the sidecar", || {
                    let left = strays(client, &topic, sidecar.id());
                    if left.is_empty() { Ok(()) } else { Err(format!("{left:?} after {:?}", made.elapsed())) }
                });
                assert_eq!(client.consume_all(&topic, "read_committed").map(|seen| seen.len()), Ok(3));
                let described = client.describe_topic(&topic).expect("the topic is there");
                let copies = described.partitions.iter().map(|each| each.replicas.len());
                assert!(
                    copies.into_iter().all(|count| count == usize::try_from(replication).expect("1 or 2")),
                    "{described:?}"
                );
            }
        }
        // Otherwise this has shown nothing.
        assert!(knows_cordoned(&version) || placed > 0, "the controller placed nothing on the sidecar");
        // The cluster's own topics too: a group and a transaction make them.
        let topic = unique("inner");
        client.create_topic(&topic, 1, 2, &[]).expect("the topic is new");
        client
            .produce(&topic, &[Record::value("x")], &[("transactional.id", "foreign")])
            .expect("a transaction");
        client.consume_group(&[&topic], "foreign", 1).expect("a group reads");
        for inner in ["__consumer_offsets", "__transaction_state"] {
            eventually(PATIENCE, "an inner topic leaves the sidecar", || {
                let left = strays(client, inner, sidecar.id());
                if left.is_empty() { Ok(()) } else { Err(format!("{inner}: {left:?}")) }
            });
        }
        assert_eq!(client.group_offsets("foreign"), Ok(vec![(topic, 0, 1)]));
    }
}

#[test]
fn a_topic_made_while_a_mirror_is_being_made_does_not_stay_on_the_sidecar() {
    for version in oldest_or_all() {
        let stage = crate::stage::Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(2),
            Options::default(),
        );
        let client = stage.destination.client();
        // A creation uncordons the virtual broker for its moment.
        let mirrors: Vec<_> = (0..4).map(|_| unique("mirror")).collect();
        for mirror in &mirrors {
            stage.source.client().create_topic(mirror, 1, 1, &[]).expect("the topic is new");
        }
        let foreign = std::thread::scope(|scope| {
            let making = scope.spawn(|| {
                for mirror in &mirrors {
                    stage.kagami.create_mirror(mirror, crate::stage::LINK).ok();
                }
            });
            let mut foreign = Vec::new();
            while !making.is_finished() {
                let topic = unique("meanwhile");
                client.create_topic(&topic, 2, 1, &[]).expect("the topic is new");
                check_write(client, &topic, 2);
                foreign.push(topic);
            }
            foreign
        });
        assert!(!foreign.is_empty(), "no topic was made in time");
        for topic in &foreign {
            eventually(PATIENCE, "a foreign topic leaves the sidecar", || {
                let left = strays(client, topic, stage.kagami.id());
                if left.is_empty() { Ok(()) } else { Err(format!("{topic}: {left:?}")) }
            });
        }
        for mirror in &mirrors {
            stage.wait_led_by_sidecar(mirror);
        }
    }
}

/// From Kafka 4.3 on the controllers refuse it, because we are cordoned.
#[test]
fn a_foreign_topic_that_somebody_moves_to_the_sidecar_stays_where_it_was() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let client = pair.destination.client();
        let topic = unique("moved");
        client.create_topic_on(&topic, &[&[1]], &[]).expect("the topic is new");
        client.produce(&topic, &[Record::value("one")], &[]).expect("it takes records");
        let wanted = json!({"topic": topic, "partition": 0, "replicas": [1, pair.sidecar().id()]});
        let moved = client.call("reassign", wanted);
        eventually(PATIENCE, "the topic is where it was", || {
            let told = client.describe_topic(&topic).map_err(|e| format!("{e:?}"))?;
            if told.partitions[0].replicas == [1] { Ok(()) } else { Err(format!("{moved:?} {told:?}")) }
        });
        let stored = client.produce(&topic, &[Record::value("two")], &[]);
        assert_eq!(stored.map(|all| all[0].offset), Ok(1), "{version}");
    }
}

/// With as many sidecars as brokers, half of all replicas are placed on sidecars where nothing tells the controllers not to.
#[test]
fn foreign_topics_are_moved_off_all_sidecars_at_once_and_no_produce_fails() {
    for version in versions().into_iter().filter(|version| !knows_cordoned(version)) {
        let fleet = crate::fleet::Fleet::quick(&version);
        let client = fleet.destination.client();
        let mut placed = 0;
        for _ in 0..4 {
            let topic = unique("foreign");
            client.create_topic(&topic, 6, 3, &[]).expect("the topic is new");
            let here = |id: &i32| strays(client, &topic, *id).len();
            eventually(PATIENCE, "a broker knows the topic", || {
                client.describe_topic(&topic).map_err(|failure| failure.message)
            });
            placed += fleet.ids().iter().map(here).sum::<usize>();
            check_write(client, &topic, 6);
            eventually(PATIENCE, "a foreign topic leaves the sidecars", || {
                let left: Vec<usize> = fleet.ids().iter().map(here).collect();
                if left.iter().all(|count| *count == 0) { Ok(()) } else { Err(format!("{left:?}")) }
            });
            let described = client.describe_topic(&topic).expect("the topic is there");
            assert!(described.partitions.iter().all(|each| each.replicas.len() == 3), "{described:?}");
        }
        assert!(placed > 0, "the controller placed nothing on the sidecars, so this has shown nothing");
    }
}
