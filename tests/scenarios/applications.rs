//! Applications that know a front door alone run on through a cutover: Connect with its internal topics, and Streams with a
//! state store.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use harness::{
    Application, Background, Client, Worker, directory, eventually, full, newest_or_all, unique, wait_until,
};
use serde_json::{Value, json};

use crate::cutover::{Door, check_written};
use crate::stage::{LINK, PATIENCE};
use crate::witness::seen_by;

/// Mirrors of topics that an application made at the source, caught up.
fn mirror(door: &Door, topics: &[String]) {
    for topic in topics {
        wait_until(PATIENCE, &format!("{topic} is made"), || {
            door.stage.source.client().describe_topic(topic).is_ok()
        });
        door.stage.kagami.create_mirror(topic, LINK).ok();
        door.stage.wait_caught_up(topic);
    }
}

fn cut_over(door: &Door) {
    let report = door.cutover(&["--max-pause", "20s"]);
    assert_eq!((&report["phase"], &report["error"]), (&json!("DONE"), &Value::Null), "{report}");
}

/// A file that gets a numbered line every 20 ms, until it is dropped.
struct Appended {
    stop: Arc<AtomicBool>,
    count: Option<JoinHandle<usize>>,
}

impl Appended {
    fn start(path: &Path) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut file = OpenOptions::new().append(true).create(true).open(path).expect("our own directory");
        let over = Arc::clone(&stop);
        let count = std::thread::spawn(move || {
            let mut count = 0;
            while !over.load(Ordering::Relaxed) {
                writeln!(file, "line {count}").expect("the file takes lines");
                count += 1;
                std::thread::sleep(Duration::from_millis(20));
            }
            count
        });
        Self { stop, count: Some(count) }
    }

    /// How many lines there are.
    fn stop(mut self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        let count = self.count.take().expect("it is stopped once");
        count.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Appended {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn line_count(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().lines().count()
}

#[test]
fn connect_workers_keep_their_connectors_through_a_cutover() {
    if !full() {
        return;
    }
    for version in newest_or_all() {
        let door = Door::set(&version);
        let (group, topic) = (unique("connect"), unique("lines"));
        let files = directory("lines");
        let (from, to) = (files.join("from"), files.join("to"));
        let mut worker = Worker::start(&door.bootstrap, &group);
        door.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        let lines = Appended::start(&from);
        worker.connector("source", &file_connector("Source", &from, "topic", &topic));
        worker.connector("sink", &file_connector("Sink", &to, "topics", &topic));
        wait_until(PATIENCE, "lines come through", || line_count(&to) > 50);
        let mut topics = Worker::topics(&group).to_vec();
        topics.push(topic.clone());
        mirror(&door, &topics);
        cut_over(&door);
        let before = line_count(&to);
        wait_until(PATIENCE, "lines come through after the cutover", || line_count(&to) > before + 100);
        for name in ["source", "sink"] {
            worker.wait_running(name);
        }
        // Whoever starts anew finds at the destination what there was at the source.
        worker.restart();
        for name in ["source", "sink"] {
            worker.wait_running(name);
        }
        worker.connector("late", &file_connector("Sink", &files.join("late"), "topics", &topic));
        let before = line_count(&to);
        wait_until(PATIENCE, "lines come through after the restart", || line_count(&to) > before + 100);
        let count = lines.stop();
        let all: Vec<String> = (0..count).map(|number| format!("line {number}")).collect();
        eventually(PATIENCE, "every line is in the topic once", || {
            let seen = texts(door.stage.destination.client(), &topic);
            if seen == all { Ok(()) } else { Err(format!("{} of {count}: {:?}", seen.len(), seen.last())) }
        });
        for sink in [&to, &files.join("late")] {
            wait_until(PATIENCE, "the last line is there", || {
                fs::read_to_string(sink).unwrap_or_default().lines().last() == all.last().map(String::as_str)
            });
            // A sink reads again what it had not committed.
            let mut seen: Vec<String> = Vec::new();
            for line in fs::read_to_string(sink).expect("the sink wrote it").lines() {
                if !seen.iter().rev().take(200).any(|before| before == line) {
                    seen.push(line.to_owned());
                }
            }
            assert!(seen == all, "{}: {} lines of {count}", sink.display(), seen.len());
        }
    }
}

fn file_connector(kind: &str, file: &Path, key: &str, topic: &str) -> Value {
    json!({
        "connector.class": format!("org.apache.kafka.connect.file.FileStream{kind}Connector"),
        "tasks.max": "1", "file": file.display().to_string(), key: topic,
    })
}

fn texts(client: &Client, topic: &str) -> Vec<String> {
    let seen = client.consume_all(topic, "read_committed").unwrap_or_default();
    seen.iter().map(harness::Seen::text).collect()
}

#[test]
fn streams_count_exactly_once_through_a_cutover() {
    if !full() {
        return;
    }
    for version in newest_or_all() {
        let door = Door::set(&version);
        let [input, output, id] = ["input", "output", "counting"].map(unique);
        let client = door.client();
        for topic in [&input, &output] {
            client.create_topic(topic, 2, 1, &[]).expect("the topic is new");
        }
        let writer = client.load(&input, 2, 200, &[]);
        let application = Application::counting(&door.bootstrap, &id, &input, &output);
        wait_until(PATIENCE, "counts are told", || {
            assert!(application.alive(), "it ended: {}", application.log_text());
            texts(&client, &output).len() > 100
        });
        let internal = ["counts-changelog", "digits-repartition"].map(|end| format!("{id}-{end}"));
        mirror(&door, &[vec![input.clone(), output.clone()], internal.to_vec()].concat());
        cut_over(&door);
        let destination = &door.stage.destination;
        let before = texts(destination.client(), &output).len();
        wait_until(PATIENCE, "counts are told after the cutover", || {
            assert!(application.alive(), "it ended: {}", application.log_text());
            texts(destination.client(), &output).len() > before + 200
        });
        check_counts(&door, writer, &input, &output, &application);
    }
}

/// The last count of each digit is that of the records of the input, and no count was told twice.
fn check_counts(door: &Door, writer: Background, input: &str, output: &str, application: &Application) {
    let destination = &door.stage.destination;
    assert!(seen_by(&writer.status()) > 0);
    check_written(writer, destination, input);
    let mut due: BTreeMap<String, u64> = BTreeMap::new();
    for text in texts(destination.client(), input) {
        let number = text.split(';').next().expect("a number in front");
        *due.entry(number[number.len() - 1..].to_owned()).or_default() += 1;
    }
    eventually(PATIENCE, "every record is counted once", || {
        let mut told: BTreeMap<String, u64> = BTreeMap::new();
        let seen = destination.client().consume_all(output, "read_committed").unwrap_or_default();
        for record in seen {
            let digit = record.key_text().expect("a digit");
            let count: u64 = record.text().parse().expect("a count");
            let before = told.insert(digit.clone(), count);
            assert!(before.is_none_or(|before| before < count), "{digit}: {count} after {before:?}");
        }
        if told == due {
            Ok(())
        } else {
            Err(format!("{told:?} instead of {due:?}\n{}", application.log_text()))
        }
    });
}
