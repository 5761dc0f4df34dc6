// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `NoOpRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `NoOpRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NoOpRecord {
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl NoOpRecord {
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
crate::generated::message!(NoOpRecord, 20, 0, 0, 0);
