//! The source's topics: one plain, three with a history.

use harness::{Cluster, Record, compacted_topic};

/// A topic of the demo.
#[derive(Debug)]
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    pub(crate) shows: &'static str,
    /// Batches found equal on both disks.
    pub(crate) batches: usize,
    /// `first..end` of each partition at the source.
    pub(crate) offsets: String,
}

/// Records in `orders`.
pub(crate) const ORDERS: usize = 3_000;
pub(crate) const ORDERS_PARTITIONS: i32 = 3;

/// Fills the source.
pub(crate) fn make(source: &Cluster) -> Vec<Topic> {
    let client = source.client();
    client.create_topic("orders", ORDERS_PARTITIONS, 1, &[]).expect("the topic is new");
    let bulk = serde_json::json!({
        "count": ORDERS, "size": 200, "partitions": ORDERS_PARTITIONS, "keys": 50, "flush_every": 150,
    });
    client
        .produce_bulk("orders", &bulk, &[("compression.type", "lz4"), ("linger.ms", "20")])
        .expect("the source takes records");
    compacted_topic(source, "customers");
    transactions(source);
    client.create_topic("audit", 1, 1, &[]).expect("the topic is new");
    let bulk = serde_json::json!({"count": 1_000, "size": 100, "partition": 0, "flush_every": 50});
    client.produce_bulk("audit", &bulk, &[("linger.ms", "20")]).expect("the source takes records");
    client.delete_records("audit", 0, 425).expect("the source trims the head");
    let all = [
        ("orders", "three partitions, lz4, a consumer group"),
        ("customers", "compacted: gaps inside and between batches"),
        ("payments", "transactions, committed and aborted"),
        ("audit", "its head was deleted, mid-batch"),
    ];
    all.map(|(name, shows)| Topic { name, shows, batches: 0, offsets: offsets(source, name) }).into()
}

fn transactions(source: &Cluster) {
    let client = source.client();
    client.create_topic("payments", 1, 1, &[]).expect("the topic is new");
    let producer = client.producer(&[("transactional.id", "payments-app")]).expect("a producer opens");
    producer.init().expect("transactions can be prepared");
    for (number, commits) in [true, false, true, true, false].into_iter().enumerate() {
        producer.begin().expect("a transaction begins");
        let fate = if commits { "committed" } else { "aborted" };
        let records: Vec<_> =
            (0..5).map(|i| Record::value(&format!("payment {number}.{i}, {fate}"))).collect();
        producer.send("payments", &records).expect("the source takes records");
        if commits { producer.commit() } else { producer.abort() }.expect("the transaction ends");
    }
    producer.close(5_000).expect("the producer closes");
}

/// `first..end` of each partition.
pub(crate) fn offsets(cluster: &Cluster, topic: &str) -> String {
    let client = cluster.client();
    let first = client.offsets(topic, "earliest").expect("the topic can be asked");
    let end = client.end_offsets(topic).expect("the topic can be asked");
    let pairs: Vec<_> = first.iter().zip(&end).map(|(first, end)| format!("{first}..{end}")).collect();
    pairs.join(" ")
}
