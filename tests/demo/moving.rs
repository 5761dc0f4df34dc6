//! Clients behind a front door: they move from the source to the destination while they run.

use std::time::Duration;

use harness::{Cluster, eventually, port};
use serde_json::Value;

use crate::shell::{Shell, heading, note};

const TOPIC: &str = "carts";
const PARTITIONS: i32 = 3;
const RECORDS_PER_SECOND: u32 = 200;
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the clients begin, at each sidecar.
#[derive(Debug)]
pub(crate) struct Doors(Vec<u16>);

impl Doors {
    /// A port for each sidecar.
    pub(crate) fn new(sidecars: i32) -> Self {
        Self((0..sidecars).map(|_| port()).collect())
    }

    /// What stands in the configuration of the sidecar beside broker `number`.
    pub(crate) fn lines(&self, number: i32) -> String {
        let brokers = i32::try_from(self.0.len()).expect("few brokers");
        let ids = (1..=brokers).chain(1_001..=1_000 + brokers);
        let nodes: Vec<_> = ids.map(|id| format!("{id}:{}", port())).collect();
        let first = self.0[usize::try_from(number - 1).expect("brokers are numbered from 1")];
        let source_nodes = [format!("11:{}", port())];
        format!(
            "[[view]]\nname = \"door\"\nlink = \"src-to-dest\"\nbind = \"127.0.0.1:{first}\"\n\
             nodes = {nodes:?}\nsource_nodes = {source_nodes:?}\n"
        )
    }

    fn bootstrap(&self) -> String {
        self.0.iter().map(|port| format!("127.0.0.1:{port}")).collect::<Vec<_>>().join(",")
    }
}

fn count(status: &Value) -> u64 {
    status["count"].as_u64().unwrap_or(0)
}

/// A producer and a consumer that know nothing but the front door.
pub(crate) fn play(source: &Cluster, destination: &Cluster, shell: &Shell, doors: &Doors) {
    heading("Clients behind a front door move while they run");
    source.client().create_topic(TOPIC, PARTITIONS, 1, &[]).expect("the topic is new");
    shell.run(&format!("kafka-mirrors {} --create --mirror-topic {TOPIC} --link src-to-dest", shell.whom()));
    let client = destination.client().with("bootstrap.servers", &doors.bootstrap());
    let writer = client.load(TOPIC, PARTITIONS, RECORDS_PER_SECOND, &[("acks", "all")]);
    let reader = client.watch(TOPIC, "read_uncommitted");
    note(&format!("their only address: {}", doors.bootstrap()));
    let read = |least: u64| {
        eventually(PATIENCE, "the reader reads", || {
            let now = count(&reader.status());
            if now >= least { Ok(now) } else { Err(format!("{now} records")) }
        })
    };
    let before = read(500);
    note(&format!("{before} records were written and read: all of them at the source"));
    shell.run(&format!("kagami cutover {} --link src-to-dest --topics {TOPIC} --dry-run", shell.whom()));
    shell.run(&format!("kagami cutover {} --link src-to-dest --topics {TOPIC}", shell.whom()));
    let ends = source.client().end_offsets(TOPIC).expect("the source is there");
    let seen = read(count(&reader.status()) + 500);
    let written = writer.stop();
    assert_eq!(
        written["failures"].as_array().map_or(0, Vec::len),
        0,
        "no produce failed: {}",
        written["failures"]
    );
    let sent = written["sent"].as_u64().unwrap_or(0);
    read(sent);
    let seen_all = reader.stop();
    assert_eq!(count(&seen_all), sent, "every record was read once");
    let now = destination.client().end_offsets(TOPIC).expect("the destination is there");
    assert_eq!(u64::try_from(now.iter().sum::<i64>()).unwrap_or(0), sent, "every record is there once");
    assert_eq!(
        source.client().end_offsets(TOPIC).expect("the source is there"),
        ends,
        "nothing came to the source"
    );
    note(&format!(
        "the reader went on ({seen} records and more); in all {sent} records were written and read, each once"
    ));
    note(&format!("last offsets at the source {ends:?}, at the destination {now:?}"));
}
