// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BrokerRegistrationChangeRecord`, versions 0-3.

use crate::generated::no;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `BrokerRegistrationChangeRecord`, versions 0-3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerRegistrationChangeRecord {
    /// Field `BrokerId`, versions 0-3.
    pub broker_id: i32,
    /// Field `BrokerEpoch`, versions 0-3.
    pub broker_epoch: i64,
    /// Field `Fenced`, versions 0-3, tag 0.
    pub fenced: i8,
    /// Field `InControlledShutdown`, versions 1-3, tag 1.
    pub in_controlled_shutdown: i8,
    /// Field `LogDirs`, versions 2-3, tag 2.
    pub log_dirs: Vec<Uuid>,
    /// Field `CordonedLogDirs`, versions 3, tag 3, null in 3.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl BrokerRegistrationChangeRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.broker_epoch = r.i64()?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.fenced = r.i8()?,
                1 if v >= 1 => m.in_controlled_shutdown = r.i8()?,
                2 if v >= 2 => m.log_dirs = r.array(true, Reader::uuid)?,
                3 if v >= 3 => m.cordoned_log_dirs = r.nullable_array(true, true, Reader::uuid)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_i64(self.broker_epoch);
        let mut t = Tags::new(&self.unknown_tags);
        if self.fenced != 0 {
            t.put(0, |w| {
                w.put_i8(self.fenced);
                Ok(())
            })?;
        }
        if v >= 1 {
            if self.in_controlled_shutdown != 0 {
                t.put(1, |w| {
                    w.put_i8(self.in_controlled_shutdown);
                    Ok(())
                })?;
            }
        } else if self.in_controlled_shutdown != 0 {
            return no("InControlledShutdown", v);
        }
        if v >= 2 {
            if !self.log_dirs.is_empty() {
                t.put(2, |w| {
                    w.put_values(&self.log_dirs, true, |w, e| w.put_uuid(*e));
                    Ok(())
                })?;
            }
        } else if !self.log_dirs.is_empty() {
            return no("LogDirs", v);
        }
        if v >= 3 {
            if self.cordoned_log_dirs.is_some() {
                t.put(3, |w| {
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
crate::generated::message!(BrokerRegistrationChangeRecord, 17, 0, 3, 0);
