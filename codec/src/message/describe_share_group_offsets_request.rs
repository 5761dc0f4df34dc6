// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeShareGroupOffsetsRequest`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeShareGroupOffsetsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsRequest {
    /// Field `Groups`, versions 0-1.
    pub groups: Vec<DescribeShareGroupOffsetsRequestGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeShareGroupOffsetsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.groups = r.array(true, |r| DescribeShareGroupOffsetsRequestGroup::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.groups, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeShareGroupOffsetsRequestGroup` of `DescribeShareGroupOffsetsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeShareGroupOffsetsRequestGroup {
    /// Field `GroupId`, versions 0-1.
    pub group_id: String,
    /// Field `Topics`, versions 0-1, null in 0-1.
    pub topics: Option<Vec<DescribeShareGroupOffsetsRequestTopic>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeShareGroupOffsetsRequestGroup {
    fn default() -> Self {
        Self { group_id: String::new(), topics: Some(Vec::new()), unknown_tags: Vec::new() }
    }
}
impl DescribeShareGroupOffsetsRequestGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.nullable_array(true, true, |r| DescribeShareGroupOffsetsRequestTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_nullable_array(self.topics.as_deref(), true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeShareGroupOffsetsRequestTopic` of `DescribeShareGroupOffsetsRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsRequestTopic {
    /// Field `TopicName`, versions 0-1.
    pub topic_name: String,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeShareGroupOffsetsRequestTopic {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.partitions = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_values(&self.partitions, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribeShareGroupOffsetsRequestGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
impl DescribeShareGroupOffsetsRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for DescribeShareGroupOffsetsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeShareGroupOffsetsRequest, 90, 0, 1, 0);
impl crate::Request for DescribeShareGroupOffsetsRequest {
    type Response = crate::message::DescribeShareGroupOffsetsResponse;
}
