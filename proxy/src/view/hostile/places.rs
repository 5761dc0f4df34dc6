//! Names where the definitions mark none.

use std::any::Any;

use bytes::Bytes;
use kagami_codec::{
    Message, Reader,
    message::*,
    names::{Named, Visit},
};
use kagami_policies::naming::Policy;

use super::super::translate::NOWHERE;

/// Kafka's numbers.
const TOPIC: i8 = 2;
const GROUP: i8 = 32;
const LITERAL: i8 = 3;
const PREFIXED: i8 = 4;
const DEAD_LETTERS: &str = "errors.deadletterqueue.topic.name";
const CONSUMER: &str = "consumer";

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Name(String),
    /// A name in an access control entry; `*` stands for all of them.
    Entry(String),
    Prefix(String),
    /// A name in the bytes of a member.
    Member(String),
    Regex(String),
}

impl Place {
    /// The topic that it names, if it is one.
    pub(super) fn name(&self) -> Option<&String> {
        match self {
            Self::Name(name) | Self::Entry(name) | Self::Member(name) => Some(name),
            Self::Prefix(_) | Self::Regex(_) => None,
        }
    }

    /// What a client may be told in its place.
    pub(super) fn seen(self, policy: &Policy) -> Option<Self> {
        let name = |name: String| match name.strip_prefix(NOWHERE) {
            Some(client) => Some(client.to_owned()),
            None if name.is_empty() => Some(name),
            None => policy.to_client(&name).ok().map(String::from),
        };
        match self {
            Self::Name(broker) => name(broker).map(Self::Name),
            Self::Member(broker) => name(broker).map(Self::Member),
            Self::Entry(broker) if broker == "*" => None,
            Self::Entry(broker) => name(broker).map(Self::Entry),
            Self::Prefix(broker) => match policy.prefix_to_client(&broker)? {
                "" => Some(Self::Entry("*".to_owned())),
                prefix => Some(Self::Prefix(prefix.to_owned())),
            },
            Self::Regex(broker) => {
                let quoted = policy.prefix_to_broker("")?.replace('.', "\\.");
                let inside = broker.strip_prefix(&quoted)?.strip_prefix("(?:")?.strip_suffix(')')?;
                Some(Self::Regex(inside.to_owned()))
            }
        }
    }
}

fn entry(kind: i8, name: &str, pattern: i8, found: &mut Vec<Place>) {
    match (kind, pattern) {
        (TOPIC, PREFIXED) => found.push(Place::Prefix(name.to_owned())),
        (TOPIC, _) => found.push(Place::Entry(name.to_owned())),
        _ => {}
    }
}

/// Whether the bytes of members in the answer are of the consumer protocol, as far as the request says so.
pub(super) fn is_about_consumers(request: &dyn Any) -> bool {
    if let Some(request) = request.downcast_ref::<JoinGroupRequest>() {
        return request.protocol_type == CONSUMER;
    }
    if let Some(request) = request.downcast_ref::<SyncGroupRequest>() {
        return request.protocol_type.as_deref() == Some(CONSUMER);
    }
    true
}

/// All of them in a message.
pub(super) fn places(message: &dyn Any) -> Vec<Place> {
    let mut found = Vec::new();
    settings(message, &mut found);
    entries(message, &mut found);
    groups(message, &mut found);
    found
}

fn settings(message: &dyn Any, found: &mut Vec<Place>) {
    macro_rules! each {
        ($($message:ident $list:ident $configs:ident;)*) => {$(
            if let Some(message) = message.downcast_ref::<$message>() {
                for each in &message.$list {
                    if each.resource_type == TOPIC {
                        found.push(Place::Name(each.resource_name.clone()));
                    }
                    each!(@ $configs each found);
                }
            }
        )*};
        (@ none $each:ident $found:ident) => {};
        (@ configs $each:ident $found:ident) => {
            for config in $each.configs.iter().filter(|c| $each.resource_type == GROUP && c.name == DEAD_LETTERS) {
                $found.extend(config.value.clone().map(Place::Name));
            }
        };
    }
    each! {
        DescribeConfigsRequest resources none;
        AlterConfigsRequest resources configs;
        IncrementalAlterConfigsRequest resources configs;
        DescribeConfigsResponse results configs;
        AlterConfigsResponse responses none;
        IncrementalAlterConfigsResponse responses none;
        ListConfigResourcesResponse config_resources none;
    }
}

fn entries(message: &dyn Any, found: &mut Vec<Place>) {
    if let Some(message) = message.downcast_ref::<CreateAclsRequest>() {
        for each in &message.creations {
            entry(each.resource_type, &each.resource_name, each.resource_pattern_type, found);
        }
    }
    if let Some(message) = message.downcast_ref::<DeleteAclsRequest>() {
        for each in &message.filters {
            // A filter for any kind or any name would delete entries of others.
            let name = each.resource_name_filter.as_deref().unwrap_or("any name");
            assert_ne!(each.resource_type_filter, 1, "entries of all kinds");
            assert!(
                each.resource_type_filter != TOPIC || [LITERAL, PREFIXED].contains(&each.pattern_type_filter),
                "all entries that match"
            );
            entry(each.resource_type_filter, name, each.pattern_type_filter, found);
        }
    }
    if let Some(message) = message.downcast_ref::<DeleteAclsResponse>() {
        for each in message.filter_results.iter().flat_map(|result| &result.matching_acls) {
            entry(each.resource_type, &each.resource_name, each.pattern_type, found);
        }
    }
    if let Some(message) = message.downcast_ref::<DescribeAclsResponse>() {
        for each in &message.resources {
            entry(each.resource_type, &each.resource_name, each.pattern_type, found);
        }
    }
}

fn groups(message: &dyn Any, found: &mut Vec<Place>) {
    let mut member = |bytes: &Bytes, is_assignment| {
        found.extend(members(bytes, is_assignment).into_iter().map(Place::Member));
    };
    if let Some(message) = message.downcast_ref::<JoinGroupRequest>()
        && message.protocol_type == CONSUMER
    {
        message.protocols.iter().for_each(|each| member(&each.metadata, false));
    }
    if let Some(message) = message.downcast_ref::<SyncGroupRequest>()
        && message.protocol_type.as_deref() == Some(CONSUMER)
    {
        message.assignments.iter().for_each(|each| member(&each.assignment, true));
    }
    if let Some(message) = message.downcast_ref::<JoinGroupResponse>() {
        message.members.iter().for_each(|each| member(&each.metadata, false));
    }
    if let Some(message) = message.downcast_ref::<SyncGroupResponse>() {
        member(&message.assignment, true);
    }
    if let Some(message) = message.downcast_ref::<DescribeGroupsResponse>() {
        let consumers = message.groups.iter().filter(|group| group.protocol_type == CONSUMER);
        for each in consumers.flat_map(|group| &group.members) {
            member(&each.member_metadata, false);
            member(&each.member_assignment, true);
        }
    }
    if let Some(message) = message.downcast_ref::<ConsumerGroupDescribeResponse>() {
        let members = message.groups.iter().flat_map(|group| &group.members);
        let patterns = members.filter_map(|each| each.subscribed_topic_regex.clone());
        found.extend(patterns.filter(|pattern| !pattern.is_empty()).map(Place::Regex));
    }
}

/// Names in the bytes of a member; none where they cannot be read.
pub(super) fn members(bytes: &Bytes, is_assignment: bool) -> Vec<String> {
    if is_assignment {
        read::<ConsumerProtocolAssignment>(bytes)
    } else {
        read::<ConsumerProtocolSubscription>(bytes)
    }
}

fn read<M: Message + Named>(bytes: &Bytes) -> Vec<String> {
    struct Topics(Vec<String>);

    impl Visit for Topics {
        fn topic(&mut self, name: &mut String) -> bool {
            self.0.push(name.clone());
            true
        }
    }

    let mut reader = Reader::new(bytes.clone());
    let Ok(version) = reader.i16() else { return Vec::new() };
    let Ok(mut message) = M::decode(&mut reader, version.clamp(0, M::MAX_VERSION)) else { return Vec::new() };
    let mut topics = Topics(Vec::new());
    message.names(&mut topics);
    topics.0
}
