//! The rate limit of a link: bytes per second from the source, changeable while running.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

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
pub(super) struct Throttle {
    state: Mutex<State>,
    /// Tells those who wait that the limit is another one.
    changed: watch::Sender<()>,
}

impl Throttle {
    pub(super) fn new(bytes_per_second: u64) -> Self {
        let state = Mutex::new(State { bytes_per_second, paid_at: Instant::now() });
        Self { state, changed: watch::Sender::new(()) }
    }

    /// Sets the limit, 0 for none. What was taken under another limit is paid for then.
    pub(super) fn limit(&self, bytes_per_second: u64) {
        let mut state = self.state.lock();
        if state.bytes_per_second != bytes_per_second {
            *state = State { bytes_per_second, paid_at: Instant::now() };
            drop(state);
            self.changed.send_replace(());
        }
    }

    /// Notes bytes that came in and waits until the next may be asked for. Cancel safe.
    pub(super) async fn took(&self, bytes: usize) {
        let mut changed = self.changed.subscribe();
        let until = {
            let mut state = self.state.lock();
            if state.bytes_per_second == 0 {
                return;
            }
            let now = Instant::now();
            let cost = Duration::from_secs_f64(bytes as f64 / state.bytes_per_second as f64);
            state.paid_at = state.paid_at.max(now.checked_sub(BURST).unwrap_or(now)) + cost;
            state.paid_at
        };
        tokio::select! {
            () = sleep_until(until) => {}
            // The sender lives as long as we do.
            _ = changed.changed() => {}
        }
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

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_under_a_low_limit_goes_on_when_it_is_raised() {
        let throttle = Throttle::new(1);
        let start = Instant::now();
        let raised = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            throttle.limit(1);
            tokio::time::sleep(Duration::from_secs(3)).await;
            throttle.limit(0);
        };
        tokio::join!(throttle.took(1_000_000), raised);
        assert_eq!(start.elapsed(), Duration::from_secs(5), "the same limit again changes nothing");
    }
}
