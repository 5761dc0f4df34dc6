//! Real clients at the virtual broker's port.

use std::time::{Duration, Instant};

use harness::{
    Client, Cluster, Kagami, Library, Options, PATIENCE, Pair, Record, Security, Seen, newest_or_all,
    oldest_or_all, shared, unique, versions, wait_same_log, wait_until,
};
use serde_json::json;

fn places(seen: &[Seen]) -> Vec<(i32, i64)> {
    let mut places: Vec<_> = seen.iter().map(|record| (record.partition, record.offset)).collect();
    places.sort_unstable();
    places
}

/// Java's client and all the others, by name.
fn clients(pair: &'static Pair) -> Vec<(String, Client)> {
    let destination = &pair.destination;
    let mut all = vec![("java".to_owned(), destination.client().clone())];
    all.extend(Library::few().into_iter().map(|l| (format!("{l:?}"), destination.client_of(l))));
    all
}

#[test]
fn every_client_reads_a_mirror_where_it_lies() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, sidecar) = (&pair.source, pair.sidecar());
        let topic = unique("read");
        source.client().create_topic(&topic, 2, 1, &[]).expect("the topic is new");
        let bulk = json!({"count": 20_000, "size": 200, "partitions": 2, "flush_every": 500});
        source.client().produce_bulk(&topic, &bulk, &[]).expect("the source takes records");
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_same_log(source, &topic, &pair.destination, &topic, PATIENCE);
        let expected =
            places(&source.client().consume_all(&topic, "read_uncommitted").expect("the source reads"));
        for (name, client) in clients(pair) {
            for isolation in ["read_uncommitted", "read_committed"] {
                let seen = client
                    .consume_all(&topic, isolation)
                    .unwrap_or_else(|e| panic!("{version} {name} {isolation}: {e:?}"));
                assert!(places(&seen) == expected, "{version} {name} {isolation}: {} records", seen.len());
            }
            let group = unique("group");
            let seen = client
                .consume_group(&[&topic], &group, 500)
                .unwrap_or_else(|e| panic!("{version} {name} group: {e:?}"));
            assert_eq!(seen.len(), 500, "{version} {name}");
        }
        for spec in ["earliest", "latest", "max_timestamp", "0", "1000"] {
            let ours = pair.destination.client().offsets(&topic, spec);
            assert_eq!(ours, source.client().offsets(&topic, spec), "{version} {spec}");
        }
        sidecar.assert_quiet();
    }
}

#[test]
fn no_client_writes_to_a_mirror_and_none_hangs() {
    for version in versions() {
        let pair = shared(&version);
        let (source, sidecar) = (&pair.source, pair.sidecar());
        let topic = unique("refused");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        source.client().produce(&topic, &[Record::value("one")], &[]).expect("the source takes records");
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_same_log(source, &topic, &pair.destination, &topic, PATIENCE);
        for (name, client) in clients(pair) {
            for config in [
                &[("acks", "all")][..],
                &[("acks", "1"), ("enable.idempotence", "false")],
                &[("acks", "0"), ("enable.idempotence", "false")],
                &[("transactional.id", "t"), ("acks", "all")],
            ] {
                let begin = Instant::now();
                let answer = client.produce(
                    &topic,
                    &[Record { partition: Some(0), ..Record::value("stray") }],
                    config,
                );
                let tale = format!("{version} {name} {config:?}: {answer:?} in {:?}", begin.elapsed());
                assert!(begin.elapsed() < Duration::from_secs(10), "{tale}");
                // Without acks nobody says no.
                let expected = if config[0] == ("acks", "0") {
                    answer.is_ok()
                } else {
                    answer.is_err_and(|failure| failure.is("INVALID_REQUEST"))
                };
                // kafka-python's driver opens no transactions.
                assert!(expected || (name == "KafkaPython" && config[0].0 == "transactional.id"), "{tale}");
            }
        }
        assert_eq!(pair.destination.client().end_offsets(&topic), Ok(vec![1]), "{version}");
        let seen = pair.destination.client().consume_all(&topic, "read_committed").expect("the mirror reads");
        assert_eq!(seen.len(), 1);
    }
}

#[test]
fn followers_and_clients_of_a_secured_destination_get_what_acls_give_them() {
    for version in newest_or_all() {
        for security in [Security::SaslSsl, Security::Mtls] {
            let source = &shared(&version).source;
            let destination = Cluster::builder(&version).security(security).start();
            destination.allow("kagami", "CLUSTER", "kafka-cluster", &["ALL"]);
            destination.allow("kagami", "TOPIC", "*", &["ALL"]);
            destination.allow("kagami", "GROUP", "*", &["ALL"]);
            destination.allow("kagami", "TRANSACTIONAL_ID", "*", &["ALL"]);
            let sidecar = Kagami::start(&destination, Options::default());
            sidecar.create_link("src", &source.client_properties("link")).ok();
            let topic = unique("secured");
            source.client().create_topic(&topic, 2, 1, &[]).expect("the topic is new");
            let bulk = json!({"count": 2_000, "size": 200, "partitions": 2, "flush_every": 500});
            source.client().produce_bulk(&topic, &bulk, &[]).expect("the source takes records");
            sidecar.create_mirror(&topic, "src").ok();
            wait_same_log(source, &topic, &destination, &topic, PATIENCE);
            let mut all = vec![(
                "java".to_owned(),
                destination.client().with_all(destination.client_properties("alice")),
            )];
            all.extend(
                Library::few()
                    .into_iter()
                    .map(|l| (format!("{l:?}"), l.client(destination.client_properties("alice")))),
            );
            for (name, client) in &all {
                let answer = client
                    .consume(json!({"topic": topic, "isolation": "read_committed", "timeout_ms": 5000}));
                assert!(answer.is_err(), "{version} {security:?} {name}: no ACL names the user");
            }
            destination.allow("alice", "TOPIC", &topic, &["READ", "DESCRIBE", "WRITE"]);
            destination.allow("alice", "GROUP", "*", &["READ"]);
            for (name, client) in &all {
                let begin = Instant::now();
                wait_until(PATIENCE, &format!("{version} {security:?} {name} reads"), || {
                    let wanted = json!({"topic": topic, "isolation": "read_committed", "timeout_ms": 10_000});
                    client.consume(wanted).is_ok_and(|seen| seen.len() == 2_000)
                });
                let stray = [Record { partition: Some(0), ..Record::value("stray") }];
                let answer = client.produce(&topic, &stray, &[("enable.idempotence", "false")]);
                let tale = format!("{version} {security:?} {name}: {answer:?} in {:?}", begin.elapsed());
                // franz-go asks for a producer id even so, of any broker, and we hand on nothing for certificates.
                let at_a_loss = security == Security::Mtls && name == "FranzGo";
                assert!(answer.is_err_and(|failure| failure.is("INVALID_REQUEST") || at_a_loss), "{tale}");
            }
            sidecar.assert_quiet();
        }
    }
}

/// A request at a plaintext port, in a version whose header and answer have no tagged fields.
fn asked<R: kagami_codec::Request>(address: &str, version: i16, request: &R) -> R::Response {
    let mut body = kagami_codec::Writer::new();
    request.encode(&mut body, version).expect("the version can say it");
    let answer = harness::raw_request(address, R::KEY, version, &body.into_bytes()).expect("an answer");
    // Behind the correlation id.
    let mut reader = kagami_codec::Reader::new(bytes::Bytes::from(answer).split_off(4));
    kagami_codec::Message::decode(&mut reader, version).expect("an answer of this version")
}

#[test]
fn what_belongs_to_one_broker_is_not_the_companions() {
    use kagami_codec::message::{
        DescribeConfigsRequest, DescribeLogDirsRequest, IncrementalAlterConfigsRequest, ListGroupsRequest,
        describe_configs_request::DescribeConfigsResource,
        incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig},
    };
    const BROKER: i8 = 4;
    const DELETE: i8 = 1;
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (address, real) = (pair.sidecar().address(), pair.destination.broker(1).address());
        let topic = unique("grouped");
        pair.destination.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        pair.destination.client().produce(&topic, &[Record::value("one")], &[]).expect("it takes records");
        pair.destination.client().consume_group(&[&topic], &unique("group"), 1).expect("a group reads");
        let groups = |at: &str| asked(at, 2, &ListGroupsRequest::default()).groups.len();
        assert!(groups(&real) > 0 && groups(address) == 0, "{version}: groups are counted once");
        let dirs = |at: &str| asked(at, 1, &DescribeLogDirsRequest { topics: None, ..Default::default() });
        assert!(!dirs(&real).results.is_empty() && dirs(address).results.is_empty(), "{version}");

        let about = |resource_name: &str| DescribeConfigsRequest {
            resources: vec![DescribeConfigsResource {
                resource_type: BROKER,
                resource_name: resource_name.to_owned(),
                configuration_keys: None,
                ..Default::default()
            }],
            ..Default::default()
        };
        let ours = asked(address, 2, &about("1001")).results.remove(0);
        assert_eq!((ours.error_code, ours.resource_name.as_str()), (0, "1001"), "{version}: {ours:?}");
        assert!(ours.configs.is_empty(), "{version}: {ours:?}");
        assert_ne!(asked(address, 2, &about("77")).results[0].error_code, 0, "{version}: a stranger");

        // As kafka-reassign-partitions takes throttles away again, at every broker.
        let alter = |name: &str, operation: i8, value: Option<&str>| IncrementalAlterConfigsRequest {
            resources: vec![AlterConfigsResource {
                resource_type: BROKER,
                resource_name: "1001".to_owned(),
                configs: vec![AlterableConfig {
                    name: name.to_owned(),
                    config_operation: operation,
                    value: value.map(str::to_owned),
                    ..Default::default()
                }],
                ..Default::default()
            }],
            ..Default::default()
        };
        let throttle = "leader.replication.throttled.rate";
        let code =
            |request: IncrementalAlterConfigsRequest| asked(address, 0, &request).responses[0].error_code;
        assert_eq!(code(alter(throttle, DELETE, None)), 0, "{version}");
        assert_eq!(code(alter(throttle, 0, Some("1000000"))), 0, "{version}");
        assert_ne!(code(alter(throttle, 0, Some("fast"))), 0, "{version}: nonsense is refused");
        assert!(
            asked(address, 2, &about("1001")).results[0].configs.is_empty(),
            "{version}: nothing is kept"
        );
    }
}
