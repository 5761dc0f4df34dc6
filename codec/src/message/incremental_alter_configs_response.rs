// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `IncrementalAlterConfigsResponse`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `IncrementalAlterConfigsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct IncrementalAlterConfigsResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `Responses`, versions 0-1.
    pub responses: Vec<AlterConfigsResourceResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl IncrementalAlterConfigsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.responses = r.array(f, |r| AlterConfigsResourceResponse::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.responses, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterConfigsResourceResponse` of `IncrementalAlterConfigsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterConfigsResourceResponse {
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Field `ResourceType`, versions 0-1.
    pub resource_type: i8,
    /// Field `ResourceName`, versions 0-1.
    pub resource_name: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AlterConfigsResourceResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(String::new()),
            resource_type: 0,
            resource_name: String::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl AlterConfigsResourceResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        m.resource_type = r.i8()?;
        m.resource_name = r.string(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        w.put_i8(self.resource_type);
        w.put_string(&self.resource_name, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl AlterConfigsResourceResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for IncrementalAlterConfigsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.responses.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(IncrementalAlterConfigsResponse, 44, 0, 1, 1);
