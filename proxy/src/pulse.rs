//! Whether this process has been running all the time.
//!
//! A process that stood still (stopped by a signal, paused with its machine, starved) may have been replaced meanwhile:
//! the controllers gave what it leads to others, and another sidecar decides. It cannot know that before it has looked at
//! the metadata log again, and until then it must neither serve nor decide anything (invariant 3).

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};

use crate::shutdown::Signal;

/// How often the clock is looked at.
const BEAT: Duration = Duration::from_millis(200);
/// A gap that is longer than this counts as standing still. Below every session timeout that anybody sets, so nobody is
/// replaced within it; above what a busy machine takes away.
const STOOD_STILL: u64 = 2_000;

/// See the module.
#[derive(Debug)]
pub struct Pulse {
    started: Instant,
    /// Milliseconds since `started` at the last beat; `u64::MAX`, which is never late, before the first.
    last: AtomicU64,
    /// Milliseconds since `started` at which a gap was noticed.
    woken: AtomicU64,
    doubtful: AtomicBool,
    sure: Notify,
}

impl Default for Pulse {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            last: AtomicU64::new(u64::MAX),
            woken: AtomicU64::new(0),
            doubtful: AtomicBool::new(false),
            sure: Notify::new(),
        }
    }
}

impl Pulse {
    /// Milliseconds since the start, for [`Self::looked`].
    #[must_use]
    pub fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Beats until shutdown starts.
    pub async fn keep(&self, signal: Signal) {
        loop {
            self.beat(self.now());
            tokio::select! {
                biased;
                () = signal.started() => return,
                () = tokio::time::sleep(BEAT) => {}
            }
        }
    }

    fn beat(&self, now: u64) {
        let last = self.last.swap(now, Ordering::AcqRel);
        if now.saturating_sub(last) > STOOD_STILL {
            self.woken.store(now, Ordering::Release);
            self.doubtful.store(true, Ordering::Release);
            crate::metrics::stood_still();
            tracing::warn!(
                seconds = now.saturating_sub(last) / 1_000,
                "this process stood still; nothing is served or decided before the metadata log was looked at again"
            );
        }
    }

    /// The metadata log was read to its end by a question that was put at `asked` ([`Self::now`]).
    pub fn looked(&self, asked: u64) {
        if self.doubtful.load(Ordering::Acquire)
            && asked >= self.woken.load(Ordering::Acquire)
            && !self.is_late(self.now())
        {
            self.doubtful.store(false, Ordering::Release);
            self.sure.notify_waiters();
        }
    }

    /// Whether what we know of the cluster was known a moment ago.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        !self.doubtful.load(Ordering::Acquire) && !self.is_late(self.now())
    }

    fn is_late(&self, now: u64) -> bool {
        now.saturating_sub(self.last.load(Ordering::Acquire)) > STOOD_STILL
    }

    /// Waits until [`Self::is_sure`]. Cancel safe.
    pub async fn sure(&self) {
        while !self.is_sure() {
            // A gap that no beat has noticed yet wakes nobody.
            let _ = tokio::time::timeout(BEAT, self.sure.notified()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn after_a_gap_only_a_look_that_began_behind_it_helps() {
        let pulse = Pulse::default();
        pulse.beat(pulse.now());
        assert!(pulse.is_sure());
        let asked_before = pulse.now();
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(!pulse.is_sure(), "noticed by whoever runs first, not only by the beat");
        pulse.looked(pulse.now());
        assert!(!pulse.is_sure(), "the gap itself was not noticed yet");
        pulse.beat(pulse.now());
        assert!(!pulse.is_sure());
        pulse.looked(asked_before);
        assert!(!pulse.is_sure(), "that answer was on its way while we stood still");
        pulse.looked(pulse.now());
        assert!(pulse.is_sure());
        pulse.sure().await;
    }

    #[tokio::test(start_paused = true)]
    async fn short_gaps_are_nothing() {
        let pulse = Pulse::default();
        for _ in 0..10 {
            tokio::time::advance(Duration::from_millis(STOOD_STILL)).await;
            pulse.beat(pulse.now());
            assert!(pulse.is_sure());
        }
    }
}
