// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BrokerRegistrationResponse`, versions 0-4.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `BrokerRegistrationResponse`, versions 0-4.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRegistrationResponse {
    /// Field `ThrottleTimeMs`, versions 0-4.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-4.
    pub error_code: i16,
    /// Field `BrokerEpoch`, versions 0-4.
    pub broker_epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for BrokerRegistrationResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, broker_epoch: -1, unknown_tags: Vec::new() }
    }
}
impl BrokerRegistrationResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.broker_epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_i64(self.broker_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for BrokerRegistrationResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(BrokerRegistrationResponse, 62, 0, 4, 0);
