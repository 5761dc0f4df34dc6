// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreatePartitionsResponse`, versions 0-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `CreatePartitionsResponse`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsResponse {
    /// Field `ThrottleTimeMs`, versions 0-3.
    pub throttle_time_ms: i32,
    /// Field `Results`, versions 0-3.
    pub results: Vec<CreatePartitionsTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatePartitionsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.results = r.array(f, |r| CreatePartitionsTopicResult::read(r, v))?;
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
/// `CreatePartitionsTopicResult` of `CreatePartitionsResponse`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsTopicResult {
    /// Field `Name`, versions 0-3.
    pub name: String,
    /// Field `ErrorCode`, versions 0-3.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-3, null in 0-3.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatePartitionsTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
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
impl CreatePartitionsTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for CreatePartitionsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(CreatePartitionsResponse, 37, 0, 3, 2);
