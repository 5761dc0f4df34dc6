// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeClientQuotasRequest`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeClientQuotasRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeClientQuotasRequest {
    /// Field `Components`, versions 0-1.
    pub components: Vec<ComponentData>,
    /// Field `Strict`, versions 0-1.
    pub strict: bool,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeClientQuotasRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.components = r.array(f, |r| ComponentData::read(r, v))?;
        m.strict = r.bool()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_array(&self.components, f, |w, e| e.write(w, v))?;
        w.put_bool(self.strict);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ComponentData` of `DescribeClientQuotasRequest`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentData {
    /// Field `EntityType`, versions 0-1.
    pub entity_type: String,
    /// Field `MatchType`, versions 0-1.
    pub match_type: i8,
    /// Field `Match`, versions 0-1, null in 0-1.
    pub match_: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for ComponentData {
    fn default() -> Self {
        Self {
            entity_type: String::new(),
            match_type: 0,
            match_: Some(String::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl ComponentData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.entity_type = r.string(f)?;
        m.match_type = r.i8()?;
        m.match_ = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_string(&self.entity_type, f);
        w.put_i8(self.match_type);
        w.put_nullable_string(self.match_.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for DescribeClientQuotasRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeClientQuotasRequest, 48, 0, 1, 1);
impl crate::Request for DescribeClientQuotasRequest {
    type Response = crate::message::DescribeClientQuotasResponse;
}
