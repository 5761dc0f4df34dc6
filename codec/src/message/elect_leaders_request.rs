// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ElectLeadersRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ElectLeadersRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct ElectLeadersRequest {
    /// Field `ElectionType`, versions 1-2.
    pub election_type: i8,
    /// Field `TopicPartitions`, versions 0-2, null in 0-2.
    pub topic_partitions: Option<Vec<TopicPartitions>>,
    /// Field `TimeoutMs`, versions 0-2.
    pub timeout_ms: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ElectLeadersRequest {
    fn default() -> Self {
        Self {
            election_type: 0,
            topic_partitions: Some(Vec::new()),
            timeout_ms: 60000,
            unknown_tags: Vec::new(),
        }
    }
}
impl ElectLeadersRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        if v >= 1 {
            m.election_type = r.i8()?;
        }
        m.topic_partitions = r.nullable_array(f, true, |r| TopicPartitions::read(r, v))?;
        m.timeout_ms = r.i32()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        if v >= 1 {
            w.put_i8(self.election_type);
        } else if self.election_type != 0 {
            return no("ElectionType", v);
        }
        w.put_nullable_array(self.topic_partitions.as_deref(), f, |w, e| e.write(w, v))?;
        w.put_i32(self.timeout_ms);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `TopicPartitions` of `ElectLeadersRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions {
    /// Field `Topic`, versions 0-2.
    pub topic: String,
    /// Field `Partitions`, versions 0-2.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl TopicPartitions {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topic = r.string(f)?;
        m.partitions = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.topic, f);
        w.put_values(&self.partitions, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl TopicPartitions {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic)
    }
}
impl crate::names::Named for ElectLeadersRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topic_partitions {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
crate::generated::message!(ElectLeadersRequest, 43, 0, 2, 2);
impl crate::Request for ElectLeadersRequest {
    type Response = crate::message::ElectLeadersResponse;
}
