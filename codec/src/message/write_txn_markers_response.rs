// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `WriteTxnMarkersResponse`, versions 1-2.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteTxnMarkersResponse {
    /// Field `Markers`, versions 1-2.
    pub markers: Vec<WritableTxnMarkerResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WriteTxnMarkersResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.markers = r.array(true, |r| WritableTxnMarkerResult::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.markers, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `WritableTxnMarkerResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerResult {
    /// Field `ProducerId`, versions 1-2.
    pub producer_id: i64,
    /// Field `Topics`, versions 1-2.
    pub topics: Vec<WritableTxnMarkerTopicResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WritableTxnMarkerResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.producer_id = r.i64()?;
        m.topics = r.array(true, |r| WritableTxnMarkerTopicResult::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i64(self.producer_id);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `WritableTxnMarkerTopicResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerTopicResult {
    /// Field `Name`, versions 1-2.
    pub name: String,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<WritableTxnMarkerPartitionResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WritableTxnMarkerTopicResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partitions = r.array(true, |r| WritableTxnMarkerPartitionResult::read(r, v))?;
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
/// `WritableTxnMarkerPartitionResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerPartitionResult {
    /// Field `PartitionIndex`, versions 1-2.
    pub partition_index: i32,
    /// Field `ErrorCode`, versions 1-2.
    pub error_code: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WritableTxnMarkerPartitionResult {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_index);
        w.put_i16(self.error_code);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl WritableTxnMarkerResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl WritableTxnMarkerTopicResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for WriteTxnMarkersResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.markers.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(WriteTxnMarkersResponse, 27, 1, 2, 1);
