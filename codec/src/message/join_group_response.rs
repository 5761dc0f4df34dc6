// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `JoinGroupResponse`, versions 0-9.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `JoinGroupResponse`, versions 0-9.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupResponse {
    /// Field `ThrottleTimeMs`, versions 2-9.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-9.
    pub error_code: i16,
    /// Field `GenerationId`, versions 0-9.
    pub generation_id: i32,
    /// Field `ProtocolType`, versions 7-9, null in 7-9.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, versions 0-9, null in 7-9.
    pub protocol_name: Option<String>,
    /// Field `Leader`, versions 0-9.
    pub leader: String,
    /// Field `SkipAssignment`, versions 9.
    pub skip_assignment: bool,
    /// Field `MemberId`, versions 0-9.
    pub member_id: String,
    /// Field `Members`, versions 0-9.
    pub members: Vec<JoinGroupResponseMember>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for JoinGroupResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            generation_id: -1,
            protocol_type: None,
            protocol_name: Some(String::new()),
            leader: String::new(),
            skip_assignment: false,
            member_id: String::new(),
            members: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl JoinGroupResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        if v >= 2 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        m.generation_id = r.i32()?;
        if v >= 7 {
            m.protocol_type = r.nullable_string(f, true)?;
        }
        m.protocol_name = r.nullable_string(f, v >= 7)?;
        m.leader = r.string(f)?;
        if v >= 9 {
            m.skip_assignment = r.bool()?;
        }
        m.member_id = r.string(f)?;
        m.members = r.array(f, |r| JoinGroupResponseMember::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        if v >= 2 {
            w.put_i32(self.throttle_time_ms);
        }
        w.put_i16(self.error_code);
        w.put_i32(self.generation_id);
        if v >= 7 {
            w.put_nullable_string(self.protocol_type.as_deref(), f);
        }
        if self.protocol_name.is_none() && !(v >= 7) {
            return no("ProtocolName", v);
        }
        w.put_nullable_string(self.protocol_name.as_deref(), f);
        w.put_string(&self.leader, f);
        if v >= 9 {
            w.put_bool(self.skip_assignment);
        } else if self.skip_assignment {
            return no("SkipAssignment", v);
        }
        w.put_string(&self.member_id, f);
        w.put_array(&self.members, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `JoinGroupResponseMember` of `JoinGroupResponse`, versions 0-9.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JoinGroupResponseMember {
    /// Field `MemberId`, versions 0-9.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 5-9, null in 5-9.
    pub group_instance_id: Option<String>,
    /// Field `Metadata`, versions 0-9.
    pub metadata: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl JoinGroupResponseMember {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.member_id = r.string(f)?;
        if v >= 5 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        m.metadata = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.member_id, f);
        if v >= 5 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        }
        w.put_bytes(&self.metadata, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for JoinGroupResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(JoinGroupResponse, 11, 0, 9, 6);
