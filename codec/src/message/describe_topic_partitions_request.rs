// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeTopicPartitionsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeTopicPartitionsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsRequest {
    /// Field `Topics`, versions 0.
    pub topics: Vec<TopicRequest>,
    /// Field `ResponsePartitionLimit`, versions 0.
    pub response_partition_limit: i32,
    /// Field `Cursor`, versions 0, null in 0.
    pub cursor: Option<Cursor>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeTopicPartitionsRequest {
    fn default() -> Self {
        Self { topics: Vec::new(), response_partition_limit: 2000, cursor: None, unknown_tags: Vec::new() }
    }
}
impl DescribeTopicPartitionsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topics = r.array(true, |r| TopicRequest::read(r, v))?;
        m.response_partition_limit = r.i32()?;
        m.cursor = r.nullable(true, |r| Cursor::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_i32(self.response_partition_limit);
        w.put_nullable(self.cursor.as_ref(), |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicRequest` of `DescribeTopicPartitionsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRequest {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Cursor` of `DescribeTopicPartitionsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Cursor {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Cursor {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.partition_index = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_i32(self.partition_index);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl Cursor {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for DescribeTopicPartitionsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        if self.cursor.as_mut().is_some_and(|e| !e.names(visit)) {
            self.cursor = None;
        }
        true
    }
}
crate::generated::message!(DescribeTopicPartitionsRequest, 75, 0, 0, 0);
impl crate::Request for DescribeTopicPartitionsRequest {
    type Response = crate::message::DescribeTopicPartitionsResponse;
}
