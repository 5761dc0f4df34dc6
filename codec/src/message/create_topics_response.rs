// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreateTopicsResponse`, versions 2-7.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `CreateTopicsResponse`, versions 2-7.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateTopicsResponse {
    /// Field `ThrottleTimeMs`, versions 2-7.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 2-7.
    pub topics: Vec<CreatableTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreateTopicsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(f, |r| CreatableTopicResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatableTopicResult` of `CreateTopicsResponse`, versions 2-7.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicResult {
    /// Field `Name`, versions 2-7.
    pub name: String,
    /// Field `TopicId`, versions 7.
    pub topic_id: Uuid,
    /// Field `ErrorCode`, versions 2-7.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 2-7, null in 2-7.
    pub error_message: Option<String>,
    /// Field `TopicConfigErrorCode`, versions 5-7, tag 0.
    pub topic_config_error_code: i16,
    /// Field `NumPartitions`, versions 5-7.
    pub num_partitions: i32,
    /// Field `ReplicationFactor`, versions 5-7.
    pub replication_factor: i16,
    /// Field `Configs`, versions 5-7, null in 5-7.
    pub configs: Option<Vec<CreatableTopicConfigs>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for CreatableTopicResult {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: Some(String::new()),
            topic_config_error_code: 0,
            num_partitions: -1,
            replication_factor: -1,
            configs: Some(Vec::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl CreatableTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.name = r.string(f)?;
        if v >= 7 {
            m.topic_id = r.uuid()?;
        }
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        if v >= 5 {
            m.num_partitions = r.i32()?;
        }
        if v >= 5 {
            m.replication_factor = r.i16()?;
        }
        if v >= 5 {
            m.configs = r.nullable_array(f, true, |r| CreatableTopicConfigs::read(r, v))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 => m.topic_config_error_code = r.i16()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_string(&self.name, f);
        if v >= 7 {
            w.put_uuid(self.topic_id);
        }
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        if v >= 5 {
            w.put_i32(self.num_partitions);
        }
        if v >= 5 {
            w.put_i16(self.replication_factor);
        }
        if v >= 5 {
            w.put_nullable_array(self.configs.as_deref(), f, |w, e| e.write(w, v))?;
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if self.topic_config_error_code != 0 {
                t.put(0, |w| {
                    w.put_i16(self.topic_config_error_code);
                    Ok(())
                })?;
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatableTopicConfigs` of `CreateTopicsResponse`, versions 5-7.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicConfigs {
    /// Field `Name`, versions 5-7.
    pub name: String,
    /// Field `Value`, versions 5-7, null in 5-7.
    pub value: Option<String>,
    /// Field `ReadOnly`, versions 5-7.
    pub read_only: bool,
    /// Field `ConfigSource`, versions 5-7.
    pub config_source: i8,
    /// Field `IsSensitive`, versions 5-7.
    pub is_sensitive: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for CreatableTopicConfigs {
    fn default() -> Self {
        Self {
            name: String::new(),
            value: Some(String::new()),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl CreatableTopicConfigs {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.value = r.nullable_string(true, true)?;
        m.read_only = r.bool()?;
        m.config_source = r.i8()?;
        m.is_sensitive = r.bool()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_nullable_string(self.value.as_deref(), true);
        w.put_bool(self.read_only);
        w.put_i8(self.config_source);
        w.put_bool(self.is_sensitive);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl CreatableTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for CreateTopicsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(CreateTopicsResponse, 19, 2, 7, 5);
