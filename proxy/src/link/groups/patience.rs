//! Trying again what passes by itself, for as long as the pause of a cutover can bear it.

use std::time::Duration;

use kagami_policies::retry::Backoff;
use tokio::time::{Instant, sleep, timeout_at};

use super::at::Why;
use crate::link::engine::now_ms;

/// How long a question about groups is asked again: a coordinator that moves is there again within a second or two.
pub(super) const LIMIT: Duration = Duration::from_secs(5);
/// First and longest pause between two attempts, in milliseconds.
const PAUSE_MS: (u64, u64) = (20, 250);

/// The time that one question has.
#[derive(Debug)]
pub(super) struct Patience {
    until: Instant,
    backoff: Backoff,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + LIMIT, backoff: Backoff::new(PAUSE_MS.0, PAUSE_MS.1) }
    }

    /// Waits before the next attempt; `false`, at once, when there is no time for one. Cancel safe.
    pub(super) async fn pause(&mut self) -> bool {
        let pause = Duration::from_millis(self.backoff.next(now_ms().unsigned_abs()));
        let is_time = Instant::now() + pause < self.until;
        if is_time {
            sleep(pause).await;
        }
        is_time
    }

    /// What `attempt` comes to before the time is over.
    pub(super) async fn bound<T>(&self, attempt: impl Future<Output = Result<T, Why>>) -> Result<T, Why> {
        let late = || Why::Unreached(format!("no answer within {} s", LIMIT.as_secs()));
        timeout_at(self.until, attempt).await.unwrap_or_else(|_| Err(late()))
    }
}

/// Attempts until one succeeds, fails for good, or the time is over.
pub(super) async fn patiently<T, F>(attempt: impl Fn() -> F) -> Result<T, Why>
where
    F: Future<Output = Result<T, Why>>,
{
    let mut patience = Patience::new();
    loop {
        match patience.bound(attempt()).await {
            Err(why) if why.passes() && patience.pause().await => {}
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use kagami_codec::types::ErrorCode;

    use super::*;

    async fn attempts(outcome: impl Fn(u32) -> Result<u32, Why>) -> (u32, Result<u32, Why>) {
        let count = AtomicU32::new(0);
        let told = patiently(|| {
            let outcome = outcome(count.fetch_add(1, Ordering::Relaxed));
            async move { outcome }
        })
        .await;
        (count.into_inner(), told)
    }

    #[tokio::test(start_paused = true)]
    async fn a_coordinator_that_moves_is_asked_again() {
        let moving = |n| if n < 3 { Err(Why::Refused(ErrorCode::NOT_COORDINATOR)) } else { Ok(n) };
        let (count, told) = attempts(moving).await;
        assert_eq!((count, told.unwrap()), (4, 3));
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_that_stays_is_told_at_once() {
        let (count, told) = attempts(|_| Err(Why::Refused(ErrorCode::GROUP_AUTHORIZATION_FAILED))).await;
        assert_eq!(count, 1);
        assert!(matches!(told, Err(Why::Refused(ErrorCode::GROUP_AUTHORIZATION_FAILED))), "{told:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_pass_is_told_in_time_and_with_its_reason() {
        let begun = Instant::now();
        let (count, told) = attempts(|_| Err(Why::Refused(ErrorCode::COORDINATOR_NOT_AVAILABLE))).await;
        assert!(count > 10 && begun.elapsed() <= LIMIT, "{count} {:?}", begun.elapsed());
        assert!(matches!(told, Err(Why::Refused(ErrorCode::COORDINATOR_NOT_AVAILABLE))), "{told:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_broker_does_not_take_more_than_the_limit() {
        let begun = Instant::now();
        let told: Result<(), Why> = patiently(std::future::pending).await;
        assert!(matches!(told, Err(Why::Unreached(_))), "{told:?}");
        assert!(begun.elapsed() <= LIMIT + Duration::from_millis(5), "{:?}", begun.elapsed());
    }
}
