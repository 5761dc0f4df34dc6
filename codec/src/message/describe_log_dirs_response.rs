// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeLogDirsResponse`, versions 1-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeLogDirsResponse {
    /// Field `ThrottleTimeMs`, versions 1-5.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 3-5.
    pub error_code: i16,
    /// Field `Results`, versions 1-5.
    pub results: Vec<DescribeLogDirsResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeLogDirsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        if v >= 3 {
            m.error_code = r.i16()?;
        }
        m.results = r.array(f, |r| DescribeLogDirsResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.throttle_time_ms);
        if v >= 3 {
            w.put_i16(self.error_code);
        }
        w.put_array(&self.results, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeLogDirsResult` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeLogDirsResult {
    /// Field `ErrorCode`, versions 1-5.
    pub error_code: i16,
    /// Field `LogDir`, versions 1-5.
    pub log_dir: String,
    /// Field `Topics`, versions 1-5.
    pub topics: Vec<DescribeLogDirsTopic>,
    /// Field `TotalBytes`, versions 4-5.
    pub total_bytes: i64,
    /// Field `UsableBytes`, versions 4-5.
    pub usable_bytes: i64,
    /// Field `IsCordoned`, versions 5.
    pub is_cordoned: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeLogDirsResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            log_dir: String::new(),
            topics: Vec::new(),
            total_bytes: -1,
            usable_bytes: -1,
            is_cordoned: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeLogDirsResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.log_dir = r.string(f)?;
        m.topics = r.array(f, |r| DescribeLogDirsTopic::read(r, v))?;
        if v >= 4 {
            m.total_bytes = r.i64()?;
        }
        if v >= 4 {
            m.usable_bytes = r.i64()?;
        }
        if v >= 5 {
            m.is_cordoned = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i16(self.error_code);
        w.put_string(&self.log_dir, f);
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if v >= 4 {
            w.put_i64(self.total_bytes);
        }
        if v >= 4 {
            w.put_i64(self.usable_bytes);
        }
        if v >= 5 {
            w.put_bool(self.is_cordoned);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeLogDirsTopic` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeLogDirsTopic {
    /// Field `Name`, versions 1-5.
    pub name: String,
    /// Field `Partitions`, versions 1-5.
    pub partitions: Vec<DescribeLogDirsPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeLogDirsTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| DescribeLogDirsPartition::read(r, v))?;
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
/// `DescribeLogDirsPartition` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeLogDirsPartition {
    /// Field `PartitionIndex`, versions 1-5.
    pub partition_index: i32,
    /// Field `PartitionSize`, versions 1-5.
    pub partition_size: i64,
    /// Field `OffsetLag`, versions 1-5.
    pub offset_lag: i64,
    /// Field `IsFutureKey`, versions 1-5.
    pub is_future_key: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeLogDirsPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.partition_size = r.i64()?;
        m.offset_lag = r.i64()?;
        m.is_future_key = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.partition_index);
        w.put_i64(self.partition_size);
        w.put_i64(self.offset_lag);
        w.put_bool(self.is_future_key);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DescribeLogDirsResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl DescribeLogDirsTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for DescribeLogDirsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeLogDirsResponse, 35, 1, 5, 2);
