//! Reading the committed offsets of groups, and committing some without being a member.
//!
//! Topics are named, never given by id: a coordinator keeps the offsets of a name, and the versions that take ids (from
//! 10 on) hide those of a topic that was deleted and made again.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::{
    future::join_all,
    stream::{self, StreamExt as _, TryStreamExt as _},
};
use kagami_codec::{
    Message as _,
    message::{
        OffsetCommitRequest, OffsetFetchRequest, OffsetFetchResponse, offset_commit_request,
        offset_fetch_request, offset_fetch_response,
    },
    types::ErrorCode,
};
use kagami_policies::sync::{Committed, Offsets, Partition};

use super::{
    at::{At, Why, passes},
    coordinators::{self, AT_ONCE, Answers, Coordinated, GROUPS_MAX, Said},
    outcome::Refused,
};
use crate::{
    cluster::Cluster,
    link::engine::Engine,
    net::{self, Connection},
};

/// The last version of both requests that names topics.
const NAMES_LAST: i16 = 9;
/// The first version that asks for all that a group has committed.
const ALL_TOPICS: i16 = 2;
/// The first version that asks for many groups.
const MANY: i16 = 8;
/// The first version that tells whether a transaction is about to move an offset (KIP-447).
const STABLE: i16 = 7;

/// Partitions in one commit: a record of some 150 bytes each, in a batch that must stay below 1 MB.
const PARTITIONS_MAX: usize = 1_000;
/// Connections over which one coordinator gets commits. A broker takes the requests of a connection one after another,
/// each only when the one before it is replicated; a coordinator replicates commits that come together as one.
const LANES_MAX: usize = 16;
/// Groups that are worth a connection of their own: their commits take longer than connecting.
const GROUPS_PER_LANE: usize = 4;

/// What is to be done about offsets that an open transaction is about to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Wait for its end.
    Await,
    /// Tell what they are until then.
    Ignore,
}

/// What groups have committed for `topics`.
pub(super) async fn fetch(
    at: At<'_>,
    groups: Coordinated,
    topics: &BTreeSet<&str>,
    open: Open,
) -> Answers<Offsets> {
    coordinators::ask(at, groups, |_, connection, groups| async move {
        Ok(fetch_over(&connection, &groups, topics, open).await?)
    })
    .await
}

async fn fetch_over(
    connection: &Connection,
    groups: &[String],
    topics: &BTreeSet<&str>,
    open: Open,
) -> Result<Said<Offsets>, net::Error> {
    let version = connection.version_within::<OffsetFetchRequest>(ALL_TOPICS, NAMES_LAST)?;
    let chunks: Vec<&[String]> = groups.chunks(if version >= MANY { GROUPS_MAX } else { 1 }).collect();
    let requests: Vec<_> = chunks.iter().map(|some| fetching(version, some, open)).collect();
    let answers = coordinators::each(connection, &requests, version).await?;
    let told = chunks.into_iter().zip(answers);
    Ok(told.flat_map(|(asked, answer)| fetched(version, asked, answer, topics)).collect())
}

fn fetching(version: i16, groups: &[String], open: Open) -> OffsetFetchRequest {
    let require_stable = open == Open::Await && version >= STABLE;
    if version >= MANY {
        let group = |name: &String| offset_fetch_request::OffsetFetchRequestGroup {
            group_id: name.clone(),
            topics: None,
            ..Default::default()
        };
        return OffsetFetchRequest {
            groups: groups.iter().map(group).collect(),
            require_stable,
            ..Default::default()
        };
    }
    let group_id = groups.first().cloned().unwrap_or_default();
    OffsetFetchRequest { group_id, topics: None, require_stable, ..Default::default() }
}

/// One partition of an answer, whatever the version.
struct Told {
    topic: String,
    index: i32,
    code: ErrorCode,
    committed: Committed,
}

impl Told {
    fn new(
        topic: &str,
        index: i32,
        code: i16,
        offset: i64,
        leader_epoch: i32,
        metadata: Option<String>,
    ) -> Self {
        let committed = Committed { offset, leader_epoch, metadata: metadata.unwrap_or_default() };
        Self { topic: topic.to_owned(), index, code: ErrorCode(code), committed }
    }
}

fn fetched(
    version: i16,
    asked: &[String],
    answer: OffsetFetchResponse,
    topics: &BTreeSet<&str>,
) -> Said<Offsets> {
    if version >= MANY {
        let group = |group: offset_fetch_response::OffsetFetchResponseGroup| {
            let told = group.topics.into_iter().flat_map(|topic| {
                topic.partitions.into_iter().map(move |p| {
                    let (offset, epoch) = (p.committed_offset, p.committed_leader_epoch);
                    Told::new(&topic.name, p.partition_index, p.error_code, offset, epoch, p.metadata)
                })
            });
            (group.group_id, offsets(ErrorCode(group.error_code), told, topics))
        };
        return answer.groups.into_iter().map(group).collect();
    }
    let told = answer.topics.into_iter().flat_map(|topic| {
        topic.partitions.into_iter().map(move |p| {
            let (offset, epoch) = (p.committed_offset, p.committed_leader_epoch);
            Told::new(&topic.name, p.partition_index, p.error_code, offset, epoch, p.metadata)
        })
    });
    let offsets = offsets(ErrorCode(answer.error_code), told, topics);
    asked.first().map(|group| (group.clone(), offsets)).into_iter().collect()
}

/// Offsets of `topics`; what was said about others, errors too, does not matter.
fn offsets(
    code: ErrorCode,
    told: impl Iterator<Item = Told>,
    topics: &BTreeSet<&str>,
) -> Result<Offsets, ErrorCode> {
    if !code.is_none() {
        return Err(code);
    }
    let mut offsets = Offsets::new();
    for told in told.filter(|told| topics.contains(told.topic.as_str())) {
        if !told.code.is_none() {
            return Err(told.code);
        }
        if told.committed.offset >= 0 {
            offsets.insert((told.topic, told.index), told.committed);
        }
    }
    Ok(offsets)
}

/// Commits offsets of groups at the destination; what comes back are the partitions that were refused.
pub(super) async fn commit(engine: &Engine, groups: &BTreeMap<String, Offsets>) -> Answers<Refused> {
    let at = At::Destination(&engine.cluster);
    let asked = groups.keys().map(|group| (group.clone(), None)).collect();
    coordinators::ask(at, asked, |coordinator, connection, asked| async move {
        engine.must_decide().map_err(|refusal| Why::Unfit(refusal.message))?;
        let lanes = lanes(&engine.cluster, coordinator, connection, asked.len()).await;
        let each = lanes.iter().enumerate().map(|(number, lane)| {
            let mine = asked.iter().skip(number).step_by(lanes.len());
            commit_over(lane, mine.filter_map(|group| groups.get_key_value(group)).collect())
        });
        let mut said = Vec::new();
        for lane in join_all(each).await {
            said.extend(lane?);
        }
        Ok(said)
    })
    .await
}

/// Connections to a coordinator, `first` among them. One that cannot be made is done without.
async fn lanes(cluster: &Cluster, coordinator: i32, first: Connection, groups: usize) -> Vec<Connection> {
    let count = groups.div_ceil(GROUPS_PER_LANE).min(LANES_MAX);
    let dialed = join_all((1..count).map(|_| cluster.dial(coordinator))).await;
    std::iter::once(first).chain(dialed.into_iter().flatten()).collect()
}

async fn commit_over(
    lane: &Connection,
    groups: Vec<(&String, &Offsets)>,
) -> Result<Said<Refused>, net::Error> {
    let each: Vec<_> = groups.into_iter().map(|(group, offsets)| commit_one(lane, group, offsets)).collect();
    stream::iter(each).buffered(AT_ONCE).try_collect().await
}

async fn commit_one(
    lane: &Connection,
    group: &str,
    offsets: &Offsets,
) -> Result<(String, Result<Refused, ErrorCode>), net::Error> {
    let version = lane.version_within::<OffsetCommitRequest>(OffsetCommitRequest::MIN_VERSION, NAMES_LAST)?;
    let offsets: Vec<_> = offsets.iter().collect();
    let mut refused = Vec::new();
    for some in offsets.chunks(PARTITIONS_MAX) {
        for topic in lane.call_at(&committing(group, some), version).await?.topics {
            for partition in topic.partitions {
                match ErrorCode(partition.error_code) {
                    ErrorCode::NONE => {}
                    code if passes(code) => return Ok((group.to_owned(), Err(code))),
                    code => refused.push(((topic.name.clone(), partition.partition_index), code)),
                }
            }
        }
    }
    Ok((group.to_owned(), Ok(refused)))
}

/// A commit without membership, which a coordinator takes while the group has no members. Without a time of its own:
/// the destination's `offsets.retention.minutes` is to hold as for every commit.
fn committing(group: &str, offsets: &[(&Partition, &Committed)]) -> OffsetCommitRequest {
    let mut topics: BTreeMap<&str, Vec<offset_commit_request::OffsetCommitRequestPartition>> =
        BTreeMap::new();
    for ((topic, index), committed) in offsets {
        topics.entry(topic).or_default().push(offset_commit_request::OffsetCommitRequestPartition {
            partition_index: *index,
            committed_offset: committed.offset,
            committed_leader_epoch: committed.leader_epoch,
            committed_metadata: Some(committed.metadata.clone()),
            ..Default::default()
        });
    }
    let topic = |(name, partitions): (&str, _)| offset_commit_request::OffsetCommitRequestTopic {
        name: name.to_owned(),
        partitions,
        ..Default::default()
    };
    OffsetCommitRequest {
        group_id: group.to_owned(),
        generation_id_or_member_epoch: -1,
        member_id: String::new(),
        retention_time_ms: -1,
        topics: topics.into_iter().map(topic).collect(),
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::{Reader, Writer, message::offset_fetch_response as response};

    use super::*;

    fn committed(offset: i64) -> Committed {
        Committed { offset, leader_epoch: 4, metadata: "note".to_owned() }
    }

    /// What `version` tells of group `billing`, whose partitions of `topic` have these offsets and codes.
    fn told(version: i16, code: ErrorCode, topic: &str, partitions: &[(i64, ErrorCode)]) -> Said<Offsets> {
        let metadata = || Some("note".to_owned());
        let numbered = || (0..).zip(partitions.iter().copied());
        let answer = if version >= MANY {
            let partition =
                |(index, (offset, code)): (i32, (i64, ErrorCode))| response::OffsetFetchResponsePartitions {
                    partition_index: index,
                    committed_offset: offset,
                    committed_leader_epoch: 4,
                    metadata: metadata(),
                    error_code: code.0,
                    ..Default::default()
                };
            let partitions = numbered().map(partition).collect();
            let topics = vec![response::OffsetFetchResponseTopics {
                name: topic.to_owned(),
                partitions,
                ..Default::default()
            }];
            let group = response::OffsetFetchResponseGroup {
                group_id: "billing".to_owned(),
                topics,
                error_code: code.0,
                ..Default::default()
            };
            OffsetFetchResponse { groups: vec![group], ..Default::default() }
        } else {
            let partition =
                |(index, (offset, code)): (i32, (i64, ErrorCode))| response::OffsetFetchResponsePartition {
                    partition_index: index,
                    committed_offset: offset,
                    committed_leader_epoch: 4,
                    metadata: metadata(),
                    error_code: code.0,
                    ..Default::default()
                };
            let partitions = numbered().map(partition).collect();
            let topics = vec![response::OffsetFetchResponseTopic {
                name: topic.to_owned(),
                partitions,
                ..Default::default()
            }];
            OffsetFetchResponse { topics, error_code: code.0, ..Default::default() }
        };
        fetched(version, &["billing".to_owned()], answer, &BTreeSet::from(["orders"]))
    }

    fn check(
        topic: &str,
        code: ErrorCode,
        partitions: &[(i64, ErrorCode)],
        expected: Result<&[(i32, i64)], ErrorCode>,
    ) {
        let expected = expected.map(|list| {
            list.iter().map(|(index, offset)| (("orders".to_owned(), *index), committed(*offset))).collect()
        });
        for version in [NAMES_LAST, MANY, MANY - 1, ALL_TOPICS] {
            assert_eq!(
                told(version, code, topic, partitions),
                [("billing".to_owned(), expected.clone())],
                "{version}"
            );
        }
    }

    const FINE: ErrorCode = ErrorCode::NONE;

    #[test]
    fn every_version_tells_the_same_offsets() {
        check("orders", FINE, &[(7, FINE), (0, FINE)], Ok(&[(0, 7), (1, 0)]));
        check("orders", FINE, &[(-1, FINE), (8, FINE)], Ok(&[(1, 8)]));
        check("payments", FINE, &[(7, FINE)], Ok(&[]));
    }

    #[test]
    fn an_open_transaction_matters_where_it_moves_what_is_copied() {
        let unstable = ErrorCode::UNSTABLE_OFFSET_COMMIT;
        check("orders", FINE, &[(7, FINE), (-1, unstable)], Err(unstable));
        check("payments", FINE, &[(-1, unstable)], Ok(&[]));
    }

    #[test]
    fn a_refused_group_has_no_offsets() {
        check("orders", ErrorCode::NOT_COORDINATOR, &[], Err(ErrorCode::NOT_COORDINATOR));
    }

    #[test]
    fn what_is_asked_can_be_said_in_every_version() {
        let groups = ["billing".to_owned()];
        for version in ALL_TOPICS..=NAMES_LAST {
            let request = fetching(version, &groups, Open::Await);
            let mut writer = Writer::new();
            request.encode(&mut writer, version).unwrap();
            let read = OffsetFetchRequest::decode(&mut Reader::new(writer.into_bytes()), version).unwrap();
            assert_eq!(read.require_stable, version >= STABLE, "{version}");
            let (name, topics) = if version >= MANY {
                (read.groups[0].group_id.as_str(), read.groups[0].topics.is_none())
            } else {
                (read.group_id.as_str(), read.topics.is_none())
            };
            assert_eq!((name, topics), ("billing", true), "{version}");
        }
        assert!(!fetching(NAMES_LAST, &groups, Open::Ignore).require_stable);
    }

    #[test]
    fn a_commit_has_no_member_and_names_each_topic_once() {
        let offsets: Offsets = [("orders", 0, 7), ("payments", 0, 8), ("orders", 1, 9)]
            .into_iter()
            .map(|(topic, index, offset)| ((topic.to_owned(), index), committed(offset)))
            .collect();
        let request = committing("billing", &offsets.iter().collect::<Vec<_>>());
        assert_eq!((request.generation_id_or_member_epoch, request.member_id.as_str()), (-1, ""));
        assert_eq!(request.retention_time_ms, -1);
        let told: Vec<_> = request
            .topics
            .iter()
            .map(|t| (t.name.as_str(), t.partitions.iter().map(|p| p.committed_offset).collect::<Vec<_>>()))
            .collect();
        assert_eq!(told, [("orders", vec![7, 9]), ("payments", vec![8])]);
        assert_eq!(request.topics[0].partitions[0].committed_metadata.as_deref(), Some("note"));
        for version in OffsetCommitRequest::MIN_VERSION..=NAMES_LAST {
            assert!(request.encode(&mut Writer::new(), version).is_ok(), "{version}");
        }
    }
}
