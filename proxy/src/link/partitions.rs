//! The partitions of mirrors: where new ones begin, and growth.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    command::Refusal,
    engine::{Engine, refused},
    mirror::Mirror,
    sharing,
};
use crate::{
    ask,
    config::link_settings::StartOffset,
    source::{self, Source},
};

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
        let (placements, open) =
            sharing::new_partitions(engine, &mirror.topic, there..count, record.replication_factor).await?;
        engine.must_decide()?;
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
