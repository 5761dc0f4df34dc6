//! Clusters of a scenario's own, for those that kill, freeze or restart what others share.

use std::time::Duration;

use harness::{Builder, Cluster, Kagami, Options, eventually};

/// Long enough for brokers and sidecars to find each other again on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
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

impl Stage {
    /// Boots both clusters side by side (give the source other broker ids), then the sidecar.
    pub(crate) fn set(source: Builder, destination: Builder, options: Options) -> Self {
        let (source, destination) = std::thread::scope(|scope| {
            let source = scope.spawn(|| source.start());
            let destination = destination.start();
            (source.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), destination)
        });
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
        self.wait_leaders(topic, "the sidecar leads", |leader| leader == self.kagami.id());
    }

    /// Waits until a real broker leads every partition of `topic`.
    pub(crate) fn wait_led_by_brokers(&self, topic: &str) {
        self.wait_leaders(topic, "a real broker leads", |leader| leader >= 0 && leader != self.kagami.id());
    }

    fn wait_leaders(&self, topic: &str, what: &str, right: impl Fn(i32) -> bool) {
        eventually(PATIENCE, what, || {
            let described =
                self.destination.client().describe_topic(topic).map_err(|failure| failure.message)?;
            if described.partitions.iter().all(|partition| right(partition.leader)) {
                Ok(())
            } else {
                Err(format!("{described:?}"))
            }
        });
    }

    /// State of a mirror, such as `ACTIVE`; `None` when there is no such mirror.
    pub(crate) fn state(&self, topic: &str) -> Option<String> {
        let told = self.kagami.rest("GET", &format!("/links/{LINK}/mirrors/{topic}"), None);
        let told: serde_json::Value = serde_json::from_str(&told.body).ok()?;
        told["mirror_status"].as_str().map(str::to_owned)
    }

    /// Waits until the mirror has every record that the source has at the moment of the call. The source may go on.
    pub(crate) fn wait_caught_up(&self, topic: &str) {
        let wanted = self.source.client().end_offsets(topic).expect("the source tells its ends");
        eventually(PATIENCE, "the mirror has caught up", || {
            let ends = self.destination.client().end_offsets(topic).map_err(|failure| failure.message)?;
            let there =
                ends.len() == wanted.len() && ends.iter().zip(&wanted).all(|(end, wanted)| end >= wanted);
            if there { Ok(()) } else { Err(format!("{ends:?} of {wanted:?}")) }
        });
    }
}
