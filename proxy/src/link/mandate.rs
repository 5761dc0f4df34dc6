//! What is decided is carried out as long as nobody else can have decided meanwhile.
//!
//! A task that stood still in the middle of a verb goes on where it was, and by then this sidecar may be the coordinator
//! again: what the task believes is old all the same. So each piece of work keeps the reign that it was begun in.

use std::future::Future;

use super::engine::Engine;

tokio::task_local! {
    static BEGUN: u64;
}

/// Carries `work` out under the present reign: [`Engine::must_decide`] refuses it any further step in a later one.
pub(super) async fn under<F: Future>(engine: &Engine, work: F) -> F::Output {
    begun_in(engine.cluster.reign(), work).await
}

async fn begun_in<F: Future>(reign: u64, work: F) -> F::Output {
    BEGUN.scope(reign, work).await
}

/// Whether the work that asks was begun in this reign. What is no such work has nothing to go on with.
pub(super) fn holds(reign: u64) -> bool {
    BEGUN.try_with(|begun| *begun == reign).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_goes_no_step_further_in_a_later_reign_and_other_work_is_not_asked() {
        begun_in(3, async {
            assert!(holds(3));
            tokio::task::yield_now().await;
            assert!(!holds(4), "somebody else may have decided meanwhile");
            begun_in(4, async { assert!(holds(4)) }).await;
        })
        .await;
        assert!(holds(9));
    }
}
