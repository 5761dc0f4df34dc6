// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ClearElrRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ClearElrRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClearElrRecord {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ClearElrRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(ClearElrRecord, 28, 0, 0, 0);
