// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ClientQuotaRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ClientQuotaRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClientQuotaRecord {
    /// Field `Entity`, versions 0.
    pub entity: Vec<EntityData>,
    /// Field `Key`, versions 0.
    pub key: String,
    /// Field `Value`, versions 0.
    pub value: f64,
    /// Field `Remove`, versions 0.
    pub remove: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ClientQuotaRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.entity = r.array(true, |r| EntityData::read(r, v))?;
        m.key = r.string(true)?;
        m.value = r.f64()?;
        m.remove = r.bool()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.entity, true, |w, e| e.write(w, v))?;
        w.put_string(&self.key, true);
        w.put_f64(self.value);
        w.put_bool(self.remove);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `EntityData` of `ClientQuotaRecord`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityData {
    /// Field `EntityType`, versions 0.
    pub entity_type: String,
    /// Field `EntityName`, versions 0, null in 0.
    pub entity_name: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EntityData {
    fn default() -> Self {
        Self { entity_type: String::new(), entity_name: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl EntityData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.entity_type = r.string(true)?;
        m.entity_name = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.entity_type, true);
        w.put_nullable_string(self.entity_name.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(ClientQuotaRecord, 14, 0, 0, 0);
