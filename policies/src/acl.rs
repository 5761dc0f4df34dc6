//! Who may do what, decided by the access control entries of a cluster as Kafka's `StandardAuthorizer` decides it.
//!
//! Needed where we speak to a client in our own name: one that is known by its certificate, which cannot be handed on.

use std::collections::{BTreeMap, HashMap, HashSet};

/// What an entry is about, by Kafka's numbers (`ResourceType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(pub i8);

impl Kind {
    pub const TOPIC: Self = Self(2);
    pub const GROUP: Self = Self(3);
    pub const CLUSTER: Self = Self(4);
    pub const TRANSACTIONAL_ID: Self = Self(5);
}

/// The name of the only resource of [`Kind::CLUSTER`].
pub const CLUSTER_NAME: &str = "kafka-cluster";

/// What is done to a resource, by Kafka's numbers (`AclOperation`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation(pub i8);

impl Operation {
    pub const ALL: Self = Self(2);
    pub const READ: Self = Self(3);
    pub const WRITE: Self = Self(4);
    pub const CREATE: Self = Self(5);
    pub const DELETE: Self = Self(6);
    pub const ALTER: Self = Self(7);
    pub const DESCRIBE: Self = Self(8);
    pub const CLUSTER_ACTION: Self = Self(9);
    pub const DESCRIBE_CONFIGS: Self = Self(10);
    pub const ALTER_CONFIGS: Self = Self(11);
    pub const IDEMPOTENT_WRITE: Self = Self(12);

    /// Those that exist for a kind of resource, as `AclEntry.supportedOperations` has them.
    #[must_use]
    pub const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::TOPIC => &[
                Self::READ,
                Self::WRITE,
                Self::CREATE,
                Self::DESCRIBE,
                Self::DELETE,
                Self::ALTER,
                Self::DESCRIBE_CONFIGS,
                Self::ALTER_CONFIGS,
            ],
            Kind::CLUSTER => &[
                Self::CREATE,
                Self::CLUSTER_ACTION,
                Self::DESCRIBE_CONFIGS,
                Self::ALTER_CONFIGS,
                Self::IDEMPOTENT_WRITE,
                Self::ALTER,
                Self::DESCRIBE,
            ],
            _ => &[],
        }
    }

    /// Whether an entry that allows `self` allows `wanted` too.
    fn implies(self, wanted: Self) -> bool {
        self == wanted
            || self == Self::ALL
            || match wanted {
                Self::DESCRIBE => matches!(self, Self::READ | Self::WRITE | Self::DELETE | Self::ALTER),
                Self::DESCRIBE_CONFIGS => self == Self::ALTER_CONFIGS,
                _ => false,
            }
    }
}

/// How an entry names resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// One name; `*` is every name.
    Literal,
    /// Every name that begins so.
    Prefixed,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    pub name: String,
    pub pattern: Pattern,
    /// Such as `User:alice`; `User:*` is everybody.
    pub principal: String,
    /// Address of the client; `*` is every address.
    pub host: String,
    pub operation: Operation,
    /// False forbids, and wins over whatever allows.
    pub allows: bool,
}

impl Entry {
    fn is_for(&self, who: &Who<'_>) -> bool {
        (self.principal == who.principal || self.principal == "User:*")
            && (self.host == who.host || self.host == "*")
    }

    /// Whether it is about the resource `name`.
    fn covers(&self, name: &str) -> bool {
        match self.pattern {
            Pattern::Literal => self.name == name || self.name == "*",
            Pattern::Prefixed => name.starts_with(&self.name),
        }
    }

    /// Unlike what allows, what forbids implies nothing.
    fn forbids(&self, operation: Operation) -> bool {
        !self.allows && (self.operation == operation || self.operation == Operation::ALL)
    }
}

/// A client as entries see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who<'a> {
    /// Such as `User:alice`.
    pub principal: &'a str,
    /// Its address, without a port.
    pub host: &'a str,
    /// What holds for a resource that no entry names (`allow.everyone.if.no.acl.found`).
    pub unnamed: bool,
}

type Id = [u8; 16];

/// All entries of a cluster.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    by_id: HashMap<Id, Entry>,
    /// By kind, pattern and name: what is asked names one resource, and entries are many.
    by_name: HashMap<(Kind, Pattern), BTreeMap<String, HashSet<Id>>>,
}

impl Entries {
    /// Adds an entry, or replaces the one with this id.
    pub fn insert(&mut self, id: Id, entry: Entry) {
        self.remove(id);
        let names = self.by_name.entry((entry.kind, entry.pattern)).or_default();
        names.entry(entry.name.clone()).or_default().insert(id);
        self.by_id.insert(id, entry);
    }

    /// Removes an entry; nothing happens when there is none with this id.
    pub fn remove(&mut self, id: Id) {
        let Some(entry) = self.by_id.remove(&id) else { return };
        if let Some(names) = self.by_name.get_mut(&(entry.kind, entry.pattern))
            && let Some(ids) = names.get_mut(&entry.name)
        {
            ids.remove(&id);
            if ids.is_empty() {
                names.remove(&entry.name);
            }
        }
    }

    /// Whether any entry names this resource.
    #[must_use]
    pub fn names(&self, kind: Kind, name: &str) -> bool {
        self.naming(kind, name).next().is_some()
    }

    /// Whether `who` may do `operation` to the resource `name`.
    #[must_use]
    pub fn allow(&self, who: &Who<'_>, operation: Operation, kind: Kind, name: &str) -> bool {
        let (mut named, mut allowed) = (false, false);
        for entry in self.naming(kind, name) {
            named = true;
            if !entry.is_for(who) {
                continue;
            }
            if entry.forbids(operation) {
                return false;
            }
            allowed |= entry.allows && entry.operation.implies(operation);
        }
        allowed || (!named && who.unnamed)
    }

    /// Whether `who` may do `operation` to some resource of this kind, as `authorizeByResourceType` asks: an entry that
    /// allows it, and none of equal or wider reach that forbids it.
    #[must_use]
    pub fn allow_any(&self, who: &Who<'_>, operation: Operation, kind: Kind) -> bool {
        let of_kind = |e: &&Entry| e.kind == kind && e.is_for(who);
        let forbids = |name: &str, pattern: Pattern| {
            self.by_id.values().filter(of_kind).any(|e| {
                e.forbids(operation)
                    && match e.pattern {
                        Pattern::Literal => e.name == "*" || (pattern == Pattern::Literal && e.name == name),
                        Pattern::Prefixed => name.starts_with(&e.name),
                    }
            })
        };
        if forbids("*", Pattern::Literal) {
            return false;
        }
        who.unnamed
            || self
                .by_id
                .values()
                .filter(of_kind)
                .any(|e| e.allows && e.operation.implies(operation) && !forbids(&e.name, e.pattern))
    }

    /// Of what another cluster's entries allow for `topics`, which have these names there and here, and for groups and
    /// transactional ids: those entries whose clients no entry here allows as much.
    #[must_use]
    pub fn lacking<'e>(&self, theirs: &'e [Entry], topics: &[(String, String)]) -> Vec<&'e Entry> {
        let lacks = |entry: &&Entry| {
            let who = Who { principal: &entry.principal, host: &entry.host, unnamed: false };
            let all = Operation::of(entry.kind);
            let one = [entry.operation];
            let operations = if entry.operation == Operation::ALL && !all.is_empty() { all } else { &one };
            let lacks = |name: &str| operations.iter().any(|op| !self.allow(&who, *op, entry.kind, name));
            match entry.kind {
                Kind::TOPIC => topics.iter().any(|(there, here)| entry.covers(there) && lacks(here)),
                // Groups and transactional ids keep their names; what begins so stands for all that does.
                Kind::GROUP | Kind::TRANSACTIONAL_ID => lacks(&entry.name),
                _ => false,
            }
        };
        theirs.iter().filter(|entry| entry.allows).filter(lacks).collect()
    }

    /// Entries whose pattern the resource matches.
    fn naming<'a>(&'a self, kind: Kind, name: &'a str) -> impl Iterator<Item = &'a Entry> {
        let literal = self.by_name.get(&(kind, Pattern::Literal));
        let exact = literal.into_iter().flat_map(move |names| {
            let wildcard = (name != "*").then(|| names.get("*")).flatten();
            names.get(name).into_iter().chain(wildcard)
        });
        let prefixed = self.by_name.get(&(kind, Pattern::Prefixed)).into_iter().flat_map(move |names| {
            let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
            ends.filter_map(move |end| names.get(&name[..end]))
        });
        exact.chain(prefixed).flatten().filter_map(|id| self.by_id.get(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: Who<'static> = Who { principal: "User:alice", host: "10.0.0.1", unnamed: false };
    const TOPIC: Kind = Kind::TOPIC;

    fn entry(name: &str, pattern: Pattern, operation: Operation, allows: bool) -> Entry {
        Entry {
            kind: TOPIC,
            name: name.to_owned(),
            pattern,
            principal: "User:alice".to_owned(),
            host: "*".to_owned(),
            operation,
            allows,
        }
    }

    fn entries(all: &[Entry]) -> Entries {
        let mut entries = Entries::default();
        for (at, entry) in all.iter().enumerate() {
            entries.insert([u8::try_from(at).expect("few entries"); 16], entry.clone());
        }
        entries
    }

    #[test]
    fn nothing_is_allowed_that_no_entry_allows() {
        let none = Entries::default();
        assert!(!none.allow(&ALICE, Operation::READ, TOPIC, "orders"));
        assert!(none.allow(&Who { unnamed: true, ..ALICE }, Operation::READ, TOPIC, "orders"));
        let other = entries(&[Entry {
            principal: "User:bob".to_owned(),
            ..entry("orders", Pattern::Literal, Operation::READ, true)
        }]);
        let open = Who { unnamed: true, ..ALICE };
        assert!(!other.allow(&open, Operation::READ, TOPIC, "orders"), "an entry names it now");
        assert!(other.allow(&open, Operation::READ, TOPIC, "payments"));
    }

    #[test]
    fn names_match_literally_by_prefix_and_by_the_wildcard() {
        let all = entries(&[
            entry("orders", Pattern::Literal, Operation::READ, true),
            entry("pay", Pattern::Prefixed, Operation::READ, true),
        ]);
        assert!(all.allow(&ALICE, Operation::READ, TOPIC, "orders"));
        assert!(!all.allow(&ALICE, Operation::READ, TOPIC, "orders-2"));
        assert!(all.allow(&ALICE, Operation::READ, TOPIC, "payments"));
        assert!(all.allow(&ALICE, Operation::READ, TOPIC, "pay"));
        assert!(!all.allow(&ALICE, Operation::READ, TOPIC, "pa"));
        assert!(!all.allow(&ALICE, Operation::READ, Kind::GROUP, "orders"));
        let every = entries(&[entry("*", Pattern::Literal, Operation::READ, true)]);
        assert!(every.allow(&ALICE, Operation::READ, TOPIC, "anything"));
    }

    #[test]
    fn a_prohibition_wins_and_only_over_what_it_names() {
        let all = entries(&[
            entry("*", Pattern::Literal, Operation::ALL, true),
            entry("secret", Pattern::Prefixed, Operation::READ, false),
        ]);
        assert!(!all.allow(&ALICE, Operation::READ, TOPIC, "secret-1"));
        assert!(all.allow(&ALICE, Operation::WRITE, TOPIC, "secret-1"));
        assert!(
            all.allow(&ALICE, Operation::DESCRIBE, TOPIC, "secret-1"),
            "READ forbidden is not DESCRIBE forbidden"
        );
    }

    #[test]
    fn reading_and_writing_imply_describing_but_not_each_other() {
        let all = entries(&[entry("orders", Pattern::Literal, Operation::READ, true)]);
        assert!(all.allow(&ALICE, Operation::DESCRIBE, TOPIC, "orders"));
        assert!(!all.allow(&ALICE, Operation::WRITE, TOPIC, "orders"));
        assert!(!all.allow(&ALICE, Operation::DESCRIBE_CONFIGS, TOPIC, "orders"));
        let configs = entries(&[entry("orders", Pattern::Literal, Operation::ALTER_CONFIGS, true)]);
        assert!(configs.allow(&ALICE, Operation::DESCRIBE_CONFIGS, TOPIC, "orders"));
    }

    #[test]
    fn the_clients_address_counts() {
        let near =
            Entry { host: "10.0.0.1".to_owned(), ..entry("orders", Pattern::Literal, Operation::READ, true) };
        let all = entries(&[near]);
        assert!(all.allow(&ALICE, Operation::READ, TOPIC, "orders"));
        assert!(!all.allow(&Who { host: "10.0.0.2", ..ALICE }, Operation::READ, TOPIC, "orders"));
    }

    #[test]
    fn a_removed_entry_no_longer_counts() {
        let mut all = entries(&[
            entry("orders", Pattern::Literal, Operation::READ, true),
            entry("orders", Pattern::Literal, Operation::WRITE, true),
        ]);
        all.remove([0; 16]);
        assert!(!all.allow(&ALICE, Operation::READ, TOPIC, "orders"));
        assert!(all.allow(&ALICE, Operation::WRITE, TOPIC, "orders"));
        all.remove([1; 16]);
        assert!(!all.names(TOPIC, "orders"));
    }

    #[test]
    fn writing_anywhere_takes_an_entry_that_is_not_forbidden_as_widely() {
        let write = |name, pattern, allows| entry(name, pattern, Operation::WRITE, allows);
        let may = |all: &[Entry]| entries(all).allow_any(&ALICE, Operation::WRITE, TOPIC);
        assert!(!may(&[]));
        assert!(may(&[write("orders", Pattern::Literal, true)]));
        assert!(!may(&[write("orders", Pattern::Literal, true), write("ord", Pattern::Prefixed, false)]));
        assert!(!may(&[write("orders", Pattern::Literal, true), write("*", Pattern::Literal, false)]));
        assert!(may(&[write("ord", Pattern::Prefixed, true), write("orders", Pattern::Literal, false)]));
    }

    #[test]
    fn what_clients_would_be_allowed_less_is_found_under_the_names_here() {
        let topics = [("orders".to_owned(), "us.orders".to_owned())];
        let theirs = [
            entry("orders", Pattern::Literal, Operation::READ, true),
            entry("ord", Pattern::Prefixed, Operation::WRITE, true),
            entry("other", Pattern::Literal, Operation::READ, true),
            entry("orders", Pattern::Literal, Operation::DELETE, false),
            Entry { kind: Kind::GROUP, ..entry("readers", Pattern::Literal, Operation::READ, true) },
        ];
        let check = |here: &[Entry], wanted: &[usize]| {
            let found: Vec<&Entry> = entries(here).lacking(&theirs, &topics);
            assert_eq!(found, wanted.iter().map(|at| &theirs[*at]).collect::<Vec<_>>());
        };
        check(&[], &[0, 1, 4]);
        check(&[entry("us.", Pattern::Prefixed, Operation::READ, true)], &[1, 4]);
        check(&[entry("us.orders", Pattern::Literal, Operation::ALL, true)], &[4]);
        check(&[entry("orders", Pattern::Literal, Operation::ALL, true)], &[0, 1, 4]);
    }
}
