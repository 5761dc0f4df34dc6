// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterPartitionResponse`, versions 2-3.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AlterPartitionResponse`, versions 2-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterPartitionResponse {
    /// Field `ThrottleTimeMs`, versions 2-3.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 2-3.
    pub error_code: i16,
    /// Field `Topics`, versions 2-3.
    pub topics: Vec<TopicData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterPartitionResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `AlterPartitionResponse`, versions 2-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData {
    /// Field `TopicId`, versions 2-3.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 2-3.
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| PartitionData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionData` of `AlterPartitionResponse`, versions 2-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 2-3.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 2-3.
    pub error_code: i16,
    /// Field `LeaderId`, versions 2-3.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 2-3.
    pub leader_epoch: i32,
    /// Field `Isr`, versions 2-3.
    pub isr: Vec<i32>,
    /// Field `LeaderRecoveryState`, versions 2-3.
    pub leader_recovery_state: i8,
    /// Field `PartitionEpoch`, versions 2-3.
    pub partition_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.leader_id = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.isr = r.array(true, Reader::i32)?;
        m.leader_recovery_state = r.i8()?;
        m.partition_epoch = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_i32(self.leader_id);
        w.put_i32(self.leader_epoch);
        w.put_values(&self.isr, true, |w, e| w.put_i32(*e));
        w.put_i8(self.leader_recovery_state);
        w.put_i32(self.partition_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic_id(&mut self.topic_id)
    }
}
impl PartitionData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.leader_id);
        visit.leader_epoch(&mut self.leader_epoch);
        self.isr.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl crate::names::Named for AlterPartitionResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterPartitionResponse, 56, 2, 3, 0);
