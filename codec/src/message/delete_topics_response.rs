// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteTopicsResponse`, versions 1-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `DeleteTopicsResponse`, versions 1-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicsResponse {
    /// Field `ThrottleTimeMs`, versions 1-6.
    pub throttle_time_ms: i32,
    /// Field `Responses`, versions 1-6.
    pub responses: Vec<DeletableTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteTopicsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.responses = r.array(f, |r| DeletableTopicResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
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
/// `DeletableTopicResult` of `DeleteTopicsResponse`, versions 1-6.
#[derive(Clone, Debug, PartialEq)]
pub struct DeletableTopicResult {
    /// Field `Name`, versions 1-6, null in 6.
    pub name: Option<String>,
    /// Field `TopicId`, versions 6.
    pub topic_id: Uuid,
    /// Field `ErrorCode`, versions 1-6.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 5-6, null in 5-6.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DeletableTopicResult {
    fn default() -> Self {
        Self {
            name: Some(String::new()),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl DeletableTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.name = r.nullable_string(f, v >= 6)?;
        if v >= 6 {
            m.topic_id = r.uuid()?;
        }
        m.error_code = r.i16()?;
        if v >= 5 {
            m.error_message = r.nullable_string(f, true)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        if self.name.is_none() && !(v >= 6) {
            return no("Name", v);
        }
        w.put_nullable_string(self.name.as_deref(), f);
        if v >= 6 {
            w.put_uuid(self.topic_id);
        }
        w.put_i16(self.error_code);
        if v >= 5 {
            w.put_nullable_string(self.error_message.as_deref(), f);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DeletableTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.name.as_mut().is_none_or(|e| visit.topic(e)) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for DeleteTopicsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.responses.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DeleteTopicsResponse, 20, 1, 6, 4);
