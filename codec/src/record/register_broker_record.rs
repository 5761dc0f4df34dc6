// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `RegisterBrokerRecord`, versions 0-4.

use crate::generated::no;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Tags, Unsupported, Writer};

/// `RegisterBrokerRecord`, versions 0-4.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterBrokerRecord {
    /// Field `BrokerId`, versions 0-4.
    pub broker_id: i32,
    /// Field `IsMigratingZkBroker`, versions 2-4.
    pub is_migrating_zk_broker: bool,
    /// Field `IncarnationId`, versions 0-4.
    pub incarnation_id: Uuid,
    /// Field `BrokerEpoch`, versions 0-4.
    pub broker_epoch: i64,
    /// Field `EndPoints`, versions 0-4.
    pub end_points: Vec<BrokerEndpoint>,
    /// Field `Features`, versions 0-4.
    pub features: Vec<BrokerFeature>,
    /// Field `Rack`, versions 0-4, null in 0-4.
    pub rack: Option<String>,
    /// Field `Fenced`, versions 0-4.
    pub fenced: bool,
    /// Field `InControlledShutdown`, versions 1-4.
    pub in_controlled_shutdown: bool,
    /// Field `LogDirs`, versions 3-4, tag 0.
    pub log_dirs: Vec<Uuid>,
    /// Field `CordonedLogDirs`, versions 4, tag 1, null in 4.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for RegisterBrokerRecord {
    fn default() -> Self {
        Self {
            broker_id: 0,
            is_migrating_zk_broker: false,
            incarnation_id: Uuid::ZERO,
            broker_epoch: 0,
            end_points: Vec::new(),
            features: Vec::new(),
            rack: Some(String::new()),
            fenced: true,
            in_controlled_shutdown: false,
            log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            unknown_tags: Vec::new(),
        }
    }
}
impl RegisterBrokerRecord {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        if v >= 2 {
            m.is_migrating_zk_broker = r.bool()?;
        }
        m.incarnation_id = r.uuid()?;
        m.broker_epoch = r.i64()?;
        m.end_points = r.array(true, |r| BrokerEndpoint::read(r, v))?;
        m.features = r.array(true, |r| BrokerFeature::read(r, v))?;
        m.rack = r.nullable_string(true, true)?;
        m.fenced = r.bool()?;
        if v >= 1 {
            m.in_controlled_shutdown = r.bool()?;
        }
        r.tags(&mut m.unknown_tags, |tag, r| {
            match tag {
                0 if v >= 3 => m.log_dirs = r.array(true, Reader::uuid)?,
                1 if v >= 4 => m.cordoned_log_dirs = r.nullable_array(true, true, Reader::uuid)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        if v >= 2 {
            w.put_bool(self.is_migrating_zk_broker);
        } else if self.is_migrating_zk_broker {
            return no("IsMigratingZkBroker", v);
        }
        w.put_uuid(self.incarnation_id);
        w.put_i64(self.broker_epoch);
        w.put_array(&self.end_points, true, |w, e| e.write(w, v))?;
        w.put_array(&self.features, true, |w, e| e.write(w, v))?;
        w.put_nullable_string(self.rack.as_deref(), true);
        w.put_bool(self.fenced);
        if v >= 1 {
            w.put_bool(self.in_controlled_shutdown);
        } else if self.in_controlled_shutdown {
            return no("InControlledShutdown", v);
        }
        let mut t = Tags::new(&self.unknown_tags);
        if v >= 3 {
            if !self.log_dirs.is_empty() {
                t.put(0, |w| {
                    w.put_values(&self.log_dirs, true, |w, e| w.put_uuid(*e));
                    Ok(())
                })?;
            }
        } else if !self.log_dirs.is_empty() {
            return no("LogDirs", v);
        }
        if v >= 4 {
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
/// `BrokerEndpoint` of `RegisterBrokerRecord`, versions 0-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerEndpoint {
    /// Field `Name`, versions 0-4.
    pub name: String,
    /// Field `Host`, versions 0-4.
    pub host: String,
    /// Field `Port`, versions 0-4.
    pub port: u16,
    /// Field `SecurityProtocol`, versions 0-4.
    pub security_protocol: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl BrokerEndpoint {
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
/// `BrokerFeature` of `RegisterBrokerRecord`, versions 0-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerFeature {
    /// Field `Name`, versions 0-4.
    pub name: String,
    /// Field `MinSupportedVersion`, versions 0-4.
    pub min_supported_version: i16,
    /// Field `MaxSupportedVersion`, versions 0-4.
    pub max_supported_version: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl BrokerFeature {
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
crate::generated::message!(RegisterBrokerRecord, 0, 0, 4, 0);
