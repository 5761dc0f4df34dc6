// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FindCoordinatorRequest`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `FindCoordinatorRequest`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FindCoordinatorRequest {
    /// Field `Key`, versions 0-3.
    pub key: String,
    /// Field `KeyType`, versions 1-6.
    pub key_type: i8,
    /// Field `CoordinatorKeys`, versions 4-6.
    pub coordinator_keys: Vec<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FindCoordinatorRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v <= 3 {
            m.key = r.string(f)?;
        }
        if v >= 1 {
            m.key_type = r.i8()?;
        }
        if v >= 4 {
            m.coordinator_keys = r.array(f, |r| r.string(f))?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v <= 3 {
            w.put_string(&self.key, f);
        } else if !self.key.is_empty() {
            return no("Key", v);
        }
        if v >= 1 {
            w.put_i8(self.key_type);
        } else if self.key_type != 0 {
            return no("KeyType", v);
        }
        if v >= 4 {
            w.put_values(&self.coordinator_keys, f, |w, e| w.put_string(e, f));
        } else if !self.coordinator_keys.is_empty() {
            return no("CoordinatorKeys", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for FindCoordinatorRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(FindCoordinatorRequest, 10, 0, 6, 3);
impl crate::Request for FindCoordinatorRequest {
    type Response = crate::message::FindCoordinatorResponse;
}
