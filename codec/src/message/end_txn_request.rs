// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `EndTxnRequest`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `EndTxnRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndTxnRequest {
    /// Field `TransactionalId`, versions 0-5.
    pub transactional_id: String,
    /// Field `ProducerId`, versions 0-5.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 0-5.
    pub producer_epoch: i16,
    /// Field `Committed`, versions 0-5.
    pub committed: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl EndTxnRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.transactional_id = r.string(f)?;
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        m.committed = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_string(&self.transactional_id, f);
        w.put_i64(self.producer_id);
        w.put_i16(self.producer_epoch);
        w.put_bool(self.committed);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for EndTxnRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(EndTxnRequest, 26, 0, 5, 3);
impl crate::Request for EndTxnRequest {
    type Response = crate::message::EndTxnResponse;
}
