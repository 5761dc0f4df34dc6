// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `TopicRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `TopicRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRecord {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `TopicId`, versions 0.
    pub topic_id: Uuid,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.topic_id = r.uuid()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_uuid(self.topic_id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(TopicRecord, 2, 0, 0, 0);
