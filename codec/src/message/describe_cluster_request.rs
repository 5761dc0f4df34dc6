// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeClusterRequest`, versions 0-2.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeClusterRequest`, versions 0-2.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClusterRequest {
    /// Field `IncludeClusterAuthorizedOperations`, versions 0-2.
    pub include_cluster_authorized_operations: bool,
    /// Field `EndpointType`, versions 1-2.
    pub endpoint_type: i8,
    /// Field `IncludeFencedBrokers`, versions 2.
    pub include_fenced_brokers: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeClusterRequest {
    fn default() -> Self {
        Self {
            include_cluster_authorized_operations: false,
            endpoint_type: 1,
            include_fenced_brokers: false,
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeClusterRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.include_cluster_authorized_operations = r.bool()?;
        if v >= 1 {
            m.endpoint_type = r.i8()?;
        }
        if v >= 2 {
            m.include_fenced_brokers = r.bool()?;
        }
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_bool(self.include_cluster_authorized_operations);
        if v >= 1 {
            w.put_i8(self.endpoint_type);
        } else if self.endpoint_type != 1 {
            return no("EndpointType", v);
        }
        if v >= 2 {
            w.put_bool(self.include_fenced_brokers);
        } else if self.include_fenced_brokers {
            return no("IncludeFencedBrokers", v);
        }
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for DescribeClusterRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeClusterRequest, 60, 0, 2, 0);
impl crate::Request for DescribeClusterRequest {
    type Response = crate::message::DescribeClusterResponse;
}
