// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareGroupHeartbeatResponse`, versions 1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `ShareGroupHeartbeatResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupHeartbeatResponse {
    /// Field `ThrottleTimeMs`, versions 1.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1, null in 1.
    pub error_message: Option<String>,
    /// Field `MemberId`, versions 1, null in 1.
    pub member_id: Option<String>,
    /// Field `MemberEpoch`, versions 1.
    pub member_epoch: i32,
    /// Field `HeartbeatIntervalMs`, versions 1.
    pub heartbeat_interval_ms: i32,
    /// Field `Assignment`, versions 1, null in 1.
    pub assignment: Option<Assignment>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareGroupHeartbeatResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.member_id = r.nullable_string(true, true)?;
        m.member_epoch = r.i32()?;
        m.heartbeat_interval_ms = r.i32()?;
        m.assignment = r.nullable(true, |r| Assignment::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_nullable_string(self.member_id.as_deref(), true);
        w.put_i32(self.member_epoch);
        w.put_i32(self.heartbeat_interval_ms);
        w.put_nullable(self.assignment.as_ref(), |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Assignment` of `ShareGroupHeartbeatResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment {
    /// Field `TopicPartitions`, versions 1.
    pub topic_partitions: Vec<TopicPartitions>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Assignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_partitions = r.array(true, |r| TopicPartitions::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.topic_partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicPartitions` of `ShareGroupHeartbeatResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions {
    /// Field `TopicId`, versions 1.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 1.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicPartitions {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_values(&self.partitions, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl Assignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topic_partitions.retain_mut(|e| e.names(visit));
        true
    }
}
impl TopicPartitions {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for ShareGroupHeartbeatResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        if self.assignment.as_mut().is_some_and(|e| !e.names(visit)) {
            self.assignment = None;
        }
        true
    }
}
crate::generated::message!(ShareGroupHeartbeatResponse, 76, 1, 1, 0);
