//! Partitions that cannot go on: found out by the sidecar that feeds them, written down by the one that decides.

use std::{sync::Arc, time::Duration};

use kagami_policies::mirror::Failure;

use super::{command::Refusal, engine::Engine, mirror::Mirror, record::FailedPartition};
use crate::peer::Ask;

/// How long the coordinator may take to write it down.
const NOTE: Duration = Duration::from_secs(5);
/// Pause before it is said again.
const AGAIN: Duration = Duration::from_secs(1);

/// Has it written down that a partition of `mirror` failed, in a task that tries until it is.
pub(super) fn tell(
    engine: &Arc<Engine>,
    mirror: &Arc<Mirror>,
    partition: i32,
    failure: Failure,
    message: String,
) {
    if mirror.record().failed_partitions.contains_key(&partition) {
        return;
    }
    let (owner, mirror) = (Arc::clone(engine), Arc::clone(mirror));
    engine.errands.spawn(&engine.tasks, format!("failure of {}-{partition}", mirror.topic), async move {
        let failure = failure.name();
        tracing::error!(topic = mirror.topic, partition, failure, message, "a partition failed");
        while !mirror.record().failed_partitions.contains_key(&partition) {
            match tell_once(&owner, &mirror, partition, failure, message.clone()).await {
                Ok(()) => return,
                Err(problem) => {
                    tracing::warn!(
                        topic = mirror.topic,
                        partition,
                        problem,
                        "a failure could not be stored yet"
                    );
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    });
}

async fn tell_once(
    engine: &Engine,
    mirror: &Mirror,
    partition: i32,
    failure: &str,
    message: String,
) -> Result<(), String> {
    if engine.decides() {
        return note(engine, mirror, partition, failure, message).await.map_err(|refusal| refusal.message);
    }
    let coordinator = engine.cluster.coordinator().ok_or("no sidecar decides now")?;
    let failure = failure.to_owned();
    let ask = Ask::Failed { mirror: mirror.topic.clone(), partition, failure, message };
    engine.peers.ask(coordinator, &ask, NOTE).await.map_err(|error| error.to_string())
}

/// Writes down that a partition failed; the first reason stays.
pub(super) async fn note(
    engine: &Engine,
    mirror: &Mirror,
    partition: i32,
    failure: &str,
    message: String,
) -> Result<(), Refusal> {
    let failed = FailedPartition { failure: failure.to_owned(), message };
    engine
        .update(mirror, |record| {
            record.failed_partitions.entry(partition).or_insert(failed);
        })
        .await
}
