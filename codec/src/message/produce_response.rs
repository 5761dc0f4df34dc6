// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ProduceResponse`, versions 3-13.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `ProduceResponse`, versions 3-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProduceResponse {
    /// Field `Responses`, versions 3-13.
    pub responses: Vec<TopicProduceResponse>,
    /// Field `ThrottleTimeMs`, versions 3-13.
    pub throttle_time_ms: i32,
    /// Field `NodeEndpoints`, versions 10-13, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ProduceResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.responses = r.array(f, |r| TopicProduceResponse::read(r, v))?;
        m.throttle_time_ms = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 if v >= 10 => m.node_endpoints = r.array(f, |r| NodeEndpoint::read(r, v))?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_array(&self.responses, f, |w, e| e.write(w, v))?;
        w.put_i32(self.throttle_time_ms);
        if !f && !self.node_endpoints.is_empty() {
            return no("NodeEndpoints", v);
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if v >= 10 {
                if !self.node_endpoints.is_empty() {
                    t.put(0, |w| w.put_array(&self.node_endpoints, f, |w, e| e.write(w, v)))?;
                }
            } else if !self.node_endpoints.is_empty() {
                return no("NodeEndpoints", v);
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `TopicProduceResponse` of `ProduceResponse`, versions 3-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicProduceResponse {
    /// Field `Name`, versions 3-12.
    pub name: String,
    /// Field `TopicId`, versions 13.
    pub topic_id: Uuid,
    /// Field `PartitionResponses`, versions 3-13.
    pub partition_responses: Vec<PartitionProduceResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicProduceResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        if v <= 12 {
            m.name = r.string(f)?;
        }
        if v >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partition_responses = r.array(f, |r| PartitionProduceResponse::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        if v <= 12 {
            w.put_string(&self.name, f);
        }
        if v >= 13 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partition_responses, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `PartitionProduceResponse` of `ProduceResponse`, versions 3-13.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionProduceResponse {
    /// Field `Index`, versions 3-13.
    pub index: i32,
    /// Field `ErrorCode`, versions 3-13.
    pub error_code: i16,
    /// Field `BaseOffset`, versions 3-13.
    pub base_offset: i64,
    /// Field `LogAppendTimeMs`, versions 3-13.
    pub log_append_time_ms: i64,
    /// Field `LogStartOffset`, versions 5-13.
    pub log_start_offset: i64,
    /// Field `RecordErrors`, versions 8-13.
    pub record_errors: Vec<BatchIndexAndErrorMessage>,
    /// Field `ErrorMessage`, versions 8-13, null in 8-13.
    pub error_message: Option<String>,
    /// Field `CurrentLeader`, versions 10-13, tag 0.
    pub current_leader: LeaderIdAndEpoch,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionProduceResponse {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: Vec::new(),
            error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionProduceResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.index = r.i32()?;
        m.error_code = r.i16()?;
        m.base_offset = r.i64()?;
        m.log_append_time_ms = r.i64()?;
        if v >= 5 {
            m.log_start_offset = r.i64()?;
        }
        if v >= 8 {
            m.record_errors = r.array(f, |r| BatchIndexAndErrorMessage::read(r, v))?;
        }
        if v >= 8 {
            m.error_message = r.nullable_string(f, true)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 if v >= 10 => m.current_leader = LeaderIdAndEpoch::read(r, v)?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i32(self.index);
        w.put_i16(self.error_code);
        w.put_i64(self.base_offset);
        w.put_i64(self.log_append_time_ms);
        if v >= 5 {
            w.put_i64(self.log_start_offset);
        }
        if v >= 8 {
            w.put_array(&self.record_errors, f, |w, e| e.write(w, v))?;
        }
        if v >= 8 {
            w.put_nullable_string(self.error_message.as_deref(), f);
        }
        if !f && self.current_leader != LeaderIdAndEpoch::default() {
            return no("CurrentLeader", v);
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if v >= 10 {
                if self.current_leader != LeaderIdAndEpoch::default() {
                    t.put(0, |w| self.current_leader.write(w, v))?;
                }
            } else if self.current_leader != LeaderIdAndEpoch::default() {
                return no("CurrentLeader", v);
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `BatchIndexAndErrorMessage` of `ProduceResponse`, versions 8-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BatchIndexAndErrorMessage {
    /// Field `BatchIndex`, versions 8-13.
    pub batch_index: i32,
    /// Field `BatchIndexErrorMessage`, versions 8-13, null in 8-13.
    pub batch_index_error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl BatchIndexAndErrorMessage {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.batch_index = r.i32()?;
        m.batch_index_error_message = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i32(self.batch_index);
        w.put_nullable_string(self.batch_index_error_message.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `LeaderIdAndEpoch` of `ProduceResponse`, versions 10-13.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderIdAndEpoch {
    /// Field `LeaderId`, versions 10-13.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 10-13.
    pub leader_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1, unknown_tags: Vec::new() }
    }
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
/// `NodeEndpoint` of `ProduceResponse`, versions 10-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint {
    /// Field `NodeId`, versions 10-13.
    pub node_id: i32,
    /// Field `Host`, versions 10-13.
    pub host: String,
    /// Field `Port`, versions 10-13.
    pub port: i32,
    /// Field `Rack`, versions 10-13, null in 10-13.
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
impl TopicProduceResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partition_responses.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl PartitionProduceResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.record_errors.retain_mut(|e| e.names(visit));
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.current_leader.names(visit);
        true
    }
}
impl BatchIndexAndErrorMessage {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.batch_index_error_message {
            visit.text(e);
        }
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
impl crate::names::Named for ProduceResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.responses.retain_mut(|e| e.names(visit));
        self.node_endpoints.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ProduceResponse, 0, 3, 13, 9);
