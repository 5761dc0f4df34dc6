// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `MetadataResponse`, versions 0-13.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `MetadataResponse`, versions 0-13.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponse {
    /// Field `ThrottleTimeMs`, versions 3-13.
    pub throttle_time_ms: i32,
    /// Field `Brokers`, versions 0-13.
    pub brokers: Vec<MetadataResponseBroker>,
    /// Field `ClusterId`, versions 2-13, null in 2-13.
    pub cluster_id: Option<String>,
    /// Field `ControllerId`, versions 1-13.
    pub controller_id: i32,
    /// Field `Topics`, versions 0-13.
    pub topics: Vec<MetadataResponseTopic>,
    /// Field `ClusterAuthorizedOperations`, versions 8-10.
    pub cluster_authorized_operations: i32,
    /// Field `ErrorCode`, versions 13.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for MetadataResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            brokers: Vec::new(),
            cluster_id: None,
            controller_id: -1,
            topics: Vec::new(),
            cluster_authorized_operations: i32::MIN,
            error_code: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl MetadataResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        m.brokers = r.array(f, |r| MetadataResponseBroker::read(r, v))?;
        if v >= 2 {
            m.cluster_id = r.nullable_string(f, true)?;
        }
        if v >= 1 {
            m.controller_id = r.i32()?;
        }
        m.topics = r.array(f, |r| MetadataResponseTopic::read(r, v))?;
        if (8..=10).contains(&v) {
            m.cluster_authorized_operations = r.i32()?;
        }
        if v >= 13 {
            m.error_code = r.i16()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        if v >= 3 {
            w.put_i32(self.throttle_time_ms);
        }
        w.put_array(&self.brokers, f, |w, e| e.write(w, v))?;
        if v >= 2 {
            w.put_nullable_string(self.cluster_id.as_deref(), f);
        }
        if v >= 1 {
            w.put_i32(self.controller_id);
        }
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if (8..=10).contains(&v) {
            w.put_i32(self.cluster_authorized_operations);
        } else if self.cluster_authorized_operations != i32::MIN {
            return no("ClusterAuthorizedOperations", v);
        }
        if v >= 13 {
            w.put_i16(self.error_code);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `MetadataResponseBroker` of `MetadataResponse`, versions 0-13.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MetadataResponseBroker {
    /// Field `NodeId`, versions 0-13.
    pub node_id: i32,
    /// Field `Host`, versions 0-13.
    pub host: String,
    /// Field `Port`, versions 0-13.
    pub port: i32,
    /// Field `Rack`, versions 1-13, null in 1-13.
    pub rack: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl MetadataResponseBroker {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.node_id = r.i32()?;
        m.host = r.string(f)?;
        m.port = r.i32()?;
        if v >= 1 {
            m.rack = r.nullable_string(f, true)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i32(self.node_id);
        w.put_string(&self.host, f);
        w.put_i32(self.port);
        if v >= 1 {
            w.put_nullable_string(self.rack.as_deref(), f);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `MetadataResponseTopic` of `MetadataResponse`, versions 0-13.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponseTopic {
    /// Field `ErrorCode`, versions 0-13.
    pub error_code: i16,
    /// Field `Name`, versions 0-13, null in 12-13.
    pub name: Option<String>,
    /// Field `TopicId`, versions 10-13.
    pub topic_id: Uuid,
    /// Field `IsInternal`, versions 1-13.
    pub is_internal: bool,
    /// Field `Partitions`, versions 0-13.
    pub partitions: Vec<MetadataResponsePartition>,
    /// Field `TopicAuthorizedOperations`, versions 8-13.
    pub topic_authorized_operations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for MetadataResponseTopic {
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
impl MetadataResponseTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.name = r.nullable_string(f, v >= 12)?;
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        if v >= 1 {
            m.is_internal = r.bool()?;
        }
        m.partitions = r.array(f, |r| MetadataResponsePartition::read(r, v))?;
        if v >= 8 {
            m.topic_authorized_operations = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i16(self.error_code);
        if self.name.is_none() && !(v >= 12) {
            return no("Name", v);
        }
        w.put_nullable_string(self.name.as_deref(), f);
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        if v >= 1 {
            w.put_bool(self.is_internal);
        }
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if v >= 8 {
            w.put_i32(self.topic_authorized_operations);
        } else if self.topic_authorized_operations != i32::MIN {
            return no("TopicAuthorizedOperations", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `MetadataResponsePartition` of `MetadataResponse`, versions 0-13.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponsePartition {
    /// Field `ErrorCode`, versions 0-13.
    pub error_code: i16,
    /// Field `PartitionIndex`, versions 0-13.
    pub partition_index: i32,
    /// Field `LeaderId`, versions 0-13.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 7-13.
    pub leader_epoch: i32,
    /// Field `ReplicaNodes`, versions 0-13.
    pub replica_nodes: Vec<i32>,
    /// Field `IsrNodes`, versions 0-13.
    pub isr_nodes: Vec<i32>,
    /// Field `OfflineReplicas`, versions 5-13.
    pub offline_replicas: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for MetadataResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            offline_replicas: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl MetadataResponsePartition {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 9;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.partition_index = r.i32()?;
        m.leader_id = r.i32()?;
        if v >= 7 {
            m.leader_epoch = r.i32()?;
        }
        m.replica_nodes = r.array(f, Reader::i32)?;
        m.isr_nodes = r.array(f, Reader::i32)?;
        if v >= 5 {
            m.offline_replicas = r.array(f, Reader::i32)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 9;
        w.put_i16(self.error_code);
        w.put_i32(self.partition_index);
        w.put_i32(self.leader_id);
        if v >= 7 {
            w.put_i32(self.leader_epoch);
        }
        w.put_values(&self.replica_nodes, f, |w, e| w.put_i32(*e));
        w.put_values(&self.isr_nodes, f, |w, e| w.put_i32(*e));
        if v >= 5 {
            w.put_values(&self.offline_replicas, f, |w, e| w.put_i32(*e));
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl MetadataResponseBroker {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.address(Address { broker: &mut self.node_id, host: &mut self.host, port: &mut self.port });
        true
    }
}
impl MetadataResponseTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        self.name.as_mut().is_none_or(|e| visit.topic(e)) & visit.topic_id(&mut self.topic_id)
    }
}
impl MetadataResponsePartition {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.leader_id);
        visit.leader_epoch(&mut self.leader_epoch);
        self.replica_nodes.iter_mut().for_each(|e| visit.broker(e));
        self.isr_nodes.iter_mut().for_each(|e| visit.broker(e));
        self.offline_replicas.iter_mut().for_each(|e| visit.broker(e));
        true
    }
}
impl crate::names::Named for MetadataResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.brokers.retain_mut(|e| e.names(visit));
        visit.broker(&mut self.controller_id);
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(MetadataResponse, 3, 0, 13, 9);
