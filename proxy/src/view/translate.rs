//! One request on its way to the broker, and its answer on the way home.
//!
//! Owns what the definitions mark as names, ids, addresses and epochs. Answers are put back by what their request was sent under,
//! not by what the policy would say now; only what the request did not name is looked up. A name that the view does not
//! have goes to the broker as one that no topic can have, so that the broker itself says that there is no such topic, in
//! the way that each request has for it.

use std::collections::HashMap;

use kagami_codec::{
    names::{Address, Visit},
    types::Uuid,
};
use kagami_policies::naming::Policy;
use parking_lot::Mutex;

use super::addresses::Addresses;

/// Begins a name that no topic can have.
const NOWHERE: char = '?';

/// What a view knows about the cluster behind it; nothing, unless it is said. Under the names and addresses that a cluster
/// itself has nothing has to be known.
pub(super) trait Cluster: Send + Sync + std::fmt::Debug {
    /// Name of the topic with this id.
    fn topic_name(&self, _id: Uuid) -> Option<String> {
        None
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
    /// Names as the broker got them, with those that the client used.
    names: Vec<(String, String)>,
    /// Ids as the broker got them, with those that the client used.
    ids: Vec<(Uuid, Uuid)>,
    /// The request was about a group whose members' bytes are of the consumer protocol.
    pub(super) consumer: bool,
    /// The request was of somebody who takes itself for a member of a consumer-protocol group.
    pub(super) member: bool,
    /// A resource filter that the broker could not apply for us.
    pub(super) filter: Option<String>,
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
        match self.policy.to_broker(name) {
            Ok(broker) if broker == name => broker.into_owned(),
            Ok(broker) => self.keep(broker.into_owned(), name),
            Err(_) => self.keep(format!("{NOWHERE}{name}"), name),
        }
    }

    /// The broker's own id of a node that the client knows by this one.
    pub(super) fn node(&self, id: i32) -> i32 {
        self.front.map_or(id, |front| front.node_behind(id))
    }

    fn keep(&mut self, broker: String, client: &str) -> String {
        if !self.changed.names.iter().any(|(known, _)| *known == broker) {
            self.changed.names.push((broker.clone(), client.to_owned()));
        }
        broker
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
            Ok(client) if client == name => {}
            Ok(client) => {
                self.keep(name.clone(), &client);
            }
            Err(_) => {
                let nobody = Uuid(id.0.map(|byte| !byte));
                self.changed.ids.push((nobody, *id));
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
#[derive(Debug)]
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
        match self.changed.names.iter().find(|(broker, _)| broker == name) {
            Some((_, client)) => Some(client.clone()),
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
        let sent = self.changed.ids.iter().find(|(broker, _)| broker == id);
        let seen = match sent {
            Some((_, client)) => {
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
        if *address.broker >= 0 && !address.host.is_empty() {
            let is_virtual = self.cluster.is_virtual(*address.broker);
            let (host, port) = self.addresses.shown(*address.broker, address.host, is_virtual);
            *address.host = host;
            *address.port = i32::from(port);
            *address.broker = self.node(*address.broker);
        }
    }

    fn text(&mut self, text: &mut String) {
        for (broker, client) in &self.changed.names {
            if text.contains(broker.as_str()) {
                *text = replaced(text, broker, client);
            }
        }
    }
}

/// `text` with `from` replaced where it stands as a whole name, a partition's number behind it included.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, found) = rest.split_at(at);
        let behind = &found[from.len()..];
        // A name may be followed by a full stop, or by the number of a partition.
        let number =
            behind.strip_prefix('-').map(|digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()));
        let tail = number.unwrap_or(behind).trim_start_matches('.');
        let whole = !before.ends_with(part) && !tail.starts_with(part);
        out.push_str(before);
        out.push_str(if whole { to } else { from });
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn only_whole_names_in_texts_are_replaced() {
        let check = |text: &str, wanted: &str| assert_eq!(replaced(text, "p.orders", "orders"), wanted);
        check("Topic 'p.orders' is gone", "Topic 'orders' is gone");
        check("p.orders-12: late, p.orders.", "orders-12: late, orders.");
        check("p.orders2 and up.orders and p.orders-x", "p.orders2 and up.orders and p.orders-x");
        check("nothing", "nothing");
    }
}
