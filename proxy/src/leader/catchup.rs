//! Reads for followers that are behind the window: from another in-sync replica when it has the data, else from the
//! source.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use kagami_codec::{batch, message::FetchRequest, types::ErrorCode};
use kagami_policies::limits;
use tokio::sync::{Mutex, Semaphore, mpsc};

use super::{Leader, Partition, partition::CatchUp};
use crate::{
    ask,
    cluster::{Cluster, Error},
    net::Connection,
    shutdown::{OnCancel, OnFailure, Signal, Tasks},
    window::Chunk,
};

/// Reads batches of a mirror from its source.
pub trait SourceReader: Send + Sync {
    /// Batches of the source of `topic` from `offset` on, restamped for `partition`; `None` when there are none or the
    /// source is out of reach. Cancel safe.
    fn read(
        &self,
        partition: Arc<Partition>,
        offset: i64,
    ) -> std::pin::Pin<Box<dyn Future<Output = Option<Chunk>> + Send + '_>>;
}

/// Carries out the reads that `wanted` brings, a few at a time, until shutdown starts.
pub async fn keep(
    leader: Arc<Leader>,
    cluster: Arc<Cluster>,
    source: Arc<dyn SourceReader>,
    mut wanted: mpsc::Receiver<CatchUp>,
    tasks: Arc<Tasks>,
    signal: Signal,
) {
    let room = Arc::new(Semaphore::new(limits::CATCHUP_READS_MAX));
    let connections = Arc::new(Mutex::new(HashMap::new()));
    loop {
        let read = tokio::select! {
            biased;
            () = signal.started() => return,
            read = wanted.recv() => match read { Some(read) => read, None => return },
        };
        // The semaphore is never closed.
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        let (cluster, source, connections) =
            (Arc::clone(&cluster), Arc::clone(&source), Arc::clone(&connections));
        let Some(partition) = leader.partition(read.key) else { continue };
        let reading = Reading { partition, read, found: None };
        tasks.spawn("catch-up read", OnCancel::Abort, OnFailure::StopNothing, async move {
            let Reading { partition, read, .. } = &reading;
            let found = catch_up(&cluster, &*source, &connections, partition, read).await;
            reading.end(found);
            drop(permit);
        });
    }
}

/// A read that is under way. However it ends, also in a panic or before it began, the partition hears of it: otherwise
/// the follower would never be fed at this offset again.
struct Reading {
    partition: Arc<Partition>,
    read: CatchUp,
    found: Option<Chunk>,
}

impl Reading {
    fn end(mut self, found: Option<Chunk>) {
        self.found = found;
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.partition.caught_up(&self.read, self.found.take());
    }
}

type Connections = Mutex<HashMap<i32, Connection>>;

async fn catch_up(
    cluster: &Cluster,
    source: &dyn SourceReader,
    connections: &Connections,
    partition: &Arc<Partition>,
    read: &CatchUp,
) -> Option<Chunk> {
    for holder in partition.holders(read.offset, read.replica) {
        match from_replica(cluster, connections, holder, partition, read.offset).await {
            Ok(Some(chunk)) => return Some(chunk),
            Ok(None) => {}
            Err(error) => {
                tracing::debug!(topic = partition.topic, holder, %error, "a replica did not help a late follower");
                connections.lock().await.remove(&holder);
            }
        }
    }
    source.read(Arc::clone(partition), read.offset).await
}

/// Reads as a consumer would from a follower (KIP-392). The batches carry the epochs that they have there.
async fn from_replica(
    cluster: &Cluster,
    connections: &Connections,
    holder: i32,
    partition: &Partition,
    offset: i64,
) -> Result<Option<Chunk>, Error> {
    const FOLLOWER_FETCH: i16 = 11;
    let known = connections.lock().await.get(&holder).filter(|c| !c.is_closed()).cloned();
    let connection = match known {
        Some(connection) => connection,
        None => {
            let connection = cluster.dial(holder).await?;
            connections.lock().await.insert(holder, connection.clone());
            connection
        }
    };
    let version = connection.version::<FetchRequest>()?.max(FOLLOWER_FETCH);
    let place = ask::Place {
        topic: &partition.topic,
        topic_id: partition.key.topic_id,
        partition: partition.key.partition,
        offset,
    };
    let bytes_max = i32::try_from(limits::CATCHUP_BYTES_MAX).unwrap_or(i32::MAX);
    let request = ask::batches(version, place, bytes_max);
    let answer = connection.call_at(&request, version).await?;
    Error::check("Fetch from a follower", answer.error_code, None)?;
    let Some(data) = answer.responses.into_iter().flat_map(|t| t.partitions).next() else { return Ok(None) };
    if data.error_code != 0 {
        tracing::debug!(
            topic = partition.topic,
            holder,
            error = ErrorCode(data.error_code).name(),
            "not from this replica"
        );
        return Ok(None);
    }
    Ok(chunk_of(offset, data.records.unwrap_or_default()))
}

/// The whole batches in `records`, of which the first holds `from` or follows it.
#[must_use]
pub fn chunk_of(from: i64, records: Bytes) -> Option<Chunk> {
    let mut batches = Vec::new();
    let mut end = 0;
    for found in batch::batches(&records) {
        let Ok((at, header)) = found else { break };
        end = at.saturating_add(header.size());
        batches.push((header.next_offset(), end));
    }
    let next = batches.last().map(|(next, _)| *next)?;
    (next > from).then(|| Chunk { from, next, bytes: records.slice(..end), batches: batches.into() })
}

#[cfg(test)]
mod tests {
    use kagami_codec::types::Uuid;

    use super::{super::partition::Ask, *};
    use crate::{
        cluster::image::{self, Key},
        window::Budget,
    };

    #[test]
    fn a_follower_is_read_for_again_after_a_read_that_panicked_or_never_began() {
        let key = Key { topic_id: Uuid([1; 16]), partition: 0 };
        let told = image::Partition {
            replicas: vec![1001, 1],
            isr: vec![1001, 1],
            adding: Vec::new(),
            removing: Vec::new(),
            leader: 1001,
            leader_epoch: 0,
            partition_epoch: 0,
            directories: Vec::new(),
        };
        let budget = Budget::new(1 << 20);
        let partition = Arc::new(Partition::new(key, "orders".to_owned(), 1001, budget, told.clone()));
        partition.told(told, vec![1001], 1, 1);
        let ask = Ask {
            replica: 1,
            broker_epoch: -1,
            leader_epoch: 0,
            offset: 0,
            last_epoch: -1,
            log_start: 0,
            bytes_max: 1 << 20,
        };
        partition.observe(&ask, 1).unwrap();
        partition.begin_at(0, 1);
        let bytes = Bytes::from_static(b"ten records");
        let batches = vec![(10, bytes.len())].into();
        assert!(partition.append(0, Chunk { from: 0, next: 10, bytes, batches }, 0));
        assert!(partition.shed(2), "the window no longer has them");
        let begin = || {
            let read = partition.needs_catch_up(&ask)?;
            Some(Reading { partition: Arc::clone(&partition), read, found: None })
        };
        let reading = begin().expect("a read is wanted");
        assert!(begin().is_none(), "it is under way");
        let panicking = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let _reading = reading;
            panic!("a slip");
        }));
        assert!(panicking.is_err());
        drop(begin().expect("it is wanted again after a panic"));
        assert!(begin().is_some(), "it is wanted again after one that never began");
    }
}
