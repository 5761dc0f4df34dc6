// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterShareGroupOffsetsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterShareGroupOffsetsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequest {
    /// Field `GroupId`, versions 0.
    pub group_id: String,
    /// Field `Topics`, versions 0.
    pub topics: Vec<AlterShareGroupOffsetsRequestTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.array(true, |r| AlterShareGroupOffsetsRequestTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AlterShareGroupOffsetsRequestTopic` of `AlterShareGroupOffsetsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequestTopic {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<AlterShareGroupOffsetsRequestPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.partitions = r.array(true, |r| AlterShareGroupOffsetsRequestPartition::read(r, v))?;
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
/// `AlterShareGroupOffsetsRequestPartition` of `AlterShareGroupOffsetsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequestPartition {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `StartOffset`, versions 0.
    pub start_offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsRequestPartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.start_offset = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i64(self.start_offset);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl AlterShareGroupOffsetsRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for AlterShareGroupOffsetsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterShareGroupOffsetsRequest, 91, 0, 0, 0);
impl crate::Request for AlterShareGroupOffsetsRequest {
    type Response = crate::message::AlterShareGroupOffsetsResponse;
}
