//! What would write to a mirror.

use bytes::Bytes;
use kagami_codec::{
    api::ApiKey,
    message::{
        AddPartitionsToTxnRequest, DeleteRecordsRequest, MetadataRequest, MetadataResponse, ProduceRequest,
        ProduceResponse, WriteTxnMarkersRequest, add_partitions_to_txn_request as txn,
        delete_records_request as delete, produce_request as produce, produce_response as produced,
        write_txn_markers_request as markers,
    },
    types::{ErrorCode, Uuid},
};

use super::{
    super::request::Request,
    stage::{Client, FENCED, FOREIGN, ORDERS, PLAIN, Reply, Stage, id_of, opened},
};

/// Takes every produce at offset 500.
fn obliging(request: &Request) -> Reply {
    if request.key == ApiKey::METADATA {
        return Reply::to(request, &MetadataResponse::default());
    }
    let body: ProduceRequest = opened(request);
    if body.acks == 0 {
        return Reply::Silence;
    }
    let partition = |p: &produce::PartitionProduceData| produced::PartitionProduceResponse {
        index: p.index,
        base_offset: 500,
        ..Default::default()
    };
    let topic = |t: &produce::TopicProduceData| produced::TopicProduceResponse {
        name: t.name.clone(),
        topic_id: t.topic_id,
        partition_responses: t.partition_data.iter().map(partition).collect(),
        ..Default::default()
    };
    let responses = body.topic_data.iter().map(topic).collect();
    Reply::to(request, &ProduceResponse { responses, throttle_time_ms: 3, ..Default::default() })
}

fn request(acks: i16, topics: &[(&str, Uuid)]) -> ProduceRequest {
    let topic = |(name, topic_id): &(&str, Uuid)| produce::TopicProduceData {
        name: (*name).to_owned(),
        topic_id: *topic_id,
        partition_data: vec![produce::PartitionProduceData {
            index: 0,
            records: Some(Bytes::from_static(b"not looked at")),
            ..Default::default()
        }],
        ..Default::default()
    };
    ProduceRequest {
        acks,
        timeout_ms: 1_000,
        topic_data: topics.iter().map(topic).collect(),
        ..Default::default()
    }
}

fn named(name: &str) -> (&str, Uuid) {
    (name, Uuid::ZERO)
}

/// Topic (name or id), code and text of each partition.
fn results(response: &ProduceResponse) -> Vec<(String, ErrorCode, Option<&str>)> {
    let of = |t: &produced::TopicProduceResponse| {
        if t.name.is_empty() { t.topic_id.to_string() } else { t.name.clone() }
    };
    let each = |t| {
        let t: &produced::TopicProduceResponse = t;
        t.partition_responses
            .iter()
            .map(move |p| (of(t), ErrorCode(p.error_code), p.error_message.as_deref()))
    };
    response.responses.iter().flat_map(each).collect()
}

async fn produced(client: &mut Client, version: i16, topics: &[(&str, Uuid)]) -> ProduceResponse {
    client.ask(version, &request(-1, topics)).await
}

#[tokio::test]
async fn a_mirror_takes_no_produce_and_says_why() {
    let stage = Stage::new(obliging).await;
    let mut client = stage.client().await;
    let words = "Cannot append records to read-only mirror topic 'orders'";
    for version in [3, 7, 8, 12] {
        let answer = produced(&mut client, version, &[named(ORDERS)]).await;
        let text = (version >= 8).then_some(words);
        assert_eq!(
            results(&answer),
            [(ORDERS.to_owned(), ErrorCode::INVALID_REQUEST, text)],
            "version {version}"
        );
        assert_eq!(answer.responses[0].partition_responses[0].base_offset, -1);
    }
    let answer = produced(&mut client, 13, &[("", id_of(ORDERS))]).await;
    assert_eq!(results(&answer), [(id_of(ORDERS).to_string(), ErrorCode::INVALID_REQUEST, Some(words))]);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_topic_id_that_nobody_knows_yet_is_not_handed_on() {
    let stage = Stage::new(obliging).await;
    let answer = produced(&mut stage.client().await, 13, &[("", Uuid([9; 16]))]).await;
    assert_eq!(results(&answer)[0].1, ErrorCode::UNKNOWN_TOPIC_ID);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_fenced_mirror_tells_producers_to_try_again_without_a_hint() {
    let stage = Stage::new(obliging).await;
    let answer = produced(&mut stage.client().await, 10, &[named(FENCED)]).await;
    assert_eq!(results(&answer), [(FENCED.to_owned(), ErrorCode::NOT_LEADER_OR_FOLLOWER, None)]);
    assert_eq!(answer.responses[0].partition_responses[0].current_leader.leader_id, -1);
    assert!(answer.node_endpoints.is_empty());
}

#[tokio::test]
async fn a_foreign_partition_that_was_put_on_us_takes_no_produce() {
    let stage = Stage::new(obliging).await;
    let answer = produced(&mut stage.client().await, 9, &[named(FOREIGN)]).await;
    assert_eq!(results(&answer), [(FOREIGN.to_owned(), ErrorCode::NOT_LEADER_OR_FOLLOWER, None)]);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn of_a_mixed_produce_only_what_is_no_mirror_is_handed_on() {
    let stage = Stage::new(obliging).await;
    let answer = produced(&mut stage.client().await, 9, &[named(ORDERS), named(PLAIN)]).await;
    let codes: Vec<_> = results(&answer).into_iter().map(|(topic, code, _)| (topic, code)).collect();
    assert_eq!(codes, [(PLAIN.to_owned(), ErrorCode::NONE), (ORDERS.to_owned(), ErrorCode::INVALID_REQUEST)]);
    assert_eq!(answer.responses[0].partition_responses[0].base_offset, 500);
    assert_eq!(answer.throttle_time_ms, 3);
    let heard = stage.heard.lock();
    let [only] = heard.as_slice() else { panic!("{heard:?}") };
    let body: ProduceRequest = opened(only);
    assert_eq!(body.topic_data.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), [PLAIN]);
    assert_eq!(only.open::<ProduceRequest>().unwrap().0.client_id.as_deref(), Some("tester"));
}

#[tokio::test]
async fn without_acks_the_connection_to_a_mirror_ends_and_nothing_is_handed_on() {
    let stage = Stage::new(obliging).await;
    let mut client = stage.client().await;
    client.send(1, 9, &request(0, &[named(PLAIN), named(ORDERS)])).await;
    assert_eq!(client.receive().await, None);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn without_acks_a_produce_to_others_gets_no_answer_and_the_next_request_gets_its_own() {
    let stage = Stage::new(obliging).await;
    let mut client = stage.client().await;
    client.send(1, 9, &request(0, &[named(PLAIN)])).await;
    client.send(2, 9, &MetadataRequest::default()).await;
    client.answer::<MetadataResponse>(2, 9).await;
    assert_eq!(stage.heard(), [ApiKey::PRODUCE, ApiKey::METADATA]);
}

#[tokio::test]
async fn the_oldest_produce_versions_are_refused_in_their_own_layout() {
    let stage = Stage::new(obliging).await;
    let mut client = stage.client().await;
    // The body of version 3 behind its null transactional id, and answers of different lengths.
    let tail: &[u8] = b"\xff\xff\0\0\x03\xe8\0\0\0\x01\0\x06orders\0\0\0\x01\0\0\0\0\0\0\0\x02ab";
    for (version, end) in
        [(0u8, &[][..]), (1, &[0; 4]), (2, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])]
    {
        let frame = [&[0, 0, 0, version, 0, 0, 0, 7, 0, 1, b'x'], tail].concat();
        client.send_frame(&frame).await;
        let head =
            b"\0\0\0\x07\0\0\0\x01\0\x06orders\0\0\0\x01\0\0\0\0\0\x2a\xff\xff\xff\xff\xff\xff\xff\xff";
        assert_eq!(client.receive().await.unwrap(), [head, end].concat(), "version {version}");
    }
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn records_of_a_mirror_are_not_deleted() {
    let stage = Stage::new(obliging).await;
    let partitions =
        vec![delete::DeleteRecordsPartition { partition_index: 0, offset: 5, ..Default::default() }];
    let topics =
        vec![delete::DeleteRecordsTopic { name: ORDERS.to_owned(), partitions, ..Default::default() }];
    let ask = DeleteRecordsRequest { topics, timeout_ms: 1_000, ..Default::default() };
    let answer = stage.client().await.ask(2, &ask).await;
    assert_eq!(answer.topics[0].partitions[0].error_code, ErrorCode::POLICY_VIOLATION.0);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_transaction_that_names_a_mirror_is_refused_as_a_whole() {
    let stage = Stage::new(obliging).await;
    let topic = |name: &str| txn::AddPartitionsToTxnTopic {
        name: name.to_owned(),
        partitions: vec![0],
        ..Default::default()
    };
    let ask = AddPartitionsToTxnRequest {
        v3_and_below_transactional_id: "t".to_owned(),
        v3_and_below_topics: vec![topic(PLAIN), topic(ORDERS)],
        ..Default::default()
    };
    let answer = stage.client().await.ask(3, &ask).await;
    let codes: Vec<_> = answer
        .results_by_topic_v3_and_below
        .iter()
        .map(|t| ErrorCode(t.results_by_partition[0].partition_error_code))
        .collect();
    assert_eq!(codes, [ErrorCode::OPERATION_NOT_ATTEMPTED, ErrorCode::INVALID_REQUEST]);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_marker_for_a_mirror_is_taken_and_forgotten() {
    let stage = Stage::new(obliging).await;
    let topic = |name: &str| markers::WritableTxnMarkerTopic {
        name: name.to_owned(),
        partition_indexes: vec![0],
        ..Default::default()
    };
    let marker = markers::WritableTxnMarker {
        producer_id: 12,
        topics: vec![topic(ORDERS), topic(PLAIN)],
        ..Default::default()
    };
    let answer = stage
        .client()
        .await
        .ask(1, &WriteTxnMarkersRequest { markers: vec![marker], ..Default::default() })
        .await;
    let codes: Vec<_> =
        answer.markers[0].topics.iter().map(|t| ErrorCode(t.partitions[0].error_code)).collect();
    assert_eq!(codes, [ErrorCode::NONE, ErrorCode::NOT_LEADER_OR_FOLLOWER]);
    assert_eq!(answer.markers[0].producer_id, 12);
}
