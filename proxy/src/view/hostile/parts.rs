//! Single parts of requests through a view, there and back.

use bytes::Bytes;
use kagami_codec::message::{
    ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse, ConsumerGroupHeartbeatRequest,
    DescribeGroupsRequest, DescribeGroupsResponse, JoinGroupRequest, JoinGroupResponse, SyncGroupRequest,
    SyncGroupResponse,
    consumer_group_describe_response::{DescribedGroup, Member},
    describe_groups_response::{self, DescribedGroupMember},
    join_group_request::JoinGroupRequestProtocol,
    join_group_response::JoinGroupResponseMember,
    sync_group_request::SyncGroupRequestAssignment,
};

use super::super::{
    Shown,
    special::Special,
    translate::{Changed, Homeward, Joined, Outward},
};

const CONSUMER: &str = "consumer";

fn out<R: Special>(shown: &Shown, request: &mut R) -> (Changed, Option<R::Response>) {
    let joined = Joined::default();
    let mut outward = Outward {
        policy: &shown.policy,
        cluster: &*shown.cluster,
        joined: &joined,
        front: shown.front,
        changed: Changed::default(),
    };
    let refused = request.out(&mut outward);
    (outward.changed, refused)
}

fn home<R: Special>(shown: &Shown, response: &mut R::Response, changed: &Changed) {
    let homeward = Homeward {
        policy: &shown.policy,
        cluster: &*shown.cluster,
        addresses: &shown.addresses,
        front: shown.front,
        changed,
    };
    R::home(response, &homeward);
}

/// What the broker gets of a member's bytes.
pub(super) fn member_out(shown: &Shown, bytes: &Bytes, is_assignment: bool) -> Bytes {
    if is_assignment {
        let assignment = SyncGroupRequestAssignment { assignment: bytes.clone(), ..Default::default() };
        let mut request = SyncGroupRequest {
            protocol_type: Some(CONSUMER.to_owned()),
            assignments: vec![assignment],
            ..Default::default()
        };
        out(shown, &mut request);
        request.assignments.remove(0).assignment
    } else {
        let protocol = JoinGroupRequestProtocol { metadata: bytes.clone(), ..Default::default() };
        let mut request = JoinGroupRequest {
            protocol_type: CONSUMER.to_owned(),
            protocols: vec![protocol],
            ..Default::default()
        };
        out(shown, &mut request);
        request.protocols.remove(0).metadata
    }
}

/// What clients get of a member's bytes, in every answer that has them.
pub(super) fn member_home(shown: &Shown, bytes: &Bytes, is_assignment: bool) -> Bytes {
    let changed = Changed { consumer: true, ..Default::default() };
    let told = if is_assignment {
        let mut response = SyncGroupResponse { assignment: bytes.clone(), ..Default::default() };
        home::<SyncGroupRequest>(shown, &mut response, &changed);
        response.assignment
    } else {
        let member = JoinGroupResponseMember { metadata: bytes.clone(), ..Default::default() };
        let mut response = JoinGroupResponse { members: vec![member], ..Default::default() };
        home::<JoinGroupRequest>(shown, &mut response, &changed);
        response.members.remove(0).metadata
    };
    let mut member = DescribedGroupMember::default();
    *(if is_assignment { &mut member.member_assignment } else { &mut member.member_metadata }) =
        bytes.clone();
    let group = describe_groups_response::DescribedGroup {
        protocol_type: CONSUMER.to_owned(),
        members: vec![member],
        ..Default::default()
    };
    let mut response = DescribeGroupsResponse { groups: vec![group], ..Default::default() };
    home::<DescribeGroupsRequest>(shown, &mut response, &Changed::default());
    let member = response.groups.remove(0).members.remove(0);
    let described = if is_assignment { member.member_assignment } else { member.member_metadata };
    assert_eq!(described, told, "members and those who look at them see the same");
    told
}

/// What the broker gets of a regular expression; `None` when it is refused.
pub(super) fn pattern_out(shown: &Shown, pattern: &str) -> Option<String> {
    let mut request = ConsumerGroupHeartbeatRequest {
        subscribed_topic_regex: Some(pattern.to_owned()),
        ..Default::default()
    };
    match out(shown, &mut request) {
        (_, None) => request.subscribed_topic_regex,
        (_, Some(_)) => None,
    }
}

/// What clients get of one.
pub(super) fn pattern_home(shown: &Shown, pattern: &str) -> Option<String> {
    let member = Member { subscribed_topic_regex: Some(pattern.to_owned()), ..Default::default() };
    let group = DescribedGroup { members: vec![member], ..Default::default() };
    let mut response = ConsumerGroupDescribeResponse { groups: vec![group], ..Default::default() };
    home::<ConsumerGroupDescribeRequest>(shown, &mut response, &Changed::default());
    response.groups.remove(0).members.remove(0).subscribed_topic_regex
}
