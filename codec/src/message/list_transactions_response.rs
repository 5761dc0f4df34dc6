// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListTransactionsResponse`, versions 0-2.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListTransactionsResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListTransactionsResponse {
    /// Field `ThrottleTimeMs`, versions 0-2.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `UnknownStateFilters`, versions 0-2.
    pub unknown_state_filters: Vec<String>,
    /// Field `TransactionStates`, versions 0-2.
    pub transaction_states: Vec<TransactionState>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListTransactionsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.unknown_state_filters = r.array(true, |r| r.string(true))?;
        m.transaction_states = r.array(true, |r| TransactionState::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_values(&self.unknown_state_filters, true, |w, e| w.put_string(e, true));
        w.put_array(&self.transaction_states, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TransactionState` of `ListTransactionsResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransactionState {
    /// Field `TransactionalId`, versions 0-2.
    pub transactional_id: String,
    /// Field `ProducerId`, versions 0-2.
    pub producer_id: i64,
    /// Field `TransactionState`, versions 0-2.
    pub transaction_state: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TransactionState {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.transactional_id = r.string(true)?;
        m.producer_id = r.i64()?;
        m.transaction_state = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.transactional_id, true);
        w.put_i64(self.producer_id);
        w.put_string(&self.transaction_state, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ListTransactionsResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListTransactionsResponse, 66, 0, 2, 0);
