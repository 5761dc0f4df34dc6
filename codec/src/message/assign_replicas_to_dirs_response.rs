// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AssignReplicasToDirsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `AssignReplicasToDirsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AssignReplicasToDirsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `Directories`, versions 0.
    pub directories: Vec<DirectoryData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AssignReplicasToDirsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.directories = r.array(true, |r| DirectoryData::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_array(&self.directories, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DirectoryData` of `AssignReplicasToDirsResponse`, versions 0.
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
/// `TopicData` of `AssignReplicasToDirsResponse`, versions 0.
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
/// `PartitionData` of `AssignReplicasToDirsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData {
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionData {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
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
impl crate::names::Named for AssignReplicasToDirsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.directories.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AssignReplicasToDirsResponse, 73, 0, 0, 0);
