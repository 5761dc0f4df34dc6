// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `InitProducerIdRequest`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `InitProducerIdRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq)]
pub struct InitProducerIdRequest {
    /// Field `TransactionalId`, versions 0-6, null in 0-6.
    pub transactional_id: Option<String>,
    /// Field `TransactionTimeoutMs`, versions 0-6.
    pub transaction_timeout_ms: i32,
    /// Field `ProducerId`, versions 3-6.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 3-6.
    pub producer_epoch: i16,
    /// Field `Enable2Pc`, versions 6.
    pub enable2_pc: bool,
    /// Field `KeepPreparedTxn`, versions 6.
    pub keep_prepared_txn: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for InitProducerIdRequest {
    fn default() -> Self {
        Self {
            transactional_id: Some(String::new()),
            transaction_timeout_ms: 0,
            producer_id: -1,
            producer_epoch: -1,
            enable2_pc: false,
            keep_prepared_txn: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl InitProducerIdRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.transactional_id = r.nullable_string(f, true)?;
        m.transaction_timeout_ms = r.i32()?;
        if v >= 3 {
            m.producer_id = r.i64()?;
        }
        if v >= 3 {
            m.producer_epoch = r.i16()?;
        }
        if v >= 6 {
            m.enable2_pc = r.bool()?;
        }
        if v >= 6 {
            m.keep_prepared_txn = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_nullable_string(self.transactional_id.as_deref(), f);
        w.put_i32(self.transaction_timeout_ms);
        if v >= 3 {
            w.put_i64(self.producer_id);
        } else if self.producer_id != -1 {
            return no("ProducerId", v);
        }
        if v >= 3 {
            w.put_i16(self.producer_epoch);
        } else if self.producer_epoch != -1 {
            return no("ProducerEpoch", v);
        }
        if v >= 6 {
            w.put_bool(self.enable2_pc);
        } else if self.enable2_pc {
            return no("Enable2Pc", v);
        }
        if v >= 6 {
            w.put_bool(self.keep_prepared_txn);
        } else if self.keep_prepared_txn {
            return no("KeepPreparedTxn", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for InitProducerIdRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(InitProducerIdRequest, 22, 0, 6, 2);
impl crate::Request for InitProducerIdRequest {
    type Response = crate::message::InitProducerIdResponse;
}
