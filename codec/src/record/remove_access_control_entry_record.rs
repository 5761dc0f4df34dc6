// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `RemoveAccessControlEntryRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `RemoveAccessControlEntryRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoveAccessControlEntryRecord {
    /// Field `Id`, versions 0.
    pub id: Uuid,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl RemoveAccessControlEntryRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.id = r.uuid()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(RemoveAccessControlEntryRecord, 19, 0, 0, 0);
