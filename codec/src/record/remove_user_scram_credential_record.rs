// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `RemoveUserScramCredentialRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `RemoveUserScramCredentialRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoveUserScramCredentialRecord {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Mechanism`, versions 0.
    pub mechanism: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl RemoveUserScramCredentialRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.mechanism = r.i8()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i8(self.mechanism);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(RemoveUserScramCredentialRecord, 22, 0, 0, 0);
