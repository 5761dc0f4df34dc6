// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `BrokerRegistrationRequest`, versions 0-4.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::{RawTag, Uuid};
use crate::write::{Unsupported, Writer};

/// `BrokerRegistrationRequest`, versions 0-4.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRegistrationRequest {
    /// Field `BrokerId`, versions 0-4.
    pub broker_id: i32,
    /// Field `ClusterId`, versions 0-4.
    pub cluster_id: String,
    /// Field `IncarnationId`, versions 0-4.
    pub incarnation_id: Uuid,
    /// Field `Listeners`, versions 0-4.
    pub listeners: Vec<Listener>,
    /// Field `Features`, versions 0-4.
    pub features: Vec<Feature>,
    /// Field `Rack`, versions 0-4, null in 0-4.
    pub rack: Option<String>,
    /// Field `IsMigratingZkBroker`, versions 1-4.
    pub is_migrating_zk_broker: bool,
    /// Field `LogDirs`, versions 2-4.
    pub log_dirs: Vec<Uuid>,
    /// Field `PreviousBrokerEpoch`, versions 3-4.
    pub previous_broker_epoch: i64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for BrokerRegistrationRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            cluster_id: String::new(),
            incarnation_id: Uuid::ZERO,
            listeners: Vec::new(),
            features: Vec::new(),
            rack: Some(String::new()),
            is_migrating_zk_broker: false,
            log_dirs: Vec::new(),
            previous_broker_epoch: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl BrokerRegistrationRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.cluster_id = r.string(true)?;
        m.incarnation_id = r.uuid()?;
        m.listeners = r.array(true, |r| Listener::read(r, v))?;
        m.features = r.array(true, |r| Feature::read(r, v))?;
        m.rack = r.nullable_string(true, true)?;
        if v >= 1 {
            m.is_migrating_zk_broker = r.bool()?;
        }
        if v >= 2 {
            m.log_dirs = r.array(true, Reader::uuid)?;
        }
        if v >= 3 {
            m.previous_broker_epoch = r.i64()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_string(&self.cluster_id, true);
        w.put_uuid(self.incarnation_id);
        w.put_array(&self.listeners, true, |w, e| e.write(w, v))?;
        w.put_array(&self.features, true, |w, e| e.write(w, v))?;
        w.put_nullable_string(self.rack.as_deref(), true);
        if v >= 1 {
            w.put_bool(self.is_migrating_zk_broker);
        } else if self.is_migrating_zk_broker {
            return no("IsMigratingZkBroker", v);
        }
        if v >= 2 {
            w.put_values(&self.log_dirs, true, |w, e| w.put_uuid(*e));
        }
        if v >= 3 {
            w.put_i64(self.previous_broker_epoch);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `Listener` of `BrokerRegistrationRequest`, versions 0-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Listener {
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
impl Listener {
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
/// `Feature` of `BrokerRegistrationRequest`, versions 0-4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Feature {
    /// Field `Name`, versions 0-4.
    pub name: String,
    /// Field `MinSupportedVersion`, versions 0-4.
    pub min_supported_version: i16,
    /// Field `MaxSupportedVersion`, versions 0-4.
    pub max_supported_version: i16,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Feature {
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
impl crate::names::Named for BrokerRegistrationRequest {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.broker(&mut self.broker_id);
        true
    }
}
crate::generated::message!(BrokerRegistrationRequest, 62, 0, 4, 0);
impl crate::Request for BrokerRegistrationRequest {
    type Response = crate::message::BrokerRegistrationResponse;
}
