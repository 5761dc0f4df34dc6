//! What serving needs to know about the destination cluster.

use std::pin::Pin;

use bytes::Bytes;
use kagami_codec::{
    message::{DescribeConfigsRequest, EnvelopeRequest, describe_configs_request::DescribeConfigsResource},
    types::Uuid,
};

use super::names::Names;

use crate::cluster::{
    self, Cluster,
    image::{Broker, Endpoint, Image, Partition},
};

const RESOURCE_BROKER: i8 = 4;
const AUTHORIZER: &str = "authorizer.class.name";
const NAMES: &str = "ssl.principal.mapping.rules";

/// The destination as its metadata log tells it.
pub trait Destination: Send + Sync + std::fmt::Debug {
    /// The real broker that we stand next to.
    fn companion(&self) -> i32;
    /// Shows the image. `look` must be short.
    fn look(&self, look: &mut dyn FnMut(&Image));
    /// Whether a broker is a sidecar.
    fn is_virtual(&self, broker: &Broker) -> bool;
    /// How the brokers tell what a client may do.
    ///
    /// # Errors
    /// When the companion does not say; then an authorizer must be taken for granted.
    fn guard(&self) -> Answer<'_, Guard>;
    /// Hands a client's request to the active controller, and its answer back, header included.
    ///
    /// # Errors
    /// What the controller has against us, or that there is none.
    fn forward<'a>(&'a self, envelope: &'a EnvelopeRequest) -> Answer<'a, Bytes>;
}

/// What the cluster will say.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, cluster::Error>> + Send + 'a>>;

/// How the brokers tell what a client may do.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// Whether they ask an authorizer.
    pub authorizer: bool,
    /// What they call clients by the names in their certificates.
    pub names: Names,
}

impl Destination for Cluster {
    fn companion(&self) -> i32 {
        Self::companion(self)
    }

    fn look(&self, look: &mut dyn FnMut(&Image)) {
        self.with_image(look);
    }

    fn is_virtual(&self, broker: &Broker) -> bool {
        Self::is_virtual(self, broker)
    }

    fn guard(&self) -> Answer<'_, Guard> {
        Box::pin(async {
            let request = DescribeConfigsRequest {
                resources: vec![DescribeConfigsResource {
                    resource_type: RESOURCE_BROKER,
                    resource_name: Self::companion(self).to_string(),
                    configuration_keys: Some(vec![AUTHORIZER.to_owned(), NAMES.to_owned()]),
                    ..Default::default()
                }],
                ..Default::default()
            };
            let answer = self.broker(Self::companion(self)).await?.call(&request).await?;
            let mut guard = Guard::default();
            for result in answer.results {
                cluster::Error::check("DescribeConfigs", result.error_code, result.error_message)?;
                for config in result.configs {
                    let value = config.value.unwrap_or_default();
                    match config.name.as_str() {
                        AUTHORIZER => guard.authorizer = !value.is_empty(),
                        NAMES => guard.names = Names::parse(&value),
                        _ => {}
                    }
                }
            }
            Ok(guard)
        })
    }

    fn forward<'a>(&'a self, envelope: &'a EnvelopeRequest) -> Answer<'a, Bytes> {
        Box::pin(self.forward_to_controller(envelope))
    }
}

impl dyn Destination {
    /// Reads the image. `read` must be short.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Image) -> T) -> Option<T> {
        let mut read = Some(read);
        let mut answer = None;
        self.look(&mut |image| answer = read.take().map(|read| read(image)));
        answer
    }

    /// Live real brokers with their endpoint on a listener, the companion first.
    pub(crate) fn brokers(&self, listener: &str) -> Vec<(i32, Endpoint)> {
        let companion = self.companion();
        let mut found: Vec<(i32, Endpoint)> = self
            .read(|image| {
                let real = image.brokers.values().filter(|b| !self.is_virtual(b));
                // The companion is tried even when the controllers do not see it: it may know better.
                real.filter(|b| b.is_live() || b.id == companion)
                    .filter_map(|b| {
                        Some((b.id, b.endpoints.iter().find(|e| e.listener == listener)?.clone()))
                    })
                    .collect()
            })
            .unwrap_or_default();
        found.sort_by_key(|(id, _)| (*id != companion, *id));
        found
    }

    /// Kafka's number of the protocol that the companion speaks on a listener.
    pub(super) fn protocol(&self, listener: &str) -> Option<i16> {
        let companion = self.companion();
        self.read(|image| {
            let endpoints = &image.brokers.get(&companion)?.endpoints;
            endpoints.iter().find(|e| e.listener == listener).map(|e| e.protocol)
        })
        .flatten()
    }

    /// Live real brokers of `ids` that have this listener, with their racks.
    pub(super) fn reachable(&self, ids: &[i32], listener: &str) -> Vec<(i32, Option<String>)> {
        self.read(|image| {
            ids.iter()
                .filter_map(|id| image.brokers.get(id))
                .filter(|b| b.is_live() && !self.is_virtual(b))
                .filter(|b| b.endpoints.iter().any(|e| e.listener == listener))
                .map(|b| (b.id, b.rack.clone()))
                .collect()
        })
        .unwrap_or_default()
    }

    /// Name of a topic.
    pub(super) fn topic_name(&self, id: Uuid) -> Option<String> {
        self.read(|image| image.topics.get(&id).map(|t| t.name.clone())).flatten()
    }

    /// A partition by topic name.
    pub(super) fn partition(&self, topic: &str, partition: i32) -> Option<Partition> {
        self.read(|image| image.topic(topic)?.partitions.get(&partition).cloned()).flatten()
    }

    /// The partition of an internal topic that a group or a transactional id belongs to; `None` while there is no such
    /// topic.
    pub(super) fn partition_of_key(&self, topic: &str, key: &str) -> Option<Partition> {
        self.read(|image| {
            let partitions = &image.topic(topic)?.partitions;
            let count = i32::try_from(partitions.len()).ok().filter(|count| *count > 0)?;
            partitions.get(&(java_hash(key) % count)).cloned()
        })
        .flatten()
    }

    /// Where a live real broker listens.
    pub(super) fn live_endpoint(&self, broker: i32, listener: &str) -> Option<Endpoint> {
        self.read(|image| {
            let broker = image.brokers.get(&broker).filter(|b| b.is_live() && !self.is_virtual(b))?;
            broker.endpoints.iter().find(|e| e.listener == listener).cloned()
        })
        .flatten()
    }
}

/// `Utils.abs(key.hashCode())`, by which Kafka spreads groups and transactional ids.
fn java_hash(key: &str) -> i32 {
    let hash =
        key.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)));
    hash.checked_abs().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::java_hash;

    #[test]
    fn keys_are_hashed_as_java_hashes_them() {
        // jshell> "readers".hashCode(), "größe".hashCode(), "polygenelubricants".hashCode() (the smallest int)
        assert_eq!(java_hash(""), 0);
        assert_eq!(java_hash("readers"), 1_080_410_128);
        assert_eq!(java_hash("größe"), 98_762_257);
        assert_eq!(java_hash("polygenelubricants"), 0);
    }
}
