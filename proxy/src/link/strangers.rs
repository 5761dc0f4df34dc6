//! Partitions on us that are nobody's mirror: moved off, or never let in.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use super::{create, engine::Engine};
use crate::cluster::Placement;

/// Partitions that the controllers put on us although they are nobody's mirror (below Kafka 4.3 we cannot say that we
/// are cordoned): moved to real brokers at once.
pub(super) fn move_off(engine: &Arc<Engine>, ours: &BTreeSet<String>) {
    let node = engine.cluster.node_id();
    let mut moves: BTreeMap<String, Vec<Placement>> = BTreeMap::new();
    let mut called_off: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    let real: Vec<i32> = engine.cluster.real_brokers(true).iter().map(|b| b.id).collect();
    let live = engine.cluster.live_sidecars();
    let closed = |topic: &str| {
        engine.cluster.with_image(|image| image.topic_config(topic, create::CLOSING) == Some(create::CLOSED))
    };
    for partition in engine.leader.all().iter().filter(|p| !ours.contains(&p.topic)) {
        if closed(&partition.topic) {
            // A mirror that the state says nothing of: opening it is nobody's wish, and what it holds is told by its
            // followers.
            engine.unknown_mirror(&partition.topic);
            continue;
        }
        let told = partition.view().told;
        if told.adding.contains(&node) {
            called_off.entry(partition.topic.clone()).or_default().push(partition.key.partition);
            continue;
        }
        if !told.replicas.contains(&node) || !told.removing.is_empty() || !told.adding.is_empty() {
            partition.begin_at(0, engine.leader.now());
            continue;
        }
        // Nothing was ever written to it, so it can be followed from nothing.
        partition.begin_at(0, engine.leader.now());
        // Several of us may stand in the list: the first one moves all of them off.
        let mover = told.replicas.iter().find(|id| live.contains(id));
        let replicas = only_real(&told.replicas, |id| engine.cluster.is_sidecar(id), &real);
        if mover == Some(&node) && !replicas.is_empty() {
            moves
                .entry(partition.topic.clone())
                .or_default()
                .push(Placement { partition: partition.key.partition, replicas });
        }
    }
    for (topic, partitions) in called_off {
        let owner = Arc::clone(engine);
        engine.errands.spawn(&engine.tasks, format!("calling off {topic}"), async move {
            match owner.cluster.cancel_reassignment(&topic, &partitions).await {
                Ok(()) => tracing::warn!(
                    topic,
                    ?partitions,
                    "somebody moves partitions that are no mirror to us, where they would never arrive: the reassignment \
                     was called off; leave broker {} out of it",
                    owner.cluster.node_id()
                ),
                Err(error) => {
                    tracing::warn!(topic, %error, "a reassignment to us cannot be called off yet");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }
    for (topic, placements) in moves {
        let owner = Arc::clone(engine);
        engine.errands.spawn(&engine.tasks, format!("evacuating {topic}"), async move {
            let moved = owner.cluster.reassign(&topic, &placements).await;
            crate::metrics::foreign_partition(moved.is_ok());
            match moved {
                Ok(()) => tracing::warn!(topic, partitions = placements.len(), "partitions that are no mirror were placed on us and moved off"),
                Err(error) => {
                    tracing::warn!(topic, %error, "partitions that are no mirror were placed on us and cannot be moved yet");
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
            }
        });
    }
}

/// The replica list with other live brokers in the places of sidecars, or shorter when there are not so many.
fn only_real(replicas: &[i32], is_sidecar: impl Fn(i32) -> bool, real: &[i32]) -> Vec<i32> {
    let mut kept: Vec<i32> = replicas.iter().copied().filter(|id| !is_sidecar(*id)).collect();
    let stand_ins: Vec<i32> = real.iter().copied().filter(|id| !kept.contains(id)).collect();
    kept.extend(stand_ins.into_iter().take(replicas.len() - kept.len()));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_brokers_take_our_places_if_there_are_some() {
        let only_real = |replicas: &[i32], real: &[i32]| only_real(replicas, |id| id > 1000, real);
        assert_eq!(only_real(&[1001, 1], &[1, 2]), vec![1, 2]);
        assert_eq!(only_real(&[1001], &[1, 2]), vec![1]);
        assert_eq!(only_real(&[1001, 1], &[1]), vec![1]);
        assert_eq!(only_real(&[1001], &[]), Vec::<i32>::new());
        assert_eq!(only_real(&[1002, 3, 1001], &[1, 2, 3]), vec![3, 1, 2]);
    }
}
