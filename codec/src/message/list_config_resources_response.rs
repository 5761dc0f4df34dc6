// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListConfigResourcesResponse`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListConfigResourcesResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListConfigResourcesResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ConfigResources`, versions 0-1.
    pub config_resources: Vec<ConfigResource>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListConfigResourcesResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.config_resources = r.array(true, |r| ConfigResource::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_array(&self.config_resources, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ConfigResource` of `ListConfigResourcesResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigResource {
    /// Field `ResourceName`, versions 0-1.
    pub resource_name: String,
    /// Field `ResourceType`, versions 1.
    pub resource_type: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ConfigResource {
    fn default() -> Self {
        Self { resource_name: String::new(), resource_type: 16, unknown_tags: Vec::new() }
    }
}
impl ConfigResource {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.resource_name = r.string(true)?;
        if v >= 1 {
            m.resource_type = r.i8()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.resource_name, true);
        if v >= 1 {
            w.put_i8(self.resource_type);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ListConfigResourcesResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListConfigResourcesResponse, 74, 0, 1, 0);
