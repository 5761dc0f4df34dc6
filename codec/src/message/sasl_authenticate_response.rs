// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SaslAuthenticateResponse`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `SaslAuthenticateResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct SaslAuthenticateResponse {
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-2, null in 0-2.
    pub error_message: Option<String>,
    /// Field `AuthBytes`, versions 0-2.
    pub auth_bytes: Bytes,
    /// Field `SessionLifetimeMs`, versions 1-2.
    pub session_lifetime_ms: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for SaslAuthenticateResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(String::new()),
            auth_bytes: Bytes::new(),
            session_lifetime_ms: 0,
            unknown_tags: Vec::new(),
        }
    }
}
impl SaslAuthenticateResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        m.auth_bytes = r.bytes(f)?;
        if v >= 1 {
            m.session_lifetime_ms = r.i64()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        w.put_bytes(&self.auth_bytes, f);
        if v >= 1 {
            w.put_i64(self.session_lifetime_ms);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for SaslAuthenticateResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
crate::generated::message!(SaslAuthenticateResponse, 36, 0, 2, 2);
