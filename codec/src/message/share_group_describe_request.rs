// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ShareGroupDescribeRequest`, versions 1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ShareGroupDescribeRequest`, versions 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupDescribeRequest {
    /// Field `GroupIds`, versions 1.
    pub group_ids: Vec<String>,
    /// Field `IncludeAuthorizedOperations`, versions 1.
    pub include_authorized_operations: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ShareGroupDescribeRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.group_ids = r.array(true, |r| r.string(true))?;
        m.include_authorized_operations = r.bool()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_values(&self.group_ids, true, |w, e| w.put_string(e, true));
        w.put_bool(self.include_authorized_operations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ShareGroupDescribeRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ShareGroupDescribeRequest, 77, 1, 1, 0);
impl crate::Request for ShareGroupDescribeRequest {
    type Response = crate::message::ShareGroupDescribeResponse;
}
