//! Clients that are known by their certificates get from the virtual broker what a real one would give them.

use harness::{
    Certified, Cluster, Kagami, Options, PATIENCE, Record, Security, newest_or_all, oldest_or_all, shared,
    unique, versions, wait_same_log, wait_until,
};
use kagami_codec::message::{
    AlterPartitionReassignmentsRequest, ApiVersionsRequest, CreateTopicsRequest, DescribeAclsRequest,
    DescribeClientQuotasRequest, DescribeClusterRequest, DescribeConfigsRequest, DescribeLogDirsRequest,
    DescribeQuorumRequest, DescribeUserScramCredentialsRequest, FetchRequest, FindCoordinatorRequest,
    InitProducerIdRequest, ListGroupsRequest, ListOffsetsRequest, MetadataRequest, MetadataResponse,
    OffsetForLeaderEpochRequest, ProduceRequest, create_topics_request, describe_configs_request,
    describe_quorum_request, fetch_request, list_offsets_request, metadata_request,
    offset_for_leader_epoch_request, produce_request,
};
use kagami_codec::types::{ErrorCode, Uuid};
use kagami_codec::{Message, Request};

use crate::secured::grant;

/// A destination with mutual TLS, a sidecar, and a mirror, a topic and another that only the admin may see.
struct Stage {
    destination: Cluster,
    sidecar: Kagami,
    mirror: String,
    plain: String,
    hidden: String,
}

impl Stage {
    fn set(version: &str) -> Self {
        let source = &shared(version).source;
        let destination = Cluster::builder(version).security(Security::Mtls).start();
        grant(&destination);
        let (mirror, plain, hidden) = (unique("ledger"), unique("plain"), unique("hidden"));
        source.client().create_topic(&mirror, 1, 1, &[]).expect("the topic is new");
        source.client().produce(&mirror, &[Record::value("entry")], &[]).expect("the source takes records");
        for topic in [&plain, &hidden] {
            destination.client().create_topic(topic, 1, 1, &[]).expect("the topic is new");
        }
        for topic in [&mirror, &plain] {
            destination.allow("alice", "TOPIC", topic, &["READ", "WRITE", "DESCRIBE_CONFIGS"]);
        }
        destination.allow("alice", "GROUP", "readers", &["READ"]);
        let sidecar = Kagami::start(&destination, Options::default());
        sidecar.create_link("src", &source.client_properties("link")).ok();
        sidecar.create_mirror(&mirror, "src").ok();
        wait_same_log(source, &mirror, &destination, &mirror, PATIENCE);
        Self { destination, sidecar, mirror, plain, hidden }
    }

    fn at(&self, address: &str, user: &str) -> Certified {
        Certified::connect(address, self.destination.certificates(), user)
    }

    fn sidecar(&self, user: &str) -> Certified {
        self.at(self.sidecar.address(), user)
    }

    fn broker(&self, user: &str) -> Certified {
        self.at(&self.destination.brokers()[0].address(), user)
    }
}

/// The same question at both ports. `plain` takes away what may differ.
fn same<R: Request + std::fmt::Debug>(
    stage: &Stage,
    user: &str,
    version: i16,
    request: &R,
    plain: impl Fn(R::Response) -> R::Response,
) where
    R::Response: PartialEq + std::fmt::Debug,
{
    let ours = stage.sidecar(user).ask(version, request).map(&plain);
    let theirs = stage.broker(user).ask(version, request).map(&plain);
    let ours = ours.unwrap_or_else(|e| panic!("{user} {version} {request:?}: {e}"));
    let theirs = theirs.unwrap_or_else(|e| panic!("the broker: {user} {version} {request:?}: {e}"));
    assert_eq!(ours, theirs, "{user}, version {version}: {request:?}");
}

/// Which broker a KRaft broker calls the controller is a matter of luck.
fn sorted(mut answer: MetadataResponse) -> MetadataResponse {
    answer.controller_id = 0;
    answer.brokers.sort_by_key(|broker| broker.node_id);
    answer.topics.sort_by(|a, b| a.name.cmp(&b.name));
    answer
}

fn named(topics: &[&str]) -> MetadataRequest {
    let topic = |name: &&str| metadata_request::MetadataRequestTopic {
        name: Some((*name).to_owned()),
        ..Default::default()
    };
    MetadataRequest {
        topics: Some(topics.iter().map(topic).collect()),
        include_topic_authorized_operations: true,
        ..Default::default()
    }
}

/// Topics by name, by id and all of them, in old versions and with rights.
fn same_metadata(stage: &Stage, user: &str, [plain_id, hidden_id]: [Uuid; 2]) {
    same(stage, user, 12, &MetadataRequest { topics: None, ..Default::default() }, sorted);
    same(stage, user, 0, &MetadataRequest { topics: Some(Vec::new()), ..Default::default() }, sorted);
    same(stage, user, 1, &MetadataRequest { topics: Some(Vec::new()), ..Default::default() }, sorted);
    let names = [stage.mirror.as_str(), &stage.plain, &stage.hidden, "nowhere"];
    // An old version always has missing topics made, for those who may.
    let old = MetadataRequest {
        include_topic_authorized_operations: false,
        ..named(&[&stage.plain, &stage.hidden])
    };
    same(stage, user, 1, &old, sorted);
    let named = MetadataRequest { allow_auto_topic_creation: false, ..named(&names) };
    same(stage, user, 9, &named, sorted);
    let by_id = |topic_id: Uuid| metadata_request::MetadataRequestTopic {
        topic_id,
        name: None,
        ..Default::default()
    };
    let ids = [plain_id, hidden_id, Uuid([9; 16])].map(by_id).to_vec();
    same(stage, user, 12, &MetadataRequest { topics: Some(ids), ..Default::default() }, |mut answer| {
        answer.topics.sort_by_key(|topic| topic.topic_id.0);
        answer.controller_id = 0;
        answer
    });
    let with_rights = MetadataRequest {
        topics: Some(Vec::new()),
        include_cluster_authorized_operations: true,
        ..Default::default()
    };
    same(stage, user, 8, &with_rights, sorted);
}

/// The cluster, and who coordinates what.
fn same_cluster(stage: &Stage, user: &str) {
    let cluster =
        DescribeClusterRequest { include_cluster_authorized_operations: true, ..Default::default() };
    same(stage, user, 0, &cluster, |mut answer| {
        answer.controller_id = 0;
        answer.brokers.sort_by_key(|broker| broker.broker_id);
        answer
    });
    for (kind, key) in [(0, "readers"), (0, "others"), (1, "payments")] {
        let key = key.to_owned();
        let one = FindCoordinatorRequest { key_type: kind, key: key.clone(), ..Default::default() };
        same(stage, user, 2, &one, |mut answer| {
            answer.error_message = None;
            answer
        });
        let batched =
            FindCoordinatorRequest { key_type: kind, coordinator_keys: vec![key], ..Default::default() };
        same(stage, user, 4, &batched, |mut answer| {
            answer.coordinators.iter_mut().for_each(|each| each.error_message = None);
            answer
        });
    }
    let ids = InitProducerIdRequest { transactional_id: None, ..Default::default() };
    same(stage, user, 4, &ids, |mut answer| {
        answer.producer_id = answer.producer_id.min(0);
        answer
    });
}

/// Settings, rights and quotas.
fn same_settings(stage: &Stage, user: &str) {
    let resources = [(2, stage.plain.as_str()), (2, &stage.hidden), (4, "1")].map(|(kind, name)| {
        describe_configs_request::DescribeConfigsResource {
            resource_type: kind,
            resource_name: name.to_owned(),
            configuration_keys: Some(vec!["retention.ms".to_owned()]),
            ..Default::default()
        }
    });
    let configs = DescribeConfigsRequest { resources: resources.to_vec(), ..Default::default() };
    same(stage, user, 4, &configs, |mut answer| {
        answer.results.sort_by(|a, b| a.resource_name.cmp(&b.resource_name));
        answer.results.iter_mut().for_each(|each| each.error_message = None);
        answer
    });
    let acls = DescribeAclsRequest {
        resource_type_filter: 4,
        pattern_type_filter: 3,
        operation: 9,
        permission_type: 1,
        ..Default::default()
    };
    same(stage, user, 2, &acls, |mut answer| {
        answer.error_message = None;
        answer
    });
    same(stage, user, 1, &DescribeClientQuotasRequest::default(), |mut answer| {
        answer.error_message = None;
        answer
    });
    same(stage, user, 0, &DescribeUserScramCredentialsRequest::default(), |mut answer| {
        answer.error_message = None;
        answer
    });
}

#[test]
fn what_is_no_mirror_is_answered_as_the_broker_answers_it() {
    for version in versions() {
        let stage = Stage::set(&version);
        let id_of = |topic: &str| {
            let answer: MetadataResponse =
                stage.broker("admin").ask(12, &named(&[topic])).expect("the broker answers");
            answer.topics[0].topic_id
        };
        // So that coordinators are known on both sides: the first question makes the internal topics.
        wait_until(PATIENCE, "groups and transactions have coordinators", || {
            [(0, "readers"), (1, "payments")].into_iter().all(|(key_type, key)| {
                let ask = FindCoordinatorRequest { key_type, key: key.to_owned(), ..Default::default() };
                stage.broker("admin").ask(2, &ask).is_ok_and(|answer| answer.error_code == 0)
            })
        });
        let (plain_id, hidden_id) = (id_of(&stage.plain), id_of(&stage.hidden));
        for user in ["alice", "admin", "link", "kagami"] {
            same_metadata(&stage, user, [plain_id, hidden_id]);
            same_cluster(&stage, user);
            same_settings(&stage, user);
        }
        stage.sidecar.assert_quiet();
    }
}

#[test]
fn what_is_for_the_controllers_is_done_in_the_clients_name() {
    for version in newest_or_all() {
        let stage = Stage::set(&version);
        let create = |name: &str| CreateTopicsRequest {
            topics: vec![create_topics_request::CreatableTopic {
                name: name.to_owned(),
                num_partitions: 1,
                replication_factor: 1,
                ..Default::default()
            }],
            timeout_ms: 10_000,
            ..Default::default()
        };
        let code = |user: &str, name: &str| {
            let answer = stage.sidecar(user).ask(5, &create(name)).expect("an answer");
            ErrorCode(answer.topics[0].error_code)
        };
        let name = unique("made");
        assert_eq!(code("alice", &name), ErrorCode::TOPIC_AUTHORIZATION_FAILED, "{version}");
        assert_eq!(code("admin", &name), ErrorCode::NONE, "{version}");
        assert_eq!(code("admin", &name), ErrorCode::TOPIC_ALREADY_EXISTS, "{version}");
        let hers = unique("hers");
        stage.destination.allow("alice", "TOPIC", &hers, &["CREATE"]);
        wait_until(PATIENCE, "the right to create reaches the controllers", || {
            code("alice", &hers) == ErrorCode::NONE
        });
        let quorum = DescribeQuorumRequest {
            topics: vec![describe_quorum_request::TopicData {
                topic_name: "__cluster_metadata".to_owned(),
                partitions: vec![describe_quorum_request::PartitionData::default()],
                ..Default::default()
            }],
            ..Default::default()
        };
        let answer = stage.sidecar("admin").ask(1, &quorum).expect("an answer");
        assert!(answer.topics[0].partitions[0].leader_id > 0, "{version}: {answer:?}");
        let nothing = AlterPartitionReassignmentsRequest { timeout_ms: 10_000, ..Default::default() };
        let refused = stage.sidecar("alice").ask(0, &nothing).expect("an answer");
        assert_eq!(ErrorCode(refused.error_code), ErrorCode::CLUSTER_AUTHORIZATION_FAILED, "{version}");
    }
}

fn fetched(stage: &Stage, user: &str) -> (ErrorCode, i32) {
    let fetch = FetchRequest {
        session_epoch: -1,
        max_bytes: 1 << 20,
        topics: vec![fetch_request::FetchTopic {
            topic: stage.mirror.clone(),
            partitions: vec![fetch_request::FetchPartition {
                partition_max_bytes: 1 << 20,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = stage.sidecar(user).ask(12, &fetch).expect("an answer");
    let data = &answer.responses[0].partitions[0];
    (ErrorCode(data.error_code), data.preferred_read_replica)
}

fn listed(stage: &Stage, user: &str) -> (ErrorCode, i64) {
    let list = ListOffsetsRequest {
        replica_id: -1,
        topics: vec![list_offsets_request::ListOffsetsTopic {
            name: stage.mirror.clone(),
            partitions: vec![list_offsets_request::ListOffsetsPartition {
                timestamp: -1,
                current_leader_epoch: -1,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = stage.sidecar(user).ask(7, &list).expect("an answer");
    let data = &answer.topics[0].partitions[0];
    (ErrorCode(data.error_code), data.offset)
}

fn ended(stage: &Stage, user: &str) -> (ErrorCode, i64) {
    let epochs = OffsetForLeaderEpochRequest {
        replica_id: -1,
        topics: vec![offset_for_leader_epoch_request::OffsetForLeaderTopic {
            topic: stage.mirror.clone(),
            partitions: vec![offset_for_leader_epoch_request::OffsetForLeaderPartition {
                current_leader_epoch: -1,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = stage.sidecar(user).ask(4, &epochs).expect("an answer");
    let data = &answer.topics[0].partitions[0];
    (ErrorCode(data.error_code), data.end_offset)
}

fn produced(stage: &Stage, user: &str) -> ErrorCode {
    let produce = ProduceRequest {
        acks: 1,
        timeout_ms: 5_000,
        topic_data: vec![produce_request::TopicProduceData {
            name: stage.mirror.clone(),
            partition_data: vec![produce_request::PartitionProduceData::default()],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = stage.sidecar(user).ask(9, &produce).expect("an answer");
    ErrorCode(answer.responses[0].partition_responses[0].error_code)
}

/// We hold nothing, and what is not offered is not answered.
fn nothing_is_held(stage: &Stage, version: &str) {
    let groups = stage.sidecar("admin").ask(4, &ListGroupsRequest::default()).expect("an answer");
    assert_eq!((groups.error_code, groups.groups.len()), (0, 0), "{version}");
    let dirs = stage.sidecar("admin").ask(4, &DescribeLogDirsRequest::default()).expect("an answer");
    assert_eq!((dirs.error_code, dirs.results.len()), (0, 0), "{version}");
    let offered = stage.sidecar("alice").ask(
        3,
        &ApiVersionsRequest {
            client_software_name: "certified".to_owned(),
            client_software_version: "1".to_owned(),
            ..Default::default()
        },
    );
    let offered: Vec<i16> = offered.expect("an answer").api_keys.iter().map(|key| key.api_key).collect();
    for (key, wanted) in
        [(MetadataRequest::KEY, true), (CreateTopicsRequest::KEY, true), (11, false), (58, false)]
    {
        assert_eq!(offered.contains(&key), wanted, "{version}: {key} among {offered:?}");
    }
}

#[test]
fn a_mirror_is_shown_only_to_those_who_may_see_it() {
    const DENIED: ErrorCode = ErrorCode::TOPIC_AUTHORIZATION_FAILED;
    for version in oldest_or_all() {
        let stage = Stage::set(&version);
        assert_eq!(fetched(&stage, "alice"), (ErrorCode::NONE, 1), "{version}");
        assert_eq!(fetched(&stage, "link").0, DENIED, "{version}");
        assert_eq!(listed(&stage, "alice"), (ErrorCode::NONE, 1), "{version}");
        assert_eq!(listed(&stage, "link"), (DENIED, -1), "{version}");
        assert_eq!(ended(&stage, "alice"), (ErrorCode::NONE, 1), "{version}");
        assert_eq!(ended(&stage, "link"), (DENIED, -1), "{version}");
        assert_eq!(produced(&stage, "alice"), ErrorCode::INVALID_REQUEST, "{version}");
        assert_eq!(produced(&stage, "link"), DENIED, "{version}");
        nothing_is_held(&stage, &version);
    }
}

#[test]
fn only_those_with_cluster_action_act_for_a_broker() {
    for version in newest_or_all() {
        let stage = Stage::set(&version);
        let fetch =
            FetchRequest { replica_id: 1, session_epoch: -1, max_bytes: 1 << 20, ..Default::default() };
        assert!(stage.sidecar("alice").ask(12, &fetch).is_err(), "{version}: alice is no broker");
        // Brokers have the certificate `broker`; whoever the cluster lets act for one may, too.
        for user in ["broker", "kagami", "admin"] {
            let answer = stage.sidecar(user).ask(12, &fetch);
            assert!(answer.is_ok_and(|a| a.error_code == 0), "{version} {user}");
        }
    }
}

#[test]
fn real_clients_that_only_know_the_sidecar_work_as_at_a_broker() {
    for version in oldest_or_all() {
        let stage = Stage::set(&version);
        let properties = |user: &str| {
            let mut properties = stage.destination.client_properties(user);
            properties.insert("bootstrap.servers".to_owned(), stage.sidecar.address().to_owned());
            properties
        };
        // Each client picks its next broker at random, so each of these goes through us now and then.
        for round in 0..4 {
            let alice = stage.destination.client().with_all(properties("alice"));
            let admin = stage.destination.client().with_all(properties("admin"));
            let seen = alice.consume_all(&stage.mirror, "read_committed").expect("alice may read");
            assert_eq!(seen.len(), 1, "{version}");
            let stored =
                alice.produce(&stage.plain, &[Record::value("hers")], &[("enable.idempotence", "true")]);
            assert_eq!(stored.map(|all| all[0].offset), Ok(round), "{version}");
            let topic = unique("random");
            admin.create_topic(&topic, 1, 1, &[]).expect("the admin may make topics");
            assert_eq!(
                admin.topic_config(&topic, "cleanup.policy"),
                Ok(Some("delete".to_owned())),
                "{version}"
            );
            admin.delete_topic(&topic).expect("the admin may delete topics");
        }
        let metrics = stage.sidecar.http("GET", "/metrics", None).expect("metrics").body;
        let closed =
            metrics.lines().find(|line| line.contains("reason=\"unauthorized\"") && !line.ends_with(" 0"));
        assert_eq!(closed, None, "{version}: a client was sent away");
    }
}
