//! Both ends of TLS against each other, over loopback, with certificates made on the spot.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::client::ClientTls;
use crate::net::{ClientAuth, Error, Peer, ServerTls, ServerTlsSettings, Side, Stream};
use crate::properties::{Identity, Secret, StoreFormat, TlsSettings, Trust};

const AFTER: Duration = Duration::from_secs(10);

/// Issues certificates.
struct Authority {
    params: CertificateParams,
    key: KeyPair,
}

/// A certificate and its key, PEM.
struct Pair {
    chain: String,
    key: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        Self { params, key: KeyPair::generate().unwrap() }
    }

    fn trust(&self) -> Trust {
        Trust::Inline(Secret::from(self.params.self_signed(&self.key).unwrap().pem()))
    }

    fn issue(&self, name: &str, change: impl FnOnce(&mut CertificateParams)) -> Pair {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.distinguished_name = rcgen::DistinguishedName::new();
        params.distinguished_name.push(DnType::OrganizationName, "kagami");
        params.distinguished_name.push(DnType::CommonName, name);
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &Issuer::from_params(&self.params, &self.key)).unwrap();
        Pair { chain: certificate.pem(), key: key.serialize_pem() }
    }
}

impl Pair {
    fn identity(&self) -> Identity {
        let (chain, key) = (Secret::from(self.chain.as_str()), Secret::from(self.key.as_str()));
        Identity::Inline { chain, key, key_password: None }
    }
}

fn client(trust: Trust) -> TlsSettings {
    TlsSettings { trust, ..TlsSettings::default() }
}

fn server(identity: Identity) -> ServerTls {
    ServerTls::new(ServerTlsSettings { identity, ..ServerTlsSettings::default() }).unwrap()
}

async fn sockets() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let dial = TcpStream::connect(listener.local_addr().unwrap());
    let (near, far) = tokio::join!(dial, listener.accept());
    (near.unwrap(), far.unwrap().0)
}

fn peer(side: Side) -> Peer {
    Peer::new(side, "test:9093")
}

type Ends = (Result<Stream, Error>, Result<crate::net::Accepted, Error>);

async fn shake(tls: &ClientTls, host: &str, server: &ServerTls) -> Ends {
    let (near, far) = sockets().await;
    let (broker, client) = (peer(Side::Source), peer(Side::Client));
    tokio::join!(tls.connect(&broker, host, near, AFTER), server.accept(far, &client, AFTER))
}

async fn shake_with(settings: TlsSettings, host: &str, server: &ServerTls) -> Ends {
    shake(&ClientTls::new(settings), host, server).await
}

#[track_caller]
fn check_failure(ends: Ends, expected: &str) {
    let error = ends.0.expect_err("the dial should fail");
    assert!(matches!(error, Error::Tls { .. }) && error.to_string().contains(expected), "{error}");
}

#[tokio::test]
async fn bytes_pass_in_both_directions_and_a_client_has_a_name() {
    let authority = Authority::new("ca");
    let server = ServerTls::new(ServerTlsSettings {
        identity: authority.issue("localhost", |_| {}).identity(),
        trust: authority.trust(),
        client_auth: ClientAuth::Required,
    })
    .unwrap();
    let identity = authority.issue("broker-0", |_| {}).identity();
    let (near, far) =
        shake_with(TlsSettings { identity, ..client(authority.trust()) }, "localhost", &server).await;
    let (mut near, mut far) = (near.unwrap(), far.unwrap());
    assert_eq!(far.principal.as_deref(), Some("CN=broker-0,O=kagami"));
    assert!(near.is_tls() && far.stream.is_tls());
    let mut got = [0; 4];
    near.write_all(b"ping").await.unwrap();
    far.stream.read_exact(&mut got).await.unwrap();
    assert_eq!(&got, b"ping");
    far.stream.write_all(b"pong").await.unwrap();
    near.read_exact(&mut got).await.unwrap();
    assert_eq!(&got, b"pong");
}

#[tokio::test]
async fn a_client_without_a_certificate_is_let_in_only_where_none_is_required() {
    let authority = Authority::new("ca");
    for client_auth in [ClientAuth::Requested, ClientAuth::Required] {
        let identity = authority.issue("localhost", |_| {}).identity();
        let settings = ServerTlsSettings { identity, trust: authority.trust(), client_auth };
        let server = ServerTls::new(settings).unwrap();
        let (near, far) = shake_with(client(authority.trust()), "localhost", &server).await;
        if client_auth == ClientAuth::Requested {
            assert_eq!(far.unwrap().principal, None);
        } else {
            assert!(matches!(far, Err(Error::Tls { .. })));
            // With TLS 1.3 the client hears it at its first read.
            let error = near.unwrap().read_u8().await.unwrap_err();
            let error = Error::from_io(peer(Side::Source), &error).to_string();
            assert!(error.contains("set ssl.keystore"), "{error}");
        }
    }
}

#[tokio::test]
async fn bad_certificates_are_named_with_a_remedy() {
    let authority = Authority::new("ca");
    let good = server(authority.issue("localhost", |_| {}).identity());
    let stranger = Authority::new("stranger").trust();
    check_failure(shake_with(client(stranger), "localhost", &good).await, "add the authority");
    let wrong_host = shake_with(client(authority.trust()), "example.com", &good).await;
    check_failure(wrong_host, "ssl.endpoint.identification.algorithm");
    let expired =
        server(authority.issue("localhost", |p| p.not_after = date_time_ymd(2001, 1, 1)).identity());
    check_failure(shake_with(client(authority.trust()), "localhost", &expired).await, "renew it");
}

#[tokio::test]
async fn the_host_name_may_be_left_unchecked_but_not_the_chain() {
    let authority = Authority::new("ca");
    let server = server(authority.issue("localhost", |_| {}).identity());
    let settings = TlsSettings { verify_host: false, ..client(authority.trust()) };
    shake_with(settings, "example.com", &server).await.0.unwrap();
    let settings = TlsSettings { verify_host: false, ..client(Authority::new("other").trust()) };
    check_failure(shake_with(settings, "example.com", &server).await, "add the authority");
}

#[tokio::test]
async fn a_certificate_without_alternative_names_is_for_the_name_in_its_subject() {
    let authority = Authority::new("ca");
    let server = server(authority.issue("localhost", |params| params.subject_alt_names.clear()).identity());
    shake_with(client(authority.trust()), "localhost", &server).await.0.unwrap();
    assert!(shake_with(client(authority.trust()), "example.com", &server).await.0.is_err());
}

#[tokio::test]
async fn a_certificate_that_stands_in_the_trust_store_itself_is_trusted() {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    // An authority that serves is refused by the rules, but it is what many test clusters have.
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let chain = params.self_signed(&key).unwrap().pem();
    let server = server(Pair { chain: chain.clone(), key: key.serialize_pem() }.identity());
    shake_with(client(Trust::Inline(Secret::from(chain))), "localhost", &server).await.0.unwrap();
}

#[tokio::test]
async fn a_trusted_certificate_that_has_expired_is_refused_all_the_same() {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    params.not_after = date_time_ymd(2001, 1, 1);
    let chain = params.self_signed(&key).unwrap().pem();
    let server = server(Pair { chain: chain.clone(), key: key.serialize_pem() }.identity());
    check_failure(
        shake_with(client(Trust::Inline(Secret::from(chain))), "localhost", &server).await,
        "renew it",
    );
}

#[tokio::test]
async fn plaintext_on_a_tls_port_is_called_by_its_name() {
    let server = server(Authority::new("ca").issue("localhost", |_| {}).identity());
    let (mut near, far) = sockets().await;
    near.write_all(&[0, 0, 0, 20, 0, 18]).await.unwrap();
    let error = server.accept(far, &peer(Side::Client), AFTER).await.unwrap_err();
    assert!(matches!(error, Error::PlaintextOnTls { .. }), "{error}");
}

#[tokio::test]
async fn tls_on_a_plaintext_port_is_called_by_its_name() {
    let tls = ClientTls::new(client(Authority::new("ca").trust()));
    let (near, far) = sockets().await;
    drop(far);
    let error = tls.connect(&peer(Side::Source), "localhost", near, AFTER).await.unwrap_err();
    assert!(matches!(error, Error::TlsOnPlaintext { .. }), "{error}");
    let (near, mut far) = sockets().await;
    far.write_all(&[0, 0, 0, 4, 0, 0, 0, 0]).await.unwrap();
    let error = tls.connect(&peer(Side::Source), "localhost", near, AFTER).await.unwrap_err();
    assert!(matches!(error, Error::TlsOnPlaintext { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_silent_peer_does_not_hold_a_handshake_for_ever() {
    let authority = Authority::new("ca");
    let (near, far) = sockets().await;
    let server = server(authority.issue("localhost", |_| {}).identity());
    assert!(matches!(server.accept(far, &peer(Side::Client), AFTER).await, Err(Error::Timeout { .. })));
    drop(near);
    let tls = ClientTls::new(client(authority.trust()));
    let (near, _far) = sockets().await;
    let error = tls.connect(&peer(Side::Source), "localhost", near, AFTER).await;
    assert!(matches!(error, Err(Error::Timeout { .. })));
}

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("kagami-tls-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

fn file(path: &Path) -> Secret {
    Secret::from(path.to_str().unwrap())
}

#[tokio::test]
async fn certificates_are_loaded_again_when_their_files_change() {
    let directory = directory("reload");
    let (pair, trust) = (directory.join("pair.pem"), directory.join("trust.pem"));
    let write = |authority: &Authority| {
        let Pair { chain, key } = authority.issue("localhost", |_| {});
        std::fs::write(&pair, format!("{chain}{key}")).unwrap();
    };
    let trust_it = |authority: &Authority| {
        std::fs::write(&trust, authority.params.self_signed(&authority.key).unwrap().pem()).unwrap();
    };
    let (old, new) = (Authority::new("old"), Authority::new("a newer one"));
    write(&old);
    trust_it(&old);
    let path = file(&pair);
    let server =
        server(Identity::File { path, format: StoreFormat::Pem, password: None, key_password: None });
    let path = file(&trust);
    let tls = ClientTls::new(client(Trust::File { path, format: StoreFormat::Pem, password: None }));
    shake(&tls, "localhost", &server).await.0.unwrap();
    write(&new);
    assert!(shake(&tls, "localhost", &server).await.0.is_err());
    trust_it(&new);
    shake(&tls, "localhost", &server).await.0.unwrap();
    // Half a file, as a slow copy leaves it for a moment.
    std::fs::write(&trust, "-----BEGIN CERTIFICATE-----").unwrap();
    shake(&tls, "localhost", &server).await.0.unwrap();
    std::fs::remove_dir_all(directory).unwrap();
}

#[tokio::test]
async fn one_line_pem_as_it_stands_in_a_properties_file_is_read() {
    let authority = Authority::new("ca");
    let one_line = |text: &str| Secret::from(text.replace('\n', " "));
    let Pair { chain, key } = authority.issue("localhost", |_| {});
    let identity = Identity::Inline { chain: one_line(&chain), key: one_line(&key), key_password: None };
    let trust = Trust::Inline(one_line(&authority.params.self_signed(&authority.key).unwrap().pem()));
    shake_with(client(trust), "localhost", &server(identity)).await.0.unwrap();
}

#[tokio::test]
async fn pkcs12_stores_are_read() {
    use p12_keystore::{Certificate, KeyStore, KeyStoreEntry, PrivateKeyChain};
    let directory = directory("pkcs12");
    let authority = Authority::new("ca");
    let root = authority.params.self_signed(&authority.key).unwrap();
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let leaf = params.signed_by(&key, &Issuer::from_params(&authority.params, &authority.key)).unwrap();
    let certificate = |der: &[u8]| Certificate::from_der(der).unwrap();
    let write = |name: &str, entry: KeyStoreEntry| {
        let mut store = KeyStore::new();
        store.add_entry("a", entry);
        std::fs::write(directory.join(name), store.writer("changeit").write().unwrap()).unwrap();
        file(&directory.join(name))
    };
    let trust = |password: &str| Trust::File {
        path: write("trust.p12", KeyStoreEntry::Certificate(certificate(root.der()))),
        format: StoreFormat::Java,
        password: Some(Secret::from(password)),
    };
    let chain = PrivateKeyChain::new(key.serialize_der(), [1], [certificate(leaf.der())]);
    let identity = Identity::File {
        path: write("key.p12", KeyStoreEntry::PrivateKeyChain(chain)),
        format: StoreFormat::Java,
        password: Some(Secret::from("changeit")),
        key_password: None,
    };
    let server = server(identity);
    shake_with(client(trust("changeit")), "localhost", &server).await.0.unwrap();
    let error = ClientTls::new(client(trust("wrong"))).config().unwrap_err();
    assert!(error.contains("check its password"), "{error}");
    std::fs::remove_dir_all(directory).unwrap();
}

/// Made by keytool: a key for CN=jks-broker, password keypass1, in a store with password changeit.
const JKS_KEY: &str = "/u3+7QAAAAIAAAABAAAAAQABYQAAAaIn4prcAAAAfzB9MA4GCisGAQQBKgIRAQEFAARrWZYQxT7Ni7KpmpiN5zHk7YPqd8g1uNPZL595OhtzqMBYwA7sKwPW2p51U0l/6zHm4lqO7cfLG6fTn3VVmg72DCje1w6pDfMcMty3cDS8c351kv7wId7mF+bORB1TNYEsuxyz0UE5H78mOrIAAAABAAVYLjUwOQAAAWowggFmMIIBDKADAgECAgkAuCOOLP7XzVowCgYIKoZIzj0EAwIwJjEPMA0GA1UEChMGa2FnYW1pMRMwEQYDVQQDEwpqa3MtYnJva2VyMCAXDTI2MTEyOTE1MTgxMVoYDzIxMjYxMTA1MTUxODExWjAmMQ8wDQYDVQQKEwZrYWdhbWkxEzARBgNVBAMTCmprcy1icm9rZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARG6d2riwoUqLsSCAiJY3XL+wgtOwbcSY424O7bR9K/vfaxnbphCj1roS9cNlHuUFOmO1586s1jxG4tkuS0rd+ZoyEwHzAdBgNVHQ4EFgQUue5mX9JU+Aogllv8QgOYvdZda7wwCgYIKoZIzj0EAwIDSAAwRQIhAOByRycfQxepitni4RyinPJFt1jAlTX34nZ3/A/pQGVXAiAtDjygRU87ZLOLCNOACa294xuv77w1Ywczy31Jf/siKQ8zUBDdGwiRfiH9jfNMZb5VSTj+";
/// Made by keytool: the certificate of that key as a trusted one.
const JKS_TRUST: &str = "/u3+7QAAAAIAAAABAAAAAgACY2EAAAGiJ+KdNgAFWC41MDkAAAFqMIIBZjCCAQygAwIBAgIJALgjjiz+181aMAoGCCqGSM49BAMCMCYxDzANBgNVBAoTBmthZ2FtaTETMBEGA1UEAxMKamtzLWJyb2tlcjAgFw0yNjExMjkxNTE4MTFaGA8yMTI2MTEwNTE1MTgxMVowJjEPMA0GA1UEChMGa2FnYW1pMRMwEQYDVQQDEwpqa3MtYnJva2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERundq4sKFKi7EggIiWN1y/sILTsG3EmONuDu20fSv732sZ26YQo9a6EvXDZR7lBTpjtefOrNY8RuLZLktK3fmaMhMB8wHQYDVR0OBBYEFLnuZl/SVPgKIJZb/EIDmL3WXWu8MAoGCCqGSM49BAMCA0gAMEUCIQDgckcnH0MXqYrZ4uEcopzyRbdYwJU19+J2d/wP6UBlVwIgLQ48oEVPO2SziwjTgAmtveMbr++8NWMHM8t9SX/7Iim/YUTRhXNcQenHBqrwg5gxj3CY3g==";

#[tokio::test]
async fn jks_stores_are_read() {
    use base64::Engine;
    let directory = directory("jks");
    let write = |name: &str, base64: &str| {
        let bytes = base64::engine::general_purpose::STANDARD.decode(base64).unwrap();
        std::fs::write(directory.join(name), bytes).unwrap();
        file(&directory.join(name))
    };
    let identity = |key_password: &str| Identity::File {
        path: write("key.jks", JKS_KEY),
        format: StoreFormat::Java,
        password: Some(Secret::from("changeit")),
        key_password: Some(Secret::from(key_password)),
    };
    let trust = |password: &str| Trust::File {
        path: write("trust.jks", JKS_TRUST),
        format: StoreFormat::Any,
        password: Some(Secret::from(password)),
    };
    let server_end = server(identity("keypass1"));
    shake_with(client(trust("changeit")), "jks-broker", &server_end).await.0.unwrap();
    let error = ClientTls::new(client(trust("wrong"))).config().unwrap_err();
    assert!(error.contains("wrong password"), "{error}");
    let settings = ServerTlsSettings { identity: identity("wrong"), ..ServerTlsSettings::default() };
    let error = ServerTls::new(settings).unwrap_err();
    assert!(error.contains("wrong password (ssl.key.password)"), "{error}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_jks_store_that_is_cut_short_anywhere_is_refused() {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::STANDARD.decode(JKS_KEY).unwrap();
    for length in 0..bytes.len() {
        assert!(super::jks::parse(&bytes[..length], None).is_err(), "{length}");
    }
}

/// Made by `openssl pkcs8 -topk8 -v2 aes-256-cbc`, password keypass1.
const ENCRYPTED: &str = "-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgjbPjS9CqsuAICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKiHweG0y74+/cI4l1WH3jUEgZAL
l6oDadivUK7qq7orUeYmh3ge16CqysFnyjX+gIsiW5RisM3ImcIJFGzIGZuTlU0x
9wnIEZZWZ9HwTje4Pub2QHp0jFKlVgX4zaWY/B1fIcDf6SJXbxXVUqf7KiRUh8qF
Td1AqzmMIvDeXWNKdX+VFf3DMH+oGmhvZxLsbolWEFS3fVkJTo+TFleCfNoPG5U=
-----END ENCRYPTED PRIVATE KEY-----";

#[test]
fn an_encrypted_key_is_opened_by_its_password() {
    let load = |password: Option<&str>| {
        let pair = Authority::new("ca").issue("localhost", |_| {});
        super::load_identity(&Identity::Inline {
            chain: Secret::from(pair.chain),
            key: Secret::from(ENCRYPTED),
            key_password: password.map(Secret::from),
        })
    };
    assert!(load(Some("keypass1")).is_ok());
    assert!(load(Some("wrong")).unwrap_err().contains("wrong ssl.key.password"));
    assert!(load(None).unwrap_err().contains("set ssl.key.password"));
}

#[test]
fn a_store_of_another_format_than_said_is_named() {
    let directory = directory("format");
    let path = directory.join("a");
    for (content, format, problem) in [
        ("-----BEGIN CERTIFICATE-----", StoreFormat::Java, "set its type to PEM"),
        ("0", StoreFormat::Pem, "set its type to PKCS12 or JKS"),
        ("hello", StoreFormat::Any, "none of PEM, PKCS12 and JKS"),
        ("", StoreFormat::Any, "none of PEM, PKCS12 and JKS"),
    ] {
        std::fs::write(&path, content).unwrap();
        let trust = Trust::File { path: file(&path), format, password: None };
        let error = super::load_trust(&trust).unwrap_err();
        assert!(error.contains(problem) && error.starts_with(path.to_str().unwrap()), "{error}");
    }
    std::fs::remove_dir_all(directory).unwrap();
}
