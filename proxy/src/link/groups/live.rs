//! What the members of live groups read, as their coordinator tells it.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use kagami_codec::{
    Message, Reader,
    message::{
        ConsumerGroupDescribeRequest, ConsumerProtocolAssignment, ConsumerProtocolSubscription,
        DescribeGroupsRequest, consumer_group_describe_response, describe_groups_response,
    },
    types::ErrorCode,
};
use kagami_policies::sync::Offsets;

use super::{
    at::At,
    coordinators::{self, Answers, Coordinated, GROUPS_MAX, Said},
    list::{Kind, Listed},
};
use crate::net::{self, Connection};

/// Members with this protocol tell their topics in a known form.
const CONSUMER: &str = "consumer";

/// The topics that members of `groups` subscribe to or have partitions of. Nothing is known of other kinds of groups,
/// of classic ones with a protocol of their own, and of those that are just sharing out their partitions.
pub(super) async fn topics(at: At<'_>, groups: &[Listed]) -> Answers<BTreeSet<String>> {
    let of = |kind: Kind| -> Coordinated {
        let groups = groups.iter().filter(|group| group.kind == kind);
        groups.map(|group| (group.name.clone(), Some(group.coordinator))).collect()
    };
    let (mut classic, consumer) = tokio::join!(
        coordinators::ask(at, of(Kind::Classic), |_, connection, groups| async move {
            Ok(classic(&connection, &groups).await?)
        }),
        coordinators::ask(at, of(Kind::Consumer), |_, connection, groups| async move {
            Ok(consumer(&connection, &groups).await?)
        }),
    );
    classic.extend(consumer);
    classic
}

async fn classic(connection: &Connection, groups: &[String]) -> Result<Said<BTreeSet<String>>, net::Error> {
    let version = connection.version::<DescribeGroupsRequest>()?;
    let request = |some: &[String]| DescribeGroupsRequest { groups: some.to_vec(), ..Default::default() };
    let requests: Vec<_> = groups.chunks(GROUPS_MAX).map(request).collect();
    let answers = coordinators::each(connection, &requests, version).await?;
    Ok(answers.into_iter().flat_map(|answer| answer.groups).map(of_classic).collect())
}

fn of_classic(
    group: describe_groups_response::DescribedGroup,
) -> (String, Result<BTreeSet<String>, ErrorCode>) {
    if group.error_code != 0 {
        return (group.group_id, Err(ErrorCode(group.error_code)));
    }
    let mut topics = BTreeSet::new();
    if group.protocol_type == CONSUMER {
        for member in &group.members {
            let subscribed = read::<ConsumerProtocolSubscription>(&member.member_metadata);
            topics.extend(subscribed.into_iter().flat_map(|s| s.topics));
            let assigned = read::<ConsumerProtocolAssignment>(&member.member_assignment);
            topics.extend(assigned.into_iter().flat_map(|a| a.assigned_partitions).map(|p| p.topic));
        }
    }
    (group.group_id, Ok(topics))
}

/// Bytes of a member; none, or some that nobody but its peers understands, are nothing.
fn read<M: Message>(bytes: &Bytes) -> Option<M> {
    let mut reader = Reader::new(bytes.clone());
    let version = reader.i16().ok()?;
    // Newer versions begin like the newest that is known, as coordinators take it for granted too.
    M::decode(&mut reader, version.clamp(0, M::MAX_VERSION)).ok()
}

async fn consumer(connection: &Connection, groups: &[String]) -> Result<Said<BTreeSet<String>>, net::Error> {
    let version = connection.version::<ConsumerGroupDescribeRequest>()?;
    let request =
        |some: &[String]| ConsumerGroupDescribeRequest { group_ids: some.to_vec(), ..Default::default() };
    let requests: Vec<_> = groups.chunks(GROUPS_MAX).map(request).collect();
    let answers = coordinators::each(connection, &requests, version).await?;
    Ok(answers.into_iter().flat_map(|answer| answer.groups).map(of_consumer).collect())
}

fn of_consumer(
    group: consumer_group_describe_response::DescribedGroup,
) -> (String, Result<BTreeSet<String>, ErrorCode>) {
    if group.error_code != 0 {
        return (group.group_id, Err(ErrorCode(group.error_code)));
    }
    let mut topics = BTreeSet::new();
    for member in group.members {
        topics.extend(member.subscribed_topic_names);
        // A pattern is known by what it led to.
        let assigned = [member.assignment, member.target_assignment];
        topics.extend(assigned.into_iter().flat_map(|a| a.topic_partitions).map(|p| p.topic_name));
    }
    (group.group_id, Ok(topics))
}

/// The groups of `live` that have to do with `mirrors`, in order: by what they committed or by what they read.
pub(super) fn concerned<T>(
    live: &[Listed],
    committed: &BTreeMap<String, T>,
    read: &BTreeMap<String, BTreeSet<String>>,
    mirrors: &BTreeSet<String>,
) -> Vec<String> {
    let reads = |group: &str| read.get(group).is_some_and(|topics| !topics.is_disjoint(mirrors));
    let names: BTreeSet<&String> = live.iter().map(|group| &group.name).collect();
    names.into_iter().filter(|group| committed.contains_key(*group) || reads(group)).cloned().collect()
}

/// What groups read of `topics` without having committed anything for it. Groups that commit for all they read are left out.
pub(super) fn uncommitted(
    mut read: BTreeMap<String, BTreeSet<String>>,
    committed: &BTreeMap<String, Offsets>,
    topics: &BTreeSet<String>,
) -> BTreeMap<String, BTreeSet<String>> {
    for (group, read) in &mut read {
        let offsets = committed.get(group);
        read.retain(|topic| {
            let has = offsets.is_some_and(|all| all.keys().any(|(committed, _)| committed == topic));
            topics.contains(topic) && !has
        });
    }
    read.retain(|_, read| !read.is_empty());
    read
}

#[cfg(test)]
mod tests {
    use kagami_codec::{Writer, message::consumer_protocol_assignment};
    use kagami_policies::sync::Committed;

    use super::*;

    fn versioned(version: i16, message: &impl Message) -> Bytes {
        let mut writer = Writer::new();
        writer.put_i16(version);
        message.encode(&mut writer, version.min(3)).unwrap();
        writer.into_bytes()
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn classic_group(
        protocol_type: &str,
        metadata: Bytes,
        assignment: Bytes,
    ) -> describe_groups_response::DescribedGroup {
        describe_groups_response::DescribedGroup {
            group_id: "billing".to_owned(),
            protocol_type: protocol_type.to_owned(),
            members: vec![describe_groups_response::DescribedGroupMember {
                member_metadata: metadata,
                member_assignment: assignment,
                ..Default::default()
            }],
            ..Default::default()
        }
    }

    #[test]
    fn a_classic_group_reads_what_its_members_subscribe_to_and_have() {
        let subscription =
            ConsumerProtocolSubscription { topics: vec!["orders".to_owned()], ..Default::default() };
        let partition = consumer_protocol_assignment::TopicPartition {
            topic: "payments".to_owned(),
            partitions: vec![1],
        };
        let assignment =
            ConsumerProtocolAssignment { assigned_partitions: vec![partition], ..Default::default() };
        for version in [0, 3, 9] {
            let (metadata, assignment) = (versioned(version, &subscription), versioned(version, &assignment));
            let told = of_classic(classic_group("consumer", metadata.clone(), assignment.clone()));
            assert_eq!(told, ("billing".to_owned(), Ok(set(&["orders", "payments"]))), "{version}");
            let other = of_classic(classic_group("connect", metadata, assignment));
            assert_eq!(other.1, Ok(set(&[])), "these bytes are somebody else's");
        }
    }

    #[test]
    fn bytes_that_are_no_subscription_are_nothing() {
        for bytes in [&b""[..], b"\0", b"\0\x03\xff\xff\xff\x7f", b"\xff\xff\0\0\0\x09"] {
            let told = of_classic(classic_group("consumer", Bytes::from_static(bytes), Bytes::new()));
            assert_eq!(told.1, Ok(set(&[])), "{bytes:?}");
        }
    }

    #[test]
    fn a_consumer_group_reads_what_it_names_and_what_a_pattern_led_to() {
        use consumer_group_describe_response::{Assignment, DescribedGroup, Member, TopicPartitions};
        let assigned = |topic: &str| Assignment {
            topic_partitions: vec![TopicPartitions { topic_name: topic.to_owned(), ..Default::default() }],
            ..Default::default()
        };
        let member = Member {
            subscribed_topic_names: vec!["orders".to_owned()],
            assignment: assigned("payments"),
            target_assignment: assigned("refunds"),
            ..Default::default()
        };
        let group =
            DescribedGroup { group_id: "billing".to_owned(), members: vec![member], ..Default::default() };
        assert_eq!(of_consumer(group), ("billing".to_owned(), Ok(set(&["orders", "payments", "refunds"]))));
    }

    #[test]
    fn a_group_that_reads_and_has_committed_nothing_is_named_with_the_topic() {
        let at = |topic: &str| {
            let committed = Committed { offset: 7, metadata: String::new(), leader_epoch: -1 };
            Offsets::from([((topic.to_owned(), 0), committed)])
        };
        let read = BTreeMap::from([
            ("commits".to_owned(), set(&["orders"])),
            ("never".to_owned(), set(&["orders", "private"])),
            ("half".to_owned(), set(&["orders", "payments"])),
            ("elsewhere".to_owned(), set(&["private"])),
        ]);
        let committed = BTreeMap::from([
            ("commits".to_owned(), at("orders")),
            ("never".to_owned(), Offsets::new()),
            ("half".to_owned(), at("payments")),
        ]);
        let found = uncommitted(read, &committed, &set(&["orders", "payments"]));
        let wanted = ["half", "never"].map(|group| (group.to_owned(), set(&["orders"])));
        assert_eq!(found, BTreeMap::from(wanted));
    }

    #[test]
    fn groups_that_committed_or_read_stand_in_the_way_and_no_others() {
        let live =
            |name: &str| Listed { name: name.to_owned(), coordinator: 1, kind: Kind::Classic, is_live: true };
        let live = [live("reads"), live("committed"), live("elsewhere")];
        let committed = BTreeMap::from([("committed".to_owned(), ()), ("stopped".to_owned(), ())]);
        let read = BTreeMap::from([
            ("reads".to_owned(), set(&["orders"])),
            ("elsewhere".to_owned(), set(&["payments"])),
        ]);
        assert_eq!(concerned(&live, &committed, &read, &set(&["orders"])), ["committed", "reads"]);
    }
}
