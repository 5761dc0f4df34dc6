// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetForLeaderEpochRequest`, versions 2-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetForLeaderEpochRequest {
    /// Field `ReplicaId`, versions 3-4.
    pub replica_id: i32,
    /// Field `Topics`, versions 2-4.
    pub topics: Vec<OffsetForLeaderTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetForLeaderEpochRequest {
    fn default() -> Self {
        Self { replica_id: -2, topics: Vec::new(), unknown_tags: Vec::new() }
    }
}
impl OffsetForLeaderEpochRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        if v >= 3 {
            m.replica_id = r.i32()?;
        }
        m.topics = r.array(f, |r| OffsetForLeaderTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        if v >= 3 {
            w.put_i32(self.replica_id);
        }
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetForLeaderTopic` of `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderTopic {
    /// Field `Topic`, versions 2-4.
    pub topic: String,
    /// Field `Partitions`, versions 2-4.
    pub partitions: Vec<OffsetForLeaderPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetForLeaderTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.topic = r.string(f)?;
        m.partitions = r.array(f, |r| OffsetForLeaderPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.topic, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetForLeaderPartition` of `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetForLeaderPartition {
    /// Field `Partition`, versions 2-4.
    pub partition: i32,
    /// Field `CurrentLeaderEpoch`, versions 2-4.
    pub current_leader_epoch: i32,
    /// Field `LeaderEpoch`, versions 2-4.
    pub leader_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetForLeaderPartition {
    fn default() -> Self {
        Self { partition: 0, current_leader_epoch: -1, leader_epoch: 0, unknown_tags: Vec::new() }
    }
}
impl OffsetForLeaderPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.partition = r.i32()?;
        m.current_leader_epoch = r.i32()?;
        m.leader_epoch = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_i32(self.partition);
        w.put_i32(self.current_leader_epoch);
        w.put_i32(self.leader_epoch);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl OffsetForLeaderTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic)
    }
}
impl OffsetForLeaderPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.current_leader_epoch);
        visit.leader_epoch(&mut self.leader_epoch);
        true
    }
}
impl crate::names::Named for OffsetForLeaderEpochRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetForLeaderEpochRequest, 23, 2, 4, 4);
impl crate::Request for OffsetForLeaderEpochRequest {
    type Response = crate::message::OffsetForLeaderEpochResponse;
}
