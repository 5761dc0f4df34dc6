// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `RegisterControllerRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `RegisterControllerRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RegisterControllerRecord {
    /// Field `ControllerId`, versions 0.
    pub controller_id: i32,
    /// Field `IncarnationId`, versions 0.
    pub incarnation_id: Uuid,
    /// Field `ZkMigrationReady`, versions 0.
    pub zk_migration_ready: bool,
    /// Field `EndPoints`, versions 0.
    pub end_points: Vec<ControllerEndpoint>,
    /// Field `Features`, versions 0.
    pub features: Vec<ControllerFeature>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl RegisterControllerRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.controller_id = r.i32()?;
        m.incarnation_id = r.uuid()?;
        m.zk_migration_ready = r.bool()?;
        m.end_points = r.array(true, |r| ControllerEndpoint::read(r, v))?;
        m.features = r.array(true, |r| ControllerFeature::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.controller_id);
        w.put_uuid(self.incarnation_id);
        w.put_bool(self.zk_migration_ready);
        w.put_array(&self.end_points, true, |w, e| e.write(w, v))?;
        w.put_array(&self.features, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ControllerEndpoint` of `RegisterControllerRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ControllerEndpoint {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `Host`, versions 0.
    pub host: String,
    /// Field `Port`, versions 0.
    pub port: u16,
    /// Field `SecurityProtocol`, versions 0.
    pub security_protocol: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ControllerEndpoint {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.host = r.string(true)?;
        m.port = r.u16()?;
        m.security_protocol = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_string(&self.host, true);
        w.put_u16(self.port);
        w.put_i16(self.security_protocol);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `ControllerFeature` of `RegisterControllerRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ControllerFeature {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Field `MinSupportedVersion`, versions 0.
    pub min_supported_version: i16,
    /// Field `MaxSupportedVersion`, versions 0.
    pub max_supported_version: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ControllerFeature {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.min_supported_version = r.i16()?;
        m.max_supported_version = r.i16()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_i16(self.min_supported_version);
        w.put_i16(self.max_supported_version);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(RegisterControllerRecord, 27, 0, 0, 0);
