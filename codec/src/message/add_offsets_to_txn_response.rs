// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AddOffsetsToTxnResponse`, versions 0-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AddOffsetsToTxnResponse`, versions 0-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddOffsetsToTxnResponse {
    /// Field `ThrottleTimeMs`, versions 0-4.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-4.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AddOffsetsToTxnResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for AddOffsetsToTxnResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(AddOffsetsToTxnResponse, 25, 0, 4, 3);
