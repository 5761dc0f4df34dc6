// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `AlterReplicaLogDirsRequest`, versions 1-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `AlterReplicaLogDirsRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirsRequest {
    /// Field `Dirs`, versions 1-2.
    pub dirs: Vec<AlterReplicaLogDir>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDirsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.dirs = r.array(f, |r| AlterReplicaLogDir::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_array(&self.dirs, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterReplicaLogDir` of `AlterReplicaLogDirsRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDir {
    /// Field `Path`, versions 1-2.
    pub path: String,
    /// Field `Topics`, versions 1-2.
    pub topics: Vec<AlterReplicaLogDirTopic>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDir {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.path = r.string(f)?;
        m.topics = r.array(f, |r| AlterReplicaLogDirTopic::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.path, f);
        w.put_array(&self.topics, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `AlterReplicaLogDirTopic` of `AlterReplicaLogDirsRequest`, versions 1-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirTopic {
    /// Field `Name`, versions 1-2.
    pub name: String,
    /// Field `Partitions`, versions 1-2.
    pub partitions: Vec<i32>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl AlterReplicaLogDirTopic {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 2;
        let mut m = Self::default();
        m.name = r.string(f)?;
        m.partitions = r.array(f, Reader::i32)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 2;
        w.put_string(&self.name, f);
        w.put_values(&self.partitions, f, |w, e| w.put_i32(*e));
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl AlterReplicaLogDir {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.topics.retain_mut(|e| e.names(visit));
        true
    }
}
impl AlterReplicaLogDirTopic {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.topic(&mut self.name)
    }
}
impl crate::names::Named for AlterReplicaLogDirsRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        self.dirs.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(AlterReplicaLogDirsRequest, 34, 1, 2, 2);
impl crate::Request for AlterReplicaLogDirsRequest {
    type Response = crate::message::AlterReplicaLogDirsResponse;
}
