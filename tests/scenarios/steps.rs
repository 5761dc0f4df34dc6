//! What scenarios do again and again: topics with records, mirrors of them, the next record.

use harness::{Client, Cluster, Pair, Record, unique};
use serde_json::json;

use crate::look::wait_image;

/// A topic of one partition at the source with `count` records, in batches of ten.
pub(crate) fn topic_with(source: &Cluster, name: &str, count: i64) -> String {
    let topic = unique(name);
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    write(source, &topic, count);
    topic
}

/// Writes records in batches of ten.
pub(crate) fn write(cluster: &Cluster, topic: &str, count: i64) {
    let bulk = json!({"count": count, "size": 50, "partition": 0, "flush_every": 10});
    cluster.client().produce_bulk(topic, &bulk, &[]).expect("the cluster takes records");
}

/// A mirror of such a topic that has caught up.
pub(crate) fn mirror_with(pair: &Pair, name: &str, count: i64) -> String {
    let topic = topic_with(&pair.source, name, count);
    pair.sidecar().create_mirror(&topic, Pair::LINK).ok();
    wait_image(pair, &topic);
    topic
}

/// Writes one record to an opened topic and answers with its offset.
pub(crate) fn next_offset(client: &Client, topic: &str) -> i64 {
    client.produce(topic, &[Record::value("mine")], &[]).expect("an opened topic takes records")[0].offset
}
