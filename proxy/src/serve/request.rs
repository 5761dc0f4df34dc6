//! A request frame, opened as far as it must be.

use bytes::Bytes;
use kagami_codec::{
    Malformed, Reader,
    api::ApiKey,
    frame::{RequestHeader, decode_request},
};

use super::error::Error;

/// A frame whose first eight bytes were read.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) key: ApiKey,
    pub(super) version: i16,
    pub(super) correlation_id: i32,
    /// Everything behind the length.
    pub(super) frame: Bytes,
}

impl Request {
    /// Reads what every request begins with.
    pub(super) fn peek(frame: Bytes) -> Result<Self, Error> {
        let Some(&[k0, k1, v0, v1, c0, c1, c2, c3]) = frame.first_chunk::<8>() else {
            return Err(Error::Malformed { what: ApiKey(-1), why: Malformed::Short });
        };
        Ok(Self {
            key: ApiKey(i16::from_be_bytes([k0, k1])),
            version: i16::from_be_bytes([v0, v1]),
            correlation_id: i32::from_be_bytes([c0, c1, c2, c3]),
            frame,
        })
    }

    /// Opens header and body.
    pub(super) fn open<R: kagami_codec::Request>(&self) -> Result<(RequestHeader, R), Error> {
        if self.version < R::MIN_VERSION || self.version > R::MAX_VERSION {
            return Err(Error::Version { what: self.key, version: self.version });
        }
        decode_request(self.frame.clone()).map_err(|why| Error::Malformed { what: self.key, why })
    }

    /// Opens the header and leaves the body as bytes.
    pub(super) fn open_header(&self) -> Result<(RequestHeader, Bytes), Error> {
        let mut reader = Reader::new(self.frame.clone());
        let header =
            RequestHeader::decode(&mut reader).map_err(|why| Error::Malformed { what: self.key, why })?;
        Ok((header, reader.rest()))
    }
}
