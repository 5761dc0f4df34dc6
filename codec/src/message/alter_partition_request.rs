// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterPartitionRequest`, versions 2-3.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AlterPartitionRequest`, versions 2-3.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionRequest {
    /// Field `BrokerId`, versions 2-3.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 2-3.
    pub broker_epoch: i64,
    /// Field `Topics`, versions 2-3.
    pub topics: Vec<TopicData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AlterPartitionRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, topics: Vec::new(), unknown_tags: Vec::new() }
    }
}
impl AlterPartitionRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `AlterPartitionRequest`, versions 2-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData {
    /// Field `TopicId`, versions 2-3.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 2-3.
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, |r| PartitionData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionData` of `AlterPartitionRequest`, versions 2-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 2-3.
    pub partition_index: i32,
    /// Field `LeaderEpoch`, versions 2-3.
    pub leader_epoch: i32,
    /// Field `NewIsr`, versions 2.
    pub new_isr: Vec<i32>,
    /// Field `NewIsrWithEpochs`, versions 3.
    pub new_isr_with_epochs: Vec<BrokerState>,
    /// Field `LeaderRecoveryState`, versions 2-3.
    pub leader_recovery_state: i8,
    /// Field `PartitionEpoch`, versions 2-3.
    pub partition_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.leader_epoch = r.i32()?;
        if v <= 2 {
            m.new_isr = r.array(true, Reader::i32)?;
        }
        if v >= 3 {
            m.new_isr_with_epochs = r.array(true, |r| BrokerState::read(r, v))?;
        }
        m.leader_recovery_state = r.i8()?;
        m.partition_epoch = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i32(self.leader_epoch);
        if v <= 2 {
            w.put_values(&self.new_isr, true, |w, e| w.put_i32(*e));
        } else if !self.new_isr.is_empty() {
            return no("NewIsr", v);
        }
        if v >= 3 {
            w.put_array(&self.new_isr_with_epochs, true, |w, e| e.write(w, v))?;
        } else if !self.new_isr_with_epochs.is_empty() {
            return no("NewIsrWithEpochs", v);
        }
        w.put_i8(self.leader_recovery_state);
        w.put_i32(self.partition_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `BrokerState` of `AlterPartitionRequest`, versions 3.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerState {
    /// Field `BrokerId`, versions 3.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 3.
    pub broker_epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for BrokerState {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, unknown_tags: Vec::new() }
    }
}
impl BrokerState {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic_id(&mut self.topic_id)
    }
}
impl PartitionData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.leader_epoch);
        self.new_isr.iter_mut().for_each(|e| visit.broker(e));
        self.new_isr_with_epochs.retain_mut(|e| e.names(visit));
        true
    }
}
impl BrokerState {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        true
    }
}
impl crate::names::Named for AlterPartitionRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterPartitionRequest, 56, 2, 3, 0);
impl crate::Request for AlterPartitionRequest {
    type Response = crate::message::AlterPartitionResponse;
}
