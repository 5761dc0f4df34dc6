// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `ApiVersionsRequest`, versions 0-5.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `ApiVersionsRequest`, versions 0-5.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsRequest {
    /// Field `ClientSoftwareName`, versions 3-5.
    pub client_software_name: String,
    /// Field `ClientSoftwareVersion`, versions 3-5.
    pub client_software_version: String,
    /// Field `ClusterId`, versions 5, null in 5.
    pub cluster_id: Option<String>,
    /// Field `NodeId`, versions 5.
    pub node_id: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ApiVersionsRequest {
    fn default() -> Self {
        Self {
            client_software_name: String::new(),
            client_software_version: String::new(),
            cluster_id: None,
            node_id: -1,
            unknown_tags: Vec::new(),
        }
    }
}
impl ApiVersionsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 3;
        let mut m = Self::default();
        if v >= 3 {
            m.client_software_name = r.string(f)?;
        }
        if v >= 3 {
            m.client_software_version = r.string(f)?;
        }
        if v >= 5 {
            m.cluster_id = r.nullable_string(f, true)?;
        }
        if v >= 5 {
            m.node_id = r.i32()?;
        }
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 3;
        if v >= 3 {
            w.put_string(&self.client_software_name, f);
        }
        if v >= 3 {
            w.put_string(&self.client_software_version, f);
        }
        if v >= 5 {
            w.put_nullable_string(self.cluster_id.as_deref(), f);
        }
        if v >= 5 {
            w.put_i32(self.node_id);
        }
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for ApiVersionsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(ApiVersionsRequest, 18, 0, 5, 3);
impl crate::Request for ApiVersionsRequest {
    type Response = crate::message::ApiVersionsResponse;
}
