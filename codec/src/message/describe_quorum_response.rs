// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeQuorumResponse`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeQuorumResponse {
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 2, null in 2.
    pub error_message: Option<String>,
    /// Field `Topics`, versions 0-2.
    pub topics: Vec<TopicData>,
    /// Field `Nodes`, versions 2.
    pub nodes: Vec<Node>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeQuorumResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(String::new()),
            topics: Vec::new(),
            nodes: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeQuorumResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        if v >= 2 {
            m.error_message = r.nullable_string(true, true)?;
        }
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        if v >= 2 {
            m.nodes = r.array(true, |r| Node::read(r, v))?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        if v >= 2 {
            w.put_nullable_string(self.error_message.as_deref(), true);
        }
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        if v >= 2 {
            w.put_array(&self.nodes, true, |w, e| e.write(w, v))?;
        } else if !self.nodes.is_empty() {
            return no("Nodes", v);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData {
    /// Field `TopicName`, versions 0-2.
    pub topic_name: String,
    /// Field `Partitions`, versions 0-2.
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.partitions = r.array(true, |r| PartitionData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionData` of `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 0-2.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 2, null in 2.
    pub error_message: Option<String>,
    /// Field `LeaderId`, versions 0-2.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 0-2.
    pub leader_epoch: i32,
    /// Field `HighWatermark`, versions 0-2.
    pub high_watermark: i64,
    /// Field `CurrentVoters`, versions 0-2.
    pub current_voters: Vec<ReplicaState>,
    /// Field `Observers`, versions 0-2.
    pub observers: Vec<ReplicaState>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: Some(String::new()),
            leader_id: 0,
            leader_epoch: 0,
            high_watermark: 0,
            current_voters: Vec::new(),
            observers: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        if v >= 2 {
            m.error_message = r.nullable_string(true, true)?;
        }
        m.leader_id = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.high_watermark = r.i64()?;
        m.current_voters = r.array(true, |r| ReplicaState::read(r, v))?;
        m.observers = r.array(true, |r| ReplicaState::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        if v >= 2 {
            w.put_nullable_string(self.error_message.as_deref(), true);
        }
        w.put_i32(self.leader_id);
        w.put_i32(self.leader_epoch);
        w.put_i64(self.high_watermark);
        w.put_array(&self.current_voters, true, |w, e| e.write(w, v))?;
        w.put_array(&self.observers, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Node` of `DescribeQuorumResponse`, versions 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Node {
    /// Field `NodeId`, versions 2.
    pub node_id: i32,
    /// Field `Listeners`, versions 2.
    pub listeners: Vec<Listener>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Node {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.node_id = r.i32()?;
        m.listeners = r.array(true, |r| Listener::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.node_id);
        w.put_array(&self.listeners, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Listener` of `DescribeQuorumResponse`, versions 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Listener {
    /// Field `Name`, versions 2.
    pub name: String,
    /// Field `Host`, versions 2.
    pub host: String,
    /// Field `Port`, versions 2.
    pub port: u16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Listener {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.host = r.string(true)?;
        m.port = r.u16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_string(&self.host, true);
        w.put_u16(self.port);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ReplicaState` of `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaState {
    /// Field `ReplicaId`, versions 0-2.
    pub replica_id: i32,
    /// Field `ReplicaDirectoryId`, versions 2.
    pub replica_directory_id: Uuid,
    /// Field `LogEndOffset`, versions 0-2.
    pub log_end_offset: i64,
    /// Field `LastFetchTimestamp`, versions 1-2.
    pub last_fetch_timestamp: i64,
    /// Field `LastCaughtUpTimestamp`, versions 1-2.
    pub last_caught_up_timestamp: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ReplicaState {
    fn default() -> Self {
        Self {
            replica_id: 0,
            replica_directory_id: Uuid::ZERO,
            log_end_offset: 0,
            last_fetch_timestamp: -1,
            last_caught_up_timestamp: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl ReplicaState {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.replica_id = r.i32()?;
        if v >= 2 {
            m.replica_directory_id = r.uuid()?;
        }
        m.log_end_offset = r.i64()?;
        if v >= 1 {
            m.last_fetch_timestamp = r.i64()?;
        }
        if v >= 1 {
            m.last_caught_up_timestamp = r.i64()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.replica_id);
        if v >= 2 {
            w.put_uuid(self.replica_directory_id);
        } else if !self.replica_directory_id.is_zero() {
            return no("ReplicaDirectoryId", v);
        }
        w.put_i64(self.log_end_offset);
        if v >= 1 {
            w.put_i64(self.last_fetch_timestamp);
        }
        if v >= 1 {
            w.put_i64(self.last_caught_up_timestamp);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic_name)
    }
}
impl PartitionData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        visit.broker(&mut self.leader_id);
        visit.leader_epoch(&mut self.leader_epoch);
        self.current_voters.retain_mut(|e| e.names(visit));
        self.observers.retain_mut(|e| e.names(visit));
        true
    }
}
impl Node {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.node_id);
        true
    }
}
impl ReplicaState {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        true
    }
}
impl crate::names::Named for DescribeQuorumResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.topics.retain_mut(|e| e.names(visit));
        self.nodes.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeQuorumResponse, 55, 0, 2, 0);
