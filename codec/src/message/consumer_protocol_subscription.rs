// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ConsumerProtocolSubscription`, versions 0-3.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `ConsumerProtocolSubscription`, versions 0-3.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerProtocolSubscription {
    /// Field `Topics`, versions 0-3.
    pub topics: Vec<String>,
    /// Field `UserData`, versions 0-3, null in 0-3.
    pub user_data: Option<Bytes>,
    /// Field `OwnedPartitions`, versions 1-3.
    pub owned_partitions: Vec<TopicPartition>,
    /// Field `GenerationId`, versions 2-3.
    pub generation_id: i32,
    /// Field `RackId`, versions 3, null in 3.
    pub rack_id: Option<String>,
}
impl Default for ConsumerProtocolSubscription {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            user_data: None,
            owned_partitions: Vec::new(),
            generation_id: -1,
            rack_id: None,
        }
    }
}
impl ConsumerProtocolSubscription {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topics = r.array(false, |r| r.string(false))?;
        m.user_data = r.nullable_bytes(false, true)?;
        if v >= 1 {
            m.owned_partitions = r.array(false, |r| TopicPartition::read(r, v))?;
        }
        if v >= 2 {
            m.generation_id = r.i32()?;
        }
        if v >= 3 {
            m.rack_id = r.nullable_string(false, true)?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_values(&self.topics, false, |w, e| w.put_string(e, false));
        w.put_nullable_bytes(self.user_data.as_ref(), false);
        if v >= 1 {
            w.put_array(&self.owned_partitions, false, |w, e| e.write(w, v))?;
        }
        if v >= 2 {
            w.put_i32(self.generation_id);
        }
        if v >= 3 {
            w.put_nullable_string(self.rack_id.as_deref(), false);
        }
        Ok(())
    }
}
/// `TopicPartition` of `ConsumerProtocolSubscription`, versions 1-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartition {
    /// Field `Topic`, versions 1-3.
    pub topic: String,
    /// Field `Partitions`, versions 1-3.
    pub partitions: Vec<i32>,
}
impl TopicPartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic = r.string(false)?;
        m.partitions = r.array(false, Reader::i32)?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic, false);
        w.put_values(&self.partitions, false, |w, e| w.put_i32(*e));
        Ok(())
    }
}
impl TopicPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic)
    }
}
impl crate::names::Named for ConsumerProtocolSubscription {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| visit.topic(e));
        self.owned_partitions.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ConsumerProtocolSubscription, -1, 0, 3, i16::MAX);
