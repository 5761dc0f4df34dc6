// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareGroupHeartbeatRequest`, versions 1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ShareGroupHeartbeatRequest`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupHeartbeatRequest {
    /// Field `GroupId`, versions 1.
    pub group_id: String,
    /// Field `MemberId`, versions 1.
    pub member_id: String,
    /// Field `MemberEpoch`, versions 1.
    pub member_epoch: i32,
    /// Field `RackId`, versions 1, null in 1.
    pub rack_id: Option<String>,
    /// Field `SubscribedTopicNames`, versions 1, null in 1.
    pub subscribed_topic_names: Option<Vec<String>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareGroupHeartbeatRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.member_id = r.string(true)?;
        m.member_epoch = r.i32()?;
        m.rack_id = r.nullable_string(true, true)?;
        m.subscribed_topic_names = r.nullable_array(true, true, |r| r.string(true))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_string(&self.member_id, true);
        w.put_i32(self.member_epoch);
        w.put_nullable_string(self.rack_id.as_deref(), true);
        w.put_nullable_values(self.subscribed_topic_names.as_deref(), true, |w, e| w.put_string(e, true));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ShareGroupHeartbeatRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.subscribed_topic_names {
            list.retain_mut(|e| visit.topic(e));
        }
        true
    }
}
crate::generated::message!(ShareGroupHeartbeatRequest, 76, 1, 1, 0);
impl crate::Request for ShareGroupHeartbeatRequest {
    type Response = crate::message::ShareGroupHeartbeatResponse;
}
