// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `UserScramCredentialRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `UserScramCredentialRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UserScramCredentialRecord {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Mechanism`, versions 0.
    pub mechanism: i8,
    /// Field `Salt`, versions 0.
    pub salt: Bytes,
    /// Field `StoredKey`, versions 0.
    pub stored_key: Bytes,
    /// Field `ServerKey`, versions 0.
    pub server_key: Bytes,
    /// Field `Iterations`, versions 0.
    pub iterations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl UserScramCredentialRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.mechanism = r.i8()?;
        m.salt = r.bytes(true)?;
        m.stored_key = r.bytes(true)?;
        m.server_key = r.bytes(true)?;
        m.iterations = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i8(self.mechanism);
        w.put_bytes(&self.salt, true);
        w.put_bytes(&self.stored_key, true);
        w.put_bytes(&self.server_key, true);
        w.put_i32(self.iterations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(UserScramCredentialRecord, 11, 0, 0, 0);
