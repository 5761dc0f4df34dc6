// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreateTopicsRequest`, versions 2-7.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTopicsRequest {
    /// Field `Topics`, versions 2-7.
    pub topics: Vec<CreatableTopic>,
    /// Field `timeoutMs`, versions 2-7.
    pub timeout_ms: i32,
    /// Field `validateOnly`, versions 2-7.
    pub validate_only: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for CreateTopicsRequest {
    fn default() -> Self {
        Self { topics: Vec::new(), timeout_ms: 60000, validate_only: false, unknown_tags: Vec::new() }
    }
}
impl CreateTopicsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.topics = r.array(f, |r| CreatableTopic::read(r, v))?;
        m.timeout_ms = r.i32()?;
        m.validate_only = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        w.put_i32(self.timeout_ms);
        w.put_bool(self.validate_only);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatableTopic` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatableTopic {
    /// Field `Name`, versions 2-7.
    pub name: String,
    /// Field `NumPartitions`, versions 2-7.
    pub num_partitions: i32,
    /// Field `ReplicationFactor`, versions 2-7.
    pub replication_factor: i16,
    /// Field `Assignments`, versions 2-7.
    pub assignments: Vec<CreatableReplicaAssignment>,
    /// Field `Configs`, versions 2-7.
    pub configs: Vec<CreatableTopicConfig>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatableTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.num_partitions = r.i32()?;
        m.replication_factor = r.i16()?;
        m.assignments = r.array(f, |r| CreatableReplicaAssignment::read(r, v))?;
        m.configs = r.array(f, |r| CreatableTopicConfig::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_string(&self.name, f);
        w.put_i32(self.num_partitions);
        w.put_i16(self.replication_factor);
        w.put_array(&self.assignments, f, |w, e| e.write(w, v))?;
        w.put_array(&self.configs, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatableReplicaAssignment` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatableReplicaAssignment {
    /// Field `PartitionIndex`, versions 2-7.
    pub partition_index: i32,
    /// Field `BrokerIds`, versions 2-7.
    pub broker_ids: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatableReplicaAssignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.broker_ids = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_i32(self.partition_index);
        w.put_values(&self.broker_ids, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatableTopicConfig` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicConfig {
    /// Field `Name`, versions 2-7.
    pub name: String,
    /// Field `Value`, versions 2-7, null in 2-7.
    pub value: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for CreatableTopicConfig {
    fn default() -> Self {
        Self { name: String::new(), value: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl CreatableTopicConfig {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.value = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_string(&self.name, f);
        w.put_nullable_string(self.value.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl CreatableTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.assignments.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl CreatableReplicaAssignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.broker_ids.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl crate::names::Named for CreateTopicsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(CreateTopicsRequest, 19, 2, 7, 5);
impl crate::Request for CreateTopicsRequest {
    type Response = crate::message::CreateTopicsResponse;
}
