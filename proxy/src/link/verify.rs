//! Comparing a mirror with its source, batch by batch: offsets, gaps, checksums.
//!
//! A checksum covers everything of a batch but its base offset, which is compared by itself, and the leader epoch, which
//! a mirror never shares with its source. Where the topic is compacted the two cleaners may have come differently far:
//! a batch that only one side still has, or that one side has rewritten within the same offsets, is no difference there.

use std::{collections::VecDeque, sync::Arc};

use kagami_codec::{
    batch::{self, BatchHeader},
    message::FetchRequest,
    types::{ErrorCode, Uuid},
};
use kagami_policies::mirror::Decided;

use super::{
    command::Refusal,
    engine::Engine,
    handle::{Difference, VerifiedPartition, VerifyReport, VerifyRequest},
    mirror::Mirror,
};
use crate::{ask, leader::Partition, net::Connection};

const FETCH_BYTES: i32 = 4 * 1024 * 1024;
const FETCH_WAIT_MS: i32 = 500;

/// Compares the partitions that `request` names.
///
/// # Errors
/// When there is no such mirror, or a cluster cannot be reached at all.
pub(super) async fn verify(engine: &Arc<Engine>, request: VerifyRequest) -> Result<VerifyReport, Refusal> {
    let mirror = engine
        .mirror(&request.mirror_topic)
        .filter(|m| request.link.as_ref().is_none_or(|l| m.record().link == *l))
        .ok_or_else(|| {
            Refusal::new(
                404,
                "REMOTE_MIRROR_NOT_FOUND_ERROR",
                format!("no mirror topic {}", request.mirror_topic),
            )
            .at("mirror_topic_name")
        })?;
    let record = mirror.record();
    let wanted = |index: &i32| request.partitions.is_empty() || request.partitions.contains(index);
    let mut partitions = Vec::new();
    for index in (0..record.partitions).filter(wanted) {
        let mut verified = VerifiedPartition { partition: index, ..Default::default() };
        if let Err(refusal) = compare(engine, &mirror, &mut verified).await {
            verified.error = Some(refusal);
        }
        partitions.push(verified);
    }
    Ok(VerifyReport { mirror_topic: mirror.topic.clone(), source_topic: record.source_topic, partitions })
}

async fn compare(
    engine: &Arc<Engine>,
    mirror: &Mirror,
    verified: &mut VerifiedPartition,
) -> Result<(), Refusal> {
    let mut source = source_side(engine, mirror, verified.partition).await?;
    let mut image = mirror_side(engine, mirror, verified.partition).await?;
    let from = source.start.max(image.start);
    let to = source.end.min(image.end);
    (verified.from_offset, verified.to_offset) = (from, to);
    source.at = from;
    image.at = from;
    let compacted = is_compacted(engine, mirror);
    loop {
        let theirs = source.next(to).await?;
        let ours = image.next(to).await?;
        let (theirs, ours) = match (theirs, ours) {
            (None, None) => {
                verified.difference = beyond(engine, mirror, verified.partition, &image).await?;
                return Ok(());
            }
            pair => pair,
        };
        match judge(theirs.as_ref(), ours.as_ref(), compacted) {
            Judgement::Same => {
                verified.batches += 1;
                verified.bytes += theirs.as_ref().map_or(0, |h| h.size() as u64);
            }
            Judgement::OnlySource => image.put_back(ours),
            Judgement::OnlyMirror => source.put_back(theirs),
            Judgement::Different => {
                let offset = theirs.as_ref().or(ours.as_ref()).map_or(from, |h| h.base_offset);
                verified.difference = Some(Difference {
                    offset,
                    source: describe(theirs.as_ref()),
                    mirror: describe(ours.as_ref()),
                });
                return Ok(());
            }
        }
    }
}

/// A mirror that nobody opened holds nothing behind the source's end. That is asked for once more: it may have moved since.
async fn beyond(
    engine: &Engine,
    mirror: &Mirror,
    partition: i32,
    image: &Side,
) -> Result<Option<Difference>, Refusal> {
    if mirror.decided() == Decided::Stopped {
        return Ok(None);
    }
    let source = source_side(engine, mirror, partition).await?;
    Ok((image.end > source.end).then(|| Difference {
        offset: source.end,
        source: format!("nothing, it ends at {}", source.end),
        mirror: format!("records up to {}", image.end - 1),
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    Same,
    /// The mirror's cleaner took a batch away that the source still has.
    OnlySource,
    OnlyMirror,
    Different,
}

fn judge(source: Option<&BatchHeader>, mirror: Option<&BatchHeader>, compacted: bool) -> Judgement {
    match (source, mirror) {
        (Some(a), Some(b)) if a.base_offset == b.base_offset && a.last_offset() == b.last_offset() => {
            let same = a.crc == b.crc && a.batch_length == b.batch_length;
            if same || compacted { Judgement::Same } else { Judgement::Different }
        }
        (Some(a), Some(b)) if compacted => {
            if a.last_offset() < b.base_offset {
                Judgement::OnlySource
            } else if b.last_offset() < a.base_offset {
                Judgement::OnlyMirror
            } else {
                Judgement::Different
            }
        }
        (Some(_), None) if compacted => Judgement::OnlySource,
        (None, Some(_)) if compacted => Judgement::OnlyMirror,
        _ => Judgement::Different,
    }
}

fn describe(header: Option<&BatchHeader>) -> String {
    header.map_or_else(
        || "nothing".to_owned(),
        |h| {
            format!(
                "batch {}-{}, {} records, {} bytes, crc {:08x}",
                h.base_offset,
                h.last_offset(),
                h.record_count,
                h.size(),
                h.crc
            )
        },
    )
}

/// How both logs compare where the mirror ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Where we began to lead under an epoch, both have the same batch; its epoch at the source, -1 without a batch.
    Same { leader_epoch: i32, source_epoch: i32 },
    /// In words for the operator.
    Different(String),
}

/// Compares the last batch of the mirror with the source's batch at the same place. Where cleaners run, a batch may have
/// been rewritten on one side, so only offsets can be compared.
pub(super) async fn tail(engine: &Engine, mirror: &Mirror, partition: &Partition) -> Result<Tail, Refusal> {
    let view = partition.view();
    let leader_epoch = view.told.leader_epoch;
    let nothing = Tail::Same { leader_epoch, source_epoch: -1 };
    let Some(leading) = view.leading else { return Ok(nothing) };
    let index = partition.key.partition;
    let mut source = source_side(engine, mirror, index).await?;
    let mut image = mirror_side(engine, mirror, index).await?;
    let last = leading.high_watermark.min(image.end).saturating_sub(1);
    if last < image.start || last < source.start {
        return Ok(nothing);
    }
    if source.end <= last {
        return Ok(Tail::Different(format!(
            "the source ends at {} now, but the mirror holds records up to {}: they were lost at the source; compare the \
             two, then fail over, or delete and create the mirror",
            source.end,
            last + 1
        )));
    }
    source.at = last;
    image.at = last;
    // One batch each: what lies behind it at the source is all that came while nobody fed us, and will be read anyway.
    source.bytes = 1;
    image.bytes = 1;
    let (theirs, ours) = (source.next(last + 1).await?, image.next(last + 1).await?);
    Ok(match (theirs, ours) {
        (Some(a), Some(b)) => {
            let same = judge(Some(&a), Some(&b), is_compacted(engine, mirror)) != Judgement::Different;
            if same {
                Tail::Same { leader_epoch, source_epoch: a.partition_leader_epoch }
            } else {
                Tail::Different(format!(
                    "at offset {last} the source now has {}, the mirror {}: records were lost at the source and others took \
                     their offsets; compare the two, then fail over, or delete and create the mirror",
                    describe(Some(&a)),
                    describe(Some(&b))
                ))
            }
        }
        // A cleaner took it away on one side: nothing to compare.
        (None, _) | (_, None) => nothing,
    })
}

fn is_compacted(engine: &Engine, mirror: &Mirror) -> bool {
    let policy = |image: &crate::cluster::image::Image| {
        image.topic_config(&mirror.topic, "cleanup.policy").is_some_and(|p| p.contains("compact"))
    };
    engine.cluster.with_image(policy)
}

/// One side's log, read from the front.
struct Side {
    connection: Connection,
    topic: String,
    topic_id: Uuid,
    partition: i32,
    start: i64,
    end: i64,
    at: i64,
    /// Bytes that one fetch asks for; the first batch comes whole, whatever its size (KIP-74).
    bytes: i32,
    read: VecDeque<BatchHeader>,
}

impl Side {
    /// A log that holds the offsets of `held`, read from its front.
    fn new(
        connection: Connection,
        topic: String,
        topic_id: Uuid,
        partition: i32,
        held: std::ops::Range<i64>,
    ) -> Self {
        let std::ops::Range { start, end } = held;
        let read = VecDeque::new();
        Self { connection, topic, topic_id, partition, start, end, at: start, bytes: FETCH_BYTES, read }
    }

    /// The next batch that begins before `to`.
    async fn next(&mut self, to: i64) -> Result<Option<BatchHeader>, Refusal> {
        if self.read.is_empty() && self.at < to {
            self.fill().await?;
        }
        Ok(if self.read.front().is_some_and(|h| h.base_offset < to) { self.read.pop_front() } else { None })
    }

    fn put_back(&mut self, header: Option<BatchHeader>) {
        if let Some(header) = header {
            self.read.push_front(header);
        }
    }

    async fn fill(&mut self) -> Result<(), Refusal> {
        let version = self.connection.version::<FetchRequest>().map_err(|e| unreachable(&self.topic, &e))?;
        let version = ask::fetch_version(version, self.topic_id);
        let place = ask::Place {
            topic: &self.topic,
            topic_id: self.topic_id,
            partition: self.partition,
            offset: self.at,
        };
        let request = FetchRequest {
            max_wait_ms: FETCH_WAIT_MS,
            min_bytes: 1,
            ..ask::batches(version, place, self.bytes)
        };
        let answer =
            self.connection.call_at(&request, version).await.map_err(|e| unreachable(&self.topic, &e))?;
        let data = answer.responses.into_iter().flat_map(|t| t.partitions).next();
        let Some(data) = data else { return Ok(()) };
        if data.error_code != 0 {
            let code = ErrorCode(data.error_code).name();
            return Err(Refusal::new(
                503,
                code,
                format!("{}-{} at offset {}: {code}", self.topic, self.partition, self.at),
            ));
        }
        let records = data.records.unwrap_or_default();
        let before = self.at;
        for found in batch::batches(&records) {
            let (at, header) = found.map_err(|_| corrupt(&self.topic, self.partition, self.at))?;
            let whole = records.get(at..at.saturating_add(header.size())).unwrap_or_default();
            if !batch::check_crc(whole) {
                return Err(corrupt(&self.topic, self.partition, header.base_offset));
            }
            if header.next_offset() > self.at {
                self.at = header.next_offset();
                self.read.push_back(header);
            }
        }
        if self.at == before {
            // The tail holds no batch any more (compaction took it): nothing more to compare.
            self.at = i64::MAX;
        }
        Ok(())
    }
}

fn corrupt(topic: &str, partition: i32, offset: i64) -> Refusal {
    Refusal::new(
        500,
        "CORRUPT_MESSAGE",
        format!("{topic}-{partition}: the batch at offset {offset} does not match its checksum"),
    )
}

fn unreachable(topic: &str, error: &impl std::fmt::Display) -> Refusal {
    Refusal::new(503, "UNKNOWN", format!("{topic} could not be read: {error}"))
}

async fn source_side(engine: &Engine, mirror: &Mirror, partition: i32) -> Result<Side, Refusal> {
    let record = mirror.record();
    let source = engine.link(&record.link)?.source();
    let topic = record.source_topic;
    let indexes = [partition];
    let bound = |found: std::collections::BTreeMap<i32, i64>| found.get(&partition).copied().unwrap_or(0);
    let start =
        bound(source.offsets(&topic, &indexes, ask::EARLIEST).await.map_err(|e| unreachable(&topic, &e))?);
    let end =
        bound(source.offsets(&topic, &indexes, ask::LATEST).await.map_err(|e| unreachable(&topic, &e))?);
    let leader = source.metadata().leader(&topic, partition).unwrap_or(-1);
    let connection = source.broker(leader).await.map_err(|e| unreachable(&topic, &e))?;
    let topic_id = record.source_topic_id.parse().unwrap_or_default();
    Ok(Side::new(connection, topic, topic_id, partition, start..end))
}

/// The mirror as its real leader has it, or, while we lead, as an in-sync replica does.
async fn mirror_side(engine: &Engine, mirror: &Mirror, partition: i32) -> Result<Side, Refusal> {
    let cluster = &engine.cluster;
    let topic = mirror.topic.clone();
    let found = cluster.with_image(|image| {
        let found = image.topic(&topic)?;
        let p = found.partitions.get(&partition)?;
        let real = |id: &i32| image.brokers.get(id).is_some_and(|b| !cluster.is_virtual(b) && b.is_live());
        let leads = Some(p.leader).filter(|id| real(id));
        Some((found.id, leads.or_else(|| p.isr.iter().copied().find(|id| real(id)))?, leads.is_some()))
    });
    let (topic_id, broker, leads) = found.ok_or_else(|| {
        Refusal::new(
            503,
            "UNKNOWN",
            format!("no live in-sync broker holds {topic}-{partition} on the destination"),
        )
    })?;
    let connection = cluster.dial(broker).await.map_err(|e| unreachable(&topic, &e))?;
    let replica = if leads { ask::CONSUMER } else { ask::DEBUGGING };
    let start = offset(&connection, &topic, partition, replica, ask::EARLIEST).await?;
    let mut end = offset(&connection, &topic, partition, replica, ask::LATEST).await?;
    let stored =
        engine.leader.named(&topic, partition).and_then(|p| p.view().leading).map(|l| l.high_watermark);
    if let Some(stored) = stored {
        end = end.min(stored);
    }
    Ok(Side::new(connection, topic, topic_id, partition, start..end))
}

async fn offset(
    connection: &Connection,
    topic: &str,
    partition: i32,
    replica: i32,
    timestamp: i64,
) -> Result<i64, Refusal> {
    let request = ask::offset(topic, partition, replica, timestamp);
    let answer = connection.call(&request).await.map_err(|e| unreachable(topic, &e))?;
    match answer.topics.into_iter().flat_map(|t| t.partitions).next() {
        Some(found) if found.error_code == 0 => Ok(found.offset),
        Some(found) => {
            let code = ErrorCode(found.error_code).name();
            Err(Refusal::new(503, code, format!("{topic}-{partition}: its offsets were refused with {code}")))
        }
        None => Err(Refusal::new(503, "UNKNOWN", format!("{topic}-{partition}: no offsets in the answer"))),
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::batch::BatchBuilder;

    use super::*;

    fn header(base: i64, value: &[u8]) -> BatchHeader {
        let mut batch = BatchBuilder::new(base);
        batch.push(1, None, Some(value));
        BatchHeader::parse(&batch.build().expect("one record")).expect("a header").expect("a whole one")
    }

    #[test]
    fn equal_batches_are_the_same_and_other_bytes_are_a_difference() {
        let (a, b) = (header(5, b"x"), header(5, b"y"));
        assert_eq!(judge(Some(&a), Some(&a), false), Judgement::Same);
        assert_eq!(judge(Some(&a), Some(&b), false), Judgement::Different);
        assert_eq!(judge(Some(&a), None, false), Judgement::Different);
    }

    #[test]
    fn where_cleaners_run_a_missing_batch_is_no_difference() {
        let (a, b) = (header(5, b"x"), header(9, b"y"));
        assert_eq!(judge(Some(&a), Some(&b), true), Judgement::OnlySource);
        assert_eq!(judge(Some(&b), Some(&a), true), Judgement::OnlyMirror);
        assert_eq!(judge(Some(&a), Some(&b), false), Judgement::Different);
    }
}
