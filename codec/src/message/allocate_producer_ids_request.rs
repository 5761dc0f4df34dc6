// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AllocateProducerIdsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AllocateProducerIdsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AllocateProducerIdsRequest {
    /// Field `BrokerId`, versions 0.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 0.
    pub broker_epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AllocateProducerIdsRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, unknown_tags: Vec::new() }
    }
}
impl AllocateProducerIdsRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for AllocateProducerIdsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        true
    }
}
crate::generated::message!(AllocateProducerIdsRequest, 67, 0, 0, 0);
impl crate::Request for AllocateProducerIdsRequest {
    type Response = crate::message::AllocateProducerIdsResponse;
}
