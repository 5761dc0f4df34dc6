// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FetchSnapshotRequest`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `FetchSnapshotRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchSnapshotRequest {
    /// Field `ClusterId`, versions 0-1, tag 0, null in 0-1.
    pub cluster_id: Option<String>,
    /// Field `ReplicaId`, versions 0-1.
    pub replica_id: i32,
    /// Field `MaxBytes`, versions 0-1.
    pub max_bytes: i32,
    /// Field `Topics`, versions 0-1.
    pub topics: Vec<TopicSnapshot>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for FetchSnapshotRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            max_bytes: i32::MAX,
            topics: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl FetchSnapshotRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.replica_id = r.i32()?;
        m.max_bytes = r.i32()?;
        m.topics = r.array(true, |r| TopicSnapshot::read(r, v))?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.cluster_id = r.nullable_string(true, true)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.replica_id);
        w.put_i32(self.max_bytes);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        let mut t = Tags::new(&self.unknown_tags);
        if self.cluster_id.is_some() {
            t.put(0, |w| {
                w.put_nullable_string(self.cluster_id.as_deref(), true);
                Ok(())
            })?;
        }
        t.finish(w);
        Ok(())
    }
}
/// `TopicSnapshot` of `FetchSnapshotRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicSnapshot {
    /// Field `Name`, versions 0-1.
    pub name: String,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<PartitionSnapshot>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicSnapshot {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| PartitionSnapshot::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `PartitionSnapshot` of `FetchSnapshotRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionSnapshot {
    /// Field `Partition`, versions 0-1.
    pub partition: i32,
    /// Field `CurrentLeaderEpoch`, versions 0-1.
    pub current_leader_epoch: i32,
    /// Field `SnapshotId`, versions 0-1.
    pub snapshot_id: SnapshotId,
    /// Field `Position`, versions 0-1.
    pub position: i64,
    /// Field `ReplicaDirectoryId`, versions 1, tag 0.
    pub replica_directory_id: Uuid,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl PartitionSnapshot {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition = r.i32()?;
        m.current_leader_epoch = r.i32()?;
        m.snapshot_id = SnapshotId::read(r, v)?;
        m.position = r.i64()?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 if v >= 1 => m.replica_directory_id = r.uuid()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition);
        w.put_i32(self.current_leader_epoch);
        self.snapshot_id.write(w, v)?;
        w.put_i64(self.position);
        let mut t = Tags::new(&self.unknown_tags);
        if v >= 1 {
            if !self.replica_directory_id.is_zero() {
                t.put(0, |w| {
                    w.put_uuid(self.replica_directory_id);
                    Ok(())
                })?;
            }
        }
        t.finish(w);
        Ok(())
    }
}
/// `SnapshotId` of `FetchSnapshotRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SnapshotId {
    /// Field `EndOffset`, versions 0-1.
    pub end_offset: i64,
    /// Field `Epoch`, versions 0-1.
    pub epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SnapshotId {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.end_offset = r.i64()?;
        m.epoch = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i64(self.end_offset);
        w.put_i32(self.epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicSnapshot {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl PartitionSnapshot {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.current_leader_epoch);
        true
    }
}
impl crate::names::Named for FetchSnapshotRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(FetchSnapshotRequest, 59, 0, 1, 0);
impl crate::Request for FetchSnapshotRequest {
    type Response = crate::message::FetchSnapshotResponse;
}
