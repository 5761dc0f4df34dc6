//! Clusters that all tests of the process share.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use crate::cluster::{Cluster, boot};
use crate::sidecar::{Kagami, Options};

/// A source and a destination of one Kafka version, each one broker. Broker ids differ, so that an id of one cluster
/// that turns up in the other is seen.
#[derive(Debug)]
pub struct Pair {
    /// Broker 11.
    pub source: Cluster,
    /// Broker 1.
    pub destination: Cluster,
    sidecar: OnceLock<Kagami>,
}

impl Pair {
    /// Name of the link from [`Pair::source`] that [`Pair::sidecar`] comes with.
    pub const LINK: &'static str = "shared";

    /// The sidecar of the destination, with a link from the source; started when first asked for. For tests that only
    /// make mirrors: whoever kills or reconfigures a sidecar boots clusters of its own, because a cluster has room for
    /// several sidecars, but each sees all links.
    #[must_use]
    pub fn sidecar(&self) -> &Kagami {
        self.sidecar.get_or_init(|| {
            let kagami = Kagami::start(&self.destination, Options::default());
            kagami.create_link(Self::LINK, &self.source.client_properties("link")).ok();
            kagami
        })
    }
}

/// The pair of a version, booted when first asked for; it ends with the process. Tests that kill, freeze or
/// reconfigure brokers boot clusters of their own.
#[must_use]
pub fn shared(version: &str) -> &'static Pair {
    static PAIRS: OnceLock<Mutex<BTreeMap<String, &'static OnceLock<Pair>>>> = OnceLock::new();
    let cell = *PAIRS
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .entry(version.to_owned())
        .or_insert_with(|| Box::leak(Box::default()));
    cell.get_or_init(|| {
        let (source, destination) =
            boot(Cluster::builder(version).first_broker_id(11), Cluster::builder(version));
        Pair { source, destination, sidecar: OnceLock::new() }
    })
}
