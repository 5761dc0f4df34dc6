// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AllocateProducerIdsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AllocateProducerIdsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AllocateProducerIdsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ProducerIdStart`, versions 0.
    pub producer_id_start: i64,
    /// Field `ProducerIdLen`, versions 0.
    pub producer_id_len: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AllocateProducerIdsResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.producer_id_start = r.i64()?;
        m.producer_id_len = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_i64(self.producer_id_start);
        w.put_i32(self.producer_id_len);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for AllocateProducerIdsResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(AllocateProducerIdsResponse, 67, 0, 0, 0);
