// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AssignReplicasToDirsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AssignReplicasToDirsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignReplicasToDirsRequest {
    /// Field `BrokerId`, versions 0.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 0.
    pub broker_epoch: i64,
    /// Field `Directories`, versions 0.
    pub directories: Vec<DirectoryData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AssignReplicasToDirsRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, directories: Vec::new(), unknown_tags: Vec::new() }
    }
}
impl AssignReplicasToDirsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        m.directories = r.array(true, |r| DirectoryData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_array(&self.directories, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DirectoryData` of `AssignReplicasToDirsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DirectoryData {
    /// Field `Id`, versions 0.
    pub id: Uuid,
    /// Field `Topics`, versions 0.
    pub topics: Vec<TopicData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DirectoryData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.id = r.uuid()?;
        m.topics = r.array(true, |r| TopicData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.id);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicData` of `AssignReplicasToDirsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData {
    /// Field `TopicId`, versions 0.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0.
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
/// `PartitionData` of `AssignReplicasToDirsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DirectoryData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl TopicData {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for AssignReplicasToDirsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        self.directories.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AssignReplicasToDirsRequest, 73, 0, 0, 0);
impl crate::Request for AssignReplicasToDirsRequest {
    type Response = crate::message::AssignReplicasToDirsResponse;
}
