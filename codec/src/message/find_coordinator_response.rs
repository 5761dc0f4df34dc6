// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FindCoordinatorResponse`, versions 0-6.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `FindCoordinatorResponse`, versions 0-6.
#[derive(Clone, Debug, PartialEq)]
pub struct FindCoordinatorResponse {
    /// Field `ThrottleTimeMs`, versions 1-6.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-3.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-3, null in 1-3.
    pub error_message: Option<String>,
    /// Field `NodeId`, versions 0-3.
    pub node_id: i32,
    /// Field `Host`, versions 0-3.
    pub host: String,
    /// Field `Port`, versions 0-3.
    pub port: i32,
    /// Field `Coordinators`, versions 4-6.
    pub coordinators: Vec<Coordinator>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for FindCoordinatorResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            node_id: 0,
            host: String::new(),
            port: 0,
            coordinators: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl FindCoordinatorResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        if v <= 3 {
            m.error_code = r.i16()?;
        }
        if (1..=3).contains(&v) {
            m.error_message = r.nullable_string(f, true)?;
        }
        if v <= 3 {
            m.node_id = r.i32()?;
        }
        if v <= 3 {
            m.host = r.string(f)?;
        }
        if v <= 3 {
            m.port = r.i32()?;
        }
        if v >= 4 {
            m.coordinators = r.array(f, |r| Coordinator::read(r, v))?;
        }
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
        if v <= 3 {
            w.put_i16(self.error_code);
        } else if self.error_code != 0 {
            return no("ErrorCode", v);
        }
        if (1..=3).contains(&v) {
            w.put_nullable_string(self.error_message.as_deref(), f);
        }
        if v <= 3 {
            w.put_i32(self.node_id);
        } else if self.node_id != 0 {
            return no("NodeId", v);
        }
        if v <= 3 {
            w.put_string(&self.host, f);
        } else if !self.host.is_empty() {
            return no("Host", v);
        }
        if v <= 3 {
            w.put_i32(self.port);
        } else if self.port != 0 {
            return no("Port", v);
        }
        if v >= 4 {
            w.put_array(&self.coordinators, f, |w, e| e.write(w, v))?;
        } else if !self.coordinators.is_empty() {
            return no("Coordinators", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `Coordinator` of `FindCoordinatorResponse`, versions 4-6.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinator {
    /// Field `Key`, versions 4-6.
    pub key: String,
    /// Field `NodeId`, versions 4-6.
    pub node_id: i32,
    /// Field `Host`, versions 4-6.
    pub host: String,
    /// Field `Port`, versions 4-6.
    pub port: i32,
    /// Field `ErrorCode`, versions 4-6.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 4-6, null in 4-6.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for Coordinator {
    fn default() -> Self {
        Self {
            key: String::new(),
            node_id: 0,
            host: String::new(),
            port: 0,
            error_code: 0,
            error_message: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl Coordinator {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.key = r.string(true)?;
        m.node_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.key, true);
        w.put_i32(self.node_id);
        w.put_string(&self.host, true);
        w.put_i32(self.port);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl Coordinator {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.address(Address { broker: &mut self.node_id, host: &mut self.host, port: &mut self.port });
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for FindCoordinatorResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.address(Address { broker: &mut self.node_id, host: &mut self.host, port: &mut self.port });
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.coordinators.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(FindCoordinatorResponse, 10, 0, 6, 3);
