// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeProducersResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeProducersResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeProducersResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 0.
    pub topics: Vec<TopicResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeProducersResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(true, |r| TopicResponse::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicResponse` of `DescribeProducersResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicResponse {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<PartitionResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| PartitionResponse::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionResponse` of `DescribeProducersResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionResponse {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Field `ActiveProducers`, versions 0.
    pub active_producers: Vec<ProducerState>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.active_producers = r.array(true, |r| ProducerState::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.active_producers, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ProducerState` of `DescribeProducersResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ProducerState {
    /// Field `ProducerId`, versions 0.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 0.
    pub producer_epoch: i32,
    /// Field `LastSequence`, versions 0.
    pub last_sequence: i32,
    /// Field `LastTimestamp`, versions 0.
    pub last_timestamp: i64,
    /// Field `CoordinatorEpoch`, versions 0.
    pub coordinator_epoch: i32,
    /// Field `CurrentTxnStartOffset`, versions 0.
    pub current_txn_start_offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ProducerState {
    fn default() -> Self {
        Self {
            producer_id: 0,
            producer_epoch: 0,
            last_sequence: -1,
            last_timestamp: -1,
            coordinator_epoch: 0,
            current_txn_start_offset: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl ProducerState {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i32()?;
        m.last_sequence = r.i32()?;
        m.last_timestamp = r.i64()?;
        m.coordinator_epoch = r.i32()?;
        m.current_txn_start_offset = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i64(self.producer_id);
        w.put_i32(self.producer_epoch);
        w.put_i32(self.last_sequence);
        w.put_i64(self.last_timestamp);
        w.put_i32(self.coordinator_epoch);
        w.put_i64(self.current_txn_start_offset);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl PartitionResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for DescribeProducersResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeProducersResponse, 61, 0, 0, 0);
