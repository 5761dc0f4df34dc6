// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreateAclsResponse`, versions 1-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `CreateAclsResponse`, versions 1-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateAclsResponse {
    /// Field `ThrottleTimeMs`, versions 1-3.
    pub throttle_time_ms: i32,
    /// Field `Results`, versions 1-3.
    pub results: Vec<AclCreationResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreateAclsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.results = r.array(f, |r| AclCreationResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
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
/// `AclCreationResult` of `CreateAclsResponse`, versions 1-3.
#[derive(Clone, Debug, PartialEq)]
pub struct AclCreationResult {
    /// Field `ErrorCode`, versions 1-3.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-3, null in 1-3.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AclCreationResult {
    fn default() -> Self {
        Self { error_code: 0, error_message: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl AclCreationResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl AclCreationResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for CreateAclsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(CreateAclsResponse, 30, 1, 3, 2);
