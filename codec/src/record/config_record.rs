// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ConfigRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ConfigRecord`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigRecord {
    /// Field `ResourceType`, versions 0.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 0.
    pub resource_name: String,
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Value`, versions 0, null in 0.
    pub value: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ConfigRecord {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: String::new(),
            name: String::new(),
            value: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl ConfigRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.resource_type = r.i8()?;
        m.resource_name = r.string(true)?;
        m.name = r.string(true)?;
        m.value = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, true);
        w.put_string(&self.name, true);
        w.put_nullable_string(self.value.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(ConfigRecord, 4, 0, 0, 0);
