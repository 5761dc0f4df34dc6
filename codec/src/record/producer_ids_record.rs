// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ProducerIdsRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ProducerIdsRecord`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ProducerIdsRecord {
    /// Field `BrokerId`, versions 0.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 0.
    pub broker_epoch: i64,
    /// Field `NextProducerId`, versions 0.
    pub next_producer_id: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ProducerIdsRecord {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, next_producer_id: 0, unknown_tags: Vec::new() }
    }
}
impl ProducerIdsRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        m.next_producer_id = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_i64(self.next_producer_id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(ProducerIdsRecord, 15, 0, 0, 0);
