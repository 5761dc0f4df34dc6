// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareAcknowledgeRequest`, versions 1-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareAcknowledgeRequest {
    /// Field `GroupId`, versions 1-2, null in 1-2.
    pub group_id: Option<String>,
    /// Field `MemberId`, versions 1-2, null in 1-2.
    pub member_id: Option<String>,
    /// Field `ShareSessionEpoch`, versions 1-2.
    pub share_session_epoch: i32,
    /// Field `IsRenewAck`, versions 2.
    pub is_renew_ack: bool,
    /// Field `Topics`, versions 1-2.
    pub topics: Vec<AcknowledgeTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ShareAcknowledgeRequest {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(String::new()),
            share_session_epoch: 0,
            is_renew_ack: false,
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl ShareAcknowledgeRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.nullable_string(true, true)?;
        m.member_id = r.nullable_string(true, true)?;
        m.share_session_epoch = r.i32()?;
        if v >= 2 {
            m.is_renew_ack = r.bool()?;
        }
        m.topics = r.array(true, |r| AcknowledgeTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_nullable_string(self.group_id.as_deref(), true);
        w.put_nullable_string(self.member_id.as_deref(), true);
        w.put_i32(self.share_session_epoch);
        if v >= 2 {
            w.put_bool(self.is_renew_ack);
        } else if self.is_renew_ack {
            return no("IsRenewAck", v);
        }
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AcknowledgeTopic` of `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AcknowledgeTopic {
    /// Field `TopicId`, versions 1-2.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<AcknowledgePartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AcknowledgeTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| AcknowledgePartition::read(r, v))?;
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
/// `AcknowledgePartition` of `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AcknowledgePartition {
    /// Field `PartitionIndex`, versions 1-2.
    pub partition_index: i32,
    /// Field `AcknowledgementBatches`, versions 1-2.
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AcknowledgePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.acknowledgement_batches = r.array(true, |r| AcknowledgementBatch::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_array(&self.acknowledgement_batches, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AcknowledgementBatch` of `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AcknowledgementBatch {
    /// Field `FirstOffset`, versions 1-2.
    pub first_offset: i64,
    /// Field `LastOffset`, versions 1-2.
    pub last_offset: i64,
    /// Field `AcknowledgeTypes`, versions 1-2.
    pub acknowledge_types: Vec<i8>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AcknowledgementBatch {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.first_offset = r.i64()?;
        m.last_offset = r.i64()?;
        m.acknowledge_types = r.array(true, Reader::i8)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i64(self.first_offset);
        w.put_i64(self.last_offset);
        w.put_values(&self.acknowledge_types, true, |w, e| w.put_i8(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl AcknowledgeTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for ShareAcknowledgeRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ShareAcknowledgeRequest, 79, 1, 2, 0);
impl crate::Request for ShareAcknowledgeRequest {
    type Response = crate::message::ShareAcknowledgeResponse;
}
