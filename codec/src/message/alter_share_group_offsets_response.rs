// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterShareGroupOffsetsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AlterShareGroupOffsetsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Field `Responses`, versions 0.
    pub responses: Vec<AlterShareGroupOffsetsResponseTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.responses = r.array(true, |r| AlterShareGroupOffsetsResponseTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.responses, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AlterShareGroupOffsetsResponseTopic` of `AlterShareGroupOffsetsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponseTopic {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Field `TopicId`, versions 0.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<AlterShareGroupOffsetsResponsePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| AlterShareGroupOffsetsResponsePartition::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_uuid(self.topic_id);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AlterShareGroupOffsetsResponsePartition` of `AlterShareGroupOffsetsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponsePartition {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterShareGroupOffsetsResponsePartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl AlterShareGroupOffsetsResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic_name) & visit.topic_id(&mut self.topic_id)
    }
}
impl AlterShareGroupOffsetsResponsePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for AlterShareGroupOffsetsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.responses.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterShareGroupOffsetsResponse, 91, 0, 0, 0);
