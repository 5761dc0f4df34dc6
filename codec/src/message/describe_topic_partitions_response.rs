// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeTopicPartitionsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `DescribeTopicPartitionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTopicPartitionsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 0.
    pub topics: Vec<DescribeTopicPartitionsResponseTopic>,
    /// Field `NextCursor`, versions 0, null in 0.
    pub next_cursor: Option<Cursor>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeTopicPartitionsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(true, |r| DescribeTopicPartitionsResponseTopic::read(r, v))?;
        m.next_cursor = r.nullable(true, |r| Cursor::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_nullable(self.next_cursor.as_ref(), |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeTopicPartitionsResponseTopic` of `DescribeTopicPartitionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsResponseTopic {
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `Name`, versions 0, null in 0.
    pub name: Option<String>,
    /// Field `TopicId`, versions 0.
    pub topic_id: Uuid,
    /// Field `IsInternal`, versions 0.
    pub is_internal: bool,
    /// Field `Partitions`, versions 0.
    pub partitions: Vec<DescribeTopicPartitionsResponsePartition>,
    /// Field `TopicAuthorizedOperations`, versions 0.
    pub topic_authorized_operations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeTopicPartitionsResponseTopic {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(String::new()),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: i32::MIN,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeTopicPartitionsResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.name = r.nullable_string(true, true)?;
        m.topic_id = r.uuid()?;
        m.is_internal = r.bool()?;
        m.partitions = r.array(true, |r| DescribeTopicPartitionsResponsePartition::read(r, v))?;
        m.topic_authorized_operations = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_nullable_string(self.name.as_deref(), true);
        w.put_uuid(self.topic_id);
        w.put_bool(self.is_internal);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_i32(self.topic_authorized_operations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeTopicPartitionsResponsePartition` of `DescribeTopicPartitionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsResponsePartition {
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Field `LeaderId`, versions 0.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 0.
    pub leader_epoch: i32,
    /// Field `ReplicaNodes`, versions 0.
    pub replica_nodes: Vec<i32>,
    /// Field `IsrNodes`, versions 0.
    pub isr_nodes: Vec<i32>,
    /// Field `EligibleLeaderReplicas`, versions 0, null in 0.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// Field `LastKnownElr`, versions 0, null in 0.
    pub last_known_elr: Option<Vec<i32>>,
    /// Field `OfflineReplicas`, versions 0.
    pub offline_replicas: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeTopicPartitionsResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
            offline_replicas: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeTopicPartitionsResponsePartition {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.partition_index = r.i32()?;
        m.leader_id = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.replica_nodes = r.array(true, Reader::i32)?;
        m.isr_nodes = r.array(true, Reader::i32)?;
        m.eligible_leader_replicas = r.nullable_array(true, true, Reader::i32)?;
        m.last_known_elr = r.nullable_array(true, true, Reader::i32)?;
        m.offline_replicas = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_i32(self.partition_index);
        w.put_i32(self.leader_id);
        w.put_i32(self.leader_epoch);
        w.put_values(&self.replica_nodes, true, |w, e| w.put_i32(*e));
        w.put_values(&self.isr_nodes, true, |w, e| w.put_i32(*e));
        w.put_nullable_values(self.eligible_leader_replicas.as_deref(), true, |w, e| w.put_i32(*e));
        w.put_nullable_values(self.last_known_elr.as_deref(), true, |w, e| w.put_i32(*e));
        w.put_values(&self.offline_replicas, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Cursor` of `DescribeTopicPartitionsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Cursor {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Field `PartitionIndex`, versions 0.
    pub partition_index: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Cursor {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        m.partition_index = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_i32(self.partition_index);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribeTopicPartitionsResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        self.name.as_mut().is_none_or(|e| visit.topic(e)) & visit.topic_id(&mut self.topic_id)
    }
}
impl DescribeTopicPartitionsResponsePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.leader_id);
        visit.leader_epoch(&mut self.leader_epoch);
        self.replica_nodes.iter_mut().for_each(|e| visit.broker(e));
        self.isr_nodes.iter_mut().for_each(|e| visit.broker(e));
        if let Some(list) = &mut self.eligible_leader_replicas {
            list.iter_mut().for_each(|e| visit.broker(e));
        }
        if let Some(list) = &mut self.last_known_elr {
            list.iter_mut().for_each(|e| visit.broker(e));
        }
        self.offline_replicas.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl Cursor {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for DescribeTopicPartitionsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        if self.next_cursor.as_mut().is_some_and(|e| !e.names(visit)) {
            self.next_cursor = None;
        }
        true
    }
}
crate::generated::message!(DescribeTopicPartitionsResponse, 75, 0, 0, 0);
