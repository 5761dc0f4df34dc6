//! What serving needs to know about the destination cluster.

use std::pin::Pin;

use kagami_codec::{
    message::{
        DescribeConfigsRequest, describe_configs_request::DescribeConfigsResource,
        describe_configs_response::DescribeConfigsResourceResult,
    },
    types::Uuid,
};

use crate::cluster::{
    self, Cluster,
    image::{Broker, Endpoint, Image, Partition},
};

const RESOURCE_BROKER: i8 = 4;
const AUTHORIZER: &str = "authorizer.class.name";

/// The destination as its metadata log tells it.
pub trait Destination: Send + Sync + std::fmt::Debug {
    /// The real broker that we stand next to.
    fn companion(&self) -> i32;
    /// Shows the image. `look` must be short.
    fn look(&self, look: &mut dyn FnMut(&Image));
    /// Whether a broker is a sidecar.
    fn is_virtual(&self, broker: &Broker) -> bool;
    /// Whether the brokers ask an authorizer what a client may do.
    ///
    /// # Errors
    /// When the companion does not say; then it must be taken for granted.
    fn has_authorizer(&self) -> Pin<Box<dyn Future<Output = Result<bool, cluster::Error>> + Send + '_>>;
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

    fn has_authorizer(&self) -> Pin<Box<dyn Future<Output = Result<bool, cluster::Error>> + Send + '_>> {
        Box::pin(async {
            let request = DescribeConfigsRequest {
                resources: vec![DescribeConfigsResource {
                    resource_type: RESOURCE_BROKER,
                    resource_name: Self::companion(self).to_string(),
                    configuration_keys: Some(vec![AUTHORIZER.to_owned()]),
                    ..Default::default()
                }],
                ..Default::default()
            };
            let answer = self.broker(Self::companion(self)).await?.call(&request).await?;
            let mut named = false;
            for result in answer.results {
                cluster::Error::check("DescribeConfigs", result.error_code, result.error_message)?;
                let class = |c: DescribeConfigsResourceResult| {
                    c.name == AUTHORIZER && c.value.is_some_and(|v| !v.is_empty())
                };
                named |= result.configs.into_iter().any(class);
            }
            Ok(named)
        })
    }
}

impl dyn Destination {
    fn read<T>(&self, read: impl FnOnce(&Image) -> T) -> Option<T> {
        let mut read = Some(read);
        let mut answer = None;
        self.look(&mut |image| answer = read.take().map(|read| read(image)));
        answer
    }

    /// Live real brokers with their endpoint on a listener, the companion first.
    pub(super) fn brokers(&self, listener: &str) -> Vec<(i32, Endpoint)> {
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
}
