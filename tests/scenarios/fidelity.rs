//! A mirror is its source, byte for byte, on the disk of every follower.

use harness::{
    Pair, RawBatch, RawRecord, Record, newest_or_all, oldest_or_all, raw_produce, shared, unique, versions,
};
use serde_json::json;

use crate::look::{seen, wait_end, wait_image};

/// A topic that retention leaves alone, however old or young its records claim to be.
const ANY_TIME: [(&str, &str); 3] = [
    ("retention.ms", "-1"),
    ("message.timestamp.before.max.ms", "9223372036854775807"),
    ("message.timestamp.after.max.ms", "9223372036854775807"),
];

/// Bytes that are there, as keys and values may be absent.
fn bytes(text: &str) -> Option<Vec<u8>> {
    Some(text.as_bytes().to_vec())
}

#[test]
fn records_reach_the_mirror_with_their_offsets_and_bytes() {
    for version in versions() {
        let pair = shared(&version);
        let kagami = pair.sidecar();
        let topic = unique("orders");
        pair.source.client().create_topic(&topic, 2, 1, &[]).expect("the topic is new");
        let records: Vec<Record> = (0..100)
            .map(|i| Record { partition: Some(i % 2), ..Record::keyed("k", &format!("value {i}")) })
            .collect();
        pair.source.client().produce(&topic, &records, &[]).expect("the source takes records");
        kagami.create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        pair.source.client().produce(&topic, &records, &[]).expect("the source takes more records");
        wait_image(pair, &topic);
    }
}

#[test]
fn compressed_batches_stay_as_the_producer_made_them() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let kinds = ["none", "gzip", "snappy", "lz4", "zstd"];
        let topics: Vec<_> = kinds.iter().map(|kind| unique(kind)).collect();
        let bulk = json!({
            "count": 600, "size": 300, "partitions": 2, "keys": 7, "null_every": 9, "flush_every": 100,
        });
        for (kind, topic) in kinds.iter().zip(&topics) {
            source.client().create_topic(topic, 2, 1, &[]).expect("the topic is new");
            let config = [("compression.type", *kind), ("linger.ms", "200")];
            source.client().produce_bulk(topic, &bulk, &config).expect("the source takes records");
            pair.sidecar().create_mirror(topic, Pair::LINK).ok();
        }
        for (kind, topic) in (0..).zip(&topics) {
            wait_image(pair, topic);
            let mirrored = destination.segments(topic, 1, destination.brokers()[0].id);
            assert!(!mirrored.is_empty());
            for batch in mirrored {
                assert_eq!(batch.attributes() & 0b111, kind, "compression of {batch:?}");
            }
            let (there, here) = (source.client(), destination.client());
            assert_eq!(seen(there, topic, "read_uncommitted"), seen(here, topic, "read_uncommitted"));
        }
    }
}

/// Headers, keys and values where their being null, empty or repeated matters.
fn odd_records() -> Vec<Record> {
    let mut records = Vec::new();
    for key in [None, bytes(""), bytes("k")] {
        for value in [None, bytes(""), bytes("v")] {
            records.push(Record { key: key.clone(), value, ..Record::default() });
        }
    }
    let header = |name: &str, value: Option<Vec<u8>>| (name.to_owned(), value);
    records.push(Record {
        headers: vec![
            header("twice", bytes("first")),
            header("twice", bytes("second")),
            header("", bytes("a header without a name")),
            header("null", None),
            header("empty", bytes("")),
            header("binary", Some(vec![0x00, 0xff, 0x7b])),
            header("looks like JSON", bytes("{\"a\":1}")),
            header("large", Some(vec![0xa5; 64 * 1024])),
            header("twice", bytes("third")),
        ],
        ..Record::keyed("k", "with headers")
    });
    records
}

#[test]
fn headers_nulls_and_empty_bytes_are_told_apart_at_the_mirror() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        for kind in ["none", "lz4"] {
            let topic = unique("odd");
            source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
            pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
            let config = [("compression.type", kind)];
            source.client().produce(&topic, &odd_records(), &config).expect("the source takes records");
            wait_image(pair, &topic);
            let mirrored = seen(destination.client(), &topic, "read_committed");
            assert_eq!(mirrored, seen(source.client(), &topic, "read_committed"));
            let empty = Some(String::new());
            assert_eq!((&mirrored[0].key, &mirrored[0].value), (&None, &None));
            assert_eq!((&mirrored[4].key, &mirrored[4].value), (&empty, &empty));
            let headers = &mirrored[9].headers;
            let names: Vec<_> = headers.iter().map(|(name, _)| name.as_str()).collect();
            let expected =
                ["twice", "twice", "", "null", "empty", "binary", "looks like JSON", "large", "twice"];
            assert_eq!(names, expected);
            assert_eq!((&headers[3].1, &headers[4].1), (&None, &empty));
        }
    }
}

#[test]
fn timestamps_are_kept_whatever_they_claim() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("times");
        source.client().create_topic(&topic, 1, 1, &ANY_TIME).expect("the topic is new");
        let address = source.brokers()[0].address();
        // None, the epoch, 1970, 2001, the year 9999, the last one that there is, and a batch that goes back in time.
        let times: [&[(i64, &str)]; 5] = [
            &[(-1, "none"), (-1, "none either")],
            &[(0, "the epoch"), (1, "a millisecond later")],
            &[(1_000_000_000_000, "2001"), (999_999_999_999, "before it")],
            &[(253_402_300_799_999, "9999"), (3, "1970 again")],
            &[(i64::MAX, "the last one")],
        ];
        for batch in times {
            let stored = raw_produce(&address, 7, (&topic, 0), -1, &RawBatch::of(batch).encode());
            assert_eq!(stored.expect("an answer").expect("acks were asked for").0, 0, "{batch:?}");
        }
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        let mirrored = seen(destination.client(), &topic, "read_uncommitted");
        assert_eq!(mirrored, seen(source.client(), &topic, "read_uncommitted"));
        let told: Vec<_> = mirrored.iter().map(|record| record.timestamp).collect();
        let expected: Vec<_> = times.iter().flat_map(|batch| batch.iter().map(|(time, _)| *time)).collect();
        assert_eq!(told, expected);
        // The first record of 2001 or later is the same one on both sides.
        for time in ["0", "1", "999999999999", "1000000000001", "253402300799999"] {
            let (there, here) = (source.client(), destination.client());
            assert_eq!(here.offsets(&topic, time), there.offsets(&topic, time), "offset for time {time}");
        }
    }
}

#[test]
fn a_log_append_time_stays_the_time_of_the_source() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("append-time");
        let configs = [("message.timestamp.type", "LogAppendTime")];
        source.client().create_topic(&topic, 1, 1, &configs).expect("the topic is new");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        let records = [5, 6].map(|time| Record { timestamp: Some(time), ..Record::value("late") });
        source.client().produce(&topic, &records, &[]).expect("the source takes records");
        wait_image(pair, &topic);
        let mirrored = seen(destination.client(), &topic, "read_uncommitted");
        assert_eq!(mirrored, seen(source.client(), &topic, "read_uncommitted"));
        assert!(mirrored.iter().all(|record| record.timestamp_type == "LogAppendTime"), "{mirrored:?}");
        assert!(mirrored.iter().all(|record| record.timestamp > 6), "{mirrored:?}");
    }
}

#[test]
fn batches_of_five_mebibytes_pass_and_the_limit_is_the_sources_after_promotion() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("large");
        let limit = (6 * 1024 * 1024).to_string();
        source.client().create_topic(&topic, 1, 1, &[("max.message.bytes", &limit)]).expect("a new topic");
        let sizes = [
            ("max.request.size", limit.as_str()),
            ("batch.size", "5242880"),
            ("linger.ms", "500"),
            ("buffer.memory", "67108864"),
        ];
        // One record as large as a batch, then a batch of many small ones, plain and compressed.
        let one = json!({"count": 1, "size": 5 * 1024 * 1024, "partition": 0, "flush_every": 1});
        let many = json!({"count": 9_000, "size": 1_000, "partition": 0});
        source.client().produce_bulk(&topic, &one, &sizes).expect("the source takes a large record");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        source.client().produce_bulk(&topic, &many, &sizes).expect("the source takes a large batch");
        let compressed = [&sizes[..], &[("compression.type", "lz4")]].concat();
        source.client().produce_bulk(&topic, &many, &compressed).expect("the source takes a large batch");
        wait_image(pair, &topic);
        let mirrored = destination.segments(&topic, 0, destination.brokers()[0].id);
        // A producer closes a compressed batch by the size that it expects, so that one ends at about half of it.
        for (compression, bytes) in [(0, 5_000_000), (3, 2_000_000)] {
            let large = mirrored.iter().any(|batch| {
                batch.attributes() == compression && batch.records() > 1 && batch.bytes.len() > bytes
            });
            assert!(large, "no batch of compression {compression} is large: {mirrored:?}");
        }
        let end = source.client().end_offsets(&topic).expect("the source answers")[0];
        wait_end(destination.client(), &topic, end);
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_eq!(destination.client().topic_config(&topic, "max.message.bytes"), Ok(Some(limit.clone())));
        destination.client().produce_bulk(&topic, &one, &sizes).expect("the promoted topic takes as much");
        wait_end(destination.client(), &topic, end + 1);
    }
}

#[test]
fn a_batch_of_format_two_that_no_client_would_make_is_not_touched() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let source = &pair.source;
        let topic = unique("by-hand");
        source.client().create_topic(&topic, 1, 1, &ANY_TIME).expect("the topic is new");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        let address = source.brokers()[0].address();
        let record = RawRecord { timestamp: 7, key: bytes("k"), value: None, offset_delta: 0 };
        // A leader epoch from a client, and a producer's id, epoch and sequence at the ends of their ranges.
        let batch = RawBatch {
            leader_epoch: i32::MAX,
            producer_id: i64::MAX,
            producer_epoch: 0,
            base_sequence: 0,
            records: vec![record],
            ..RawBatch::default()
        };
        let stored = raw_produce(&address, 7, (&topic, 0), -1, &batch.encode()).expect("an answer");
        assert_eq!(stored, Some((0, 0)));
        wait_image(pair, &topic);
    }
}
