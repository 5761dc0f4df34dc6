// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ListOffsetsResponse`, versions 1-11.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ListOffsetsResponse`, versions 1-11.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsResponse {
    /// Field `ThrottleTimeMs`, versions 2-11.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 1-11.
    pub topics: Vec<ListOffsetsTopicResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListOffsetsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        if v >= 2 {
            m.throttle_time_ms = r.i32()?;
        }
        m.topics = r.array(f, |r| ListOffsetsTopicResponse::read(r, v))?;
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
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ListOffsetsTopicResponse` of `ListOffsetsResponse`, versions 1-11.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsTopicResponse {
    /// Field `Name`, versions 1-11.
    pub name: String,
    /// Field `Partitions`, versions 1-11.
    pub partitions: Vec<ListOffsetsPartitionResponse>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ListOffsetsTopicResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, |r| ListOffsetsPartitionResponse::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_string(&self.name, f);
        w.put_array(&self.partitions, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ListOffsetsPartitionResponse` of `ListOffsetsResponse`, versions 1-11.
#[derive(Clone, Debug, PartialEq)]
pub struct ListOffsetsPartitionResponse {
    /// Field `PartitionIndex`, versions 1-11.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 1-11.
    pub error_code: i16,
    /// Field `Timestamp`, versions 1-11.
    pub timestamp: i64,
    /// Field `Offset`, versions 1-11.
    pub offset: i64,
    /// Field `LeaderEpoch`, versions 4-11.
    pub leader_epoch: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ListOffsetsPartitionResponse {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            timestamp: -1,
            offset: -1,
            leader_epoch: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl ListOffsetsPartitionResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 6;
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.timestamp = r.i64()?;
        m.offset = r.i64()?;
        if v >= 4 {
            m.leader_epoch = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 6;
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_i64(self.timestamp);
        w.put_i64(self.offset);
        if v >= 4 {
            w.put_i32(self.leader_epoch);
        } else if self.leader_epoch != -1 {
            return no("LeaderEpoch", v);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl ListOffsetsTopicResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.partitions.retain_mut(|e| e.names(visit));
        visit.topic(&mut self.name)
    }
}
impl ListOffsetsPartitionResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.leader_epoch(&mut self.leader_epoch);
        true
    }
}
impl crate::names::Named for ListOffsetsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(ListOffsetsResponse, 2, 1, 11, 6);
