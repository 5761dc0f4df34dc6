// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ApiVersionsResponse`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Tags, Unsupported, Writer};

/// `ApiVersionsResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsResponse {
    /// Field `ErrorCode`, versions 0-5.
    pub error_code: i16,
    /// Field `ApiKeys`, versions 0-5.
    pub api_keys: Vec<ApiVersion>,
    /// Field `ThrottleTimeMs`, versions 1-5.
    pub throttle_time_ms: i32,
    /// Field `SupportedFeatures`, versions 3-5, tag 0.
    pub supported_features: Vec<SupportedFeatureKey>,
    /// Field `FinalizedFeaturesEpoch`, versions 3-5, tag 1.
    pub finalized_features_epoch: i64,
    /// Field `FinalizedFeatures`, versions 3-5, tag 2.
    pub finalized_features: Vec<FinalizedFeatureKey>,
    /// Field `ZkMigrationReady`, versions 3-5, tag 3.
    pub zk_migration_ready: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ApiVersionsResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            api_keys: Vec::new(),
            throttle_time_ms: 0,
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl ApiVersionsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.error_code = r.i16()?;
        m.api_keys = r.array(f, |r| ApiVersion::read(r, v))?;
        if v >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |tag, r| {
                match tag {
                    0 => m.supported_features = r.array(f, |r| SupportedFeatureKey::read(r, v))?,
                    1 => m.finalized_features_epoch = r.i64()?,
                    2 => m.finalized_features = r.array(f, |r| FinalizedFeatureKey::read(r, v))?,
                    3 => m.zk_migration_ready = r.bool()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i16(self.error_code);
        w.put_array(&self.api_keys, f, |w, e| e.write(w, v))?;
        if v >= 1 {
            w.put_i32(self.throttle_time_ms);
        }
        if f {
            let mut t = Tags::new(&self.unknown_tags);
            if !self.supported_features.is_empty() {
                t.put(0, |w| w.put_array(&self.supported_features, f, |w, e| e.write(w, v)))?;
            }
            if self.finalized_features_epoch != -1 {
                t.put(1, |w| {
                    w.put_i64(self.finalized_features_epoch);
                    Ok(())
                })?;
            }
            if !self.finalized_features.is_empty() {
                t.put(2, |w| w.put_array(&self.finalized_features, f, |w, e| e.write(w, v)))?;
            }
            if self.zk_migration_ready {
                t.put(3, |w| {
                    w.put_bool(self.zk_migration_ready);
                    Ok(())
                })?;
            }
            t.finish(w);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ApiVersion` of `ApiVersionsResponse`, versions 0-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ApiVersion {
    /// Field `ApiKey`, versions 0-5.
    pub api_key: i16,
    /// Field `MinVersion`, versions 0-5.
    pub min_version: i16,
    /// Field `MaxVersion`, versions 0-5.
    pub max_version: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ApiVersion {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        m.api_key = r.i16()?;
        m.min_version = r.i16()?;
        m.max_version = r.i16()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        w.put_i16(self.api_key);
        w.put_i16(self.min_version);
        w.put_i16(self.max_version);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `SupportedFeatureKey` of `ApiVersionsResponse`, versions 3-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SupportedFeatureKey {
    /// Field `Name`, versions 3-5.
    pub name: String,
    /// Field `MinVersion`, versions 3-5.
    pub min_version: i16,
    /// Field `MaxVersion`, versions 3-5.
    pub max_version: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl SupportedFeatureKey {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.min_version = r.i16()?;
        m.max_version = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i16(self.min_version);
        w.put_i16(self.max_version);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `FinalizedFeatureKey` of `ApiVersionsResponse`, versions 3-5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FinalizedFeatureKey {
    /// Field `Name`, versions 3-5.
    pub name: String,
    /// Field `MaxVersionLevel`, versions 3-5.
    pub max_version_level: i16,
    /// Field `MinVersionLevel`, versions 3-5.
    pub min_version_level: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl FinalizedFeatureKey {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.max_version_level = r.i16()?;
        m.min_version_level = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i16(self.max_version_level);
        w.put_i16(self.min_version_level);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for ApiVersionsResponse {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ApiVersionsResponse, 18, 0, 5, 3);
