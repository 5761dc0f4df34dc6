// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteTopicsRequest`, versions 1-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `DeleteTopicsRequest`, versions 1-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicsRequest {
    /// Field `Topics`, versions 6.
    pub topics: Vec<DeleteTopicState>,
    /// Field `TopicNames`, versions 1-5.
    pub topic_names: Vec<String>,
    /// Field `TimeoutMs`, versions 1-6.
    pub timeout_ms: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteTopicsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        if v >= 6 {
            m.topics = r.array(f, |r| DeleteTopicState::read(r, v))?;
        }
        if v <= 5 {
            m.topic_names = r.array(f, |r| r.string(f))?;
        }
        m.timeout_ms = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        if v >= 6 {
            w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        } else if !self.topics.is_empty() {
            return no("Topics", v);
        }
        if v <= 5 {
            w.put_values(&self.topic_names, f, |w, e| w.put_string(e, f));
        }
        w.put_i32(self.timeout_ms);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DeleteTopicState` of `DeleteTopicsRequest`, versions 6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicState {
    /// Field `Name`, versions 6, null in 6.
    pub name: Option<String>,
    /// Field `TopicId`, versions 6.
    pub topic_id: Uuid,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteTopicState {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.nullable_string(true, true)?;
        m.topic_id = r.uuid()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_nullable_string(self.name.as_deref(), true);
        w.put_uuid(self.topic_id);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DeleteTopicState {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.name.as_mut().is_none_or(|e| visit.topic(e)) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for DeleteTopicsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        self.topic_names.retain_mut(|e| visit.topic(e));
        true
    }
}
crate::generated::message!(DeleteTopicsRequest, 20, 1, 6, 4);
impl crate::Request for DeleteTopicsRequest {
    type Response = crate::message::DeleteTopicsResponse;
}
