// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeGroupsRequest`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeGroupsRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeGroupsRequest {
    /// Field `Groups`, versions 0-6.
    pub groups: Vec<String>,
    /// Field `IncludeAuthorizedOperations`, versions 3-6.
    pub include_authorized_operations: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeGroupsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.groups = r.array(f, |r| r.string(f))?;
        if v >= 3 {
            m.include_authorized_operations = r.bool()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_values(&self.groups, f, |w, e| w.put_string(e, f));
        if v >= 3 {
            w.put_bool(self.include_authorized_operations);
        } else if self.include_authorized_operations {
            return no("IncludeAuthorizedOperations", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for DescribeGroupsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeGroupsRequest, 15, 0, 6, 5);
impl crate::Request for DescribeGroupsRequest {
    type Response = crate::message::DescribeGroupsResponse;
}
