// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListConfigResourcesRequest`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListConfigResourcesRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListConfigResourcesRequest {
    /// Field `ResourceTypes`, versions 1.
    pub resource_types: Vec<i8>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListConfigResourcesRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        if v >= 1 {
            m.resource_types = r.array(true, Reader::i8)?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        if v >= 1 {
            w.put_values(&self.resource_types, true, |w, e| w.put_i8(*e));
        } else if !self.resource_types.is_empty() {
            return no("ResourceTypes", v);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ListConfigResourcesRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListConfigResourcesRequest, 74, 0, 1, 0);
impl crate::Request for ListConfigResourcesRequest {
    type Response = crate::message::ListConfigResourcesResponse;
}
