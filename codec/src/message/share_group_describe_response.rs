// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareGroupDescribeResponse`, versions 1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `ShareGroupDescribeResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupDescribeResponse {
    /// Field `ThrottleTimeMs`, versions 1.
    pub throttle_time_ms: i32,
    /// Field `Groups`, versions 1.
    pub groups: Vec<DescribedGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareGroupDescribeResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.groups = r.array(true, |r| DescribedGroup::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_array(&self.groups, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribedGroup` of `ShareGroupDescribeResponse`, versions 1.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedGroup {
    /// Field `ErrorCode`, versions 1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1, null in 1.
    pub error_message: Option<String>,
    /// Field `GroupId`, versions 1.
    pub group_id: String,
    /// Field `GroupState`, versions 1.
    pub group_state: String,
    /// Field `GroupEpoch`, versions 1.
    pub group_epoch: i32,
    /// Field `AssignmentEpoch`, versions 1.
    pub assignment_epoch: i32,
    /// Field `AssignorName`, versions 1.
    pub assignor_name: String,
    /// Field `Members`, versions 1.
    pub members: Vec<Member>,
    /// Field `AuthorizedOperations`, versions 1.
    pub authorized_operations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: String::new(),
            group_state: String::new(),
            group_epoch: 0,
            assignment_epoch: 0,
            assignor_name: String::new(),
            members: Vec::new(),
            authorized_operations: i32::MIN,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribedGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.group_id = r.string(true)?;
        m.group_state = r.string(true)?;
        m.group_epoch = r.i32()?;
        m.assignment_epoch = r.i32()?;
        m.assignor_name = r.string(true)?;
        m.members = r.array(true, |r| Member::read(r, v))?;
        m.authorized_operations = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_string(&self.group_id, true);
        w.put_string(&self.group_state, true);
        w.put_i32(self.group_epoch);
        w.put_i32(self.assignment_epoch);
        w.put_string(&self.assignor_name, true);
        w.put_array(&self.members, true, |w, e| e.write(w, v))?;
        w.put_i32(self.authorized_operations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Member` of `ShareGroupDescribeResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Member {
    /// Field `MemberId`, versions 1.
    pub member_id: String,
    /// Field `RackId`, versions 1, null in 1.
    pub rack_id: Option<String>,
    /// Field `MemberEpoch`, versions 1.
    pub member_epoch: i32,
    /// Field `ClientId`, versions 1.
    pub client_id: String,
    /// Field `ClientHost`, versions 1.
    pub client_host: String,
    /// Field `SubscribedTopicNames`, versions 1.
    pub subscribed_topic_names: Vec<String>,
    /// Field `Assignment`, versions 1.
    pub assignment: Assignment,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Member {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.member_id = r.string(true)?;
        m.rack_id = r.nullable_string(true, true)?;
        m.member_epoch = r.i32()?;
        m.client_id = r.string(true)?;
        m.client_host = r.string(true)?;
        m.subscribed_topic_names = r.array(true, |r| r.string(true))?;
        m.assignment = Assignment::read(r, v)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.member_id, true);
        w.put_nullable_string(self.rack_id.as_deref(), true);
        w.put_i32(self.member_epoch);
        w.put_string(&self.client_id, true);
        w.put_string(&self.client_host, true);
        w.put_values(&self.subscribed_topic_names, true, |w, e| w.put_string(e, true));
        self.assignment.write(w, v)?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `TopicPartitions` of `ShareGroupDescribeResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions {
    /// Field `TopicId`, versions 1.
    pub topic_id: Uuid,
    /// Field `TopicName`, versions 1.
    pub topic_name: String,
    /// Field `Partitions`, versions 1.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicPartitions {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.topic_name = r.string(true)?;
        m.partitions = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_uuid(self.topic_id);
        w.put_string(&self.topic_name, true);
        w.put_values(&self.partitions, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Assignment` of `ShareGroupDescribeResponse`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment {
    /// Field `TopicPartitions`, versions 1.
    pub topic_partitions: Vec<TopicPartitions>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Assignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_partitions = r.array(true, |r| TopicPartitions::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.topic_partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribedGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.members.retain_mut(|e| e.names(visit));
        true
    }
}
impl Member {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.subscribed_topic_names.retain_mut(|e| visit.topic(e));
        self.assignment.names(visit);
        true
    }
}
impl TopicPartitions {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic_id(&mut self.topic_id) & visit.topic(&mut self.topic_name)
    }
}
impl Assignment {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topic_partitions.retain_mut(|e| e.names(visit));
        true
    }
}
impl crate::names::Named for ShareGroupDescribeResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ShareGroupDescribeResponse, 77, 1, 1, 0);
