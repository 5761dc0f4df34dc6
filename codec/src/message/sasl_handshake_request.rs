// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SaslHandshakeRequest`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};

/// `SaslHandshakeRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslHandshakeRequest {
    /// Field `Mechanism`, versions 0-1.
    pub mechanism: String,
}
impl SaslHandshakeRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.mechanism = r.string(false)?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.mechanism, false);
        Ok(())
    }
}
impl crate::names::Named for SaslHandshakeRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(SaslHandshakeRequest, 17, 0, 1, i16::MAX);
impl crate::Request for SaslHandshakeRequest {
    type Response = crate::message::SaslHandshakeResponse;
}
