// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ConsumerGroupHeartbeatRequest`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `ConsumerGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupHeartbeatRequest {
    /// Field `GroupId`, versions 0-1.
    pub group_id: String,
    /// Field `MemberId`, versions 0-1.
    pub member_id: String,
    /// Field `MemberEpoch`, versions 0-1.
    pub member_epoch: i32,
    /// Field `InstanceId`, versions 0-1, null in 0-1.
    pub instance_id: Option<String>,
    /// Field `RackId`, versions 0-1, null in 0-1.
    pub rack_id: Option<String>,
    /// Field `RebalanceTimeoutMs`, versions 0-1.
    pub rebalance_timeout_ms: i32,
    /// Field `SubscribedTopicNames`, versions 0-1, null in 0-1.
    pub subscribed_topic_names: Option<Vec<String>>,
    /// Field `SubscribedTopicRegex`, versions 1, null in 1.
    pub subscribed_topic_regex: Option<String>,
    /// Field `ServerAssignor`, versions 0-1, null in 0-1.
    pub server_assignor: Option<String>,
    /// Field `TopicPartitions`, versions 0-1, null in 0-1.
    pub topic_partitions: Option<Vec<TopicPartitions>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ConsumerGroupHeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: String::new(),
            member_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            subscribed_topic_names: None,
            subscribed_topic_regex: None,
            server_assignor: None,
            topic_partitions: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl ConsumerGroupHeartbeatRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.member_id = r.string(true)?;
        m.member_epoch = r.i32()?;
        m.instance_id = r.nullable_string(true, true)?;
        m.rack_id = r.nullable_string(true, true)?;
        m.rebalance_timeout_ms = r.i32()?;
        m.subscribed_topic_names = r.nullable_array(true, true, |r| r.string(true))?;
        if v >= 1 {
            m.subscribed_topic_regex = r.nullable_string(true, true)?;
        }
        m.server_assignor = r.nullable_string(true, true)?;
        m.topic_partitions = r.nullable_array(true, true, |r| TopicPartitions::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_string(&self.member_id, true);
        w.put_i32(self.member_epoch);
        w.put_nullable_string(self.instance_id.as_deref(), true);
        w.put_nullable_string(self.rack_id.as_deref(), true);
        w.put_i32(self.rebalance_timeout_ms);
        w.put_nullable_values(self.subscribed_topic_names.as_deref(), true, |w, e| w.put_string(e, true));
        if v >= 1 {
            w.put_nullable_string(self.subscribed_topic_regex.as_deref(), true);
        } else if self.subscribed_topic_regex.is_some() {
            return no("SubscribedTopicRegex", v);
        }
        w.put_nullable_string(self.server_assignor.as_deref(), true);
        w.put_nullable_array(self.topic_partitions.as_deref(), true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicPartitions` of `ConsumerGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions {
    /// Field `TopicId`, versions 0-1.
    pub topic_id: Uuid,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicPartitions {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_values(&self.partitions, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl TopicPartitions {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for ConsumerGroupHeartbeatRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.subscribed_topic_names {
            list.retain_mut(|e| visit.topic(e));
        }
        if let Some(list) = &mut self.topic_partitions {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
crate::generated::message!(ConsumerGroupHeartbeatRequest, 68, 0, 1, 0);
impl crate::Request for ConsumerGroupHeartbeatRequest {
    type Response = crate::message::ConsumerGroupHeartbeatResponse;
}
