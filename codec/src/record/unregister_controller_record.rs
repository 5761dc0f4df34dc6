// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `UnregisterControllerRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `UnregisterControllerRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UnregisterControllerRecord {
    /// Field `ControllerId`, versions 0.
    pub controller_id: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl UnregisterControllerRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.controller_id = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.controller_id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(UnregisterControllerRecord, 29, 0, 0, 0);
