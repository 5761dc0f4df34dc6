// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `PartitionChangeRecord`, versions 0-2.

use crate::generated::no;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `PartitionChangeRecord`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionChangeRecord {
    /// Field `PartitionId`, versions 0-2.
    pub partition_id: i32,
    /// Field `TopicId`, versions 0-2.
    pub topic_id: Uuid,
    /// Field `Isr`, versions 0-2, tag 0, null in 0-2.
    pub isr: Option<Vec<i32>>,
    /// Field `Leader`, versions 0-2, tag 1.
    pub leader: i32,
    /// Field `Replicas`, versions 0-2, tag 2, null in 0-2.
    pub replicas: Option<Vec<i32>>,
    /// Field `RemovingReplicas`, versions 0-2, tag 3, null in 0-2.
    pub removing_replicas: Option<Vec<i32>>,
    /// Field `AddingReplicas`, versions 0-2, tag 4, null in 0-2.
    pub adding_replicas: Option<Vec<i32>>,
    /// Field `LeaderRecoveryState`, versions 0-2, tag 5.
    pub leader_recovery_state: i8,
    /// Field `Directories`, versions 1-2, tag 8, null in 1-2.
    pub directories: Option<Vec<Uuid>>,
    /// Field `EligibleLeaderReplicas`, versions 2, tag 6, null in 2.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// Field `LastKnownElr`, versions 2, tag 7, null in 2.
    pub last_known_elr: Option<Vec<i32>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionChangeRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            isr: None,
            leader: -2,
            replicas: None,
            removing_replicas: None,
            adding_replicas: None,
            leader_recovery_state: -1,
            directories: None,
            eligible_leader_replicas: None,
            last_known_elr: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionChangeRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_id = r.i32()?;
        m.topic_id = r.uuid()?;
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.isr = r.nullable_array(true, true, Reader::i32)?,
                1 => m.leader = r.i32()?,
                2 => m.replicas = r.nullable_array(true, true, Reader::i32)?,
                3 => m.removing_replicas = r.nullable_array(true, true, Reader::i32)?,
                4 => m.adding_replicas = r.nullable_array(true, true, Reader::i32)?,
                5 => m.leader_recovery_state = r.i8()?,
                8 if v >= 1 => m.directories = r.nullable_array(true, true, Reader::uuid)?,
                6 if v >= 2 => m.eligible_leader_replicas = r.nullable_array(true, true, Reader::i32)?,
                7 if v >= 2 => m.last_known_elr = r.nullable_array(true, true, Reader::i32)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_id);
        w.put_uuid(self.topic_id);
        let mut t = Tags::new(&self.unknown_tags);
        if self.isr.is_some() {
            t.put(0, |w| {
                w.put_nullable_values(self.isr.as_deref(), true, |w, e| w.put_i32(*e));
                Ok(())
            })?;
        }
        if self.leader != -2 {
            t.put(1, |w| {
                w.put_i32(self.leader);
                Ok(())
            })?;
        }
        if self.replicas.is_some() {
            t.put(2, |w| {
                w.put_nullable_values(self.replicas.as_deref(), true, |w, e| w.put_i32(*e));
                Ok(())
            })?;
        }
        if self.removing_replicas.is_some() {
            t.put(3, |w| {
                w.put_nullable_values(self.removing_replicas.as_deref(), true, |w, e| w.put_i32(*e));
                Ok(())
            })?;
        }
        if self.adding_replicas.is_some() {
            t.put(4, |w| {
                w.put_nullable_values(self.adding_replicas.as_deref(), true, |w, e| w.put_i32(*e));
                Ok(())
            })?;
        }
        if self.leader_recovery_state != -1 {
            t.put(5, |w| {
                w.put_i8(self.leader_recovery_state);
                Ok(())
            })?;
        }
        if v >= 1 {
            if self.directories.is_some() {
                t.put(8, |w| {
                    w.put_nullable_values(self.directories.as_deref(), true, |w, e| w.put_uuid(*e));
                    Ok(())
                })?;
            }
        } else if self.directories.is_some() {
            return no("Directories", v);
        }
        if v >= 2 {
            if self.eligible_leader_replicas.is_some() {
                t.put(6, |w| {
                    w.put_nullable_values(self.eligible_leader_replicas.as_deref(), true, |w, e| {
                        w.put_i32(*e)
                    });
                    Ok(())
                })?;
            }
        } else if self.eligible_leader_replicas.is_some() {
            return no("EligibleLeaderReplicas", v);
        }
        if v >= 2 {
            if self.last_known_elr.is_some() {
                t.put(7, |w| {
                    w.put_nullable_values(self.last_known_elr.as_deref(), true, |w, e| w.put_i32(*e));
                    Ok(())
                })?;
            }
        } else if self.last_known_elr.is_some() {
            return no("LastKnownElr", v);
        }
        t.finish(w);
        Ok(())
    }
}
crate::generated::message!(PartitionChangeRecord, 5, 0, 2, 0);
