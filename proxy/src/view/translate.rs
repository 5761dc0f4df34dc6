//! One request on its way to the broker, and its answer on the way home.
//!
//! Owns what the definitions mark as names, ids, addresses and epochs. A name that the view does not have goes to the broker
//! as one that no topic can have, so that the broker itself says that there is no such topic, in the way that each request
//! has for it. Every name in a request and in an answer costs about the same, however many there are.

use std::collections::HashMap;

use kagami_codec::{
    names::{Address, Visit},
    types::Uuid,
};
use kagami_policies::{limits, naming::Policy};
use parking_lot::Mutex;

use super::{addresses::Addresses, texts::Sent};

/// Begins a name that no topic can have: what stands behind it is the client's own name.
pub(super) const NOWHERE: char = '?';

/// What a view knows about the cluster behind it; nothing, unless it is said. Under the names and addresses that a cluster
/// itself has nothing has to be known.
pub(super) trait Cluster: Send + Sync + std::fmt::Debug {
    /// Name of the topic with this id.
    fn topic_name(&self, _id: Uuid) -> Option<String> {
        None
    }
    /// Whether there is a topic of this name.
    fn has_topic(&self, _name: &str) -> bool {
        false
    }
    /// Every topic with its partitions.
    fn topics(&self) -> Vec<(String, Vec<i32>)> {
        Vec::new()
    }
    /// Whether a broker is a sidecar's.
    fn is_virtual(&self, _broker: i32) -> bool {
        false
    }
    /// Id of the topic that clients know by this one. Another one only behind a front door.
    fn topic_behind(&self, id: Uuid) -> Uuid {
        id
    }
    /// The id that clients know this topic by.
    fn topic_shown(&self, id: Uuid) -> Uuid {
        id
    }
}

/// What a front door does that other views do not: its clients must be able to go on with what they know of one cluster
/// when they are led to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Front {
    /// What is added to the ids of brokers, so that those of the two clusters cannot be mistaken for each other.
    pub(super) nodes_from: i32,
}

impl Front {
    /// Whether it leads to the destination, whose brokers are known by their own ids.
    pub(super) const fn leads_to_destination(self) -> bool {
        self.nodes_from == 0
    }

    /// The broker's own id of a node that clients know by this one.
    pub(super) const fn node_behind(self, id: i32) -> i32 {
        if id >= self.nodes_from { id - self.nodes_from } else { id }
    }

    /// The id by which clients know this broker; negative ones stand for none.
    pub(super) const fn node_shown(self, id: i32) -> i32 {
        if id >= 0 { id.saturating_add(self.nodes_from) } else { id }
    }
}

/// An epoch that is not known. A front door shows no other: clients would hold those of one cluster against those of the
/// other, and find that records are lost.
const NO_EPOCH: i32 = -1;

/// Groups that a connection joined, by whether their members speak the consumer protocol.
#[derive(Debug, Default)]
pub(super) struct Joined(Mutex<HashMap<String, bool>>);

/// Groups of one connection that are remembered: a client has one or a few.
const JOINED_MAX: usize = 1000;

impl Joined {
    pub(super) fn is_consumer(&self, group: &str) -> bool {
        self.0.lock().get(group).copied().unwrap_or(false)
    }

    pub(super) fn note(&self, group: &str, consumer: bool) {
        let mut groups = self.0.lock();
        if groups.len() >= JOINED_MAX {
            groups.clear();
        }
        groups.insert(group.to_owned(), consumer);
    }
}

/// What was done to a request.
#[derive(Debug, Default)]
pub(super) struct Changed {
    /// Names that texts may have in them.
    pub(super) sent: Sent,
    /// Ids as the broker got them, with those that the client used.
    pub(super) ids: HashMap<Uuid, Uuid>,
    /// The request was about a group whose members' bytes are of the consumer protocol.
    pub(super) consumer: bool,
    /// The request was of somebody who takes itself for a member of a consumer-protocol group.
    pub(super) member: bool,
    /// A resource filter that the broker could not apply for us.
    pub(super) filter: Option<String>,
    /// By how many bytes names grew.
    pub(super) grown: usize,
}

impl Changed {
    /// Whether names grew by more than may be: some of them are missing then.
    pub(super) fn is_too_much(&self) -> bool {
        self.grown > limits::NAMES_GROWTH_MAX
    }
}

/// Client to broker.
#[derive(Debug)]
pub(super) struct Outward<'a> {
    pub(super) policy: &'a Policy,
    pub(super) cluster: &'a dyn Cluster,
    pub(super) joined: &'a Joined,
    pub(super) front: Option<Front>,
    pub(super) changed: Changed,
}

impl Outward<'_> {
    /// The broker's name for a topic of the client.
    pub(super) fn name(&mut self, name: &str) -> String {
        if self.changed.is_too_much() {
            return String::new();
        }
        let broker = self.found(name);
        self.changed.grown += broker.len().saturating_sub(name.len());
        broker
    }

    fn found(&mut self, name: &str) -> String {
        match self.policy.to_broker(name) {
            // What begins so is ours on the way back.
            Ok(broker) if !broker.starts_with(NOWHERE) => {
                self.changed.sent.keep(&broker, name);
                broker.into_owned()
            }
            Ok(_) | Err(_) => {
                let nowhere = format!("{NOWHERE}{name}");
                self.changed.sent.keep(&nowhere, name);
                nowhere
            }
        }
    }

    /// The broker's own id of a node that the client knows by this one.
    pub(super) fn node(&self, id: i32) -> i32 {
        self.front.map_or(id, |front| front.node_behind(id))
    }

    /// Every topic that clients see, under the broker's name, with its partitions.
    pub(super) fn shown_topics(&self) -> impl Iterator<Item = (String, Vec<i32>)> {
        let topics = self.cluster.topics().into_iter();
        topics.filter(|(name, _)| self.policy.to_client(name).is_ok())
    }
}

impl Visit for Outward<'_> {
    fn topic(&mut self, name: &mut String) -> bool {
        if !name.is_empty() {
            *name = self.name(name);
        }
        true
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        if id.is_zero() {
            return true;
        }
        if self.front.is_some() {
            *id = self.cluster.topic_behind(*id);
        }
        if self.policy.is_identity() {
            return true;
        }
        let Some(name) = self.cluster.topic_name(*id) else { return true };
        match self.policy.to_client(&name) {
            // Nothing changes but what texts call it.
            Ok(client) => self.changed.sent.keep(&name, &client),
            Err(_) => {
                let nobody = Uuid(id.0.map(|byte| !byte));
                self.changed.ids.insert(nobody, *id);
                *id = nobody;
            }
        }
        true
    }

    fn broker(&mut self, id: &mut i32) {
        *id = self.node(*id);
    }

    fn leader_epoch(&mut self, epoch: &mut i32) {
        if self.front.is_some() {
            *epoch = NO_EPOCH;
        }
    }
}

/// Broker to client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homeward<'a> {
    pub(super) policy: &'a Policy,
    pub(super) cluster: &'a dyn Cluster,
    pub(super) addresses: &'a Addresses,
    pub(super) front: Option<Front>,
    pub(super) changed: &'a Changed,
}

impl Homeward<'_> {
    /// The client's name for a topic of the broker; `None` when clients do not see it.
    pub(super) fn name(&self, name: &str) -> Option<String> {
        match name.strip_prefix(NOWHERE) {
            Some(client) => Some(client.to_owned()),
            None => self.policy.to_client(name).ok().map(std::borrow::Cow::into_owned),
        }
    }

    /// The id by which clients know this broker; negative ones stand for none.
    pub(super) fn node(&self, id: i32) -> i32 {
        self.front.map_or(id, |front| front.node_shown(id))
    }

    /// Puts the client's name in place of the broker's; `false` when clients do not see the topic. An empty name is none.
    pub(super) fn tell(&self, name: &mut String) -> bool {
        if name.is_empty() {
            return true;
        }
        match self.name(name) {
            Some(client) => *name = client,
            None => return false,
        }
        true
    }
}

impl Visit for Homeward<'_> {
    fn topic(&mut self, name: &mut String) -> bool {
        self.tell(name)
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        if id.is_zero() {
            return true;
        }
        let seen = match self.changed.ids.get(id) {
            Some(client) => {
                *id = *client;
                true
            }
            None if self.policy.is_identity() => true,
            None => self.cluster.topic_name(*id).is_none_or(|name| self.policy.to_client(&name).is_ok()),
        };
        if self.front.is_some() {
            *id = self.cluster.topic_shown(*id);
        }
        seen
    }

    fn broker(&mut self, id: &mut i32) {
        *id = self.node(*id);
    }

    fn leader_epoch(&mut self, epoch: &mut i32) {
        if self.front.is_some() {
            *epoch = NO_EPOCH;
        }
    }

    fn address(&mut self, address: Address<'_>) {
        // Errors come with node -1 and an empty host, which are no place.
        if address.host.is_empty() {
            return;
        }
        if *address.broker < 0 {
            address.host.clear();
            *address.port = -1;
        } else {
            let is_virtual = self.cluster.is_virtual(*address.broker);
            let (host, port) = self.addresses.shown(*address.broker, address.host, is_virtual);
            *address.host = host;
            *address.port = i32::from(port);
            *address.broker = self.node(*address.broker);
        }
    }

    fn text(&mut self, text: &mut String) {
        if let Some(retold) = self.changed.sent.retold(text, self.policy, self.cluster) {
            *text = retold;
        }
    }
}
