//! The harness is fit to judge: clusters boot, every client writes and reads, and the comparer sees one changed byte.

use bytes::BytesMut;
use harness::{
    Batch, Client, Cluster, Kagami, Library, Options, PATIENCE, RawBatch, Record, Security, Seen,
    compacted_topic, compare, emptied_topic, newest, raw_produce, shared, unique, versions, wait_until,
};

fn offsets(seen: &[Seen]) -> Vec<i64> {
    seen.iter().map(|record| record.offset).collect()
}

fn texts(seen: &[Seen]) -> Vec<String> {
    seen.iter().map(Seen::text).collect()
}

/// Writes with `writer`, reads with `reader`, alone and in a group.
fn check_round_trip(cluster: &Cluster, writer: &Client, second_header: Option<Vec<u8>>, reader: &Client) {
    let topic = unique("round-trip");
    // The first record is from 1970: retention must not take it.
    cluster.client().create_topic(&topic, 1, 1, &[("retention.ms", "-1")]).expect("the topic is new");
    let header = vec![("h".to_owned(), Some(b"v".to_vec())), ("h".to_owned(), second_header.clone())];
    let first = Record { headers: header, timestamp: Some(1_234), ..Record::keyed("k", "one") };
    let records = [first, Record::value("two"), Record::value("three")]
        .map(|record| Record { partition: Some(0), ..record });
    let stored = writer.produce(&topic, &records, &[]).expect("the broker takes records");
    assert_eq!(stored.iter().map(|each| each.offset).collect::<Vec<_>>(), [0, 1, 2]);
    let seen = reader.consume_all(&topic, "read_committed").expect("the broker gives records");
    assert_eq!(
        (offsets(&seen), texts(&seen)),
        (vec![0, 1, 2], vec!["one".into(), "two".into(), "three".into()])
    );
    assert_eq!((seen[0].timestamp, seen[0].headers.len()), (1_234, 2), "{seen:?}");
    assert_eq!((seen[0].headers[1].1.is_some(), seen[1].key.clone()), (second_header.is_some(), None));
    let group = unique("group");
    let grouped = reader.consume_group(&[&topic], &group, 2).expect("the group reads");
    assert_eq!(offsets(&grouped), [0, 1]);
    assert_eq!(cluster.client().group_offsets(&group), Ok(vec![(topic, 0, 2)]));
}

#[test]
fn every_client_reads_what_java_wrote_and_java_reads_what_they_wrote() {
    for version in versions() {
        let source = &shared(&version).source;
        let java = source.client();
        check_round_trip(source, java, None, java);
        for library in Library::all() {
            let other = source.client_of(library);
            check_round_trip(source, java, None, &other);
            // These write no null in a header.
            let header = matches!(library, Library::KafkaPython | Library::KafkaJs).then(Vec::new);
            check_round_trip(source, &other, header, java);
        }
    }
}

#[test]
fn one_changed_byte_is_seen_and_a_changed_leader_epoch_is_not() {
    let source = &shared(&newest()).source;
    let topic = unique("compared");
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    let records = ["a", "b", "c"].map(|value| Record { flush: true, ..Record::value(value) });
    source.client().produce(&topic, &records, &[]).expect("the broker takes records");
    let log = source.segments(&topic, 0, source.brokers()[0].id);
    assert_eq!(log.len(), 3, "{log:?}");
    assert_eq!(compare(&log, &log, 0), Ok(3));
    for at in 0..log[1].bytes.len() {
        let mut other = log.clone();
        let mut bytes = BytesMut::from(&log[1].bytes[..]);
        bytes[at] ^= 1;
        other[1] = Batch { bytes: bytes.freeze(), ..log[1].clone() };
        assert_eq!(compare(&log, &other, 0).is_ok(), (12..16).contains(&at), "byte {at}");
    }
    for (shorter, what) in [(&log[..2], "one batch missing"), (&log[1..], "the head missing")] {
        assert!(compare(&log, shorter, 0).is_err(), "{what}");
        assert!(compare(shorter, &log, 0).is_err(), "{what}");
    }
    assert_eq!(compare(&log[1..], &log, 1), Ok(2), "a trimmed head on one side");
}

#[test]
fn a_batch_made_by_hand_is_stored_as_it_is() {
    let source = &shared(&newest()).source;
    let topic = unique("by-hand");
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    let address = source.brokers()[0].address();
    let batch = RawBatch::of(&[(-1, "no timestamp"), (-1, "none either")]).encode();
    assert_eq!(raw_produce(&address, 3, (&topic, 0), 1, &batch).expect("an answer"), Some((0, 0)));
    assert_eq!(raw_produce(&address, 8, (&topic, 0), -1, &batch).expect("an answer"), Some((0, 2)));
    assert_eq!(raw_produce(&address, 7, (&topic, 0), 0, &batch).expect("no answer"), None);
    wait_until(PATIENCE, "the unacknowledged batch is stored", || {
        source.client().end_offsets(&topic) == Ok(vec![6])
    });
    let mut broken = batch;
    *broken.last_mut().expect("a batch has bytes") ^= 1;
    let corrupt = raw_produce(&address, 7, (&topic, 0), 1, &broken).expect("an answer");
    assert_eq!(corrupt.map(|(error, _)| error), Some(2), "CORRUPT_MESSAGE");
    let seen = source.client().consume_all(&topic, "read_uncommitted").expect("the broker gives records");
    assert_eq!(seen.iter().map(|record| record.timestamp).collect::<Vec<_>>(), [-1; 6]);
}

#[test]
fn a_secured_cluster_lets_in_whom_an_acl_names_and_nobody_else() {
    for security in [Security::SaslSsl, Security::Mtls] {
        let cluster = Cluster::builder(&newest()).security(security).start();
        let sidecar = Kagami::prepared(&cluster, Options::default());
        sidecar.cli(&["config", "check", "--config", &sidecar.config_file().display().to_string()]).ok();
        let topic = unique("guarded");
        cluster.client().create_topic(&topic, 1, 1, &[]).expect("the admin may do everything");
        let link = cluster.client().with_all(cluster.client_properties("link"));
        let refused = link.produce(&topic, &[Record::value("x")], &[]).expect_err("no ACL names the user");
        assert!(refused.is("TOPIC_AUTHORIZATION_FAILED"), "{refused:?}");
        cluster.allow("link", "TOPIC", &topic, &["READ", "WRITE", "DESCRIBE"]);
        wait_until(PATIENCE, "the ACL is in force", || {
            link.produce(&topic, &[Record::value("x")], &[("enable.idempotence", "false")]).is_ok()
        });
        // kafkajs reads in groups only, and the user may use none.
        for library in Library::all().into_iter().filter(|library| *library != Library::KafkaJs) {
            let seen =
                library.client(cluster.client_properties("link")).consume_all(&topic, "read_committed");
            assert_eq!(seen.map(|seen| texts(&seen)), Ok(vec!["x".to_owned()]), "{library:?} {security:?}");
        }
    }
}

#[test]
fn a_cluster_of_three_outlives_its_leader_and_its_controller() {
    let cluster = Cluster::builder(&newest())
        .brokers(3)
        .separate_controllers(3)
        .config("broker.session.timeout.ms", "3000")
        .start();
    let (client, topic) = (cluster.client(), unique("survivor"));
    client.create_topic_on(&topic, &[&[1, 2, 3]], &[]).expect("the topic is new");
    let load = client.load(&topic, 1, 200, &[("acks", "all")]);
    let quorum = client.call("describe_quorum", serde_json::json!({})).expect("the quorum answers");
    let controller = i32::try_from(quorum["leader"].as_i64().expect("an id")).expect("an id");
    cluster.broker(controller).kill9();
    cluster.broker(1).kill9();
    wait_until(PATIENCE, "another broker leads", || {
        client.describe_topic(&topic).is_ok_and(|topic| topic.partitions[0].leader > 1)
    });
    cluster.broker(1).restart();
    wait_until(PATIENCE, "the killed broker is in sync again", || {
        client.describe_topic(&topic).is_ok_and(|topic| topic.partitions[0].isr.len() == 3)
    });
    let done = load.stop();
    let acknowledged = done["acknowledged"].as_array().map_or(0, Vec::len);
    assert!(acknowledged > 0, "{done}");
    let seen = client.consume_all(&topic, "read_committed").expect("the log can be read");
    assert!(seen.len() >= acknowledged, "{} seen, {acknowledged} acknowledged", seen.len());
    let reference = cluster.segments(&topic, 0, 2);
    for node in [1, 3] {
        let other = cluster.segments(&topic, 0, node);
        assert!(compare(&reference, &other, 0).is_ok(), "{:?}", compare(&reference, &other, 0));
    }
    cluster.broker(2).stop();
    let log = std::fs::read_to_string(cluster.broker(2).log_file()).expect("a broker writes a log");
    assert!(log.contains("shut down completed"), "a stopped broker says good-bye");
}

#[test]
fn logs_with_gaps_and_without_records_can_be_made() {
    for version in versions() {
        let source = &shared(&version).source;
        let topic = unique("compacted");
        let end = compacted_topic(source, &topic);
        assert_eq!(source.client().end_offsets(&topic), Ok(vec![end]));
        let seen = source.client().consume_all(&topic, "read_committed").expect("the log can be read");
        assert!(i64::try_from(seen.len()).expect("a handful") < end, "{seen:?}");
        let topic = unique("emptied");
        emptied_topic(source, &topic, 100);
        assert_eq!(source.client().offsets(&topic, "earliest"), Ok(vec![100]));
        assert_eq!(source.client().end_offsets(&topic), Ok(vec![100]));
    }
}

#[test]
fn a_transaction_stays_open_until_it_is_ended() {
    let source = &shared(&newest()).source;
    let (topic, id) = (unique("open"), unique("transactional"));
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    let producer = source.client().producer(&[("transactional.id", &id)]).expect("a producer");
    let step =
        |what: &str, done: harness::Answer<()>| done.unwrap_or_else(|failure| panic!("{what}: {failure:?}"));
    let texts_at = |isolation| source.client().consume_all(&topic, isolation).map(|seen| texts(&seen));
    step("init", producer.init());
    for (text, commits) in [("committed", true), ("aborted", false)] {
        step("begin", producer.begin());
        producer.send(&topic, &[Record::value(text)]).expect("the broker takes records");
        step("end", if commits { producer.commit() } else { producer.abort() });
    }
    step("begin", producer.begin());
    producer.send(&topic, &[Record::value("open")]).expect("the broker takes records");
    let words = |all: &[&str]| Ok(all.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(texts_at("read_committed"), words(&["committed"]));
    assert_eq!(texts_at("read_uncommitted"), words(&["committed", "aborted", "open"]));
    step("commit", producer.commit());
    assert_eq!(texts_at("read_committed"), words(&["committed", "open"]));
    step("close", producer.close(1_000));
}
