//! Consumers and followers of mirrors.

use bytes::Bytes;
use kagami_codec::{
    api::ApiKey,
    message::{
        FetchRequest, FetchResponse, ListOffsetsRequest, ListOffsetsResponse, OffsetForLeaderEpochRequest,
        OffsetForLeaderEpochResponse, fetch_request, fetch_response, list_offsets_request as list,
        list_offsets_response as listed, offset_for_leader_epoch_request as epochs,
        offset_for_leader_epoch_response as ended,
    },
    types::{ErrorCode, Uuid},
};

use super::{
    super::{ConsumerFetch, request::Request},
    stage::{COMPANION, EPOCH, ORDERS, OTHER, PLAIN, Reply, Stage, id_of, opened},
};

/// Holds `orders` from 120 to 480 as a consumer sees it, and its last stable offset is 450.
fn follower(request: &Request) -> Reply {
    match request.key {
        ApiKey::FETCH => {
            let body: FetchRequest = opened(request);
            let partition = |p: &fetch_request::FetchPartition| fetch_response::PartitionData {
                partition_index: p.partition,
                error_code: if p.fetch_offset == 490 { ErrorCode::OFFSET_OUT_OF_RANGE.0 } else { 0 },
                high_watermark: 480,
                last_stable_offset: 450,
                records: Some(Bytes::from_static(b"batches")),
                ..Default::default()
            };
            let topic = |t: &fetch_request::FetchTopic| fetch_response::FetchableTopicResponse {
                topic: t.topic.clone(),
                topic_id: t.topic_id,
                partitions: t.partitions.iter().map(partition).collect(),
                ..Default::default()
            };
            let responses = body.topics.iter().map(topic).collect();
            Reply::to(request, &FetchResponse { responses, ..Default::default() })
        }
        ApiKey::LIST_OFFSETS => {
            let body: ListOffsetsRequest = opened(request);
            let topics = body.topics.iter().map(|t| listed::ListOffsetsTopicResponse {
                name: t.name.clone(),
                partitions: t.partitions.iter().map(|p| list_answer(request, body.replica_id, p)).collect(),
                ..Default::default()
            });
            Reply::to(request, &ListOffsetsResponse { topics: topics.collect(), ..Default::default() })
        }
        ApiKey::OFFSET_FOR_LEADER_EPOCH => {
            let body: OffsetForLeaderEpochRequest = opened(request);
            let partition = |t: &epochs::OffsetForLeaderTopic| ended::EpochEndOffset {
                error_code: if t.topic == PLAIN {
                    ErrorCode::TOPIC_AUTHORIZATION_FAILED.0
                } else {
                    ErrorCode::NOT_LEADER_OR_FOLLOWER.0
                },
                ..Default::default()
            };
            let topics = body.topics.iter().map(|t| ended::OffsetForLeaderTopicResult {
                topic: t.topic.clone(),
                partitions: vec![partition(t)],
                ..Default::default()
            });
            Reply::to(
                request,
                &OffsetForLeaderEpochResponse { topics: topics.collect(), ..Default::default() },
            )
        }
        _ => Reply::HangUp,
    }
}

/// Followers answer only those who do not ask for the leader.
fn list_answer(
    request: &Request,
    replica: i32,
    p: &list::ListOffsetsPartition,
) -> listed::ListOffsetsPartitionResponse {
    let mut answer =
        listed::ListOffsetsPartitionResponse { partition_index: p.partition_index, ..Default::default() };
    if replica != -2 {
        answer.error_code = ErrorCode::NOT_LEADER_OR_FOLLOWER.0;
        return answer;
    }
    (answer.timestamp, answer.offset, answer.leader_epoch) = match p.timestamp {
        -1 => (-1, 505, 3),
        -2 => (-1, 120, 1),
        // The record at 505 is not visible yet.
        8_000 => (8_001, 505, 3),
        asked => (asked, 200, 2),
    };
    if request.version < 4 {
        answer.leader_epoch = -1;
    }
    answer
}

fn consumer_fetch(version: i16, offset: i64) -> FetchRequest {
    let named = version < 13;
    FetchRequest {
        replica_id: -1,
        max_wait_ms: 10,
        max_bytes: 1 << 20,
        topics: vec![fetch_request::FetchTopic {
            topic: if named { ORDERS.to_owned() } else { String::new() },
            topic_id: if named { Uuid::ZERO } else { id_of(ORDERS) },
            partitions: vec![fetch_request::FetchPartition {
                fetch_offset: offset,
                partition_max_bytes: 1 << 20,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

async fn fetched(stage: &Stage, version: i16, request: &FetchRequest) -> fetch_response::PartitionData {
    let mut answer = stage.client().await.ask(version, request).await;
    assert_eq!((answer.error_code, answer.session_id), (0, 0));
    answer.responses.remove(0).partitions.remove(0)
}

#[tokio::test]
async fn a_consumer_is_sent_to_the_companion() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    for version in [11, 12, 13, 17, 18] {
        let data = fetched(&stage, version, &consumer_fetch(version, 300)).await;
        assert_eq!((data.error_code, data.preferred_read_replica), (0, COMPANION), "version {version}");
        assert_eq!((data.high_watermark, data.log_start_offset), (500, 100));
        assert_eq!(data.records.unwrap().len(), 0);
    }
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_consumer_that_names_its_rack_is_sent_there() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    let near = FetchRequest { rack_id: "rack-2".to_owned(), ..consumer_fetch(12, 300) };
    assert_eq!(fetched(&stage, 12, &near).await.preferred_read_replica, OTHER);
}

#[tokio::test]
async fn offsets_outside_of_the_mirror_are_out_of_range() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    for (offset, code) in [(99, 1), (100, 0), (500, 0), (501, 1), (-1, 1)] {
        let data = fetched(&stage, 12, &consumer_fetch(12, offset)).await;
        assert_eq!(data.error_code, code, "offset {offset}");
        assert_eq!(data.preferred_read_replica, if code == 0 { COMPANION } else { -1 });
    }
}

#[tokio::test]
async fn a_client_too_old_to_be_sent_elsewhere_gets_what_the_companion_has() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    for version in [4, 7, 10] {
        let data = fetched(&stage, version, &consumer_fetch(version, 300)).await;
        assert_eq!(data.records.as_deref(), Some(&b"batches"[..]), "version {version}");
        assert_eq!((data.error_code, data.high_watermark, data.last_stable_offset), (0, 480, 450));
    }
    let heard: FetchRequest = opened(&stage.heard.lock()[0]);
    assert_eq!((heard.replica_id, heard.session_epoch, heard.topics[0].topic.as_str()), (-1, -1, ORDERS));
}

#[tokio::test]
async fn a_lagging_companion_does_not_make_a_client_jump() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    let data = fetched(&stage, 10, &consumer_fetch(10, 490)).await;
    assert_eq!(data.error_code, ErrorCode::NOT_LEADER_OR_FOLLOWER.0);
}

#[tokio::test]
async fn a_port_may_forward_for_everybody() {
    let stage = Stage::with(follower, |settings| settings.consumer_fetch = ConsumerFetch::Forward).await;
    stage.orders_hold(100, 500).await;
    let data = fetched(&stage, 17, &consumer_fetch(17, 300)).await;
    assert_eq!((data.records.as_deref(), data.preferred_read_replica), (Some(&b"batches"[..]), -1));
}

#[tokio::test]
async fn what_is_no_mirror_of_ours_is_not_led_here() {
    let stage = Stage::new(follower).await;
    let mut other = consumer_fetch(12, 0);
    for (topic, code) in
        [(PLAIN, ErrorCode::NOT_LEADER_OR_FOLLOWER), ("nothing", ErrorCode::UNKNOWN_TOPIC_OR_PARTITION)]
    {
        other.topics[0].topic = topic.to_owned();
        assert_eq!(fetched(&stage, 12, &other).await.error_code, code.0, "{topic}");
    }
    let mut other = consumer_fetch(13, 0);
    other.topics[0].topic_id = Uuid([9; 16]);
    assert_eq!(fetched(&stage, 13, &other).await.error_code, ErrorCode::UNKNOWN_TOPIC_ID.0);
}

#[tokio::test]
async fn leader_epochs_are_checked_as_kafka_does() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    for (epoch, code) in [
        (EPOCH - 1, ErrorCode::FENCED_LEADER_EPOCH),
        (EPOCH, ErrorCode::NONE),
        (EPOCH + 1, ErrorCode::UNKNOWN_LEADER_EPOCH),
    ] {
        let mut ask = consumer_fetch(12, 300);
        ask.topics[0].partitions[0].current_leader_epoch = epoch;
        assert_eq!(fetched(&stage, 12, &ask).await.error_code, code.0, "epoch {epoch}");
    }
}

async fn list(stage: &Stage, replica_id: i32, isolation_level: i8, timestamp: i64) -> (i16, i64, i64, i32) {
    list_in(7, stage, replica_id, isolation_level, timestamp).await
}

async fn list_in(
    version: i16,
    stage: &Stage,
    replica_id: i32,
    isolation_level: i8,
    timestamp: i64,
) -> (i16, i64, i64, i32) {
    let ask = ListOffsetsRequest {
        replica_id,
        isolation_level,
        topics: vec![list::ListOffsetsTopic {
            name: ORDERS.to_owned(),
            partitions: vec![list::ListOffsetsPartition {
                current_leader_epoch: if version < 4 { -1 } else { EPOCH },
                timestamp,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = stage.client().await.ask(version, &ask).await;
    let p = &answer.topics[0].partitions[0];
    (p.error_code, p.timestamp, p.offset, p.leader_epoch)
}

#[tokio::test]
async fn a_consumer_learns_the_bounds_of_what_it_can_read() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    assert_eq!(list(&stage, -1, 0, -1).await, (0, -1, 500, EPOCH), "latest");
    assert_eq!(list(&stage, -1, 1, -1).await, (0, -1, 450, EPOCH), "latest, read committed");
    assert_eq!(list(&stage, -1, 0, -2).await, (0, -1, 120, 1), "earliest");
    assert_eq!(list(&stage, -1, 0, 7_000).await, (0, 7_000, 200, 2), "by time");
    assert_eq!(list(&stage, -1, 0, 8_000).await, (0, -1, -1, -1), "by time, not visible yet");
}

#[tokio::test]
async fn who_asks_in_a_version_without_leader_epochs_is_answered_without_them() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    for version in [1, 3] {
        assert_eq!(list_in(version, &stage, -1, 0, -1).await, (0, -1, 500, -1), "latest");
        assert_eq!(list_in(version, &stage, -1, 0, -2).await, (0, -1, 120, -1), "earliest");
    }
}

#[tokio::test]
async fn a_follower_learns_the_bounds_of_the_log() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    assert_eq!(list(&stage, OTHER, 0, -1).await, (0, -1, 500, EPOCH));
    assert_eq!(list(&stage, OTHER, 0, -2).await, (0, -1, 100, EPOCH));
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn epochs_end_where_our_lineage_says_and_acls_are_the_companions() {
    let stage = Stage::new(follower).await;
    stage.orders_hold(100, 500).await;
    let topic = |name: &str| epochs::OffsetForLeaderTopic {
        topic: name.to_owned(),
        partitions: vec![epochs::OffsetForLeaderPartition {
            current_leader_epoch: EPOCH,
            leader_epoch: EPOCH,
            ..Default::default()
        }],
        ..Default::default()
    };
    let ask = OffsetForLeaderEpochRequest {
        replica_id: -1,
        topics: vec![topic(ORDERS), topic(PLAIN)],
        ..Default::default()
    };
    let answer = stage.client().await.ask(4, &ask).await;
    let of = |name: &str| answer.topics.iter().find(|t| t.topic == name).unwrap().partitions[0].clone();
    assert_eq!((of(ORDERS).error_code, of(ORDERS).leader_epoch, of(ORDERS).end_offset), (0, EPOCH, 500));
    assert_eq!(of(PLAIN).error_code, ErrorCode::TOPIC_AUTHORIZATION_FAILED.0);
}
