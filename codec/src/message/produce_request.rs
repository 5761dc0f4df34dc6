// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ProduceRequest`, versions 3-13.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `ProduceRequest`, versions 3-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProduceRequest {
    /// Field `TransactionalId`, versions 3-13, null in 3-13.
    pub transactional_id: Option<String>,
    /// Field `Acks`, versions 3-13.
    pub acks: i16,
    /// Field `TimeoutMs`, versions 3-13.
    pub timeout_ms: i32,
    /// Field `TopicData`, versions 3-13.
    pub topic_data: Vec<TopicProduceData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ProduceRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.transactional_id = r.nullable_string(f, true)?;
        m.acks = r.i16()?;
        m.timeout_ms = r.i32()?;
        m.topic_data = r.array(f, |r| TopicProduceData::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_nullable_string(self.transactional_id.as_deref(), f);
        w.put_i16(self.acks);
        w.put_i32(self.timeout_ms);
        w.put_array(&self.topic_data, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `TopicProduceData` of `ProduceRequest`, versions 3-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicProduceData {
    /// Field `Name`, versions 3-12.
    pub name: String,
    /// Field `TopicId`, versions 13.
    pub topic_id: Uuid,
    /// Field `PartitionData`, versions 3-13.
    pub partition_data: Vec<PartitionProduceData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicProduceData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        if v <= 12 {
            m.name = r.string(f)?;
        }
        if v >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partition_data = r.array(f, |r| PartitionProduceData::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        if v <= 12 {
            w.put_string(&self.name, f);
        }
        if v >= 13 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partition_data, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `PartitionProduceData` of `ProduceRequest`, versions 3-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionProduceData {
    /// Field `Index`, versions 3-13.
    pub index: i32,
    /// Field `Records`, versions 3-13, null in 3-13.
    pub records: Option<Bytes>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionProduceData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.index = r.i32()?;
        m.records = r.nullable_bytes(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i32(self.index);
        w.put_nullable_bytes(self.records.as_ref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl TopicProduceData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for ProduceRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topic_data.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ProduceRequest, 0, 3, 13, 9);
impl crate::Request for ProduceRequest {
    type Response = crate::message::ProduceResponse;
}
