//! What a version cannot say is refused, unless the definition lets it go.

use bytes::Bytes;
use kagami_codec::message::fetch_request::{FetchPartition, FetchTopic, ReplicaState};
use kagami_codec::message::{AlterPartitionRequest, FetchRequest, MetadataRequest, SaslAuthenticateRequest};
use kagami_codec::record::{MetadataRecord, TopicRecord};
use kagami_codec::types::{RawTag, Uuid};
use kagami_codec::{Malformed, Message, Reader, Unsupported, Writer};

fn check<M: Message>(message: &M, version: i16, expected: Result<(), &'static str>) {
    let found = message.encode(&mut Writer::new(), version);
    assert_eq!(found, expected.map_err(|field| Unsupported { field, version }));
}

#[test]
fn a_field_that_matters_is_refused_outside_its_versions() {
    let state = ReplicaState { replica_id: 5, ..ReplicaState::default() };
    let request = FetchRequest { replica_state: state, ..FetchRequest::default() };
    check(&request, 15, Ok(()));
    check(&request, 14, Err("ReplicaState"));
    check(&request, 4, Err("ReplicaState"));
    let request = FetchRequest { replica_id: 5, ..FetchRequest::default() };
    check(&request, 14, Ok(()));
    check(&request, 15, Err("ReplicaId"));
}

#[test]
fn a_field_that_may_be_ignored_is_left_out() {
    let topic = FetchTopic {
        topic: "orders".to_owned(),
        topic_id: Uuid([7; 16]),
        partitions: vec![FetchPartition::default()],
        ..FetchTopic::default()
    };
    let request = FetchRequest { topics: vec![topic], rack_id: "a".to_owned(), ..FetchRequest::default() };
    for version in FetchRequest::MIN_VERSION..=FetchRequest::MAX_VERSION {
        check(&request, version, Ok(()));
    }
}

#[test]
fn null_is_refused_where_a_version_has_none() {
    let request = MetadataRequest { topics: None, ..MetadataRequest::default() };
    check(&request, 1, Ok(()));
    check(&request, 0, Err("Topics"));
    let null = || Reader::new(Bytes::from_static(&[0xff; 4]));
    assert_eq!(MetadataRequest::decode(&mut null(), 0).err(), Some(Malformed::Null));
}

#[test]
fn tags_are_refused_where_a_version_has_none() {
    let tag = RawTag { tag: 77, data: Bytes::new() };
    let request = FetchRequest { unknown_tags: vec![tag], ..FetchRequest::default() };
    check(&request, 12, Ok(()));
    check(&request, 11, Err("tags"));
}

#[test]
fn a_payload_without_end_is_refused() {
    let too_long = "a".repeat(32_768);
    check(&MetadataRequest { topics: Some(Vec::new()), ..MetadataRequest::default() }, 0, Ok(()));
    let topic = FetchTopic { topic: too_long, ..FetchTopic::default() };
    check(&FetchRequest { topics: vec![topic], ..FetchRequest::default() }, 12, Err("length"));
    check(&SaslAuthenticateRequest::default(), 2, Ok(()));
}

#[test]
fn a_tag_outside_its_versions_is_kept_as_unknown() {
    // Tag 1 means ReplicaState from version 15 on; a peer that sends it earlier gets it back unchanged.
    let tag = RawTag { tag: 1, data: Bytes::from_static(&[1, 2, 3]) };
    let request = FetchRequest { unknown_tags: vec![tag.clone()], ..FetchRequest::default() };
    let mut w = Writer::new();
    request.encode(&mut w, 13).unwrap();
    let again = FetchRequest::decode(&mut Reader::new(w.into_bytes()), 13).unwrap();
    assert_eq!(again.unknown_tags, [tag]);
    assert_eq!(again.replica_state, ReplicaState::default());
}

#[test]
fn removed_versions_leave_only_the_fields_that_are_left() {
    check(&AlterPartitionRequest::default(), 1, Err("version"));
    check(&AlterPartitionRequest::default(), 2, Ok(()));
}

#[test]
fn a_metadata_record_is_framed_by_its_type_and_version() {
    let record =
        TopicRecord { name: "a".to_owned(), topic_id: Uuid::METADATA_TOPIC, ..TopicRecord::default() };
    let bytes = MetadataRecord::from(record.clone()).encode(0).unwrap();
    assert_eq!(&bytes[..], [1, 2, 0, 2, b'a', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(MetadataRecord::decode(bytes), Ok(MetadataRecord::Topic(record)));
}

#[test]
fn a_metadata_record_from_the_future_survives() {
    for bytes in [&[1, 2, 9, 5, 5][..], &[1, 0xb8, 0x17, 0, 5]] {
        let bytes = Bytes::copy_from_slice(bytes);
        let record = MetadataRecord::decode(bytes.clone()).unwrap();
        let MetadataRecord::Unknown { version, .. } = record else { panic!("{record:?} is known") };
        assert_eq!(record.encode(version), Ok(bytes));
    }
    let other_frame = Bytes::from_static(&[2, 2, 0, 5]);
    assert_eq!(MetadataRecord::decode(other_frame), Err(Malformed::Version));
}
