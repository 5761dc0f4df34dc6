// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetCommitRequest`, versions 2-10.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `OffsetCommitRequest`, versions 2-10.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitRequest {
    /// Field `GroupId`, versions 2-10.
    pub group_id: String,
    /// Field `GenerationIdOrMemberEpoch`, versions 2-10.
    pub generation_id_or_member_epoch: i32,
    /// Field `MemberId`, versions 2-10.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 7-10, null in 7-10.
    pub group_instance_id: Option<String>,
    /// Field `RetentionTimeMs`, versions 2-4.
    pub retention_time_ms: i64,
    /// Field `Topics`, versions 2-10.
    pub topics: Vec<OffsetCommitRequestTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetCommitRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            generation_id_or_member_epoch: -1,
            member_id: String::new(),
            group_instance_id: None,
            retention_time_ms: -1,
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetCommitRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        m.group_id = r.string(f)?;
        m.generation_id_or_member_epoch = r.i32()?;
        m.member_id = r.string(f)?;
        if v >= 7 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        if v <= 4 {
            m.retention_time_ms = r.i64()?;
        }
        m.topics = r.array(f, |r| OffsetCommitRequestTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        w.put_string(&self.group_id, f);
        w.put_i32(self.generation_id_or_member_epoch);
        w.put_string(&self.member_id, f);
        if v >= 7 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        } else if self.group_instance_id.is_some() {
            return no("GroupInstanceId", v);
        }
        if v <= 4 {
            w.put_i64(self.retention_time_ms);
        }
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetCommitRequestTopic` of `OffsetCommitRequest`, versions 2-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitRequestTopic {
    /// Field `Name`, versions 2-9.
    pub name: String,
    /// Field `TopicId`, versions 10.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 2-10.
    pub partitions: Vec<OffsetCommitRequestPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetCommitRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        if v <= 9 {
            m.name = r.string(f)?;
        }
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| OffsetCommitRequestPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        if v <= 9 {
            w.put_string(&self.name, f);
        }
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetCommitRequestPartition` of `OffsetCommitRequest`, versions 2-10.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitRequestPartition {
    /// Field `PartitionIndex`, versions 2-10.
    pub partition_index: i32,
    /// Field `CommittedOffset`, versions 2-10.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 6-10.
    pub committed_leader_epoch: i32,
    /// Field `CommittedMetadata`, versions 2-10, null in 2-10.
    pub committed_metadata: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetCommitRequestPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetCommitRequestPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 8;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        if v >= 6 {
            m.committed_leader_epoch = r.i32()?;
        }
        m.committed_metadata = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 8;
        w.put_i32(self.partition_index);
        w.put_i64(self.committed_offset);
        if v >= 6 {
            w.put_i32(self.committed_leader_epoch);
        }
        w.put_nullable_string(self.committed_metadata.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl OffsetCommitRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl OffsetCommitRequestPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.committed_leader_epoch);
        true
    }
}
impl crate::names::Named for OffsetCommitRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetCommitRequest, 8, 2, 10, 8);
impl crate::Request for OffsetCommitRequest {
    type Response = crate::message::OffsetCommitResponse;
}
