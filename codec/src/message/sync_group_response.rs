// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SyncGroupResponse`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `SyncGroupResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupResponse {
    /// Field `ThrottleTimeMs`, versions 1-5.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-5.
    pub error_code: i16,
    /// Field `ProtocolType`, versions 5, null in 5.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, versions 5, null in 5.
    pub protocol_name: Option<String>,
    /// Field `Assignment`, versions 0-5.
    pub assignment: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SyncGroupResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        if v >= 5 {
            m.protocol_type = r.nullable_string(f, true)?;
        }
        if v >= 5 {
            m.protocol_name = r.nullable_string(f, true)?;
        }
        m.assignment = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        if v >= 1 {
            w.put_i32(self.throttle_time_ms);
        }
        w.put_i16(self.error_code);
        if v >= 5 {
            w.put_nullable_string(self.protocol_type.as_deref(), f);
        }
        if v >= 5 {
            w.put_nullable_string(self.protocol_name.as_deref(), f);
        }
        w.put_bytes(&self.assignment, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for SyncGroupResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(SyncGroupResponse, 14, 0, 5, 4);
