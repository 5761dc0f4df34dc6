// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteRecordsResponse`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DeleteRecordsResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsResponse {
    /// Field `ThrottleTimeMs`, versions 0-2.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 0-2.
    pub topics: Vec<DeleteRecordsTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(f, |r| DeleteRecordsTopicResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
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
/// `DeleteRecordsTopicResult` of `DeleteRecordsResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsTopicResult {
    /// Field `Name`, versions 0-2.
    pub name: String,
    /// Field `Partitions`, versions 0-2.
    pub partitions: Vec<DeleteRecordsPartitionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| DeleteRecordsPartitionResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DeleteRecordsPartitionResult` of `DeleteRecordsResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsPartitionResult {
    /// Field `PartitionIndex`, versions 0-2.
    pub partition_index: i32,
    /// Field `LowWatermark`, versions 0-2.
    pub low_watermark: i64,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsPartitionResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.low_watermark = r.i64()?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.partition_index);
        w.put_i64(self.low_watermark);
        w.put_i16(self.error_code);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DeleteRecordsTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for DeleteRecordsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DeleteRecordsResponse, 21, 0, 2, 2);
