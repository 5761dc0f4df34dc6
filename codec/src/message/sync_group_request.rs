// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `SyncGroupRequest`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `SyncGroupRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupRequest {
    /// Field `GroupId`, versions 0-5.
    pub group_id: String,
    /// Field `GenerationId`, versions 0-5.
    pub generation_id: i32,
    /// Field `MemberId`, versions 0-5.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 3-5, null in 3-5.
    pub group_instance_id: Option<String>,
    /// Field `ProtocolType`, versions 5, null in 5.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, versions 5, null in 5.
    pub protocol_name: Option<String>,
    /// Field `Assignments`, versions 0-5.
    pub assignments: Vec<SyncGroupRequestAssignment>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SyncGroupRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.group_id = r.string(f)?;
        m.generation_id = r.i32()?;
        m.member_id = r.string(f)?;
        if v >= 3 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        if v >= 5 {
            m.protocol_type = r.nullable_string(f, true)?;
        }
        if v >= 5 {
            m.protocol_name = r.nullable_string(f, true)?;
        }
        m.assignments = r.array(f, |r| SyncGroupRequestAssignment::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.group_id, f);
        w.put_i32(self.generation_id);
        w.put_string(&self.member_id, f);
        if v >= 3 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        } else if self.group_instance_id.is_some() {
            return no("GroupInstanceId", v);
        }
        if v >= 5 {
            w.put_nullable_string(self.protocol_type.as_deref(), f);
        }
        if v >= 5 {
            w.put_nullable_string(self.protocol_name.as_deref(), f);
        }
        w.put_array(&self.assignments, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `SyncGroupRequestAssignment` of `SyncGroupRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupRequestAssignment {
    /// Field `MemberId`, versions 0-5.
    pub member_id: String,
    /// Field `Assignment`, versions 0-5.
    pub assignment: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SyncGroupRequestAssignment {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 4;
        let mut m = Self::default();
        m.member_id = r.string(f)?;
        m.assignment = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 4;
        w.put_string(&self.member_id, f);
        w.put_bytes(&self.assignment, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for SyncGroupRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(SyncGroupRequest, 14, 0, 5, 4);
impl crate::Request for SyncGroupRequest {
    type Response = crate::message::SyncGroupResponse;
}
