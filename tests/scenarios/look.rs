//! What operators and consumers see of a mirror, for scenarios to compare.

use std::time::Duration;

use harness::{Client, Cluster, Kagami, Pair, Record, Said, Seen, eventually, wait_same_log};
use serde_json::{Value, json};

/// Longer than anything that a mirror of a test's size has to do.
pub(crate) const SOON: Duration = harness::PATIENCE;

/// The mirror as `--describe --output json` shows it.
pub(crate) fn mirror(sidecar: &Kagami, topic: &str) -> Value {
    let said = sidecar.mirrors(&["--describe", "--mirror-topic", topic, "--output", "json"]);
    let mirrors: Value = serde_json::from_str(said.ok()).expect("the answer is JSON");
    mirrors[0].clone()
}

/// What the sidecars keep under `key` in their state topic.
pub(crate) fn stored(destination: &Cluster, key: &str) -> Value {
    let wanted = json!({"topic": "_kagami", "isolation": "read_committed"});
    let all = destination.client().consume(wanted).expect("the state can be read");
    let of_key = all.into_iter().filter(|record| record.key_text().as_deref() == Some(key));
    let last = of_key.max_by_key(|record| record.offset).expect("the state has it").text();
    serde_json::from_str(&last).expect("JSON")
}

/// Waits until the mirror shows this status; answers with the mirror.
pub(crate) fn wait_status(sidecar: &Kagami, topic: &str, status: &str) -> Value {
    eventually(SOON, &format!("{topic} is {status}"), || {
        let mirror = mirror(sidecar, topic);
        if mirror["mirror_status"] == status { Ok(mirror) } else { Err(mirror.to_string()) }
    })
}

/// Waits until the mirror is known to hold all of its source.
pub(crate) fn wait_no_lag(sidecar: &Kagami, topic: &str) -> Value {
    eventually(SOON, &format!("{topic} has no lag"), || {
        let mirror = mirror(sidecar, topic);
        if mirror["max_lag"] == 0 { Ok(mirror) } else { Err(mirror.to_string()) }
    })
}

/// Waits until the only partition of the mirror ends at `end`, as clients see it.
pub(crate) fn wait_end(client: &Client, topic: &str, end: i64) {
    eventually(SOON, &format!("{topic} ends at {end}"), || match client.end_offsets(topic) {
        Ok(ends) if ends == [end] => Ok(()),
        other => Err(format!("{other:?}")),
    });
}

/// Waits until the mirror is an image of the source topic of its name on every disk, and clients may read all of it.
pub(crate) fn wait_image(pair: &Pair, topic: &str) {
    wait_same_log(&pair.source, topic, &pair.destination, topic, SOON);
    let ends = pair.source.client().end_offsets(topic).expect("the source answers");
    eventually(SOON, &format!("{topic} ends at {ends:?}"), || {
        match pair.destination.client().end_offsets(topic) {
            Ok(mirrored) if mirrored == ends => Ok(()),
            other => Err(format!("{other:?}")),
        }
    });
}

/// Records without their leader epochs, which a mirror never shares with its source.
pub(crate) fn seen(client: &Client, topic: &str, isolation: &str) -> Vec<Seen> {
    let mut seen = client.consume_all(topic, isolation).expect("every record up to the end can be read");
    seen.iter_mut().for_each(|record| record.leader_epoch = -1);
    // Partitions come in no particular order.
    seen.sort_by_key(|record| (record.partition, record.offset));
    seen
}

/// Offsets of records, in their order.
pub(crate) fn offsets(seen: &[Seen]) -> Vec<i64> {
    seen.iter().map(|record| record.offset).collect()
}

/// The command failed with status 1 and said all of `texts`.
pub(crate) fn assert_refused(said: &Said, texts: &[&str]) {
    assert_eq!(said.code, 1, "{said:?}");
    let all = format!("{}{}", said.stdout, said.stderr);
    for text in texts {
        assert!(all.contains(text), "{text:?} is not in:\n{all}");
    }
}

/// A producer is told that the mirror takes no records, as the reason is worded.
pub(crate) fn assert_read_only(client: &Client, topic: &str) {
    let refused = client.produce(topic, &[Record::value("stray")], &[]).expect_err("a mirror is read-only");
    assert!(refused.is("INVALID_REQUEST"), "{refused:?}");
    let expected = format!("Cannot append records to read-only mirror topic '{topic}'");
    assert!(refused.message.contains(&expected), "{refused:?}");
}
