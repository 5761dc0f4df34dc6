// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeTransactionsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeTransactionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTransactionsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `TransactionStates`, versions 0.
    pub transaction_states: Vec<TransactionState>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeTransactionsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.transaction_states = r.array(true, |r| TransactionState::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.transaction_states, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TransactionState` of `DescribeTransactionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransactionState {
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `TransactionalId`, versions 0.
    pub transactional_id: String,
    /// Field `TransactionState`, versions 0.
    pub transaction_state: String,
    /// Field `TransactionTimeoutMs`, versions 0.
    pub transaction_timeout_ms: i32,
    /// Field `TransactionStartTimeMs`, versions 0.
    pub transaction_start_time_ms: i64,
    /// Field `ProducerId`, versions 0.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 0.
    pub producer_epoch: i16,
    /// Field `Topics`, versions 0.
    pub topics: Vec<TopicData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TransactionState {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.transactional_id = r.string(true)?;
        m.transaction_state = r.string(true)?;
        m.transaction_timeout_ms = r.i32()?;
        m.transaction_start_time_ms = r.i64()?;
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_string(&self.transactional_id, true);
        w.put_string(&self.transaction_state, true);
        w.put_i32(self.transaction_timeout_ms);
        w.put_i64(self.transaction_start_time_ms);
        w.put_i64(self.producer_id);
        w.put_i16(self.producer_epoch);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `DescribeTransactionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData {
    /// Field `Topic`, versions 0.
    pub topic: String,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic = r.string(true)?;
        m.partitions = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic, true);
        w.put_values(&self.partitions, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TransactionState {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic)
    }
}
impl crate::names::Named for DescribeTransactionsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.transaction_states.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeTransactionsResponse, 65, 0, 0, 0);
