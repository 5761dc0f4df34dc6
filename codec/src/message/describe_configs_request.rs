// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeConfigsRequest`, versions 1-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeConfigsRequest`, versions 1-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeConfigsRequest {
    /// Field `Resources`, versions 1-4.
    pub resources: Vec<DescribeConfigsResource>,
    /// Field `IncludeSynonyms`, versions 1-4.
    pub include_synonyms: bool,
    /// Field `IncludeDocumentation`, versions 3-4.
    pub include_documentation: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeConfigsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.resources = r.array(f, |r| DescribeConfigsResource::read(r, v))?;
        m.include_synonyms = r.bool()?;
        if v >= 3 {
            m.include_documentation = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_array(&self.resources, f, |w, e| e.write(w, v))?;
        w.put_bool(self.include_synonyms);
        if v >= 3 {
            w.put_bool(self.include_documentation);
        } else if self.include_documentation {
            return no("IncludeDocumentation", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeConfigsResource` of `DescribeConfigsRequest`, versions 1-4.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResource {
    /// Field `ResourceType`, versions 1-4.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 1-4.
    pub resource_name: String,
    /// Field `ConfigurationKeys`, versions 1-4, null in 1-4.
    pub configuration_keys: Option<Vec<String>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeConfigsResource {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: String::new(),
            configuration_keys: Some(Vec::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeConfigsResource {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        m.configuration_keys = r.nullable_array(f, true, |r| r.string(f))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, f);
        w.put_nullable_values(self.configuration_keys.as_deref(), f, |w, e| w.put_string(e, f));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for DescribeConfigsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeConfigsRequest, 32, 1, 4, 4);
impl crate::Request for DescribeConfigsRequest {
    type Response = crate::message::DescribeConfigsResponse;
}
