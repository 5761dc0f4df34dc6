// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FenceBrokerRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `FenceBrokerRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FenceBrokerRecord {
    /// Field `Id`, versions 0.
    pub id: i32,
    /// Field `Epoch`, versions 0.
    pub epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FenceBrokerRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.id = r.i32()?;
        m.epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.id);
        w.put_i64(self.epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(FenceBrokerRecord, 7, 0, 0, 0);
