//! Where messages carry names, ids, addresses and leader epochs that mean something in one cluster only.
//!
//! The places come from Kafka's own definitions, so none is forgotten when versions are added. What the definitions do not
//! mark is not visited: names in opaque bytes (the consumer protocol), resources whose kind stands beside them (configs,
//! access control entries), regular expressions, and the keys of coordinators.

use crate::types::Uuid;

/// Who is shown each place. A name or id of a topic that is not to be seen takes its entry out of the list that it
/// stands in: the answer is `false` then.
pub trait Visit {
    /// A topic's name; empty in versions that name topics by their ids.
    fn topic(&mut self, name: &mut String) -> bool;

    /// A topic's id; zero in versions that name topics by their names.
    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        let _same = id;
        true
    }

    /// A broker's id; negative where there is none.
    fn broker(&mut self, id: &mut i32) {
        let _same = id;
    }

    /// The epoch of a partition's leader; -1 where it is not known.
    fn leader_epoch(&mut self, epoch: &mut i32) {
        let _same = epoch;
    }

    /// Where a broker is.
    fn address(&mut self, address: Address<'_>) {
        let _same = address;
    }

    /// Words for people, which may have names in them.
    fn text(&mut self, text: &mut String) {
        let _same = text;
    }
}

/// A broker's id together with its host and port.
#[derive(Debug)]
pub struct Address<'a> {
    /// Negative, with an empty host, where there is none.
    pub broker: &'a mut i32,
    /// Host name or address.
    pub host: &'a mut String,
    /// Port.
    pub port: &'a mut i32,
}

/// A message that shows its places.
pub trait Named {
    /// Shows all of them. The answer is `false` when what the message is about is not to be seen.
    fn names(&mut self, visit: &mut dyn Visit) -> bool;
}
