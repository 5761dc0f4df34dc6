// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `EnvelopeRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `EnvelopeRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvelopeRequest {
    /// Field `RequestData`, versions 0.
    pub request_data: Bytes,
    /// Field `RequestPrincipal`, versions 0, null in 0.
    pub request_principal: Option<Bytes>,
    /// Field `ClientHostAddress`, versions 0.
    pub client_host_address: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EnvelopeRequest {
    fn default() -> Self {
        Self {
            request_data: Bytes::new(),
            request_principal: Some(Bytes::new()),
            client_host_address: Bytes::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl EnvelopeRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.request_data = r.bytes(true)?;
        m.request_principal = r.nullable_bytes(true, true)?;
        m.client_host_address = r.bytes(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_bytes(&self.request_data, true);
        w.put_nullable_bytes(self.request_principal.as_ref(), true);
        w.put_bytes(&self.client_host_address, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for EnvelopeRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(EnvelopeRequest, 58, 0, 0, 0);
impl crate::Request for EnvelopeRequest {
    type Response = crate::message::EnvelopeResponse;
}
