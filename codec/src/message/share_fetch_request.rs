// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareFetchRequest`, versions 1-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `ShareFetchRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareFetchRequest {
    /// Field `GroupId`, versions 1-2, null in 1-2.
    pub group_id: Option<String>,
    /// Field `MemberId`, versions 1-2, null in 1-2.
    pub member_id: Option<String>,
    /// Field `ShareSessionEpoch`, versions 1-2.
    pub share_session_epoch: i32,
    /// Field `MaxWaitMs`, versions 1-2.
    pub max_wait_ms: i32,
    /// Field `MinBytes`, versions 1-2.
    pub min_bytes: i32,
    /// Field `MaxBytes`, versions 1-2.
    pub max_bytes: i32,
    /// Field `MaxRecords`, versions 1-2.
    pub max_records: i32,
    /// Field `BatchSize`, versions 1-2.
    pub batch_size: i32,
    /// Field `ShareAcquireMode`, versions 2.
    pub share_acquire_mode: i8,
    /// Field `IsRenewAck`, versions 2.
    pub is_renew_ack: bool,
    /// Field `Topics`, versions 1-2.
    pub topics: Vec<FetchTopic>,
    /// Field `ForgottenTopicsData`, versions 1-2.
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ShareFetchRequest {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(String::new()),
            share_session_epoch: 0,
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: i32::MAX,
            max_records: 0,
            batch_size: 0,
            share_acquire_mode: 0,
            is_renew_ack: false,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl ShareFetchRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.nullable_string(true, true)?;
        m.member_id = r.nullable_string(true, true)?;
        m.share_session_epoch = r.i32()?;
        m.max_wait_ms = r.i32()?;
        m.min_bytes = r.i32()?;
        m.max_bytes = r.i32()?;
        m.max_records = r.i32()?;
        m.batch_size = r.i32()?;
        if v >= 2 {
            m.share_acquire_mode = r.i8()?;
        }
        if v >= 2 {
            m.is_renew_ack = r.bool()?;
        }
        m.topics = r.array(true, |r| FetchTopic::read(r, v))?;
        m.forgotten_topics_data = r.array(true, |r| ForgottenTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_nullable_string(self.group_id.as_deref(), true);
        w.put_nullable_string(self.member_id.as_deref(), true);
        w.put_i32(self.share_session_epoch);
        w.put_i32(self.max_wait_ms);
        w.put_i32(self.min_bytes);
        w.put_i32(self.max_bytes);
        w.put_i32(self.max_records);
        w.put_i32(self.batch_size);
        if v >= 2 {
            w.put_i8(self.share_acquire_mode);
        }
        if v >= 2 {
            w.put_bool(self.is_renew_ack);
        } else if self.is_renew_ack {
            return no("IsRenewAck", v);
        }
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_array(&self.forgotten_topics_data, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `FetchTopic` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchTopic {
    /// Field `TopicId`, versions 1-2.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<FetchPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| FetchPartition::read(r, v))?;
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
/// `FetchPartition` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchPartition {
    /// Field `PartitionIndex`, versions 1-2.
    pub partition_index: i32,
    /// Field `AcknowledgementBatches`, versions 1-2.
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchPartition {
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
/// `AcknowledgementBatch` of `ShareFetchRequest`, versions 1-2.
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
/// `ForgottenTopic` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ForgottenTopic {
    /// Field `TopicId`, versions 1-2.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ForgottenTopic {
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
impl FetchTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl ForgottenTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for ShareFetchRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        self.forgotten_topics_data.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ShareFetchRequest, 78, 1, 2, 0);
impl crate::Request for ShareFetchRequest {
    type Response = crate::message::ShareFetchResponse;
}
