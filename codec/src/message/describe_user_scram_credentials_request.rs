// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeUserScramCredentialsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeUserScramCredentialsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsRequest {
    /// Field `Users`, versions 0, null in 0.
    pub users: Option<Vec<UserName>>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeUserScramCredentialsRequest {
    fn default() -> Self {
        Self { users: Some(Vec::new()), unknown_tags: Vec::new() }
    }
}
impl DescribeUserScramCredentialsRequest {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.users = r.nullable_array(true, true, |r| UserName::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_nullable_array(self.users.as_deref(), true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `UserName` of `DescribeUserScramCredentialsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UserName {
    /// Field `Name`, versions 0.
    pub name: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl UserName {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.name, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for DescribeUserScramCredentialsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeUserScramCredentialsRequest, 50, 0, 0, 0);
impl crate::Request for DescribeUserScramCredentialsRequest {
    type Response = crate::message::DescribeUserScramCredentialsResponse;
}
