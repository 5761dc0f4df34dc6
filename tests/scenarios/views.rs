//! Clients that know a cluster only through a view: their names, our addresses.

use std::net::{Ipv4Addr, SocketAddr};

use harness::{
    Client, Cluster, Library, Options, Record, Recorder, eventually, newest, port, unique, versions,
    wait_same_log, wait_until,
};
use serde_json::json;

use crate::stage::{PATIENCE, Stage, quick};
use crate::witness::seen_by;

/// A stage whose sidecar has a view; its ports lead to broker 1 and to the virtual broker 1001.
struct Shown {
    stage: Stage,
    bootstrap: String,
}

impl Shown {
    fn set(version: &str, policy: &str) -> Self {
        Self::of(version, 1, policy, "127.0.0.1").0
    }

    /// A view of so many brokers whose clients are told of `host`. The ports come along, that of the bootstrap first.
    fn of(version: &str, brokers: i32, policy: &str, host: &str) -> (Self, Vec<u16>) {
        let ids = (1..=brokers).chain([1001]);
        let nodes: Vec<_> = ids.map(|id| (id, port())).collect();
        let rows: Vec<_> = nodes.iter().map(|(id, port)| format!("{id}:{port}")).collect();
        let first = port();
        let more = format!(
            "[[view]]\nname = \"shown\"\nbind = \"127.0.0.1:{first}\"\nadvertised = \"{host}:{first}\"\nnodes = {rows:?}\npolicy = {policy}\n"
        );
        let options = Options { more, ..Options::default() };
        let destination = quick(version).brokers(brokers);
        let stage = Stage::set(Cluster::builder(version).first_broker_id(11), destination, options);
        let ports = [first].into_iter().chain(nodes.iter().map(|(_, port)| *port)).collect();
        (Self { stage, bootstrap: format!("{host}:{first}") }, ports)
    }

    /// A client that knows the view alone.
    fn client(&self) -> Client {
        self.stage.destination.client().with("bootstrap.servers", &self.bootstrap)
    }

    /// The same of every library.
    fn clients(&self) -> Vec<(String, Client)> {
        let mut all = vec![("java".to_owned(), self.client())];
        for library in Library::all() {
            let client = self.stage.destination.client_of(library);
            all.push((format!("{library:?}"), client.with("bootstrap.servers", &self.bootstrap)));
        }
        all
    }
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{number}")).collect()
}

#[test]
fn every_client_writes_and_reads_under_the_names_of_a_view() {
    for version in versions() {
        for (policy, prefix) in
            [("{ kind = \"identity\" }", ""), ("{ kind = \"default\", alias = \"us-east-1\" }", "us-east-1.")]
        {
            let shown = Shown::set(&version, policy);
            let (destination, client) = (&shown.stage.destination, shown.client());
            let hidden = unique("hidden");
            destination.client().create_topic(&hidden, 1, 1, &[]).expect("the topic is new");
            for (name, client_of) in shown.clients() {
                let tale = format!("{version} {policy} {name}");
                let topic = unique("orders");
                client.create_topic(&topic, 2, 1, &[]).unwrap_or_else(|error| panic!("{tale}: {error:?}"));
                let broker_side = format!("{prefix}{topic}");
                assert_eq!(
                    destination
                        .client()
                        .describe_topic(&broker_side)
                        .expect("the broker has it")
                        .partitions
                        .len(),
                    2
                );
                let records: Vec<_> = texts(20).iter().map(|text| Record::value(text)).collect();
                client_of.produce(&topic, &records, &[]).unwrap_or_else(|error| panic!("{tale}: {error:?}"));
                let group = unique("group");
                let seen = client_of.consume_group(&[&topic], &group, 20);
                let seen = seen.unwrap_or_else(|error| panic!("{tale}: {error:?}"));
                assert!(seen.iter().all(|record| record.topic == topic), "{tale}: {seen:?}");
                let mut values: Vec<usize> =
                    seen.iter().map(|record| record.text().parse().expect("a number")).collect();
                values.sort_unstable();
                assert_eq!(values, (0..20).collect::<Vec<_>>(), "{tale}");
                // The same group at the broker itself and through the view.
                let mine = client.group_offsets(&group).expect("the view tells offsets");
                let theirs = destination.client().group_offsets(&group).expect("the broker tells offsets");
                assert!(!mine.is_empty() && mine.iter().all(|(name, ..)| *name == topic), "{tale}: {mine:?}");
                assert!(theirs.iter().all(|(name, ..)| *name == broker_side), "{tale}: {theirs:?}");
            }
            let all = client.call("list_topics", json!({})).expect("the view lists topics");
            let all: Vec<String> = serde_json::from_value(all).expect("names");
            assert_eq!(all.contains(&hidden), prefix.is_empty(), "{policy}: {all:?}");
            assert!(
                prefix.is_empty() || all.iter().all(|name| !name.starts_with(prefix)),
                "{policy}: {all:?}"
            );
        }
    }
}

#[test]
fn a_mirror_is_read_and_refused_under_the_name_of_its_source() {
    for version in versions() {
        let shown = Shown::set(&version, "{ kind = \"prefix\", prefix = \"us-east-1.\" }");
        let Stage { kagami, source, destination } = &shown.stage;
        let link = "prefixed";
        let mut properties = source.client_properties("link");
        properties.insert("cluster.link.prefix".to_owned(), "us-east-1.".to_owned());
        kagami.create_link(link, &properties).ok();
        let topic = unique("orders");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        crate::steps::write(source, &topic, 50);
        let mirror = format!("us-east-1.{topic}");
        kagami.create_mirror(&mirror, link).ok();
        wait_same_log(source, &topic, destination, &mirror, PATIENCE);
        for (name, client) in shown.clients() {
            let tale = format!("{version} {name}");
            let seen = client.consume_group(&[&topic], &unique("group"), 50);
            let seen = seen.unwrap_or_else(|error| panic!("{tale}: {error:?}"));
            assert_eq!(seen.len(), 50, "{tale}");
            let refused = client.produce(&topic, &[Record::value("stray")], &[]);
            let refused = refused.expect_err("a mirror is read-only");
            assert!(!refused.message.contains(&mirror), "{tale}: {refused:?}");
        }
        kagami.mirrors(&["--promote", "--mirror-topic", &mirror]).ok();
        let client = shown.client();
        eventually(PATIENCE, "the promoted topic takes records", || {
            client.produce(&topic, &[Record::value("mine")], &[]).map(drop).map_err(|error| error.message)
        });
    }
}

#[test]
fn explain_tells_what_becomes_of_the_names_of_a_cluster() {
    let shown = Shown::set(&newest(), "{ kind = \"prefix\", prefix = \"us.\", also = [\"local-*\"] }");
    let Stage { kagami, destination, .. } = &shown.stage;
    let names = ["us.orders", "local-bills", "us.local-bills", "orders"].map(unique);
    for name in &names {
        destination.client().create_topic(name, 1, 1, &[]).expect("the topic is new");
    }
    let file = kagami.config_file().display().to_string();
    let told = kagami.cli(&["view", "explain", "--config", &file, "--output", "json"]);
    let told: Vec<serde_json::Value> = serde_json::from_str(told.ok()).expect("JSON");
    let seen = |name: &str| {
        let row =
            told.iter().find(|row| row["topic"] == name).unwrap_or_else(|| panic!("{name} is not told"));
        row["to_client"].clone()
    };
    assert_eq!(seen(&names[0]), json!({"name": names[0].strip_prefix("us.")}));
    assert_eq!(seen(&names[1]), json!({"name": names[1]}));
    assert_eq!(seen(&names[2]), json!({"hidden": "rule 1 gives the other name to another topic"}));
    assert_eq!(seen(&names[3]), json!({"hidden": "no rule takes it"}));
    let words = kagami.cli(&["view", "explain", "--config", &file, "orders"]);
    assert!(words.ok().contains("us.orders"), "{words:?}");
    let wrong = kagami.cli(&["view", "explain", "--config", &file, "--view", "show"]);
    assert_eq!(wrong.code, 1, "{wrong:?}");
    assert!(wrong.stderr.contains("no view show; it has shown"), "{wrong:?}");
}

#[test]
fn clients_go_on_through_leader_changes_and_never_hear_where_brokers_are() {
    // Clients are told of another host, where somebody listens in between; brokers are at 127.0.0.1.
    let (shown, ports) = Shown::of(&newest(), 3, "{ kind = \"prefix\", prefix = \"us.\" }", "127.0.0.2");
    let ways: Vec<(SocketAddr, SocketAddr)> = ports
        .iter()
        .map(|port| ((Ipv4Addr::new(127, 0, 0, 2), *port).into(), (Ipv4Addr::LOCALHOST, *port).into()))
        .collect();
    let recorder = Recorder::start(&ways);
    let (destination, client) = (&shown.stage.destination, shown.client());
    let topic = unique("orders");
    client.create_topic(&topic, 6, 3, &[("min.insync.replicas", "1")]).expect("the topic is new");
    let load = client.load(&topic, 6, 200, &[("acks", "all")]);
    let readers = ["read_uncommitted", "read_committed"].map(|isolation| client.watch(&topic, isolation));
    let count = || seen_by(&load.status());
    wait_until(PATIENCE, "records are taken", || count() > 500);
    for broker in [2, 3] {
        destination.broker(broker).kill9();
        let before = count();
        wait_until(PATIENCE, "records are taken without a broker", || count() > before + 500);
        destination.broker(broker).restart();
        let described =
            destination.client().describe_topic(&format!("us.{topic}")).expect("the topic is there");
        for partition in described.partitions {
            let wanted = json!({"topic": format!("us.{topic}"), "partition": partition.partition, "type": "PREFERRED"});
            // Whoever leads already, or is not in sync yet, is refused.
            let _as_it_is = destination.client().call("elect_leaders", wanted);
        }
        let before = count();
        wait_until(PATIENCE, "records are taken when the broker is back", || count() > before + 500);
    }
    let done = load.stop();
    assert_eq!(done["failures"], json!([]), "the view lost records");
    let total = done["acknowledged"].as_array().map_or(0, Vec::len);
    for reader in readers {
        wait_until(PATIENCE, "a consumer sees all", || seen_by(&reader.status()) >= total);
        let told = reader.stop();
        assert_eq!(told["failures"], json!([]));
    }
    for library in Library::all() {
        let client = shown.stage.destination.client_of(library).with("bootstrap.servers", &shown.bootstrap);
        let seen = client.consume_group(&[&topic], &unique("group"), 100);
        assert_eq!(seen.map(|seen| seen.len()), Ok(100), "{library:?}");
    }
    assert!(recorder.connections() > 5 && recorder.bytes() > 100_000);
    assert_eq!(recorder.count("us."), 0, "a broker's name of a topic was told");
    assert_eq!(recorder.count("127.0.0.1"), 0, "a broker's address was told");
    assert!(recorder.count("127.0.0.2") > 0);
}
