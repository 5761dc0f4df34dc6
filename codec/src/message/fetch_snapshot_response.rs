// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FetchSnapshotResponse`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Tags, Unsupported, Writer};
use bytes::Bytes;

/// `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchSnapshotResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `Topics`, versions 0-1.
    pub topics: Vec<TopicSnapshot>,
    /// Field `NodeEndpoints`, versions 1, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchSnapshotResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.topics = r.array(true, |r| TopicSnapshot::read(r, v))?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 if v >= 1 => m.node_endpoints = r.array(true, |r| NodeEndpoint::read(r, v))?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        let mut t = Tags::new(&self.unknown_tags);
        if v >= 1 {
            if !self.node_endpoints.is_empty() {
                t.put(0, |w| w.put_array(&self.node_endpoints, true, |w, e| e.write(w, v)))?;
            }
        } else if !self.node_endpoints.is_empty() {
            return no("NodeEndpoints", v);
        }
        t.finish(w);
        Ok(())
    }
}
/// `TopicSnapshot` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicSnapshot {
    /// Field `Name`, versions 0-1.
    pub name: String,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<PartitionSnapshot>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicSnapshot {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| PartitionSnapshot::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionSnapshot` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionSnapshot {
    /// Field `Index`, versions 0-1.
    pub index: i32,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `SnapshotId`, versions 0-1.
    pub snapshot_id: SnapshotId,
    /// Field `CurrentLeader`, versions 0-1, tag 0.
    pub current_leader: LeaderIdAndEpoch,
    /// Field `Size`, versions 0-1.
    pub size: i64,
    /// Field `Position`, versions 0-1.
    pub position: i64,
    /// Field `UnalignedRecords`, versions 0-1.
    pub unaligned_records: Option<Bytes>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionSnapshot {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            snapshot_id: SnapshotId::default(),
            current_leader: LeaderIdAndEpoch::default(),
            size: 0,
            position: 0,
            unaligned_records: Some(Bytes::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionSnapshot {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.index = r.i32()?;
        m.error_code = r.i16()?;
        m.snapshot_id = SnapshotId::read(r, v)?;
        m.size = r.i64()?;
        m.position = r.i64()?;
        m.unaligned_records = r.nullable_bytes(true, false)?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.current_leader = LeaderIdAndEpoch::read(r, v)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.index);
        w.put_i16(self.error_code);
        self.snapshot_id.write(w, v)?;
        w.put_i64(self.size);
        w.put_i64(self.position);
        if self.unaligned_records.is_none() {
            return no("UnalignedRecords", v);
        }
        w.put_nullable_bytes(self.unaligned_records.as_ref(), true);
        let mut t = Tags::new(&self.unknown_tags);
        if self.current_leader != LeaderIdAndEpoch::default() {
            t.put(0, |w| self.current_leader.write(w, v))?;
        }
        t.finish(w);
        Ok(())
    }
}
/// `SnapshotId` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SnapshotId {
    /// Field `EndOffset`, versions 0-1.
    pub end_offset: i64,
    /// Field `Epoch`, versions 0-1.
    pub epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
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
/// `LeaderIdAndEpoch` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaderIdAndEpoch {
    /// Field `LeaderId`, versions 0-1.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 0-1.
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
/// `NodeEndpoint` of `FetchSnapshotResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint {
    /// Field `NodeId`, versions 1.
    pub node_id: i32,
    /// Field `Host`, versions 1.
    pub host: String,
    /// Field `Port`, versions 1.
    pub port: u16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl NodeEndpoint {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.node_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.u16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.node_id);
        w.put_string(&self.host, true);
        w.put_u16(self.port);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicSnapshot {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl PartitionSnapshot {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
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
        visit.broker(&mut self.node_id);
        true
    }
}
impl crate::names::Named for FetchSnapshotResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        self.node_endpoints.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(FetchSnapshotResponse, 59, 0, 1, 0);
