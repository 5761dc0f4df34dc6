// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeConfigsResponse`, versions 1-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeConfigsResponse {
    /// Field `ThrottleTimeMs`, versions 1-4.
    pub throttle_time_ms: i32,
    /// Field `Results`, versions 1-4.
    pub results: Vec<DescribeConfigsResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeConfigsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.results = r.array(f, |r| DescribeConfigsResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.results, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeConfigsResult` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResult {
    /// Field `ErrorCode`, versions 1-4.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-4, null in 1-4.
    pub error_message: Option<String>,
    /// Field `ResourceType`, versions 1-4.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 1-4.
    pub resource_name: String,
    /// Field `Configs`, versions 1-4.
    pub configs: Vec<DescribeConfigsResourceResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeConfigsResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(String::new()),
            resource_type: 0,
            resource_name: String::new(),
            configs: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeConfigsResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        m.configs = r.array(f, |r| DescribeConfigsResourceResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
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
/// `DescribeConfigsResourceResult` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResourceResult {
    /// Field `Name`, versions 1-4.
    pub name: String,
    /// Field `Value`, versions 1-4, null in 1-4.
    pub value: Option<String>,
    /// Field `ReadOnly`, versions 1-4.
    pub read_only: bool,
    /// Field `ConfigSource`, versions 1-4.
    pub config_source: i8,
    /// Field `IsSensitive`, versions 1-4.
    pub is_sensitive: bool,
    /// Field `Synonyms`, versions 1-4.
    pub synonyms: Vec<DescribeConfigsSynonym>,
    /// Field `ConfigType`, versions 3-4.
    pub config_type: i8,
    /// Field `Documentation`, versions 3-4, null in 3-4.
    pub documentation: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeConfigsResourceResult {
    fn default() -> Self {
        Self {
            name: String::new(),
            value: Some(String::new()),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
            synonyms: Vec::new(),
            config_type: 0,
            documentation: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeConfigsResourceResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.value = r.nullable_string(f, true)?;
        m.read_only = r.bool()?;
        m.config_source = r.i8()?;
        m.is_sensitive = r.bool()?;
        m.synonyms = r.array(f, |r| DescribeConfigsSynonym::read(r, v))?;
        if v >= 3 {
            m.config_type = r.i8()?;
        }
        if v >= 3 {
            m.documentation = r.nullable_string(f, true)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.name, f);
        w.put_nullable_string(self.value.as_deref(), f);
        w.put_bool(self.read_only);
        w.put_i8(self.config_source);
        w.put_bool(self.is_sensitive);
        w.put_array(&self.synonyms, f, |w, e| e.write(w, v))?;
        if v >= 3 {
            w.put_i8(self.config_type);
        }
        if v >= 3 {
            w.put_nullable_string(self.documentation.as_deref(), f);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribeConfigsSynonym` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsSynonym {
    /// Field `Name`, versions 1-4.
    pub name: String,
    /// Field `Value`, versions 1-4, null in 1-4.
    pub value: Option<String>,
    /// Field `Source`, versions 1-4.
    pub source: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeConfigsSynonym {
    fn default() -> Self {
        Self { name: String::new(), value: Some(String::new()), source: 0, unknown_tags: Vec::new() }
    }
}
impl DescribeConfigsSynonym {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.value = r.nullable_string(f, true)?;
        m.source = r.i8()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.name, f);
        w.put_nullable_string(self.value.as_deref(), f);
        w.put_i8(self.source);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DescribeConfigsResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for DescribeConfigsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeConfigsResponse, 32, 1, 4, 4);
