//! What members of a group tell each other: bytes that the protocol does not look into and coordinators do.
//!
//! A member that does not come through the view may have topics that the view does not have. They are taken out on the way
//! home: under its name at the broker such a topic could be another one of the view, and be read and committed as that one.

use bytes::Bytes;
use kagami_codec::{
    Message, Reader, Writer,
    message::{
        ConsumerProtocolAssignment, ConsumerProtocolSubscription, DescribeGroupsRequest,
        DescribeGroupsResponse, JoinGroupRequest, JoinGroupResponse, SyncGroupRequest, SyncGroupResponse,
    },
    names::{Named, Visit},
};

use super::Special;
use crate::view::translate::{Homeward, Outward};

/// The groups whose bytes are known; those of Connect and of schema registries have other formats.
const CONSUMER: &str = "consumer";

/// Rewrites the bytes of a member. What cannot be read stays as it is: that is between the members.
fn rewritten<M: Message + Named>(bytes: &mut Bytes, visit: &mut dyn Visit) {
    let mut reader = Reader::new(bytes.clone());
    let Ok(version) = reader.i16() else { return };
    // Newer versions begin like the newest that is known, as coordinators take it for granted too.
    let known = version.clamp(0, M::MAX_VERSION);
    let Ok(mut message) = M::decode(&mut reader, known) else { return };
    let behind = reader.rest();
    message.names(visit);
    let mut writer = Writer::new();
    writer.put_i16(version);
    if message.encode(&mut writer, known).is_ok() {
        writer.put_segment(&behind);
        *bytes = writer.into_bytes();
    }
}

impl Special for JoinGroupRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<JoinGroupResponse> {
        outward.changed.consumer = self.protocol_type == CONSUMER;
        outward.joined.note(&self.group_id, outward.changed.consumer);
        if outward.changed.consumer && !outward.policy.is_identity() {
            for protocol in &mut self.protocols {
                rewritten::<ConsumerProtocolSubscription>(&mut protocol.metadata, outward);
            }
        }
        None
    }

    fn home(response: &mut JoinGroupResponse, homeward: &Homeward<'_>) {
        let mut visit = *homeward;
        if homeward.changed.consumer && !homeward.policy.is_identity() {
            for member in &mut response.members {
                rewritten::<ConsumerProtocolSubscription>(&mut member.metadata, &mut visit);
            }
        }
    }
}

impl Special for SyncGroupRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<SyncGroupResponse> {
        // Before version 5 the request does not say, and the connection remembers from the join.
        outward.changed.consumer = match &self.protocol_type {
            Some(kind) => kind == CONSUMER,
            None => outward.joined.is_consumer(&self.group_id),
        };
        if outward.changed.consumer && !outward.policy.is_identity() {
            for member in &mut self.assignments {
                rewritten::<ConsumerProtocolAssignment>(&mut member.assignment, outward);
            }
        }
        None
    }

    fn home(response: &mut SyncGroupResponse, homeward: &Homeward<'_>) {
        let mut visit = *homeward;
        if homeward.changed.consumer && !homeward.policy.is_identity() {
            rewritten::<ConsumerProtocolAssignment>(&mut response.assignment, &mut visit);
        }
    }
}

impl Special for DescribeGroupsRequest {
    fn home(response: &mut DescribeGroupsResponse, homeward: &Homeward<'_>) {
        if homeward.policy.is_identity() {
            return;
        }
        let mut visit = *homeward;
        for group in response.groups.iter_mut().filter(|group| group.protocol_type == CONSUMER) {
            for member in &mut group.members {
                rewritten::<ConsumerProtocolSubscription>(&mut member.member_metadata, &mut visit);
                rewritten::<ConsumerProtocolAssignment>(&mut member.member_assignment, &mut visit);
            }
        }
    }
}
