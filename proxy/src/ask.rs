//! Questions to brokers that several parts ask: batches and offsets of one partition, the quorum of the metadata log.
//!
//! Requests only; what an answer means to whoever asked stands there. Owns the rules that every such question shares:
//! how a fetch of a version names its topic, and the timestamps and replica ids with a meaning of their own.

use kagami_codec::{
    message::{
        DescribeQuorumRequest, FetchRequest, ListOffsetsRequest, describe_quorum_request, fetch_request,
        list_offsets_request,
    },
    types::Uuid,
};

/// From this version on a fetch names topics by id (KIP-516).
pub const FETCH_TOPIC_IDS: i16 = 13;
/// In place of a timestamp: the end of the log, as far as whoever asks may see it.
pub const LATEST: i64 = -1;
/// In place of a timestamp: the start of the log.
pub const EARLIEST: i64 = -2;
/// In place of a replica id: an ordinary client. Only leaders answer it.
pub const CONSUMER: i32 = -1;
/// In place of a replica id: somebody who looks at the log of any replica.
pub const DEBUGGING: i32 = -2;

/// The version to fetch with when `offered` is the newest that both sides speak: below [`FETCH_TOPIC_IDS`] for a topic
/// that has no id, because it can only be named.
#[must_use]
pub fn fetch_version(offered: i16, topic_id: Uuid) -> i16 {
    if topic_id.is_zero() { offered.min(FETCH_TOPIC_IDS - 1) } else { offered }
}

/// A topic of a fetch, named as `version` names it: by name or by id, never by both.
#[must_use]
pub fn fetch_topic(
    version: i16,
    topic: impl Into<String>,
    topic_id: Uuid,
    partitions: Vec<fetch_request::FetchPartition>,
) -> fetch_request::FetchTopic {
    let (topic, topic_id) =
        if version < FETCH_TOPIC_IDS { (topic.into(), Uuid::ZERO) } else { (String::new(), topic_id) };
    fetch_request::FetchTopic { topic, topic_id, partitions, ..Default::default() }
}

/// Where one partition is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub topic: &'a str,
    /// Zero for a topic without an id; then fetch with a version of [`fetch_version`].
    pub topic_id: Uuid,
    pub partition: i32,
    /// Batches that hold or follow it are wanted.
    pub offset: i64,
}

/// A consumer's fetch of `bytes_max` from one partition, without a session. It does not wait; whoever wants it to sets
/// `max_wait_ms` and `min_bytes`.
#[must_use]
pub fn batches(version: i16, place: Place<'_>, bytes_max: i32) -> FetchRequest {
    let partition = fetch_request::FetchPartition {
        partition: place.partition,
        fetch_offset: place.offset,
        partition_max_bytes: bytes_max,
        ..Default::default()
    };
    FetchRequest {
        max_bytes: bytes_max,
        topics: vec![fetch_topic(version, place.topic, place.topic_id, vec![partition])],
        ..Default::default()
    }
}

/// The offset of `timestamp` in one partition, asked as `replica`; see [`LATEST`], [`EARLIEST`], [`CONSUMER`] and
/// [`DEBUGGING`].
#[must_use]
pub fn offset(topic: &str, partition: i32, replica: i32, timestamp: i64) -> ListOffsetsRequest {
    ListOffsetsRequest {
        replica_id: replica,
        topics: vec![list_offsets_request::ListOffsetsTopic {
            name: topic.to_owned(),
            partitions: vec![list_offsets_request::ListOffsetsPartition {
                partition_index: partition,
                timestamp,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

/// The quorum behind `topic`; only the metadata log has one.
#[must_use]
pub fn quorum(topic: &str) -> DescribeQuorumRequest {
    DescribeQuorumRequest {
        topics: vec![describe_quorum_request::TopicData {
            topic_name: topic.to_owned(),
            partitions: vec![describe_quorum_request::PartitionData::default()],
            ..Default::default()
        }],
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid([7; 16]);

    fn check(version: i16, named: (&str, Uuid)) {
        let place = Place { topic: "orders", topic_id: ID, partition: 3, offset: 42 };
        let request = batches(version, place, 1000);
        let topic = &request.topics[0];
        assert_eq!((topic.topic.as_str(), topic.topic_id), named);
        let asked = &topic.partitions[0];
        assert_eq!((asked.partition, asked.fetch_offset, asked.partition_max_bytes), (3, 42, 1000));
    }

    #[test]
    fn a_fetch_names_its_topic_in_the_one_way_that_its_version_has() {
        check(12, ("orders", Uuid::ZERO));
        check(13, ("", ID));
    }

    #[test]
    fn a_topic_without_an_id_is_fetched_by_name() {
        assert_eq!(fetch_version(17, Uuid::ZERO), 12);
        assert_eq!(fetch_version(11, Uuid::ZERO), 11);
        assert_eq!(fetch_version(17, ID), 17);
    }
}
