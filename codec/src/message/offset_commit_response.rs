// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetCommitResponse`, versions 2-10.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `OffsetCommitResponse`, versions 2-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitResponse {
    /// Field `ThrottleTimeMs`, versions 3-10.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 2-10.
    pub topics: Vec<OffsetCommitResponseTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetCommitResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        m.topics = r.array(f, |r| OffsetCommitResponseTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        if v >= 3 {
            w.put_i32(self.throttle_time_ms);
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
/// `OffsetCommitResponseTopic` of `OffsetCommitResponse`, versions 2-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitResponseTopic {
    /// Field `Name`, versions 2-9.
    pub name: String,
    /// Field `TopicId`, versions 10.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 2-10.
    pub partitions: Vec<OffsetCommitResponsePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetCommitResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        if v <= 9 {
            m.name = r.string(f)?;
        }
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| OffsetCommitResponsePartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        if v <= 9 {
            w.put_string(&self.name, f);
        }
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetCommitResponsePartition` of `OffsetCommitResponse`, versions 2-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitResponsePartition {
    /// Field `PartitionIndex`, versions 2-10.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 2-10.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetCommitResponsePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl OffsetCommitResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for OffsetCommitResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetCommitResponse, 8, 2, 10, 8);
