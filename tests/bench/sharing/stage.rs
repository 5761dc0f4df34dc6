//! A source of one broker, a destination of three, and a sidecar next to each of those.

use std::sync::Arc;
use std::time::{Duration, Instant};

use harness::{Builder, Client, Cluster, Kagami, Options, boot, unique};
use serde_json::{Value, json};

use super::ledger::Ledger;
use crate::LEADER;

/// Name of the link.
pub(crate) const LINK: &str = "bench";
/// How often files are looked at: the resolution of what is seen on disks.
const POLL: Duration = Duration::from_millis(5);
/// Everything has moved that will when nothing moved for so long: sidecars wait 3 s before they share anew.
pub(crate) const CALM: Duration = Duration::from_secs(5);

/// Everything that runs.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) sidecars: Vec<Kagami>,
    pub(crate) source: Arc<Cluster>,
    pub(crate) destination: Arc<Cluster>,
    pub(crate) ledger: Ledger,
}

/// How the sidecar `id` next to a broker is started.
pub(crate) fn options(id: i32, companion: i32) -> Options {
    let log_level = std::env::var("KAGAMI_BENCH_LOG").unwrap_or_else(|_| "info".to_owned());
    Options { id, companion: Some(companion), log_level, ..Options::default() }
}

impl Stage {
    /// Boots everything, with these changes to both clusters' settings, and makes the link.
    pub(crate) fn set(version: &str, change: impl Fn(Builder) -> Builder) -> Self {
        let builder = || change(Cluster::builder(version));
        let (source, destination) = boot(builder().first_broker_id(LEADER), builder().brokers(3));
        let start =
            |broker: &harness::Node| Kagami::start(&destination, options(1_000 + broker.id, broker.id));
        let sidecars: Vec<Kagami> = destination.brokers().iter().map(start).collect();
        sidecars[0].create_link(LINK, &source.client_properties("link")).ok();
        let ledger = Ledger::of(&destination);
        Self { sidecars, source: Arc::new(source), destination: Arc::new(destination), ledger }
    }

    /// A new source topic and its mirror, led by sidecars.
    pub(crate) fn mirror(&mut self, name: &str, partitions: i32) -> String {
        let topic = unique(name);
        self.source.client().create_topic(&topic, partitions, 1, &[]).expect("the topic is new");
        self.sidecars[0].create_mirror(&topic, LINK).ok();
        let topics = [topic.clone()];
        let led = self.wait_led(&topics, &self.ids(), Duration::from_secs(60));
        assert!(led.is_some(), "sidecars do not lead {topic}: {:?}", self.ledger.counts(&topics));
        topic
    }

    pub(crate) fn ids(&self) -> Vec<i32> {
        self.sidecars.iter().map(Kagami::id).collect()
    }

    pub(crate) fn sidecar(&self, id: i32) -> &Kagami {
        self.sidecars.iter().find(|sidecar| sidecar.id() == id).expect("one of ours")
    }

    /// Reads the ledger until `done` says so; `None` when it did not within `limit`.
    pub(crate) fn watch(
        &mut self,
        limit: Duration,
        mut done: impl FnMut(&Ledger) -> bool,
    ) -> Option<Duration> {
        let begun = Instant::now();
        loop {
            self.ledger.read();
            if done(&self.ledger) {
                return Some(begun.elapsed());
            }
            if begun.elapsed() > limit {
                return None;
            }
            std::thread::sleep(POLL);
        }
    }

    /// Waits until these nodes lead all partitions of these topics.
    pub(crate) fn wait_led(&mut self, topics: &[String], by: &[i32], limit: Duration) -> Option<Duration> {
        self.watch(limit, |ledger| {
            let counts = ledger.counts(topics);
            !counts.is_empty() && counts.keys().all(|leader| by.contains(leader))
        })
    }

    /// Waits until a sidecar leads something and nothing has moved for a while; then it has what it will get.
    pub(crate) fn wait_shared(&mut self, topics: &[String], id: i32, limit: Duration) -> Option<Duration> {
        let (mut mark, mut last) = (self.ledger.mark(), Instant::now());
        self.watch(limit, |ledger| {
            if ledger.mark() != mark {
                (mark, last) = (ledger.mark(), Instant::now());
            }
            ledger.counts(topics).contains_key(&id) && last.elapsed() > CALM
        })
    }
}

/// A writer at the source and a reader at the destination that know how long each partition was silent.
#[derive(Debug)]
pub(crate) struct Pulse {
    client: Client,
    handle: Value,
}

/// What it knows.
#[derive(Clone, Debug, serde::Deserialize)]
pub(crate) struct Felt {
    /// Longest silence of each partition since the last mark.
    pub(crate) silences_ms: Vec<f64>,
    pub(crate) acknowledged: i64,
    pub(crate) seen: i64,
    pub(crate) skipped: i64,
    pub(crate) repeated: i64,
    pub(crate) failures: Vec<String>,
}

impl Pulse {
    /// `rate` records of `size` bytes a second into each partition of the source's topic, read at the destination.
    pub(crate) fn start(stage: &Stage, topic: &str, partitions: i32, rate: u32, size: u32) -> Self {
        let wanted = json!({
            "topic": topic, "partitions": partitions, "rate": rate, "size": size, "source": stage.source.bootstrap(),
        });
        Self::of(stage.destination.client(), wanted)
    }

    /// The same where one bootstrap serves both.
    pub(crate) fn through(client: &Client, topic: &str, partitions: i32, rate: u32, size: u32) -> Self {
        Self::of(client, json!({"topic": topic, "partitions": partitions, "rate": rate, "size": size}))
    }

    fn of(client: &Client, wanted: Value) -> Self {
        let answer = client.call("pulse_start", wanted).expect("a pulse starts");
        Self { client: client.clone(), handle: answer["handle"].clone() }
    }

    /// What was felt since the last mark.
    pub(crate) fn mark(&self) -> Felt {
        self.ask("pulse_mark")
    }

    /// Ends the writer, lets the reader see everything, and tells.
    pub(crate) fn stop(self) -> Felt {
        self.ask("pulse_stop")
    }

    fn ask(&self, command: &str) -> Felt {
        let answer = self.client.call(command, json!({"handle": self.handle})).expect("the pulse is known");
        let felt: Felt = serde_json::from_value(answer).expect("a fixed shape");
        if !felt.failures.is_empty() {
            println!("bench:   the reader skipped {}, and had trouble: {:#?}", felt.skipped, felt.failures);
        }
        felt
    }
}
