// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListPartitionReassignmentsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListPartitionReassignmentsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsRequest {
    /// Field `TimeoutMs`, versions 0.
    pub timeout_ms: i32,
    /// Field `Topics`, versions 0, null in 0.
    pub topics: Option<Vec<ListPartitionReassignmentsTopics>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ListPartitionReassignmentsRequest {
    fn default() -> Self {
        Self { timeout_ms: 60000, topics: None, unknown_tags: Vec::new() }
    }
}
impl ListPartitionReassignmentsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.timeout_ms = r.i32()?;
        m.topics = r.nullable_array(true, true, |r| ListPartitionReassignmentsTopics::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.timeout_ms);
        w.put_nullable_array(self.topics.as_deref(), true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ListPartitionReassignmentsTopics` of `ListPartitionReassignmentsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListPartitionReassignmentsTopics {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `PartitionIndexes`, versions 0.
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListPartitionReassignmentsTopics {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partition_indexes = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_values(&self.partition_indexes, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl ListPartitionReassignmentsTopics {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for ListPartitionReassignmentsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
crate::generated::message!(ListPartitionReassignmentsRequest, 46, 0, 0, 0);
impl crate::Request for ListPartitionReassignmentsRequest {
    type Response = crate::message::ListPartitionReassignmentsResponse;
}
