//! The rate limit of a link: bytes per second from the source, changeable while running.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::{Instant, sleep_until};

/// Unused allowance is kept for this long: a burst after silence may take one second's bytes at once.
const BURST: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct State {
    bytes_per_second: u64,
    /// When all that was taken so far is paid for.
    paid_at: Instant,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Throttle(Mutex<State>);

impl Throttle {
    pub(super) fn new(bytes_per_second: u64) -> Self {
        Self(Mutex::new(State { bytes_per_second, paid_at: Instant::now() }))
    }

    pub(super) fn limit(&self, bytes_per_second: u64) {
        let mut state = self.0.lock();
        state.bytes_per_second = bytes_per_second;
        state.paid_at = Instant::now();
    }

    /// Notes bytes that came in and waits until the next may be asked for. Cancel safe.
    pub(super) async fn took(&self, bytes: usize) {
        let until = {
            let mut state = self.0.lock();
            if state.bytes_per_second == 0 {
                return;
            }
            let now = Instant::now();
            let cost = Duration::from_secs_f64(bytes as f64 / state.bytes_per_second as f64);
            state.paid_at = state.paid_at.max(now.checked_sub(BURST).unwrap_or(now)) + cost;
            state.paid_at
        };
        sleep_until(until).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_limit_holds_over_time_and_a_change_takes_effect_at_once() {
        let throttle = Throttle::new(1_000);
        let start = Instant::now();
        for _ in 0..10 {
            throttle.took(1_000).await;
        }
        let seconds = start.elapsed().as_secs_f64();
        assert!((8.9..=10.1).contains(&seconds), "{seconds}");
        throttle.limit(0);
        let start = Instant::now();
        throttle.took(1_000_000).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
}
