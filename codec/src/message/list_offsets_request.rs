// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListOffsetsRequest`, versions 1-11.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListOffsetsRequest`, versions 1-11.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsRequest {
    /// Field `ReplicaId`, versions 1-11.
    pub replica_id: i32,
    /// Field `IsolationLevel`, versions 2-11.
    pub isolation_level: i8,
    /// Field `Topics`, versions 1-11.
    pub topics: Vec<ListOffsetsTopic>,
    /// Field `TimeoutMs`, versions 10-11.
    pub timeout_ms: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListOffsetsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.replica_id = r.i32()?;
        if v >= 2 {
            m.isolation_level = r.i8()?;
        }
        m.topics = r.array(f, |r| ListOffsetsTopic::read(r, v))?;
        if v >= 10 {
            m.timeout_ms = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_i32(self.replica_id);
        if v >= 2 {
            w.put_i8(self.isolation_level);
        } else if self.isolation_level != 0 {
            return no("IsolationLevel", v);
        }
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if v >= 10 {
            w.put_i32(self.timeout_ms);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ListOffsetsTopic` of `ListOffsetsRequest`, versions 1-11.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsTopic {
    /// Field `Name`, versions 1-11.
    pub name: String,
    /// Field `Partitions`, versions 1-11.
    pub partitions: Vec<ListOffsetsPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListOffsetsTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| ListOffsetsPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.name, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ListOffsetsPartition` of `ListOffsetsRequest`, versions 1-11.
#[derive(Clone, Debug, PartialEq)]
pub struct ListOffsetsPartition {
    /// Field `PartitionIndex`, versions 1-11.
    pub partition_index: i32,
    /// Field `CurrentLeaderEpoch`, versions 4-11.
    pub current_leader_epoch: i32,
    /// Field `Timestamp`, versions 1-11.
    pub timestamp: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ListOffsetsPartition {
    fn default() -> Self {
        Self { partition_index: 0, current_leader_epoch: -1, timestamp: 0, unknown_tags: Vec::new() }
    }
}
impl ListOffsetsPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        if v >= 4 {
            m.current_leader_epoch = r.i32()?;
        }
        m.timestamp = r.i64()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_i32(self.partition_index);
        if v >= 4 {
            w.put_i32(self.current_leader_epoch);
        }
        w.put_i64(self.timestamp);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl ListOffsetsTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl ListOffsetsPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.current_leader_epoch);
        true
    }
}
impl crate::names::Named for ListOffsetsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ListOffsetsRequest, 2, 1, 11, 6);
impl crate::Request for ListOffsetsRequest {
    type Response = crate::message::ListOffsetsResponse;
}
