//! What a view knows of the destination, from its metadata log.

use std::sync::Arc;

use kagami_codec::types::Uuid;

use super::{Target, translate::Cluster};
use crate::{cluster::image::Endpoint, serve::Destination};

/// The destination's topics and brokers.
#[derive(Debug)]
pub(super) struct Topics(pub(super) Arc<dyn Destination>);

impl Cluster for Topics {
    fn topic_name(&self, id: Uuid) -> Option<String> {
        self.0.read(|image| image.topics.get(&id).map(|topic| topic.name.clone())).flatten()
    }

    fn topics(&self) -> Vec<(String, Vec<i32>)> {
        let all = self.0.read(|image| {
            let topics = image.topics.values();
            topics.map(|topic| (topic.name.clone(), topic.partitions.keys().copied().collect())).collect()
        });
        all.unwrap_or_default()
    }

    fn is_virtual(&self, broker: i32) -> bool {
        let found =
            self.0.read(|image| image.brokers.get(&broker).is_some_and(|broker| self.0.is_virtual(broker)));
        found.unwrap_or(false)
    }
}

/// Where a target is reached on a listener, the best place first.
pub(super) fn endpoints(destination: &Arc<dyn Destination>, listener: &str, target: Target) -> Vec<Endpoint> {
    match target {
        Target::Companion => {
            destination.brokers(listener).into_iter().map(|(_, endpoint)| endpoint).collect()
        }
        Target::Own => Vec::new(),
        Target::Node(id) => {
            let found = destination.read(|image| {
                let broker = image.brokers.get(&id)?;
                broker.endpoints.iter().find(|endpoint| endpoint.listener == listener).cloned()
            });
            found.flatten().into_iter().collect()
        }
    }
}
