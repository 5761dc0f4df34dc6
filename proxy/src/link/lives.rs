//! How long each sidecar has been there, and how often it was lost soon: one that comes and goes gets nothing back at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use tokio::time::Instant;

/// How long one has to be there before partitions move to it without need.
pub(super) const SETTLED: Duration = Duration::from_secs(3);
/// A life of that length makes up for all short ones before it.
const STEADY: Duration = Duration::from_secs(60);
/// [`SETTLED`] doubles with each short life, so often.
const DOUBLED_MAX: u32 = 4;

#[derive(Debug)]
struct Life {
    since: Instant,
    /// Short lives before this one.
    short: u32,
}

/// Sidecars as they came and went.
#[derive(Debug, Default)]
pub(super) struct Lives {
    now: BTreeMap<i32, Life>,
    /// Short lives of those that are gone.
    gone: BTreeMap<i32, u32>,
}

impl Lives {
    /// Takes note of who is there at `at`; who is `leaving` goes in good order. Returns whether anybody came or went.
    pub(super) fn look(&mut self, live: &[i32], leaving: &BTreeSet<i32>, at: Instant) -> bool {
        let left: Vec<i32> = self.now.keys().copied().filter(|id| !live.contains(id)).collect();
        for id in &left {
            if let Some(life) = self.now.remove(id) {
                let was_short = at.duration_since(life.since) < STEADY;
                let short = match (was_short, leaving.contains(id)) {
                    (false, _) => 0,
                    (true, true) => life.short,
                    (true, false) => life.short.saturating_add(1),
                };
                self.gone.insert(*id, short);
            }
        }
        let mut came = false;
        for id in live {
            self.now.entry(*id).or_insert_with(|| {
                came = true;
                Life { since: at, short: self.gone.remove(id).unwrap_or(0) }
            });
        }
        came || !left.is_empty()
    }

    /// Whether one has been there for long enough to be given more than it must have.
    pub(super) fn is_settled(&self, id: i32, at: Instant) -> bool {
        let settled = |life: &Life| {
            at.duration_since(life.since) >= SETTLED * 2_u32.saturating_pow(life.short.min(DOUBLED_MAX))
        };
        self.now.get(&id).is_some_and(settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_comes_and_goes_waits_longer_each_time_until_it_stays() {
        let (mut lives, start) = (Lives::default(), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let (nobody, second) = (BTreeSet::new(), BTreeSet::from([1002]));
        assert!(lives.look(&[1001, 1002], &nobody, at(0)));
        assert!(!lives.look(&[1001, 1002], &nobody, at(1)));
        assert!(!lives.is_settled(1002, at(2)));
        assert!(lives.is_settled(1002, at(3)));
        for (gone, back, waits) in [(10, 20, 6), (30, 40, 12), (50, 60, 24)] {
            assert!(lives.look(&[1001], &nobody, at(gone)));
            assert!(!lives.is_settled(1002, at(gone)));
            assert!(lives.look(&[1001, 1002], &nobody, at(back)));
            assert!(!lives.is_settled(1002, at(back + waits - 1)));
            assert!(lives.is_settled(1002, at(back + waits)));
            assert!(lives.is_settled(1001, at(back)), "the others are not held up");
        }
        assert!(lives.look(&[1001], &nobody, at(120)));
        assert!(lives.look(&[1001, 1002], &nobody, at(130)));
        assert!(lives.is_settled(1002, at(133)), "it stayed for a minute");
        assert!(lives.look(&[1001], &second, at(140)));
        assert!(lives.look(&[1001, 1002], &nobody, at(141)));
        assert!(lives.is_settled(1002, at(144)), "it was stopped in good order");
    }
}
