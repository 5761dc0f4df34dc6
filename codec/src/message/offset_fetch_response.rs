// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetFetchResponse`, versions 1-10.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `OffsetFetchResponse`, versions 1-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponse {
    /// Field `ThrottleTimeMs`, versions 3-10.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 1-7.
    pub topics: Vec<OffsetFetchResponseTopic>,
    /// Field `ErrorCode`, versions 2-7.
    pub error_code: i16,
    /// Field `Groups`, versions 8-10.
    pub groups: Vec<OffsetFetchResponseGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        if v <= 7 {
            m.topics = r.array(f, |r| OffsetFetchResponseTopic::read(r, v))?;
        }
        if (2..=7).contains(&v) {
            m.error_code = r.i16()?;
        }
        if v >= 8 {
            m.groups = r.array(f, |r| OffsetFetchResponseGroup::read(r, v))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        if v >= 3 {
            w.put_i32(self.throttle_time_ms);
        }
        if v <= 7 {
            w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        } else if !self.topics.is_empty() {
            return no("Topics", v);
        }
        if (2..=7).contains(&v) {
            w.put_i16(self.error_code);
        }
        if v >= 8 {
            w.put_array(&self.groups, f, |w, e| e.write(w, v))?;
        } else if !self.groups.is_empty() {
            return no("Groups", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetFetchResponseTopic` of `OffsetFetchResponse`, versions 1-7.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseTopic {
    /// Field `Name`, versions 1-7.
    pub name: String,
    /// Field `Partitions`, versions 1-7.
    pub partitions: Vec<OffsetFetchResponsePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| OffsetFetchResponsePartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
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
/// `OffsetFetchResponsePartition` of `OffsetFetchResponse`, versions 1-7.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartition {
    /// Field `PartitionIndex`, versions 1-7.
    pub partition_index: i32,
    /// Field `CommittedOffset`, versions 1-7.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 5-7.
    pub committed_leader_epoch: i32,
    /// Field `Metadata`, versions 1-7, null in 1-7.
    pub metadata: Option<String>,
    /// Field `ErrorCode`, versions 1-7.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetFetchResponsePartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetFetchResponsePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        if v >= 5 {
            m.committed_leader_epoch = r.i32()?;
        }
        m.metadata = r.nullable_string(f, true)?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_i32(self.partition_index);
        w.put_i64(self.committed_offset);
        if v >= 5 {
            w.put_i32(self.committed_leader_epoch);
        }
        w.put_nullable_string(self.metadata.as_deref(), f);
        w.put_i16(self.error_code);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetFetchResponseGroup` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseGroup {
    /// Field `GroupId`, versions 8-10.
    pub group_id: String,
    /// Field `Topics`, versions 8-10.
    pub topics: Vec<OffsetFetchResponseTopics>,
    /// Field `ErrorCode`, versions 8-10.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchResponseGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.array(true, |r| OffsetFetchResponseTopics::read(r, v))?;
        m.error_code = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_i16(self.error_code);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `OffsetFetchResponseTopics` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseTopics {
    /// Field `Name`, versions 8-9.
    pub name: String,
    /// Field `TopicId`, versions 10.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 8-10.
    pub partitions: Vec<OffsetFetchResponsePartitions>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchResponseTopics {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        if v <= 9 {
            m.name = r.string(true)?;
        }
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(true, |r| OffsetFetchResponsePartitions::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        if v <= 9 {
            w.put_string(&self.name, true);
        }
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `OffsetFetchResponsePartitions` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartitions {
    /// Field `PartitionIndex`, versions 8-10.
    pub partition_index: i32,
    /// Field `CommittedOffset`, versions 8-10.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 8-10.
    pub committed_leader_epoch: i32,
    /// Field `Metadata`, versions 8-10, null in 8-10.
    pub metadata: Option<String>,
    /// Field `ErrorCode`, versions 8-10.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetFetchResponsePartitions {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetFetchResponsePartitions {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        m.committed_leader_epoch = r.i32()?;
        m.metadata = r.nullable_string(true, true)?;
        m.error_code = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i64(self.committed_offset);
        w.put_i32(self.committed_leader_epoch);
        w.put_nullable_string(self.metadata.as_deref(), true);
        w.put_i16(self.error_code);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl OffsetFetchResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl OffsetFetchResponsePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.committed_leader_epoch);
        true
    }
}
impl OffsetFetchResponseGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl OffsetFetchResponseTopics {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl OffsetFetchResponsePartitions {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.committed_leader_epoch);
        true
    }
}
impl crate::names::Named for OffsetFetchResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetFetchResponse, 9, 1, 10, 6);
