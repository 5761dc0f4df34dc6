// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BeginTransactionRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Tags, Unsupported, Writer};

/// `BeginTransactionRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BeginTransactionRecord {
    /// Field `Name`, versions 0, tag 0, null in 0.
    pub name: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl BeginTransactionRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.name = r.nullable_string(true, true)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        let mut t = Tags::new(&self.unknown_tags);
        if self.name.is_some() {
            t.put(0, |w| {
                w.put_nullable_string(self.name.as_deref(), true);
                Ok(())
            })?;
        }
        t.finish(w);
        Ok(())
    }
}
crate::generated::message!(BeginTransactionRecord, 23, 0, 0, 0);
