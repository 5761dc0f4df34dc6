//! Three brokers with a sidecar each, and a source: what the scenarios about several sidecars stand on.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use harness::{Builder, Cluster, Kagami, Options, boot, eventually, unique};

use crate::stage::{self, LINK, PATIENCE, quick};

/// A source, a destination of three brokers, and a sidecar next to each of them with one link.
#[derive(Debug)]
pub(crate) struct Fleet {
    pub(crate) sidecars: Vec<Kagami>,
    pub(crate) source: Cluster,
    pub(crate) destination: Cluster,
}

/// How the sidecar next to broker `number` is started.
pub(crate) fn options(number: i32) -> Options {
    Options { id: 1000 + number, companion: Some(number), ..Options::default() }
}

impl Fleet {
    pub(crate) fn quick(version: &str) -> Self {
        Self::set(Cluster::builder(version).first_broker_id(11), quick(version).brokers(3))
    }

    pub(crate) fn set(source: Builder, destination: Builder) -> Self {
        let (source, destination) = boot(source, destination);
        Self::around(source, destination)
    }

    /// Of clusters that run.
    pub(crate) fn around(source: Cluster, destination: Cluster) -> Self {
        Self::with(source, destination, options)
    }

    /// Of clusters that run, with the options of the sidecar next to each broker.
    pub(crate) fn with(source: Cluster, destination: Cluster, options: impl Fn(i32) -> Options) -> Self {
        let sidecars: Vec<Kagami> =
            destination.brokers().iter().map(|b| Kagami::start(&destination, options(b.id))).collect();
        sidecars[2].create_link(LINK, &source.client_properties("link")).ok();
        Self { sidecars, source, destination }
    }

    /// A source topic with its mirror, made through the second sidecar, led by sidecars.
    pub(crate) fn mirror(&self, name: &str, partitions: i32) -> String {
        let topic = unique(name);
        self.source.client().create_topic(&topic, partitions, 1, &[]).expect("the topic is new");
        self.sidecars[1].create_mirror(&topic, LINK).ok();
        self.wait_led(&topic, &self.ids());
        topic
    }

    pub(crate) fn ids(&self) -> Vec<i32> {
        self.sidecars.iter().map(Kagami::id).collect()
    }

    pub(crate) fn sidecar(&self, id: i32) -> &Kagami {
        self.sidecars.iter().find(|s| s.id() == id).expect("one of ours")
    }

    /// Leader of each partition.
    pub(crate) fn leaders(&self, topic: &str) -> BTreeMap<i32, i32> {
        let described = self.destination.client().describe_topic(topic).expect("the mirror is there");
        described.partitions.iter().map(|p| (p.partition, p.leader)).collect()
    }

    /// How many partitions each leader has.
    pub(crate) fn counts(&self, topic: &str) -> BTreeMap<i32, usize> {
        let mut counts = BTreeMap::new();
        for leader in self.leaders(topic).into_values() {
            *counts.entry(leader).or_default() += 1;
        }
        counts
    }

    /// The sidecars but one.
    pub(crate) fn others(&self, id: i32) -> Vec<i32> {
        self.ids().into_iter().filter(|other| *other != id).collect()
    }

    /// Waits until a sidecar that is back leads some partition again.
    pub(crate) fn wait_gets_its_part(&self, topic: &str, id: i32) {
        eventually(PATIENCE, "the sidecar that is back gets its part", || {
            let counts = self.counts(topic);
            if counts.get(&id).is_some_and(|n| *n >= 1) { Ok(()) } else { Err(format!("{counts:?}")) }
        });
    }

    /// Waits until no partition changes its leader any more: what comes back gets its part in several steps.
    pub(crate) fn wait_still(&self, topic: &str) {
        let mut last = (Instant::now(), self.leaders(topic));
        eventually(PATIENCE, "nothing moves any more", || {
            let leaders = self.leaders(topic);
            if leaders != last.1 {
                last = (Instant::now(), leaders);
            }
            if last.0.elapsed() > Duration::from_secs(5) { Ok(()) } else { Err(format!("{:?}", last.1)) }
        });
    }

    /// Waits until each partition is led by one of these.
    pub(crate) fn wait_led(&self, topic: &str, by: &[i32]) {
        self.wait_led_within(topic, by, PATIENCE);
    }

    pub(crate) fn wait_led_within(&self, topic: &str, by: &[i32], limit: Duration) {
        let what = format!("{by:?} lead {topic}");
        stage::wait_leaders(&self.destination, topic, limit, &what, |leader| by.contains(&leader));
    }

    /// See [`stage::wait_caught_up`].
    pub(crate) fn wait_caught_up(&self, topic: &str) {
        stage::wait_caught_up(&self.source, &self.destination, topic);
    }

    /// The source was asked for each byte of a mirror that has caught up once, but for `more` bytes. Nobody else may have
    /// read the topic.
    pub(crate) fn check_asked_once(&self, topic: &str, more: u64) {
        // A broker counts an answer a moment after it was sent.
        eventually(PATIENCE, "the source was asked once for each byte", || {
            let (sent, stored) = (self.source.bytes_sent(topic), self.destination.bytes_stored(topic, 1));
            if (stored..=stored + more).contains(&sent) {
                Ok(())
            } else {
                Err(format!("{sent} bytes sent, {stored} stored"))
            }
        });
    }

    /// Leader epoch of the newest batch of each partition, once each has one that is newer than the call; under load.
    pub(crate) fn epochs(&self, topic: &str) -> BTreeMap<i32, i32> {
        let ends = || self.source.client().end_offsets(topic).expect("the source tells its ends");
        let before = ends();
        eventually(PATIENCE, "records come to every partition", || {
            let now = ends();
            if now.iter().zip(&before).all(|(now, before)| now > before) {
                Ok(())
            } else {
                Err(format!("{now:?}"))
            }
        });
        self.wait_caught_up(topic);
        let count = i32::try_from(self.leaders(topic).len()).expect("few partitions");
        let newest = |partition| {
            let batches = self.destination.segments(topic, partition, 1);
            (partition, batches.last().expect("records came").leader_epoch())
        };
        (0..count).map(newest).collect()
    }

    /// Sum of a metric over all labels and sidecars.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let of = |sidecar: &Kagami| {
            let text = sidecar.http("GET", "/metrics", None).expect("a sidecar tells its metrics").body;
            let named = |line: &&str| line.split(['{', ' ']).next() == Some(name);
            let value = |line: &str| line.rsplit(' ').next().and_then(|value| value.parse::<f64>().ok());
            text.lines().filter(named).filter_map(value).sum::<f64>()
        };
        self.sidecars.iter().map(of).sum()
    }

    /// A topic that is no mirror any more has left the sidecars for good, and can be read.
    pub(crate) fn check_left_alone(&self, topic: &str) {
        let client = self.destination.client();
        // Long enough for everything that a sidecar could want to do about it.
        std::thread::sleep(Duration::from_secs(2));
        let described = client.describe_topic(topic).expect("the topic is still there");
        for p in &described.partitions {
            let real = |ids: &[i32]| ids.iter().all(|id| [1, 2, 3].contains(id));
            assert!(real(&[p.leader]) && real(&p.replicas) && real(&p.isr), "{topic}: {described:?}");
        }
        let there: i64 = client.end_offsets(topic).expect("it tells its ends").iter().sum();
        let read = client.consume_all(topic, "read_committed").expect("it can be read").len();
        assert_eq!(i64::try_from(read), Ok(there), "{topic} can be read to its end");
    }

    /// State of a mirror as the sidecar `through` tells it.
    pub(crate) fn told(&self, through: &Kagami, topic: &str) -> serde_json::Value {
        let told = through.rest("GET", &format!("/links/{LINK}/mirrors/{topic}"), None);
        serde_json::from_str(&told.body).unwrap_or_default()
    }
}
