// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AddPartitionsToTxnRequest`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AddPartitionsToTxnRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnRequest {
    /// Field `Transactions`, versions 4-5.
    pub transactions: Vec<AddPartitionsToTxnTransaction>,
    /// Field `V3AndBelowTransactionalId`, versions 0-3.
    pub v3_and_below_transactional_id: String,
    /// Field `V3AndBelowProducerId`, versions 0-3.
    pub v3_and_below_producer_id: i64,
    /// Field `V3AndBelowProducerEpoch`, versions 0-3.
    pub v3_and_below_producer_epoch: i16,
    /// Field `V3AndBelowTopics`, versions 0-3.
    pub v3_and_below_topics: Vec<AddPartitionsToTxnTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v >= 4 {
            m.transactions = r.array(f, |r| AddPartitionsToTxnTransaction::read(r, v))?;
        }
        if v <= 3 {
            m.v3_and_below_transactional_id = r.string(f)?;
        }
        if v <= 3 {
            m.v3_and_below_producer_id = r.i64()?;
        }
        if v <= 3 {
            m.v3_and_below_producer_epoch = r.i16()?;
        }
        if v <= 3 {
            m.v3_and_below_topics = r.array(f, |r| AddPartitionsToTxnTopic::read(r, v))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v >= 4 {
            w.put_array(&self.transactions, f, |w, e| e.write(w, v))?;
        } else if !self.transactions.is_empty() {
            return no("Transactions", v);
        }
        if v <= 3 {
            w.put_string(&self.v3_and_below_transactional_id, f);
        } else if !self.v3_and_below_transactional_id.is_empty() {
            return no("V3AndBelowTransactionalId", v);
        }
        if v <= 3 {
            w.put_i64(self.v3_and_below_producer_id);
        } else if self.v3_and_below_producer_id != 0 {
            return no("V3AndBelowProducerId", v);
        }
        if v <= 3 {
            w.put_i16(self.v3_and_below_producer_epoch);
        } else if self.v3_and_below_producer_epoch != 0 {
            return no("V3AndBelowProducerEpoch", v);
        }
        if v <= 3 {
            w.put_array(&self.v3_and_below_topics, f, |w, e| e.write(w, v))?;
        } else if !self.v3_and_below_topics.is_empty() {
            return no("V3AndBelowTopics", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AddPartitionsToTxnTransaction` of `AddPartitionsToTxnRequest`, versions 4-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTransaction {
    /// Field `TransactionalId`, versions 4-5.
    pub transactional_id: String,
    /// Field `ProducerId`, versions 4-5.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 4-5.
    pub producer_epoch: i16,
    /// Field `VerifyOnly`, versions 4-5.
    pub verify_only: bool,
    /// Field `Topics`, versions 4-5.
    pub topics: Vec<AddPartitionsToTxnTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnTransaction {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.transactional_id = r.string(true)?;
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        m.verify_only = r.bool()?;
        m.topics = r.array(true, |r| AddPartitionsToTxnTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.transactional_id, true);
        w.put_i64(self.producer_id);
        w.put_i16(self.producer_epoch);
        w.put_bool(self.verify_only);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AddPartitionsToTxnTopic` of `AddPartitionsToTxnRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTopic {
    /// Field `Name`, versions 0-5.
    pub name: String,
    /// Field `Partitions`, versions 0-5.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_string(&self.name, f);
        w.put_values(&self.partitions, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl AddPartitionsToTxnTransaction {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl AddPartitionsToTxnTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for AddPartitionsToTxnRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.transactions.retain_mut(|e| e.names(visit));
        self.v3_and_below_topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AddPartitionsToTxnRequest, 24, 0, 5, 3);
impl crate::Request for AddPartitionsToTxnRequest {
    type Response = crate::message::AddPartitionsToTxnResponse;
}
