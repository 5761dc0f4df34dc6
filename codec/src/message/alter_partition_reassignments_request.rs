// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterPartitionReassignmentsRequest`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterPartitionReassignmentsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionReassignmentsRequest {
    /// Field `TimeoutMs`, versions 0-1.
    pub timeout_ms: i32,
    /// Field `AllowReplicationFactorChange`, versions 1.
    pub allow_replication_factor_change: bool,
    /// Field `Topics`, versions 0-1.
    pub topics: Vec<ReassignableTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AlterPartitionReassignmentsRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            allow_replication_factor_change: true,
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl AlterPartitionReassignmentsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.timeout_ms = r.i32()?;
        if v >= 1 {
            m.allow_replication_factor_change = r.bool()?;
        }
        m.topics = r.array(true, |r| ReassignableTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.timeout_ms);
        if v >= 1 {
            w.put_bool(self.allow_replication_factor_change);
        } else if !self.allow_replication_factor_change {
            return no("AllowReplicationFactorChange", v);
        }
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ReassignableTopic` of `AlterPartitionReassignmentsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignableTopic {
    /// Field `Name`, versions 0-1.
    pub name: String,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<ReassignablePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ReassignableTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| ReassignablePartition::read(r, v))?;
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
/// `ReassignablePartition` of `AlterPartitionReassignmentsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignablePartition {
    /// Field `PartitionIndex`, versions 0-1.
    pub partition_index: i32,
    /// Field `Replicas`, versions 0-1, null in 0-1.
    pub replicas: Option<Vec<i32>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ReassignablePartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.replicas = r.nullable_array(true, true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_nullable_values(self.replicas.as_deref(), true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl ReassignableTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl ReassignablePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.replicas {
            list.iter_mut().for_each(|e| visit.broker(e));
        }
        true
    }
}
impl crate::names::Named for AlterPartitionReassignmentsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterPartitionReassignmentsRequest, 45, 0, 1, 0);
impl crate::Request for AlterPartitionReassignmentsRequest {
    type Response = crate::message::AlterPartitionReassignmentsResponse;
}
