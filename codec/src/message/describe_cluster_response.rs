// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeClusterResponse`, versions 0-2.

use crate::generated::no;
use crate::names::{Address, Visit};
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeClusterResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClusterResponse {
    /// Field `ThrottleTimeMs`, versions 0-2.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-2.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-2, null in 0-2.
    pub error_message: Option<String>,
    /// Field `EndpointType`, versions 1-2.
    pub endpoint_type: i8,
    /// Field `ClusterId`, versions 0-2.
    pub cluster_id: String,
    /// Field `ControllerId`, versions 0-2.
    pub controller_id: i32,
    /// Field `Brokers`, versions 0-2.
    pub brokers: Vec<DescribeClusterBroker>,
    /// Field `ClusterAuthorizedOperations`, versions 0-2.
    pub cluster_authorized_operations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeClusterResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            endpoint_type: 1,
            cluster_id: String::new(),
            controller_id: -1,
            brokers: Vec::new(),
            cluster_authorized_operations: i32::MIN,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeClusterResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        if v >= 1 {
            m.endpoint_type = r.i8()?;
        }
        m.cluster_id = r.string(true)?;
        m.controller_id = r.i32()?;
        m.brokers = r.array(true, |r| DescribeClusterBroker::read(r, v))?;
        m.cluster_authorized_operations = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        if v >= 1 {
            w.put_i8(self.endpoint_type);
        } else if self.endpoint_type != 1 {
            return no("EndpointType", v);
        }
        w.put_string(&self.cluster_id, true);
        w.put_i32(self.controller_id);
        w.put_array(&self.brokers, true, |w, e| e.write(w, v))?;
        w.put_i32(self.cluster_authorized_operations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeClusterBroker` of `DescribeClusterResponse`, versions 0-2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeClusterBroker {
    /// Field `BrokerId`, versions 0-2.
    pub broker_id: i32,
    /// Field `Host`, versions 0-2.
    pub host: String,
    /// Field `Port`, versions 0-2.
    pub port: i32,
    /// Field `Rack`, versions 0-2, null in 0-2.
    pub rack: Option<String>,
    /// Field `IsFenced`, versions 2.
    pub is_fenced: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeClusterBroker {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.broker_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.i32()?;
        m.rack = r.nullable_string(true, true)?;
        if v >= 2 {
            m.is_fenced = r.bool()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.broker_id);
        w.put_string(&self.host, true);
        w.put_i32(self.port);
        w.put_nullable_string(self.rack.as_deref(), true);
        if v >= 2 {
            w.put_bool(self.is_fenced);
        } else if self.is_fenced {
            return no("IsFenced", v);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribeClusterBroker {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        visit.address(Address { broker: &mut self.broker_id, host: &mut self.host, port: &mut self.port });
        true
    }
}
impl crate::names::Named for DescribeClusterResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        visit.broker(&mut self.controller_id);
        self.brokers.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeClusterResponse, 60, 0, 2, 0);
