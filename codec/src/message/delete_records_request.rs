// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteRecordsRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DeleteRecordsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsRequest {
    /// Field `Topics`, versions 0-2.
    pub topics: Vec<DeleteRecordsTopic>,
    /// Field `TimeoutMs`, versions 0-2.
    pub timeout_ms: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topics = r.array(f, |r| DeleteRecordsTopic::read(r, v))?;
        m.timeout_ms = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        w.put_i32(self.timeout_ms);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DeleteRecordsTopic` of `DeleteRecordsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsTopic {
    /// Field `Name`, versions 0-2.
    pub name: String,
    /// Field `Partitions`, versions 0-2.
    pub partitions: Vec<DeleteRecordsPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| DeleteRecordsPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DeleteRecordsPartition` of `DeleteRecordsRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsPartition {
    /// Field `PartitionIndex`, versions 0-2.
    pub partition_index: i32,
    /// Field `Offset`, versions 0-2.
    pub offset: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteRecordsPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.offset = r.i64()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.partition_index);
        w.put_i64(self.offset);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DeleteRecordsTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for DeleteRecordsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DeleteRecordsRequest, 21, 0, 2, 2);
impl crate::Request for DeleteRecordsRequest {
    type Response = crate::message::DeleteRecordsResponse;
}
