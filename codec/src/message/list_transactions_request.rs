// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListTransactionsRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListTransactionsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTransactionsRequest {
    /// Field `StateFilters`, versions 0-2.
    pub state_filters: Vec<String>,
    /// Field `ProducerIdFilters`, versions 0-2.
    pub producer_id_filters: Vec<i64>,
    /// Field `DurationFilter`, versions 1-2.
    pub duration_filter: i64,
    /// Field `TransactionalIdPattern`, versions 2, null in 2.
    pub transactional_id_pattern: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ListTransactionsRequest {
    fn default() -> Self {
        Self {
            state_filters: Vec::new(),
            producer_id_filters: Vec::new(),
            duration_filter: -1,
            transactional_id_pattern: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl ListTransactionsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.state_filters = r.array(true, |r| r.string(true))?;
        m.producer_id_filters = r.array(true, Reader::i64)?;
        if v >= 1 {
            m.duration_filter = r.i64()?;
        }
        if v >= 2 {
            m.transactional_id_pattern = r.nullable_string(true, true)?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_values(&self.state_filters, true, |w, e| w.put_string(e, true));
        w.put_values(&self.producer_id_filters, true, |w, e| w.put_i64(*e));
        if v >= 1 {
            w.put_i64(self.duration_filter);
        } else if self.duration_filter != -1 {
            return no("DurationFilter", v);
        }
        if v >= 2 {
            w.put_nullable_string(self.transactional_id_pattern.as_deref(), true);
        } else if self.transactional_id_pattern.is_some() {
            return no("TransactionalIdPattern", v);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ListTransactionsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListTransactionsRequest, 66, 0, 2, 0);
impl crate::Request for ListTransactionsRequest {
    type Response = crate::message::ListTransactionsResponse;
}
