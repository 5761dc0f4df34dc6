//! A source with SASL over TLS and ACLs, a destination with mutual TLS and an authorizer.

use std::collections::BTreeMap;

use harness::{Cluster, Kagami, Options, PATIENCE, Record, Security, full, newest, unique, wait_same_log};

use crate::fleet::Fleet;
use crate::stage::quick;

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
    harness::wait_until(PATIENCE, "the ACL lets the mirror be made", || {
        kagami.create_mirror(&topic, "src").code == 0
    });
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
