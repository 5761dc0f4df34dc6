// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterConfigsRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterConfigsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterConfigsRequest {
    /// Field `Resources`, versions 0-2.
    pub resources: Vec<AlterConfigsResource>,
    /// Field `ValidateOnly`, versions 0-2.
    pub validate_only: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterConfigsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.resources = r.array(f, |r| AlterConfigsResource::read(r, v))?;
        m.validate_only = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_array(&self.resources, f, |w, e| e.write(w, v))?;
        w.put_bool(self.validate_only);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterConfigsResource` of `AlterConfigsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterConfigsResource {
    /// Field `ResourceType`, versions 0-2.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 0-2.
    pub resource_name: String,
    /// Field `Configs`, versions 0-2.
    pub configs: Vec<AlterableConfig>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterConfigsResource {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        m.configs = r.array(f, |r| AlterableConfig::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, f);
        w.put_array(&self.configs, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterableConfig` of `AlterConfigsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterableConfig {
    /// Field `Name`, versions 0-2.
    pub name: String,
    /// Field `Value`, versions 0-2, null in 0-2.
    pub value: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AlterableConfig {
    fn default() -> Self {
        Self { name: String::new(), value: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl AlterableConfig {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.value = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
        w.put_nullable_string(self.value.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for AlterConfigsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(AlterConfigsRequest, 33, 0, 2, 2);
impl crate::Request for AlterConfigsRequest {
    type Response = crate::message::AlterConfigsResponse;
}
