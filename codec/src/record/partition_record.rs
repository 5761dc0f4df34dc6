// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `PartitionRecord`, versions 0-2.

use crate::generated::no;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `PartitionRecord`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionRecord {
    /// Field `PartitionId`, versions 0-2.
    pub partition_id: i32,
    /// Field `TopicId`, versions 0-2.
    pub topic_id: Uuid,
    /// Field `Replicas`, versions 0-2.
    pub replicas: Vec<i32>,
    /// Field `Isr`, versions 0-2.
    pub isr: Vec<i32>,
    /// Field `RemovingReplicas`, versions 0-2.
    pub removing_replicas: Vec<i32>,
    /// Field `AddingReplicas`, versions 0-2.
    pub adding_replicas: Vec<i32>,
    /// Field `Leader`, versions 0-2.
    pub leader: i32,
    /// Field `LeaderRecoveryState`, versions 0-2, tag 0.
    pub leader_recovery_state: i8,
    /// Field `LeaderEpoch`, versions 0-2.
    pub leader_epoch: i32,
    /// Field `PartitionEpoch`, versions 0-2.
    pub partition_epoch: i32,
    /// Field `Directories`, versions 1-2.
    pub directories: Vec<Uuid>,
    /// Field `EligibleLeaderReplicas`, versions 2, tag 1, null in 2.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// Field `LastKnownElr`, versions 2, tag 2, null in 2.
    pub last_known_elr: Option<Vec<i32>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for PartitionRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            replicas: Vec::new(),
            isr: Vec::new(),
            removing_replicas: Vec::new(),
            adding_replicas: Vec::new(),
            leader: -1,
            leader_recovery_state: 0,
            leader_epoch: -1,
            partition_epoch: -1,
            directories: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl PartitionRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.partition_id = r.i32()?;
        m.topic_id = r.uuid()?;
        m.replicas = r.array(true, Reader::i32)?;
        m.isr = r.array(true, Reader::i32)?;
        m.removing_replicas = r.array(true, Reader::i32)?;
        m.adding_replicas = r.array(true, Reader::i32)?;
        m.leader = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.partition_epoch = r.i32()?;
        if v >= 1 {
            m.directories = r.array(true, Reader::uuid)?;
        }
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 => m.leader_recovery_state = r.i8()?,
                1 if v >= 2 => m.eligible_leader_replicas = r.nullable_array(true, true, Reader::i32)?,
                2 if v >= 2 => m.last_known_elr = r.nullable_array(true, true, Reader::i32)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.partition_id);
        w.put_uuid(self.topic_id);
        w.put_values(&self.replicas, true, |w, e| w.put_i32(*e));
        w.put_values(&self.isr, true, |w, e| w.put_i32(*e));
        w.put_values(&self.removing_replicas, true, |w, e| w.put_i32(*e));
        w.put_values(&self.adding_replicas, true, |w, e| w.put_i32(*e));
        w.put_i32(self.leader);
        w.put_i32(self.leader_epoch);
        w.put_i32(self.partition_epoch);
        if v >= 1 {
            w.put_values(&self.directories, true, |w, e| w.put_uuid(*e));
        } else if !self.directories.is_empty() {
            return no("Directories", v);
        }
        let mut t = Tags::new(&self.unknown_tags);
        if self.leader_recovery_state != 0 {
            t.put(0, |w| {
                w.put_i8(self.leader_recovery_state);
                Ok(())
            })?;
        }
        if v >= 2 {
            if self.eligible_leader_replicas.is_some() {
                t.put(1, |w| {
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
                t.put(2, |w| {
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
crate::generated::message!(PartitionRecord, 3, 0, 2, 0);
