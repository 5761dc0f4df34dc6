//! Those who copy a topic, each behind the same few questions.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use harness::{Cluster, Options, Process, wait_until};
use serde_json::json;

use crate::workload::{PARTITIONS, Workload};
use crate::{FOLLOWER, LEADER};

/// One way of copying a topic.
pub(crate) trait Mover {
    fn name(&self) -> String;
    /// Gives the order to copy.
    fn start(&mut self, source: &Cluster, workload: &Workload);
    /// Part of the topic that has arrived, 0 to 1.
    fn arrived(&mut self, source: &Cluster, workload: &Workload) -> f64;
    /// The process whose time and memory count.
    fn pid(&self) -> u32;
    /// Bootstrap address and topic where records become visible.
    fn destination(&self, source: &Cluster, workload: &Workload) -> (String, String);
    /// Ends the copying.
    fn stop(&mut self, source: &Cluster, workload: &Workload);
}

#[allow(clippy::cast_precision_loss, reason = "a part of a whole")]
fn part(have: u64, all: u64) -> f64 {
    if all == 0 { 1.0 } else { have as f64 / all as f64 }
}

/// (a) The second broker of the source cluster becomes a follower.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    pid: u32,
}

fn reassign(source: &Cluster, topic: &str, replicas: &[i32]) {
    for partition in 0..PARTITIONS {
        let wanted = json!({"topic": topic, "partition": partition, "replicas": replicas});
        source.client().call("reassign", wanted).expect("replicas can be moved");
    }
}

impl Mover for Follower {
    fn name(&self) -> String {
        "Kafka follower".to_owned()
    }

    fn start(&mut self, source: &Cluster, workload: &Workload) {
        self.pid = source.broker(FOLLOWER).pid();
        reassign(source, &workload.topic, &[LEADER, FOLLOWER]);
    }

    fn arrived(&mut self, source: &Cluster, workload: &Workload) -> f64 {
        part(source.bytes_stored(&workload.topic, FOLLOWER), workload.bytes)
    }

    fn pid(&self) -> u32 {
        self.pid
    }

    fn destination(&self, source: &Cluster, workload: &Workload) -> (String, String) {
        (source.bootstrap(), workload.topic.clone())
    }

    fn stop(&mut self, source: &Cluster, workload: &Workload) {
        reassign(source, &workload.topic, &[LEADER]);
    }
}

/// (b) A sidecar with its default limits.
#[derive(Debug)]
pub(crate) struct Kagami<'a> {
    destination: &'a Cluster,
    sidecar: harness::Kagami,
}

impl<'a> Kagami<'a> {
    pub(crate) fn beside(destination: &'a Cluster) -> Self {
        let options = Options { log_level: "info".to_owned(), ..Options::default() };
        Self { destination, sidecar: harness::Kagami::start(destination, options) }
    }
}

impl Mover for Kagami<'_> {
    fn name(&self) -> String {
        "Kagami".to_owned()
    }

    fn start(&mut self, source: &Cluster, workload: &Workload) {
        self.sidecar.create_link("bench", &source.client_properties("link")).ok();
        self.sidecar.create_mirror(&workload.topic, "bench").ok();
    }

    fn arrived(&mut self, _: &Cluster, workload: &Workload) -> f64 {
        part(self.destination.bytes_stored(&workload.topic, self.destination.brokers()[0].id), workload.bytes)
    }

    fn pid(&self) -> u32 {
        self.sidecar.pid()
    }

    fn destination(&self, _: &Cluster, workload: &Workload) -> (String, String) {
        (self.destination.bootstrap(), workload.topic.clone())
    }

    fn stop(&mut self, _: &Cluster, _: &Workload) {
        self.sidecar.stop();
    }
}

/// (c) MirrorMaker 2 in its own process.
#[derive(Debug)]
pub(crate) struct MirrorMaker<'a> {
    destination: &'a Cluster,
    tuned: bool,
    process: Option<Process>,
}

/// What the tuned run changes: a task for each partition, large fetches and large batches.
const TUNED: &str = "\
tasks.max=6
src.consumer.fetch.max.bytes=52428800
src.consumer.max.partition.fetch.bytes=8388608
src.consumer.max.poll.records=10000
src.consumer.receive.buffer.bytes=1048576
dst.producer.batch.size=1048576
dst.producer.linger.ms=10
dst.producer.buffer.memory=134217728
dst.producer.max.request.size=8388608
";

/// What went wrong is worth a line, what goes well is not.
const LOGGING: &str = "\
log4j.rootLogger=WARN, out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d %p %m (%c)%n
";

impl<'a> MirrorMaker<'a> {
    pub(crate) const fn toward(destination: &'a Cluster, tuned: bool) -> Self {
        Self { destination, tuned, process: None }
    }

    fn properties(&self, source: &Cluster, topic: &str) -> String {
        let mut text = format!(
            "clusters=src,dst\nsrc.bootstrap.servers={}\ndst.bootstrap.servers={}\n\
             src->dst.enabled=true\nsrc->dst.topics={topic}\ndst->src.enabled=false\n\
             replication.factor=1\nrefresh.topics.interval.seconds=5\n",
            source.bootstrap(),
            self.destination.bootstrap()
        );
        for topic in ["checkpoints", "heartbeats", "offset-syncs"] {
            writeln!(text, "{topic}.topic.replication.factor=1").expect("a string takes every text");
        }
        for topic in ["config", "offset", "status"] {
            writeln!(text, "{topic}.storage.replication.factor=1").expect("a string takes every text");
        }
        if self.tuned { text + TUNED } else { text }
    }
}

impl Mover for MirrorMaker<'_> {
    fn name(&self) -> String {
        format!("MirrorMaker 2, {}", if self.tuned { "tuned" } else { "defaults" })
    }

    fn start(&mut self, source: &Cluster, workload: &Workload) {
        let dir = harness::directory("mirrormaker");
        let properties = dir.join("mm2.properties");
        std::fs::write(&properties, self.properties(source, &workload.topic)).expect("our own directory");
        let libs = cache().join("mirrormaker/libs");
        assert!(libs.is_dir(), "no {}; run: bash deploy/setup mirrormaker", libs.display());
        let logging = dir.join("log4j.properties");
        std::fs::write(&logging, LOGGING).expect("our own directory");
        let command: Vec<OsString> = vec![
            // The brokers' options come through the environment and would win over the command line: six tuned tasks
            // do not fit into a broker's heap, and stall in the collector.
            "env".into(),
            "-u".into(),
            "_JAVA_OPTIONS".into(),
            "java".into(),
            "-Xms256m".into(),
            "-Xmx3g".into(),
            "-XX:+UseG1GC".into(),
            format!("-Dlog4j.configuration=file:{}", logging.display()).into(),
            "-cp".into(),
            format!("{}/*", libs.display()).into(),
            "org.apache.kafka.connect.mirror.MirrorMaker".into(),
            properties.into(),
        ];
        self.process = Some(Process::start(&command, &dir.join("mm2.log")));
        let topic = format!("src.{}", workload.topic);
        wait_until(Duration::from_secs(180), "MirrorMaker 2 makes its topic", || {
            assert!(
                self.process.as_ref().is_some_and(Process::alive),
                "MirrorMaker 2 ended; see {}",
                dir.display()
            );
            self.destination.client().describe_topic(&topic).is_ok()
        });
    }

    /// By offsets: it makes batches of its own, so bytes cannot be compared.
    fn arrived(&mut self, _: &Cluster, workload: &Workload) -> f64 {
        let ends = self.destination.client().end_offsets(&format!("src.{}", workload.topic));
        let have = ends.unwrap_or_default().iter().filter_map(|end| u64::try_from(*end).ok()).sum();
        part(have, workload.records)
    }

    fn pid(&self) -> u32 {
        self.process.as_ref().map(Process::pid).expect("it was started")
    }

    fn destination(&self, _: &Cluster, workload: &Workload) -> (String, String) {
        (self.destination.bootstrap(), format!("src.{}", workload.topic))
    }

    fn stop(&mut self, _: &Cluster, _: &Workload) {
        self.process = None;
    }
}

/// What `deploy/setup` fetched.
fn cache() -> PathBuf {
    std::env::var_os("KAGAMI_CACHE").map_or_else(
        || PathBuf::from(std::env::var_os("HOME").expect("HOME is set")).join(".cache/kagami"),
        PathBuf::from,
    )
}
