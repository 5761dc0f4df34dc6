//! What the leader of a mirror partition may announce: the high watermark, and who is in sync.
//!
//! The rules are Kafka's own (KIP-16 lag by time, KIP-497 ISR through the controller) with one difference: the leader
//! stores nothing, so it never counts. A high watermark is a promise about *real* replicas (invariant 2 of the design).

use std::collections::BTreeMap;

/// Milliseconds on the caller's monotonic clock.
pub type Millis = u64;

/// What the leader knows of one follower from its fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Next offset the follower asked for: all before it is in its log.
    pub end: i64,
    /// Log start the follower reported; -1 when it reported none.
    pub start: i64,
    /// Broker epoch of the follower, for `AlterPartition`; -1 below Fetch v15.
    pub broker_epoch: i64,
    /// When it last asked.
    pub fetched_at: Millis,
    /// Leader's log end at that moment.
    leader_end_at_fetch: i64,
    /// Last moment at which it held all that the leader had.
    pub caught_up_at: Millis,
}

/// One follower's fetch as it matters to the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetched {
    pub replica: i32,
    pub offset: i64,
    pub log_start: i64,
    pub broker_epoch: i64,
}

/// All followers of one partition, by broker id.
#[derive(Clone, Debug, Default)]
pub struct Followers(BTreeMap<i32, Follower>);

impl Followers {
    /// Notes a fetch at `leader_end`.
    ///
    /// A follower is caught up when it asks at the leader's end, or when it has reached the end that the leader had at
    /// its previous fetch: then it was caught up at that earlier moment (a busy log never stands still to be caught).
    pub fn observe(&mut self, fetch: Fetched, leader_end: i64, now: Millis) {
        let previous = self.0.get(&fetch.replica).copied();
        let caught_up_at = match previous {
            _ if fetch.offset >= leader_end => now,
            Some(p) if fetch.offset >= p.leader_end_at_fetch => p.fetched_at.max(p.caught_up_at),
            Some(p) => p.caught_up_at,
            // A newcomer that is behind has never been caught up under this leader.
            None => 0,
        };
        self.0.insert(
            fetch.replica,
            Follower {
                end: fetch.offset,
                start: fetch.log_start,
                broker_epoch: fetch.broker_epoch,
                fetched_at: now,
                leader_end_at_fetch: leader_end,
                caught_up_at,
            },
        );
    }

    /// A follower may join the in-sync set at `now`: from then on it has the full time to come to the log's end, too. It
    /// would leave at once otherwise, and join again with its next fetch, as long as it is a little behind.
    pub fn joins(&mut self, replica: i32, now: Millis) {
        if let Some(follower) = self.0.get_mut(&replica) {
            follower.caught_up_at = follower.caught_up_at.max(now);
        }
    }

    /// The follower's last known position.
    #[must_use]
    pub fn follower(&self, replica: i32) -> Option<&Follower> {
        self.0.get(&replica)
    }

    /// All known followers.
    pub fn iter(&self) -> impl Iterator<Item = (i32, &Follower)> {
        self.0.iter().map(|(id, follower)| (*id, follower))
    }

    /// Smallest log end among `members`; `None` while one of them has not been heard of, or there are none.
    #[must_use]
    pub fn smallest_end(&self, members: &[i32]) -> Option<i64> {
        let mut smallest = None;
        for id in members {
            let end = self.0.get(id)?.end;
            smallest = Some(smallest.map_or(end, |s: i64| s.min(end)));
        }
        smallest
    }
}

/// The high watermark to announce next.
///
/// `real_isr` are the in-sync replicas without virtual brokers, including ones that a pending change would add. The
/// watermark moves to the smallest end among them, if they are at least `min_insync` (at least one) and all known; it
/// never moves back and never passes `source_high_watermark`.
#[must_use]
pub fn high_watermark(
    current: i64,
    source_high_watermark: i64,
    real_isr: &[i32],
    min_insync: usize,
    followers: &Followers,
) -> i64 {
    if real_isr.len() < min_insync.max(1) {
        return current;
    }
    followers.smallest_end(real_isr).map_or(current, |end| current.max(end.min(source_high_watermark)))
}

/// Followers to drop from the in-sync set: those not caught up for longer than `lag_max`.
///
/// One that holds all up to `leader_end` is in sync however long ago it asked: a quiet partition is not in its fetches,
/// and when it dies the controllers say so. `leading_since` gives every follower the full time after we took over. The
/// last real member is never dropped: an in-sync set of virtual brokers alone would let a leader be elected that holds
/// nothing.
#[must_use]
pub fn laggards(
    real_isr: &[i32],
    followers: &Followers,
    leader_end: i64,
    leading_since: Millis,
    now: Millis,
    lag_max: Millis,
) -> Vec<i32> {
    let mut late: Vec<(Millis, i32)> = real_isr
        .iter()
        .filter(|id| followers.follower(**id).is_none_or(|f| f.end < leader_end))
        .map(|id| {
            let caught_up = followers.follower(*id).map_or(0, |f| f.caught_up_at).max(leading_since);
            (caught_up, *id)
        })
        .filter(|(caught_up, _)| now.saturating_sub(*caught_up) > lag_max)
        .collect();
    if late.len() == real_isr.len() {
        late.sort_unstable();
        late.pop();
    }
    late.into_iter().map(|(_, id)| id).collect()
}

/// Whether a follower outside the in-sync set may join: it holds everything up to the high watermark and up to the
/// start of this leader's epoch (KAFKA-7128: before that it could still be truncated).
#[must_use]
pub const fn may_join(follower: &Follower, high_watermark: i64, epoch_start: i64) -> bool {
    follower.end >= high_watermark && follower.end >= epoch_start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(replica: i32, offset: i64) -> Fetched {
        Fetched { replica, offset, log_start: 0, broker_epoch: 7 }
    }

    fn followers(ends: &[(i32, i64)]) -> Followers {
        let mut all = Followers::default();
        for (id, end) in ends {
            all.observe(fetched(*id, *end), 100, 10);
        }
        all
    }

    #[test]
    fn the_high_watermark_is_the_smallest_end_of_the_real_in_sync_replicas() {
        let known = followers(&[(1, 80), (2, 60), (3, 10)]);
        assert_eq!(high_watermark(50, 100, &[1, 2], 1, &known), 60);
    }

    #[test]
    fn the_high_watermark_never_passes_the_source() {
        assert_eq!(high_watermark(50, 55, &[1], 1, &followers(&[(1, 80)])), 55);
    }

    #[test]
    fn the_high_watermark_never_moves_back() {
        assert_eq!(high_watermark(70, 100, &[1, 2], 1, &followers(&[(1, 80), (2, 60)])), 70);
    }

    #[test]
    fn without_real_replicas_the_high_watermark_stands_still() {
        assert_eq!(high_watermark(50, 100, &[], 1, &followers(&[(1, 80)])), 50);
        assert_eq!(high_watermark(50, 100, &[], 0, &followers(&[(1, 80)])), 50);
    }

    #[test]
    fn below_min_insync_replicas_the_high_watermark_stands_still() {
        assert_eq!(high_watermark(50, 100, &[1], 2, &followers(&[(1, 80)])), 50);
    }

    #[test]
    fn an_in_sync_replica_that_has_not_fetched_holds_the_high_watermark() {
        assert_eq!(high_watermark(50, 100, &[1, 2], 1, &followers(&[(1, 80)])), 50);
    }

    #[test]
    fn a_follower_that_reaches_the_previous_end_was_caught_up_then() {
        let mut all = Followers::default();
        all.observe(fetched(1, 100), 200, 1_000);
        all.observe(fetched(1, 200), 300, 2_000);
        assert_eq!(all.follower(1).map(|f| f.caught_up_at), Some(1_000));
    }

    #[test]
    fn laggards_leave_after_the_limit_and_not_before() {
        let mut all = Followers::default();
        all.observe(fetched(1, 200), 200, 40_000);
        all.observe(fetched(2, 50), 200, 40_000);
        assert_eq!(laggards(&[1, 2], &all, 250, 5_000, 35_000, 30_000), Vec::<i32>::new());
        assert_eq!(laggards(&[1, 2], &all, 250, 5_000, 40_000, 30_000), vec![2]);
    }

    #[test]
    fn a_follower_that_joins_a_little_behind_the_end_has_the_full_time_to_come_there() {
        let mut all = followers(&[(1, 200), (2, 190)]);
        assert_eq!(laggards(&[1, 2], &all, 200, 0, 90_000, 30_000), vec![2]);
        all.joins(2, 90_000);
        assert_eq!(laggards(&[1, 2], &all, 200, 0, 120_000, 30_000), Vec::<i32>::new());
        assert_eq!(laggards(&[1, 2], &all, 200, 0, 120_001, 30_000), vec![2]);
    }

    #[test]
    fn a_follower_at_the_end_of_a_quiet_log_stays_in_sync() {
        let mut all = Followers::default();
        all.observe(fetched(1, 200), 200, 1_000);
        all.observe(fetched(2, 200), 200, 1_000);
        assert_eq!(laggards(&[1, 2], &all, 200, 0, 900_000, 30_000), Vec::<i32>::new());
        assert_eq!(laggards(&[1, 2], &all, 201, 0, 900_000, 30_000).len(), 1);
    }

    #[test]
    fn the_last_real_member_stays_however_late_it_is() {
        let all = Followers::default();
        assert_eq!(laggards(&[1], &all, 250, 0, 90_000, 30_000), Vec::<i32>::new());
        assert_eq!(laggards(&[1, 2], &all, 250, 0, 90_000, 30_000).len(), 1);
    }

    #[test]
    fn a_follower_below_the_epoch_start_may_not_join() {
        let all = followers(&[(1, 60)]);
        let one = all.follower(1).expect("observed above");
        assert!(may_join(one, 60, 60));
        assert!(!may_join(one, 61, 0));
        assert!(!may_join(one, 0, 61));
    }
}
