// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `UnregisterBrokerResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `UnregisterBrokerResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct UnregisterBrokerResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for UnregisterBrokerResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl UnregisterBrokerResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for UnregisterBrokerResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
crate::generated::message!(UnregisterBrokerResponse, 64, 0, 0, 0);
