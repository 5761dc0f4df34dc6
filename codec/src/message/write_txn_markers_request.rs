// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `WriteTxnMarkersRequest`, versions 1-2.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `WriteTxnMarkersRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteTxnMarkersRequest {
    /// Field `Markers`, versions 1-2.
    pub markers: Vec<WritableTxnMarker>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WriteTxnMarkersRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.markers = r.array(true, |r| WritableTxnMarker::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_array(&self.markers, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `WritableTxnMarker` of `WriteTxnMarkersRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarker {
    /// Field `ProducerId`, versions 1-2.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 1-2.
    pub producer_epoch: i16,
    /// Field `TransactionResult`, versions 1-2.
    pub transaction_result: bool,
    /// Field `Topics`, versions 1-2.
    pub topics: Vec<WritableTxnMarkerTopic>,
    /// Field `CoordinatorEpoch`, versions 1-2.
    pub coordinator_epoch: i32,
    /// Field `TransactionVersion`, versions 2.
    pub transaction_version: i8,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WritableTxnMarker {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        m.transaction_result = r.bool()?;
        m.topics = r.array(true, |r| WritableTxnMarkerTopic::read(r, v))?;
        m.coordinator_epoch = r.i32()?;
        if v >= 2 {
            m.transaction_version = r.i8()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i64(self.producer_id);
        w.put_i16(self.producer_epoch);
        w.put_bool(self.transaction_result);
        w.put_array(&self.topics, true, |w, e| e.write(w, v))?;
        w.put_i32(self.coordinator_epoch);
        if v >= 2 {
            w.put_i8(self.transaction_version);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `WritableTxnMarkerTopic` of `WriteTxnMarkersRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerTopic {
    /// Field `Name`, versions 1-2.
    pub name: String,
    /// Field `PartitionIndexes`, versions 1-2.
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl WritableTxnMarkerTopic {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.partition_indexes = r.array(true, Reader::i32)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_values(&self.partition_indexes, true, |w, e| w.put_i32(*e));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl WritableTxnMarker {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl WritableTxnMarkerTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for WriteTxnMarkersRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.markers.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(WriteTxnMarkersRequest, 27, 1, 2, 1);
impl crate::Request for WriteTxnMarkersRequest {
    type Response = crate::message::WriteTxnMarkersResponse;
}
