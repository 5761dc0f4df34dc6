//! Clusters of a scenario's own, for those that kill, freeze or restart what others share.

use std::time::Duration;

pub(crate) use harness::PATIENCE;
use harness::{Builder, Cluster, Kagami, Options, boot, eventually};

/// `broker.session.timeout.ms` of [`quick`] destinations.
pub(crate) const SESSION: Duration = Duration::from_secs(4);
/// Name of the link of a [`Stage`].
pub(crate) const LINK: &str = "staged";

/// A source, a destination and a sidecar with a link.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) kagami: Kagami,
    pub(crate) source: Cluster,
    pub(crate) destination: Cluster,
}

/// A destination whose controllers notice within [`SESSION`] that a broker is dead.
pub(crate) fn quick(version: &str) -> Builder {
    Cluster::builder(version)
        .config("broker.heartbeat.interval.ms", "500")
        .config("broker.session.timeout.ms", &SESSION.as_millis().to_string())
}

/// Waits until the leader of every partition of `topic` is right.
pub(crate) fn wait_leaders(
    destination: &Cluster,
    topic: &str,
    limit: Duration,
    what: &str,
    right: impl Fn(i32) -> bool,
) {
    eventually(limit, what, || {
        let described = destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
        if described.partitions.iter().all(|partition| right(partition.leader)) {
            Ok(())
        } else {
            Err(format!("{described:?}"))
        }
    });
}

/// Waits until the mirror has every record that the source has at the moment of the call. The source may go on.
pub(crate) fn wait_caught_up(source: &Cluster, destination: &Cluster, topic: &str) {
    let wanted = source.client().end_offsets(topic).expect("the source tells its ends");
    eventually(PATIENCE, "the mirror has caught up", || {
        let ends = destination.client().end_offsets(topic).map_err(|failure| failure.message)?;
        let there = ends.len() == wanted.len() && ends.iter().zip(&wanted).all(|(end, wanted)| end >= wanted);
        if there { Ok(()) } else { Err(format!("{ends:?} of {wanted:?}")) }
    });
}

impl Stage {
    /// Boots both clusters side by side, then the sidecar.
    pub(crate) fn set(source: Builder, destination: Builder, options: Options) -> Self {
        let (source, destination) = boot(source, destination);
        let kagami = Kagami::start(&destination, options);
        kagami.create_link(LINK, &source.client_properties("link")).ok();
        Self { kagami, source, destination }
    }

    /// One broker on each side; source broker 11, destination broker 1.
    pub(crate) fn quick(version: &str) -> Self {
        Self::set(Cluster::builder(version).first_broker_id(11), quick(version), Options::default())
    }

    /// Waits until the sidecar leads every partition of `topic`.
    pub(crate) fn wait_led_by_sidecar(&self, topic: &str) {
        let ours = |leader| leader == self.kagami.id();
        wait_leaders(&self.destination, topic, PATIENCE, "the sidecar leads", ours);
    }

    /// Waits until a real broker leads every partition of `topic`.
    pub(crate) fn wait_led_by_brokers(&self, topic: &str) {
        let real = |leader| leader >= 0 && leader != self.kagami.id();
        wait_leaders(&self.destination, topic, PATIENCE, "a real broker leads", real);
    }

    /// State of a mirror, such as `ACTIVE`; `None` when there is no such mirror.
    pub(crate) fn state(&self, topic: &str) -> Option<String> {
        let told = self.kagami.rest("GET", &format!("/links/{LINK}/mirrors/{topic}"), None);
        let told: serde_json::Value = serde_json::from_str(&told.body).ok()?;
        told["mirror_status"].as_str().map(str::to_owned)
    }

    /// See [`wait_caught_up`].
    pub(crate) fn wait_caught_up(&self, topic: &str) {
        wait_caught_up(&self.source, &self.destination, topic);
    }
}
