//! Where hostile bytes enter a view: shared by ordinary tests and by the fuzz targets in `proxy/fuzz`.
//!
//! Whatever the bytes are, nothing panics, no request reaches a topic outside the view, and no answer names one or tells
//! where a broker is; bytes of which that cannot be promised end in an error.

mod parts;
mod places;

use std::{collections::HashSet, sync::Arc};

use bytes::Bytes;
use futures_util::FutureExt as _;
use kagami_codec::{
    Message, Reader, Request, Writer,
    api::ApiKey,
    frame::{RequestHeader, ResponseHeader},
    message::*,
    names::{Address, Named, Visit},
    types::Uuid,
};
use kagami_policies::naming::{Pattern, Policy, Rule};

use self::places::{Place, places};
use super::{
    Addresses, Shown,
    handler::Handler,
    offer::{self, Row},
    translate::{Cluster, Front, NOWHERE},
};
use crate::relay::{Expect, Handler as _, Head, Opened, Way};

/// Policies that bytes may choose.
pub const POLICIES: usize = 7;
/// What the policies that put something in front put there.
pub const PREFIX: &str = "us-east-1.";
/// A topic of the cluster that most policies hide.
pub const HIDDEN: &str = "bills.secret";
/// Its id.
pub const HIDDEN_ID: Uuid = Uuid([9; 16]);
/// Where the view shows all brokers.
const DOOR: &str = "door.example";
const CORRELATION: i32 = 77;

/// A cluster that has that topic, and one that belongs to the view.
#[derive(Debug)]
pub(super) struct Fixed;

impl Cluster for Fixed {
    fn topic_name(&self, id: Uuid) -> Option<String> {
        (id == HIDDEN_ID).then(|| HIDDEN.to_owned())
    }

    fn has_topic(&self, name: &str) -> bool {
        name == HIDDEN || name.strip_prefix(PREFIX) == Some("orders")
    }

    fn topics(&self) -> Vec<(String, Vec<i32>)> {
        vec![(HIDDEN.to_owned(), vec![0]), (format!("{PREFIX}orders"), vec![0, 1])]
    }
}

/// The policy that a byte chooses.
fn policy(choice: u8) -> (Policy, Option<Front>) {
    let pattern = |text: &str| Pattern::parse(text).expect("a pattern");
    let map = |rules: &[(&str, &str)]| {
        let rule = |(client, broker): &(&str, &str)| Rule::new(pattern(client), pattern(broker));
        let rules: Result<_, _> = rules.iter().map(rule).collect();
        rules.and_then(Policy::map).expect("a policy")
    };
    let with_prefix = || Policy::prefix(PREFIX, Vec::new()).expect("a policy");
    match usize::from(choice) % POLICIES {
        0 => (Policy::identity(), None),
        1 => (with_prefix(), None),
        2 => (
            Policy::default("us-east-1", ".", vec![pattern("local-*"), pattern("x")]).expect("a policy"),
            None,
        ),
        3 => (map(&[("orders", "us-east-1.orders"), ("eu-*", "*.eu"), ("long-*", "*")]), None),
        4 => (map(&[("orders", "orders"), ("*-x", "y-*")]), None),
        5 => (Policy::identity(), Some(Front { nodes_from: 1_000_000 })),
        _ => (with_prefix(), Some(Front { nodes_from: 0 })),
    }
}

fn shown(choice: u8) -> Arc<Shown> {
    let (policy, front) = policy(choice);
    let addresses = Addresses::Here { host: DOOR.to_owned(), ports: Vec::new(), otherwise: 29_092 };
    Arc::new(Shown::new(policy, addresses, Box::new(Fixed), front))
}

/// A frame of each direction. The first byte chooses the policy, the second the request, the third its version, the next two
/// tell how much of the rest is the request's; what is left is the answer's. Both lack what every frame begins with.
pub fn frames(data: &[u8]) {
    let [choice, request, version, l0, l1, rest @ ..] = data else { return };
    let table = offer::table();
    let row = table[usize::from(*request) % table.len()];
    // One more than there are.
    let version = row.min + i16::from(*version) % (row.max - row.min + 2);
    let (asked, answered) = rest.split_at(usize::from(u16::from_be_bytes([*l0, *l1])).min(rest.len()));
    let head = Head { key: row.key, version, correlation_id: CORRELATION };
    let mut writer = Writer::new();
    writer.put_i16(row.key.0);
    writer.put_i16(version);
    writer.put_i32(CORRELATION);
    writer.put_segment(&Bytes::copy_from_slice(asked));
    let asked = writer.into_bytes();
    let answered = Bytes::from([&CORRELATION.to_be_bytes(), answered].concat());
    dispatch(&shown(*choice), &row, head, asked, answered);
}

/// What the second byte of [`frames`] is for a request.
#[must_use]
pub fn choice_of(key: ApiKey) -> Option<u8> {
    u8::try_from(offer::table().iter().position(|row| row.key == key)?).ok()
}

/// Calls a macro with every request that views look into.
macro_rules! every_opened {
    ($call:ident) => {
        $call! {
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
            CREATE_ACLS CreateAclsRequest DELETE_ACLS DeleteAclsRequest API_VERSIONS ApiVersionsRequest
            CONSUMER_GROUP_HEARTBEAT ConsumerGroupHeartbeatRequest
        }
    };
}
#[cfg(test)]
use every_opened;

macro_rules! dispatching {
    ($($name:ident $request:ident)*) => {
        fn dispatch(shown: &Arc<Shown>, row: &Row, head: Head, asked: Bytes, answered: Bytes) {
            match row.key {
                $(ApiKey::$name => through::<$request>(shown, head, asked, answered),)*
                // What passes as it is.
                _ => assert_eq!(row.treatment, offer::Treatment::Passes, "{} is not looked at", row.key),
            }
        }
    };
}
every_opened!(dispatching);

/// One request and the answer that a broker gives to it, as far as the view lets them.
fn through<R>(shown: &Arc<Shown>, head: Head, asked: Bytes, answered: Bytes)
where
    R: Request + Named + 'static,
    R::Response: Message + Named + 'static,
{
    let view = Handler::new(Arc::clone(shown), None);
    let expect = match view.request(head, &asked) {
        Ok(Way::Pass(expect)) => expect,
        Ok(Way::Open) => {
            let opened = view.open(head, asked.clone()).now_or_never().expect("nothing is waited for");
            let (parts, expect) = match opened {
                Ok(Opened::Send(parts, expect)) => (parts, expect),
                Ok(Opened::Poll(parts, expect, session)) => {
                    let nothing = view.nothing(head, session).expect("it can be said");
                    answer::<R>(whole(&nothing), head).expect("an answer of ours can be read");
                    (parts, Some(expect))
                }
                Ok(Opened::Answer(parts)) => {
                    answer::<R>(whole(&parts), head).expect("an answer of ours can be read");
                    return;
                }
                Err(_) => return,
            };
            if let Some(body) = request::<R>(whole(&parts)) {
                assert_reaches_no_other(shown, body, head);
            }
            expect
        }
        Ok(Way::More) | Err(_) => return,
    };
    let Some(Expect::Open(ticket) | Expect::InPlace(ticket)) = expect else { return };
    let Ok(parts) = view.answer(ticket, answered.clone()) else { return };
    let told = whole(&parts);
    let told = answer::<R>(told, head).expect("what the client gets can be read");
    let (Some(asked), Some(answered)) = (request::<R>(asked), answer::<R>(answered, head)) else { return };
    assert_tells_no_other(shown, asked, answered, told, head);
}

/// A frame without its length, which is right.
fn whole(parts: &[Bytes]) -> Bytes {
    let mut bytes = Bytes::from(parts.concat());
    let length = bytes.split_to(4);
    assert_eq!(usize::try_from(i32::from_be_bytes(*length.first_chunk().expect("4"))), Ok(bytes.len()));
    bytes
}

fn request<R: Request>(frame: Bytes) -> Option<R> {
    let mut reader = Reader::new(frame);
    let header = RequestHeader::decode(&mut reader).ok()?;
    R::decode(&mut reader, header.api_version).ok()
}

fn answer<R: Request>(frame: Bytes, head: Head) -> Option<R::Response> {
    let mut reader = Reader::new(frame);
    // A broker that does not know the version answers in the oldest.
    let mut versions = vec![head.version];
    if head.key == ApiKey::API_VERSIONS {
        versions.push(0);
    }
    let begin = reader.clone();
    versions.into_iter().find_map(|version| {
        reader = begin.clone();
        let header = ResponseHeader::decode(&mut reader, head.key, version).ok()?;
        assert_eq!(header.correlation_id, CORRELATION);
        R::Response::decode(&mut reader, version).ok()
    })
}

/// Everything that a message names.
#[derive(Debug, Default)]
struct Names {
    topics: Vec<String>,
    ids: Vec<Uuid>,
    hosts: Vec<String>,
}

impl Visit for Names {
    fn topic(&mut self, name: &mut String) -> bool {
        self.topics.push(name.clone());
        true
    }

    fn topic_id(&mut self, id: &mut Uuid) -> bool {
        self.ids.push(*id);
        true
    }

    fn address(&mut self, address: Address<'_>) {
        self.hosts.push(address.host.clone());
    }
}

fn names(body: &mut impl Named) -> Names {
    let mut names = Names::default();
    body.names(&mut names);
    names
}

/// Whether a name at the broker is one of the view's, or none that a topic can have.
fn is_in_view(policy: &Policy, name: &str) -> bool {
    name.is_empty() || name.starts_with(NOWHERE) || policy.to_client(name).is_ok()
}

fn assert_reaches_no_other<R: Request + Named + 'static>(shown: &Shown, mut sent: R, head: Head) {
    let policy = &shown.policy;
    if policy.is_identity() {
        return;
    }
    let found = names(&mut sent);
    for name in found.topics.iter().chain(places(&sent).iter().filter_map(Place::name)) {
        assert!(is_in_view(policy, name), "{} version {}: {name:?} is reached", head.key, head.version);
    }
    let hidden = policy.to_client(HIDDEN).is_err();
    assert!(!hidden || !found.ids.contains(&HIDDEN_ID), "{}: the id is reached", head.key);
    for place in places(&sent) {
        if let Place::Prefix(prefix) = &place {
            assert!(policy.prefix_to_client(prefix).is_some(), "{}: {place:?} is reached", head.key);
        }
    }
}

/// The client is told of nothing but what a broker told about topics of the view.
fn assert_tells_no_other<R>(shown: &Shown, asked: R, mut said: R::Response, mut told: R::Response, head: Head)
where
    R: Request + Named + 'static,
    R::Response: Named + 'static,
{
    if shown.is_plain() {
        return;
    }
    let tale = format!("{} version {}", head.key, head.version);
    let (policy, mut asked) = (&shown.policy, asked);
    let seen = |name: &String| match name.strip_prefix(NOWHERE) {
        Some(client) => Some(client.to_owned()),
        None => policy.to_client(name).ok().map(String::from),
    };
    let before = names(&mut said);
    let after = names(&mut told);
    let mut may: HashSet<String> = before.topics.iter().filter_map(seen).collect();
    may.insert(String::new());
    for name in &after.topics {
        assert!(may.contains(name), "{tale}: the client is told of {name:?}");
    }
    let own = names(&mut asked).ids;
    let hidden = policy.to_client(HIDDEN).is_err() && !own.contains(&HIDDEN_ID);
    assert!(!hidden || !after.ids.contains(&HIDDEN_ID), "{tale}: the client is told of the id");
    for host in &after.hosts {
        assert!(host.is_empty() || host == DOOR, "{tale}: the client is told of {host:?}");
    }
    let may: HashSet<Place> = places(&said).into_iter().filter_map(|place| place.seen(policy)).collect();
    let is_consumer = places::is_about_consumers(&asked);
    for place in places(&told) {
        let known = may.contains(&place) || !is_consumer && matches!(place, Place::Member(_));
        assert!(known || policy.is_identity(), "{tale}: the client is told of {place:?}");
    }
}

/// What members of a group tell each other. The first byte chooses the policy, the second whether the bytes are of an
/// assignment.
pub fn members(data: &[u8]) {
    let [choice, kind, bytes @ ..] = data else { return };
    let shown = shown(*choice);
    let bytes = Bytes::copy_from_slice(bytes);
    let is_assignment = kind % 2 == 1;
    let there = parts::member_out(&shown, &bytes, is_assignment);
    let policy = &shown.policy;
    for name in places::members(&there, is_assignment) {
        assert!(policy.is_identity() || is_in_view(policy, &name), "{name:?} goes to the broker");
    }
    let back = parts::member_home(&shown, &there, is_assignment);
    let names = places::members(&bytes, is_assignment);
    assert_eq!(places::members(&back, is_assignment), names, "what members say comes back");
    let told = parts::member_home(&shown, &bytes, is_assignment);
    for name in places::members(&told, is_assignment) {
        let of_view = names.iter().any(|broker| match broker.strip_prefix(NOWHERE) {
            Some(client) => client == name,
            None => policy.to_client(broker).is_ok_and(|client| client == name),
        });
        assert!(of_view || name.is_empty() || policy.is_identity(), "{name:?} comes to the client");
    }
}

/// A regular expression, as the client has it. The first byte chooses the policy; the names that have to mean the same stand
/// behind line feeds.
pub fn patterns(data: &[u8]) {
    let [choice, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut lines = text.split('\n');
    let pattern = lines.next().unwrap_or_default();
    let shown = shown(*choice);
    let Some(sent) = parts::pattern_out(&shown, pattern).filter(|sent| !sent.is_empty()) else { return };
    if shown.policy.is_identity() {
        assert_eq!(sent, pattern);
        return;
    }
    let back = parts::pattern_home(&shown, &sent);
    // Brokers match whole names.
    let compiled = |pattern: &str| regex::Regex::new(&format!("^(?:{pattern})$")).ok();
    let Some(there) = compiled(&sent) else {
        assert!(compiled(pattern).is_none(), "{pattern:?} was one, and {sent:?} is none");
        return;
    };
    let back = back.expect("what was sent comes back");
    let (Some(here), Some(back)) = (compiled(pattern), compiled(&back)) else {
        panic!("{pattern:?} became a pattern only at the broker: {sent:?}")
    };
    assert!(!there.is_match(HIDDEN), "{sent:?} reaches a topic outside the view");
    for name in lines.chain(["orders", "bills", HIDDEN]).filter(|name| !name.is_empty()) {
        let broker = shown.policy.prefix_to_broker(name).expect("patterns are for prefixes");
        assert_eq!(there.is_match(&broker), here.is_match(name), "{pattern:?} of {name:?}");
        assert_eq!(back.is_match(name), here.is_match(name), "{pattern:?} of {name:?} on the way back");
    }
}

#[cfg(test)]
mod tests;
