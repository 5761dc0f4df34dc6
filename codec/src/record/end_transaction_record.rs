// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `EndTransactionRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `EndTransactionRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndTransactionRecord {
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl EndTransactionRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(EndTransactionRecord, 24, 0, 0, 0);
