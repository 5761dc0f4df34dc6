// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeUserScramCredentialsResponse`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeUserScramCredentialsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsResponse {
    /// Field `ThrottleTimeMs`, versions 0.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Field `Results`, versions 0.
    pub results: Vec<DescribeUserScramCredentialsResult>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeUserScramCredentialsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            results: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeUserScramCredentialsResponse {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.results = r.array(true, |r| DescribeUserScramCredentialsResult::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_i32(self.throttle_time_ms);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.results, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `DescribeUserScramCredentialsResult` of `DescribeUserScramCredentialsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsResult {
    /// Field `User`, versions 0.
    pub user: String,
    /// Field `ErrorCode`, versions 0.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 0, null in 0.
    pub error_message: Option<String>,
    /// Field `CredentialInfos`, versions 0.
    pub credential_infos: Vec<CredentialInfo>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl Default for DescribeUserScramCredentialsResult {
    fn default() -> Self {
        Self {
            user: String::new(),
            error_code: 0,
            error_message: Some(String::new()),
            credential_infos: Vec::new(),
            unknown_tags: Vec::new(),
        }
    }
}
impl DescribeUserScramCredentialsResult {
    fn read(r: &mut Reader, v: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.user = r.string(true)?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.credential_infos = r.array(true, |r| CredentialInfo::read(r, v))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, v: i16) -> Result<(), Unsupported> {
        w.put_string(&self.user, true);
        w.put_i16(self.error_code);
        w.put_nullable_string(self.error_message.as_deref(), true);
        w.put_array(&self.credential_infos, true, |w, e| e.write(w, v))?;
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
/// `CredentialInfo` of `DescribeUserScramCredentialsResponse`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CredentialInfo {
    /// Field `Mechanism`, versions 0.
    pub mechanism: i8,
    /// Field `Iterations`, versions 0.
    pub iterations: i32,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl CredentialInfo {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.mechanism = r.i8()?;
        m.iterations = r.i32()?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_i8(self.mechanism);
        w.put_i32(self.iterations);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl DescribeUserScramCredentialsResult {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        true
    }
}
impl crate::names::Named for DescribeUserScramCredentialsResponse {
    fn names(&mut self, visit: &mut dyn Visit) -> bool {
        if let Some(e) = &mut self.error_message {
            visit.text(e);
        }
        self.results.retain_mut(|e| e.names(visit));
        true
    }
}
crate::generated::message!(DescribeUserScramCredentialsResponse, 50, 0, 0, 0);
