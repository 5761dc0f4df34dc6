// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `UnregisterBrokerRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `UnregisterBrokerRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UnregisterBrokerRequest {
    /// Field `BrokerId`, versions 0.
    pub broker_id: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl UnregisterBrokerRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for UnregisterBrokerRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        true
    }
}
crate::generated::message!(UnregisterBrokerRequest, 64, 0, 0, 0);
impl crate::Request for UnregisterBrokerRequest {
    type Response = crate::message::UnregisterBrokerResponse;
}
