//! Frames: a four-byte length, a header, a body.

use bytes::{BufMut, Bytes, BytesMut};

use crate::api::{ApiKey, request_header_version, response_header_version};
use crate::read::{Malformed, Reader};
use crate::types::RawTag;
use crate::write::{Unsupported, Writer};
use crate::{Message, Request};

/// What stands before every request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestHeader {
    /// Which request follows.
    pub api_key: ApiKey,
    /// Its version.
    pub api_version: i16,
    /// The number that the response repeats.
    pub correlation_id: i32,
    /// What the client calls itself.
    pub client_id: Option<String>,
    /// Tagged fields; none are defined yet.
    pub tags: Vec<RawTag>,
}

impl RequestHeader {
    /// A header without a client id or tags.
    pub const fn new(api_key: ApiKey, api_version: i16, correlation_id: i32) -> Self {
        Self { api_key, api_version, correlation_id, client_id: None, tags: Vec::new() }
    }

    /// Reads a header; the key and version in it decide its form.
    ///
    /// # Errors
    /// When the bytes are no request header.
    pub fn decode(r: &mut Reader) -> Result<Self, Malformed> {
        let mut header = Self::new(ApiKey(r.i16()?), r.i16()?, r.i32()?);
        let form = request_header_version(header.api_key, header.api_version);
        if form >= 1 {
            // The client id keeps its two-byte length in the flexible header too, so that a broker can read
            // the header of a version that it does not know (KIP-482).
            header.client_id = r.nullable_string(false, true)?;
        }
        if form >= 2 {
            r.tags(&mut header.tags, |_, _| Ok(false))?;
        }
        Ok(header)
    }

    /// Appends the header in the form that its key and version ask for.
    pub fn encode(&self, w: &mut Writer) {
        w.put_i16(self.api_key.0);
        w.put_i16(self.api_version);
        w.put_i32(self.correlation_id);
        let form = request_header_version(self.api_key, self.api_version);
        if form >= 1 {
            w.put_nullable_string(self.client_id.as_deref(), false);
        }
        if form >= 2 {
            w.put_tags(&self.tags);
        }
    }
}

/// What stands before every response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResponseHeader {
    /// The number of the request that is answered.
    pub correlation_id: i32,
    /// Tagged fields; none are defined yet.
    pub tags: Vec<RawTag>,
}

impl ResponseHeader {
    /// A header without tags.
    pub const fn new(correlation_id: i32) -> Self {
        Self { correlation_id, tags: Vec::new() }
    }

    /// Reads the header of the answer to a request with this key and version.
    ///
    /// # Errors
    /// When the bytes are no response header.
    pub fn decode(r: &mut Reader, key: ApiKey, version: i16) -> Result<Self, Malformed> {
        let mut header = Self::new(r.i32()?);
        if response_header_version(key, version) >= 1 {
            r.tags(&mut header.tags, |_, _| Ok(false))?;
        }
        Ok(header)
    }

    /// Appends the header of an answer to a request with this key and version.
    pub fn encode(&self, w: &mut Writer, key: ApiKey, version: i16) {
        w.put_i32(self.correlation_id);
        if response_header_version(key, version) >= 1 {
            w.put_tags(&self.tags);
        }
    }
}

/// A whole request frame, with its length in front.
///
/// # Errors
/// When a value cannot be said in this version.
pub fn request_frame<R: Request>(
    correlation_id: i32,
    client_id: &str,
    request: &R,
    version: i16,
) -> Result<Vec<Bytes>, Unsupported> {
    let header = RequestHeader {
        client_id: Some(client_id.to_owned()),
        ..RequestHeader::new(ApiKey(R::KEY), version, correlation_id)
    };
    request_frame_with(&header, request)
}

/// A whole request frame behind a header that is given, whose version the body gets.
///
/// # Errors
/// When a value cannot be said in this version.
pub fn request_frame_with<R: Request>(
    header: &RequestHeader,
    request: &R,
) -> Result<Vec<Bytes>, Unsupported> {
    let mut w = Writer::new();
    header.encode(&mut w);
    request.encode(&mut w, header.api_version)?;
    framed(w, header.api_version)
}

/// A whole response frame, with its length in front.
///
/// # Errors
/// When a value cannot be said in this version.
pub fn response_frame<M: Message>(
    correlation_id: i32,
    response: &M,
    version: i16,
) -> Result<Vec<Bytes>, Unsupported> {
    response_frame_with(&ResponseHeader::new(correlation_id), response, version)
}

/// A whole response frame behind a header that is given.
///
/// # Errors
/// When a value cannot be said in this version.
pub fn response_frame_with<M: Message>(
    header: &ResponseHeader,
    response: &M,
    version: i16,
) -> Result<Vec<Bytes>, Unsupported> {
    let mut w = Writer::new();
    header.encode(&mut w, ApiKey(M::KEY), version);
    response.encode(&mut w, version)?;
    framed(w, version)
}

/// Up to this size the first segment is copied behind the frame's length.
const JOINED_BYTES_MAX: usize = 4096;

/// Puts the length before what was written.
///
/// # Errors
/// When it is longer than a frame can say.
pub fn framed(w: Writer, version: i16) -> Result<Vec<Bytes>, Unsupported> {
    let length = i32::try_from(w.len()).ok().filter(|_| !w.is_too_long());
    let length = length.ok_or(Unsupported { field: "length", version })?;
    let mut segments = w.finish();
    match segments.first_mut() {
        // Usually the first segment is a header and little more: joining costs less than one more part.
        Some(first) if first.len() <= JOINED_BYTES_MAX => {
            let mut joined = BytesMut::with_capacity(first.len().saturating_add(4));
            joined.put_i32(length);
            joined.extend_from_slice(first);
            *first = joined.freeze();
        }
        _ => segments.insert(0, Bytes::copy_from_slice(&length.to_be_bytes())),
    }
    Ok(segments)
}

/// Puts the length before a frame that is not changed.
///
/// # Panics
/// When the frame is longer than 2^32 - 1 bytes; whatever was read behind a length is shorter.
pub fn with_length(frame: Bytes) -> [Bytes; 2] {
    let length = u32::try_from(frame.len()).expect("frames come with a length below 2^31");
    [Bytes::copy_from_slice(&length.to_be_bytes()), frame]
}

/// Reads a whole request frame without its length: header and body, and nothing behind them.
///
/// # Errors
/// When the bytes are no such request, or its version is not known.
pub fn decode_request<R: Request>(frame: Bytes) -> Result<(RequestHeader, R), Malformed> {
    let mut r = Reader::new(frame);
    let header = RequestHeader::decode(&mut r)?;
    let body = R::decode(&mut r, header.api_version)?;
    r.finish()?;
    Ok((header, body))
}

/// Reads a whole response frame without its length: header and body, and nothing behind them.
///
/// # Errors
/// When the bytes are not the answer to such a request.
pub fn decode_response<M: Message>(frame: Bytes, version: i16) -> Result<(ResponseHeader, M), Malformed> {
    let mut r = Reader::new(frame);
    let header = ResponseHeader::decode(&mut r, ApiKey(M::KEY), version)?;
    let body = M::decode(&mut r, version)?;
    r.finish()?;
    Ok((header, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &RequestHeader, expected: &[u8]) {
        let mut w = Writer::new();
        header.encode(&mut w);
        let bytes = w.into_bytes();
        assert_eq!(bytes, expected);
        let mut r = Reader::new(bytes);
        assert_eq!(RequestHeader::decode(&mut r).as_ref(), Ok(header));
        assert_eq!(r.remaining(), 0);
    }

    #[test]
    fn a_request_header_has_tags_from_the_first_flexible_version_on() {
        let mut header = RequestHeader::new(ApiKey::FETCH, 11, 7);
        check(&header, &[0, 1, 0, 11, 0, 0, 0, 7, 0xff, 0xff]);
        header.client_id = Some("a".to_owned());
        header.api_version = 12;
        check(&header, &[0, 1, 0, 12, 0, 0, 0, 7, 0, 1, b'a', 0]);
        header.tags = vec![RawTag { tag: 4, data: Bytes::from_static(&[9]) }];
        check(&header, &[0, 1, 0, 12, 0, 0, 0, 7, 0, 1, b'a', 1, 4, 1, 9]);
    }

    #[test]
    fn a_frame_starts_with_its_length() {
        let mut w = Writer::new();
        w.put_i16(5);
        assert_eq!(framed(w, 0).unwrap(), [Bytes::from_static(&[0, 0, 0, 2, 0, 5])]);
        assert_eq!(framed(Writer::new(), 0).unwrap(), [Bytes::from_static(&[0, 0, 0, 0])]);
    }
}
