// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FetchResponse`, versions 4-18.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};
use bytes::Bytes;

/// `FetchResponse`, versions 4-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchResponse {
    /// Field `ThrottleTimeMs`, versions 4-18.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 7-18.
    pub error_code: i16,
    /// Field `SessionId`, versions 7-18.
    pub session_id: i32,
    /// Field `Responses`, versions 4-18.
    pub responses: Vec<FetchableTopicResponse>,
    /// Field `NodeEndpoints`, versions 16-18, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        if v >= 7 {
            m.error_code = r.i16()?;
        }
        if v >= 7 {
            m.session_id = r.i32()?;
        }
        m.responses = r.array(f, |r| FetchableTopicResponse::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 if v >= 16 => m.node_endpoints = r.array(f, |r| NodeEndpoint::read(r, v))?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        w.put_i32(self.throttle_time_ms);
        if v >= 7 {
            w.put_i16(self.error_code);
        }
        if v >= 7 {
            w.put_i32(self.session_id);
        } else if self.session_id != 0 {
            return no("SessionId", v);
        }
        w.put_array(&self.responses, f, |w, e| e.write(w, v))?;
        if !f && !self.node_endpoints.is_empty() {
            return no("NodeEndpoints", v);
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if v >= 16 {
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
/// `FetchableTopicResponse` of `FetchResponse`, versions 4-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchableTopicResponse {
    /// Field `Topic`, versions 4-12.
    pub topic: String,
    /// Field `TopicId`, versions 13-18.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 4-18.
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchableTopicResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        if v <= 12 {
            m.topic = r.string(f)?;
        }
        if v >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| PartitionData::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        if v <= 12 {
            w.put_string(&self.topic, f);
        }
        if v >= 13 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `PartitionData` of `FetchResponse`, versions 4-18.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 4-18.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 4-18.
    pub error_code: i16,
    /// Field `HighWatermark`, versions 4-18.
    pub high_watermark: i64,
    /// Field `LastStableOffset`, versions 4-18.
    pub last_stable_offset: i64,
    /// Field `LogStartOffset`, versions 5-18.
    pub log_start_offset: i64,
    /// Field `DivergingEpoch`, versions 12-18, tag 0.
    pub diverging_epoch: EpochEndOffset,
    /// Field `CurrentLeader`, versions 12-18, tag 1.
    pub current_leader: LeaderIdAndEpoch,
    /// Field `SnapshotId`, versions 12-18, tag 2.
    pub snapshot_id: SnapshotId,
    /// Field `AbortedTransactions`, versions 4-18, null in 4-18.
    pub aborted_transactions: Option<Vec<AbortedTransaction>>,
    /// Field `PreferredReadReplica`, versions 11-18.
    pub preferred_read_replica: i32,
    /// Field `Records`, versions 4-18, null in 4-18.
    pub records: Option<Bytes>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: Some(Vec::new()),
            preferred_read_replica: -1,
            records: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.high_watermark = r.i64()?;
        m.last_stable_offset = r.i64()?;
        if v >= 5 {
            m.log_start_offset = r.i64()?;
        }
        m.aborted_transactions = r.nullable_array(f, true, |r| AbortedTransaction::read(r, v))?;
        if v >= 11 {
            m.preferred_read_replica = r.i32()?;
        }
        m.records = r.nullable_bytes(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 => m.diverging_epoch = EpochEndOffset::read(r, v)?,
                    1 => m.current_leader = LeaderIdAndEpoch::read(r, v)?,
                    2 => m.snapshot_id = SnapshotId::read(r, v)?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_i64(self.high_watermark);
        w.put_i64(self.last_stable_offset);
        if v >= 5 {
            w.put_i64(self.log_start_offset);
        }
        if !f && self.diverging_epoch != EpochEndOffset::default() {
            return no("DivergingEpoch", v);
        }
        if !f && self.current_leader != LeaderIdAndEpoch::default() {
            return no("CurrentLeader", v);
        }
        if !f && self.snapshot_id != SnapshotId::default() {
            return no("SnapshotId", v);
        }
        w.put_nullable_array(self.aborted_transactions.as_deref(), f, |w, e| e.write(w, v))?;
        if v >= 11 {
            w.put_i32(self.preferred_read_replica);
        } else if self.preferred_read_replica != -1 {
            return no("PreferredReadReplica", v);
        }
        w.put_nullable_bytes(self.records.as_ref(), f);
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if self.diverging_epoch != EpochEndOffset::default() {
                t.put(0, |w| self.diverging_epoch.write(w, v))?;
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                t.put(1, |w| self.current_leader.write(w, v))?;
            }
            if self.snapshot_id != SnapshotId::default() {
                t.put(2, |w| self.snapshot_id.write(w, v))?;
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `EpochEndOffset` of `FetchResponse`, versions 12-18.
#[derive(Clone, Debug, PartialEq)]
pub struct EpochEndOffset {
    /// Field `Epoch`, versions 12-18.
    pub epoch: i32,
    /// Field `EndOffset`, versions 12-18.
    pub end_offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EpochEndOffset {
    fn default() -> Self {
        Self { epoch: -1, end_offset: -1, unknown_tags: Vec::new() }
    }
}
impl EpochEndOffset {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.epoch = r.i32()?;
        m.end_offset = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.epoch);
        w.put_i64(self.end_offset);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `LeaderIdAndEpoch` of `FetchResponse`, versions 12-18.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderIdAndEpoch {
    /// Field `LeaderId`, versions 12-18.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 12-18.
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
/// `SnapshotId` of `FetchResponse`, versions 12-18.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotId {
    /// Field `EndOffset`, versions 12-18.
    pub end_offset: i64,
    /// Field `Epoch`, versions 12-18.
    pub epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for SnapshotId {
    fn default() -> Self {
        Self { end_offset: -1, epoch: -1, unknown_tags: Vec::new() }
    }
}
impl SnapshotId {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.end_offset = r.i64()?;
        m.epoch = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i64(self.end_offset);
        w.put_i32(self.epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AbortedTransaction` of `FetchResponse`, versions 4-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AbortedTransaction {
    /// Field `ProducerId`, versions 4-18.
    pub producer_id: i64,
    /// Field `FirstOffset`, versions 4-18.
    pub first_offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AbortedTransaction {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        m.producer_id = r.i64()?;
        m.first_offset = r.i64()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        w.put_i64(self.producer_id);
        w.put_i64(self.first_offset);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `NodeEndpoint` of `FetchResponse`, versions 16-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint {
    /// Field `NodeId`, versions 16-18.
    pub node_id: i32,
    /// Field `Host`, versions 16-18.
    pub host: String,
    /// Field `Port`, versions 16-18.
    pub port: i32,
    /// Field `Rack`, versions 16-18, null in 16-18.
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
impl FetchableTopicResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic) & visit.topic_id(&mut self.topic_id)
    }
}
impl PartitionData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.current_leader.names(visit);
        visit.broker(&mut self.preferred_read_replica);
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
impl crate::names::Named for FetchResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.responses.retain_mut(|e| e.names(visit));
        self.node_endpoints.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(FetchResponse, 1, 4, 18, 12);
