//! A source with SASL over TLS and ACLs, a destination with mutual TLS and an authorizer.

use std::collections::BTreeMap;

use harness::{
    Builder, Cluster, Kagami, Options, PATIENCE, Record, Security, boot, eventually, full, newest,
    oldest_or_all, port, unique, wait_same_log, wait_until,
};
use serde_json::json;

use crate::cutover::view;
use crate::fleet::Fleet;
use crate::stage::{LINK, quick};
use crate::witness::seen_by;

/// What the README says that our principal needs at the destination.
pub(crate) fn grant(destination: &Cluster) {
    destination.allow(
        "kagami",
        "CLUSTER",
        "kafka-cluster",
        &[
            "CLUSTER_ACTION",
            "ALTER",
            "ALTER_CONFIGS",
            "CREATE",
            "DESCRIBE",
            "DESCRIBE_CONFIGS",
            "IDEMPOTENT_WRITE",
        ],
    );
    destination.allow(
        "kagami",
        "TOPIC",
        "*",
        &["READ", "WRITE", "DESCRIBE", "DESCRIBE_CONFIGS", "ALTER", "ALTER_CONFIGS", "CREATE", "DELETE"],
    );
    destination.allow("kagami", "TRANSACTIONAL_ID", "kagami-state", &["WRITE", "DESCRIBE"]);
}

/// Properties in the form of the example that users of Cluster Linking know, with PEM trust and PLAIN.
fn link_properties(source: &Cluster) -> BTreeMap<String, String> {
    let jaas = "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"link\" \
                password=\"link-secret\";";
    [
        ("bootstrap.servers", source.bootstrap()),
        ("security.protocol", "SASL_SSL".to_owned()),
        ("sasl.mechanism", "PLAIN".to_owned()),
        ("sasl.jaas.config", jaas.to_owned()),
        ("ssl.truststore.type", "PEM".to_owned()),
        ("ssl.truststore.location", source.certificates().file("ca.pem").display().to_string()),
        ("consumer.offset.sync.enable", "true".to_owned()),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into()
}

#[test]
fn a_secured_pair_mirrors_refuses_and_promotes_and_no_secret_is_shown() {
    let version = newest();
    let source = Cluster::builder(&version).security(Security::SaslSsl).first_broker_id(11).start();
    let destination = Cluster::builder(&version).security(Security::Mtls).start();
    grant(&destination);
    let topic = unique("ledger");
    source.client().create_topic(&topic, 2, 1, &[]).expect("the topic is new");
    let records: Vec<Record> =
        (0..200).map(|i| Record { partition: Some(i % 2), ..Record::value(&format!("entry {i}")) }).collect();
    source.client().produce(&topic, &records, &[]).expect("the source takes records");
    let kagami = Kagami::start(&destination, Options::default());

    let mut wrong = link_properties(&source);
    wrong.insert(
        "sasl.jaas.config".to_owned(),
        link_properties(&source)["sasl.jaas.config"].replace("link-secret", "guessed-secret"),
    );
    let refused = kagami.create_link("src", &wrong);
    assert_ne!(refused.code, 0, "wrong credentials make no link");
    let said = format!("{}{}", refused.stdout, refused.stderr);
    assert!(said.contains("sasl") || said.contains("SASL") || said.contains("credentials"), "{said}");
    assert!(!said.contains("guessed-secret"), "{said}");

    let made = kagami.create_link("src", &link_properties(&source));
    made.ok();
    let unauthorized = kagami.create_mirror(&topic, "src");
    assert_ne!(unauthorized.code, 0, "no ACL lets the link read yet");
    source.allow("link", "TOPIC", &topic, &["READ", "DESCRIBE", "DESCRIBE_CONFIGS"]);
    wait_until(PATIENCE, "the ACL lets the mirror be made", || kagami.create_mirror(&topic, "src").code == 0);
    wait_same_log(&source, &topic, &destination, &topic, PATIENCE);

    destination.allow("alice", "TOPIC", &topic, &["READ", "WRITE", "DESCRIBE"]);
    let alice = destination.client().with_all(destination.client_properties("alice"));
    let refused = alice
        .produce(
            &topic,
            &[Record::value("no")],
            &[
                ("enable.idempotence", "false"),
                ("delivery.timeout.ms", "15000"),
                ("request.timeout.ms", "5000"),
            ],
        )
        .expect_err("a mirror is read-only");
    assert!(refused.is("INVALID_REQUEST"), "{refused:?}");

    kagami.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
    let stored = alice.produce(
        &topic,
        &[Record { partition: Some(0), ..Record::value("next") }],
        &[("enable.idempotence", "false")],
    );
    assert_eq!(stored.map(|all| all[0].offset), Ok(100), "the next offset");

    let shown = [
        kagami.links(&["--describe", "--link", "src"]).stdout,
        kagami.rest("GET", "/links/src/configs", None).body,
        kagami.rest("GET", "/links/src", None).body,
        kagami.log_text(),
    ];
    for text in &shown {
        assert!(
            !text.contains("link-secret") && !text.contains("guessed-secret"),
            "a secret is shown: {text}"
        );
    }
    let state =
        destination.client().consume_all("_kagami", "read_committed").expect("the admin may read the state");
    let link = state
        .iter()
        .rev()
        .find(|record| record.text().contains("bootstrap.servers"))
        .expect("the stored link");
    assert!(!link.text().contains("link-secret"), "{}", link.text());
}

/// Sidecars ask each other with the credentials that they have at the destination, and are let in like brokers.
#[test]
fn sidecars_of_a_secured_destination_work_together() {
    let kinds = [Security::Mtls, Security::SaslSsl];
    for security in if full() { &kinds[..] } else { &kinds[..1] } {
        let version = newest();
        let destination = quick(&version).brokers(3).security(*security).start();
        grant(&destination);
        let source = Cluster::builder(&version).first_broker_id(11).start();
        let fleet = Fleet::around(source, destination);
        let topic = fleet.mirror("shared", 6);
        let spread: Vec<_> = fleet.counts(&topic).into_iter().collect();
        assert_eq!(spread, [(1001, 2), (1002, 2), (1003, 2)]);
        let load = fleet.source.client().load(&topic, 6, 200, &[("acks", "all")]);

        // What 1003 leads goes to others without a pause, and 1002 dies.
        fleet.sidecar(1003).stop();
        fleet.wait_led(&topic, &[1001, 1002]);
        fleet.sidecar(1003).restart();
        fleet.wait_gets_its_part(&topic, 1003);
        fleet.sidecar(1002).kill9();
        fleet.wait_led(&topic, &[1001, 1003]);

        let _all_that_it_did = load.stop();
        fleet.wait_caught_up(&topic);
        for id in [1001, 1003] {
            let told = fleet.told(fleet.sidecar(id), &topic);
            assert!(told["max_lag"] == 0 && told["mirror_status"] == "ACTIVE", "{id}: {told}");
        }
        wait_same_log(&fleet.source, &topic, &fleet.destination, &topic, PATIENCE);
        fleet.sidecar(1003).mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        fleet.wait_led(&topic, &[1, 2, 3]);
    }
}

/// Clients come over TLS to the door and show their password to whichever cluster they are led to.
#[test]
fn clients_of_a_secured_source_are_moved_to_a_secured_destination() {
    let version = oldest_or_all().remove(0);
    let secured = |builder: Builder| builder.security(Security::SaslSsl);
    let (source, destination) =
        boot(secured(Cluster::builder(&version).first_broker_id(11)), secured(quick(&version)));
    grant(&destination);
    let first = port();
    let certificates = destination.certificates();
    let more = format!(
        "{}[view.tls]\ncertificate = {:?}\nkey = {:?}\n",
        view(first, &[1, 1001], "{ kind = \"identity\" }"),
        certificates.file("broker.crt"),
        certificates.file("broker.key"),
    );
    let kagami = Kagami::start(&destination, Options { more, ..Options::default() });
    let (topic, group) = (unique("ledger"), unique("group"));
    source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
    source.allow("link", "TOPIC", "*", &["READ", "DESCRIBE", "DESCRIBE_CONFIGS"]);
    source.allow("link", "GROUP", "*", &["DESCRIBE"]);
    source.allow("link", "CLUSTER", "kafka-cluster", &["DESCRIBE"]);
    source.allow("alice", "TOPIC", &topic, &["READ", "WRITE", "DESCRIBE"]);
    source.allow("alice", "GROUP", &group, &["READ"]);
    eventually(PATIENCE, "the link may read", || {
        let made = kagami.create_link(LINK, &link_properties(&source));
        let made = if made.code == 0 { kagami.create_mirror(&topic, LINK) } else { made };
        if made.code == 0 || made.stderr.contains("exists") { Ok(()) } else { Err(format!("{made:?}")) }
    });
    let alice = destination.client().with_all(destination.client_properties("alice"));
    let alice = alice.with("bootstrap.servers", &format!("127.0.0.1:{first}"));
    let mallory = alice.with(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"alice\" password=\"guessed\";",
    );
    let refused = mallory.produce(&topic, &[Record::value("no")], &[]).expect_err("a wrong password");
    assert!(refused.error.contains("SaslAuthenticationException"), "{refused:?}");
    alice.produce(&topic, &[Record::value("before")], &[]).expect("the source lets alice in");
    assert_eq!(alice.consume_group(&[&topic], &group, 1).map(|seen| seen.len()), Ok(1));
    let cutover = |more: &[&str]| -> serde_json::Value {
        let said = kagami.cutover(&[&["--link", LINK, "--output", "json"], more].concat());
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
    };
    // What clients could do no more is told before.
    let dry = cutover(&["--dry-run"]).to_string();
    assert!(dry.contains("User:alice may write topic") && dry.contains("User:alice may read group"), "{dry}");
    destination.allow("alice", "TOPIC", &topic, &["READ", "WRITE", "DESCRIBE"]);
    destination.allow("alice", "GROUP", &group, &["READ"]);
    destination.allow("kagami", "GROUP", "*", &["READ"]);
    eventually(PATIENCE, "nothing is in the way", || {
        let dry = cutover(&["--dry-run"]);
        let is_lacking = dry.to_string().contains("User:alice may");
        if dry["obstacles"] == json!([]) && !is_lacking { Ok(()) } else { Err(dry.to_string()) }
    });
    let writer = alice.load(&topic, 1, 100, &[]);
    wait_until(PATIENCE, "it writes", || seen_by(&writer.status()) > 100);
    let report = cutover(&[]);
    assert_eq!((&report["phase"], &report["error"]), (&json!("DONE"), &serde_json::Value::Null), "{report}");
    let before = seen_by(&writer.status());
    wait_until(PATIENCE, "it goes on", || seen_by(&writer.status()) > before + 200);
    let written = writer.stop();
    assert_eq!(written["failures"], json!([]));
    let seen = alice.consume_group(&[&topic], &group, written["count"].as_u64().unwrap_or(0) as usize);
    let seen = seen.expect("the destination lets alice read");
    assert_eq!(seen.first().map(|record| record.offset), Some(1), "the group goes on where it was");
    let all = destination.client().consume_all(&topic, "read_uncommitted").expect("records");
    assert_eq!(all.len(), seen.len() + 1, "each once");
    let refused = mallory.produce(&topic, &[Record::value("no")], &[]).expect_err("a wrong password");
    assert!(refused.error.contains("SaslAuthenticationException"), "{refused:?}");
}
