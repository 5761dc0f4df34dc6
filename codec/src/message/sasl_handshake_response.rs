// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SaslHandshakeResponse`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};

/// `SaslHandshakeResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslHandshakeResponse {
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `Mechanisms`, versions 0-1.
    pub mechanisms: Vec<String>,
}
impl SaslHandshakeResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.mechanisms = r.array(false, |r| r.string(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_values(&self.mechanisms, false, |w, e| w.put_string(e, false));
        Ok(())
    }
}
impl crate::names::Named for SaslHandshakeResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(SaslHandshakeResponse, 17, 0, 1, i16::MAX);
