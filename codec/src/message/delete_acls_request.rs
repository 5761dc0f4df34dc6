// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteAclsRequest`, versions 1-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DeleteAclsRequest`, versions 1-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteAclsRequest {
    /// Field `Filters`, versions 1-3.
    pub filters: Vec<DeleteAclsFilter>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteAclsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.filters = r.array(f, |r| DeleteAclsFilter::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_array(&self.filters, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DeleteAclsFilter` of `DeleteAclsRequest`, versions 1-3.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteAclsFilter {
    /// Field `ResourceTypeFilter`, versions 1-3.
    pub resource_type_filter: i8,
    /// Field `ResourceNameFilter`, versions 1-3, null in 1-3.
    pub resource_name_filter: Option<String>,
    /// Field `PatternTypeFilter`, versions 1-3.
    pub pattern_type_filter: i8,
    /// Field `PrincipalFilter`, versions 1-3, null in 1-3.
    pub principal_filter: Option<String>,
    /// Field `HostFilter`, versions 1-3, null in 1-3.
    pub host_filter: Option<String>,
    /// Field `Operation`, versions 1-3.
    pub operation: i8,
    /// Field `PermissionType`, versions 1-3.
    pub permission_type: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DeleteAclsFilter {
    fn default() -> Self {
        Self {
            resource_type_filter: 0,
            resource_name_filter: Some(String::new()),
            pattern_type_filter: 3,
            principal_filter: Some(String::new()),
            host_filter: Some(String::new()),
            operation: 0,
            permission_type: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl DeleteAclsFilter {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.resource_type_filter = r.i8()?;
        m.resource_name_filter = r.nullable_string(f, true)?;
        m.pattern_type_filter = r.i8()?;
        m.principal_filter = r.nullable_string(f, true)?;
        m.host_filter = r.nullable_string(f, true)?;
        m.operation = r.i8()?;
        m.permission_type = r.i8()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i8(self.resource_type_filter);
        w.put_nullable_string(self.resource_name_filter.as_deref(), f);
        w.put_i8(self.pattern_type_filter);
        w.put_nullable_string(self.principal_filter.as_deref(), f);
        w.put_nullable_string(self.host_filter.as_deref(), f);
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
impl crate::names::Named for DeleteAclsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DeleteAclsRequest, 31, 1, 3, 2);
impl crate::Request for DeleteAclsRequest {
    type Response = crate::message::DeleteAclsResponse;
}
