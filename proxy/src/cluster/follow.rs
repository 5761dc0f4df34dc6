//! Reading the metadata log as an observer: snapshot if needed, then batch after batch, through controller changes.
//!
//! Only committed records are applied. What the active controller sends beyond its high watermark waits here, because a
//! new controller may cut it off again.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use kagami_codec::{
    batch,
    message::{
        FetchRequest, FetchResponse, FetchSnapshotRequest, fetch_request, fetch_response,
        fetch_snapshot_request,
    },
    record::MetadataRecord,
    types::{ErrorCode, Uuid},
};
use kagami_policies::retry::Backoff;

use super::{
    Cluster, Error, Observer,
    controllers::{Active, METADATA_TOPIC},
    discover,
    image::{Changes, Image},
};
use crate::{ask, shutdown::Signal};

/// Topic id of the metadata log (KIP-595).
pub(super) const METADATA_TOPIC_ID: Uuid = Uuid([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
/// Bytes asked for at once. Also bounds what waits for its commit.
const FETCH_BYTES: i32 = 8 * 1024 * 1024;
/// Largest snapshot that is loaded: a hundred times what a cluster of a million partitions has.
const SNAPSHOT_BYTES_MAX: i64 = 4 * 1024 * 1024 * 1024;
const WAIT_MS: i32 = 500;
/// While something waits for its commit, ask again soon: below Fetch v18 a moved high watermark alone wakes nobody.
const WAIT_COMMIT_MS: i32 = 50;

struct Batch {
    next: i64,
    epoch: i32,
    /// Empty for control batches, which only move the position.
    bytes: Bytes,
}

struct Position {
    next: i64,
    last_epoch: i32,
    /// Epoch of the last batch that was applied.
    committed_epoch: i32,
    high_watermark: i64,
    waiting: VecDeque<Batch>,
}

/// Follows the metadata log until shutdown starts, telling `observer` of every change.
pub(super) async fn follow(cluster: Arc<Cluster>, observer: Arc<dyn Observer>, signal: Signal) {
    let mut position =
        Position { next: 0, last_epoch: 0, committed_epoch: 0, high_watermark: -1, waiting: VecDeque::new() };
    let mut backoff = Backoff::new(50, 2_000);
    loop {
        let before = position.next;
        let outcome = tokio::select! {
            biased;
            () = signal.started() => return,
            outcome = follow_one(&cluster, &*observer, &mut position) => outcome,
        };
        if position.next != before {
            backoff.reset();
        }
        if let Err(error) = outcome {
            cluster.report("metadata", Some(cluster.controllers_problem(&error)));
            tracing::debug!(%error, "the metadata log is read from another controller");
            discover::relearn(&cluster).await;
        }
        tokio::time::sleep(Duration::from_millis(backoff.next(cluster.salt()))).await;
    }
}

/// Reads from the controller that is active now, until it fails or is no longer active.
async fn follow_one(
    cluster: &Cluster,
    observer: &dyn Observer,
    position: &mut Position,
) -> Result<(), Error> {
    let active = cluster.controllers().active().await?;
    // What was not committed may not exist at this controller.
    if let Some(first) = position.waiting.front() {
        position.next = first_offset(first);
        position.last_epoch = position.committed_epoch;
        position.waiting.clear();
    }
    let version = active.connection.version::<FetchRequest>()?;
    loop {
        let asked = cluster.pulse.now();
        let request = request(cluster, &active, position, version);
        let answer: FetchResponse = active.connection.call_at(&request, version).await?;
        Error::check("Fetch of the metadata log", answer.error_code, None)?;
        let data = answer.responses.into_iter().flat_map(|t| t.partitions).next();
        // Not asked again from here, but after a pause, perhaps of another controller.
        let data =
            data.ok_or(Error::Unexpected { what: "an answer without the metadata log's partition" })?;
        Error::check("Fetch of the metadata log", data.error_code, None)?;
        if data.snapshot_id.end_offset >= 0 {
            load_snapshot(cluster, observer, &active, position, &data.snapshot_id).await?;
        } else if data.diverging_epoch.end_offset >= 0 {
            diverge(position, &data.diverging_epoch)?;
        } else {
            take(position, data)?;
            apply(cluster, observer, position);
            if position.waiting.is_empty() && position.next >= position.high_watermark {
                cluster.pulse.looked(asked);
            }
        }
        cluster.report("metadata", None);
    }
}

fn first_offset(batch: &Batch) -> i64 {
    batch::BatchHeader::parse(&batch.bytes).ok().flatten().map_or(batch.next - 1, |h| h.base_offset)
}

fn request(cluster: &Cluster, active: &Active, position: &Position, version: i16) -> FetchRequest {
    let node = cluster.node_id();
    let partition = fetch_request::FetchPartition {
        current_leader_epoch: active.epoch,
        fetch_offset: position.next,
        last_fetched_epoch: position.last_epoch,
        partition_max_bytes: FETCH_BYTES,
        replica_directory_id: cluster.observer_directory(),
        high_watermark: position.high_watermark.max(0),
        ..Default::default()
    };
    FetchRequest {
        cluster_id: cluster.id(),
        replica_id: if version < 15 { node } else { -1 },
        replica_state: if version < 15 {
            fetch_request::ReplicaState::default()
        } else {
            fetch_request::ReplicaState { replica_id: node, replica_epoch: -1, ..Default::default() }
        },
        max_wait_ms: if position.waiting.is_empty() { WAIT_MS } else { WAIT_COMMIT_MS },
        min_bytes: 1,
        max_bytes: FETCH_BYTES,
        topics: vec![ask::fetch_topic(version, METADATA_TOPIC, METADATA_TOPIC_ID, vec![partition])],
        ..Default::default()
    }
}

fn take(position: &mut Position, data: fetch_response::PartitionData) -> Result<(), Error> {
    position.high_watermark = data.high_watermark;
    let records = data.records.unwrap_or_default();
    for found in batch::batches(&records) {
        let (at, header) = found.map_err(|_| Error::Unexpected { what: "a metadata batch that is none" })?;
        let bytes = if header.is_control() {
            Bytes::new()
        } else {
            records.slice(at..at.saturating_add(header.size()))
        };
        position.next = header.next_offset();
        position.last_epoch = header.partition_leader_epoch;
        position.waiting.push_back(Batch { next: position.next, epoch: position.last_epoch, bytes });
    }
    Ok(())
}

/// Applies what the high watermark has passed.
fn apply(cluster: &Cluster, observer: &dyn Observer, position: &mut Position) {
    let mut committed = Vec::new();
    while position.waiting.front().is_some_and(|b| b.next <= position.high_watermark) {
        committed.extend(position.waiting.pop_front());
    }
    let Some(last) = committed.last().map(|b| b.next - 1) else { return };
    position.committed_epoch = committed.last().map_or(position.committed_epoch, |b| b.epoch);
    let mut changes = Changes::default();
    cluster.change_image(|image| {
        for batch in &committed {
            apply_batch(image, &batch.bytes, &mut changes);
        }
        image.offset = last;
        cluster.note_lives(image, &changes);
        if !changes.is_empty() {
            observer.changed(image, &changes);
        }
    });
}

fn apply_batch(image: &mut Image, bytes: &Bytes, changes: &mut Changes) {
    if bytes.is_empty() {
        return;
    }
    let records = match batch::records(bytes.clone()) {
        Ok(records) => records,
        Err(error) => {
            tracing::error!(
                ?error,
                "a batch of the metadata log cannot be read; what it says is missing here"
            );
            return;
        }
    };
    for record in records {
        match record.value.map(MetadataRecord::decode) {
            Some(Ok(record)) => image.apply(record, changes),
            Some(Err(error)) => {
                tracing::warn!(%error, offset = record.offset, "a metadata record cannot be read")
            }
            None => {}
        }
    }
}

/// The controller's log parted from ours: only what was not committed can be concerned.
fn diverge(position: &mut Position, end: &fetch_response::EpochEndOffset) -> Result<(), Error> {
    let committed = position.waiting.front().map_or(position.next, first_offset);
    if end.end_offset < committed {
        return Err(Error::Unexpected { what: "a metadata log that lost committed records" });
    }
    position.waiting.retain(|b| b.next <= end.end_offset);
    position.next = position.waiting.back().map_or(committed, |b| b.next);
    position.last_epoch = position.waiting.back().map_or(end.epoch, |b| b.epoch);
    Ok(())
}

/// Loads a whole snapshot and lets it replace the image.
async fn load_snapshot(
    cluster: &Cluster,
    observer: &dyn Observer,
    active: &Active,
    position: &mut Position,
    id: &fetch_response::SnapshotId,
) -> Result<(), Error> {
    let bytes = fetch_snapshot(cluster, active, id).await?;
    let mut image = Image::new();
    let mut changes = Changes { everything: true, ..Changes::default() };
    for found in batch::batches(&bytes) {
        let (at, header) = found.map_err(|_| Error::Unexpected { what: "a snapshot batch that is none" })?;
        if !header.is_control() {
            apply_batch(&mut image, &bytes.slice(at..at.saturating_add(header.size())), &mut changes);
        }
    }
    image.offset = id.end_offset - 1;
    tracing::info!(
        offset = image.offset,
        bytes = bytes.len(),
        "loaded a snapshot of the destination's metadata"
    );
    cluster.change_image(|current| {
        // What the snapshot no longer has must be told too.
        let gone = current.topics.values().filter(|t| !image.topics.contains_key(&t.id));
        changes.topics.extend(gone.map(|t| (t.id, t.name.clone())));
        *current = image;
        cluster.note_lives(current, &changes);
        observer.changed(current, &changes);
    });
    position.next = id.end_offset;
    position.last_epoch = id.epoch;
    position.committed_epoch = id.epoch;
    position.waiting.clear();
    Ok(())
}

async fn fetch_snapshot(
    cluster: &Cluster,
    active: &Active,
    id: &fetch_response::SnapshotId,
) -> Result<Bytes, Error> {
    let mut bytes = BytesMut::new();
    loop {
        let request = FetchSnapshotRequest {
            cluster_id: cluster.id(),
            replica_id: cluster.node_id(),
            max_bytes: FETCH_BYTES,
            topics: vec![fetch_snapshot_request::TopicSnapshot {
                name: METADATA_TOPIC.to_owned(),
                partitions: vec![fetch_snapshot_request::PartitionSnapshot {
                    current_leader_epoch: active.epoch,
                    snapshot_id: fetch_snapshot_request::SnapshotId {
                        end_offset: id.end_offset,
                        epoch: id.epoch,
                        ..Default::default()
                    },
                    position: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
                    replica_directory_id: cluster.observer_directory(),
                    ..Default::default()
                }],
                ..Default::default()
            }],
            ..Default::default()
        };
        let answer = active.connection.call(&request).await?;
        Error::check("FetchSnapshot", answer.error_code, None)?;
        let part = answer
            .topics
            .into_iter()
            .flat_map(|t| t.partitions)
            .next()
            .ok_or(Error::Unexpected { what: "a snapshot answer without a partition" })?;
        Error::check("FetchSnapshot", part.error_code, None)?;
        let records = part.unaligned_records.unwrap_or_default();
        bytes.extend_from_slice(&records);
        let size = part.size;
        if size > SNAPSHOT_BYTES_MAX {
            return Err(Error::Unexpected { what: "a metadata snapshot of more than 4 GiB" });
        }
        if i64::try_from(bytes.len()).unwrap_or(i64::MAX) >= size {
            return Ok(bytes.freeze());
        }
        if records.is_empty() {
            return Err(Error::Refused {
                api: "FetchSnapshot",
                code: ErrorCode::SNAPSHOT_NOT_FOUND,
                message: Some("the snapshot ended early".to_owned()),
            });
        }
    }
}
