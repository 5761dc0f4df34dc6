//! Producer ids that stand in mirrored batches must never be given to a new producer. Controllers hand ids out in small
//! blocks, so the way past a large id is walked while there is time, not at promotion.

use std::{sync::Arc, time::Duration};

use super::engine::Engine;
use crate::shutdown::Signal;

const EVERY: Duration = Duration::from_secs(1);
/// Blocks (of 1,000 ids) that are taken in a row before others get their turn with the controllers.
const BLOCKS_MAX: u32 = 20;

/// Walks until shutdown starts.
pub async fn keep(engine: Arc<Engine>, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        engine.leader.producers_at(engine.cluster.with_image(|image| image.next_producer_id));
        let horizon = engine.leader.producer_horizon();
        if horizon < 0 || !engine.cluster.registration().borrow().unfenced {
            continue;
        }
        if let Err(error) = engine.cluster.pass_producer_ids(horizon, BLOCKS_MAX).await {
            tracing::debug!(%error, "no producer ids from the controllers now");
        }
    }
}
