// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `TxnOffsetCommitRequest`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `TxnOffsetCommitRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq)]
pub struct TxnOffsetCommitRequest {
    /// Field `TransactionalId`, versions 0-6.
    pub transactional_id: String,
    /// Field `GroupId`, versions 0-6.
    pub group_id: String,
    /// Field `ProducerId`, versions 0-6.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 0-6.
    pub producer_epoch: i16,
    /// Field `GenerationIdOrMemberEpoch`, versions 3-6.
    pub generation_id_or_member_epoch: i32,
    /// Field `MemberId`, versions 3-6.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 3-6, null in 3-6.
    pub group_instance_id: Option<String>,
    /// Field `Topics`, versions 0-6.
    pub topics: Vec<TxnOffsetCommitRequestTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for TxnOffsetCommitRequest {
    fn default() -> Self {
        Self {
            transactional_id: String::new(),
            group_id: String::new(),
            producer_id: 0,
            producer_epoch: 0,
            generation_id_or_member_epoch: -1,
            member_id: String::new(),
            group_instance_id: None,
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl TxnOffsetCommitRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.transactional_id = r.string(f)?;
        m.group_id = r.string(f)?;
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        if v >= 3 {
            m.generation_id_or_member_epoch = r.i32()?;
        }
        if v >= 3 {
            m.member_id = r.string(f)?;
        }
        if v >= 3 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        m.topics = r.array(f, |r| TxnOffsetCommitRequestTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_string(&self.transactional_id, f);
        w.put_string(&self.group_id, f);
        w.put_i64(self.producer_id);
        w.put_i16(self.producer_epoch);
        if v >= 3 {
            w.put_i32(self.generation_id_or_member_epoch);
        } else if self.generation_id_or_member_epoch != -1 {
            return no("GenerationIdOrMemberEpoch", v);
        }
        if v >= 3 {
            w.put_string(&self.member_id, f);
        } else if !self.member_id.is_empty() {
            return no("MemberId", v);
        }
        if v >= 3 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        } else if self.group_instance_id.is_some() {
            return no("GroupInstanceId", v);
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
/// `TxnOffsetCommitRequestTopic` of `TxnOffsetCommitRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitRequestTopic {
    /// Field `Name`, versions 0-5.
    pub name: String,
    /// Field `TopicId`, versions 6.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0-6.
    pub partitions: Vec<TxnOffsetCommitRequestPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TxnOffsetCommitRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v <= 5 {
            m.name = r.string(f)?;
        }
        if v >= 6 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| TxnOffsetCommitRequestPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v <= 5 {
            w.put_string(&self.name, f);
        }
        if v >= 6 {
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
/// `TxnOffsetCommitRequestPartition` of `TxnOffsetCommitRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq)]
pub struct TxnOffsetCommitRequestPartition {
    /// Field `PartitionIndex`, versions 0-6.
    pub partition_index: i32,
    /// Field `CommittedOffset`, versions 0-6.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 2-6.
    pub committed_leader_epoch: i32,
    /// Field `CommittedMetadata`, versions 0-6, null in 0-6.
    pub committed_metadata: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for TxnOffsetCommitRequestPartition {
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
impl TxnOffsetCommitRequestPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        if v >= 2 {
            m.committed_leader_epoch = r.i32()?;
        }
        m.committed_metadata = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.partition_index);
        w.put_i64(self.committed_offset);
        if v >= 2 {
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
impl TxnOffsetCommitRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl TxnOffsetCommitRequestPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.committed_leader_epoch);
        true
    }
}
impl crate::names::Named for TxnOffsetCommitRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(TxnOffsetCommitRequest, 28, 0, 6, 3);
impl crate::Request for TxnOffsetCommitRequest {
    type Response = crate::message::TxnOffsetCommitResponse;
}
