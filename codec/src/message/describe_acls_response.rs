// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeAclsResponse`, versions 1-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeAclsResponse`, versions 1-3.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeAclsResponse {
    /// Field `ThrottleTimeMs`, versions 1-3.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 1-3.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-3, null in 1-3.
    pub error_message: Option<String>,
    /// Field `Resources`, versions 1-3.
    pub resources: Vec<DescribeAclsResource>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeAclsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            resources: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeAclsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        m.resources = r.array(f, |r| DescribeAclsResource::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        w.put_array(&self.resources, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeAclsResource` of `DescribeAclsResponse`, versions 1-3.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeAclsResource {
    /// Field `ResourceType`, versions 1-3.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 1-3.
    pub resource_name: String,
    /// Field `PatternType`, versions 1-3.
    pub pattern_type: i8,
    /// Field `Acls`, versions 1-3.
    pub acls: Vec<AclDescription>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeAclsResource {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: String::new(),
            pattern_type: 3,
            acls: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeAclsResource {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        m.pattern_type = r.i8()?;
        m.acls = r.array(f, |r| AclDescription::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, f);
        w.put_i8(self.pattern_type);
        w.put_array(&self.acls, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AclDescription` of `DescribeAclsResponse`, versions 1-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AclDescription {
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
impl AclDescription {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
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
impl crate::names::Named for DescribeAclsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
crate::generated::message!(DescribeAclsResponse, 29, 1, 3, 2);
