//! Clients of every library that write and read while they are moved from the source to the destination.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::time::Duration;

use harness::{
    Background, Client, KEYS, Library, Record, Seen, eventually, full, newest_or_all, unique, wait_until,
};
use serde_json::{Value, json};

use crate::cutover::Door;
use crate::stage::PATIENCE;

/// Partitions of each client's topic.
const PARTITIONS: i32 = 2;
/// Records a second of each client.
const RATE: u32 = 60;
/// The client that writes in transactions.
const TRANSACTIONS: &str = "java transactions";

/// A client with a writer and a member of a group, at a topic of its own.
struct Moved {
    name: String,
    topic: String,
    group: String,
    isolation: &'static str,
    client: Client,
    writer: Background,
    reader: Background,
}

fn number(value: &Value, key: &str) -> usize {
    value[key].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

/// Places of an ended runner.
fn places(told: &Value, name: &str) -> Vec<(i32, i64, i64)> {
    serde_json::from_value(told[name].clone()).unwrap_or_else(|error| panic!("{name}: {error} in {told}"))
}

fn numbers(told: &Value, name: &str) -> BTreeSet<i64> {
    serde_json::from_value(told[name].clone()).unwrap_or_else(|error| panic!("{name}: {error} in {told}"))
}

/// The number that the writer gave to a record, which has the key that belongs to it.
fn number_of(record: &Seen) -> i64 {
    let text = record.text();
    let number: i64 = text.split(';').next().and_then(|number| number.parse().ok()).expect("a number");
    let key = format!("key-{}", number % i64::from(KEYS * PARTITIONS));
    assert_eq!((record.key_text(), i64::from(record.partition)), (Some(key), number % i64::from(PARTITIONS)));
    number
}

impl Moved {
    fn start(door: &Door, name: String, client: Client) -> Self {
        let (topic, group) = (door.mirrored("orders", PARTITIONS), unique("group"));
        let id = unique("transactional");
        let (isolation, config) = match name.as_str() {
            TRANSACTIONS => ("read_committed", &[("transactional.id", id.as_str())][..]),
            _ => ("read_uncommitted", &[][..]),
        };
        let writer = client.load_keyed(&topic, PARTITIONS, RATE, config);
        let reader = client.watch_in(&group, &topic, isolation);
        Self { name, topic, group, isolation, client, writer, reader }
    }

    /// Waits until the reader has seen and committed so much more.
    fn wait_on(&self, records: u32, commits: usize) {
        let (seen, committed) = self.so_far();
        let due = seen + usize::try_from(records).expect("a few");
        eventually(PATIENCE, &format!("{} reads {records} more and commits", self.name), || {
            let now = self.so_far();
            let done = now.0 >= due && now.1 >= committed + commits;
            if done { Ok(()) } else { Err(format!("{} {}", self.reader.status(), self.writer.status())) }
        });
    }

    fn so_far(&self) -> (usize, usize) {
        let status = self.reader.status();
        (number(&status, "count"), number(&status, "committed"))
    }

    /// Ends both; every record is where it should be and was seen.
    fn end(self, door: &Door) {
        let destination = &door.stage.destination;
        let written = self.writer.stop();
        let log = destination.client().consume_all(&self.topic, self.isolation).expect("the log can be read");
        if self.isolation == "read_committed" {
            check_transactions(&self.name, &written, &log);
        } else {
            check_log(&self.name, &written, &log);
        }
        let last = |reader: &Background| serde_json::from_value(reader.status()["last"].clone());
        let ends: BTreeMap<String, i64> =
            log.iter().map(|record| (record.partition.to_string(), record.offset)).collect();
        let what = format!("{} reads to the end", self.name);
        wait_until(PATIENCE, &what, || {
            last(&self.reader).is_ok_and(|last: BTreeMap<String, i64>| last == ends)
        });
        let is_committed = |(partition, last): (&String, &i64)| {
            let offsets = destination.client().group_offsets(&self.group).unwrap_or_default();
            offsets.iter().any(|(_, index, offset)| index.to_string() == *partition && offset > last)
        };
        let what = format!("{} commits what it read", self.name);
        wait_until(PATIENCE, &what, || ends.iter().all(is_committed));
        let told = self.reader.stop();
        let brief = json!({"topic": self.topic, "isolation": self.isolation, "brief": true});
        let log = destination.client().consume(brief).expect("the log can be read");
        check_seen(&self.name, &told, &log);
        // A new client with the same group goes on where the old one was.
        self.client
            .produce(&self.topic, &[Record::value("end")], &[])
            .unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        let seen = self.client.consume_group(&[&self.topic], &self.group, 1);
        let seen = seen.unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        assert_eq!(seen.iter().map(Seen::text).collect::<Vec<_>>(), ["end"], "{}", self.name);
    }
}

/// No produce failed; each partition holds every record once, in the order in which it was sent, where the client was told
/// that it is.
fn check_log(name: &str, written: &Value, log: &[Seen]) {
    assert_eq!(written["failures"], json!([]), "{name}: a produce failed");
    let sent = i64::try_from(number(written, "sent")).expect("a count");
    let told: BTreeMap<(i32, i64), i64> =
        places(written, "acknowledged").iter().map(|place| ((place.0, place.1), place.2)).collect();
    assert_eq!(told.len(), number(written, "sent"), "{name}: everything was acknowledged");
    for partition in 0..PARTITIONS {
        let here = log.iter().filter(|record| record.partition == partition);
        let numbers: Vec<i64> = here.clone().map(number_of).collect();
        let step = usize::try_from(PARTITIONS).expect("a few");
        let due: Vec<i64> = (i64::from(partition)..sent).step_by(step).collect();
        assert_eq!(numbers, due, "{name}: partition {partition}");
        for record in here {
            let place = (record.partition, record.offset);
            assert_eq!(told.get(&place), Some(&number_of(record)), "{name}: {place:?}");
        }
    }
}

/// What was committed is there once and in order; what was aborted is not; a transaction whose end failed may be or not.
fn check_transactions(name: &str, written: &Value, log: &[Seen]) {
    let committed: BTreeMap<(i32, i64), i64> =
        places(written, "acknowledged").iter().map(|place| ((place.0, place.1), place.2)).collect();
    let doubtful = numbers(written, "doubtful");
    let tale = format!("{name}: {} opened, {}", written["opened"], written["failures"]);
    assert!(!committed.is_empty() && !numbers(written, "aborted").is_empty(), "{tale}");
    let mut last: BTreeMap<i32, i64> = BTreeMap::new();
    let mut found = 0;
    for record in log {
        let (number, place) = (number_of(record), (record.partition, record.offset));
        let before = last.insert(record.partition, number);
        assert!(before.is_none_or(|before| before < number), "{tale}: {number} after {before:?}");
        match committed.get(&place) {
            Some(told) => {
                assert_eq!(*told, number, "{tale}: {place:?}");
                found += 1;
            }
            None => assert!(doubtful.contains(&number), "{tale}: {number} at {place:?} was not committed"),
        }
    }
    assert_eq!(found, committed.len(), "{tale}: what was committed is there");
}

/// A member of a group saw the log from its beginning, and everything of it. It may have been told again what it had not
/// committed, and nothing before that.
fn check_seen(name: &str, told: &Value, log: &[Seen]) {
    let mut truth: BTreeMap<i32, Vec<(i64, i64)>> = BTreeMap::new();
    for record in log {
        let checksum = record.checksum.map_or(-1, i64::from);
        truth.entry(record.partition).or_default().push((record.offset, checksum));
    }
    let failures = told["failures"].to_string();
    let lost = ["OUT_OF_RANGE", "OutOfRange", "AUTO_OFFSET_RESET"];
    assert!(!lost.iter().any(|word| failures.contains(word)), "{name}: {failures}");
    let mut commits = places(told, "commits").into_iter().peekable();
    let mut committed: BTreeMap<i32, i64> = BTreeMap::new();
    let mut next: BTreeMap<i32, usize> = BTreeMap::new();
    for (at, (partition, offset, checksum)) in places(told, "seen").into_iter().enumerate() {
        let at = i64::try_from(at).expect("a count");
        while let Some((of, offset, _)) = commits.next_if(|(.., seen)| *seen <= at) {
            let before = committed.insert(of, offset);
            assert!(before <= Some(offset), "{name}: {partition}: committed {offset} after {before:?}");
        }
        let log = truth.get(&partition).unwrap_or_else(|| panic!("{name}: partition {partition}"));
        let found = log.binary_search(&(offset, checksum));
        let found = found.unwrap_or_else(|_| panic!("{name}: {partition} {offset}: not what is in the log"));
        let due = next.entry(partition).or_default();
        let tale = || format!("{name}: {partition} {offset}, due {:?}, {}", log.get(*due), told["failures"]);
        assert!(found <= *due, "left out: {}", tale());
        let least = committed.get(&partition).copied().unwrap_or(0);
        assert!(found == *due || offset >= least, "read again from before {least}: {}", tale());
        *due = found + 1;
    }
    let all: BTreeMap<i32, usize> = truth.iter().map(|(partition, log)| (*partition, log.len())).collect();
    assert_eq!(next, all, "{name}: {}", told["failures"]);
}

/// Does it for all of them side by side.
fn at_once<T: Send, R: Send>(all: Vec<T>, act: impl Fn(T) -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let act = &act;
        let begun: Vec<_> = all.into_iter().map(|each| scope.spawn(move || act(each))).collect();
        let join = |one: std::thread::ScopedJoinHandle<'_, R>| one.join();
        begun.into_iter().map(|one| join(one).unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Every library that is there writes and reads through one cutover.
#[test]
fn every_client_writes_and_reads_on_through_a_cutover() {
    if !full() {
        return;
    }
    for version in newest_or_all() {
        let door = Door::busy(&version);
        // Before 4.0 brokers do not offer the consumer protocol by themselves.
        let protocol = if version.starts_with("3.") { "classic" } else { "consumer" };
        let mut clients = vec![
            (TRANSACTIONS.to_owned(), door.client()),
            (format!("java {protocol}"), door.client().with("group.protocol", protocol)),
        ];
        for library in Library::all() {
            let client = door.stage.destination.client_of(library);
            clients.push((format!("{library:?}"), client.with("bootstrap.servers", &door.bootstrap)));
        }
        let all = at_once(clients, |(name, client)| Moved::start(&door, name, client));
        for moved in &all {
            moved.wait_on(RATE, 2);
        }
        let report = door.cutover(&[]);
        assert_eq!((&report["phase"], &report["error"]), (&json!("DONE"), &Value::Null), "{report}");
        for moved in &all {
            moved.wait_on(RATE, 2);
        }
        std::thread::sleep(Duration::from_secs(2));
        at_once(all, |moved| moved.end(&door));
    }
}
