// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetDeleteRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};

/// `OffsetDeleteRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequest {
    /// Field `GroupId`, versions 0.
    pub group_id: String,
    /// Field `Topics`, versions 0.
    pub topics: Vec<OffsetDeleteRequestTopic>,
}
impl OffsetDeleteRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(false)?;
        m.topics = r.array(false, |r| OffsetDeleteRequestTopic::read(r, v))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, false);
        w.put_array(&self.topics, false, |w, e| e.write(w, v))?;
        Ok(())
    }
}
/// `OffsetDeleteRequestTopic` of `OffsetDeleteRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequestTopic {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<OffsetDeleteRequestPartition>,
}
impl OffsetDeleteRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(false)?;
        m.partitions = r.array(false, |r| OffsetDeleteRequestPartition::read(r, v))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, false);
        w.put_array(&self.partitions, false, |w, e| e.write(w, v))?;
        Ok(())
    }
}
/// `OffsetDeleteRequestPartition` of `OffsetDeleteRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequestPartition {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
}
impl OffsetDeleteRequestPartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        Ok(())
    }
}
impl OffsetDeleteRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for OffsetDeleteRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetDeleteRequest, 47, 0, 0, i16::MAX);
impl crate::Request for OffsetDeleteRequest {
    type Response = crate::message::OffsetDeleteResponse;
}
