//! Transactions that the source can no longer end, aborted so that readers of committed records go on.

use std::time::Duration;

use kagami_codec::types::ErrorCode;
use tokio::time::{Instant, sleep};

use super::{
    super::{
        command::Refusal,
        engine::{Engine, refused},
        mirror::Mirror,
    },
    MOVE, ProducerState,
};
use crate::cluster::Error;

/// Between two questions to a leader that does not know yet that it leads.
const PAUSE: Duration = Duration::from_millis(100);

/// Aborts what is open in the partitions of an opened mirror, and tells each.
///
/// # Errors
/// When the destination refuses, or a partition's leader does not answer as one within [`MOVE`].
pub(super) async fn abort(engine: &Engine, mirror: &Mirror) -> Result<Vec<String>, Refusal> {
    let mut notes = Vec::new();
    for (index, last_epoch) in mirror.record().last_epochs {
        let until = Instant::now() + MOVE;
        loop {
            engine.must_decide()?;
            match abort_in(engine, mirror, index, last_epoch, &mut notes).await {
                Ok(()) => break,
                // The metadata log names a leader before that broker has read it there.
                Err(error) if Instant::now() < until && error.passes_with_the_leader() => {
                    tracing::debug!(topic = mirror.topic, index, %error, "its open transactions cannot be aborted yet");
                    sleep(PAUSE).await;
                }
                Err(error) => {
                    let what = format!("what is open in partition {index} could not be aborted");
                    return Err(refused(&what, &error));
                }
            }
        }
    }
    Ok(notes)
}

/// One attempt. What it did is in `notes` also when it fails later: such a transaction is not open any more when it is
/// asked for again.
async fn abort_in(
    engine: &Engine,
    mirror: &Mirror,
    index: i32,
    last_epoch: i32,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    let (cluster, topic) = (&engine.cluster, mirror.topic.as_str());
    let leader = cluster
        .with_image(|image| image.topic(topic).and_then(|t| t.partitions.get(&index)).map(|p| p.leader));
    let Some(leader) = leader else { return Ok(()) };
    if leader < 0 {
        return Error::check("DescribeProducers", ErrorCode::LEADER_NOT_AVAILABLE.0, None);
    }
    // The topic is open: what began behind our last record is a client's, and lives.
    let Some(end) = cluster.end_of_epoch(leader, topic, index, last_epoch).await? else { return Ok(()) };
    let found = cluster.producers(leader, topic, &[index]).await?;
    let ours = |p: &&ProducerState| (0..end).contains(&p.current_txn_start_offset);
    for producer in found.values().flatten().filter(ours) {
        cluster.abort_transaction(leader, topic, index, producer).await?;
        notes.push(format!(
            "partition {index}: aborted the open transaction of producer id {} that began at offset {}",
            producer.producer_id, producer.current_txn_start_offset
        ));
    }
    Ok(())
}
