// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `MetadataRequest`, versions 0-13.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `MetadataRequest`, versions 0-13.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRequest {
    /// Field `Topics`, versions 0-13, null in 1-13.
    pub topics: Option<Vec<MetadataRequestTopic>>,
    /// Field `AllowAutoTopicCreation`, versions 4-13.
    pub allow_auto_topic_creation: bool,
    /// Field `IncludeClusterAuthorizedOperations`, versions 8-10.
    pub include_cluster_authorized_operations: bool,
    /// Field `IncludeTopicAuthorizedOperations`, versions 8-13.
    pub include_topic_authorized_operations: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for MetadataRequest {
    fn default() -> Self {
        Self {
            topics: Some(Vec::new()),
            allow_auto_topic_creation: true,
            include_cluster_authorized_operations: false,
            include_topic_authorized_operations: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl MetadataRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.topics = r.nullable_array(f, v >= 1, |r| MetadataRequestTopic::read(r, v))?;
        if v >= 4 {
            m.allow_auto_topic_creation = r.bool()?;
        }
        if (8..=10).contains(&v) {
            m.include_cluster_authorized_operations = r.bool()?;
        }
        if v >= 8 {
            m.include_topic_authorized_operations = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        if self.topics.is_none() && !(v >= 1) {
            return no("Topics", v);
        }
        w.put_nullable_array(self.topics.as_deref(), f, |w, e| e.write(w, v))?;
        if v >= 4 {
            w.put_bool(self.allow_auto_topic_creation);
        } else if !self.allow_auto_topic_creation {
            return no("AllowAutoTopicCreation", v);
        }
        if (8..=10).contains(&v) {
            w.put_bool(self.include_cluster_authorized_operations);
        } else if self.include_cluster_authorized_operations {
            return no("IncludeClusterAuthorizedOperations", v);
        }
        if v >= 8 {
            w.put_bool(self.include_topic_authorized_operations);
        } else if self.include_topic_authorized_operations {
            return no("IncludeTopicAuthorizedOperations", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `MetadataRequestTopic` of `MetadataRequest`, versions 0-13.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRequestTopic {
    /// Field `TopicId`, versions 10-13.
    pub topic_id: Uuid,
    /// Field `Name`, versions 0-13, null in 10-13.
    pub name: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for MetadataRequestTopic {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, name: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl MetadataRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.name = r.nullable_string(f, v >= 10)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        if self.name.is_none() && !(v >= 10) {
            return no("Name", v);
        }
        w.put_nullable_string(self.name.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl MetadataRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id) & self.name.as_mut().is_none_or(|e| visit.topic(e))
    }
}
impl crate::names::Named for MetadataRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
crate::generated::message!(MetadataRequest, 3, 0, 13, 9);
impl crate::Request for MetadataRequest {
    type Response = crate::message::MetadataResponse;
}
