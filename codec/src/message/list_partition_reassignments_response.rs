// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListPartitionReassignmentsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListPartitionReassignmentsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Field `Topics`, versions 0.
    pub topics: Vec<OngoingTopicReassignment>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ListPartitionReassignmentsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl ListPartitionReassignmentsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.topics = r.array(true, |r| OngoingTopicReassignment::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `OngoingTopicReassignment` of `ListPartitionReassignmentsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OngoingTopicReassignment {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<OngoingPartitionReassignment>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OngoingTopicReassignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| OngoingPartitionReassignment::read(r, v))?;
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
/// `OngoingPartitionReassignment` of `ListPartitionReassignmentsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OngoingPartitionReassignment {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `Replicas`, versions 0.
    pub replicas: Vec<i32>,
    /// Field `AddingReplicas`, versions 0.
    pub adding_replicas: Vec<i32>,
    /// Field `RemovingReplicas`, versions 0.
    pub removing_replicas: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OngoingPartitionReassignment {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.replicas = r.array(true, Reader::i32)?;
        m.adding_replicas = r.array(true, Reader::i32)?;
        m.removing_replicas = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_values(&self.replicas, true, |w, e| w.put_i32(*e));
        w.put_values(&self.adding_replicas, true, |w, e| w.put_i32(*e));
        w.put_values(&self.removing_replicas, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl OngoingTopicReassignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl OngoingPartitionReassignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.replicas.iter_mut().for_each(|e| visit.broker(e));
        self.adding_replicas.iter_mut().for_each(|e| visit.broker(e));
        self.removing_replicas.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl crate::names::Named for ListPartitionReassignmentsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ListPartitionReassignmentsResponse, 46, 0, 0, 0);
