// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AddPartitionsToTxnResponse`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AddPartitionsToTxnResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnResponse {
    /// Field `ThrottleTimeMs`, versions 0-5.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 4-5.
    pub error_code: i16,
    /// Field `ResultsByTransaction`, versions 4-5.
    pub results_by_transaction: Vec<AddPartitionsToTxnResult>,
    /// Field `ResultsByTopicV3AndBelow`, versions 0-3.
    pub results_by_topic_v3_and_below: Vec<AddPartitionsToTxnTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        if v >= 4 {
            m.error_code = r.i16()?;
        }
        if v >= 4 {
            m.results_by_transaction = r.array(f, |r| AddPartitionsToTxnResult::read(r, v))?;
        }
        if v <= 3 {
            m.results_by_topic_v3_and_below = r.array(f, |r| AddPartitionsToTxnTopicResult::read(r, v))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.throttle_time_ms);
        if v >= 4 {
            w.put_i16(self.error_code);
        }
        if v >= 4 {
            w.put_array(&self.results_by_transaction, f, |w, e| e.write(w, v))?;
        } else if !self.results_by_transaction.is_empty() {
            return no("ResultsByTransaction", v);
        }
        if v <= 3 {
            w.put_array(&self.results_by_topic_v3_and_below, f, |w, e| e.write(w, v))?;
        } else if !self.results_by_topic_v3_and_below.is_empty() {
            return no("ResultsByTopicV3AndBelow", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AddPartitionsToTxnResult` of `AddPartitionsToTxnResponse`, versions 4-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnResult {
    /// Field `TransactionalId`, versions 4-5.
    pub transactional_id: String,
    /// Field `TopicResults`, versions 4-5.
    pub topic_results: Vec<AddPartitionsToTxnTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.transactional_id = r.string(true)?;
        m.topic_results = r.array(true, |r| AddPartitionsToTxnTopicResult::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.transactional_id, true);
        w.put_array(&self.topic_results, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `AddPartitionsToTxnTopicResult` of `AddPartitionsToTxnResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTopicResult {
    /// Field `Name`, versions 0-5.
    pub name: String,
    /// Field `ResultsByPartition`, versions 0-5.
    pub results_by_partition: Vec<AddPartitionsToTxnPartitionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.results_by_partition = r.array(f, |r| AddPartitionsToTxnPartitionResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_string(&self.name, f);
        w.put_array(&self.results_by_partition, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AddPartitionsToTxnPartitionResult` of `AddPartitionsToTxnResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnPartitionResult {
    /// Field `PartitionIndex`, versions 0-5.
    pub partition_index: i32,
    /// Field `PartitionErrorCode`, versions 0-5.
    pub partition_error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddPartitionsToTxnPartitionResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.partition_error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.partition_index);
        w.put_i16(self.partition_error_code);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl AddPartitionsToTxnResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topic_results.retain_mut(|e| e.names(visit));
        true
    }
}
impl AddPartitionsToTxnTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for AddPartitionsToTxnResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results_by_transaction.retain_mut(|e| e.names(visit));
        self.results_by_topic_v3_and_below.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AddPartitionsToTxnResponse, 24, 0, 5, 3);
