// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `JoinGroupRequest`, versions 0-9.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use bytes::Bytes;

/// `JoinGroupRequest`, versions 0-9.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupRequest {
    /// Field `GroupId`, versions 0-9.
    pub group_id: String,
    /// Field `SessionTimeoutMs`, versions 0-9.
    pub session_timeout_ms: i32,
    /// Field `RebalanceTimeoutMs`, versions 1-9.
    pub rebalance_timeout_ms: i32,
    /// Field `MemberId`, versions 0-9.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 5-9, null in 5-9.
    pub group_instance_id: Option<String>,
    /// Field `ProtocolType`, versions 0-9.
    pub protocol_type: String,
    /// Field `Protocols`, versions 0-9.
    pub protocols: Vec<JoinGroupRequestProtocol>,
    /// Field `Reason`, versions 8-9, null in 8-9.
    pub reason: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for JoinGroupRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            session_timeout_ms: 0,
            rebalance_timeout_ms: -1,
            member_id: String::new(),
            group_instance_id: None,
            protocol_type: String::new(),
            protocols: Vec::new(),
            reason: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl JoinGroupRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.group_id = r.string(f)?;
        m.session_timeout_ms = r.i32()?;
        if v >= 1 {
            m.rebalance_timeout_ms = r.i32()?;
        }
        m.member_id = r.string(f)?;
        if v >= 5 {
            m.group_instance_id = r.nullable_string(f, true)?;
        }
        m.protocol_type = r.string(f)?;
        m.protocols = r.array(f, |r| JoinGroupRequestProtocol::read(r, v))?;
        if v >= 8 {
            m.reason = r.nullable_string(f, true)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.group_id, f);
        w.put_i32(self.session_timeout_ms);
        if v >= 1 {
            w.put_i32(self.rebalance_timeout_ms);
        }
        w.put_string(&self.member_id, f);
        if v >= 5 {
            w.put_nullable_string(self.group_instance_id.as_deref(), f);
        } else if self.group_instance_id.is_some() {
            return no("GroupInstanceId", v);
        }
        w.put_string(&self.protocol_type, f);
        w.put_array(&self.protocols, f, |w, e| e.write(w, v))?;
        if v >= 8 {
            w.put_nullable_string(self.reason.as_deref(), f);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `JoinGroupRequestProtocol` of `JoinGroupRequest`, versions 0-9.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JoinGroupRequestProtocol {
    /// Field `Name`, versions 0-9.
    pub name: String,
    /// Field `Metadata`, versions 0-9.
    pub metadata: Bytes,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl JoinGroupRequestProtocol {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.metadata = r.bytes(f)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.name, f);
        w.put_bytes(&self.metadata, f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for JoinGroupRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(JoinGroupRequest, 11, 0, 9, 6);
impl crate::Request for JoinGroupRequest {
    type Response = crate::message::JoinGroupResponse;
}
