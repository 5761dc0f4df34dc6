//! Requests and responses over a connection, in the versions that both ends know.

use bytes::{Bytes, BytesMut};
use kagami_codec::api::{ApiKey, response_header_version};
use kagami_codec::frame::{RequestHeader, framed, request_frame};
use kagami_codec::types::ErrorCode;
use kagami_codec::{Message, Reader, Request, Unsupported, Writer};

use super::connection::{Answer, Connection, Turn};
use super::error::Error;

impl Connection {
    /// The highest version of a request that both ends know.
    ///
    /// # Errors
    /// [`Error::UnsupportedVersion`] when there is none.
    pub fn version<R: Request>(&self) -> Result<i16, Error> {
        self.version_within::<R>(R::MIN_VERSION, R::MAX_VERSION)
    }

    /// The highest version of a request from `min` to `max` that both ends know.
    ///
    /// # Errors
    /// [`Error::UnsupportedVersion`] when there is none.
    pub fn version_within<R: Request>(&self, min: i16, max: i16) -> Result<i16, Error> {
        let (ours_min, ours_max) = (min.max(R::MIN_VERSION), max.min(R::MAX_VERSION));
        self.versions().highest(R::KEY, ours_min, ours_max).ok_or_else(|| Error::UnsupportedVersion {
            peer: self.peer().clone(),
            api: R::NAME,
            ours_min,
            ours_max,
            theirs: match self.versions().range(R::KEY) {
                Some((min, max)) => format!("{min} to {max}").into(),
                None => "none".into(),
            },
        })
    }

    /// Sends a request in the highest common version and waits for its response.
    /// Cancel safe in that a dropped call costs nobody else anything; the broker may still act on it.
    ///
    /// # Errors
    /// No common version, a value that the version cannot say, a response that cannot be read, and whatever ends the
    /// connection. Error codes inside the response are the caller's business.
    pub async fn call<R: Request>(&self, request: &R) -> Result<R::Response, Error> {
        self.call_at(request, self.version::<R>()?).await
    }

    /// As [`Connection::call`], in a version of the caller's choice.
    ///
    /// # Errors
    /// As [`Connection::call`].
    pub async fn call_at<R: Request>(&self, request: &R, version: i16) -> Result<R::Response, Error> {
        let body = self.call_frame(request, version).await?;
        self.decode::<R>(body, version)
    }

    /// As [`Connection::call_at`], but the response's body stays bytes: without header, in one piece that nobody else
    /// refers to, so that it can be changed in place before it is frozen.
    ///
    /// # Errors
    /// As [`Connection::call`], reading aside.
    pub async fn call_frame<R: Request>(&self, request: &R, version: i16) -> Result<BytesMut, Error> {
        self.start(request, version).await?.body().await
    }

    /// Sends a request and returns its answer to wait for. Requests leave in the order in which `start` returned.
    /// Cancel safe: a dropped start has sent nothing.
    ///
    /// # Errors
    /// As [`Connection::call`], reading aside.
    pub async fn start<R: Request>(&self, request: &R, version: i16) -> Result<Answer, Error> {
        self.start_in(request, version, Turn::Shared).await
    }

    async fn start_in<R: Request>(&self, request: &R, version: i16, turn: Turn) -> Result<Answer, Error> {
        let id = self.next_correlation_id();
        let frame = request_frame(id, self.client_id(), request, version)
            .map_err(|error| self.unsayable(R::NAME, error))?;
        let header_version = response_header_version(ApiKey(R::KEY), version);
        self.submit(R::NAME, frame, id, header_version, turn).await
    }

    /// Sends a request that the broker does not answer: a produce request with acks 0. Returns when it is in line.
    ///
    /// # Errors
    /// A value that the version cannot say, and whatever ended the connection.
    pub async fn send_unanswered<R: Request>(&self, request: &R, version: i16) -> Result<(), Error> {
        let id = self.next_correlation_id();
        let frame = request_frame(id, self.client_id(), request, version)
            .map_err(|error| self.unsayable(R::NAME, error))?;
        self.submit_unanswered(R::NAME, frame).await
    }

    /// Sends a request whose body is already encoded, under a header of our own.
    ///
    /// # Errors
    /// Whatever ended the connection.
    pub async fn start_raw(&self, key: ApiKey, version: i16, body: Bytes) -> Result<Answer, Error> {
        let id = self.next_correlation_id();
        let mut header = RequestHeader::new(key, version, id);
        header.client_id = Some(self.client_id().to_owned());
        let mut writer = Writer::new();
        header.encode(&mut writer);
        writer.put_segment(&body);
        let frame = framed(writer, version).map_err(|error| self.unsayable("a relayed request", error))?;
        let header_version = response_header_version(key, version);
        self.submit("a relayed request", frame, id, header_version, Turn::Shared).await
    }

    /// As [`Connection::call_at`], in a turn of the caller's choice.
    pub(super) async fn call_in<R: Request>(
        &self,
        request: &R,
        version: i16,
        turn: Turn,
    ) -> Result<R::Response, Error> {
        let body = self.start_in(request, version, turn).await?.body().await?;
        self.decode::<R>(body, version)
    }

    pub(super) fn decode<R: Request>(&self, body: BytesMut, version: i16) -> Result<R::Response, Error> {
        R::Response::decode(&mut Reader::new(body.freeze()), version).map_err(|error| Error::Malformed {
            peer: self.peer().clone(),
            what: format!("{} version {version}: {error}", <R::Response as Message>::NAME).into(),
        })
    }

    fn unsayable(&self, api: &'static str, Unsupported { field, version }: Unsupported) -> Error {
        Error::Unsayable { peer: self.peer().clone(), api, field, version }
    }
}

/// An error code of the requests that every connection starts with.
pub(super) fn check(code: i16) -> Result<(), ErrorCode> {
    match ErrorCode(code) {
        code if code.is_none() => Ok(()),
        code => Err(code),
    }
}
