//! Producer ids: what the source has given out is never taken for a repetition at the destination.

use std::collections::BTreeSet;

use harness::{
    Cluster, Pair, RawBatch, Record, newest_or_all, oldest_or_all, raw_produce, raw_request, shared, unique,
    versions,
};

use crate::look::{SOON, offsets, seen, wait_end, wait_image};

/// Fresh producers that write on either side.
const PRODUCERS: usize = 25;

const INIT_PRODUCER_ID: i16 = 22;

/// Draws a producer id from the only broker of a cluster, as a client that is about to write does.
fn draw(cluster: &Cluster) -> i64 {
    let mut body = Vec::new();
    body.extend((-1i16).to_be_bytes());
    body.extend(60_000i32.to_be_bytes());
    harness::eventually(SOON, "the broker hands out a producer id", || {
        let address = cluster.brokers()[0].address();
        let answer = raw_request(&address, INIT_PRODUCER_ID, 1, &body).map_err(|error| error.to_string())?;
        // Correlation id and throttle time come first.
        let error = i16::from_be_bytes(answer[8..10].try_into().expect("two bytes"));
        let id = i64::from_be_bytes(answer[10..18].try_into().expect("eight bytes"));
        if error == 0 { Ok(id) } else { Err(format!("error {error}")) }
    })
}

/// Producer ids in the log of the only broker.
fn ids(cluster: &Cluster, topic: &str) -> Vec<i64> {
    let log = cluster.segments(topic, 0, cluster.brokers()[0].id);
    log.iter().map(harness::Batch::producer_id).filter(|id| *id >= 0).collect()
}

/// Lets `count` fresh idempotent producers write one record each.
fn write(cluster: &Cluster, topic: &str, count: usize, who: &str) {
    for index in 0..count {
        let record = [Record::value(&format!("{who} {index}"))];
        let config = [("enable.idempotence", "true"), ("acks", "all")];
        cluster.client().produce(topic, &record, &config).expect("the topic takes records");
    }
}

#[test]
fn no_record_of_a_fresh_producer_is_taken_for_one_of_the_sources() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("idempotent");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        // Both clusters count from 0. The source is made to use the ids that the destination would give out next.
        let next = draw(destination);
        while draw(source) <= next {}
        write(source, &topic, PRODUCERS, "source");
        wait_image(pair, &topic);
        let used: BTreeSet<_> = ids(source, &topic).into_iter().collect();
        assert_eq!(used.len(), PRODUCERS, "each producer has its own id: {used:?}");
        let would = draw(destination);
        assert!(would <= *used.last().expect("ids"), "the destination would come to {used:?} from {would}");
        wait_end(destination.client(), &topic, i64::try_from(PRODUCERS).expect("few"));
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        write(destination, &topic, PRODUCERS, "destination");
        let texts: Vec<_> =
            seen(destination.client(), &topic, "read_committed").iter().map(harness::Seen::text).collect();
        let expected = |who: &'static str| (0..PRODUCERS).map(move |index| format!("{who} {index}"));
        assert_eq!(texts, expected("source").chain(expected("destination")).collect::<Vec<_>>());
        let fresh: BTreeSet<_> = ids(destination, &topic).into_iter().skip(PRODUCERS).collect();
        assert!(fresh.first() > used.last(), "fresh ids {fresh:?} lie above the source's {used:?}");
    }
}

#[test]
fn a_producer_that_moves_with_its_id_is_recognised_at_the_promoted_mirror() {
    const OUT_OF_ORDER_SEQUENCE_NUMBER: i16 = 45;
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("moved");
        let kept = [("retention.ms", "-1")];
        source.client().create_topic(&topic, 1, 1, &kept).expect("the topic is new");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        let producer_id = draw(source);
        let batch = |sequence: i32| RawBatch {
            producer_id,
            producer_epoch: 0,
            base_sequence: sequence,
            ..RawBatch::of(&[(1_700_000_000_000, "a"), (1_700_000_000_001, "b")])
        };
        let send = |cluster: &Cluster, sequence: i32| {
            let address = cluster.brokers()[0].address();
            let answer = raw_produce(&address, 7, (&topic, 0), -1, &batch(sequence).encode());
            answer.expect("the broker answers").expect("acks were asked for")
        };
        assert_eq!(send(source, 0), (0, 0));
        assert_eq!(send(source, 2), (0, 2));
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 4);
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_eq!(send(destination, 2), (0, 2), "a repetition gets its first answer");
        assert_eq!(destination.client().end_offsets(&topic), Ok(vec![4]), "and is not stored again");
        assert_eq!(send(destination, 6).0, OUT_OF_ORDER_SEQUENCE_NUMBER, "a gap is seen");
        assert_eq!(send(destination, 4), (0, 4), "the next one is stored");
    }
}

#[test]
fn a_producer_that_was_refused_at_the_mirror_goes_on_after_promotion() {
    for version in versions() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("refused");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        write(source, &topic, 5, "source");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        let producer = destination.client().producer(&[("enable.idempotence", "true")]).expect("it opens");
        for attempt in 0..20 {
            let refused = producer.send(&topic, &[Record::value("too early")]);
            assert!(refused.expect_err("a mirror is read-only").is("INVALID_REQUEST"), "attempt {attempt}");
        }
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        for offset in 5..10 {
            let stored = producer.send(&topic, &[Record::value("in time")]).expect("the topic is open");
            assert_eq!(stored[0].offset, offset);
        }
        assert_eq!(
            offsets(&seen(destination.client(), &topic, "read_committed")),
            (0..10).collect::<Vec<_>>()
        );
        producer.close(1_000).expect("it closes");
    }
}

#[test]
fn an_absurd_producer_id_does_not_hold_up_a_promotion() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("absurd");
        let kept = [("retention.ms", "-1")];
        source.client().create_topic(&topic, 1, 1, &kept).expect("the topic is new");
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        // A broker takes the first batch of any id that a client invents.
        for producer_id in [i64::MAX, 1_000_000_000_000] {
            let batch = RawBatch {
                producer_id,
                producer_epoch: 0,
                base_sequence: 0,
                ..RawBatch::of(&[(1_700_000_000_000, "invented")])
            };
            let address = source.brokers()[0].address();
            let stored = raw_produce(&address, 7, (&topic, 0), -1, &batch.encode()).expect("an answer");
            assert_eq!(stored.expect("acks were asked for").0, 0);
        }
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 2);
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        write(destination, &topic, 2, "destination");
        wait_end(destination.client(), &topic, 4);
    }
}
