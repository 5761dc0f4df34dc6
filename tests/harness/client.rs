//! What tests say to a Java client, with types.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::driver::Client;

/// What a command answers, or how it failed.
pub type Answer<T> = Result<T, Failure>;

/// A client's exception.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Failure {
    /// Class of the exception in the client's library, such as `InvalidRequestException`.
    pub error: String,
    /// Protocol name, such as `INVALID_REQUEST`; `UNKNOWN_SERVER_ERROR` for what is no protocol error.
    #[serde(default)]
    pub name: String,
    /// Protocol code; −1 for what is no protocol error.
    #[serde(default)]
    pub code: i32,
    pub message: String,
}

/// A record to write.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub partition: Option<i32>,
    pub key: Option<Vec<u8>>,
    pub value: Option<Vec<u8>>,
    /// Names with values; both may repeat, a value may be null.
    pub headers: Vec<(String, Option<Vec<u8>>)>,
    /// Milliseconds; the client's clock when `None`.
    pub timestamp: Option<i64>,
    /// Close the batch after this record.
    pub flush: bool,
}

impl Record {
    /// A record without a key.
    #[must_use]
    pub fn value(value: &str) -> Self {
        Self { value: Some(value.as_bytes().to_vec()), ..Self::default() }
    }

    /// A record with a key.
    #[must_use]
    pub fn keyed(key: &str, value: &str) -> Self {
        Self { key: Some(key.as_bytes().to_vec()), ..Self::value(value) }
    }

    fn json(&self) -> Value {
        let text = |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| STANDARD.encode(bytes));
        let headers: Vec<_> = self.headers.iter().map(|(name, value)| json!([name, text(value)])).collect();
        json!({
            "partition": self.partition, "key": text(&self.key), "value": text(&self.value),
            "headers": headers, "timestamp": self.timestamp, "flush": self.flush,
        })
    }
}

/// Where a record was stored.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Stored {
    pub partition: i32,
    pub offset: i64,
    pub timestamp: i64,
}

/// A record as a consumer sees it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Seen {
    pub topic: String,
    pub partition: i32,
    pub offset: i64,
    pub timestamp: i64,
    pub timestamp_type: String,
    pub leader_epoch: i32,
    /// Base64.
    #[serde(default)]
    pub key: Option<String>,
    /// Base64.
    #[serde(default)]
    pub value: Option<String>,
    #[serde(default)]
    pub headers: Vec<(String, Option<String>)>,
    /// CRC-32 of key, a zero byte and value; only for brief reads.
    #[serde(default)]
    pub checksum: Option<u32>,
}

impl Seen {
    /// The key as text; `None` when it is null or no UTF-8.
    #[must_use]
    pub fn key_text(&self) -> Option<String> {
        String::from_utf8(STANDARD.decode(self.key.as_ref()?).ok()?).ok()
    }

    /// The value as text; panics when it is null or no UTF-8.
    #[must_use]
    pub fn text(&self) -> String {
        let value = self.value.as_ref().expect("the record has a value");
        String::from_utf8(STANDARD.decode(value).expect("the driver sends base64"))
            .expect("the value is text")
    }
}

/// A topic as Metadata shows it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub topic_id: String,
    pub partitions: Vec<Partition>,
}

/// A partition as Metadata shows it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Partition {
    pub partition: i32,
    /// −1 while there is none.
    pub leader: i32,
    pub replicas: Vec<i32>,
    pub isr: Vec<i32>,
}

/// `(key, value)` pairs as a JSON object.
#[must_use]
pub(crate) fn object(pairs: &[(&str, &str)]) -> Value {
    Value::Object(pairs.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect::<Map<_, _>>())
}

fn parsed<T: for<'de> Deserialize<'de>>(value: Value) -> T {
    serde_json::from_value(value).expect("the driver answers in a fixed shape")
}

impl Client {
    /// Makes a topic and waits until Metadata shows a leader for each partition; answers with its id.
    pub fn create_topic(
        &self,
        name: &str,
        partitions: i32,
        replication: i16,
        configs: &[(&str, &str)],
    ) -> Answer<String> {
        let wanted = json!({"name": name, "partitions": partitions, "replication": replication, "configs": object(configs)});
        self.create(name, wanted)
    }

    /// Makes a topic whose partition `i` has the replicas `assignment[i]`, the leader first.
    pub fn create_topic_on(
        &self,
        name: &str,
        assignment: &[&[i32]],
        configs: &[(&str, &str)],
    ) -> Answer<String> {
        self.create(name, json!({"name": name, "assignment": assignment, "configs": object(configs)}))
    }

    fn create(&self, name: &str, wanted: Value) -> Answer<String> {
        let answer = self.call("create_topic", wanted)?;
        crate::eventually(crate::PATIENCE, "a created topic has leaders", || {
            let topic = self.describe_topic(name).map_err(|failure| failure.message)?;
            let led = topic.partitions.iter().all(|partition| partition.leader >= 0);
            if led { Ok(()) } else { Err(format!("{topic:?}")) }
        });
        Ok(answer["topic_id"].as_str().unwrap_or_default().to_owned())
    }

    /// Removes a topic; returns when the controller has accepted it.
    pub fn delete_topic(&self, name: &str) -> Answer<()> {
        self.call("delete_topic", json!({"name": name})).map(drop)
    }

    /// What Metadata says about a topic.
    pub fn describe_topic(&self, name: &str) -> Answer<Topic> {
        self.call("describe_topic", json!({"name": name})).map(parsed)
    }

    /// Moves the log start of a partition to `before` (−1: to the high watermark); answers with the new start.
    pub fn delete_records(&self, topic: &str, partition: i32, before: i64) -> Answer<i64> {
        let answer =
            self.call("delete_records", json!({"topic": topic, "partition": partition, "before": before}))?;
        Ok(answer["low_watermark"].as_i64().unwrap_or(-1))
    }

    /// Offsets of all partitions; `spec` is `earliest`, `latest`, `max_timestamp` or milliseconds.
    pub fn offsets(&self, topic: &str, spec: &str) -> Answer<Vec<i64>> {
        let answer = self.call("offsets", json!({"topic": topic, "spec": spec}))?;
        let count = answer.as_object().map_or(0, Map::len);
        Ok((0..count).map(|index| answer[index.to_string()]["offset"].as_i64().unwrap_or(-1)).collect())
    }

    /// Ends of all partitions: the next offsets.
    pub fn end_offsets(&self, topic: &str) -> Answer<Vec<i64>> {
        self.offsets(topic, "latest")
    }

    /// Writes records and waits for all acknowledgements; the first failure wins.
    pub fn produce(&self, topic: &str, records: &[Record], config: &[(&str, &str)]) -> Answer<Vec<Stored>> {
        let records: Vec<_> = records.iter().map(Record::json).collect();
        let answer =
            self.call("produce", json!({"topic": topic, "records": records, "config": object(config)}))?;
        stored(answer)
    }

    /// Writes generated records; `bulk` as in `java/Producing.java`: count, size, seed, partition, partitions, keys,
    /// `null_every`, `flush_every`. Any failed record is a failure.
    pub fn produce_bulk(&self, topic: &str, bulk: &Value, config: &[(&str, &str)]) -> Answer<()> {
        let answer = self.call("produce", json!({"topic": topic, "bulk": bulk, "config": object(config)}))?;
        answer.get("first_failure").map_or(Ok(()), |failure| Err(parsed(failure.clone())))
    }

    /// A producer that stays open, such as a transactional one.
    pub fn producer(&self, config: &[(&str, &str)]) -> Answer<Producer> {
        let answer = self.call("producer_open", json!({"config": object(config)}))?;
        Ok(Producer { client: self.clone(), handle: answer["producer"].clone() })
    }

    /// Reads every partition from its beginning to its end as it is now.
    pub fn consume_all(&self, topic: &str, isolation: &str) -> Answer<Vec<Seen>> {
        self.consume(json!({"topic": topic, "isolation": isolation}))
    }

    /// Reads as `java/Consuming.java` says; a read that runs out of time is a failure.
    pub fn consume(&self, wanted: Value) -> Answer<Vec<Seen>> {
        records(self.call("consume", wanted)?)
    }

    /// Joins `group`, reads `max` records, commits and leaves.
    pub fn consume_group(&self, topics: &[&str], group: &str, max: usize) -> Answer<Vec<Seen>> {
        records(self.call("consume_group", json!({"topics": topics, "group": group, "max": max}))?)
    }

    /// What a group has committed, as `(topic, partition, offset)`.
    pub fn group_offsets(&self, group: &str) -> Answer<Vec<(String, i32, i64)>> {
        let answer = self.call("group_offsets", json!({"group": group}))?;
        let one = |each: &Value| {
            let partition: i32 = parsed(each["partition"].clone());
            (parsed(each["topic"].clone()), partition, parsed(each["offset"].clone()))
        };
        let mut offsets: Vec<_> =
            answer.as_array().map(|all| all.iter().map(one).collect()).unwrap_or_default();
        offsets.sort();
        Ok(offsets)
    }

    /// The value of one topic setting.
    pub fn topic_config(&self, topic: &str, key: &str) -> Answer<Option<String>> {
        let answer = self.call("describe_configs", json!({"type": "TOPIC", "name": topic}))?;
        Ok(answer[key]["value"].as_str().map(str::to_owned))
    }

    /// Sets and removes topic settings.
    pub fn alter_topic(&self, topic: &str, set: &[(&str, &str)], remove: &[&str]) -> Answer<()> {
        let wanted = json!({"type": "TOPIC", "name": topic, "set": object(set), "remove": remove});
        self.call("alter_configs", wanted).map(drop)
    }

    /// Starts a writer in the background: `partitions` round robin, `rate` records a second of `size` bytes.
    pub fn load(&self, topic: &str, partitions: i32, rate: u32, config: &[(&str, &str)]) -> Background {
        let wanted =
            json!({"topic": topic, "partitions": partitions, "rate": rate, "config": object(config)});
        self.background("load_start", wanted)
    }

    /// Starts a reader in the background that remembers every record it ever saw.
    pub fn watch(&self, topic: &str, isolation: &str) -> Background {
        self.background("watch_start", json!({"topic": topic, "isolation": isolation}))
    }

    /// As [`Client::load`], with keys of which each stays in one partition.
    pub fn load_keyed(&self, topic: &str, partitions: i32, rate: u32, config: &[(&str, &str)]) -> Background {
        let config = object(config);
        let wanted = json!({
            "topic": topic, "partitions": partitions, "rate": rate, "keys": KEYS * partitions, "config": config,
        });
        self.background("load_start", wanted)
    }

    /// As [`Client::watch`], as a member of a group that commits by time; what it told is told again from there on.
    pub fn watch_in(&self, group: &str, topic: &str, isolation: &str) -> Background {
        self.background("watch_start", json!({"topic": topic, "isolation": isolation, "group": group}))
    }

    fn background(&self, command: &str, wanted: Value) -> Background {
        let answer = self.call(command, wanted).expect("a background task starts");
        Background { client: self.clone(), handle: answer["handle"].clone() }
    }
}

/// Different keys that [`Client::load_keyed`] writes to each partition.
pub const KEYS: i32 = 10;

fn stored(answer: Value) -> Answer<Vec<Stored>> {
    let Value::Array(results) = answer else { return Ok(Vec::new()) };
    results
        .into_iter()
        .map(|result| if result.get("error").is_some() { Err(parsed(result)) } else { Ok(parsed(result)) })
        .collect()
}

fn records(mut answer: Value) -> Answer<Vec<Seen>> {
    let seen: Vec<Seen> = parsed(answer["records"].take());
    if answer["timed_out"] == json!(true) {
        let last = seen.last().map(|record| (record.partition, record.offset));
        // Only some drivers tell what their library logged.
        let log = answer["log"].as_str().unwrap_or_default();
        let message =
            format!("{} records until the time was over, the last one at {last:?}\n{log}", seen.len());
        return Err(Failure { error: "ReadTimedOut".to_owned(), name: String::new(), code: -1, message });
    }
    Ok(seen)
}

/// An open producer of the driver.
#[derive(Debug)]
pub struct Producer {
    client: Client,
    handle: Value,
}

impl Producer {
    /// Writes and waits for acknowledgements.
    pub fn send(&self, topic: &str, records: &[Record]) -> Answer<Vec<Stored>> {
        let records: Vec<_> = records.iter().map(Record::json).collect();
        stored(self.act("producer_send", json!({"topic": topic, "records": records}))?)
    }

    /// Prepares transactions; fences older producers of the same id.
    pub fn init(&self) -> Answer<()> {
        self.act("transaction_init", json!({})).map(drop)
    }

    /// Begins a transaction.
    pub fn begin(&self) -> Answer<()> {
        self.act("transaction_begin", json!({})).map(drop)
    }

    /// Sends offsets of a group with the transaction: a list of objects with topic, partition and offset.
    pub fn offsets(&self, group: &str, offsets: &Value) -> Answer<()> {
        self.act("transaction_offsets", json!({"group": group, "offsets": offsets})).map(drop)
    }

    /// Commits the open transaction.
    pub fn commit(&self) -> Answer<()> {
        self.act("transaction_commit", json!({})).map(drop)
    }

    /// Aborts the open transaction.
    pub fn abort(&self) -> Answer<()> {
        self.act("transaction_abort", json!({})).map(drop)
    }

    /// Closes it, waiting up to `timeout_ms` for what is in flight. With 0 an open transaction stays open.
    pub fn close(mut self, timeout_ms: u64) -> Answer<()> {
        let closed = self.act("producer_close", json!({"timeout_ms": timeout_ms})).map(drop);
        self.handle = Value::Null;
        closed
    }

    fn act(&self, command: &str, mut arguments: Value) -> Answer<Value> {
        arguments["producer"] = self.handle.clone();
        self.client.call(command, arguments)
    }
}

impl Drop for Producer {
    /// What a failed test leaves open would go on looking for its brokers beside all later tests.
    fn drop(&mut self) {
        if !self.handle.is_null() {
            self.client.tell("producer_close", json!({"producer": self.handle, "timeout_ms": 0}));
        }
    }
}

/// A writer or reader of the driver that goes on by itself; it ends when this is dropped.
#[derive(Debug)]
pub struct Background {
    client: Client,
    handle: Value,
}

impl Background {
    /// How much it has done so far; the shapes stand in `java/Load.java`.
    #[must_use]
    pub fn status(&self) -> Value {
        self.client.call("background_status", json!({"handle": self.handle})).expect("the task is known")
    }

    /// Ends it and answers with all that it did.
    #[must_use]
    pub fn stop(mut self) -> Value {
        let handle = self.handle.take();
        self.client.call("background_stop", json!({"handle": handle})).expect("the task is known")
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            self.client.tell("background_stop", json!({"handle": self.handle}));
        }
    }
}
