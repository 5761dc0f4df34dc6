//! What a view offers, and single answers that clients are known to trip over.

use std::collections::BTreeMap;

use kagami_codec::message::{api_versions_response::ApiVersion, metadata_response::MetadataResponseBroker};

use super::*;

/// A broker that knows every request there is and will be, in versions beyond ours.
fn of_the_future() -> Vec<ApiVersion> {
    (0..200)
        .chain([9999])
        .map(|key| ApiVersion { api_key: key, max_version: 99, ..Default::default() })
        .collect()
}

fn offered(policy: Policy, front: Option<Front>) -> BTreeMap<i16, (i16, i16)> {
    let addresses = Addresses::Beside { port: 1, virtual_port: 2 };
    let shown = Shown::new(policy, addresses, Box::new(Fixed), front);
    let mut keys = of_the_future();
    offer::clamp(&mut keys, &shown);
    keys.into_iter().map(|key| (key.api_key, (key.min_version, key.max_version))).collect()
}

#[test]
fn nothing_is_offered_beyond_the_table_however_new_a_broker_is() {
    let table: BTreeMap<i16, (i16, i16)> =
        offer::table().into_iter().map(|row| (row.key.0, (row.min, row.max))).collect();
    assert_eq!(offered(Policy::identity(), None), table);
    // Some clients send no compressed batches unless version 0 is there, and some fetch with 12 whatever is offered.
    assert_eq!(table[&ApiKey::PRODUCE.0].0, 0);
    assert!(table[&ApiKey::FETCH.0].1 >= 12);
    for absent in [ApiKey::STREAMS_GROUP_HEARTBEAT, ApiKey::PUSH_TELEMETRY, ApiKey(9999)] {
        assert!(!table.contains_key(&absent.0), "{absent}");
    }
    let mut mapped = table.clone();
    mapped.insert(ApiKey::CONSUMER_GROUP_HEARTBEAT.0, (0, 0));
    let also = vec![kagami_policies::naming::Pattern::parse("local-*").expect("a pattern")];
    assert_eq!(offered(Policy::prefix(PREFIX, also).expect("a policy"), None), mapped);
    let mut door = table;
    // What share groups acknowledged stays at the source.
    for absent in [
        ApiKey::OFFSET_FOR_LEADER_EPOCH,
        ApiKey::SHARE_FETCH,
        ApiKey::SHARE_ACKNOWLEDGE,
        ApiKey::SHARE_GROUP_HEARTBEAT,
        ApiKey::SHARE_GROUP_DESCRIBE,
        ApiKey::DESCRIBE_SHARE_GROUP_OFFSETS,
        ApiKey::ALTER_SHARE_GROUP_OFFSETS,
        ApiKey::DELETE_SHARE_GROUP_OFFSETS,
    ] {
        assert!(door.remove(&absent.0).is_some(), "{absent}");
    }
    assert_eq!(offered(Policy::identity(), Some(Front { nodes_from: 0 })), door);
}

#[test]
fn an_old_broker_is_not_asked_for_more_than_it_has() {
    let addresses = Addresses::Beside { port: 1, virtual_port: 2 };
    let shown = Shown::new(Policy::identity(), addresses, Box::new(Fixed), None);
    let old = |key: ApiKey, low, high| ApiVersion {
        api_key: key.0,
        min_version: low,
        max_version: high,
        ..Default::default()
    };
    let mut keys = vec![
        old(ApiKey::METADATA, 0, 9),
        old(ApiKey::ADD_PARTITIONS_TO_TXN, 5, 9),
        old(ApiKey::FETCH, 4, 11),
    ];
    offer::clamp(&mut keys, &shown);
    let left: Vec<_> = keys.iter().map(|key| (key.api_key, key.min_version, key.max_version)).collect();
    assert_eq!(left, [(ApiKey::METADATA.0, 0, 9), (ApiKey::FETCH.0, 4, 11)]);
}

/// A request for versions and its answer through a view.
fn versions(version: i16, answer: &[u8]) -> (Bytes, Bytes) {
    let view = handler(Policy::prefix(PREFIX, Vec::new()).expect("a policy"));
    let head = Head { key: ApiKey::API_VERSIONS, version, correlation_id: 77 };
    assert!(matches!(view.request(head, &[]), Ok(relay::Way::Open)));
    let frame = Bytes::from(
        [&[0, 18][..], &version.to_be_bytes(), &77_i32.to_be_bytes(), b"\0\x03app\0\x07unknown\x01"].concat(),
    );
    let opened = futures_util::FutureExt::now_or_never(view.open(head, frame));
    let Some(Ok(Opened::Send(parts, Some(relay::Expect::Open(ticket))))) = opened else {
        panic!("it goes to the broker")
    };
    let parts_home = view.answer(ticket, Bytes::copy_from_slice(answer)).expect("an answer that can be used");
    (joined(&parts), joined(&parts_home))
}

#[test]
fn a_version_that_nobody_knows_is_answered_in_the_oldest_layout() {
    // Correlation id, error 35, two keys of version 0: Produce 0 to 99 and StreamsGroupHeartbeat 0 to 1.
    let answer =
        [&77_i32.to_be_bytes()[..], &[0, 35, 0, 0, 0, 2, 0, 0, 0, 0, 0, 99, 0, 88, 0, 0, 0, 1]].concat();
    for version in [6, 99, i16::MAX] {
        let (sent, told) = versions(version, &answer);
        // What stands behind the head is not ours to read, and stays; the version is one that no broker knows.
        assert_eq!(sent[2..4], i16::MAX.to_be_bytes(), "version {version}");
        assert!(contains(&sent, "unknown"));
        let newest = ProduceRequest::MAX_VERSION.to_be_bytes();
        let wanted = [&77_i32.to_be_bytes()[..], &[0, 35, 0, 0, 0, 1, 0, 0, 0, 0], &newest].concat();
        assert_eq!(told, wanted, "version {version}");
    }
    // The broker is older than the view: its answer to a version that the view does know is of the oldest layout too.
    let (sent, told) = versions(4, &answer);
    assert_eq!(sent[2..4], 4_i16.to_be_bytes());
    assert_eq!(told[4..6], [0, 35]);
}

#[test]
fn who_keeps_a_coordinator_of_the_source_is_let_in_at_its_old_port() {
    let door = || {
        let addresses = Addresses::Here { host: DOOR.to_owned(), ports: Vec::new(), otherwise: 29_092 };
        let front = Some(Front { nodes_from: 0 });
        Handler::new(Arc::new(Shown::new(Policy::identity(), addresses, Box::new(Moved), front)), None)
    };
    let head = Head { key: ApiKey::API_VERSIONS, version: 5, correlation_id: 77 };
    let ask =
        ApiVersionsRequest { cluster_id: Some("old".to_owned()), node_id: 1_000_011, ..Default::default() };
    let none = ApiVersionsRequest::default();
    for (door, wanted) in [(door(), &ask), (door().at_old_port(), &none)] {
        let opened = futures_util::FutureExt::now_or_never(door.open(head, request_frame(head, &ask)));
        let Some(Ok(Some((parts, _)))) = opened.map(|opened| opened.map(sent)) else {
            panic!("it goes to the broker")
        };
        let mut reader = Reader::new(joined(&parts));
        RequestHeader::decode(&mut reader).expect("a header");
        assert_eq!(ApiVersionsRequest::decode(&mut reader, 5).as_ref(), Ok(wanted));
    }
}

fn through_view<R: Request>(version: i16, request: &R, response: &R::Response) -> (R, R::Response) {
    let view = handler(Policy::prefix(PREFIX, Vec::new()).expect("a policy"));
    let head = Head { key: ApiKey(R::KEY), version, correlation_id: 77 };
    let opened = futures_util::FutureExt::now_or_never(view.open(head, request_frame(head, request)));
    let Some(Ok(Some((parts, Some(relay::Expect::Open(ticket) | relay::Expect::InPlace(ticket)))))) =
        opened.map(|opened| opened.map(sent))
    else {
        panic!("{} goes to the broker", head.key)
    };
    let mut reader = Reader::new(joined(&parts));
    RequestHeader::decode(&mut reader).expect("a header");
    let sent = R::decode(&mut reader, version).expect("a request");
    let mut writer = Writer::new();
    ResponseHeader::new(77).encode(&mut writer, head.key, version);
    response.encode(&mut writer, version).expect("a response");
    let mut reader = Reader::new(joined(&view.answer(ticket, writer.into_bytes()).expect("an answer")));
    ResponseHeader::decode(&mut reader, head.key, version).expect("a header");
    (sent, R::Response::decode(&mut reader, version).expect("a response"))
}

#[test]
fn a_leader_elsewhere_is_told_at_our_address_in_its_own_rack() {
    let endpoint = produce_response::NodeEndpoint {
        node_id: 7,
        host: PLACE.to_owned(),
        port: 9092,
        rack: Some("rack".to_owned()),
        ..Default::default()
    };
    let response = ProduceResponse { node_endpoints: vec![endpoint], ..Default::default() };
    let request = ProduceRequest { acks: -1, ..Default::default() };
    for version in 10..=ProduceRequest::MAX_VERSION {
        let (_, told) = through_view(version, &request, &response);
        let node = &told.node_endpoints[0];
        assert_eq!((node.node_id, node.host.as_str(), node.port), (7, DOOR, 29_092), "version {version}");
        assert_eq!(node.rack.as_deref(), Some("rack"));
    }
    let endpoint = fetch_response::NodeEndpoint {
        node_id: 7,
        host: PLACE.to_owned(),
        port: 9092,
        rack: Some("rack".to_owned()),
        ..Default::default()
    };
    let response = FetchResponse { node_endpoints: vec![endpoint], ..Default::default() };
    for version in 16..=FetchRequest::MAX_VERSION {
        let (_, told) = through_view(version, &FetchRequest::default(), &response);
        let node = &told.node_endpoints[0];
        assert_eq!((node.host.as_str(), node.port, node.rack.as_deref()), (DOOR, 29_092, Some("rack")));
    }
}

#[test]
fn a_coordinator_that_is_not_there_has_no_address_and_keeps_its_place_in_the_answer() {
    use find_coordinator_response::Coordinator;
    let good = Coordinator {
        key: "g1".to_owned(),
        node_id: 7,
        host: PLACE.to_owned(),
        port: 9092,
        ..Default::default()
    };
    let bad =
        Coordinator { key: "g2".to_owned(), node_id: -1, port: -1, error_code: 15, ..Default::default() };
    // No broker tells where a node is that there is not; if one did, nobody would hear of it.
    let odd = Coordinator { key: "g3".to_owned(), host: PLACE.to_owned(), ..bad.clone() };
    let request = FindCoordinatorRequest {
        coordinator_keys: ["g1", "g2", "g3"].map(str::to_owned).to_vec(),
        ..Default::default()
    };
    let response =
        FindCoordinatorResponse { coordinators: vec![good, bad.clone(), odd], ..Default::default() };
    let (sent, told) = through_view(4, &request, &response);
    assert_eq!(sent, request);
    let [first, second, third] = &told.coordinators[..] else { panic!("{told:?}") };
    assert_eq!((first.node_id, first.host.as_str(), first.port), (7, DOOR, 29_092));
    assert_eq!(*second, bad);
    assert_eq!(*third, Coordinator { key: "g3".to_owned(), ..bad });
}

#[test]
fn a_fetch_session_is_the_brokers_and_what_is_forgotten_has_its_name_there() {
    let forgotten = fetch_request::ForgottenTopic {
        topic: "orders".to_owned(),
        partitions: vec![3],
        ..Default::default()
    };
    let request = FetchRequest {
        replica_id: -1,
        session_id: 4711,
        session_epoch: 9,
        forgotten_topics_data: vec![forgotten],
        ..Default::default()
    };
    let topic =
        fetch_response::FetchableTopicResponse { topic: format!("{PREFIX}orders"), ..Default::default() };
    let hidden = fetch_response::FetchableTopicResponse { topic: HIDDEN.to_owned(), ..Default::default() };
    // Whoever lost the session hears of it, and begins a new one.
    for (error_code, session_id) in [(0, 4711), (70, 0), (71, 0)] {
        let response = FetchResponse {
            error_code,
            session_id,
            responses: vec![topic.clone(), hidden.clone()],
            ..Default::default()
        };
        for version in 7..=12 {
            let (sent, told) = through_view(version, &request, &response);
            assert_eq!((sent.session_id, sent.session_epoch), (4711, 9));
            let [forgotten] = &sent.forgotten_topics_data[..] else { panic!("{sent:?}") };
            assert_eq!((forgotten.topic.as_str(), &forgotten.partitions), ("us-east-1.orders", &vec![3]));
            assert_eq!((told.error_code, told.session_id), (error_code, session_id));
            let [topic] = &told.responses[..] else { panic!("a topic outside the view: {told:?}") };
            assert_eq!(topic.topic, "orders");
        }
    }
}

#[test]
fn tags_that_nobody_knows_here_go_through_and_none_are_added() {
    use kagami_codec::types::RawTag;
    let tag = |tag| RawTag { tag, data: Bytes::from_static(b"later") };
    let request = MetadataRequest { unknown_tags: vec![tag(0), tag(9)], ..Default::default() };
    let plain = MetadataResponse { brokers: vec![MetadataResponseBroker::default()], ..Default::default() };
    let response = MetadataResponse { unknown_tags: vec![tag(3)], ..plain.clone() };
    let (sent, told) = through_view(12, &request, &response);
    assert_eq!(sent.unknown_tags, request.unknown_tags);
    assert_eq!(told.unknown_tags, response.unknown_tags);
    let (sent, told) = through_view(12, &MetadataRequest::default(), &plain);
    assert_eq!((sent, told), (MetadataRequest::default(), plain));
}

#[test]
fn nobody_is_told_that_there_is_no_broker() {
    for policy in [Policy::identity(), Policy::prefix(PREFIX, Vec::new()).expect("a policy")] {
        for version in 0..=MetadataRequest::MAX_VERSION {
            let view = handler(policy.clone());
            let head = Head { key: ApiKey::METADATA, version, correlation_id: 77 };
            let asked =
                request_frame(head, &MetadataRequest { topics: Some(Vec::new()), ..Default::default() });
            let opened = futures_util::FutureExt::now_or_never(view.open(head, asked));
            let Some(Ok(Opened::Send(_, Some(relay::Expect::Open(ticket))))) = opened else {
                panic!("version {version} goes to the broker")
            };
            let mut writer = Writer::new();
            ResponseHeader::new(77).encode(&mut writer, head.key, version);
            MetadataResponse::default().encode(&mut writer, version).expect("it can be said");
            let told = view.answer(ticket, writer.into_bytes()).expect_err("the connection is closed");
            assert!(told.to_string().ends_with("it names no broker"), "version {version}: {told}");
        }
    }
}

#[test]
fn prefixes_and_aliases_are_text_and_no_patterns() {
    let view = Policy::default("west", ".", Vec::new()).expect("a policy");
    let client = |name: &str| view.to_client(name).map(String::from).ok();
    assert_eq!(client("west2orders"), None);
    assert_eq!(client("westXorders"), None);
    assert_eq!(client("west.west.orders").as_deref(), Some("west.orders"));
    for wrong in ["a+b", "(c)", "[x]", "^", "$", "\\", "a b", "é"] {
        assert!(Policy::prefix(wrong, Vec::new()).is_err(), "{wrong}");
    }
    for odd in ["", ".", "a.", ".a", "a..b", "west.", "west"] {
        // There and back, or not there at all.
        if let Ok(broker) = view.to_broker(odd) {
            assert_eq!(client(&broker).as_deref(), Some(odd));
        }
    }
}
