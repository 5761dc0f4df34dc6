use bytes::{BufMut, Bytes, BytesMut};
use kagami_codec::frame::{RequestHeader, response_frame};
use kagami_codec::message::api_versions_response::ApiVersion;
use kagami_codec::message::{MetadataRequest, MetadataResponse};
use kagami_codec::{Reader, Writer};
use tokio::io::DuplexStream;

use super::*;
use crate::net::{read_frame, write_frame};

/// The far end of a connection, scripted.
pub(in crate::net) struct FakeBroker(pub(in crate::net) DuplexStream);

impl FakeBroker {
    /// The next request: its header, and its body still encoded.
    pub(in crate::net) async fn receive(&mut self) -> (RequestHeader, Reader) {
        let read = timeout(Duration::from_secs(20), read_frame(&mut self.0, 1 << 20));
        let frame = read.await.expect("a request should come").unwrap().expect("a request");
        let mut reader = Reader::new(frame.freeze());
        let header = RequestHeader::decode(&mut reader).unwrap();
        (header, reader)
    }

    pub(in crate::net) async fn respond<M: Message>(&mut self, header: &RequestHeader, body: &M) {
        let frame = response_frame(header.correlation_id, body, header.api_version).unwrap();
        write_frame(&mut self.0, &frame).await.unwrap();
    }

    /// Answers ApiVersions with these ranges.
    pub(in crate::net) async fn negotiate(&mut self, ranges: &[(i16, i16, i16)]) {
        let (header, _) = self.receive().await;
        self.respond(&header, &api_versions(0, ranges)).await;
    }
}

pub(in crate::net) fn api_versions(error_code: i16, ranges: &[(i16, i16, i16)]) -> ApiVersionsResponse {
    let api = |&(api_key, min_version, max_version)| ApiVersion {
        api_key,
        min_version,
        max_version,
        ..ApiVersion::default()
    };
    ApiVersionsResponse {
        error_code,
        api_keys: ranges.iter().map(api).collect(),
        ..ApiVersionsResponse::default()
    }
}

pub(in crate::net) fn fake() -> (Stream, FakeBroker) {
    let (near, far) = tokio::io::duplex(1 << 16);
    (Stream::Memory(near), FakeBroker(far))
}

async fn dial(stream: Stream) -> Result<Connection, Error> {
    let dialer = Dialer::new(Side::Source, "test", Security::plaintext());
    dialer.over(stream, Peer::new(Side::Source, "fake:9092")).await
}

#[tokio::test]
async fn a_call_uses_the_highest_version_that_both_know() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&[(18, 0, 4), (MetadataRequest::KEY, 0, 9)]).await;
        let (header, _) = broker.receive().await;
        assert_eq!((header.api_key.0, header.api_version), (MetadataRequest::KEY, 9));
        assert_eq!(header.client_id.as_deref(), Some("test"));
        let response = MetadataResponse { controller_id: 7, ..MetadataResponse::default() };
        broker.respond(&header, &response).await;
    };
    let test = async {
        let connection = dial(stream).await.unwrap();
        let response = connection.call(&MetadataRequest::default()).await.unwrap();
        assert_eq!(response.controller_id, 7);
        let unknown = connection.version::<kagami_codec::message::FetchRequest>();
        assert!(matches!(unknown, Err(Error::UnsupportedVersion { api: "FetchRequest", .. })));
    };
    tokio::join!(script, test);
}

#[tokio::test]
async fn a_broker_that_does_not_know_our_api_versions_is_asked_in_its_own() {
    let (stream, mut broker) = fake();
    let script = async {
        let (mut header, _) = broker.receive().await;
        assert_eq!(header.api_version, 4);
        header.api_version = 0;
        broker.respond(&header, &api_versions(35, &[(18, 0, 3)])).await;
        let (header, _) = broker.receive().await;
        assert_eq!(header.api_version, 3);
        broker.respond(&header, &api_versions(0, &[(18, 0, 3), (3, 1, 2)])).await;
    };
    let (connection, ()) = tokio::join!(dial(stream), script);
    assert_eq!(connection.unwrap().versions().range(3), Some((1, 2)));
}

#[tokio::test]
async fn a_broker_older_than_kip_511_is_asked_in_version_0() {
    let (stream, mut broker) = fake();
    let script = async {
        let (header, _) = broker.receive().await;
        let mut frame = BytesMut::new();
        frame.put_i32(10);
        frame.put_i32(header.correlation_id);
        frame.put_i16(35);
        frame.put_i32(0);
        write_frame(&mut broker.0, &[frame.freeze()]).await.unwrap();
        let (header, _) = broker.receive().await;
        assert_eq!(header.api_version, 0);
        broker.respond(&header, &api_versions(0, &[(1, 0, 4)])).await;
    };
    let (connection, ()) = tokio::join!(dial(stream), script);
    assert_eq!(connection.unwrap().versions().range(1), Some((0, 4)));
}

#[tokio::test]
async fn a_relayed_request_arrives_as_it_was_encoded() {
    let (stream, mut broker) = fake();
    let request = MetadataRequest { allow_auto_topic_creation: false, ..MetadataRequest::default() };
    let mut writer = Writer::new();
    request.encode(&mut writer, 9).unwrap();
    let script = async {
        broker.negotiate(&[(3, 0, 9)]).await;
        let (header, mut reader) = broker.receive().await;
        assert_eq!(MetadataRequest::decode(&mut reader, 9).unwrap(), request);
        broker.respond(&header, &MetadataResponse { controller_id: 5, ..MetadataResponse::default() }).await;
    };
    let test = async {
        let connection = dial(stream).await.unwrap();
        let body: Bytes = writer.into_bytes();
        let key = kagami_codec::api::ApiKey(MetadataRequest::KEY);
        let answer = connection.start_raw(key, 9, body).await.unwrap().body().await.unwrap();
        let response = MetadataResponse::decode(&mut Reader::new(answer.freeze()), 9).unwrap();
        assert_eq!(response.controller_id, 5);
    };
    tokio::join!(script, test);
}

#[tokio::test]
async fn a_host_without_address_and_a_closed_port_are_told_apart() {
    let dialer = Dialer::new(Side::Source, "test", Security::plaintext());
    let unresolved = dialer.connect("no-such-host.invalid", 9092).await.unwrap_err();
    assert!(matches!(unresolved, Error::Resolve { .. }), "{unresolved}");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let refused = dialer.connect("127.0.0.1", port).await.unwrap_err();
    assert!(matches!(refused, Error::Connect { .. }), "{refused}");
    assert!(refused.to_string().starts_with(&format!("source 127.0.0.1:{port}: ")), "{refused}");
}
