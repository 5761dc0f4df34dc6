use bytes::Bytes;
use kagami_codec::{
    Message, Writer,
    message::{
        AlterConfigsRequest, ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse,
        ConsumerProtocolAssignment, ConsumerProtocolSubscription, CreateAclsRequest, DeleteAclsRequest,
        DescribeAclsRequest, DescribeAclsResponse, DescribeConfigsResponse, DescribeGroupsRequest,
        DescribeGroupsResponse, DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse,
        ElectLeadersRequest, JoinGroupRequest, JoinGroupResponse, SyncGroupRequest,
        alter_configs_request::{AlterConfigsResource, AlterableConfig},
        consumer_protocol_assignment, consumer_protocol_subscription,
        create_acls_request::AclCreation,
        delete_acls_request::DeleteAclsFilter,
        describe_acls_response::DescribeAclsResource,
        describe_configs_response::{
            DescribeConfigsResourceResult, DescribeConfigsResult, DescribeConfigsSynonym,
        },
        describe_groups_response::{DescribedGroup, DescribedGroupMember},
        describe_topic_partitions_request,
        join_group_request::JoinGroupRequestProtocol,
        join_group_response::JoinGroupResponseMember,
        sync_group_request::SyncGroupRequestAssignment,
    },
    types::ErrorCode,
};
use kagami_policies::naming::Policy;

use super::Special;
use crate::view::{
    Addresses,
    tests::Fixed,
    translate::{Changed, Front, Homeward, Joined, Outward},
};

const LITERAL: i8 = 3;
const PREFIXED: i8 = 4;
const TOPIC: i8 = 2;
const GROUP_RESOURCE: i8 = 3;

fn prefix() -> Policy {
    Policy::prefix("us.", Vec::new()).expect("a policy")
}

/// Sends a request out and answers with what was done to it, and with the refusal, if there was one.
fn out<R: Special>(request: &mut R, policy: &Policy, joined: &Joined) -> (Changed, Option<R::Response>) {
    let mut outward = Outward { policy, cluster: &Fixed, joined, front: None, changed: Changed::default() };
    let refused = request.out(&mut outward);
    (outward.changed, refused)
}

fn home<R: Special>(response: &mut R::Response, policy: &Policy, changed: &Changed) {
    let addresses = Addresses::Beside { port: 1, virtual_port: 2 };
    let homeward = Homeward { policy, cluster: &Fixed, addresses: &addresses, front: None, changed };
    R::home(response, &homeward);
}

fn subscription(version: i16, topics: &[&str], behind: &[u8]) -> Bytes {
    let mut writer = Writer::new();
    writer.put_i16(version);
    let owned = consumer_protocol_subscription::TopicPartition {
        topic: topics[0].to_owned(),
        partitions: vec![0, 3],
    };
    let known = version.min(ConsumerProtocolSubscription::MAX_VERSION);
    let message = ConsumerProtocolSubscription {
        topics: topics.iter().map(|topic| (*topic).to_owned()).collect(),
        user_data: Some(Bytes::from_static(b"private")),
        owned_partitions: if known >= 1 { vec![owned] } else { Vec::new() },
        ..Default::default()
    };
    message.encode(&mut writer, known).expect("a subscription can be said");
    writer.put_segment(&Bytes::copy_from_slice(behind));
    writer.into_bytes()
}

fn assignment(topic: &str) -> Bytes {
    let mut writer = Writer::new();
    writer.put_i16(1);
    let assigned =
        consumer_protocol_assignment::TopicPartition { topic: topic.to_owned(), partitions: vec![1, 2] };
    ConsumerProtocolAssignment { assigned_partitions: vec![assigned], user_data: None }
        .encode(&mut writer, 1)
        .expect("an assignment can be said");
    writer.into_bytes()
}

fn join(kind: &str, metadata: Bytes) -> JoinGroupRequest {
    JoinGroupRequest {
        group_id: "group".to_owned(),
        protocol_type: kind.to_owned(),
        protocols: vec![JoinGroupRequestProtocol { metadata, ..Default::default() }],
        ..Default::default()
    }
}

#[test]
fn members_are_subscribed_under_the_brokers_names_and_the_leader_sees_the_clients() {
    let (policy, joined) = (prefix(), Joined::default());
    // A version that nobody knows yet begins like the newest.
    for (version, behind) in [(0, &b""[..]), (1, b""), (3, b""), (9, b"new fields")] {
        let mut request = join("consumer", subscription(version, &["orders", "bills"], behind));
        let (changed, _) = out(&mut request, &policy, &joined);
        let sent = request.protocols[0].metadata.clone();
        assert_eq!(sent, subscription(version, &["us.orders", "us.bills"], behind), "version {version}");
        let mut response = JoinGroupResponse {
            members: vec![JoinGroupResponseMember { metadata: sent, ..Default::default() }],
            ..Default::default()
        };
        home::<JoinGroupRequest>(&mut response, &policy, &changed);
        assert_eq!(response.members[0].metadata, subscription(version, &["orders", "bills"], behind));
    }
}

#[test]
fn bytes_of_other_protocols_and_bytes_that_cannot_be_read_stay_as_they_are() {
    let (policy, joined) = (prefix(), Joined::default());
    let mine = subscription(1, &["orders"], b"");
    let cases = [
        ("connect", mine.clone()),
        ("consumer", Bytes::new()),
        ("consumer", Bytes::from_static(&[0])),
        ("consumer", mine.slice(..mine.len() - 3)),
        ("consumer", Bytes::from_static(&[0, 1, 0x7f, 0xff, 0xff, 0xff])),
        ("consumer", Bytes::from_static(&[0xff, 0xff, 0, 0, 0, 1])),
    ];
    for (kind, bytes) in cases {
        let mut request = join(kind, bytes.clone());
        out(&mut request, &policy, &joined);
        assert_eq!(request.protocols[0].metadata, bytes, "{kind}");
    }
}

#[test]
fn assignments_are_rewritten_when_the_request_or_the_join_before_it_says_whose_they_are() {
    let policy = prefix();
    let of = |kind: Option<&str>| SyncGroupRequest {
        group_id: "group".to_owned(),
        protocol_type: kind.map(str::to_owned),
        assignments: vec![SyncGroupRequestAssignment {
            assignment: assignment("orders"),
            ..Default::default()
        }],
        ..Default::default()
    };
    for (joined_as, said, wanted) in [
        (None, Some("consumer"), "us.orders"),
        (Some("consumer"), None, "us.orders"),
        (Some("connect"), None, "orders"),
        (None, Some("connect"), "orders"),
    ] {
        let joined = Joined::default();
        if let Some(kind) = joined_as {
            out(&mut join(kind, Bytes::new()), &policy, &joined);
        }
        let mut request = of(said);
        out(&mut request, &policy, &joined);
        assert_eq!(request.assignments[0].assignment, assignment(wanted), "{joined_as:?} {said:?}");
    }
}

#[test]
fn described_groups_show_the_clients_names() {
    let member = DescribedGroupMember {
        member_metadata: subscription(1, &["us.orders"], b""),
        member_assignment: assignment("us.orders"),
        ..Default::default()
    };
    let group = |kind: &str| DescribedGroup {
        protocol_type: kind.to_owned(),
        members: vec![member.clone()],
        ..Default::default()
    };
    let mut response =
        DescribeGroupsResponse { groups: vec![group("consumer"), group("connect")], ..Default::default() };
    home::<DescribeGroupsRequest>(&mut response, &prefix(), &Changed::default());
    assert_eq!(response.groups[0].members[0].member_metadata, subscription(1, &["orders"], b""));
    assert_eq!(response.groups[0].members[0].member_assignment, assignment("orders"));
    assert_eq!(response.groups[1].members[0], member);
}

#[test]
fn settings_are_those_of_topics_only_where_the_kind_says_so() {
    const GROUP: i8 = 32;
    let resource = |kind: i8, name: &str| AlterConfigsResource {
        resource_type: kind,
        resource_name: name.to_owned(),
        configs: vec![AlterableConfig {
            name: "errors.deadletterqueue.topic.name".to_owned(),
            value: Some("dead".to_owned()),
            ..Default::default()
        }],
        ..Default::default()
    };
    let mut request = AlterConfigsRequest {
        resources: vec![resource(2, "orders"), resource(4, "1"), resource(GROUP, "group")],
        ..Default::default()
    };
    out(&mut request, &prefix(), &Joined::default());
    let got: Vec<_> = request
        .resources
        .iter()
        .map(|each| (each.resource_name.as_str(), each.configs[0].value.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(got, [("us.orders", "dead"), ("1", "dead"), ("group", "us.dead")]);
    let result = |kind: i8, name: &str| DescribeConfigsResult {
        resource_type: kind,
        resource_name: name.to_owned(),
        configs: vec![DescribeConfigsResourceResult {
            name: "errors.deadletterqueue.topic.name".to_owned(),
            value: Some("us.dead".to_owned()),
            ..Default::default()
        }],
        ..Default::default()
    };
    let mut response = DescribeConfigsResponse {
        results: vec![result(2, "us.orders"), result(2, "local"), result(GROUP, "group")],
        ..Default::default()
    };
    home::<kagami_codec::message::DescribeConfigsRequest>(&mut response, &prefix(), &Changed::default());
    let got: Vec<_> = response.results.iter().map(|each| each.resource_name.as_str()).collect();
    assert_eq!(got, ["orders", "group"]);
    assert_eq!(response.results[1].configs[0].value.as_deref(), Some("dead"));
}

#[test]
fn a_brokers_settings_do_not_tell_where_it_is() {
    const BROKER: i8 = 4;
    const GROUP: i8 = 32;
    let place = || Some("PLAINTEXT://broker-1.internal:9092".to_owned());
    for policy in [Policy::identity(), prefix()] {
        let config = |name: &str| DescribeConfigsResourceResult {
            name: name.to_owned(),
            value: place(),
            synonyms: vec![DescribeConfigsSynonym { value: place(), ..Default::default() }],
            ..Default::default()
        };
        let names = ["advertised.listeners", "listeners", "controller.quorum.voters", "log.dirs"];
        let configs = names.map(config).to_vec();
        let one = |kind| DescribeConfigsResult {
            resource_type: kind,
            configs: configs.clone(),
            ..Default::default()
        };
        let mut response =
            DescribeConfigsResponse { results: vec![one(BROKER), one(GROUP)], ..Default::default() };
        home::<kagami_codec::message::DescribeConfigsRequest>(&mut response, &policy, &Changed::default());
        for result in response.results {
            let told: Vec<_> = result
                .configs
                .iter()
                .map(|config| config.value.is_some() && config.synonyms[0].value.is_some())
                .collect();
            assert_eq!(
                told,
                [[false, false, false, true], [true; 4]][usize::from(result.resource_type == GROUP)]
            );
            assert!(
                result
                    .configs
                    .iter()
                    .all(|config| config.value.is_some() == config.synonyms[0].value.is_some())
            );
        }
    }
}

fn creation(name: &str, pattern: i8) -> AclCreation {
    AclCreation {
        resource_type: TOPIC,
        resource_name: name.to_owned(),
        resource_pattern_type: pattern,
        ..Default::default()
    }
}

#[test]
fn entries_are_made_for_exactly_the_topics_that_are_meant() {
    let made = |policy: &Policy, name: &str, pattern: i8| {
        let mut request =
            CreateAclsRequest { creations: vec![creation(name, pattern)], ..Default::default() };
        let (_, refused) = out(&mut request, policy, &Joined::default());
        let creation = &request.creations[0];
        if refused.is_some() {
            None
        } else {
            Some((creation.resource_name.clone(), creation.resource_pattern_type))
        }
    };
    let some = |name: &str, pattern: i8| Some((name.to_owned(), pattern));
    assert_eq!(made(&prefix(), "orders", LITERAL), some("us.orders", LITERAL));
    assert_eq!(made(&prefix(), "or", PREFIXED), some("us.or", PREFIXED));
    assert_eq!(made(&prefix(), "*", LITERAL), some("us.", PREFIXED));
    assert_eq!(made(&Policy::identity(), "*", LITERAL), some("*", LITERAL));
    let mapped = Policy::map(vec![
        kagami_policies::naming::Rule::new(
            kagami_policies::naming::Pattern::parse("orders").expect("a name"),
            kagami_policies::naming::Pattern::parse("us.orders").expect("a name"),
        )
        .expect("a rule"),
    ])
    .expect("a policy");
    assert_eq!(made(&mapped, "orders", LITERAL), some("us.orders", LITERAL));
    for (name, pattern) in [("or", PREFIXED), ("*", LITERAL), ("other", LITERAL)] {
        assert_eq!(made(&mapped, name, pattern), None, "{name}");
    }
}

#[test]
fn what_would_delete_entries_of_others_is_refused() {
    let deleted = |kind: i8, name: Option<&str>, pattern: i8| {
        let filter = DeleteAclsFilter {
            resource_type_filter: kind,
            resource_name_filter: name.map(str::to_owned),
            pattern_type_filter: pattern,
            ..Default::default()
        };
        let mut request = DeleteAclsRequest { filters: vec![filter], ..Default::default() };
        let (_, refused) = out(&mut request, &prefix(), &Joined::default());
        refused.is_none().then(|| request.filters[0].resource_name_filter.clone())
    };
    assert_eq!(deleted(TOPIC, Some("orders"), LITERAL), Some(Some("us.orders".to_owned())));
    assert_eq!(deleted(GROUP_RESOURCE, Some("group"), LITERAL), Some(Some("group".to_owned())));
    assert_eq!(deleted(GROUP_RESOURCE, None, LITERAL), Some(None));
    for (kind, name, pattern) in
        [(TOPIC, None, LITERAL), (TOPIC, Some("orders"), 2), (1, None, 1), (1, Some("orders"), LITERAL)]
    {
        assert_eq!(deleted(kind, name, pattern), None, "{kind} {name:?} {pattern}");
    }
}

#[test]
fn entries_that_reach_beyond_the_view_are_not_shown() {
    let entry = |kind: i8, name: &str, pattern: i8| DescribeAclsResource {
        resource_type: kind,
        resource_name: name.to_owned(),
        pattern_type: pattern,
        ..Default::default()
    };
    let mut response = DescribeAclsResponse {
        resources: vec![
            entry(TOPIC, "us.orders", LITERAL),
            entry(TOPIC, "us.or", PREFIXED),
            entry(TOPIC, "us.", PREFIXED),
            entry(TOPIC, "*", LITERAL),
            entry(TOPIC, "u", PREFIXED),
            entry(TOPIC, "local", LITERAL),
            entry(GROUP_RESOURCE, "group", LITERAL),
        ],
        ..Default::default()
    };
    home::<DescribeAclsRequest>(&mut response, &prefix(), &Changed::default());
    let got: Vec<_> =
        response.resources.iter().map(|each| (each.resource_name.as_str(), each.pattern_type)).collect();
    assert_eq!(got, [("orders", LITERAL), ("or", PREFIXED), ("*", LITERAL), ("group", LITERAL)]);
}

#[test]
fn all_leaders_are_those_that_the_view_has() {
    let mut request = ElectLeadersRequest { topic_partitions: None, ..Default::default() };
    out(&mut request, &Policy::prefix("us-east-1.", Vec::new()).expect("a policy"), &Joined::default());
    let all = request.topic_partitions.expect("all of them are named");
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].topic.as_str(), all[0].partitions.as_slice()), ("us-east-1.orders", &[0, 1][..]));
}

#[test]
fn all_topics_are_those_that_the_view_has() {
    let ask = |request: &mut DescribeTopicPartitionsRequest, policy: &Policy| {
        let (_, answer) = out(request, policy, &Joined::default());
        (request.topics.iter().map(|topic| topic.name.clone()).collect::<Vec<_>>(), answer)
    };
    let all = DescribeTopicPartitionsRequest::default;
    let own = Policy::prefix("us-east-1.", Vec::new()).expect("a policy");
    assert_eq!(ask(&mut all(), &own), (vec!["us-east-1.orders".to_owned()], None));
    assert_eq!(ask(&mut all(), &Policy::identity()), (Vec::new(), None));
    let (asked, answer) = ask(&mut all(), &Policy::prefix("nobody.", Vec::new()).expect("a policy"));
    assert_eq!((asked, answer), (Vec::new(), Some(DescribeTopicPartitionsResponse::default())));
    let one = describe_topic_partitions_request::TopicRequest { name: "x".to_owned(), ..Default::default() };
    let mut named = DescribeTopicPartitionsRequest { topics: vec![one], ..Default::default() };
    assert_eq!(ask(&mut named, &own), (vec!["x".to_owned()], None));
}

#[test]
fn a_member_that_was_led_to_the_destination_is_told_to_join_again_where_its_group_is_not_known() {
    let answered = |front: Option<i32>, member_epoch: i32, error: ErrorCode| {
        let mut request = ConsumerGroupHeartbeatRequest { member_epoch, ..Default::default() };
        let (changed, _) = out(&mut request, &Policy::identity(), &Joined::default());
        let mut response = ConsumerGroupHeartbeatResponse { error_code: error.0, ..Default::default() };
        let homeward = Homeward {
            policy: &Policy::identity(),
            cluster: &Fixed,
            addresses: &Addresses::Beside { port: 1, virtual_port: 2 },
            front: front.map(|nodes_from| Front { nodes_from }),
            changed: &changed,
        };
        ConsumerGroupHeartbeatRequest::home(&mut response, &homeward);
        ErrorCode(response.error_code)
    };
    let (gone, stranger) = (ErrorCode::GROUP_ID_NOT_FOUND, ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(answered(Some(0), 5, gone), stranger);
    assert_eq!(answered(Some(0), 5, ErrorCode::FENCED_MEMBER_EPOCH), ErrorCode::FENCED_MEMBER_EPOCH);
    // Who joins is told what kind of group it is; who leaves has what it wants.
    assert_eq!((answered(Some(0), 0, gone), answered(Some(0), -1, gone)), (gone, gone));
    assert_eq!((answered(None, 5, gone), answered(Some(1 << 20), 5, gone)), (gone, gone));
}
