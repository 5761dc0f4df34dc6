//! Reading the whole state topic, as a consumer that sees committed transactions only.

use std::collections::BTreeMap;

use kagami_codec::{
    batch,
    message::{FetchRequest, MetadataRequest, MetadataResponse, fetch_response, metadata_request},
    types::Uuid,
};

use super::{Entries, Sidecar, TOPIC};
use crate::{
    ask,
    cluster::Error,
    net::{Connection, Dialer},
};

const FETCH_BYTES: i32 = 1024 * 1024;
const READ_COMMITTED: i8 = 1;
const FETCH_WAIT_MS: i32 = 500;
/// Fetches that may find nothing before the read ends: five seconds. A commit is acknowledged before its marker is in
/// the log, so what was written a moment ago may not be readable yet.
const EMPTY_FETCHES_MAX: u32 = 10;

/// What was written, in order; `None` deletes a key.
pub(super) type Written = Vec<(String, Option<String>)>;

/// A place in the topic, read through one connection.
pub(super) struct Reader {
    leader: Connection,
    topic_id: Uuid,
    version: i16,
    /// Next offset to read.
    pub(super) at: i64,
}

impl Reader {
    /// A reader at the start of the topic, from its leader.
    pub(super) async fn open(leader: Connection) -> Result<Self, Error> {
        let topics = metadata(&leader).await?.topics;
        let topic_id = topics.into_iter().map(|t| t.topic_id).next().unwrap_or_default();
        let at = offset(&leader, ask::EARLIEST).await?;
        let version = leader.version::<FetchRequest>()?;
        Ok(Self { leader, topic_id, version, at })
    }

    /// What comes next, after a wait of [`FETCH_WAIT_MS`] if that is nothing.
    pub(super) async fn next(&mut self) -> Result<Written, Error> {
        let place = ask::Place { topic: TOPIC, topic_id: self.topic_id, partition: 0, offset: self.at };
        let request = FetchRequest {
            max_wait_ms: FETCH_WAIT_MS,
            min_bytes: 1,
            isolation_level: READ_COMMITTED,
            ..ask::batches(self.version, place, FETCH_BYTES)
        };
        let answer = self.leader.call_at(&request, self.version).await?;
        Error::check("Fetch of the state topic", answer.error_code, None)?;
        let data = answer.responses.into_iter().flat_map(|t| t.partitions).next();
        // Not asked again from here: it would be at once, and for ever.
        let data = data.ok_or(Error::Unexpected { what: "an answer without the state topic's partition" })?;
        Error::check("Fetch of the state topic", data.error_code, None)?;
        let mut written = Written::new();
        self.at = take(&mut written, self.at, data)?;
        Ok(written)
    }

    /// Reads on to where the topic ends now.
    pub(super) async fn read_to_end(&mut self, entries: &mut Entries) -> Result<(), Error> {
        let end = end(&self.leader).await?;
        let mut empty = 0;
        while self.at < end && empty < EMPTY_FETCHES_MAX {
            let before = self.at;
            apply(entries, self.next().await?);
            if self.at == before {
                // A transaction that stays open ends what can be read; its writer has been fenced, so nothing of it will
                // ever count.
                empty += 1;
            }
        }
        Ok(())
    }
}

/// Where the topic ends.
pub(super) async fn end(leader: &Connection) -> Result<i64, Error> {
    offset(leader, ask::LATEST).await
}

/// Every live key with its value, from the leader of the state topic.
pub(super) async fn all(leader: Connection) -> Result<Entries, Error> {
    let mut entries = Entries::new();
    Reader::open(leader).await?.read_to_end(&mut entries).await?;
    Ok(entries)
}

/// The last record of a key counts.
pub(super) fn apply(entries: &mut Entries, written: Written) {
    for (key, value) in written {
        match value {
            Some(value) => entries.insert(key, value),
            None => entries.remove(&key),
        };
    }
}

fn take(written: &mut Written, at: i64, data: fetch_response::PartitionData) -> Result<i64, Error> {
    let unreadable = |_| Error::Unexpected { what: "a state record that cannot be read" };
    let mut aborted = data.aborted_transactions.unwrap_or_default();
    let records = data.records.unwrap_or_default();
    let mut next = at;
    for found in batch::batches(&records) {
        let (position, header) = found.map_err(unreadable)?;
        next = header.next_offset();
        let has_begun = |a: &fetch_response::AbortedTransaction| {
            a.producer_id == header.producer_id && a.first_offset <= header.base_offset
        };
        if header.is_control() {
            // A marker ends the transaction; what the same producer writes after an aborted one counts again.
            aborted.retain(|a| !has_begun(a));
            continue;
        }
        let is_aborted = header.is_transactional() && aborted.iter().any(has_begun);
        if is_aborted || header.next_offset() <= at {
            continue;
        }
        let bytes = records.slice(position..position.saturating_add(header.size()));
        for record in batch::records(bytes).map_err(unreadable)?.into_iter().filter(|r| r.offset >= at) {
            let Some(key) = record.key.map(|k| String::from_utf8_lossy(&k).into_owned()) else { continue };
            written.push((key, record.value.map(|value| String::from_utf8_lossy(&value).into_owned())));
        }
    }
    Ok(next)
}

async fn offset(leader: &Connection, timestamp: i64) -> Result<i64, Error> {
    let request = ask::offset(TOPIC, 0, ask::CONSUMER, timestamp);
    let answer = leader.call(&request).await?;
    let found = answer.topics.into_iter().flat_map(|t| t.partitions).next();
    let found = found.ok_or(Error::Unexpected { what: "an offset answer without a partition" })?;
    Error::check("ListOffsets of the state topic", found.error_code, None)?;
    Ok(found.offset)
}

async fn metadata(connection: &Connection) -> Result<MetadataResponse, Error> {
    let request = MetadataRequest {
        topics: Some(vec![metadata_request::MetadataRequestTopic {
            name: Some(TOPIC.to_owned()),
            ..Default::default()
        }]),
        allow_auto_topic_creation: false,
        ..Default::default()
    };
    Ok(connection.call(&request).await?)
}

/// See [`super::discover`].
pub(super) async fn discover(dialer: &Dialer, bootstrap: &[String]) -> Result<Vec<Sidecar>, Error> {
    let mut last = Error::Unfit("no bootstrap server was given".to_owned());
    for address in bootstrap {
        match discover_through(dialer, address).await {
            Ok(sidecars) => return Ok(sidecars),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn discover_through(dialer: &Dialer, address: &str) -> Result<Vec<Sidecar>, Error> {
    let metadata = metadata(&dialer.connect_to(address).await?).await?;
    let brokers: BTreeMap<i32, (String, i32)> =
        metadata.brokers.into_iter().map(|b| (b.node_id, (b.host, b.port))).collect();
    let leader = metadata.topics.into_iter().flat_map(|t| t.partitions).map(|p| p.leader_id).next();
    let leader = leader.ok_or_else(|| {
        Error::Unfit(format!(
            "no Kagami sidecar has ever run on the cluster at {address} (it has no topic {TOPIC}): start one with \
             `kagami run --config kagami.toml`, or name its admin server with --admin"
        ))
    })?;
    let leader = brokers.get(&leader).ok_or_else(|| {
        Error::Unfit(format!(
            "topic {TOPIC}, which tells where sidecars are, has no leader on the cluster at {address}: bring its brokers \
             back, or name the sidecar's admin server with --admin"
        ))
    })?;
    let port =
        u16::try_from(leader.1).map_err(|_| Error::Unexpected { what: "a broker port that is none" })?;
    let entries = all(dialer.connect(&leader.0, port).await?).await?;
    let sidecars = entries
        .iter()
        .filter(|(key, _)| key.starts_with(super::SIDECAR))
        .filter_map(|(_, value)| serde_json::from_str::<Sidecar>(value).ok());
    // Those that the cluster lists are alive; they come first.
    let (alive, rest): (Vec<_>, Vec<_>) = sidecars.partition(|s| brokers.contains_key(&s.node_id));
    Ok(alive.into_iter().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use bytes::BytesMut;
    use kagami_codec::batch::BatchBuilder;

    use super::*;

    const PRODUCER: i64 = 7;

    /// One record or marker at each offset, all of one producer.
    fn log(rows: &[(&str, &str)]) -> bytes::Bytes {
        let mut bytes = BytesMut::new();
        for (offset, (key, value)) in (0..).zip(rows) {
            let batch = BatchBuilder::new(offset).producer(PRODUCER, 0, 0).transactional();
            let mut batch = if key.is_empty() { batch.control() } else { batch };
            batch.push(0, Some(key.as_bytes()), Some(value.as_bytes()));
            bytes.extend_from_slice(&batch.build().expect("a small batch"));
        }
        bytes.freeze()
    }

    #[test]
    fn what_is_committed_after_an_aborted_transaction_of_the_same_producer_counts() {
        let marker = ("", "");
        let records =
            log(&[("a", "1"), marker, ("b", "lost"), ("a", "lost"), marker, ("c", "3"), ("a", "2"), marker]);
        let aborted = fetch_response::AbortedTransaction {
            producer_id: PRODUCER,
            first_offset: 2,
            ..Default::default()
        };
        let data = fetch_response::PartitionData {
            aborted_transactions: Some(vec![aborted]),
            records: Some(records),
            ..Default::default()
        };
        let (mut written, mut entries) = (Written::new(), Entries::new());
        assert_eq!(take(&mut written, 0, data).ok(), Some(8));
        apply(&mut entries, written);
        let expected = [("a", "2"), ("c", "3")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        assert_eq!(entries, Entries::from(expected));
    }
}
