// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FetchRequest`, versions 4-18.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `FetchRequest`, versions 4-18.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchRequest {
    /// Field `ClusterId`, versions 12-18, tag 0, null in 12-18.
    pub cluster_id: Option<String>,
    /// Field `ReplicaId`, versions 4-14.
    pub replica_id: i32,
    /// Field `ReplicaState`, versions 15-18, tag 1.
    pub replica_state: ReplicaState,
    /// Field `MaxWaitMs`, versions 4-18.
    pub max_wait_ms: i32,
    /// Field `MinBytes`, versions 4-18.
    pub min_bytes: i32,
    /// Field `MaxBytes`, versions 4-18.
    pub max_bytes: i32,
    /// Field `IsolationLevel`, versions 4-18.
    pub isolation_level: i8,
    /// Field `SessionId`, versions 7-18.
    pub session_id: i32,
    /// Field `SessionEpoch`, versions 7-18.
    pub session_epoch: i32,
    /// Field `Topics`, versions 4-18.
    pub topics: Vec<FetchTopic>,
    /// Field `ForgottenTopicsData`, versions 7-18.
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    /// Field `RackId`, versions 11-18.
    pub rack_id: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for FetchRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: i32::MAX,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            rack_id: String::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl FetchRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        if v <= 14 {
            m.replica_id = r.i32()?;
        }
        m.max_wait_ms = r.i32()?;
        m.min_bytes = r.i32()?;
        m.max_bytes = r.i32()?;
        m.isolation_level = r.i8()?;
        if v >= 7 {
            m.session_id = r.i32()?;
        }
        if v >= 7 {
            m.session_epoch = r.i32()?;
        }
        m.topics = r.array(f, |r| FetchTopic::read(r, v))?;
        if v >= 7 {
            m.forgotten_topics_data = r.array(f, |r| ForgottenTopic::read(r, v))?;
        }
        if v >= 11 {
            m.rack_id = r.string(f)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 => m.cluster_id = r.nullable_string(f, true)?,
                    1 if v >= 15 => m.replica_state = ReplicaState::read(r, v)?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        if v <= 14 {
            w.put_i32(self.replica_id);
        } else if self.replica_id != -1 {
            return no("ReplicaId", v);
        }
        if !f && self.replica_state != ReplicaState::default() {
            return no("ReplicaState", v);
        }
        w.put_i32(self.max_wait_ms);
        w.put_i32(self.min_bytes);
        w.put_i32(self.max_bytes);
        w.put_i8(self.isolation_level);
        if v >= 7 {
            w.put_i32(self.session_id);
        }
        if v >= 7 {
            w.put_i32(self.session_epoch);
        }
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if v >= 7 {
            w.put_array(&self.forgotten_topics_data, f, |w, e| e.write(w, v))?;
        } else if !self.forgotten_topics_data.is_empty() {
            return no("ForgottenTopicsData", v);
        }
        if v >= 11 {
            w.put_string(&self.rack_id, f);
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if self.cluster_id.is_some() {
                t.put(0, |w| {
                    w.put_nullable_string(self.cluster_id.as_deref(), f);
                    Ok(())
                })?;
            }
            if v >= 15 {
                if self.replica_state != ReplicaState::default() {
                    t.put(1, |w| self.replica_state.write(w, v))?;
                }
            } else if self.replica_state != ReplicaState::default() {
                return no("ReplicaState", v);
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ReplicaState` of `FetchRequest`, versions 15-18.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaState {
    /// Field `ReplicaId`, versions 15-18.
    pub replica_id: i32,
    /// Field `ReplicaEpoch`, versions 15-18.
    pub replica_epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ReplicaState {
    fn default() -> Self {
        Self { replica_id: -1, replica_epoch: -1, unknown_tags: Vec::new() }
    }
}
impl ReplicaState {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.replica_id = r.i32()?;
        m.replica_epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.replica_id);
        w.put_i64(self.replica_epoch);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `FetchTopic` of `FetchRequest`, versions 4-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchTopic {
    /// Field `Topic`, versions 4-12.
    pub topic: String,
    /// Field `TopicId`, versions 13-18.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 4-18.
    pub partitions: Vec<FetchPartition>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FetchTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        if v <= 12 {
            m.topic = r.string(f)?;
        }
        if v >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, |r| FetchPartition::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        if v <= 12 {
            w.put_string(&self.topic, f);
        }
        if v >= 13 {
            w.put_uuid(self.topic_id);
        }
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `FetchPartition` of `FetchRequest`, versions 4-18.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchPartition {
    /// Field `Partition`, versions 4-18.
    pub partition: i32,
    /// Field `CurrentLeaderEpoch`, versions 9-18.
    pub current_leader_epoch: i32,
    /// Field `FetchOffset`, versions 4-18.
    pub fetch_offset: i64,
    /// Field `LastFetchedEpoch`, versions 12-18.
    pub last_fetched_epoch: i32,
    /// Field `LogStartOffset`, versions 5-18.
    pub log_start_offset: i64,
    /// Field `PartitionMaxBytes`, versions 4-18.
    pub partition_max_bytes: i32,
    /// Field `ReplicaDirectoryId`, versions 17-18, tag 0.
    pub replica_directory_id: Uuid,
    /// Field `HighWatermark`, versions 18, tag 1.
    pub high_watermark: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for FetchPartition {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: Uuid::ZERO,
            high_watermark: i64::MAX,
            unknown_tags: Vec::new(),
        }
    }
}
impl FetchPartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        m.partition = r.i32()?;
        if v >= 9 {
            m.current_leader_epoch = r.i32()?;
        }
        m.fetch_offset = r.i64()?;
        if v >= 12 {
            m.last_fetched_epoch = r.i32()?;
        }
        if v >= 5 {
            m.log_start_offset = r.i64()?;
        }
        m.partition_max_bytes = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 if v >= 17 => m.replica_directory_id = r.uuid()?,
                    1 if v >= 18 => m.high_watermark = r.i64()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        w.put_i32(self.partition);
        if v >= 9 {
            w.put_i32(self.current_leader_epoch);
        }
        w.put_i64(self.fetch_offset);
        if v >= 12 {
            w.put_i32(self.last_fetched_epoch);
        } else if self.last_fetched_epoch != -1 {
            return no("LastFetchedEpoch", v);
        }
        if v >= 5 {
            w.put_i64(self.log_start_offset);
        }
        w.put_i32(self.partition_max_bytes);
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if v >= 17 {
                if !self.replica_directory_id.is_zero() {
                    t.put(0, |w| {
                        w.put_uuid(self.replica_directory_id);
                        Ok(())
                    })?;
                }
            }
            if v >= 18 {
                if self.high_watermark != i64::MAX {
                    t.put(1, |w| {
                        w.put_i64(self.high_watermark);
                        Ok(())
                    })?;
                }
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ForgottenTopic` of `FetchRequest`, versions 7-18.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ForgottenTopic {
    /// Field `Topic`, versions 7-12.
    pub topic: String,
    /// Field `TopicId`, versions 13-18.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 7-18.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ForgottenTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 12;
        let mut m = Self::default();
        if v <= 12 {
            m.topic = r.string(f)?;
        }
        if v >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 12;
        if v <= 12 {
            w.put_string(&self.topic, f);
        }
        if v >= 13 {
            w.put_uuid(self.topic_id);
        }
        w.put_values(&self.partitions, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl ReplicaState {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        true
    }
}
impl FetchTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic) & visit.topic_id(&mut self.topic_id)
    }
}
impl FetchPartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.current_leader_epoch);
        visit.leader_epoch(&mut self.last_fetched_epoch);
        true
    }
}
impl ForgottenTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for FetchRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.replica_id);
        self.replica_state.names(visit);
        self.topics.retain_mut(|e| e.names(visit));
        self.forgotten_topics_data.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(FetchRequest, 1, 4, 18, 12);
impl crate::Request for FetchRequest {
    type Response = crate::message::FetchResponse;
}
