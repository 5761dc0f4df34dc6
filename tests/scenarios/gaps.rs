//! Logs that are no plain row of offsets from 0 keep their holes, heads and numbers.

use harness::wait_until;
use harness::{
    Cluster, Pair, Record, compacted_topic, emptied_topic, eventually, newest_or_all, oldest_or_all, shared,
    unique,
};
use serde_json::json;

use crate::look::{SOON, offsets, seen, wait_end, wait_image, wait_no_lag, wait_status};
use crate::steps::{next_offset, write};

fn verify(pair: &Pair, topic: &str) {
    let sidecar = pair.sidecar();
    sidecar.cli(&["verify", "--mirror", topic, "--bootstrap-server", &pair.destination.bootstrap()]).ok();
}

#[test]
fn a_compacted_topic_keeps_its_gaps_inside_and_between_batches() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("compacted");
        let end = compacted_topic(source, &topic);
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, end);
        // Lag counts offsets, not records: it comes to 0 over gaps too.
        wait_no_lag(pair.sidecar(), &topic);
        let mirrored = seen(destination.client(), &topic, "read_committed");
        assert_eq!(mirrored, seen(source.client(), &topic, "read_committed"));
        let kept = offsets(&mirrored);
        assert!(kept.windows(2).any(|pair| pair[1] > pair[0] + 1), "there are gaps: {kept:?}");
        // A reader whose offset lies in a gap goes on behind it.
        let gap = kept.windows(2).find(|pair| pair[1] > pair[0] + 1).expect("there is a gap")[0] + 1;
        let from = json!({"topic": topic, "from": {"0": gap}});
        let rest = destination.client().consume(from).expect("the reader comes to the end");
        assert_eq!(offsets(&rest), kept.iter().copied().filter(|offset| *offset >= gap).collect::<Vec<_>>());
        verify(pair, &topic);
        pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        let keyed = [Record::keyed("after", "promotion")];
        let stored =
            destination.client().produce(&topic, &keyed, &[]).expect("a promoted topic takes records");
        assert_eq!(stored[0].offset, end);
    }
}

#[test]
fn a_batch_that_the_cleaner_has_emptied_is_mirrored_with_its_offsets() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let topic = unique("hollow");
        let configs =
            [("cleanup.policy", "compact"), ("segment.ms", "1000"), ("min.cleanable.dirty.ratio", "0.001")];
        source.client().create_topic(&topic, 1, 1, &configs).expect("the topic is new");
        // Of a producer with sequences the cleaner keeps the last batch, even when it has no records any more.
        let at = |seconds: i64| Some(1_700_000_000_000 + seconds * 1_000);
        let early = ["a", "b", "c"].map(|key| Record { timestamp: at(0), ..Record::keyed(key, "early") });
        source.client().produce(&topic, &early, &[("linger.ms", "500")]).expect("the source takes records");
        let late = ["a", "b", "c"].map(|key| Record { timestamp: at(60), ..Record::keyed(key, "late") });
        source.client().produce(&topic, &late, &[("linger.ms", "500")]).expect("the source takes records");
        let last = [Record { timestamp: at(120), ..Record::keyed("z", "last") }];
        source.client().produce(&topic, &last, &[]).expect("the source takes records");
        let leader = source.brokers()[0].id;
        eventually(SOON, "the cleaner leaves an empty batch", || {
            let log = source.segments(&topic, 0, leader);
            if log.iter().any(|batch| batch.records() == 0) { Ok(()) } else { Err(format!("{log:#?}")) }
        });
        pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 7);
        let mirrored = seen(destination.client(), &topic, "read_committed");
        assert_eq!(offsets(&mirrored), [3, 4, 5, 6]);
        let hollow = destination.segments(&topic, 0, destination.brokers()[0].id);
        assert_eq!((hollow[0].records(), hollow[0].base_offset(), hollow[0].last_offset()), (0, 0, 2));
    }
}

#[test]
fn a_mirror_of_a_trimmed_topic_begins_where_the_source_does_even_inside_a_batch() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        for head in [40, 35] {
            let topic = unique("trimmed");
            source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
            write(source, &topic, 100);
            assert_eq!(source.client().delete_records(&topic, 0, head), Ok(head));
            pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
            wait_image(pair, &topic);
            wait_end(destination.client(), &topic, 100);
            assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![head]));
            let mirrored = seen(destination.client(), &topic, "read_committed");
            assert_eq!(mirrored, seen(source.client(), &topic, "read_committed"));
            assert_eq!(
                (mirrored[0].offset, mirrored.len()),
                (head, usize::try_from(100 - head).expect("few"))
            );
            verify(pair, &topic);
            pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
            assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![head]));
            assert_eq!(next_offset(destination.client(), &topic), 100);
        }
    }
}

#[test]
fn records_that_the_source_trims_later_stay_at_the_mirror_unless_the_link_follows() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let following = unique("following");
        let mut properties = source.client_properties("link");
        properties.insert("mirror.log.start.sync".to_owned(), "true".to_owned());
        pair.sidecar().create_link(&following, &properties).ok();
        for (link, start) in [(Pair::LINK, 0), (following.as_str(), 65)] {
            let topic = unique("trimmed-later");
            source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
            write(source, &topic, 100);
            pair.sidecar().create_mirror(&topic, link).ok();
            wait_image(pair, &topic);
            assert_eq!(source.client().delete_records(&topic, 0, 65), Ok(65));
            write(source, &topic, 20);
            wait_image(pair, &topic);
            wait_end(destination.client(), &topic, 120);
            eventually(SOON, &format!("the mirror begins at {start}"), || {
                match destination.client().offsets(&topic, "earliest") {
                    Ok(starts) if starts == [start] => Ok(()),
                    other => Err(format!("{other:?}")),
                }
            });
            let mirrored = seen(destination.client(), &topic, "read_committed");
            assert_eq!(offsets(&mirrored), (start..120).collect::<Vec<_>>());
            let theirs = seen(source.client(), &topic, "read_committed");
            assert_eq!(mirrored[mirrored.len() - theirs.len()..], theirs);
            verify(pair, &topic);
            pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
            assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![start]));
            assert_eq!(next_offset(destination.client(), &topic), 120);
        }
    }
}

#[test]
fn a_partition_that_is_empty_at_100_goes_on_at_100() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        let (written, promoted) = (unique("emptied"), unique("emptied"));
        for topic in [&written, &promoted] {
            emptied_topic(source, topic, 100);
            pair.sidecar().create_mirror(topic, Pair::LINK).ok();
            wait_end(destination.client(), topic, 100);
            assert_eq!(destination.client().offsets(topic, "earliest"), Ok(vec![100]));
            assert_eq!(destination.client().consume_all(topic, "read_committed"), Ok(Vec::new()));
        }
        write(source, &written, 10);
        wait_image(pair, &written);
        assert_eq!(
            seen(destination.client(), &written, "read_committed"),
            seen(source.client(), &written, "read_committed")
        );
        pair.sidecar().mirrors(&["--promote", "--topics", &format!("{written},{promoted}")]).ok();
        assert_eq!(destination.client().offsets(&promoted, "earliest"), Ok(vec![100]));
        assert_eq!(next_offset(destination.client(), &promoted), 100);
        assert_eq!(next_offset(destination.client(), &written), 110);
    }
}

/// Makes a topic whose segments end after every batch: records are old, and a segment is rolled by their timestamps.
fn old_records(source: &Cluster, topic: &str) -> impl Fn(i64, i64) {
    let configs = [("segment.ms", "1000"), ("retention.ms", "-1")];
    source.client().create_topic(topic, 1, 1, &configs).expect("the topic is new");
    let (client, topic) = (source.client().clone(), topic.to_owned());
    move |from, count| {
        let old = |offset: i64| Record {
            timestamp: Some(1_000_000_000_000 + offset * 10_000),
            flush: true,
            ..Record::value(&format!("old {offset}"))
        };
        let records: Vec<_> = (from..from + count).map(old).collect();
        client.produce(&topic, &records, &[]).expect("the source takes records");
    }
}

#[test]
fn a_mirror_begins_where_its_link_says_with_the_numbers_of_the_source() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination) = (&pair.source, &pair.destination);
        // The record of offset 10 is the first one that is not older; nothing is as new as the last time.
        for (spec, start) in [
            ("earliest", 0),
            ("latest", 20),
            ("2001-09-09T01:48:20Z", 10),
            ("2001-09-09T01:48:11Z", 10),
            ("2020-01-01T00:00:00Z", 20),
        ] {
            let link = unique("from");
            let mut properties = source.client_properties("link");
            properties.insert("mirror.start.offset.spec".to_owned(), spec.to_owned());
            pair.sidecar().create_link(&link, &properties).ok();
            let topic = unique("begun");
            let write_old = old_records(source, &topic);
            write_old(0, 20);
            pair.sidecar().create_mirror(&topic, &link).ok();
            wait_end(destination.client(), &topic, 20);
            write_old(20, 5);
            wait_end(destination.client(), &topic, 25);
            assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![start]), "{spec}");
            let mirrored = seen(destination.client(), &topic, "read_committed");
            let theirs = seen(source.client(), &topic, "read_committed");
            let expected: Vec<_> = theirs.into_iter().filter(|record| record.offset >= start).collect();
            assert_eq!(mirrored, expected, "{spec}");
            pair.sidecar().mirrors(&["--promote", "--mirror-topic", &topic]).ok();
            assert_eq!(next_offset(destination.client(), &topic), 25);
        }
    }
}

/// Lets the source's retention delete every old record, and waits until it begins at `start`.
fn expire(source: &Cluster, topic: &str, start: i64) {
    source
        .client()
        .alter_topic(topic, &[("retention.ms", "3600000")], &[])
        .expect("the topic can be changed");
    wait_until(SOON, "retention deletes old records", || {
        source.client().offsets(topic, "earliest") == Ok(vec![start])
    });
}

#[test]
fn retention_that_overtakes_a_paused_mirror_leaves_a_gap_and_no_other_number() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = unique("overtaken");
        let write_old = old_records(source, &topic);
        write_old(0, 30);
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        sidecar.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
        wait_status(sidecar, &topic, "PAUSED");
        write_old(30, 40);
        write(source, &topic, 20);
        expire(source, &topic, 70);
        assert_eq!(destination.client().end_offsets(&topic), Ok(vec![30]), "a paused mirror takes nothing");
        let before = skipped(pair);
        sidecar.mirrors(&["--resume", "--mirror-topic", &topic]).ok();
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 90);
        // The mirror's own retention was copied when it was made: what it had, it still has.
        let mirrored = seen(destination.client(), &topic, "read_committed");
        assert_eq!(offsets(&mirrored), (0..30).chain(70..90).collect::<Vec<_>>());
        assert!(skipped(pair) > before, "a lost head is counted");
        write(source, &topic, 10);
        wait_image(pair, &topic);
        verify(pair, &topic);
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_eq!(next_offset(destination.client(), &topic), 100);
    }
}

/// How often the sidecar came to records that the source no longer had.
fn skipped(pair: &Pair) -> u64 {
    let metrics = pair.sidecar().http("GET", "/metrics", None).expect("the sidecar answers").body;
    let line = metrics.lines().find(|line| {
        line.starts_with("kagami_source_errors_total") && line.contains("kind=\"records_skipped\"")
    });
    line.and_then(|line| line.rsplit(' ').next()).map_or(0, |count| count.parse().expect("a whole number"))
}

#[test]
fn retention_that_empties_the_source_of_a_paused_mirror_does_not_reset_its_numbers() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let (written, promoted) = (unique("emptied-later"), unique("emptied-later"));
        for topic in [&written, &promoted] {
            let write_old = old_records(source, topic);
            write_old(0, 30);
            sidecar.create_mirror(topic, Pair::LINK).ok();
            wait_image(pair, topic);
            sidecar.mirrors(&["--pause", "--mirror-topic", topic]).ok();
            wait_status(sidecar, topic, "PAUSED");
            write_old(30, 40);
            expire(source, topic, 70);
            sidecar.mirrors(&["--resume", "--mirror-topic", topic]).ok();
            wait_end(destination.client(), topic, 70);
        }
        write(source, &written, 10);
        wait_image(pair, &written);
        wait_end(destination.client(), &written, 80);
        let mirrored = seen(destination.client(), &written, "read_committed");
        assert!(offsets(&mirrored).iter().all(|offset| *offset < 30 || *offset >= 70), "{mirrored:?}");
        sidecar.mirrors(&["--promote", "--topics", &format!("{written},{promoted}")]).ok();
        assert_eq!(next_offset(destination.client(), &written), 80);
        assert_eq!(next_offset(destination.client(), &promoted), 70);
    }
}

#[test]
fn records_that_were_trimmed_before_the_mirror_came_to_them_are_skipped_inside_a_batch_too() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = unique("trimmed-ahead");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        write(source, &topic, 30);
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_image(pair, &topic);
        sidecar.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
        wait_status(sidecar, &topic, "PAUSED");
        write(source, &topic, 70);
        assert_eq!(source.client().delete_records(&topic, 0, 75), Ok(75));
        sidecar.mirrors(&["--resume", "--mirror-topic", &topic]).ok();
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 100);
        let mirrored = offsets(&seen(destination.client(), &topic, "read_committed"));
        // The batch 70 to 79 comes whole, as the source keeps it whole.
        assert_eq!(mirrored, (0..30).chain(70..100).collect::<Vec<_>>());
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        assert_eq!(next_offset(destination.client(), &topic), 100);
    }
}
