// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `OffsetFetchRequest`, versions 1-10.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `OffsetFetchRequest`, versions 1-10.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequest {
    /// Field `GroupId`, versions 1-7.
    pub group_id: String,
    /// Field `Topics`, versions 1-7, null in 2-7.
    pub topics: Option<Vec<OffsetFetchRequestTopic>>,
    /// Field `Groups`, versions 8-10.
    pub groups: Vec<OffsetFetchRequestGroup>,
    /// Field `RequireStable`, versions 7-10.
    pub require_stable: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetFetchRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            topics: Some(Vec::new()),
            groups: Vec::new(),
            require_stable: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetFetchRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        if v <= 7 {
            m.group_id = r.string(f)?;
        }
        if v <= 7 {
            m.topics = r.nullable_array(f, v >= 2, |r| OffsetFetchRequestTopic::read(r, v))?;
        }
        if v >= 8 {
            m.groups = r.array(f, |r| OffsetFetchRequestGroup::read(r, v))?;
        }
        if v >= 7 {
            m.require_stable = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        if v <= 7 {
            w.put_string(&self.group_id, f);
        } else if !self.group_id.is_empty() {
            return no("GroupId", v);
        }
        if v <= 7 {
            if self.topics.is_none() && !(v >= 2) {
                return no("Topics", v);
            }
            w.put_nullable_array(self.topics.as_deref(), f, |w, e| e.write(w, v))?;
        } else if self.topics.as_ref().is_none_or(|x| !x.is_empty()) {
            return no("Topics", v);
        }
        if v >= 8 {
            w.put_array(&self.groups, f, |w, e| e.write(w, v))?;
        } else if !self.groups.is_empty() {
            return no("Groups", v);
        }
        if v >= 7 {
            w.put_bool(self.require_stable);
        } else if self.require_stable {
            return no("RequireStable", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetFetchRequestTopic` of `OffsetFetchRequest`, versions 1-7.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchRequestTopic {
    /// Field `Name`, versions 1-7.
    pub name: String,
    /// Field `PartitionIndexes`, versions 1-7.
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchRequestTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partition_indexes = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.name, f);
        w.put_values(&self.partition_indexes, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `OffsetFetchRequestGroup` of `OffsetFetchRequest`, versions 8-10.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequestGroup {
    /// Field `GroupId`, versions 8-10.
    pub group_id: String,
    /// Field `MemberId`, versions 9-10, null in 9-10.
    pub member_id: Option<String>,
    /// Field `MemberEpoch`, versions 9-10.
    pub member_epoch: i32,
    /// Field `Topics`, versions 8-10, null in 8-10.
    pub topics: Option<Vec<OffsetFetchRequestTopics>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for OffsetFetchRequestGroup {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: None,
            member_epoch: -1,
            topics: Some(Vec::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl OffsetFetchRequestGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        if v >= 9 {
            m.member_id = r.nullable_string(true, true)?;
        }
        if v >= 9 {
            m.member_epoch = r.i32()?;
        }
        m.topics = r.nullable_array(true, true, |r| OffsetFetchRequestTopics::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        if v >= 9 {
            w.put_nullable_string(self.member_id.as_deref(), true);
        }
        if v >= 9 {
            w.put_i32(self.member_epoch);
        }
        w.put_nullable_array(self.topics.as_deref(), true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `OffsetFetchRequestTopics` of `OffsetFetchRequest`, versions 8-10.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchRequestTopics {
    /// Field `Name`, versions 8-9.
    pub name: String,
    /// Field `TopicId`, versions 10.
    pub topic_id: Uuid,
    /// Field `PartitionIndexes`, versions 8-10.
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl OffsetFetchRequestTopics {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        if v <= 9 {
            m.name = r.string(true)?;
        }
        if v >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partition_indexes = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        if v <= 9 {
            w.put_string(&self.name, true);
        }
        if v >= 10 {
            w.put_uuid(self.topic_id);
        }
        w.put_values(&self.partition_indexes, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl OffsetFetchRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl OffsetFetchRequestGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
impl OffsetFetchRequestTopics {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name) & visit.topic_id(&mut self.topic_id)
    }
}
impl crate::names::Named for OffsetFetchRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(OffsetFetchRequest, 9, 1, 10, 6);
impl crate::Request for OffsetFetchRequest {
    type Response = crate::message::OffsetFetchResponse;
}
