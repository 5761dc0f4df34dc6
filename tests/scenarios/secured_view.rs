//! A view of a secured destination: clients are encrypted by the view, and known at the broker as who they say they are.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use harness::{
    Certified, Client, Cluster, Kagami, Library, Options, PATIENCE, Record, Security, eventually, full,
    newest, port, unique, wait_until,
};
use kagami_codec::message::{MetadataRequest, SaslHandshakeRequest, metadata_request::MetadataRequestTopic};
use serde_json::json;

use crate::secured::grant;
use crate::witness::seen_by;

/// How long the brokers believe a client before it has to say again who it is (KIP-368).
const BELIEVED_MS: &str = "4000";

/// Tokens without a signature are enough to see that nobody in between reads them.
const BEARER: &str = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\"admin\"";

/// The name of the view's certificate.
const SHOWN: &str = "shown";

fn view(destination: &Cluster, first: u16) -> String {
    let nodes = [1, 1001].map(|id| format!("{id}:{}", port()));
    let certificates = destination.certificates();
    certificates.issue(SHOWN);
    format!(
        "[[view]]\nname = \"shown\"\nbind = \"127.0.0.1:{first}\"\nnodes = {nodes:?}\n\
         policy = {{ kind = \"prefix\", prefix = \"us.\" }}\n\
         [view.tls]\ncertificate = {:?}\nkey = {:?}\n",
        certificates.file(&format!("{SHOWN}.crt")),
        certificates.file(&format!("{SHOWN}.key")),
    )
}

#[test]
fn clients_behind_a_view_are_who_they_say_and_have_the_rights_that_they_have_at_the_broker() {
    let destination = Cluster::builder(&newest())
        .security(Security::SaslSsl)
        .config("connections.max.reauth.ms", BELIEVED_MS)
        .config("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER")
        .config("listener.name.sasl_ssl.oauthbearer.sasl.jaas.config", &format!("{BEARER};"))
        .start();
    grant(&destination);
    let first = port();
    let more = view(&destination, first);
    let kagami = Kagami::start(&destination, Options { more, ..Options::default() });
    let bootstrap = format!("127.0.0.1:{first}");
    let through = |client: &Client| client.with("bootstrap.servers", &bootstrap);
    let admin = through(destination.client());
    let (mine, theirs) = (unique("mine"), unique("theirs"));
    for topic in [&mine, &theirs] {
        admin.create_topic(topic, 1, 1, &[]).expect("the topic is new");
    }
    let group = unique("group");
    // Made through the view, for what the client calls so.
    for (resource, name, operation) in
        [("TOPIC", &mine, "WRITE"), ("TOPIC", &mine, "READ"), ("GROUP", &group, "READ")]
    {
        let entry = json!({
            "resource_type": resource, "resource_name": name, "operation": operation, "principal": "User:alice",
        });
        admin.call("create_acl", entry).expect("the admin may make entries");
    }
    let alice = destination.client().with_all(destination.client_properties("alice"));
    let alice = through(&alice);
    eventually(PATIENCE, "alice may write what is hers", || {
        let plain = [("enable.idempotence", "false")];
        alice.produce(&mine, &[Record::value("hers")], &plain).map(drop).map_err(|failure| failure.message)
    });
    let seen = alice.consume_group(&[&mine], &group, 1).expect("alice may read what is hers");
    assert_eq!(seen[0].topic, mine);
    let refused = alice
        .produce(&theirs, &[Record::value("not hers")], &[("enable.idempotence", "false")])
        .expect_err("nobody gave her that");
    assert!(refused.is("TOPIC_AUTHORIZATION_FAILED"), "{refused:?}");
    assert!(refused.message.contains(&theirs) && !refused.message.contains("us."), "{refused:?}");
    let wrong = alice.with(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"alice\" password=\"guessed\";",
    );
    let refused = wrong
        .produce(&mine, &[Record::value("forged")], &[("max.block.ms", "15000")])
        .expect_err("the broker does not know her");
    assert!(refused.message.contains("uthentication"), "{refused:?}");

    tokens_without_heads(&destination, &bootstrap, &mine);
    every_mechanism_and_library(&destination, &admin, &bootstrap, &mine);
    if full() {
        clients_say_again_who_they_are(&admin, &mine);
    }
    certificates_are_renewed_under_load(&destination, &admin, &bootstrap, &mine);
    plaintext_is_told_from_tls(&kagami, &bootstrap);
}

/// As clients before Kafka 1.0 showed who they are.
fn tokens_without_heads(destination: &Cluster, bootstrap: &str, topic: &str) {
    let mut client = Certified::connect(bootstrap, destination.certificates(), "alice");
    let plain = SaslHandshakeRequest { mechanism: "PLAIN".to_owned() };
    assert_eq!(client.ask(0, &plain).expect("the broker answers").error_code, 0);
    assert_eq!(client.token(b"\0alice\0alice-secret").expect("the broker believes her"), b"");
    let named = MetadataRequestTopic { name: Some(topic.to_owned()), ..Default::default() };
    let told = client.ask(4, &MetadataRequest { topics: Some(vec![named]), ..Default::default() });
    let told = told.expect("requests are opened again");
    assert_eq!((told.topics[0].error_code, told.topics[0].name.as_deref()), (0, Some(topic)));
}

/// New connections get the new certificate, old ones live on; half a file changes nothing.
fn certificates_are_renewed_under_load(destination: &Cluster, admin: &Client, bootstrap: &str, topic: &str) {
    let certificates = destination.certificates();
    let before = certificates.shown_at(bootstrap);
    let load = admin.load(topic, 1, 100, &[]);
    let goes_on = |what: &str| {
        let before = seen_by(&load.status());
        wait_until(PATIENCE, what, || seen_by(&load.status()) > before + 50);
        admin.produce(topic, &[Record::value(what)], &[]).expect("a new connection is let in");
    };
    goes_on("records are taken");
    certificates.issue(SHOWN);
    let renewed = certificates.shown_at(bootstrap);
    assert_ne!(renewed, before, "the old certificate is shown");
    goes_on("records are taken with the new certificate");
    std::fs::write(certificates.file(&format!("{SHOWN}.crt")), "-----BEGIN CERTIFICATE-----\n")
        .expect("our own file");
    assert_eq!(certificates.shown_at(bootstrap), renewed, "the last good certificate stays");
    goes_on("records are taken although the file is broken");
    assert_eq!(load.stop()["failures"], json!([]));
    certificates.issue(SHOWN);
}

fn every_mechanism_and_library(destination: &Cluster, admin: &Client, bootstrap: &str, topic: &str) {
    let bearer = admin.with("sasl.mechanism", "OAUTHBEARER").with("sasl.jaas.config", &format!("{BEARER};"));
    bearer.produce(topic, &[Record::value("bearer")], &[]).expect("the broker takes the token");
    for mechanism in ["SCRAM-SHA-256", "SCRAM-SHA-512"] {
        let credential = json!({"user": "admin", "password": "admin-secret", "mechanism": mechanism});
        admin.call("set_scram", credential).expect("the view hands it on");
        let client = admin.with("sasl.mechanism", mechanism).with(
            "sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"admin\" \
             password=\"admin-secret\";",
        );
        eventually(PATIENCE, "the credential is known", || {
            client
                .produce(topic, &[Record::value(mechanism)], &[])
                .map(drop)
                .map_err(|failure| failure.message)
        });
    }
    // kafkajs does not get along with brokers that ask again so soon, without a view neither.
    for library in Library::few().into_iter().filter(|library| *library != Library::KafkaJs) {
        let client = destination.client_of(library).with("bootstrap.servers", bootstrap);
        let stored = client.produce(topic, &[Record::value("foreign")], &[]);
        stored.unwrap_or_else(|error| panic!("{library:?}: {error:?}"));
    }
}

/// On live connections with requests in flight, several times.
fn clients_say_again_who_they_are(admin: &Client, topic: &str) {
    let load = admin.load(topic, 1, 100, &[]);
    let reader = admin.watch(topic, "read_uncommitted");
    std::thread::sleep(Duration::from_secs(12));
    let before = seen_by(&load.status());
    wait_until(PATIENCE, "records are still taken", || seen_by(&load.status()) > before + 50);
    let told = load.stop();
    assert_eq!(told["failures"], json!([]));
    let total = told["acknowledged"].as_array().map_or(0, Vec::len);
    wait_until(PATIENCE, "all was read", || seen_by(&reader.status()) > total);
    assert_eq!(reader.stop()["failures"], json!([]));
}

/// A client without TLS is turned away at once, with words in the log that say what is wrong.
fn plaintext_is_told_from_tls(kagami: &Kagami, bootstrap: &str) {
    let mut plain = TcpStream::connect(bootstrap).expect("the port is open");
    plain.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout can be set");
    plain.write_all(&[0, 0, 0, 14, 0, 18, 0, 0, 0, 0, 0, 1, 0, 4, b't', b'e', b's', b't']).expect("bytes go");
    let mut answer = Vec::new();
    // An alert, a reset or nothing: the connection ends.
    let ended = plain.read_to_end(&mut answer);
    assert!(
        !matches!(&ended, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock),
        "the connection is left open"
    );
    wait_until(PATIENCE, "the log says what it was", || {
        kagami
            .log_text()
            .lines()
            .any(|line| line.contains("client connection closed") && line.contains("TLS"))
    });
}
