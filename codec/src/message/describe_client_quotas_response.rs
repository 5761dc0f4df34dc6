// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeClientQuotasResponse`, versions 0-1.

use crate::generated::no;
use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClientQuotasResponse {
    /// Field `ThrottleTimeMs`, versions 0-1.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-1.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0-1, null in 0-1.
    pub error_message: Option<String>,
    /// Field `Entries`, versions 0-1, null in 0-1.
    pub entries: Option<Vec<EntryData>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeClientQuotasResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            entries: Some(Vec::new()),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeClientQuotasResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(f, true)?;
        m.entries = r.nullable_array(f, true, |r| EntryData::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), f);
        w.put_nullable_array(self.entries.as_deref(), f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `EntryData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EntryData {
    /// Field `Entity`, versions 0-1.
    pub entity: Vec<EntityData>,
    /// Field `Values`, versions 0-1.
    pub values: Vec<ValueData>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl EntryData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.entity = r.array(f, |r| EntityData::read(r, v))?;
        m.values = r.array(f, |r| ValueData::read(r, v))?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_array(&self.entity, f, |w, e| e.write(w, v))?;
        w.put_array(&self.values, f, |w, e| e.write(w, v))?;
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `EntityData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityData {
    /// Field `EntityType`, versions 0-1.
    pub entity_type: String,
    /// Field `EntityName`, versions 0-1, null in 0-1.
    pub entity_name: Option<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for EntityData {
    fn default() -> Self {
        Self { entity_type: String::new(), entity_name: Some(String::new()), unknown_tags: Vec::new() }
    }
}
impl EntityData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.entity_type = r.string(f)?;
        m.entity_name = r.nullable_string(f, true)?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_string(&self.entity_type, f);
        w.put_nullable_string(self.entity_name.as_deref(), f);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
/// `ValueData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ValueData {
    /// Field `Key`, versions 0-1.
    pub key: String,
    /// Field `Value`, versions 0-1.
    pub value: f64,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl ValueData {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let f = v >= 1;
        let mut m = Self::default();
        m.key = r.string(f)?;
        m.value = r.f64()?;
        if f {
            r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        }
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        let f = v >= 1;
        w.put_string(&self.key, f);
        w.put_f64(self.value);
        if f {
            w.put_tags(&self.unknown_tags);
        } else if !self.unknown_tags.is_empty() {
            return no("tags", v);
        }
        Ok(())
    }
}
impl crate::names::Named for DescribeClientQuotasResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
crate::generated::message!(DescribeClientQuotasResponse, 48, 0, 1, 1);
