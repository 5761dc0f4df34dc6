//! Clients that know a cluster only through a view: their names, our addresses.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};

use harness::{
    Client, Cluster, Library, Options, Plain, Record, Recorder, Seen, boot, eventually, full, newest, port,
    unique, versions, wait_same_log, wait_until,
};
use kagami_codec::message::{DescribeTopicPartitionsRequest, describe_topic_partitions_request};
use serde_json::json;

use crate::fleet::{self, Fleet};
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
        let lines = format!("advertised = \"{host}:{first}\"\nnodes = {rows:?}\npolicy = {policy}\n");
        let shown = Self::with(version, brokers, first, &lines, host);
        (shown, [first].into_iter().chain(nodes.iter().map(|(_, port)| *port)).collect())
    }

    /// A view beside the only broker, where hosts stay as they are.
    fn beside(version: &str, policy: &str) -> Self {
        let lines = format!("virtual_bind = \"127.0.0.1:{}\"\npolicy = {policy}\n", port());
        Self::with(version, 1, port(), &lines, "127.0.0.1")
    }

    fn with(version: &str, brokers: i32, first: u16, lines: &str, host: &str) -> Self {
        let more = format!("[[view]]\nname = \"shown\"\nbind = \"127.0.0.1:{first}\"\n{lines}");
        let options = Options { more, ..Options::default() };
        let destination = quick(version).brokers(brokers);
        let stage = Stage::set(Cluster::builder(version).first_broker_id(11), destination, options);
        Self { stage, bootstrap: format!("{host}:{first}") }
    }

    /// A client that knows the view alone.
    fn client(&self) -> Client {
        self.stage.destination.client().with("bootstrap.servers", &self.bootstrap)
    }

    /// The same of every library.
    fn clients(&self) -> Vec<(String, Client)> {
        let mut all = vec![("java".to_owned(), self.client())];
        for library in Library::few() {
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

/// Every topic that a view tells of page by page, and of each its partitions.
fn paged(bootstrap: &str) -> BTreeMap<String, Vec<i32>> {
    let mut client = Plain::connect(bootstrap).expect("the view takes clients");
    let (mut all, mut cursor) = (BTreeMap::<String, Vec<i32>>::new(), None);
    for _ in 0..200 {
        let asked =
            DescribeTopicPartitionsRequest { response_partition_limit: 2, cursor, ..Default::default() };
        let page = client.ask(0, &asked).expect("the broker answers through the view");
        for topic in page.topics {
            let partitions = topic.partitions.iter().map(|partition| partition.partition_index);
            all.entry(topic.name.expect("a name")).or_default().extend(partitions);
        }
        cursor = page.next_cursor.map(|next| describe_topic_partitions_request::Cursor {
            topic_name: next.topic_name,
            partition_index: next.partition_index,
            ..Default::default()
        });
        if cursor.is_none() {
            return all;
        }
    }
    panic!("there is no last page: {all:?}");
}

#[test]
fn large_answers_and_pages_of_topics_are_those_of_the_broker() {
    for (policy, prefix) in
        [("{ kind = \"identity\" }", ""), ("{ kind = \"prefix\", prefix = \"us.\" }", "us.")]
    {
        let shown = Shown::set(&newest(), policy);
        let (destination, client) = (&shown.stage.destination, shown.client());
        let topics = ["large", "small"].map(unique);
        for topic in &topics {
            client.create_topic(topic, 3, 1, &[]).expect("the topic is new");
            destination
                .client()
                .create_topic(&format!("hidden-{topic}"), 3, 1, &[])
                .expect("the topic is new");
        }
        // Each client gets answers of megabytes.
        let records: Vec<_> =
            (0..60).map(|n: i32| Record::value(&format!("{n:07}-").repeat(12_000))).collect();
        client.produce(&topics[0], &records, &[]).expect("the broker takes records");
        let place = |record: &Seen| (record.partition, record.offset, record.text());
        let sorted = |seen: Vec<Seen>| {
            let mut seen: Vec<_> = seen.iter().map(place).collect();
            seen.sort_unstable();
            seen
        };
        let broker_side = format!("{prefix}{}", topics[0]);
        let truth =
            sorted(destination.client().consume_all(&broker_side, "read_committed").expect("records"));
        assert_eq!(truth.len(), records.len());
        for (name, client_of) in shown.clients() {
            let seen = client_of.consume_group(&[&topics[0]], &unique("group"), records.len());
            let seen = sorted(seen.unwrap_or_else(|error| panic!("{policy} {name}: {error:?}")));
            assert!(seen == truth, "{policy} {name}: not what the broker has");
        }
        let mut all = paged(&shown.bootstrap);
        all.retain(|topic, _| !topic.starts_with('_'));
        let hidden = topics.iter().map(|topic| format!("hidden-{topic}")).filter(|_| prefix.is_empty());
        let wanted = topics.iter().cloned().chain(hidden).map(|topic| (topic, vec![0, 1, 2])).collect();
        assert_eq!(all, wanted, "{policy}");
    }
}

#[test]
fn a_mirror_is_read_and_refused_under_the_name_of_its_source() {
    let policy = "{ kind = \"prefix\", prefix = \"us-east-1.\" }";
    let here = versions().into_iter().map(|version| Shown::set(&version, policy));
    for shown in here.chain([Shown::beside(&newest(), policy)]) {
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
            let tale = format!("{} {name}", destination.version());
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
    // Nobody listens at the first two.
    let bootstrap = format!("127.0.0.2:{},127.0.0.2:{},{}", port(), port(), shown.bootstrap);
    for library in Library::few() {
        let client = shown.stage.destination.client_of(library).with("bootstrap.servers", &bootstrap);
        let seen = client.consume_group(&[&topic], &unique("group"), 100);
        assert_eq!(seen.map(|seen| seen.len()), Ok(100), "{library:?}");
    }
    assert!(recorder.connections() > 5 && recorder.bytes() > 100_000);
    assert_eq!(recorder.count("us."), 0, "a broker's name of a topic was told");
    assert_eq!(recorder.count("127.0.0.1"), 0, "a broker's address was told");
    assert!(recorder.count("127.0.0.2") > 0);
}

/// A port of the view on each host, and one more for the virtual broker there.
#[test]
fn views_beside_three_brokers_show_each_host_at_the_ports_of_the_view() {
    let (view, own) = (port(), port());
    let source = Cluster::builder(&newest()).first_broker_id(11);
    let (source, destination) = boot(source, quick(&newest()).brokers(3).own_hosts());
    let fleet = Fleet::with(source, destination, |number| {
        let more = format!(
            "[[view]]\nname = \"shown\"\nbind = \"127.0.0.{number}:{view}\"\n\
             virtual_bind = \"127.0.0.{number}:{own}\"\npolicy = {{ kind = \"prefix\", prefix = \"us.\" }}\n"
        );
        Options { more, ..fleet::options(number) }
    });
    let broker_side = fleet.mirror("us.orders", 6);
    let mirror = broker_side.strip_prefix("us.").expect("it was named so");
    let bootstrap: Vec<String> = (1..=3).map(|number| format!("127.0.0.{number}:{view}")).collect();
    let client = fleet.destination.client().with("bootstrap.servers", &bootstrap.join(","));
    let told = client.call("describe_cluster", json!({})).expect("the view tells of the cluster");
    let nodes: BTreeSet<_> = told["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| format!("{} {}:{}", node["id"], node["host"].as_str().unwrap_or_default(), node["port"]))
        .collect();
    let due = (1..=3).flat_map(|number| {
        [format!("{number} 127.0.0.{number}:{view}"), format!("{} 127.0.0.{number}:{own}", 1000 + number)]
    });
    assert_eq!(nodes, due.collect());
    let topic = unique("mine");
    client.create_topic(&topic, 6, 3, &[("min.insync.replicas", "1")]).expect("the topic is new");
    let written = fleet.source.client().load(&broker_side, 6, 100, &[]);
    let mine = client.load(&topic, 6, 100, &[("acks", "all")]);
    let readers = [mirror, &topic].map(|topic| client.watch(topic, "read_uncommitted"));
    let go_on = |what: &str| {
        let before = readers.each_ref().map(|reader| seen_by(&reader.status()));
        wait_until(PATIENCE, what, || {
            readers.iter().zip(before).all(|(reader, before)| seen_by(&reader.status()) > before + 300)
        });
    };
    go_on("records of both are read");
    // The whole host is gone, with the port of the view.
    fleet.destination.broker(2).kill9();
    fleet.sidecar(1002).kill9();
    fleet.wait_led(&broker_side, &[1001, 1003]);
    go_on("records of both are read while a host is gone");
    fleet.destination.broker(2).restart();
    fleet.sidecar(1002).restart();
    fleet.wait_gets_its_part(&broker_side, 1002);
    go_on("records of both are read when the host is back");
    let (written, mine) = (written.stop(), mine.stop());
    let [mirrored, own] = readers;
    for (done, reader) in [(written, mirrored), (mine, own)] {
        assert_eq!(done["failures"], json!([]));
        let total = done["acknowledged"].as_array().map_or(0, Vec::len);
        wait_until(PATIENCE, "a reader has all", || seen_by(&reader.status()) >= total);
        assert_eq!(reader.stop()["failures"], json!([]));
    }
}

/// Half of a group has moved to the other protocol already.
fn check_mixed(client: &Client, topics: &[String; 2]) {
    let (mixed, topic) = (unique("mixed"), &topics[0]);
    let have_joined = |count: usize| {
        eventually(PATIENCE, "members have joined", || {
            let told =
                client.call("describe_group", json!({"group": mixed})).map_err(|failure| failure.message)?;
            let all = told["members"] == json!(count) && told["topics"] == json!(topics);
            if all { Ok(()) } else { Err(told.to_string()) }
        });
    };
    // One after the other: Kafka (4.4.0) may answer the second with an error that nobody expects while the first joins a new
    // group. And one leaves before the other.
    let members =
        (1..).zip([("classic", 14_000), ("consumer", 17_000)]).map(|(count, (protocol, timeout))| {
            let wanted = json!({"topics": topics, "group": mixed, "max": 1_000, "timeout_ms": timeout});
            let member = client.with("group.protocol", protocol).start("consume_group", wanted);
            have_joined(count);
            member
        });
    let members: Vec<_> = members.collect();
    client.produce(topic, &[Record::value("for one of them")], &[]).expect("the view takes records");
    let seen = members.into_iter().map(|member| member().expect("a member reads")["records"].clone());
    let seen: Vec<Vec<Seen>> = seen.map(|seen| serde_json::from_value(seen).expect("records")).collect();
    let last = |seen: &[Seen]| seen.iter().filter(|record| record.text() == "for one of them").count();
    // Members commit when they leave: whoever gets the partition before that reads it again.
    assert!(seen.iter().map(|seen| last(seen)).sum::<usize>() > 0, "{seen:?}");
    assert!(seen.iter().flatten().all(|record| topics.contains(&record.topic)), "{seen:?}");
    let committed = client.group_offsets(&mixed).expect("the view tells offsets");
    assert!(
        committed.iter().all(|(name, ..)| topics.contains(name)) && !committed.is_empty(),
        "{committed:?}"
    );
}

/// Two transactions that are committed and one that is not, with offsets in each.
fn write_in_transactions(client: &Client, topics: &[String; 2]) {
    let producer = client.producer(&[("transactional.id", &unique("transactional"))]).expect("a producer");
    producer.init().expect("transactions can be prepared");
    for (text, commit) in [("first", true), ("lost", false), ("second", true)] {
        producer.begin().expect("a transaction begins");
        for topic in topics {
            producer.send(topic, &[Record::value(text)]).expect("the view takes records");
        }
        let offsets = json!([{"topic": topics[0], "partition": 0, "offset": 1}]);
        let group = unique("in-transaction");
        producer.offsets(&group, &offsets).expect("offsets go into a transaction");
        if commit {
            producer.commit().expect("it is committed");
            eventually(PATIENCE, "the offset is committed under the client's name", || {
                let told = client.group_offsets(&group).map_err(|failure| failure.message)?;
                if told == [(topics[0].clone(), 0, 1)] { Ok(()) } else { Err(format!("{told:?}")) }
            });
        } else {
            producer.abort().expect("it is aborted");
        }
    }
    producer.close(10_000).expect("it closes");
}

#[test]
fn groups_of_both_protocols_patterns_and_transactions_keep_to_the_names_of_a_view() {
    let shown = Shown::set(&newest(), "{ kind = \"prefix\", prefix = \"us.\" }");
    let (destination, client) = (&shown.stage.destination, shown.client());
    let begin = unique("pattern");
    let topics = ["a", "b"].map(|end| format!("{begin}-{end}"));
    for topic in &topics {
        client.create_topic(topic, 1, 1, &[]).expect("the topic is new");
    }
    // One that the pattern would take at the broker, if it were not for the view.
    destination.client().create_topic(&format!("{begin}-c"), 1, 1, &[]).expect("the topic is new");
    destination
        .client()
        .produce(&format!("{begin}-c"), &[Record::value("hidden")], &[])
        .expect("it takes records");
    write_in_transactions(&client, &topics);
    for (protocol, at_broker) in [("classic", false), ("consumer", false), ("consumer", true)] {
        let tale = format!("{protocol}, matched at the broker: {at_broker}");
        let member = client.with("group.protocol", protocol);
        let group = unique("group");
        let wanted = json!({
            "pattern": format!("^{begin}-.*$"), "at_broker": at_broker, "group": group, "max": 4,
            "config": {"isolation.level": "read_committed"},
        });
        let seen = member.call("consume_group", wanted).unwrap_or_else(|error| panic!("{tale}: {error:?}"));
        let seen: Vec<Seen> = serde_json::from_value(seen["records"].clone()).expect("records");
        let mut told: Vec<_> = seen.iter().map(|record| (record.topic.clone(), record.text())).collect();
        told.sort();
        let due: Vec<_> = topics
            .iter()
            .flat_map(|topic| ["first", "second"].map(|text| (topic.clone(), text.to_owned())))
            .collect();
        assert_eq!(told, due, "{tale}");
        let committed = client.group_offsets(&group).expect("the view tells offsets");
        assert!(committed.iter().all(|(topic, ..)| topics.contains(topic)), "{tale}: {committed:?}");
    }
    if full() {
        check_mixed(&client, &topics);
    }
    // What members hold is told under the client's names, for both protocols.
    for protocol in ["classic", "consumer"] {
        let group = unique("described");
        let member = client.with("group.protocol", protocol);
        let waiting = member.start(
            "consume_group",
            json!({"topics": topics, "group": group, "max": 1_000, "timeout_ms": 15_000}),
        );
        eventually(PATIENCE, "the member holds both topics", || {
            let told =
                client.call("describe_group", json!({"group": group})).map_err(|failure| failure.message)?;
            if told["topics"] == json!(topics) { Ok(()) } else { Err(told.to_string()) }
        });
        let theirs =
            destination.client().call("describe_group", json!({"group": group})).expect("the broker tells");
        assert_eq!(theirs["topics"], json!(topics.clone().map(|topic| format!("us.{topic}"))), "{protocol}");
        let _out_of_time = waiting();
    }
}
