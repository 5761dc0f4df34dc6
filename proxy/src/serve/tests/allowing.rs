//! Who may have what we answer ourselves.

use kagami_codec::{
    api::ApiKey,
    message::{FetchRequest, FetchResponse, MetadataResponse, fetch_request, fetch_response},
    types::ErrorCode,
};

use super::{
    super::request::Request,
    stage::{COMPANION, ORDERS, Reply, Stage, follower_fetch, opened},
};

const PLAINTEXT: i16 = 0;
const SASL_PLAINTEXT: i16 = 2;

fn fetch_with(request: &Request, code: ErrorCode) -> Reply {
    let body: FetchRequest = opened(request);
    let topics = body.topics.iter().map(|t| fetch_response::FetchableTopicResponse {
        topic: t.topic.clone(),
        partitions: vec![fetch_response::PartitionData { error_code: code.0, ..Default::default() }],
        ..Default::default()
    });
    Reply::to(request, &FetchResponse { responses: topics.collect(), ..Default::default() })
}

/// As a broker for whom the client is nobody.
fn refusing(request: &Request) -> Reply {
    fetch_with(request, ErrorCode::TOPIC_AUTHORIZATION_FAILED)
}

/// As a broker that follows us and trusts the client.
fn trusting(request: &Request) -> Reply {
    fetch_with(request, ErrorCode::NOT_LEADER_OR_FOLLOWER)
}

/// As a broker that trusts brokers and no consumers.
fn trusting_brokers(request: &Request) -> Reply {
    if opened::<FetchRequest>(request).replica_id < 0 { refusing(request) } else { trusting(request) }
}

/// As a broker that wants a login first.
fn asking_for_a_login(_: &Request) -> Reply {
    Reply::HangUp
}

/// As a broker after a login.
fn logged_in(request: &Request) -> Reply {
    Reply::to(request, &MetadataResponse::default())
}

fn consumer_fetch() -> FetchRequest {
    FetchRequest {
        replica_id: -1,
        max_bytes: 1 << 20,
        topics: vec![fetch_request::FetchTopic {
            topic: ORDERS.to_owned(),
            partitions: vec![fetch_request::FetchPartition { fetch_offset: 300, ..Default::default() }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

#[tokio::test]
async fn whom_the_companion_takes_for_no_broker_replicates_nothing() {
    let stage = Stage::guarded(refusing, PLAINTEXT, true, |_| {}).await;
    let mut client = stage.client().await;
    client.send(1, 17, &follower_fetch(COMPANION, 100, 500)).await;
    assert_eq!(client.receive().await, None);
}

#[tokio::test]
async fn whom_the_companion_takes_for_a_broker_is_asked_about_once() {
    let stage = Stage::guarded(trusting, PLAINTEXT, true, |_| {}).await;
    let mut client = stage.client().await;
    for _ in 0..3 {
        let answer = client.ask(17, &follower_fetch(COMPANION, 100, 500)).await;
        assert_eq!(answer.error_code, 0);
    }
    let heard = stage.heard.lock();
    assert_eq!(heard.len(), 1);
    assert_eq!(opened::<FetchRequest>(&heard[0]).replica_id, COMPANION);
}

#[tokio::test]
async fn a_consumer_is_not_told_where_to_read_what_it_may_not_read() {
    let stage = Stage::guarded(trusting_brokers, PLAINTEXT, true, |_| {}).await;
    stage.orders_hold(100, 500).await;
    let answer = stage.client().await.ask(12, &consumer_fetch()).await;
    let data = &answer.responses[0].partitions[0];
    assert_eq!((data.error_code, data.high_watermark), (ErrorCode::TOPIC_AUTHORIZATION_FAILED.0, -1));
    let stage = Stage::guarded(trusting, PLAINTEXT, true, |_| {}).await;
    stage.orders_hold(100, 500).await;
    let answer = stage.client().await.ask(12, &consumer_fetch()).await;
    assert_eq!(answer.responses[0].partitions[0].preferred_read_replica, COMPANION);
}

#[tokio::test]
async fn whoever_has_not_logged_in_gets_nothing() {
    let stage = Stage::guarded(asking_for_a_login, SASL_PLAINTEXT, false, |_| {}).await;
    for ask in [consumer_fetch(), FetchRequest { replica_id: COMPANION, ..consumer_fetch() }] {
        let mut client = stage.client().await;
        client.send(1, 12, &ask).await;
        assert_eq!(client.receive().await, None);
    }
    assert_eq!(stage.heard(), [ApiKey::METADATA, ApiKey::METADATA]);
}

#[tokio::test]
async fn whoever_has_logged_in_is_asked_about_once() {
    let stage = Stage::guarded(logged_in, SASL_PLAINTEXT, false, |_| {}).await;
    let mut client = stage.client().await;
    client.ask(12, &consumer_fetch()).await;
    client.ask(12, &consumer_fetch()).await;
    assert_eq!(stage.heard(), [ApiKey::METADATA]);
}
