// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BrokerHeartbeatRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `BrokerHeartbeatRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerHeartbeatRequest {
    /// Field `BrokerId`, versions 0-2.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 0-2.
    pub broker_epoch: i64,
    /// Field `CurrentMetadataOffset`, versions 0-2.
    pub current_metadata_offset: i64,
    /// Field `WantFence`, versions 0-2.
    pub want_fence: bool,
    /// Field `WantShutDown`, versions 0-2.
    pub want_shut_down: bool,
    /// Field `OfflineLogDirs`, versions 1-2, tag 0.
    pub offline_log_dirs: Vec<Uuid>,
    /// Field `CordonedLogDirs`, versions 2, tag 1, null in 2.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for BrokerHeartbeatRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            current_metadata_offset: 0,
            want_fence: false,
            want_shut_down: false,
            offline_log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl BrokerHeartbeatRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        m.current_metadata_offset = r.i64()?;
        m.want_fence = r.bool()?;
        m.want_shut_down = r.bool()?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 if v >= 1 => m.offline_log_dirs = r.array(true, Reader::uuid)?,
                1 if v >= 2 => m.cordoned_log_dirs = r.nullable_array(true, true, Reader::uuid)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        w.put_i64(self.current_metadata_offset);
        w.put_bool(self.want_fence);
        w.put_bool(self.want_shut_down);
        let mut t = Tags::new(&self.unknown_tags);
        if v >= 1 {
            if !self.offline_log_dirs.is_empty() {
                t.put(0, |w| {
                    w.put_values(&self.offline_log_dirs, true, |w, e| w.put_uuid(*e));
                    Ok(())
                })?;
            }
        } else if !self.offline_log_dirs.is_empty() {
            return no("OfflineLogDirs", v);
        }
        if v >= 2 {
            if self.cordoned_log_dirs.is_some() {
                t.put(1, |w| {
                    w.put_nullable_values(self.cordoned_log_dirs.as_deref(), true, |w, e| w.put_uuid(*e));
                    Ok(())
                })?;
            }
        } else if self.cordoned_log_dirs.is_some() {
            return no("CordonedLogDirs", v);
        }
        t.finish(w);
        Ok(())
    }
}
impl crate::names::Named for BrokerHeartbeatRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        true
    }
}
crate::generated::message!(BrokerHeartbeatRequest, 63, 0, 2, 0);
impl crate::Request for BrokerHeartbeatRequest {
    type Response = crate::message::BrokerHeartbeatResponse;
}
