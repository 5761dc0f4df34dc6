//! What is none of our business goes on as it came.

use std::time::Duration;

use kagami_codec::{
    Message,
    api::ApiKey,
    message::{
        ApiVersionsRequest, ApiVersionsResponse, FetchRequest, FetchResponse, MetadataRequest,
        MetadataResponse, ProduceRequest, ProduceResponse, api_versions_response::ApiVersion,
        produce_request,
    },
    types::ErrorCode,
};
use tokio::io::AsyncWriteExt;

use super::{
    super::request::Request,
    stage::{COMPANION, ORDERS, Reply, Stage, US, follower_fetch, frame, opened},
};

fn offers(keys: &[(ApiKey, i16, i16)]) -> ApiVersionsResponse {
    let api_keys = keys.iter().map(|(key, min, max)| ApiVersion {
        api_key: key.0,
        min_version: *min,
        max_version: *max,
        ..Default::default()
    });
    ApiVersionsResponse { api_keys: api_keys.collect(), ..Default::default() }
}

fn companion(request: &Request) -> Reply {
    match request.key {
        ApiKey::API_VERSIONS if request.version > 5 => {
            let mut refusal = offers(&[(ApiKey::API_VERSIONS, 0, 99)]);
            refusal.error_code = ErrorCode::UNSUPPORTED_VERSION.0;
            Reply::to(&Request { version: 0, ..request.clone() }, &refusal)
        }
        ApiKey::API_VERSIONS => {
            let offered = offers(&[
                (ApiKey::PRODUCE, 0, 99),
                (ApiKey::FETCH, 0, 13),
                (ApiKey::LIST_OFFSETS, 0, 99),
                (ApiKey::METADATA, 0, 99),
                (ApiKey::SHARE_FETCH, 1, 2),
            ]);
            Reply::to(request, &offered)
        }
        ApiKey::METADATA => Reply::to(request, &MetadataResponse { controller_id: 3, ..Default::default() }),
        ApiKey::SASL_HANDSHAKE => Reply::raw(request, &[0, 0, 0, 0, 0, 0]),
        // Bare tokens are echoed.
        ApiKey(0x6e2c | 0x0061) => {
            Reply::Frame(vec![4u32.to_be_bytes().to_vec().into(), request.frame.slice(..4)])
        }
        _ => Reply::HangUp,
    }
}

fn keys(response: &ApiVersionsResponse) -> Vec<(ApiKey, i16, i16)> {
    response.api_keys.iter().map(|k| (ApiKey(k.api_key), k.min_version, k.max_version)).collect()
}

#[tokio::test]
async fn versions_are_cut_to_what_we_can_open() {
    let stage = Stage::new(companion).await;
    let answer = stage.client().await.ask(3, &ApiVersionsRequest::default()).await;
    let expected = [
        (ApiKey::PRODUCE, 0, ProduceRequest::MAX_VERSION),
        (ApiKey::FETCH, FetchRequest::MIN_VERSION, 13),
        (ApiKey::LIST_OFFSETS, 1, 11),
        (ApiKey::METADATA, 0, 99),
    ];
    assert_eq!(keys(&answer), expected);
}

#[tokio::test]
async fn an_unknown_version_of_api_versions_is_answered_in_the_oldest_layout() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    let frame = [&[0, 18, 0, 99, 0, 0, 0, 7, 0, 1, b'x', 0][..], b"anything at all"].concat();
    client.send_frame(&frame).await;
    let answer: ApiVersionsResponse = client.answer(7, 0).await;
    assert_eq!(answer.error_code, ErrorCode::UNSUPPORTED_VERSION.0);
    assert_eq!(keys(&answer), [(ApiKey::API_VERSIONS, 0, ApiVersionsRequest::MAX_VERSION)]);
    // The connection stays.
    client.ask(3, &ApiVersionsRequest::default()).await;
}

#[tokio::test]
async fn a_client_that_names_us_is_taken_for_one_of_the_companion() {
    let stage = Stage::new(companion).await;
    let ask =
        ApiVersionsRequest { node_id: US, cluster_id: Some("cluster".to_owned()), ..Default::default() };
    stage.client().await.ask(5, &ask).await;
    let heard: ApiVersionsRequest = opened(&stage.heard.lock()[0]);
    assert_eq!((heard.node_id, heard.cluster_id.as_deref()), (COMPANION, Some("cluster")));
}

/// A Java client that a broker does not offer Metadata to never asks for it again, of nobody.
#[tokio::test]
async fn without_any_broker_we_offer_what_one_offered_last() {
    let mut stage = Stage::new(companion).await;
    let before = stage.client().await.ask(4, &ApiVersionsRequest::default()).await;
    stage.lose_companion().await;
    let mut client = stage.client().await;
    let answer = client.ask(3, &ApiVersionsRequest::default()).await;
    assert_eq!(keys(&answer), keys(&before));
    client.send(1, 9, &MetadataRequest::default()).await;
    assert_eq!(client.receive().await, None);
}

#[tokio::test]
async fn nothing_is_offered_before_any_broker_was_reached() {
    let stage = Stage::with(companion, |settings| settings.name = "NOWHERE".to_owned()).await;
    let mut client = stage.client().await;
    client.send(1, 4, &ApiVersionsRequest::default()).await;
    assert_eq!(client.receive().await, None);
}

#[tokio::test]
async fn answers_leave_in_the_order_of_the_requests() {
    let stage = Stage::new(companion).await;
    // The companion may not answer yet.
    let held = std::sync::Arc::clone(&stage.turns).acquire_many_owned(1_000).await.unwrap();
    let mut client = stage.client().await;
    let refused = ProduceRequest {
        acks: 1,
        topic_data: vec![produce_request::TopicProduceData {
            name: ORDERS.to_owned(),
            partition_data: vec![produce_request::PartitionProduceData::default()],
            ..Default::default()
        }],
        ..Default::default()
    };
    for id in 0..50 {
        if id % 2 == 0 {
            client.send(id, 9, &MetadataRequest::default()).await;
        } else {
            client.send(id, 9, &refused).await;
        }
    }
    drop(held);
    for id in 0..50 {
        if id % 2 == 0 {
            assert_eq!(client.answer::<MetadataResponse>(id, 9).await.controller_id, 3);
        } else {
            client.answer::<ProduceResponse>(id, 9).await;
        }
    }
}

#[tokio::test]
async fn a_request_without_a_client_id_goes_on_byte_for_byte() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    let frame = [0, 3, 0, 1, 1, 2, 3, 4, 0xff, 0xff, 0, 0, 0, 0];
    client.send_frame(&frame).await;
    assert_eq!(&client.receive().await.unwrap()[..4], [1, 2, 3, 4]);
    assert_eq!(stage.heard.lock()[0].frame, frame[..]);
}

#[tokio::test]
async fn the_oldest_handshake_is_followed_by_bare_tokens() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    client.send_frame(&[0, 17, 0, 0, 0, 0, 0, 5, 0xff, 0xff, 0, 5, b'P', b'L', b'A', b'I', b'N']).await;
    assert_eq!(client.receive().await.unwrap(), [0, 0, 0, 5, 0, 0, 0, 0, 0, 0][..]);
    client.send_frame(b"\0alice\0secret").await;
    assert_eq!(client.receive().await.unwrap(), b"\0ali"[..]);
    client.ask(9, &MetadataRequest::default()).await;
}

#[tokio::test]
async fn a_broken_companion_costs_the_client_its_connection() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    client.send_frame(&[0, 60, 0, 0, 0, 0, 0, 5, 0xff, 0xff, 0, 0]).await;
    assert_eq!(client.receive().await, None);
    assert_eq!(stage.heard(), [ApiKey::DESCRIBE_CLUSTER]);
}

#[tokio::test]
async fn what_brokers_tell_controllers_is_not_for_us() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    client.send_frame(&[0, 63, 0, 1, 0, 0, 0, 5, 0xff, 0xff, 0, 0]).await;
    assert_eq!(client.receive().await, None);
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn a_stop_answers_who_waits_and_turns_away_who_comes() {
    let stage = Stage::new(companion).await;
    stage.orders_hold(100, 500).await;
    let mut follower = stage.client().await;
    let patient =
        FetchRequest { max_wait_ms: 600_000, session_epoch: 0, ..follower_fetch(COMPANION, 100, 500) };
    let session = follower.ask(17, &patient).await.session_id;
    let next = FetchRequest { session_id: session, session_epoch: 1, topics: Vec::new(), ..patient };
    // Both requests arrive at once, so when the first is answered the second is being waited for.
    let frames = [frame(4, 9, &MetadataRequest::default()), frame(5, 17, &next)].concat();
    follower.tcp.write_all(&frames).await.unwrap();
    follower.answer::<MetadataResponse>(4, 9).await;
    stage.signal.start();
    let answer: FetchResponse = follower.answer(5, 17).await;
    assert_eq!((answer.session_id, answer.responses.len()), (session, 0));
    assert_eq!(follower.receive().await, None);
}

#[tokio::test(start_paused = true)]
async fn an_idle_client_is_let_go_after_ten_minutes() {
    let stage = Stage::new(companion).await;
    let mut client = stage.client().await;
    let begin = tokio::time::Instant::now();
    assert_eq!(client.receive_within(Duration::from_secs(3_600)).await, None);
    assert_eq!(begin.elapsed().as_secs(), 600);
}
