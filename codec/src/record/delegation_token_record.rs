// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DelegationTokenRecord`, versions 0.

use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DelegationTokenRecord`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DelegationTokenRecord {
    /// Field `Owner`, versions 0.
    pub owner: String,
    /// Field `Requester`, versions 0.
    pub requester: String,
    /// Field `Renewers`, versions 0.
    pub renewers: Vec<String>,
    /// Field `IssueTimestamp`, versions 0.
    pub issue_timestamp: i64,
    /// Field `MaxTimestamp`, versions 0.
    pub max_timestamp: i64,
    /// Field `ExpirationTimestamp`, versions 0.
    pub expiration_timestamp: i64,
    /// Field `TokenId`, versions 0.
    pub token_id: String,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DelegationTokenRecord {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.owner = r.string(true)?;
        m.requester = r.string(true)?;
        m.renewers = r.array(true, |r| r.string(true))?;
        m.issue_timestamp = r.i64()?;
        m.max_timestamp = r.i64()?;
        m.expiration_timestamp = r.i64()?;
        m.token_id = r.string(true)?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_string(&self.owner, true);
        w.put_string(&self.requester, true);
        w.put_values(&self.renewers, true, |w, e| w.put_string(e, true));
        w.put_i64(self.issue_timestamp);
        w.put_i64(self.max_timestamp);
        w.put_i64(self.expiration_timestamp);
        w.put_string(&self.token_id, true);
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
crate::generated::message!(DelegationTokenRecord, 10, 0, 0, 0);
