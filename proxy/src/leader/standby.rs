//! While a real broker leads one of our partitions: learning its log end, joining its in-sync set without storing a
//! byte, and asking for the leadership back.
//!
//! A mirror is read-only, so its end stands still while a real broker leads. A fetch at that end makes us in sync; then
//! a preferred election makes us the leader again, and we know where the log ends.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use kagami_codec::{
    message::{
        FetchRequest, ListOffsetsRequest, OffsetForLeaderEpochRequest, fetch_request, list_offsets_request,
        offset_for_leader_epoch_request as epochs,
    },
    types::{ErrorCode, Uuid},
};
use kagami_policies::lineage::Lineage;

use super::{
    Leader,
    partition::{Partition, Standby},
};
use crate::{
    ask::{self, EARLIEST, FETCH_TOPIC_IDS, LATEST},
    cluster::{Cluster, Error, image::Key},
    net::Connection,
    shutdown::Signal,
};

const EVERY: Duration = Duration::from_millis(100);
/// Leader epochs that are asked for, back from the newest: enough for followers that were away for a while.
const EPOCHS_BACK: i32 = 3;
/// Partitions handled in one round trip; a thousand fit into one frame with ease.
const ROUND: usize = 1_000;

/// Which partitions we want to lead again.
pub trait Wanted: Send + Sync {
    /// Whether `topic` is a mirror that is not open for writes.
    fn is_ours(&self, topic: &str) -> bool;
}

/// Follows real leaders until shutdown starts.
pub async fn keep(leader: Arc<Leader>, cluster: Arc<Cluster>, wanted: Arc<dyn Wanted>, signal: Signal) {
    let mut connections: HashMap<i32, Connection> = HashMap::new();
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if !cluster.registration().borrow().unfenced {
            continue;
        }
        let mut by_leader: BTreeMap<i32, Vec<(Arc<Partition>, i32)>> = BTreeMap::new();
        for partition in leader.all() {
            let Some((broker, epoch)) = partition.led_elsewhere() else { continue };
            // Another sidecar that leads says by itself what we must know, see `handover`.
            if !cluster.is_sidecar(broker) && wanted.is_ours(&partition.topic) {
                by_leader.entry(broker).or_default().push((partition, epoch));
            }
        }
        let each = by_leader.into_iter().map(|(broker, partitions)| {
            let connection = connections.get(&broker).filter(|c| !c.is_closed()).cloned();
            follow(&cluster, connection, broker, partitions)
        });
        let mut elect: BTreeMap<String, Vec<i32>> = BTreeMap::new();
        for (broker, followed) in futures_util::future::join_all(each).await {
            match followed {
                Ok((connection, ready)) => {
                    connections.insert(broker, connection);
                    for partition in ready {
                        elect.entry(partition.topic.clone()).or_default().push(partition.key.partition);
                    }
                }
                Err(error) => {
                    tracing::debug!(broker, %error, "cannot follow the real leader yet");
                    connections.remove(&broker);
                }
            }
        }
        // One question for all of them: brokers answer it when they have heard of the new leaders.
        if !elect.is_empty()
            && let Err(error) = cluster.elect_preferred(&elect).await
        {
            tracing::debug!(%error, "not elected yet");
        }
    }
}

/// Follows one real leader; returns the partitions that may be led by us now.
async fn follow(
    cluster: &Cluster,
    connection: Option<Connection>,
    broker: i32,
    partitions: Vec<(Arc<Partition>, i32)>,
) -> (i32, Result<(Connection, Vec<Arc<Partition>>), Error>) {
    let followed = async {
        let connection = match connection {
            Some(connection) => connection,
            None => cluster.dial(broker).await?,
        };
        let mut ready = Vec::new();
        for round in partitions.chunks(ROUND) {
            ready.extend(follow_round(cluster, &connection, round).await?);
        }
        Ok((connection, ready))
    };
    (broker, followed.await)
}

async fn follow_round(
    cluster: &Cluster,
    connection: &Connection,
    round: &[(Arc<Partition>, i32)],
) -> Result<Vec<Arc<Partition>>, Error> {
    let ends = offsets(cluster, connection, round, LATEST).await?;
    let starts = offsets(cluster, connection, round, EARLIEST).await?;
    let lineages = lineages(cluster, connection, round).await?;
    let watermarks = join(cluster, connection, round, &ends).await?;
    let mut ready = Vec::new();
    for (partition, epoch) in round {
        let (Some(end), Some(high_watermark)) = (ends.get(&partition.key), watermarks.get(&partition.key))
        else {
            continue;
        };
        partition.standby_learned(
            *epoch,
            Standby {
                end: Some(*end),
                high_watermark: *high_watermark,
                log_start: starts.get(&partition.key).copied().unwrap_or(0),
                lineage: lineages.get(&partition.key).cloned().unwrap_or_default(),
            },
        );
        // Only a log that is the same everywhere changes its leader without anybody noticing.
        let told = partition.view().told;
        if told.isr.contains(&cluster.node_id()) && told.replicas.first() == Some(&cluster.node_id()) {
            ready.push(Arc::clone(partition));
        }
    }
    Ok(ready)
}

async fn offsets(
    cluster: &Cluster,
    connection: &Connection,
    round: &[(Arc<Partition>, i32)],
    timestamp: i64,
) -> Result<HashMap<Key, i64>, Error> {
    let mut topics: BTreeMap<String, Vec<list_offsets_request::ListOffsetsPartition>> = BTreeMap::new();
    for (partition, epoch) in round {
        topics.entry(partition.topic.clone()).or_default().push(list_offsets_request::ListOffsetsPartition {
            partition_index: partition.key.partition,
            current_leader_epoch: *epoch,
            timestamp,
            ..Default::default()
        });
    }
    let request = ListOffsetsRequest {
        // As a replica we are told the log end, not the high watermark.
        replica_id: cluster.node_id(),
        topics: topics
            .into_iter()
            .map(|(name, partitions)| list_offsets_request::ListOffsetsTopic {
                name,
                partitions,
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    };
    let ids = ids(round);
    let mut found = HashMap::new();
    for topic in connection.call(&request).await?.topics {
        for p in topic.partitions {
            let Some(topic_id) = ids.get(&topic.name) else { continue };
            if p.error_code == 0 {
                found.insert(Key { topic_id: *topic_id, partition: p.partition_index }, p.offset);
            }
        }
    }
    Ok(found)
}

fn ids(round: &[(Arc<Partition>, i32)]) -> HashMap<String, Uuid> {
    round.iter().map(|(p, _)| (p.topic.clone(), p.key.topic_id)).collect()
}

/// How far the walk back through a partition's epochs has come.
struct Walk {
    /// The epoch whose start is asked for; the answer about the one before it tells.
    after: i32,
    found: Vec<(i32, i64)>,
}

/// Walks back from the leader's epoch: an answer names the largest epoch not above the one asked for, and its end is
/// the start of what came after.
async fn lineages(
    cluster: &Cluster,
    connection: &Connection,
    round: &[(Arc<Partition>, i32)],
) -> Result<HashMap<Key, Lineage>, Error> {
    let ids = ids(round);
    let mut walks: HashMap<Key, Walk> =
        round.iter().map(|(p, epoch)| (p.key, Walk { after: *epoch, found: Vec::new() })).collect();
    for _ in 0..EPOCHS_BACK {
        let mut topics: BTreeMap<&str, Vec<epochs::OffsetForLeaderPartition>> = BTreeMap::new();
        for (partition, epoch) in round {
            let after = walks.get(&partition.key).map_or(0, |w| w.after);
            if after > 0 {
                topics.entry(&partition.topic).or_default().push(epochs::OffsetForLeaderPartition {
                    partition: partition.key.partition,
                    current_leader_epoch: *epoch,
                    leader_epoch: after - 1,
                    ..Default::default()
                });
            }
        }
        if topics.is_empty() {
            break;
        }
        let named = |(topic, partitions): (&str, _)| epochs::OffsetForLeaderTopic {
            topic: topic.to_owned(),
            partitions,
            ..Default::default()
        };
        let request = OffsetForLeaderEpochRequest {
            replica_id: cluster.node_id(),
            topics: topics.into_iter().map(named).collect(),
            ..Default::default()
        };
        for topic in connection.call(&request).await?.topics {
            let Some(topic_id) = ids.get(&topic.topic).copied() else { continue };
            for p in topic.partitions {
                let Some(walk) = walks.get_mut(&Key { topic_id, partition: p.partition }) else { continue };
                if p.error_code == 0 && p.end_offset >= 0 && p.leader_epoch < walk.after {
                    walk.found.push((walk.after, p.end_offset));
                    walk.after = p.leader_epoch;
                } else {
                    walk.after = 0;
                }
            }
        }
    }
    Ok(walks.into_iter().map(|(key, walk)| (key, Lineage::new(walk.found.into_iter().rev()))).collect())
}

/// Fetches at the log end as a follower: the leader then counts us as caught up. Returns the leader's high watermarks.
async fn join(
    cluster: &Cluster,
    connection: &Connection,
    round: &[(Arc<Partition>, i32)],
    ends: &HashMap<Key, i64>,
) -> Result<HashMap<Key, i64>, Error> {
    let version = connection.version::<FetchRequest>()?;
    let mut topics: BTreeMap<(String, Uuid), Vec<fetch_request::FetchPartition>> = BTreeMap::new();
    for (partition, epoch) in round {
        let Some(end) = ends.get(&partition.key) else { continue };
        topics.entry((partition.topic.clone(), partition.key.topic_id)).or_default().push(
            fetch_request::FetchPartition {
                partition: partition.key.partition,
                current_leader_epoch: *epoch,
                fetch_offset: *end,
                log_start_offset: 0,
                partition_max_bytes: 1,
                ..Default::default()
            },
        );
    }
    let node = cluster.node_id();
    let request = FetchRequest {
        replica_id: if version < 15 { node } else { -1 },
        replica_state: if version < 15 {
            fetch_request::ReplicaState::default()
        } else {
            fetch_request::ReplicaState {
                replica_id: node,
                replica_epoch: cluster.broker_epoch(),
                ..Default::default()
            }
        },
        max_wait_ms: 0,
        min_bytes: 0,
        max_bytes: 1,
        topics: topics
            .into_iter()
            .map(|((topic, topic_id), partitions)| ask::fetch_topic(version, topic, topic_id, partitions))
            .collect(),
        ..Default::default()
    };
    let answer = connection.call_at(&request, version).await?;
    Error::check("Fetch as a follower", answer.error_code, None)?;
    let ids = ids(round);
    let mut found = HashMap::new();
    for topic in answer.responses {
        let topic_id =
            if version < FETCH_TOPIC_IDS { ids.get(&topic.topic).copied() } else { Some(topic.topic_id) };
        for p in topic.partitions {
            match (topic_id, ErrorCode(p.error_code)) {
                (Some(topic_id), ErrorCode::NONE) => {
                    found.insert(Key { topic_id, partition: p.partition_index }, p.high_watermark);
                }
                (_, code) => {
                    tracing::debug!(partition = p.partition_index, error = code.name(), "not in sync yet")
                }
            }
        }
    }
    Ok(found)
}
