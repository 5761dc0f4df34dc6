//! The frames of one connection through a view.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use kagami_codec::{
    Malformed, Message, Reader, Request,
    api::ApiKey,
    frame::{
        RequestHeader, ResponseHeader, decode_request, decode_response, request_frame_with, response_frame,
        response_frame_with, with_length,
    },
    message::*,
    names::Named,
    types::ErrorCode,
};
use kagami_policies::limits;

use super::{
    Shown, fetched, metadata, offer,
    special::Special,
    translate::{Changed, Homeward, Joined, Outward},
    writes::{self, Asked, Gate},
};
use crate::{
    door::Passing,
    relay::{self, Error, Expect, Head, Opened, Step, Way},
};

/// From this version on a request for versions names the node that is meant (KIP-1242).
const NAMES_NODE: i16 = 5;

/// See the module.
#[derive(Debug)]
pub(super) struct Handler {
    shown: Arc<Shown>,
    joined: Joined,
    /// Where writes may have to wait.
    gate: Option<Gate>,
    /// The client takes us for a node that a front door led to before its cutover.
    at_old_port: bool,
}

/// What is kept of a request until its answer comes.
#[derive(Debug)]
pub(super) struct Ticket {
    head: Head,
    changed: Changed,
    /// A write that is on its way.
    passing: Option<Passing>,
    /// The transaction that it ends.
    ends: Option<String>,
}

impl Handler {
    pub(super) fn new(shown: Arc<Shown>, gate: Option<Gate>) -> Self {
        Self { shown, joined: Joined::default(), gate, at_old_port: false }
    }

    /// For a port of a node of the source, when the door leads to the destination.
    pub(super) fn at_old_port(self) -> Self {
        Self { at_old_port: true, ..self }
    }

    fn expect(
        &self,
        row: &offer::Row,
        head: Head,
        changed: Changed,
        passing: Option<Passing>,
    ) -> Expect<Ticket> {
        if passing.is_none() && !row.opens_answer(head.version, &self.shown) {
            return Expect::Pass;
        }
        let ticket = Ticket { head, changed, passing, ends: None };
        if head.key == ApiKey::FETCH && head.version >= fetched::IN_PLACE_FROM {
            Expect::InPlace(ticket)
        } else {
            Expect::Open(ticket)
        }
    }

    fn rewrite<R>(
        &self,
        row: &offer::Row,
        head: Head,
        frame: &Bytes,
        passing: Option<Passing>,
    ) -> Result<Opened<Ticket>, Error>
    where
        R: Special + Named,
        R::Response: Named,
    {
        let (header, mut body) = opened::<R>(head, frame)?;
        if body.is_from_broker() {
            return Err(Error::Refused("a broker's fetch is not for a view".to_owned()));
        }
        let session = body.session();
        if self.shown.is_plain() {
            let expect = self.expect(row, head, Changed::default(), passing);
            return Ok(sent(with_length(frame.clone()).to_vec(), Some(expect), session));
        }
        let mut outward = Outward {
            policy: &self.shown.policy,
            cluster: &*self.shown.cluster,
            joined: &self.joined,
            front: self.shown.front,
            changed: Changed::default(),
        };
        body.names(&mut outward);
        let answer = body.out(&mut outward);
        if outward.changed.is_too_much() {
            return Err(Error::Refused(format!("names in {} grow too long altogether", head.key)));
        }
        if let Some(answer) = answer {
            return Ok(Opened::Answer(response_frame(head.correlation_id, &answer, head.version)?));
        }
        let changed = outward.changed;
        let expect = (!body.is_silent()).then(|| self.expect(row, head, changed, passing));
        Ok(sent(request_frame_with(&header, &body)?, expect, session))
    }

    fn rewrite_answer<R>(&self, ticket: &Ticket, frame: Bytes) -> Result<Vec<Bytes>, Error>
    where
        R: Special,
        R::Response: Named,
    {
        let head = ticket.head;
        let mut homeward = self.homeward(ticket);
        if head.key == ApiKey::METADATA
            && homeward.front.is_none()
            && let Some(parts) = metadata::home(&frame, head, &mut homeward)
        {
            return Ok(parts);
        }
        let read = decode_response::<R::Response>(frame, head.version);
        let (header, mut body) =
            read.map_err(|why| Error::Answer(format!("{} version {}: {why}", head.key, head.version)))?;
        if let Some(why) = R::unusable(&body) {
            return Err(Error::Answer(format!("{} version {}: {why}", head.key, head.version)));
        }
        body.names(&mut homeward);
        R::home(&mut body, &homeward);
        Ok(response_frame_with(&header, &body, head.version)?)
    }

    fn homeward<'a>(&'a self, ticket: &'a Ticket) -> Homeward<'a> {
        Homeward {
            policy: &self.shown.policy,
            cluster: &*self.shown.cluster,
            addresses: &self.shown.addresses,
            front: self.shown.front,
            changed: &ticket.changed,
        }
    }

    /// Asks the broker in a version that both know. A version that we do not know is asked as one that nobody knows: the
    /// broker then answers in version 0 with what it offers, as clients expect it.
    fn ask_versions(&self, row: &offer::Row, head: Head, frame: &Bytes) -> Result<Opened<Ticket>, Error> {
        let expect = Some(self.expect(row, head, Changed::default(), None));
        if let Some(front) = self.shown.front
            && (NAMES_NODE..=row.max).contains(&head.version)
        {
            // Who takes a broker for a node that it is not is turned away, and looks for the cluster anew: as it should after
            // a cutover, when the cluster's id is another one too. Not at the ports of nodes that are no more: who comes there
            // has looked anew already and kept a coordinator, as Java's consumer of the consumer protocol does, and would
            // begin again for ever. It has to hear from a broker that the coordinator is another one.
            let (header, mut body) = opened::<ApiVersionsRequest>(head, frame)?;
            if self.at_old_port {
                (body.node_id, body.cluster_id) = (ApiVersionsRequest::default().node_id, None);
            } else {
                body.node_id = front.node_behind(body.node_id);
            }
            return Ok(Opened::Send(request_frame_with(&header, &body)?, expect));
        }
        let mut frame = BytesMut::from(&frame[..]);
        if head.version > row.max
            && let Some(version) = frame.get_mut(2..4)
        {
            version.copy_from_slice(&i16::MAX.to_be_bytes());
        }
        Ok(Opened::Send(with_length(frame.freeze()).to_vec(), expect))
    }

    fn versions(&self, ticket: &Ticket, frame: Bytes) -> Result<Vec<Bytes>, Error> {
        let head = ticket.head;
        let refused = frame.get(4..6) == Some(&ErrorCode::UNSUPPORTED_VERSION.0.to_be_bytes());
        let version = if refused { 0 } else { head.version };
        let mut reader = Reader::new(frame);
        let unusable = |why: Malformed| Error::Answer(format!("{}: {why}", head.key));
        ResponseHeader::decode(&mut reader, head.key, version).map_err(unusable)?;
        let mut body = ApiVersionsResponse::decode(&mut reader, version).map_err(unusable)?;
        offer::clamp(&mut body.api_keys, &self.shown);
        Ok(response_frame(head.correlation_id, &body, version)?)
    }
}

fn sent(parts: Vec<Bytes>, expect: Option<Expect<Ticket>>, session: Option<i32>) -> Opened<Ticket> {
    match (expect, session) {
        (Some(expect), Some(session)) => Opened::Poll(parts, expect, session),
        (expect, _) => Opened::Send(parts, expect),
    }
}

pub(super) fn opened<R: Request>(head: Head, frame: &Bytes) -> Result<(RequestHeader, R), Error> {
    decode_request(frame.clone()).map_err(|why| Error::Unreadable { what: head.key, why })
}

/// Calls a method of a handler with the type of the request that has this key.
macro_rules! each_opened {
    ($key:expr, $handler:tt.$call:ident $arguments:tt, $otherwise:expr) => {
        each_opened! { @ $key, $handler.$call $arguments, $otherwise;
            PRODUCE ProduceRequest
            FETCH FetchRequest
            LIST_OFFSETS ListOffsetsRequest
            METADATA MetadataRequest
            OFFSET_COMMIT OffsetCommitRequest
            OFFSET_FETCH OffsetFetchRequest
            FIND_COORDINATOR FindCoordinatorRequest
            JOIN_GROUP JoinGroupRequest
            SYNC_GROUP SyncGroupRequest
            DESCRIBE_GROUPS DescribeGroupsRequest
            CREATE_TOPICS CreateTopicsRequest
            DELETE_TOPICS DeleteTopicsRequest
            DELETE_RECORDS DeleteRecordsRequest
            OFFSET_FOR_LEADER_EPOCH OffsetForLeaderEpochRequest
            ADD_PARTITIONS_TO_TXN AddPartitionsToTxnRequest
            ADD_OFFSETS_TO_TXN AddOffsetsToTxnRequest
            END_TXN EndTxnRequest
            INIT_PRODUCER_ID InitProducerIdRequest
            TXN_OFFSET_COMMIT TxnOffsetCommitRequest
            DESCRIBE_ACLS DescribeAclsRequest
            CREATE_ACLS CreateAclsRequest
            DELETE_ACLS DeleteAclsRequest
            DESCRIBE_CONFIGS DescribeConfigsRequest
            ALTER_CONFIGS AlterConfigsRequest
            ALTER_REPLICA_LOG_DIRS AlterReplicaLogDirsRequest
            DESCRIBE_LOG_DIRS DescribeLogDirsRequest
            CREATE_PARTITIONS CreatePartitionsRequest
            ELECT_LEADERS ElectLeadersRequest
            INCREMENTAL_ALTER_CONFIGS IncrementalAlterConfigsRequest
            ALTER_PARTITION_REASSIGNMENTS AlterPartitionReassignmentsRequest
            LIST_PARTITION_REASSIGNMENTS ListPartitionReassignmentsRequest
            OFFSET_DELETE OffsetDeleteRequest
            DESCRIBE_QUORUM DescribeQuorumRequest
            DESCRIBE_CLUSTER DescribeClusterRequest
            DESCRIBE_PRODUCERS DescribeProducersRequest
            DESCRIBE_TRANSACTIONS DescribeTransactionsRequest
            DESCRIBE_TOPIC_PARTITIONS DescribeTopicPartitionsRequest
            CONSUMER_GROUP_HEARTBEAT ConsumerGroupHeartbeatRequest
            CONSUMER_GROUP_DESCRIBE ConsumerGroupDescribeRequest
            LIST_CONFIG_RESOURCES ListConfigResourcesRequest
            SHARE_GROUP_HEARTBEAT ShareGroupHeartbeatRequest
            SHARE_GROUP_DESCRIBE ShareGroupDescribeRequest
            SHARE_FETCH ShareFetchRequest
            SHARE_ACKNOWLEDGE ShareAcknowledgeRequest
            DESCRIBE_SHARE_GROUP_OFFSETS DescribeShareGroupOffsetsRequest
            ALTER_SHARE_GROUP_OFFSETS AlterShareGroupOffsetsRequest
            DELETE_SHARE_GROUP_OFFSETS DeleteShareGroupOffsetsRequest
        }
    };
    (@ $key:expr, $handler:tt.$call:ident $arguments:tt, $otherwise:expr; $($name:ident $request:ident)*) => {
        match $key {
            $(ApiKey::$name => $handler.$call::<$request> $arguments,)*
            _ => $otherwise,
        }
    };
}

impl relay::Handler for Handler {
    type Ticket = Ticket;
    type Place = fetched::Place;

    fn request(&self, head: Head, begun: &[u8]) -> Result<Way<Ticket>, Error> {
        let not_offered = Error::NotOffered { what: head.key, version: head.version };
        let row = offer::find(head.key).filter(|row| row.is_offered(&self.shown));
        let Some(row) = row else { return Err(not_offered) };
        let known = (row.min..=row.max(&self.shown.policy)).contains(&head.version);
        // A client may ask for versions in one that nobody knows yet.
        if !(known || head.key == ApiKey::API_VERSIONS && head.version > row.max) {
            return Err(not_offered);
        }
        if head.key == ApiKey::PRODUCE && head.version < ProduceRequest::MIN_VERSION {
            return Err(not_offered);
        }
        let gated = self.gate.is_some() && writes::is_gated(head.key);
        if row.opens_request(&self.shown) || gated && head.key != ApiKey::PRODUCE {
            return Ok(Way::Open);
        }
        if head.key == ApiKey::PRODUCE {
            let Some(begins) = writes::produce(head.version, begun) else { return Ok(Way::More) };
            let passing = match &self.gate {
                None => None,
                Some(gate) => match gate.pass(begins.transaction.as_deref()) {
                    Some(passing) => Some(passing),
                    None => return Ok(Way::Open),
                },
            };
            return Ok(match begins.acks {
                0 => Way::Pass(None),
                _ => Way::Pass(Some(self.expect(row, head, Changed::default(), passing))),
            });
        }
        Ok(Way::Pass(Some(self.expect(row, head, Changed::default(), None))))
    }

    fn request_bytes_max(&self, key: ApiKey) -> usize {
        if key == ApiKey::PRODUCE { usize::MAX } else { limits::OPENED_BYTES_MAX }
    }

    async fn open(&self, head: Head, frame: Bytes) -> Result<Opened<Ticket>, Error> {
        let not_offered = Error::NotOffered { what: head.key, version: head.version };
        let row = offer::find(head.key).ok_or(not_offered)?;
        if head.key == ApiKey::API_VERSIONS {
            return self.ask_versions(row, head, &frame);
        }
        let (passing, ends) = match &self.gate {
            Some(gate) if writes::is_gated(head.key) => match gate.ask(head, &frame).await? {
                Asked::Pass(passing) => (Some(passing), None),
                Asked::Ends(transaction) => (None, Some(transaction)),
                Asked::Answer(parts) => return Ok(Opened::Answer(parts)),
            },
            Some(_) | None => (None, None),
        };
        let otherwise = Err(Error::NotOffered { what: head.key, version: head.version });
        let is_large = frame.len() > limits::OPENED_ALONE_BYTES && head.key != ApiKey::PRODUCE;
        let _alone = if is_large { self.shown.large.acquire().await.ok() } else { None };
        let mut opened = each_opened!(head.key, self.rewrite(row, head, &frame, passing), otherwise)?;
        if let (Opened::Send(_, Some(expect)), Some(_)) = (&mut opened, &ends) {
            *expect = Expect::Open(Ticket { head, changed: Changed::default(), passing: None, ends });
        }
        Ok(opened)
    }

    fn answer(&self, ticket: Ticket, frame: Bytes) -> Result<Vec<Bytes>, Error> {
        let key = ticket.head.key;
        if key == ApiKey::API_VERSIONS {
            return self.versions(&ticket, frame);
        }
        if let Some(gate) = &self.gate {
            gate.answered(ticket.head, &frame, ticket.ends.as_deref());
        }
        let otherwise = Err(Error::Answer(format!("{key} is not opened")));
        let parts = each_opened!(key, self.rewrite_answer(&ticket, frame), otherwise);
        // The source has answered.
        drop(ticket.passing);
        parts
    }

    fn step(&self, ticket: &Ticket, place: &mut fetched::Place, bytes: &mut [u8]) -> Result<Step, Error> {
        place.step(&mut self.homeward(ticket), bytes)
    }

    fn nothing(&self, head: Head, session: i32) -> Result<Vec<Bytes>, Error> {
        let answer = FetchResponse { session_id: session, ..Default::default() };
        Ok(response_frame(head.correlation_id, &answer, head.version)?)
    }
}
