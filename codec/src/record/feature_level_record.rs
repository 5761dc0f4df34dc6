// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `FeatureLevelRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `FeatureLevelRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FeatureLevelRecord {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `FeatureLevel`, versions 0.
    pub feature_level: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FeatureLevelRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.feature_level = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i16(self.feature_level);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(FeatureLevelRecord, 12, 0, 0, 0);
