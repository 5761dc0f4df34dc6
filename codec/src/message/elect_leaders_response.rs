// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ElectLeadersResponse`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ElectLeadersResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ElectLeadersResponse {
    /// Field `ThrottleTimeMs`, versions 0-2.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 1-2.
    pub error_code: i16,
    /// Field `ReplicaElectionResults`, versions 0-2.
    pub replica_election_results: Vec<ReplicaElectionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ElectLeadersResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        if v >= 1 {
            m.error_code = r.i16()?;
        }
        m.replica_election_results = r.array(f, |r| ReplicaElectionResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.throttle_time_ms);
        if v >= 1 {
            w.put_i16(self.error_code);
        } else if self.error_code != 0 {
            return no("ErrorCode", v);
        }
        w.put_array(&self.replica_election_results, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ReplicaElectionResult` of `ElectLeadersResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReplicaElectionResult {
    /// Field `Topic`, versions 0-2.
    pub topic: String,
    /// Field `PartitionResult`, versions 0-2.
    pub partition_result: Vec<PartitionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ReplicaElectionResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topic = r.string(f)?;
        m.partition_result = r.array(f, |r| PartitionResult::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.topic, f);
        w.put_array(&self.partition_result, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `PartitionResult` of `ElectLeadersResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionResult {
    /// Field `PartitionId`, versions 0-2.
    pub partition_id: i32,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-2, null in 0-2.
    pub error_message: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionResult {
    fn default() -> Self {
        Self { partition_id: 0, error_code: 0, error_message: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl PartitionResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.partition_id = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_i32(self.partition_id);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl ReplicaElectionResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partition_result.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.topic)
    }
}
impl PartitionResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for ElectLeadersResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.replica_election_results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ElectLeadersResponse, 43, 0, 2, 2);
