// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SaslAuthenticateRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `SaslAuthenticateRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslAuthenticateRequest {
    /// Field `AuthBytes`, versions 0-2.
    pub auth_bytes: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SaslAuthenticateRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.auth_bytes = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_bytes(&self.auth_bytes, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for SaslAuthenticateRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(SaslAuthenticateRequest, 36, 0, 2, 2);
impl crate::Request for SaslAuthenticateRequest {
    type Response = crate::message::SaslAuthenticateResponse;
}
