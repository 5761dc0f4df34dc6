// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `EndTxnResponse`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `EndTxnResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq)]
pub struct EndTxnResponse {
    /// Field `ThrottleTimeMs`, versions 0-5.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-5.
    pub error_code: i16,
    /// Field `ProducerId`, versions 5.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 5.
    pub producer_epoch: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EndTxnResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            producer_id: -1,
            producer_epoch: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl EndTxnResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        if v >= 5 {
            m.producer_id = r.i64()?;
        }
        if v >= 5 {
            m.producer_epoch = r.i16()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        if v >= 5 {
            w.put_i64(self.producer_id);
        }
        if v >= 5 {
            w.put_i16(self.producer_epoch);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for EndTxnResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(EndTxnResponse, 26, 0, 5, 3);
