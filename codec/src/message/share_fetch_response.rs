// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareFetchResponse`, versions 1-2.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareFetchResponse {
    /// Field `ThrottleTimeMs`, versions 1-2.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 1-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-2, null in 1-2.
    pub error_message: Option<String>,
    /// Field `AcquisitionLockTimeoutMs`, versions 1-2.
    pub acquisition_lock_timeout_ms: i32,
    /// Field `Responses`, versions 1-2.
    pub responses: Vec<ShareFetchableTopicResponse>,
    /// Field `NodeEndpoints`, versions 1-2.
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareFetchResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.acquisition_lock_timeout_ms = r.i32()?;
        m.responses = r.array(true, |r| ShareFetchableTopicResponse::read(r, v))?;
        m.node_endpoints = r.array(true, |r| NodeEndpoint::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_i32(self.acquisition_lock_timeout_ms);
        w.put_array(&self.responses, true, |w, e| e.write(w, v))?;
        w.put_array(&self.node_endpoints, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ShareFetchableTopicResponse` of `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareFetchableTopicResponse {
    /// Field `TopicId`, versions 1-2.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareFetchableTopicResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| PartitionData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionData` of `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 1-2.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 1-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-2, null in 1-2.
    pub error_message: Option<String>,
    /// Field `AcknowledgeErrorCode`, versions 1-2.
    pub acknowledge_error_code: i16,
    /// Field `AcknowledgeErrorMessage`, versions 1-2, null in 1-2.
    pub acknowledge_error_message: Option<String>,
    /// Field `CurrentLeader`, versions 1-2.
    pub current_leader: LeaderIdAndEpoch,
    /// Field `Records`, versions 1-2.
    pub records: Option<Bytes>,
    /// Field `AcquiredRecords`, versions 1-2.
    pub acquired_records: Vec<AcquiredRecords>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: None,
            acknowledge_error_code: 0,
            acknowledge_error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
            records: Some(Bytes::new()),
            acquired_records: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.acknowledge_error_code = r.i16()?;
        m.acknowledge_error_message = r.nullable_string(true, true)?;
        m.current_leader = LeaderIdAndEpoch::read(r, v)?;
        m.records = r.nullable_bytes(true, false)?;
        m.acquired_records = r.array(true, |r| AcquiredRecords::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_i16(self.acknowledge_error_code);
        w.put_nullable_string(self.acknowledge_error_message.as_deref(), true);
        self.current_leader.write(w, v)?;
        if self.records.is_none() {
            return no("Records", v);
        }
        w.put_nullable_bytes(self.records.as_ref(), true);
        w.put_array(&self.acquired_records, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `LeaderIdAndEpoch` of `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaderIdAndEpoch {
    /// Field `LeaderId`, versions 1-2.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 1-2.
    pub leader_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl LeaderIdAndEpoch {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.leader_id = r.i32()?;
        m.leader_epoch = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.leader_id);
        w.put_i32(self.leader_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AcquiredRecords` of `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AcquiredRecords {
    /// Field `FirstOffset`, versions 1-2.
    pub first_offset: i64,
    /// Field `LastOffset`, versions 1-2.
    pub last_offset: i64,
    /// Field `DeliveryCount`, versions 1-2.
    pub delivery_count: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AcquiredRecords {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.first_offset = r.i64()?;
        m.last_offset = r.i64()?;
        m.delivery_count = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i64(self.first_offset);
        w.put_i64(self.last_offset);
        w.put_i16(self.delivery_count);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `NodeEndpoint` of `ShareFetchResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint {
    /// Field `NodeId`, versions 1-2.
    pub node_id: i32,
    /// Field `Host`, versions 1-2.
    pub host: String,
    /// Field `Port`, versions 1-2.
    pub port: i32,
    /// Field `Rack`, versions 1-2, null in 1-2.
    pub rack: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl NodeEndpoint {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.node_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.i32()?;
        m.rack = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.node_id);
        w.put_string(&self.host, true);
        w.put_i32(self.port);
        w.put_nullable_string(self.rack.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl ShareFetchableTopicResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic_id(&mut self.topic_id)
    }
}
impl PartitionData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.current_leader.names(visit);
        true
    }
}
impl LeaderIdAndEpoch {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.leader_id);
        visit.leader_epoch(&mut self.leader_epoch);
        true
    }
}
impl NodeEndpoint {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.address(Address { broker: &mut self.node_id, host: &mut self.host, port: &mut self.port });
        true
    }
}
impl crate::names::Named for ShareFetchResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.responses.retain_mut(|e| e.names(visit));
        self.node_endpoints.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ShareFetchResponse, 78, 1, 2, 0);
