//! A mirror is its source, byte for byte, on the disk of every follower.

use std::time::Duration;

use harness::{Pair, Record, shared, unique, versions, wait_same_log};

const CATCH_UP: Duration = Duration::from_secs(30);

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
        wait_same_log(&pair.source, &topic, &pair.destination, &topic, CATCH_UP);
        pair.source.client().produce(&topic, &records, &[]).expect("the source takes more records");
        wait_same_log(&pair.source, &topic, &pair.destination, &topic, CATCH_UP);
    }
}
