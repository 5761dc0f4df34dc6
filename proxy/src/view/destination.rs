//! What a view knows of the destination, from its metadata log.

use std::sync::Arc;

use kagami_codec::types::Uuid;

use super::{Target, origin::Origin, translate::Cluster};
use crate::{cluster::image::Endpoint, serve::Destination};

/// The destination's topics and brokers.
#[derive(Debug)]
pub(super) struct Topics {
    pub(super) destination: Arc<dyn Destination>,
    /// Where the topics came from that clients of a front door go on to know by their old ids.
    pub(super) origin: Option<Arc<dyn Origin>>,
}

impl Cluster for Topics {
    fn topic_name(&self, id: Uuid) -> Option<String> {
        self.destination.read(|image| image.topics.get(&id).map(|topic| topic.name.clone())).flatten()
    }

    fn has_topic(&self, name: &str) -> bool {
        self.destination.read(|image| image.ids.contains_key(name)).unwrap_or(false)
    }

    fn topics(&self) -> Vec<(String, Vec<i32>)> {
        let all = self.destination.read(|image| {
            let topics = image.topics.values();
            topics.map(|topic| (topic.name.clone(), topic.partitions.keys().copied().collect())).collect()
        });
        all.unwrap_or_default()
    }

    fn is_virtual(&self, broker: i32) -> bool {
        let found = self.destination.read(|image| {
            image.brokers.get(&broker).is_some_and(|broker| self.destination.is_virtual(broker))
        });
        found.unwrap_or(false)
    }

    fn topic_behind(&self, id: Uuid) -> Uuid {
        self.origin.as_ref().and_then(|origin| origin.mirror_of(id)).unwrap_or(id)
    }

    fn topic_shown(&self, id: Uuid) -> Uuid {
        self.origin.as_ref().and_then(|origin| origin.source_of(id)).unwrap_or(id)
    }
}

/// Where a target is reached on a listener, the best place first.
pub(super) fn endpoints(destination: &Arc<dyn Destination>, listener: &str, target: Target) -> Vec<Endpoint> {
    match target {
        Target::Companion | Target::SourceNode(_) => {
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
