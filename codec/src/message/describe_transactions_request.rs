// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! `DescribeTransactionsRequest`, versions 0.

use crate::names::Visit;
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};

/// `DescribeTransactionsRequest`, versions 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTransactionsRequest {
    /// Field `TransactionalIds`, versions 0.
    pub transactional_ids: Vec<String>,
    /// Tagged fields that the definitions do not know.
    pub unknown_tags: Vec<RawTag>,
}
impl DescribeTransactionsRequest {
    fn read(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
        let mut m = Self::default();
        m.transactional_ids = r.array(true, |r| r.string(true))?;
        r.tags(&mut m.unknown_tags, |_, _| Ok(false))?;
        Ok(m)
    }
    fn write(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
        w.put_values(&self.transactional_ids, true, |w, e| w.put_string(e, true));
        w.put_tags(&self.unknown_tags);
        Ok(())
    }
}
impl crate::names::Named for DescribeTransactionsRequest {
    fn names(&mut self, _: &mut dyn Visit) -> bool {
        true
    }
}
crate::generated::message!(DescribeTransactionsRequest, 65, 0, 0, 0);
impl crate::Request for DescribeTransactionsRequest {
    type Response = crate::message::DescribeTransactionsResponse;
}
