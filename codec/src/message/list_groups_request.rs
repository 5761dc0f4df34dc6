// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListGroupsRequest`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListGroupsRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListGroupsRequest {
    /// Field `StatesFilter`, versions 4-5.
    pub states_filter: Vec<String>,
    /// Field `TypesFilter`, versions 5.
    pub types_filter: Vec<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListGroupsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v >= 4 {
            m.states_filter = r.array(f, |r| r.string(f))?;
        }
        if v >= 5 {
            m.types_filter = r.array(f, |r| r.string(f))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v >= 4 {
            w.put_values(&self.states_filter, f, |w, e| w.put_string(e, f));
        } else if !self.states_filter.is_empty() {
            return no("StatesFilter", v);
        }
        if v >= 5 {
            w.put_values(&self.types_filter, f, |w, e| w.put_string(e, f));
        } else if !self.types_filter.is_empty() {
            return no("TypesFilter", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for ListGroupsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListGroupsRequest, 16, 0, 5, 3);
impl crate::Request for ListGroupsRequest {
    type Response = crate::message::ListGroupsResponse;
}
