//! The cluster that a front door leads to until its link is cut over.

use std::collections::BTreeMap;

use kagami_codec::types::Uuid;

use super::{Target, translate::Cluster};
use crate::{
    net::{Dialer, Stream},
    relay::Error,
};

/// What is added to the ids of its nodes: clients must not take one for a node of the destination that has the same id.
/// Operators number their nodes from 0 or 1, and Kafka itself from 1001.
pub(super) const NODES_FROM: i32 = 1_000_000;

/// See the module.
pub trait Origin: Send + Sync + std::fmt::Debug {
    /// Where its brokers are, by id; none while it was never reached.
    fn brokers(&self) -> BTreeMap<i32, (String, u16)>;
    /// How they are dialled for clients, without credentials of ours; `None` while there is no such link.
    fn dialer(&self) -> Option<Dialer>;
    /// Id of the destination's topic that was the mirror of this one.
    fn mirror_of(&self, source: Uuid) -> Option<Uuid>;
    /// Id of the source's topic that this one was the mirror of.
    fn source_of(&self, mirror: Uuid) -> Option<Uuid>;
}

/// Under the names that topics have there, nothing has to be known about them.
#[derive(Debug)]
pub(super) struct Topics;

impl Cluster for Topics {}

/// A stream to the node that a port stands for, or to any where it stands for none of this cluster.
pub(super) async fn dial(origin: &dyn Origin, target: Target) -> Result<Stream, Error> {
    let Some(dialer) = origin.dialer() else {
        return Err(Error::NoBroker("the link of the front door does not exist yet".to_owned()));
    };
    let mut brokers = origin.brokers();
    let mut last = "the source has not been reached yet".to_owned();
    if let Target::SourceNode(id) = target {
        last = format!("the source has no node {id}");
        brokers.retain(|node, _| *node == id);
    }
    for (host, port) in brokers.into_values() {
        match dialer.stream(&host, port).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error.to_string(),
        }
    }
    Err(Error::NoBroker(last))
}
