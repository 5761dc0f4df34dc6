//! The partitions of mirrors: where new ones are placed and begin, growth, and the way back into their replica lists.

use std::{collections::BTreeMap, sync::Arc};

use kagami_policies::placement::{self, Candidate};

use super::{
    command::Refusal,
    engine::{Engine, Mirror, refused},
};
use crate::{
    ask,
    cluster::Placement,
    config::link_settings::StartOffset,
    source::{self, Source},
};

/// We first, then real brokers, the companion among them.
pub(super) fn placements(engine: &Engine, partitions: std::ops::Range<i32>, factor: i16) -> Vec<Placement> {
    let cluster = &engine.cluster;
    let candidates: Vec<Candidate> = cluster
        .real_brokers(true)
        .into_iter()
        .map(|b| Candidate { id: b.id, rack: b.rack, load: 0 })
        .collect();
    let companion = candidates.iter().any(|c| c.id == cluster.companion()).then(|| cluster.companion());
    let factor = usize::try_from(factor).unwrap_or(1);
    partitions
        .map(|partition| {
            let real = placement::replicas(partition, factor, companion, &candidates);
            Placement { partition, replicas: std::iter::once(cluster.node_id()).chain(real).collect() }
        })
        .collect()
}

/// Where partitions begin that have nothing yet.
///
/// # Errors
/// When the source does not answer.
pub(super) async fn starts(
    source: &Source,
    topic: &str,
    partitions: &[i32],
    spec: &str,
) -> Result<BTreeMap<i32, i64>, source::Error> {
    let timestamp = match spec.parse().unwrap_or(StartOffset::Earliest) {
        StartOffset::Earliest => ask::EARLIEST,
        StartOffset::Latest => ask::LATEST,
        StartOffset::Timestamp(at) => at,
    };
    let mut found = source.offsets(topic, partitions, timestamp).await?;
    // Nothing that new: from the end on.
    let none: Vec<i32> = found.iter().filter(|(_, offset)| **offset < 0).map(|(p, _)| *p).collect();
    if !none.is_empty() {
        found.extend(source.offsets(topic, &none, ask::LATEST).await?);
    }
    Ok(found)
}

/// Adds partitions that the source topic got. They begin at the source's first offset whatever the link's start says:
/// nobody could have read them before.
///
/// # Errors
/// When the destination refuses or cannot be reached.
pub(super) async fn grow(engine: &Arc<Engine>, mirror: &Arc<Mirror>, count: i32) -> Result<(), Refusal> {
    let record = mirror.record();
    let there = engine.cluster.with_image(|i| i.topic(&mirror.topic).map_or(0, |t| t.partitions.len()));
    let there = i32::try_from(there).unwrap_or(i32::MAX);
    if there < count {
        // Before the partitions are there, because they begin as soon as we lead them.
        engine.update(mirror, |record| "earliest".clone_into(&mut record.start)).await?;
        let placements = placements(engine, there..count, record.replication_factor);
        let open = engine.cluster.uncordon().await.map_err(|e| refused("we are not registered yet", &e))?;
        let grown = engine.cluster.create_partitions(&mirror.topic, count, &placements).await;
        drop(open);
        grown.map_err(|e| refused("new partitions of the source could not be added", &e))?;
        tracing::info!(
            topic = mirror.topic,
            from = there,
            to = count,
            "the source topic grew, and the mirror with it"
        );
    }
    engine.update(mirror, |record| record.partitions = count).await
}

/// Puts us back at the head of replica lists.
///
/// # Errors
/// When the destination refuses or cannot be reached.
pub(super) async fn take_back(
    engine: &Arc<Engine>,
    topic: &str,
    placements: &[Placement],
) -> Result<(), Refusal> {
    let _open = engine.cluster.uncordon().await.map_err(|e| refused("we are not registered yet", &e))?;
    engine
        .cluster
        .reassign(topic, placements)
        .await
        .map_err(|e| refused("going back into the replica lists", &e))
}
