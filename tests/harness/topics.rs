//! Topics whose logs are not the plain row of offsets from 0.

use crate::client::Record;
use crate::cluster::Cluster;
use crate::{PATIENCE, eventually, wait_until};

/// Makes a topic of one partition that the cleaner has been through: there are gaps inside batches and between batches.
/// Its last segment is uncompacted. Answers with the end offset.
pub fn compacted_topic(cluster: &Cluster, topic: &str) -> i64 {
    let client = cluster.client();
    let configs =
        [("cleanup.policy", "compact"), ("segment.ms", "1000"), ("min.cleanable.dirty.ratio", "0.001")];
    client.create_topic(topic, 1, 1, &configs).expect("the topic is new");
    // A segment is rolled by the timestamps of records, so nothing has to be waited for. Batch 0 keeps one of its
    // records, batches 1 to 4 hold what batch 5 overwrites, the last one closes the segment before it.
    let keys: [&[&str]; 7] =
        [&["a", "kept", "b"], &["a", "b"], &["a"], &["b", "a"], &["b"], &["a", "b", "c"], &["end"]];
    let mut records = Vec::new();
    for (batch, keys) in (0..).zip(keys) {
        let timestamp = Some(1_700_000_000_000 + batch * 10_000);
        records.extend(
            keys.iter().map(|key| Record { timestamp, ..Record::keyed(key, &format!("{key} of {batch}")) }),
        );
        records.last_mut().expect("a batch has records").flush = true;
    }
    // Without sequences the cleaner keeps no empty batch as the producer's last one.
    let plain = [("enable.idempotence", "false"), ("linger.ms", "1000")];
    client.produce(topic, &records, &plain).expect("the broker takes records");
    let leader = client.describe_topic(topic).expect("the topic is there").partitions[0].leader;
    eventually(PATIENCE, "the cleaner leaves gaps inside and between batches", || {
        let log = cluster.segments(topic, 0, leader);
        let spans = |batch: &crate::Batch| batch.last_offset() + 1 - batch.base_offset();
        let inside = log.iter().any(|batch| i64::from(batch.records()) < spans(batch));
        let between = log.windows(2).any(|pair| pair[1].base_offset() > pair[0].last_offset() + 1);
        if inside && between { Ok(()) } else { Err(format!("{log:#?}")) }
    });
    i64::try_from(records.len()).expect("a handful")
}

/// Makes a topic of one partition that starts and ends at `offset` (at least 1): retention has deleted its records.
pub fn emptied_topic(cluster: &Cluster, topic: &str, offset: i64) {
    let client = cluster.client();
    // Retention removes the active segment too; DeleteRecords would leave it on the disk.
    client.create_topic(topic, 1, 1, &[("retention.ms", "1")]).expect("the topic is new");
    let bulk = serde_json::json!({"count": offset, "size": 10, "partition": 0});
    client.produce_bulk(topic, &bulk, &[]).expect("the broker takes records");
    let leader = client.describe_topic(topic).expect("the topic is there").partitions[0].leader;
    wait_until(PATIENCE, "deleted records leave the disk", || cluster.segments(topic, 0, leader).is_empty());
    client.alter_topic(topic, &[], &["retention.ms"]).expect("the topic can be changed");
    assert_eq!(client.offsets(topic, "earliest"), Ok(vec![offset]), "the log starts at its end");
}
