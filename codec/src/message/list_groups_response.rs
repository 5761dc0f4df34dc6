// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListGroupsResponse`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListGroupsResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListGroupsResponse {
    /// Field `ThrottleTimeMs`, versions 1-5.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-5.
    pub error_code: i16,
    /// Field `Groups`, versions 0-5.
    pub groups: Vec<ListedGroup>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListGroupsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        m.groups = r.array(f, |r| ListedGroup::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v >= 1 {
            w.put_i32(self.throttle_time_ms);
        }
        w.put_i16(self.error_code);
        w.put_array(&self.groups, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ListedGroup` of `ListGroupsResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListedGroup {
    /// Field `GroupId`, versions 0-5.
    pub group_id: String,
    /// Field `ProtocolType`, versions 0-5.
    pub protocol_type: String,
    /// Field `GroupState`, versions 4-5.
    pub group_state: String,
    /// Field `GroupType`, versions 5.
    pub group_type: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListedGroup {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.group_id = r.string(f)?;
        m.protocol_type = r.string(f)?;
        if v >= 4 {
            m.group_state = r.string(f)?;
        }
        if v >= 5 {
            m.group_type = r.string(f)?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_string(&self.group_id, f);
        w.put_string(&self.protocol_type, f);
        if v >= 4 {
            w.put_string(&self.group_state, f);
        }
        if v >= 5 {
            w.put_string(&self.group_type, f);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for ListGroupsResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ListGroupsResponse, 16, 0, 5, 3);
