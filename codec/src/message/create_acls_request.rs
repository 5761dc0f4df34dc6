// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreateAclsRequest`, versions 1-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `CreateAclsRequest`, versions 1-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateAclsRequest {
    /// Field `Creations`, versions 1-3.
    pub creations: Vec<AclCreation>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreateAclsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.creations = r.array(f, |r| AclCreation::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_array(&self.creations, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AclCreation` of `CreateAclsRequest`, versions 1-3.
#[derive(Clone, Debug, PartialEq)]
pub struct AclCreation {
    /// Field `ResourceType`, versions 1-3.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 1-3.
    pub resource_name: String,
    /// Field `ResourcePatternType`, versions 1-3.
    pub resource_pattern_type: i8,
    /// Field `Principal`, versions 1-3.
    pub principal: String,
    /// Field `Host`, versions 1-3.
    pub host: String,
    /// Field `Operation`, versions 1-3.
    pub operation: i8,
    /// Field `PermissionType`, versions 1-3.
    pub permission_type: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AclCreation {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: String::new(),
            resource_pattern_type: 3,
            principal: String::new(),
            host: String::new(),
            operation: 0,
            permission_type: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl AclCreation {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        m.resource_pattern_type = r.i8()?;
        m.principal = r.string(f)?;
        m.host = r.string(f)?;
        m.operation = r.i8()?;
        m.permission_type = r.i8()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, f);
        w.put_i8(self.resource_pattern_type);
        w.put_string(&self.principal, f);
        w.put_string(&self.host, f);
        w.put_i8(self.operation);
        w.put_i8(self.permission_type);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for CreateAclsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(CreateAclsRequest, 30, 1, 3, 2);
impl crate::Request for CreateAclsRequest {
    type Response = crate::message::CreateAclsResponse;
}
