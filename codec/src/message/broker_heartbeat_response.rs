// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BrokerHeartbeatResponse`, versions 0-2.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `BrokerHeartbeatResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerHeartbeatResponse {
    /// Field `ThrottleTimeMs`, versions 0-2.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `IsCaughtUp`, versions 0-2.
    pub is_caught_up: bool,
    /// Field `IsFenced`, versions 0-2.
    pub is_fenced: bool,
    /// Field `ShouldShutDown`, versions 0-2.
    pub should_shut_down: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for BrokerHeartbeatResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            is_caught_up: false,
            is_fenced: true,
            should_shut_down: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl BrokerHeartbeatResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.is_caught_up = r.bool()?;
        m.is_fenced = r.bool()?;
        m.should_shut_down = r.bool()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_bool(self.is_caught_up);
        w.put_bool(self.is_fenced);
        w.put_bool(self.should_shut_down);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for BrokerHeartbeatResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(BrokerHeartbeatResponse, 63, 0, 2, 0);
