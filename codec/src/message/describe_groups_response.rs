// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeGroupsResponse`, versions 0-6.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `DescribeGroupsResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeGroupsResponse {
    /// Field `ThrottleTimeMs`, versions 1-6.
    pub throttle_time_ms: i32,
    /// Field `Groups`, versions 0-6.
    pub groups: Vec<DescribedGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeGroupsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.groups = r.array(f, |r| DescribedGroup::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        if v >= 1 {
            w.put_i32(self.throttle_time_ms);
        }
        w.put_array(&self.groups, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribedGroup` of `DescribeGroupsResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedGroup {
    /// Field `ErrorCode`, versions 0-6.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 6, null in 6.
    pub error_message: Option<String>,
    /// Field `GroupId`, versions 0-6.
    pub group_id: String,
    /// Field `GroupState`, versions 0-6.
    pub group_state: String,
    /// Field `ProtocolType`, versions 0-6.
    pub protocol_type: String,
    /// Field `ProtocolData`, versions 0-6.
    pub protocol_data: String,
    /// Field `Members`, versions 0-6.
    pub members: Vec<DescribedGroupMember>,
    /// Field `AuthorizedOperations`, versions 3-6.
    pub authorized_operations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: String::new(),
            group_state: String::new(),
            protocol_type: String::new(),
            protocol_data: String::new(),
            members: Vec::new(),
            authorized_operations: i32::MIN,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribedGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        if v >= 6 {
            m.error_message = r.nullable_string(f, true)?;
        }
        m.group_id = r.string(f)?;
        m.group_state = r.string(f)?;
        m.protocol_type = r.string(f)?;
        m.protocol_data = r.string(f)?;
        m.members = r.array(f, |r| DescribedGroupMember::read(r, v))?;
        if v >= 3 {
            m.authorized_operations = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_i16(self.error_code);
        if v >= 6 {
            w.put_nullable_string(self.error_message.as_deref(), f);
        } else if self.error_message.is_some() {
            return no("ErrorMessage", v);
        }
        w.put_string(&self.group_id, f);
        w.put_string(&self.group_state, f);
        w.put_string(&self.protocol_type, f);
        w.put_string(&self.protocol_data, f);
        w.put_array(&self.members, f, |w, e| e.write(w, v))?;
        if v >= 3 {
            w.put_i32(self.authorized_operations);
        } else if self.authorized_operations != i32::MIN {
            return no("AuthorizedOperations", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribedGroupMember` of `DescribeGroupsResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribedGroupMember {
    /// Field `MemberId`, versions 0-6.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 4-6, null in 4-6.
    pub group_instance_id: Option<String>,
    /// Field `ClientId`, versions 0-6.
    pub client_id: String,
    /// Field `ClientHost`, versions 0-6.
    pub client_host: String,
    /// Field `MemberMetadata`, versions 0-6.
    pub member_metadata: Bytes,
    /// Field `MemberAssignment`, versions 0-6.
    pub member_assignment: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribedGroupMember {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 5;
        let mut m = Self::default();
        m.member_id = r.string(f)?;
        if v >= 4 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        m.client_id = r.string(f)?;
        m.client_host = r.string(f)?;
        m.member_metadata = r.bytes(f)?;
        m.member_assignment = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 5;
        w.put_string(&self.member_id, f);
        if v >= 4 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        }
        w.put_string(&self.client_id, f);
        w.put_string(&self.client_host, f);
        w.put_bytes(&self.member_metadata, f);
        w.put_bytes(&self.member_assignment, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl DescribedGroup {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for DescribeGroupsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.groups.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeGroupsResponse, 15, 0, 6, 5);
