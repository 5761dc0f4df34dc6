//! Authentication against a scripted broker.

use std::time::Duration;

use kagami_codec::message::{
    MetadataRequest, MetadataResponse, SaslAuthenticateRequest, SaslAuthenticateResponse,
    SaslHandshakeRequest, SaslHandshakeResponse,
};
use kagami_codec::{Message, Request};

use crate::net::dial::tests::{FakeBroker, fake};
use crate::net::{Connection, Dialer, Error, Peer, Security, Side, Stream};
use crate::properties::{ClientSecurity, parse};

const RANGES: [(i16, i16, i16); 4] = [(18, 0, 4), (3, 0, 9), (17, 0, 1), (36, 0, 2)];

fn security(mechanism: &str, module: &str) -> Security {
    let text = format!(
        "security.protocol=SASL_PLAINTEXT\nsasl.mechanism={mechanism}\nsasl.jaas.config=\
         org.apache.kafka.common.security.{module} required username=\"link\" password=\"hunter2\";"
    );
    Security::new(ClientSecurity::from_properties(&parse(&text).unwrap().entries).unwrap())
}

fn plain() -> Security {
    security("PLAIN", "plain.PlainLoginModule")
}

async fn dial(stream: Stream, security: Security) -> Result<Connection, Error> {
    let dialer = Dialer::new(Side::Source, "test", security);
    dialer.over(stream, Peer::new(Side::Source, "fake:9092")).await
}

impl FakeBroker {
    async fn handshake(&mut self, response: &SaslHandshakeResponse) -> String {
        let (header, mut body) = self.receive().await;
        assert_eq!((header.api_key.0, header.api_version), (SaslHandshakeRequest::KEY, 1));
        self.respond(&header, response).await;
        SaslHandshakeRequest::decode(&mut body, 1).unwrap().mechanism
    }

    async fn authenticate(&mut self, response: &SaslAuthenticateResponse) -> Vec<u8> {
        let (header, mut body) = self.receive().await;
        assert_eq!((header.api_key.0, header.api_version), (SaslAuthenticateRequest::KEY, 2));
        self.respond(&header, response).await;
        SaslAuthenticateRequest::decode(&mut body, 2).unwrap().auth_bytes.to_vec()
    }
}

fn lasting(session_lifetime_ms: i64) -> SaslAuthenticateResponse {
    SaslAuthenticateResponse { session_lifetime_ms, ..SaslAuthenticateResponse::default() }
}

#[tokio::test]
async fn plain_sends_name_and_password_in_one_token() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&RANGES).await;
        assert_eq!(broker.handshake(&SaslHandshakeResponse::default()).await, "PLAIN");
        assert_eq!(broker.authenticate(&lasting(0)).await, b"\0link\0hunter2");
    };
    let (connection, ()) = tokio::join!(dial(stream, plain()), script);
    assert!(!connection.unwrap().is_closed());
}

#[tokio::test]
async fn refused_credentials_are_told_with_the_brokers_words_and_without_ours() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&RANGES).await;
        broker.handshake(&SaslHandshakeResponse::default()).await;
        let error_message = Some("Authentication failed: Invalid username or password".to_owned());
        let refusal = SaslAuthenticateResponse { error_code: 58, error_message, ..lasting(0) };
        broker.authenticate(&refusal).await;
    };
    let (connection, ()) = tokio::join!(dial(stream, plain()), script);
    let error = connection.unwrap_err();
    assert!(matches!(error, Error::Authentication { mechanism: "PLAIN", .. }));
    let text = error.to_string();
    assert!(text.contains("Invalid username or password") && !text.contains("hunter2"), "{text}");
}

#[tokio::test]
async fn a_mechanism_that_is_not_offered_is_told_with_those_that_are() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&RANGES).await;
        let mechanisms = vec!["SCRAM-SHA-512".to_owned(), "GSSAPI".to_owned()];
        broker.handshake(&SaslHandshakeResponse { error_code: 33, mechanisms }).await;
    };
    let (connection, ()) = tokio::join!(dial(stream, plain()), script);
    let error = connection.unwrap_err();
    assert!(matches!(error, Error::UnsupportedMechanism { .. }));
    assert!(error.to_string().contains("[SCRAM-SHA-512, GSSAPI]"), "{error}");
}

#[tokio::test]
async fn a_broker_without_proof_of_the_password_is_not_trusted() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&RANGES).await;
        assert_eq!(broker.handshake(&SaslHandshakeResponse::default()).await, "SCRAM-SHA-512");
        let (header, mut body) = broker.receive().await;
        let first = SaslAuthenticateRequest::decode(&mut body, 2).unwrap().auth_bytes;
        let first = std::str::from_utf8(&first).unwrap();
        let nonce = first.strip_prefix("n,,n=link,r=").unwrap();
        let challenge = format!("r={nonce}more,s=c2FsdA==,i=4096");
        broker
            .respond(&header, &SaslAuthenticateResponse { auth_bytes: challenge.into(), ..lasting(0) })
            .await;
        let wrong = SaslAuthenticateResponse { auth_bytes: "v=AAAA".into(), ..lasting(0) };
        let answer = broker.authenticate(&wrong).await;
        assert!(answer.starts_with(format!("c=biws,r={nonce}more,p=").as_bytes()));
    };
    let security = security("SCRAM-SHA-512", "scram.ScramLoginModule");
    let (connection, ()) = tokio::join!(dial(stream, security), script);
    let error = connection.unwrap_err().to_string();
    assert!(error.contains("does not know the password"), "{error}");
}

#[tokio::test]
async fn a_broker_that_wants_bare_tokens_is_refused_by_version() {
    let (stream, mut broker) = fake();
    let script = broker.negotiate(&[(18, 0, 1), (17, 0, 0)]);
    let (connection, ()) = tokio::join!(dial(stream, plain()), script);
    assert!(matches!(connection, Err(Error::UnsupportedVersion { api: "SaslAuthenticateRequest", .. })));
}

#[tokio::test(start_paused = true)]
async fn a_session_is_renewed_before_it_ends_and_calls_wait_meanwhile() {
    let (stream, mut broker) = fake();
    let (connection, mut broker) = {
        let script = async {
            broker.negotiate(&RANGES).await;
            broker.handshake(&SaslHandshakeResponse::default()).await;
            broker.authenticate(&lasting(10_000)).await;
            broker
        };
        let (connection, broker) = tokio::join!(dial(stream, plain()), script);
        (connection.unwrap(), broker)
    };
    let start = tokio::time::Instant::now();
    let script = async {
        let (handshake, _) = broker.receive().await;
        assert_eq!(handshake.api_key.0, SaslHandshakeRequest::KEY);
        assert_eq!(start.elapsed(), Duration::from_millis(8500));
        // Time enough for the call below to overtake, if it could.
        tokio::time::sleep(Duration::from_secs(1)).await;
        broker.respond(&handshake, &SaslHandshakeResponse::default()).await;
        broker.authenticate(&lasting(10_000)).await;
        let (call, _) = broker.receive().await;
        assert_eq!(call.api_key.0, MetadataRequest::KEY);
        broker.respond(&call, &MetadataResponse::default()).await;
    };
    let calls = async {
        tokio::time::sleep(Duration::from_millis(8600)).await;
        connection.call(&MetadataRequest::default()).await.unwrap();
    };
    tokio::join!(script, calls);
}

#[tokio::test(start_paused = true)]
async fn a_renewal_that_is_refused_ends_the_connection_with_the_reason() {
    let (stream, mut broker) = fake();
    let script = async {
        broker.negotiate(&RANGES).await;
        for error_code in [0, 58] {
            broker.handshake(&SaslHandshakeResponse::default()).await;
            broker.authenticate(&SaslAuthenticateResponse { error_code, ..lasting(10_000) }).await;
        }
    };
    let test = async {
        let connection = dial(stream, plain()).await.unwrap();
        assert!(matches!(connection.closed().await, Error::Authentication { .. }));
    };
    tokio::join!(script, test);
    assert_eq!(<SaslAuthenticateRequest as Request>::Response::KEY, 36);
}
