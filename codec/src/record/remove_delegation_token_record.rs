// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `RemoveDelegationTokenRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `RemoveDelegationTokenRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoveDelegationTokenRecord {
    /// Field `TokenId`, versions 0.
    pub token_id: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl RemoveDelegationTokenRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.token_id = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.token_id, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(RemoveDelegationTokenRecord, 26, 0, 0, 0);
