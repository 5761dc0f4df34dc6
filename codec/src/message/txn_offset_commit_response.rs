// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `TxnOffsetCommitResponse`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `TxnOffsetCommitResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponse {
    /// Field `ThrottleTimeMs`, versions 0-6.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 0-6.
    pub topics: Vec<TxnOffsetCommitResponseTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TxnOffsetCommitResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(f, |r| TxnOffsetCommitResponseTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `TxnOffsetCommitResponseTopic` of `TxnOffsetCommitResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponseTopic {
    /// Field `Name`, versions 0-5.
    pub name: String,
    /// Field `TopicId`, versions 6.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0-6.
    pub partitions: Vec<TxnOffsetCommitResponsePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TxnOffsetCommitResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v <= 5 {
            m.name = r.string(f)?;
        }
        if v >= 6 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| TxnOffsetCommitResponsePartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v <= 5 {
            w.put_string(&self.name, f);
        }
        if v >= 6 {
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
/// `TxnOffsetCommitResponsePartition` of `TxnOffsetCommitResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponsePartition {
    /// Field `PartitionIndex`, versions 0-6.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0-6.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TxnOffsetCommitResponsePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
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
impl TxnOffsetCommitResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for TxnOffsetCommitResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(TxnOffsetCommitResponse, 28, 0, 6, 3);
