// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetForLeaderEpochResponse`, versions 2-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderEpochResponse {
    /// Field `ThrottleTimeMs`, versions 2-4.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 2-4.
    pub topics: Vec<OffsetForLeaderTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetForLeaderEpochResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(f, |r| OffsetForLeaderTopicResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
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
/// `OffsetForLeaderTopicResult` of `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderTopicResult {
    /// Field `Topic`, versions 2-4.
    pub topic: String,
    /// Field `Partitions`, versions 2-4.
    pub partitions: Vec<EpochEndOffset>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetForLeaderTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.topic = r.string(f)?;
        m.partitions = r.array(f, |r| EpochEndOffset::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.topic, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `EpochEndOffset` of `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Clone, Debug, PartialEq)]
pub struct EpochEndOffset {
    /// Field `ErrorCode`, versions 2-4.
    pub error_code: i16,
    /// Field `Partition`, versions 2-4.
    pub partition: i32,
    /// Field `LeaderEpoch`, versions 2-4.
    pub leader_epoch: i32,
    /// Field `EndOffset`, versions 2-4.
    pub end_offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EpochEndOffset {
    fn default() -> Self {
        Self { error_code: 0, partition: 0, leader_epoch: -1, end_offset: -1, unknown_tags: Vec::new() }
    }
}
impl EpochEndOffset {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.partition = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.end_offset = r.i64()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_i16(self.error_code);
        w.put_i32(self.partition);
        w.put_i32(self.leader_epoch);
        w.put_i64(self.end_offset);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl OffsetForLeaderTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic)
    }
}
impl EpochEndOffset {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.leader_epoch);
        true
    }
}
impl crate::names::Named for OffsetForLeaderEpochResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetForLeaderEpochResponse, 23, 2, 4, 4);
