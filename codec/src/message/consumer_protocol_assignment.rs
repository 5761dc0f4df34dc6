// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ConsumerProtocolAssignment`, versions 0-3.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `ConsumerProtocolAssignment`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerProtocolAssignment {
    /// Field `AssignedPartitions`, versions 0-3.
    pub assigned_partitions: Vec<TopicPartition>,
    /// Field `UserData`, versions 0-3, null in 0-3.
    pub user_data: Option<Bytes>,
}
impl ConsumerProtocolAssignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.assigned_partitions = r.array(false, |r| TopicPartition::read(r, v))?;
        m.user_data = r.nullable_bytes(false, true)?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.assigned_partitions, false, |w, e| e.write(w, v))?;
        w.put_nullable_bytes(self.user_data.as_ref(), false);
        Ok(())
    }
}
/// `TopicPartition` of `ConsumerProtocolAssignment`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartition {
    /// Field `Topic`, versions 0-3.
    pub topic: String,
    /// Field `Partitions`, versions 0-3.
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
impl crate::names::Named for ConsumerProtocolAssignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.assigned_partitions.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ConsumerProtocolAssignment, -1, 0, 3, i16::MAX);
