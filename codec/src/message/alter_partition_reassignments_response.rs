// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterPartitionReassignmentsResponse`, versions 0-1.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterPartitionReassignmentsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionReassignmentsResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `AllowReplicationFactorChange`, versions 1.
    pub allow_replication_factor_change: bool,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Field `Responses`, versions 0-1.
    pub responses: Vec<ReassignableTopicResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for AlterPartitionReassignmentsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            allow_replication_factor_change: true,
            error_code: 0,
            error_message: Some(String::new()),
            responses: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl AlterPartitionReassignmentsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        if v >= 1 {
            m.allow_replication_factor_change = r.bool()?;
        }
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.responses = r.array(true, |r| ReassignableTopicResponse::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        if v >= 1 {
            w.put_bool(self.allow_replication_factor_change);
        }
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.responses, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ReassignableTopicResponse` of `AlterPartitionReassignmentsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignableTopicResponse {
    /// Field `Name`, versions 0-1.
    pub name: String,
    /// Field `Partitions`, versions 0-1.
    pub partitions: Vec<ReassignablePartitionResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ReassignableTopicResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| ReassignablePartitionResponse::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_array(&self.partitions, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ReassignablePartitionResponse` of `AlterPartitionReassignmentsResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct ReassignablePartitionResponse {
    /// Field `PartitionIndex`, versions 0-1.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ReassignablePartitionResponse {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl ReassignablePartitionResponse {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl ReassignableTopicResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl ReassignablePartitionResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for AlterPartitionReassignmentsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.responses.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterPartitionReassignmentsResponse, 45, 0, 1, 0);
