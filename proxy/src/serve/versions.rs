//! ApiVersions: the companion's answer, cut to what we can open.

use bytes::{BufMut, Bytes, BytesMut};
use kagami_codec::{
    Message, Reader,
    api::ApiKey,
    frame::{ResponseHeader, request_frame_with, response_frame},
    message::{
        AddPartitionsToTxnRequest, ApiVersionsRequest, ApiVersionsResponse, DeleteRecordsRequest,
        DescribeConfigsRequest, DescribeLogDirsRequest, FetchRequest, IncrementalAlterConfigsRequest,
        ListGroupsRequest, ListOffsetsRequest, ListTransactionsRequest, OffsetForLeaderEpochRequest,
        ProduceRequest, WriteTxnMarkersRequest, api_versions_response::ApiVersion,
    },
    types::ErrorCode,
};
use parking_lot::Mutex;

use super::{certified::offered, connection::Server, error::Error, request::Request};

/// From this version on the client says whom it believes to talk to (KIP-1242).
const NAMES_NODE: i16 = 5;

/// Requests that we must open, with the versions that we can.
const OPENED: [(i16, i16, i16); 13] = [
    // Version 0 to 2 are opened by hand; whoever is not offered them would conclude that codecs are missing.
    (ProduceRequest::KEY, 0, ProduceRequest::MAX_VERSION),
    (FetchRequest::KEY, FetchRequest::MIN_VERSION, FetchRequest::MAX_VERSION),
    (ListOffsetsRequest::KEY, ListOffsetsRequest::MIN_VERSION, ListOffsetsRequest::MAX_VERSION),
    (
        OffsetForLeaderEpochRequest::KEY,
        OffsetForLeaderEpochRequest::MIN_VERSION,
        OffsetForLeaderEpochRequest::MAX_VERSION,
    ),
    (DeleteRecordsRequest::KEY, DeleteRecordsRequest::MIN_VERSION, DeleteRecordsRequest::MAX_VERSION),
    (
        AddPartitionsToTxnRequest::KEY,
        AddPartitionsToTxnRequest::MIN_VERSION,
        AddPartitionsToTxnRequest::MAX_VERSION,
    ),
    (WriteTxnMarkersRequest::KEY, WriteTxnMarkersRequest::MIN_VERSION, WriteTxnMarkersRequest::MAX_VERSION),
    (ApiVersionsRequest::KEY, ApiVersionsRequest::MIN_VERSION, ApiVersionsRequest::MAX_VERSION),
    (ListGroupsRequest::KEY, ListGroupsRequest::MIN_VERSION, ListGroupsRequest::MAX_VERSION),
    (
        ListTransactionsRequest::KEY,
        ListTransactionsRequest::MIN_VERSION,
        ListTransactionsRequest::MAX_VERSION,
    ),
    (DescribeLogDirsRequest::KEY, DescribeLogDirsRequest::MIN_VERSION, DescribeLogDirsRequest::MAX_VERSION),
    (DescribeConfigsRequest::KEY, DescribeConfigsRequest::MIN_VERSION, DescribeConfigsRequest::MAX_VERSION),
    (
        IncrementalAlterConfigsRequest::KEY,
        IncrementalAlterConfigsRequest::MIN_VERSION,
        IncrementalAlterConfigsRequest::MAX_VERSION,
    ),
];

/// Reading a mirror through a share group needs a leader that keeps the group's state; without these requests on offer
/// clients say so at once.
const HIDDEN: [i16; 2] = [ApiKey::SHARE_FETCH.0, ApiKey::SHARE_ACKNOWLEDGE.0];

/// What a real broker offered last on a port.
#[derive(Debug, Default)]
pub(super) struct Offer(Mutex<Option<ApiVersionsResponse>>);

impl Server {
    pub(super) async fn api_versions(&mut self, request: Request) -> Result<(), Error> {
        let answer = match self.ask_versions(&request).await {
            Ok(answer) => answer,
            Err(error @ Error::NoBroker(_)) if !self.pipes.bound => {
                return self.last_offer(&request, error).await;
            }
            Err(error) => return Err(error),
        };
        // A broker that does not know the version answers in version 0, without tagged fields in the header.
        let refused = answer.get(4..6) == Some(&ErrorCode::UNSUPPORTED_VERSION.0.to_be_bytes());
        let version = if refused { 0 } else { request.version };
        let mut reader = Reader::new(answer);
        let read = ResponseHeader::decode(&mut reader, request.key, version)
            .and_then(|_| ApiVersionsResponse::decode(&mut reader, version));
        let mut response = read.map_err(|why| {
            Error::Companion(format!("its answer to {} cannot be read: {why}", request.key))
        })?;
        if !refused {
            *self.shared.offer.0.lock() = Some(response.clone());
        }
        clamp(&mut response.api_keys, self.access.is_certified());
        self.outbox.send(&response_frame(request.correlation_id, &response, version)?).await
    }

    async fn ask_versions(&mut self, request: &Request) -> Result<Bytes, Error> {
        let pipe = self.pipes.open().await?;
        if request.version > ApiVersionsRequest::MAX_VERSION {
            // The companion may know the version, but we could not read its answer; no broker knows this one.
            let mut frame = BytesMut::from(&request.frame[..2]);
            frame.put_i16(i16::MAX);
            frame.extend_from_slice(&request.frame[4..]);
            pipe.send_on(&frame.freeze()).await?;
        } else if request.version >= NAMES_NODE {
            let (header, mut body) = request.open::<ApiVersionsRequest>()?;
            if body.node_id >= 0 {
                body.node_id = pipe.broker;
            }
            pipe.send(&request_frame_with(&header, &body)?).await?;
        } else {
            pipe.send_on(&request.frame).await?;
        }
        pipe.answer().await
    }

    /// Without any real broker: what one offered last, so that followers and readers of mirrors can go on. Nothing may be
    /// missing from it: a Java client that is not offered Metadata by a broker never asks for it again, of nobody. What we
    /// cannot hand on then ends the connection, and clients try elsewhere.
    async fn last_offer(&mut self, request: &Request, error: Error) -> Result<(), Error> {
        let Some(mut response) = self.shared.offer.0.lock().clone() else { return Err(error) };
        tracing::debug!(%error, "offering what a real broker offered last");
        let known = request.version <= ApiVersionsRequest::MAX_VERSION;
        let version = if known { request.version } else { 0 };
        response.error_code = if known { ErrorCode::NONE } else { ErrorCode::UNSUPPORTED_VERSION }.0;
        clamp(&mut response.api_keys, self.access.is_certified());
        self.outbox.send(&response_frame(request.correlation_id, &response, version)?).await
    }
}

/// Leaves what can be served: to clients that are known by their certificates nothing that we do not open or hand to
/// the controllers.
fn clamp(keys: &mut Vec<ApiVersion>, certified: bool) {
    keys.retain_mut(|key| {
        if HIDDEN.contains(&key.api_key) {
            return false;
        }
        let opened = OPENED.iter().find(|(k, ..)| *k == key.api_key).map(|(_, min, max)| (*min, *max));
        let other = || if certified { offered(ApiKey(key.api_key)) } else { Some((0, i16::MAX)) };
        let Some((min, max)) = opened.or_else(other) else { return false };
        key.min_version = key.min_version.max(min);
        key.max_version = key.max_version.min(max);
        key.min_version <= key.max_version
    });
}
