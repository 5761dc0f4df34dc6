// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeQuorumRequest`, versions 0-2.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeQuorumRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeQuorumRequest {
    /// Field `Topics`, versions 0-2.
    pub topics: Vec<TopicData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeQuorumRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `DescribeQuorumRequest`, versions 0-2.
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
/// `PartitionData` of `DescribeQuorumRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 0-2.
    pub partition_index: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for DescribeQuorumRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeQuorumRequest, 55, 0, 2, 0);
impl crate::Request for DescribeQuorumRequest {
    type Response = crate::message::DescribeQuorumResponse;
}
