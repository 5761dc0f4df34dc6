//! Clients behind a front door, moved from the source to the destination while they run.

use std::collections::BTreeMap;
use std::time::Duration;

use harness::{
    Background, Builder, Client, Cluster, Library, Options, Plain, Record, boot, eventually, full, newest,
    newest_or_all, oldest_or_all, port, unique, versions, wait_same_log, wait_until,
};
use kagami_codec::message::{OffsetCommitRequest, offset_commit_request};
use serde_json::{Value, json};

use crate::fleet::{self, Fleet};
use crate::stage::{LINK, PATIENCE, Stage, quick};
use crate::witness::{check_seen, seen_by};

/// A front door at a port, with a port for each of these nodes of the destination and for the source's only broker.
pub(crate) fn view(first: u16, nodes: &[i32], policy: &str) -> String {
    let nodes: Vec<_> = nodes.iter().map(|id| format!("{id}:{}", port())).collect();
    let source_nodes = vec![format!("11:{}", port())];
    format!(
        "[[view]]\nname = \"door\"\nbind = \"127.0.0.1:{first}\"\nlink = \"{LINK}\"\nnodes = {nodes:?}\n\
         source_nodes = {source_nodes:?}\npolicy = {policy}\n"
    )
}

/// A stage whose sidecar has a front door; clients know nothing else.
pub(crate) struct Door {
    pub(crate) stage: Stage,
    pub(crate) bootstrap: String,
}

impl Door {
    pub(crate) fn set(version: &str) -> Self {
        Self::of(version, "{ kind = \"identity\" }")
    }

    /// Where nobody is killed, and so many clients run that a broker may be late for [`quick`] controllers.
    pub(crate) fn busy(version: &str) -> Self {
        Self::before(version, Cluster::builder(version), "{ kind = \"identity\" }")
    }

    fn of(version: &str, policy: &str) -> Self {
        Self::before(version, quick(version), policy)
    }

    fn before(version: &str, destination: Builder, policy: &str) -> Self {
        let first = port();
        let more = view(first, &[1, 1001], policy);
        let options = Options { more, ..Options::default() };
        let stage = Stage::set(Cluster::builder(version).first_broker_id(11), destination, options);
        Self { stage, bootstrap: format!("127.0.0.1:{first}") }
    }

    /// A client that knows the door alone.
    pub(crate) fn client(&self) -> Client {
        self.stage.destination.client().with("bootstrap.servers", &self.bootstrap)
    }

    /// A topic with a mirror of the same name that has caught up.
    pub(crate) fn mirrored(&self, name: &str, partitions: i32) -> String {
        let topic = unique(name);
        self.stage.source.client().create_topic(&topic, partitions, 1, &[]).expect("the topic is new");
        self.stage.kagami.create_mirror(&topic, LINK).ok();
        self.stage.wait_caught_up(&topic);
        topic
    }

    pub(crate) fn cutover(&self, more: &[&str]) -> Value {
        let said = self.stage.kagami.cutover(&[&["--link", LINK, "--output", "json"], more].concat());
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
    }
}

/// Where the records of a background writer are that were acknowledged: number by place.
fn acknowledged(written: &Value) -> BTreeMap<(i32, i64), i64> {
    assert_eq!(written["failures"], json!([]), "no produce fails");
    let all = written["acknowledged"].as_array().expect("a writer tells what was acknowledged");
    let places = all.iter().map(|each| {
        let place: (i32, i64, i64) = serde_json::from_value(each.clone()).expect("three numbers");
        ((place.0, place.1), place.2)
    });
    places.collect()
}

/// Every record is where its producer was told, once, and in the order in which it was sent.
pub(crate) fn check_written(writer: Background, cluster: &Cluster, topic: &str) -> usize {
    let written = writer.stop();
    let places = acknowledged(&written);
    assert_eq!(places.len(), usize::try_from(written["sent"].as_i64().unwrap_or(0)).unwrap_or(0));
    let records = cluster.client().consume_all(topic, "read_uncommitted").expect("the cluster gives records");
    let mut last: BTreeMap<i32, i64> = BTreeMap::new();
    for record in &records {
        let text = record.text();
        let number: i64 =
            text.split(';').next().and_then(|number| number.parse().ok()).expect("a number in front");
        let place = (record.partition, record.offset);
        assert_eq!(places.get(&place), Some(&number), "{topic} {place:?}");
        let before = last.insert(record.partition, number);
        assert!(before.is_none_or(|before| before < number), "{topic} {place:?}: {number} after {before:?}");
    }
    assert_eq!(records.len(), places.len(), "{topic}: no record twice");
    records.len()
}

#[test]
fn clients_behind_the_door_are_moved_with_everything_they_wrote_and_read() {
    for version in versions() {
        let door = Door::set(&version);
        let (client, destination) = (door.client(), &door.stage.destination);
        let topic = door.mirrored("orders", 3);
        let idle = door.mirrored("idle", 1);
        client.produce(&idle, &[Record::value("before")], &[]).expect("the door leads to the source");
        let group = unique("group");
        client.consume_group(&[&idle], &group, 1).expect("the group reads");
        let log = door.stage.kagami.log_text();
        assert!(
            log.contains("names a link that does not exist"),
            "the door was there before its link: {log}"
        );
        let dry = door.cutover(&["--dry-run"]);
        assert_eq!((&dry["phase"], &dry["obstacles"]), (&json!("DRY_RUN"), &json!([])), "{dry}");
        let writer = client.load(&topic, 3, 300, &[]);
        let reader = client.watch(&topic, "read_uncommitted");
        wait_until(PATIENCE, "the reader has begun", || seen_by(&reader.status()) > 300);
        let report = door.cutover(&[]);
        assert_eq!((&report["phase"], &report["error"]), (&json!("DONE"), &Value::Null), "{report}");
        assert!(report["pause_ms"].as_u64().is_some_and(|pause| pause > 0), "{report}");
        assert!(report["connections_closed"].as_u64().is_some_and(|closed| closed > 0), "{report}");
        let seen = seen_by(&reader.status());
        wait_until(PATIENCE, "the reader goes on", || seen_by(&reader.status()) > seen + 600);
        std::thread::sleep(Duration::from_secs(1));
        let count = check_written(writer, destination, &topic);
        wait_until(PATIENCE, "the reader has read all", || seen_by(&reader.status()) >= count);
        assert_eq!(check_seen(reader, destination, &topic), count);
        let ends = door.stage.source.client().end_offsets(&topic).expect("the source tells its ends");
        for partition in report["topics"][1]["partitions"].as_array().expect("partitions") {
            let index = usize::try_from(partition["partition"].as_i64().unwrap_or(-1)).expect("a number");
            assert_eq!(partition["destination_first_offset"], json!(ends[index]), "{report}");
            assert_eq!(partition["source_last_offset"], json!(ends[index] - 1), "{report}");
        }
        let offsets = destination.client().group_offsets(&group).expect("the destination has the group");
        assert_eq!(offsets, vec![(idle.clone(), 0, 1)], "{report}");
        client.produce(&idle, &[Record::value("after")], &[]).expect("the door leads to the destination");
        let seen = client.consume_group(&[&idle], &group, 1).expect("the group goes on");
        assert_eq!(seen.iter().map(|record| record.text()).collect::<Vec<_>>(), ["after"]);
        eventually(PATIENCE, "it says so again", || {
            let again = door.cutover(&[]);
            if again["phase"] == json!("DONE") { Ok(()) } else { Err(again.to_string()) }
        });
    }
}

/// A writer that does not know the door.
#[test]
fn a_producer_that_writes_past_the_door_is_named_and_nothing_is_moved() {
    for version in newest_or_all() {
        let door = Door::set(&version);
        let (source, destination) = (&door.stage.source, &door.stage.destination);
        let topic = door.mirrored("orders", 1);
        let past = source.client().load(&topic, 1, 100, &[]);
        wait_until(PATIENCE, "it writes", || seen_by(&past.status()) > 50);
        let dry = door.cutover(&["--dry-run"]);
        assert_eq!(dry["obstacles"][0]["code"], json!("SOURCE_STILL_WRITTEN"), "{dry}");
        // With others that come through the door it is only found out once writes are held.
        let writer = door.client().load(&topic, 1, 100, &[]);
        let reader = door.client().watch(&topic, "read_uncommitted");
        wait_until(PATIENCE, "it writes too", || seen_by(&writer.status()) > 50);
        let report = door.cutover(&["--max-pause", "10s"]);
        assert_eq!(report["phase"], json!("UNDONE"), "{report}");
        assert_eq!(report["error"]["code"], json!("SOURCE_STILL_WRITTEN"), "{report}");
        assert_eq!(door.stage.state(&topic), Some("ACTIVE".to_owned()), "{report}");
        let (count, seen) = (seen_by(&writer.status()), seen_by(&reader.status()));
        wait_until(PATIENCE, "it goes on writing", || seen_by(&writer.status()) > count + 100);
        wait_until(PATIENCE, "the reader goes on", || seen_by(&reader.status()) > seen + 100);
        let (past, written) = (acknowledged(&past.stop()), acknowledged(&writer.stop()));
        let ends = source.client().end_offsets(&topic).expect("the source tells its ends");
        assert_eq!(usize::try_from(ends[0]).unwrap_or(0), past.len() + written.len());
        wait_until(PATIENCE, "all was read", || seen_by(&reader.status()) >= past.len() + written.len());
        check_seen(reader, source, &topic);
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        // Without it the same command succeeds.
        let report = door.cutover(&[]);
        assert_eq!(report["phase"], json!("DONE"), "{report}");
        let undo = door.stage.kagami.cutover(&["--link", LINK, "--undo"]);
        assert_ne!(undo.code, 0, "{undo:?}");
        assert!(undo.stderr.contains("cannot be undone"), "{undo:?}");
    }
}

/// Commits an offset for a group that has no members.
fn commit(coordinator: &mut Plain, group: &str, topic: &str, offset: i64) {
    let partition = offset_commit_request::OffsetCommitRequestPartition {
        committed_offset: offset,
        ..Default::default()
    };
    let request = OffsetCommitRequest {
        group_id: group.to_owned(),
        topics: vec![offset_commit_request::OffsetCommitRequestTopic {
            name: topic.to_owned(),
            partitions: vec![partition],
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = coordinator.ask(8, &request).expect("the coordinator answers");
    assert_eq!(answer.topics[0].partitions[0].error_code, 0, "{group}");
}

/// Those that have nothing to do with the mirrors stay where they are, however many they are.
#[test]
fn among_thousands_of_groups_those_that_read_the_mirrors_are_moved() {
    let door = Door::set(&newest());
    let Stage { source, destination, .. } = &door.stage;
    let (topic, other) = (door.mirrored("orders", 1), unique("other"));
    source.client().create_topic(&other, 1, 1, &[]).expect("the topic is new");
    for topic in [&topic, &other] {
        crate::steps::write(source, topic, 10);
    }
    source.client().consume_group(&[&other], &unique("first"), 10).expect("the coordinator is there");
    let mut coordinator = Plain::connect(&source.brokers()[0].address()).expect("the broker listens");
    for number in 0..if full() { 5_000 } else { 500 } {
        commit(&mut coordinator, &format!("idle-{number}"), &other, 1);
    }
    let moved: Vec<String> = (0..3).map(|number| format!("moved-{number}")).collect();
    for (group, offset) in moved.iter().zip(5..) {
        commit(&mut coordinator, group, &topic, offset);
    }
    let report = door.cutover(&[]);
    assert_eq!(report["phase"], json!("DONE"), "{report}");
    let told: Vec<&str> = report["groups"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|group| group["group"].as_str())
        .collect();
    assert_eq!(told, moved, "{report}");
    for (group, offset) in moved.iter().zip(5..) {
        assert_eq!(destination.client().group_offsets(group), Ok(vec![(topic.clone(), 0, offset)]));
    }
}

/// Java clients that a coordinator treats in different ways, and one of every other library, with the door alone.
fn all_clients(door: &Door) -> Vec<(String, Client)> {
    let mut all = vec![
        ("java".to_owned(), door.client()),
        ("a static member".to_owned(), door.client().with("group.instance.id", "instance-1")),
    ];
    if !door.stage.destination.version().starts_with("3.") {
        all.push(("the consumer protocol".to_owned(), door.client().with("group.protocol", "consumer")));
    }
    for library in Library::few() {
        let client = door.stage.destination.client_of(library).with("bootstrap.servers", &door.bootstrap);
        all.push((format!("{library:?}"), client));
    }
    all
}

/// A member at the end of a topic that never committed anything: it would skip what comes in between.
fn check_named(door: &Door, group: &str, topic: &str) {
    eventually(PATIENCE, "it is named before a cutover", || {
        let dry = door.cutover(&["--dry-run"]);
        let note = format!("group {group} reads {topic} and has committed nothing for it");
        let notes = dry["notes"].as_array().cloned().unwrap_or_default();
        let is_told = notes.iter().any(|told| told.as_str().is_some_and(|told| told.starts_with(&note)));
        if is_told { Ok(()) } else { Err(dry.to_string()) }
    });
}

#[test]
fn every_client_goes_on_through_a_cutover() {
    let door = Door::set(&newest_or_all().remove(0));
    let all = all_clients(&door);
    let (silent, waiting) = (door.mirrored("silent", 1), unique("waiting"));
    let wanted = json!({"topics": [silent], "group": waiting, "max": 1, "timeout_ms": 15_000});
    let member = door.client().with("auto.offset.reset", "latest").start("consume_group", wanted);
    check_named(&door, &waiting, &silent);
    let moved: Vec<_> = all
        .iter()
        .map(|(name, client)| {
            let (topic, group) = (door.mirrored("orders", 2), unique("group"));
            let records: Vec<_> = (0..20).map(|number| Record::value(&number.to_string())).collect();
            client.produce(&topic, &records, &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            let seen = client.consume_group(&[&topic], &group, 20);
            assert_eq!(seen.map(|seen| seen.len()), Ok(20), "{name}");
            (topic, group)
        })
        .collect();
    let _nothing_came = member();
    let report = door.cutover(&[]);
    assert_eq!(report["phase"], json!("DONE"), "{report}");
    for ((name, client), (topic, group)) in all.iter().zip(moved) {
        let records: Vec<_> = (20..30).map(|number| Record::value(&number.to_string())).collect();
        client.produce(&topic, &records, &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let seen = client.consume_group(&[&topic], &group, 10);
        let seen = seen.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let mut values: Vec<usize> =
            seen.iter().map(|record| record.text().parse().expect("a number")).collect();
        values.sort_unstable();
        assert_eq!(values, (20..30).collect::<Vec<_>>(), "{name}: the group goes on where it was");
    }
}

#[test]
fn a_transaction_that_has_begun_may_end_before_a_cutover_and_a_new_one_waits() {
    for version in oldest_or_all() {
        let door = Door::set(&version);
        let (client, destination) = (door.client(), &door.stage.destination);
        let topic = door.mirrored("orders", 1);
        let id = unique("transactions");
        let open = client.producer(&[("transactional.id", &id)]).expect("a producer");
        open.init().expect("it is let in");
        open.begin().expect("it begins");
        open.send(&topic, &[Record::value("first")]).expect("it is sent");
        std::thread::scope(|scope| {
            let cutover = scope.spawn(|| door.cutover(&[]));
            // Writes are held by now.
            std::thread::sleep(Duration::from_secs(4));
            assert!(!cutover.is_finished(), "it waits for the transaction");
            let held = scope.spawn(|| client.produce(&topic, &[Record::value("held")], &[]));
            open.send(&topic, &[Record::value("second")]).expect("what has begun goes on");
            std::thread::sleep(Duration::from_millis(500));
            assert!(!held.is_finished(), "a new write is held");
            open.commit().expect("it ends");
            let report = cutover.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            assert_eq!(report["phase"], json!("DONE"), "{report}");
            let held = held.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            held.expect("it is written at the destination");
        });
        let seen = destination.client().consume_all(&topic, "read_committed").expect("records");
        let texts: Vec<String> = seen.iter().map(|record| record.text()).collect();
        assert_eq!(texts, ["first", "second", "held"]);
        let source = door.stage.source.client().consume_all(&topic, "read_committed").expect("records");
        assert_eq!(source.len(), 2, "the source was fenced");
        let again = client.producer(&[("transactional.id", &id)]).expect("a producer");
        again.init().expect("the destination gives it an id");
        again.begin().expect("it begins");
        again.send(&topic, &[Record::value("new")]).expect("it is sent");
        again.commit().expect("it ends");
    }
}

/// Whoever is killed in the middle of a cutover goes on with it when it is back; a cutover that is called off leaves
/// everything as it was.
#[test]
fn a_cutover_outlives_its_sidecar_and_can_be_called_off_before_mirrors_are_opened() {
    for version in newest_or_all() {
        let door = Door::set(&version);
        let Stage { kagami, source, destination } = &door.stage;
        let topic = door.mirrored("orders", 1);
        // A transaction past the door keeps a cutover from going on.
        let id = unique("transactions");
        let open = source.client().producer(&[("transactional.id", &id)]).expect("a producer");
        open.init().expect("it is let in");
        let begin = || {
            open.begin().expect("it begins");
            open.send(&topic, &[Record::value("open")]).expect("it is sent");
        };
        let is_draining = || kagami.log_text().contains("phase=\"DRAINING\"");
        begin();
        std::thread::scope(|scope| {
            let cutover = scope.spawn(|| door.cutover(&["--max-pause", "2m"]));
            wait_until(PATIENCE, "writes are held", is_draining);
            let held = scope.spawn(|| door.client().produce(&topic, &[Record::value("first")], &[]));
            std::thread::sleep(Duration::from_secs(1));
            assert!(!held.is_finished(), "it is held");
            let undone: Value =
                serde_json::from_str(&kagami.cutover(&["--link", LINK, "--undo", "--output", "json"]).stdout)
                    .expect("a report");
            assert_eq!(undone["phase"], json!("UNDONE"), "{undone}");
            held.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).expect("it goes on");
            let report = cutover.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            assert_eq!(report["error"]["code"], json!("CALLED_OFF"), "{report}");
        });
        open.commit().expect("it ends");
        assert_eq!(door.stage.state(&topic), Some("ACTIVE".to_owned()));
        begin();
        std::thread::scope(|scope| {
            let command = scope.spawn(|| kagami.cutover(&["--link", LINK, "--max-pause", "2m"]));
            let twice = || kagami.log_text().matches("phase=\"DRAINING\"").count() > 1;
            wait_until(PATIENCE, "writes are held again", twice);
            kagami.kill9();
            kagami.restart();
            let held = scope.spawn(|| door.client().produce(&topic, &[Record::value("second")], &[]));
            std::thread::sleep(Duration::from_secs(2));
            assert!(!held.is_finished(), "it is held by the new process too");
            open.commit().expect("it ends");
            held.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).expect("it is moved");
            let said = command.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            assert!(said.code != 0 && said.stderr.contains("no sidecar answers"), "{said:?}");
        });
        let report = door.cutover(&[]);
        assert_eq!(report["phase"], json!("DONE"), "{report}");
        let seen = destination.client().consume_all(&topic, "read_committed").expect("records");
        let texts: Vec<String> = seen.iter().map(|record| record.text()).collect();
        assert_eq!(texts, ["open", "first", "open", "second"]);
    }
}

#[test]
fn doors_of_three_sidecars_are_led_together_although_the_one_that_decides_dies_on_the_way() {
    for version in newest_or_all() {
        let (source, destination) =
            boot(Cluster::builder(&version).first_broker_id(11), quick(&version).brokers(3));
        let ports = [port(), port(), port()];
        let fleet = Fleet::with(source, destination, |number| {
            let first = ports[usize::try_from(number - 1).expect("brokers are numbered from 1")];
            let more = view(first, &[1, 2, 3, 1001, 1002, 1003], "{ kind = \"identity\" }");
            Options { more, ..fleet::options(number) }
        });
        let topic = fleet.mirror("orders", 6);
        let doors = ports.map(|port| format!("127.0.0.1:{port}"));
        let through = |number: usize| fleet.destination.client().with("bootstrap.servers", &doors[number]);
        let writers = [0, 1, 2].map(|number| through(number).load(&topic, 6, 50, &[]));
        let reader = through(1).watch(&topic, "read_uncommitted");
        wait_until(PATIENCE, "the reader has begun", || seen_by(&reader.status()) > 200);
        // A transaction past the doors keeps the cutover from going on.
        let open =
            fleet.source.client().producer(&[("transactional.id", &unique("open"))]).expect("a producer");
        open.init().expect("it is let in");
        open.begin().expect("it begins");
        open.send(&topic, &[Record::value("past")]).expect("it is sent");
        std::thread::scope(|scope| {
            let cutover = scope.spawn(|| {
                fleet.sidecars[2].cutover(&["--link", LINK, "--max-pause", "2m", "--output", "json"])
            });
            let is_draining = || fleet.sidecars[0].log_text().contains("phase=\"DRAINING\"");
            wait_until(PATIENCE, "writes are held", is_draining);
            fleet.sidecars[0].kill9();
            fleet.sidecars[0].restart();
            open.abort().expect("it ends");
            let said = cutover.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            let report: Value = serde_json::from_str(said.ok()).expect("a report");
            assert_eq!(report["phase"], json!("DONE"), "{report}");
        });
        let seen = seen_by(&reader.status());
        wait_until(PATIENCE, "the reader goes on", || seen_by(&reader.status()) > seen + 300);
        let written = writers.map(|writer| acknowledged(&writer.stop()));
        let count: usize = written.iter().map(BTreeMap::len).sum();
        wait_until(PATIENCE, "all was read", || seen_by(&reader.status()) > count);
        let records = fleet.destination.client().consume_all(&topic, "read_committed").expect("records");
        assert_eq!(records.len(), count, "what was acknowledged is there once");
        for record in records {
            let number = record.text().split(';').next().and_then(|number| number.parse::<i64>().ok());
            let place = (record.partition, record.offset);
            assert!(written.iter().any(|places| places.get(&place).copied() == number), "{place:?}");
        }
    }
}
