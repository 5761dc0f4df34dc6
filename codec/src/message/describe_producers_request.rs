// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeProducersRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeProducersRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeProducersRequest {
    /// Field `Topics`, versions 0.
    pub topics: Vec<TopicRequest>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeProducersRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topics = r.array(true, |r| TopicRequest::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicRequest` of `DescribeProducersRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRequest {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `PartitionIndexes`, versions 0.
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicRequest {
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
impl TopicRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for DescribeProducersRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeProducersRequest, 61, 0, 0, 0);
impl crate::Request for DescribeProducersRequest {
    type Response = crate::message::DescribeProducersResponse;
}
