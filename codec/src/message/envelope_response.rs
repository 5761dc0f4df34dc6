// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `EnvelopeResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `EnvelopeResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnvelopeResponse {
    /// Field `ResponseData`, versions 0, null in 0.
    pub response_data: Option<Bytes>,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl EnvelopeResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.response_data = r.nullable_bytes(true, true)?;
        m.error_code = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_nullable_bytes(self.response_data.as_ref(), true);
        w.put_i16(self.error_code);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for EnvelopeResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(EnvelopeResponse, 58, 0, 0, 0);
