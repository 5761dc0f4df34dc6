// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterReplicaLogDirsResponse`, versions 1-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterReplicaLogDirsResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirsResponse {
    /// Field `ThrottleTimeMs`, versions 1-2.
    pub throttle_time_ms: i32,
    /// Field `Results`, versions 1-2.
    pub results: Vec<AlterReplicaLogDirTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDirsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.results = r.array(f, |r| AlterReplicaLogDirTopicResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.results, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterReplicaLogDirTopicResult` of `AlterReplicaLogDirsResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirTopicResult {
    /// Field `TopicName`, versions 1-2.
    pub topic_name: String,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<AlterReplicaLogDirPartitionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDirTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topic_name = r.string(f)?;
        m.partitions = r.array(f, |r| AlterReplicaLogDirPartitionResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.topic_name, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterReplicaLogDirPartitionResult` of `AlterReplicaLogDirsResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirPartitionResult {
    /// Field `PartitionIndex`, versions 1-2.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 1-2.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDirPartitionResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
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
impl AlterReplicaLogDirTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for AlterReplicaLogDirsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterReplicaLogDirsResponse, 34, 1, 2, 2);
