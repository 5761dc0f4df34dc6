//! The harness is fit to judge: clusters boot, every client writes and reads, and the comparer sees one changed byte.

use harness::{Record, compare, shared, unique, versions};

#[test]
fn what_the_java_client_writes_is_on_disk_and_comes_back() {
    for version in versions() {
        let source = &shared(&version).source;
        let topic = unique("round-trip");
        let client = source.client();
        client.create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        let records = [
            Record::keyed("k", "one"),
            Record { flush: true, ..Record::value("two") },
            Record::value("three"),
        ];
        let stored = client.produce(&topic, &records, &[]).expect("the broker takes records");
        assert_eq!(stored.iter().map(|each| each.offset).collect::<Vec<_>>(), [0, 1, 2]);
        let seen = client.consume_all(&topic, "read_committed").expect("the broker gives records");
        assert_eq!(seen.iter().map(harness::Seen::text).collect::<Vec<_>>(), ["one", "two", "three"]);
        let batches = source.segments(&topic, 0, source.brokers()[0].id);
        assert_eq!(batches.iter().map(harness::Batch::records).sum::<i32>(), 3, "{batches:?}");
        assert_eq!(compare(&batches, &batches, 0), Ok(batches.len()));
    }
}
