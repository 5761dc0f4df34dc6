// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetDeleteResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};

/// `OffsetDeleteResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponse {
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 0.
    pub topics: Vec<OffsetDeleteResponseTopic>,
}
impl OffsetDeleteResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(false, |r| OffsetDeleteResponseTopic::read(r, v))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.topics, false, |w, e| e.write(w, v))?;
        Ok(())
    }
}
/// `OffsetDeleteResponseTopic` of `OffsetDeleteResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponseTopic {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<OffsetDeleteResponsePartition>,
}
impl OffsetDeleteResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(false)?;
        m.partitions = r.array(false, |r| OffsetDeleteResponsePartition::read(r, v))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, false);
        w.put_array(&self.partitions, false, |w, e| e.write(w, v))?;
        Ok(())
    }
}
/// `OffsetDeleteResponsePartition` of `OffsetDeleteResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponsePartition {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
}
impl OffsetDeleteResponsePartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        Ok(())
    }
}
impl OffsetDeleteResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for OffsetDeleteResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetDeleteResponse, 47, 0, 0, i16::MAX);
