// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeLogDirsRequest`, versions 1-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeLogDirsRequest`, versions 1-5.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeLogDirsRequest {
    /// Field `Topics`, versions 1-5, null in 1-5.
    pub topics: Option<Vec<DescribableLogDirTopic>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeLogDirsRequest {
    fn default() -> Self {
        Self { topics: Some(Vec::new()), unknown_tags: Vec::new() }
    }
}
impl DescribeLogDirsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.topics = r.nullable_array(f, true, |r| DescribableLogDirTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_nullable_array(self.topics.as_deref(), f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `DescribableLogDirTopic` of `DescribeLogDirsRequest`, versions 1-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribableLogDirTopic {
    /// Field `Topic`, versions 1-5.
    pub topic: String,
    /// Field `Partitions`, versions 1-5.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribableLogDirTopic {
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
impl DescribableLogDirTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.topic)
    }
}
impl crate::names::Named for DescribeLogDirsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(list) = &mut self.topics {
            list.retain_mut(|e| e.names(visit));
        }
        true
    }
}
crate::generated::message!(DescribeLogDirsRequest, 35, 1, 5, 2);
impl crate::Request for DescribeLogDirsRequest {
    type Response = crate::message::DescribeLogDirsResponse;
}
