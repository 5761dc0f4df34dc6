//! In-sync sets: growing and shrinking them through the controllers (KIP-497).

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kagami_codec::{
    message::{AlterPartitionRequest, alter_partition_request as alter},
    types::{ErrorCode, Uuid},
};
use kagami_policies::limits;

use super::{Leader, partition::IsrChange};
use crate::{cluster::Cluster, shutdown::Signal};

/// How often laggards are looked for. Joins do not wait for it.
const EVERY: Duration = Duration::from_millis(500);
/// Time in which joins are gathered into one request.
const GATHER: Duration = Duration::from_millis(10);

/// Asks for changes of in-sync sets until shutdown starts.
pub async fn keep(leader: Arc<Leader>, cluster: Arc<Cluster>, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = leader.isr_wanted.notified() => tokio::time::sleep(GATHER).await,
            () = tokio::time::sleep(EVERY) => {}
        }
        let changes = wanted(&leader, &cluster);
        if !changes.is_empty() {
            ask(&leader, &cluster, changes).await;
        }
    }
}

fn wanted(leader: &Leader, cluster: &Cluster) -> Vec<IsrChange> {
    let now = leader.now();
    let live: BTreeMap<i32, i64> = cluster.with_image(|image| {
        image.brokers.values().filter(|b| b.is_live()).map(|b| (b.id, b.epoch)).collect()
    });
    let eligible = |id: i32, epoch: i64| live.get(&id).is_some_and(|known| epoch < 0 || *known == epoch);
    leader.all().iter().filter_map(|p| p.propose_isr(now, limits::REPLICA_LAG_MS_MAX, eligible)).collect()
}

async fn ask(leader: &Leader, cluster: &Cluster, changes: Vec<IsrChange>) {
    let request = request(cluster, &changes);
    let mut answers: BTreeMap<(Uuid, i32), (ErrorCode, Vec<i32>, i32)> = BTreeMap::new();
    match cluster.alter_partition(&request).await {
        Ok(answer) => {
            for topic in answer.topics {
                for p in topic.partitions {
                    answers.insert(
                        (topic.topic_id, p.partition_index),
                        (ErrorCode(p.error_code), p.isr, p.partition_epoch),
                    );
                }
            }
        }
        Err(error) => {
            tracing::warn!(%error, partitions = changes.len(), "in-sync sets were not changed; asking again")
        }
    }
    for change in &changes {
        let answer = match answers.remove(&(change.key.topic_id, change.key.partition)) {
            Some((ErrorCode::NONE, isr, partition_epoch)) => {
                crate::metrics::isr_changed(change.grows);
                Some((isr, partition_epoch))
            }
            // It was the last step of a reassignment, and somebody else leads now: the metadata log tells the rest.
            Some((ErrorCode::NEW_LEADER_ELECTED, ..)) => {
                crate::metrics::isr_changed(change.grows);
                None
            }
            Some((code, ..)) => {
                // INELIGIBLE_REPLICA while the follower is fenced, INVALID_UPDATE_VERSION when the log is ahead of
                // us: both settle with what the metadata log tells next.
                tracing::debug!(partition = ?change.key, error = code.name(), "an in-sync set was not changed");
                None
            }
            None => None,
        };
        if let Some(partition) = leader.partition(change.key) {
            partition.isr_answered(change, answer);
        }
    }
}

fn request(cluster: &Cluster, changes: &[IsrChange]) -> AlterPartitionRequest {
    let mut topics: BTreeMap<Uuid, Vec<alter::PartitionData>> = BTreeMap::new();
    for change in changes {
        let members = change.members.iter().map(|(id, epoch)| alter::BrokerState {
            broker_id: *id,
            broker_epoch: if *id == cluster.node_id() { cluster.broker_epoch() } else { *epoch },
            ..Default::default()
        });
        topics.entry(change.key.topic_id).or_default().push(alter::PartitionData {
            partition_index: change.key.partition,
            leader_epoch: change.leader_epoch,
            new_isr_with_epochs: members.collect(),
            partition_epoch: change.partition_epoch,
            ..Default::default()
        });
    }
    AlterPartitionRequest {
        broker_id: cluster.node_id(),
        broker_epoch: cluster.broker_epoch(),
        topics: topics
            .into_iter()
            .map(|(topic_id, partitions)| alter::TopicData { topic_id, partitions, ..Default::default() })
            .collect(),
        ..Default::default()
    }
}
