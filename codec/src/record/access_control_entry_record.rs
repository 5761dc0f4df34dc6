// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AccessControlEntryRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AccessControlEntryRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AccessControlEntryRecord {
    /// Field `Id`, versions 0.
    pub id: Uuid,
    /// Field `ResourceType`, versions 0.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 0.
    pub resource_name: String,
    /// Field `PatternType`, versions 0.
    pub pattern_type: i8,
    /// Field `Principal`, versions 0.
    pub principal: String,
    /// Field `Host`, versions 0.
    pub host: String,
    /// Field `Operation`, versions 0.
    pub operation: i8,
    /// Field `PermissionType`, versions 0.
    pub permission_type: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AccessControlEntryRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.id = r.uuid()?;
        m.resource_type = r.i8()?;
        m.resource_name = r.string(true)?;
        m.pattern_type = r.i8()?;
        m.principal = r.string(true)?;
        m.host = r.string(true)?;
        m.operation = r.i8()?;
        m.permission_type = r.i8()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.id);
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, true);
        w.put_i8(self.pattern_type);
        w.put_string(&self.principal, true);
        w.put_string(&self.host, true);
        w.put_i8(self.operation);
        w.put_i8(self.permission_type);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(AccessControlEntryRecord, 18, 0, 0, 0);
