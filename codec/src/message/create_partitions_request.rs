// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `CreatePartitionsRequest`, versions 0-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `CreatePartitionsRequest`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsRequest {
    /// Field `Topics`, versions 0-3.
    pub topics: Vec<CreatePartitionsTopic>,
    /// Field `TimeoutMs`, versions 0-3.
    pub timeout_ms: i32,
    /// Field `ValidateOnly`, versions 0-3.
    pub validate_only: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatePartitionsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topics = r.array(f, |r| CreatePartitionsTopic::read(r, v))?;
        m.timeout_ms = r.i32()?;
        m.validate_only = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
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
/// `CreatePartitionsTopic` of `CreatePartitionsRequest`, versions 0-3.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatePartitionsTopic {
    /// Field `Name`, versions 0-3.
    pub name: String,
    /// Field `Count`, versions 0-3.
    pub count: i32,
    /// Field `Assignments`, versions 0-3, null in 0-3.
    pub assignments: Option<Vec<CreatePartitionsAssignment>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for CreatePartitionsTopic {
    fn default() -> Self {
        Self { name: String::new(), count: 0, assignments: Some(Vec::new()), unknown_tags: Vec::new() }
    }
}
impl CreatePartitionsTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.count = r.i32()?;
        m.assignments = r.nullable_array(f, true, |r| CreatePartitionsAssignment::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
        w.put_i32(self.count);
        w.put_nullable_array(self.assignments.as_deref(), f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `CreatePartitionsAssignment` of `CreatePartitionsRequest`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsAssignment {
    /// Field `BrokerIds`, versions 0-3.
    pub broker_ids: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CreatePartitionsAssignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.broker_ids = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_values(&self.broker_ids, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl CreatePartitionsTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.assignments {
            list.retain_mut(|e| e.names(visit));
        }
        visit.topic(&mut self.name)
    }
}
impl CreatePartitionsAssignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.broker_ids.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl crate::names::Named for CreatePartitionsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(CreatePartitionsRequest, 37, 0, 3, 2);
impl crate::Request for CreatePartitionsRequest {
    type Response = crate::message::CreatePartitionsResponse;
}
