//! The oracle of views: messages with every field that the definitions have go through, and nothing of the broker's side
//! is left in what the client gets, nor of the client's in what the broker gets.

#[path = "../../../codec/tests/wire/samples.rs"]
#[allow(dead_code, unused_qualifications, reason = "the codec's tests use all of it")]
pub(super) mod samples;
mod versions;

use std::sync::Arc;

use bytes::Bytes;
use kagami_codec::{
    Message, Reader, Request, Writer,
    api::ApiKey,
    frame::{RequestHeader, ResponseHeader, decode_response},
    message::*,
    names::{Address, Named, Visit},
    types::Uuid,
};
use kagami_policies::naming::Policy;

use self::samples::{Sample, Seed};
pub(super) use super::hostile::Fixed;
use super::{
    Addresses, Shown,
    handler::{Handler, Ticket},
    hostile::{HIDDEN, HIDDEN_ID, PREFIX},
    offer::{self, Row},
    translate::{Cluster, Front},
};
use crate::relay::{self, Handler as _, Head, Opened};

/// Names as clients say them.
const NAMES: [&str; 3] = ["orders", "payments", "us-west.orders"];
/// Where brokers really are.
const PLACE: &str = "broker-7.internal";
const DOOR: &str = "door.example";

fn handler(policy: Policy) -> Handler {
    let addresses = Addresses::Here { host: DOOR.to_owned(), ports: Vec::new(), otherwise: 29_092 };
    Handler::new(Arc::new(Shown::new(policy, addresses, Box::new(Fixed), None)), None)
}

/// Sets every marked place of a message to a value that is known.
struct Fill<'a> {
    seed: &'a mut Seed,
    /// Names of the broker's side, hidden ones among them.
    of_broker: bool,
}

impl Visit for Fill<'_> {
    fn topic(&mut self, name: &mut String) -> bool {
        let which = self.seed.below(NAMES.len() + 1);
        *name = match NAMES.get(which) {
            Some(known) if self.of_broker => format!("{PREFIX}{known}"),
            Some(known) => (*known).to_owned(),
            None if self.of_broker => HIDDEN.to_owned(),
            None => NAMES[0].to_owned(),
        };
        true
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        *id = if self.of_broker && self.seed.bool() { HIDDEN_ID } else { Uuid([1; 16]) };
        true
    }

    fn address(&mut self, address: Address<'_>) {
        (*address.broker, *address.host, *address.port) = (7, PLACE.to_owned(), 9092);
    }

    fn broker(&mut self, id: &mut i32) {
        *id = 7;
    }

    fn text(&mut self, text: &mut String) {
        *text = match self.of_broker {
            true => format!("{PREFIX}orders-7 is too like {HIDDEN}."),
            false => "nothing".to_owned(),
        };
    }
}

/// Sees that every name has the prefix, and takes it off again.
struct Unprefix;

impl Visit for Unprefix {
    fn topic(&mut self, name: &mut String) -> bool {
        if !name.is_empty() {
            *name =
                name.strip_prefix(PREFIX).unwrap_or_else(|| panic!("{name:?} went to the broker")).to_owned();
        }
        true
    }
}

/// Takes out what the view does not have.
struct Without;

impl Visit for Without {
    fn topic(&mut self, name: &mut String) -> bool {
        name != HIDDEN
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        *id != HIDDEN_ID
    }

    fn text(&mut self, text: &mut String) {
        text.clear();
    }
}

/// Says everything as the broker said it.
struct Again;

impl Visit for Again {
    fn topic(&mut self, name: &mut String) -> bool {
        if !name.is_empty() {
            name.insert_str(0, PREFIX);
        }
        true
    }

    fn address(&mut self, address: Address<'_>) {
        if address.host == DOOR {
            (*address.host, *address.port) = (PLACE.to_owned(), 9092);
        }
    }

    /// Others look at texts.
    fn text(&mut self, text: &mut String) {
        text.clear();
    }
}

fn request_frame<R: Request>(head: Head, body: &R) -> Bytes {
    let mut writer = Writer::new();
    RequestHeader {
        client_id: Some("app".to_owned()),
        ..RequestHeader::new(head.key, head.version, head.correlation_id)
    }
    .encode(&mut writer);
    body.encode(&mut writer, head.version).expect("a sample can be said");
    writer.into_bytes()
}

/// What goes to the broker, and what is expected of it.
fn sent(opened: Opened<Ticket>) -> Option<(Vec<Bytes>, Option<relay::Expect<Ticket>>)> {
    match opened {
        Opened::Send(parts, expect) => Some((parts, expect)),
        Opened::Poll(parts, expect, _) => Some((parts, Some(expect))),
        Opened::Answer(_) => None,
    }
}

fn joined(parts: &[Bytes]) -> Bytes {
    parts.concat()[4..].to_vec().into()
}

/// Fields may hold a name in versions that have none; those cannot be said.
fn only_sayable<M: Message>(body: &M, version: i16) -> bool {
    body.encode(&mut Writer::new(), version).is_ok()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Names in a version that has ids instead must not be filled, and the other way round: filled twice, once kept.
pub(super) fn filled<M: Message + Named + Sample + Clone>(
    seed: &mut Seed,
    version: i16,
    of_broker: bool,
) -> Option<M> {
    let mut body = M::sample(seed, version);
    let before = body.clone();
    body.names(&mut Fill { seed, of_broker });
    if only_sayable(&body, version) {
        return Some(body);
    }
    // By id or by name: only what the sample had set is set.
    let mut careful = before;
    careful.names(&mut Careful(Fill { seed, of_broker }));
    only_sayable(&careful, version).then_some(careful)
}

/// Fills only what the sample had filled.
struct Careful<'a>(Fill<'a>);

impl Visit for Careful<'_> {
    fn topic(&mut self, name: &mut String) -> bool {
        name.is_empty() || self.0.topic(name)
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        id.is_zero() || self.0.topic_id(id)
    }

    fn address(&mut self, address: Address<'_>) {
        if !address.host.is_empty() {
            self.0.address(address);
        }
    }

    fn text(&mut self, text: &mut String) {
        self.0.text(text);
    }
}

/// Whether a request says beside a name what kind of name it is, or holds a pattern: `special` has tests of its own.
fn is_about_resources(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::DESCRIBE_ACLS
            | ApiKey::CREATE_ACLS
            | ApiKey::DELETE_ACLS
            | ApiKey::DESCRIBE_CONFIGS
            | ApiKey::ALTER_CONFIGS
            | ApiKey::INCREMENTAL_ALTER_CONFIGS
            | ApiKey::ELECT_LEADERS
            | ApiKey::CONSUMER_GROUP_HEARTBEAT
    )
}

/// Whether an answer has bytes of members or patterns in it.
fn is_about_members(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::JOIN_GROUP
            | ApiKey::SYNC_GROUP
            | ApiKey::DESCRIBE_GROUPS
            | ApiKey::CONSUMER_GROUP_DESCRIBE
            | ApiKey::LIST_CONFIG_RESOURCES
    )
}

/// A request and an answer of one kind and version through the view.
fn through<R>(row: &Row, version: i16, seed: &mut Seed) -> (usize, usize)
where
    R: Request + Named + Sample + Clone,
    R::Response: Named + Sample + Clone + PartialEq + std::fmt::Debug,
{
    let view = handler(Policy::prefix(PREFIX, Vec::new()).expect("a policy"));
    let head = Head { key: row.key, version, correlation_id: 77 };
    let tale = format!("{} version {version}", row.key);
    let mut asked = 0;
    let Some(request) = filled::<R>(seed, version, false) else { return (0, 0) };
    let frame = request_frame(head, &request);
    let opened = futures_util::FutureExt::now_or_never(view.open(head, frame.clone()));
    let ticket = match opened.expect("nothing is waited for").map(sent) {
        Ok(Some((parts, expect))) => {
            asked += 1;
            let sent = joined(&parts);
            let mut reader = Reader::new(sent);
            let header = RequestHeader::decode(&mut reader).expect("a header");
            assert_eq!(header.correlation_id, 77, "{tale}");
            let mut body = R::decode(&mut reader, version).unwrap_or_else(|why| panic!("{tale}: {why}"));
            body.names(&mut Unprefix);
            // Resources of other kinds have random names, which stay; no topics are all, which are named then.
            if !is_about_resources(row.key) && row.key != ApiKey::DESCRIBE_TOPIC_PARTITIONS {
                assert_eq!(request_frame(head, &body), frame, "{tale}: there and back");
            }
            match expect {
                Some(relay::Expect::Open(ticket) | relay::Expect::InPlace(ticket)) => ticket,
                _ => return (asked, 0),
            }
        }
        Ok(None) => return (asked, 0),
        Err(error) => {
            // A sample may be a follower's fetch.
            assert_eq!(row.key, ApiKey::FETCH, "{tale}: {error}");
            return (asked, 0);
        }
    };
    let Some(response) = filled::<R::Response>(seed, version, true) else { return (asked, 0) };
    let mut writer = Writer::new();
    ResponseHeader::new(77).encode(&mut writer, head.key, version);
    response.encode(&mut writer, version).expect("a sample can be said");
    let answer = writer.into_bytes();
    let parts = match view.answer(ticket, answer.clone()) {
        Ok(parts) => parts,
        Err(error) => {
            // A sample may name no broker, which no client gets to see.
            assert!(error.to_string().ends_with("it names no broker"), "{tale}: {error}");
            return (asked, 1);
        }
    };
    let got = joined(&parts);
    for secret in [PREFIX, HIDDEN, PLACE] {
        assert!(!contains(&got, secret), "{tale}: the client gets {secret:?} in {got:?}");
    }
    if !is_about_resources(row.key) && !is_about_members(row.key) {
        let read = |frame: Bytes| {
            let mut reader = Reader::new(frame);
            ResponseHeader::decode(&mut reader, head.key, version).expect("a header");
            R::Response::decode(&mut reader, version).unwrap_or_else(|why| panic!("{tale}: {why}"))
        };
        let (mut told, mut said) = (read(got), read(answer));
        told.names(&mut Again);
        said.names(&mut Without);
        assert_eq!(told, said, "{tale}: nothing else is another");
    }
    (asked, 1)
}

macro_rules! each {
    ($row:ident, $version:ident, $seed:ident; $($name:ident $request:ident)*) => {
        match $row.key {
            $(ApiKey::$name => Some(through::<$request>($row, $version, $seed)),)*
            _ => None,
        }
    };
}

fn dispatch(row: &Row, version: i16, seed: &mut Seed) -> Option<(usize, usize)> {
    each! { row, version, seed;
        PRODUCE ProduceRequest FETCH FetchRequest LIST_OFFSETS ListOffsetsRequest METADATA MetadataRequest
        OFFSET_COMMIT OffsetCommitRequest OFFSET_FETCH OffsetFetchRequest FIND_COORDINATOR FindCoordinatorRequest
        CREATE_TOPICS CreateTopicsRequest DELETE_TOPICS DeleteTopicsRequest DELETE_RECORDS DeleteRecordsRequest
        OFFSET_FOR_LEADER_EPOCH OffsetForLeaderEpochRequest ADD_PARTITIONS_TO_TXN AddPartitionsToTxnRequest
        TXN_OFFSET_COMMIT TxnOffsetCommitRequest ALTER_REPLICA_LOG_DIRS AlterReplicaLogDirsRequest
        DESCRIBE_LOG_DIRS DescribeLogDirsRequest CREATE_PARTITIONS CreatePartitionsRequest
        ELECT_LEADERS ElectLeadersRequest ALTER_PARTITION_REASSIGNMENTS AlterPartitionReassignmentsRequest
        LIST_PARTITION_REASSIGNMENTS ListPartitionReassignmentsRequest OFFSET_DELETE OffsetDeleteRequest
        DESCRIBE_QUORUM DescribeQuorumRequest DESCRIBE_CLUSTER DescribeClusterRequest
        DESCRIBE_PRODUCERS DescribeProducersRequest DESCRIBE_TRANSACTIONS DescribeTransactionsRequest
        DESCRIBE_TOPIC_PARTITIONS DescribeTopicPartitionsRequest
        CONSUMER_GROUP_DESCRIBE ConsumerGroupDescribeRequest JOIN_GROUP JoinGroupRequest SYNC_GROUP SyncGroupRequest
        DESCRIBE_GROUPS DescribeGroupsRequest DESCRIBE_CONFIGS DescribeConfigsRequest
        ALTER_CONFIGS AlterConfigsRequest INCREMENTAL_ALTER_CONFIGS IncrementalAlterConfigsRequest
        LIST_CONFIG_RESOURCES ListConfigResourcesRequest DESCRIBE_ACLS DescribeAclsRequest
        CREATE_ACLS CreateAclsRequest DELETE_ACLS DeleteAclsRequest
        CONSUMER_GROUP_HEARTBEAT ConsumerGroupHeartbeatRequest
        SHARE_GROUP_HEARTBEAT ShareGroupHeartbeatRequest SHARE_GROUP_DESCRIBE ShareGroupDescribeRequest
        SHARE_FETCH ShareFetchRequest SHARE_ACKNOWLEDGE ShareAcknowledgeRequest
        DESCRIBE_SHARE_GROUP_OFFSETS DescribeShareGroupOffsetsRequest
        ALTER_SHARE_GROUP_OFFSETS AlterShareGroupOffsetsRequest
        DELETE_SHARE_GROUP_OFFSETS DeleteShareGroupOffsetsRequest
    }
}

/// Within a session an answer without partitions says that there is nothing new; a new session's has to have them all.
#[tokio::test]
async fn only_a_fetch_within_a_session_may_be_answered_with_nothing() {
    let view = handler(Policy::identity());
    let ask = async |session_id, session_epoch| {
        let head = Head { key: ApiKey::FETCH, version: 12, correlation_id: 5 };
        let body = FetchRequest { session_id, session_epoch, ..Default::default() };
        view.open(head, request_frame(head, &body)).await.expect("it is let through")
    };
    for (id, epoch) in [(0, -1), (0, 0), (9, 0), (9, -1)] {
        assert!(matches!(ask(id, epoch).await, Opened::Send(_, Some(_))), "{id} {epoch}");
    }
    assert!(matches!(ask(9, 3).await, Opened::Poll(_, _, 9)));
    let head = Head { key: ApiKey::FETCH, version: 12, correlation_id: 5 };
    let said = joined(&view.nothing(head, 9).expect("it can be said"));
    let (header, answer) = decode_response::<FetchResponse>(said, 12).expect("an answer");
    assert_eq!((header.correlation_id, answer.session_id, answer.responses.len()), (5, 9, 0));
}

#[test]
fn nothing_of_the_other_side_goes_through_whatever_the_message() {
    for row in offer::table() {
        let mut seen = (0, 0);
        for version in row.min.max(if row.key == ApiKey::PRODUCE { 3 } else { 0 })..=row.max {
            for number in 0..40 {
                let mut seed = Seed(
                    (u64::from(row.key.0.unsigned_abs()) << 32)
                        | (u64::from(version.unsigned_abs()) * 1000 + number),
                );
                let Some((asked, answered)) = dispatch(&row, version, &mut seed) else { continue };
                seen = (seen.0 + asked, seen.1 + answered);
            }
        }
        let opened = row.treatment != offer::Treatment::Passes && row.key != ApiKey::API_VERSIONS;
        assert_eq!(seen.0 > 20, opened, "{}: {seen:?}", row.key);
        assert_eq!(seen.1 > 20, opened, "{}: {seen:?}", row.key);
    }
}

/// Whose topics have another id at the other cluster.
#[derive(Debug)]
struct Moved;

const OLD_ID: Uuid = Uuid([4; 16]);
const NEW_ID: Uuid = Uuid([5; 16]);

impl Cluster for Moved {
    fn topic_behind(&self, id: Uuid) -> Uuid {
        if id == OLD_ID { NEW_ID } else { id }
    }

    fn topic_shown(&self, id: Uuid) -> Uuid {
        if id == NEW_ID { OLD_ID } else { id }
    }
}

/// A request through a front door and its answer back.
fn through_door<R>(nodes_from: i32, version: i16, request: &R, response: &R::Response) -> (R, R::Response)
where
    R: Request,
{
    let addresses = Addresses::Here { host: DOOR.to_owned(), ports: Vec::new(), otherwise: 29_092 };
    let shown = Shown::new(Policy::identity(), addresses, Box::new(Moved), Some(Front { nodes_from }));
    let door = Handler::new(Arc::new(shown), None);
    let head = Head { key: ApiKey(R::KEY), version, correlation_id: 77 };
    assert!(matches!(door.request(head, &[]), Ok(relay::Way::Open)), "{} is opened", head.key);
    let opened = futures_util::FutureExt::now_or_never(door.open(head, request_frame(head, request)));
    let Some(Ok(Opened::Send(parts, Some(relay::Expect::Open(ticket) | relay::Expect::InPlace(ticket))))) =
        opened
    else {
        panic!("{} goes to the broker, and its answer is opened", head.key)
    };
    let mut reader = Reader::new(joined(&parts));
    RequestHeader::decode(&mut reader).expect("a header");
    let sent = R::decode(&mut reader, version).expect("a request");
    let mut writer = Writer::new();
    ResponseHeader::new(77).encode(&mut writer, head.key, version);
    response.encode(&mut writer, version).expect("a response");
    let parts = door.answer(ticket, writer.into_bytes()).expect("an answer");
    let mut reader = Reader::new(joined(&parts));
    ResponseHeader::decode(&mut reader, head.key, version).expect("a header");
    (sent, R::Response::decode(&mut reader, version).expect("a response"))
}

#[test]
fn a_front_door_shows_other_node_ids_no_epochs_and_the_topic_ids_that_clients_know() {
    let broker = metadata_response::MetadataResponseBroker {
        node_id: 11,
        host: PLACE.to_owned(),
        port: 9092,
        ..Default::default()
    };
    let partition = metadata_response::MetadataResponsePartition {
        leader_id: 11,
        leader_epoch: 7,
        replica_nodes: vec![11],
        ..Default::default()
    };
    let topic = metadata_response::MetadataResponseTopic {
        name: Some("orders".to_owned()),
        topic_id: NEW_ID,
        partitions: vec![partition],
        ..Default::default()
    };
    let response = MetadataResponse {
        brokers: vec![broker],
        topics: vec![topic],
        controller_id: 11,
        ..Default::default()
    };
    for (nodes_from, node) in [(1_000_000, 1_000_011), (0, 11)] {
        let (_, seen) = through_door(nodes_from, 12, &MetadataRequest::default(), &response);
        let (broker, topic) = (&seen.brokers[0], &seen.topics[0]);
        assert_eq!((broker.node_id, broker.host.as_str(), broker.port), (node, DOOR, 29_092));
        let partition = &topic.partitions[0];
        assert_eq!((partition.leader_id, partition.leader_epoch, seen.controller_id), (node, -1, node));
        assert_eq!((&partition.replica_nodes, topic.topic_id), (&vec![node], OLD_ID));
    }
    let asked = fetch_request::FetchTopic {
        topic_id: OLD_ID,
        partitions: vec![fetch_request::FetchPartition { current_leader_epoch: 7, ..Default::default() }],
        ..Default::default()
    };
    let request = FetchRequest { topics: vec![asked], ..Default::default() };
    let (sent, _) = through_door(0, 16, &request, &FetchResponse::default());
    assert_eq!((sent.topics[0].topic_id, sent.topics[0].partitions[0].current_leader_epoch), (NEW_ID, -1));
    let committed = offset_commit_request::OffsetCommitRequestTopic {
        name: "orders".to_owned(),
        partitions: vec![offset_commit_request::OffsetCommitRequestPartition {
            committed_leader_epoch: 7,
            ..Default::default()
        }],
        ..Default::default()
    };
    let request = OffsetCommitRequest { topics: vec![committed], ..Default::default() };
    let (sent, _) = through_door(1_000_000, 8, &request, &OffsetCommitResponse::default());
    assert_eq!(sent.topics[0].partitions[0].committed_leader_epoch, -1);
    let named = describe_configs_request::DescribeConfigsResource {
        resource_type: 4,
        resource_name: "1000011".to_owned(),
        ..Default::default()
    };
    let request = DescribeConfigsRequest { resources: vec![named], ..Default::default() };
    let (sent, _) = through_door(1_000_000, 4, &request, &DescribeConfigsResponse::default());
    assert_eq!(sent.resources[0].resource_name, "11");
}

/// `KAGAMI_WRITE_DOCS=1 cargo test` writes the page instead.
#[test]
fn the_documentation_is_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/view-requests.md");
    if std::env::var_os("KAGAMI_WRITE_DOCS").is_some() {
        std::fs::write(path, offer::markdown()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap();
    assert_eq!(page, offer::markdown(), "write it anew with KAGAMI_WRITE_DOCS=1 cargo test -p kagami-proxy");
}
