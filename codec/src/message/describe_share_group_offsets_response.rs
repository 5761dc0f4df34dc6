// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeShareGroupOffsetsResponse`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `Groups`, versions 0-1.
    pub groups: Vec<DescribeShareGroupOffsetsResponseGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeShareGroupOffsetsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.groups = r.array(true, |r| DescribeShareGroupOffsetsResponseGroup::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.groups, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeShareGroupOffsetsResponseGroup` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponseGroup {
    /// Field `GroupId`, versions 0-1.
    pub group_id: String,
    /// Field `Topics`, versions 0-1.
    pub topics: Vec<DescribeShareGroupOffsetsResponseTopic>,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeShareGroupOffsetsResponseGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.array(true, |r| DescribeShareGroupOffsetsResponseTopic::read(r, v))?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeShareGroupOffsetsResponseTopic` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponseTopic {
    /// Field `TopicName`, versions 0-1.
    pub topic_name: String,
    /// Field `TopicId`, versions 0-1.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<DescribeShareGroupOffsetsResponsePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeShareGroupOffsetsResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| DescribeShareGroupOffsetsResponsePartition::read(r, v))?;
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
/// `DescribeShareGroupOffsetsResponsePartition` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeShareGroupOffsetsResponsePartition {
    /// Field `PartitionIndex`, versions 0-1.
    pub partition_index: i32,
    /// Field `StartOffset`, versions 0-1.
    pub start_offset: i64,
    /// Field `LeaderEpoch`, versions 0-1.
    pub leader_epoch: i32,
    /// Field `Lag`, versions 1.
    pub lag: i64,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeShareGroupOffsetsResponsePartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            start_offset: 0,
            leader_epoch: 0,
            lag: -1,
            error_code: 0,
            error_message: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeShareGroupOffsetsResponsePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.start_offset = r.i64()?;
        m.leader_epoch = r.i32()?;
        if v >= 1 {
            m.lag = r.i64()?;
        }
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i64(self.start_offset);
        w.put_i32(self.leader_epoch);
        if v >= 1 {
            w.put_i64(self.lag);
        }
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribeShareGroupOffsetsResponseGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl DescribeShareGroupOffsetsResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic_name) & visit.topic_id(&mut self.topic_id)
    }
}
impl DescribeShareGroupOffsetsResponsePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.leader_epoch);
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for DescribeShareGroupOffsetsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeShareGroupOffsetsResponse, 90, 0, 1, 0);
