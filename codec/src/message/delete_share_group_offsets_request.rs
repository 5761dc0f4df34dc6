// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DeleteShareGroupOffsetsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DeleteShareGroupOffsetsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsRequest {
    /// Field `GroupId`, versions 0.
    pub group_id: String,
    /// Field `Topics`, versions 0.
    pub topics: Vec<DeleteShareGroupOffsetsRequestTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteShareGroupOffsetsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.array(true, |r| DeleteShareGroupOffsetsRequestTopic::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.group_id, true);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DeleteShareGroupOffsetsRequestTopic` of `DeleteShareGroupOffsetsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsRequestTopic {
    /// Field `TopicName`, versions 0.
    pub topic_name: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DeleteShareGroupOffsetsRequestTopic {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.topic_name = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.topic_name, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DeleteShareGroupOffsetsRequestTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic_name)
    }
}
impl crate::names::Named for DeleteShareGroupOffsetsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DeleteShareGroupOffsetsRequest, 92, 0, 0, 0);
impl crate::Request for DeleteShareGroupOffsetsRequest {
    type Response = crate::message::DeleteShareGroupOffsetsResponse;
}
