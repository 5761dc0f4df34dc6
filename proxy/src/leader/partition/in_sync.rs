//! Who is in sync and what is stored: the in-sync set that the controllers are asked for, and the high watermark that
//! follows from it.

use kagami_policies::leader::{self, Millis};

use super::{Partition, Role, State};
use crate::cluster::image::Key;

/// A change of the in-sync set that the controllers are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsrChange {
    pub key: Key,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    /// Broker id and broker epoch of each member; the epoch is -1 where unknown.
    pub members: Vec<(i32, i64)>,
    /// Whether there are more members than before.
    pub grows: bool,
}

impl Partition {
    /// The in-sync set that ought to be asked for now, if it differs from the one that is.
    ///
    /// `eligible` tells whether a broker with that epoch may join: registered, not fenced, the same incarnation.
    pub fn propose_isr(
        &self,
        now: Millis,
        lag_max: Millis,
        eligible: impl Fn(i32, i64) -> bool,
    ) -> Option<IsrChange> {
        let mut state = self.state.lock();
        if state.proposed.is_some() {
            return None;
        }
        let Role::Leading(leading) = &state.role else { return None };
        let real = state.real(&state.told.isr);
        let late =
            leader::laggards(&real, &state.followers, leading.window.end(), leading.since, now, lag_max);
        let mut members: Vec<i32> = state.told.isr.iter().copied().filter(|id| !late.contains(id)).collect();
        let joining: Vec<i32> = state
            .real(&state.told.replicas)
            .into_iter()
            .filter(|id| !state.told.isr.contains(id))
            .filter(|id| {
                state.followers.follower(*id).is_some_and(|f| {
                    leader::may_join(f, leading.high_watermark, leading.epoch_start)
                        && eligible(*id, f.broker_epoch)
                })
            })
            .collect();
        members.extend(&joining);
        // A sidecar holds nothing; it is in sync when we say so.
        members.extend(leading.given_to().filter(|id| !state.told.isr.contains(id) && eligible(*id, -1)));
        if members == state.told.isr {
            return None;
        }
        let change = IsrChange {
            key: self.key,
            leader_epoch: state.told.leader_epoch,
            partition_epoch: state.told.partition_epoch,
            members: members
                .iter()
                .map(|id| (*id, state.followers.follower(*id).map_or(-1, |f| f.broker_epoch)))
                .collect(),
            grows: members.len() > state.told.isr.len(),
        };
        for id in joining {
            state.followers.joins(id, now);
        }
        state.proposed = Some(members);
        Some(change)
    }

    /// The controllers' answer to a proposal: the set as it is now, or `None` when they refused.
    pub fn isr_answered(&self, change: &IsrChange, answer: Option<(Vec<i32>, i32)>) {
        let mut state = self.state.lock();
        if state.told.leader_epoch != change.leader_epoch {
            return;
        }
        state.proposed = None;
        if let Some((isr, partition_epoch)) = answer
            && partition_epoch > state.told.partition_epoch
        {
            state.told.isr = isr;
            state.told.partition_epoch = partition_epoch;
        }
        if state.advance() {
            state.wake(self.key);
        }
    }

    /// Whether a broker is in the in-sync set.
    #[must_use]
    pub fn is_in_sync(&self, replica: i32) -> bool {
        self.state.lock().told.isr.contains(&replica)
    }
}

impl State {
    /// Moves the high watermark and lets go of what every in-sync follower has. Returns whether it moved.
    pub(super) fn advance(&mut self) -> bool {
        let mut members = self.real(&self.told.isr);
        if let Some(proposed) = &self.proposed {
            // Until the controllers answer, the larger set holds (KIP-497's maximal ISR).
            members.extend(self.real(proposed));
            members.sort_unstable();
            members.dedup();
        }
        let Role::Leading(leading) = &mut self.role else { return false };
        let bound = leading.window.end();
        let next =
            leader::high_watermark(leading.high_watermark, bound, &members, self.min_insync, &self.followers);
        let moved = next != leading.high_watermark;
        leading.high_watermark = next;
        // All that was ever announced lies on every in-sync follower.
        leading.settled |=
            members.len() >= self.min_insync.max(1) && self.followers.smallest_end(&members).is_some();
        if let Some(source) = &mut leading.source
            && next >= source.high_watermark
        {
            source.equal_at = source.answered_at;
        }
        if let Some(held) = self.followers.smallest_end(&members).filter(|_| !members.is_empty()) {
            leading.window.release(held);
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::types::Uuid;

    use super::*;
    use crate::{
        cluster::image,
        leader::partition::{Answer, Ask, Standby},
        window::Budget,
    };

    const KEY: Key = Key { topic_id: Uuid([1; 16]), partition: 0 };

    fn told(isr: Vec<i32>, leader: i32, leader_epoch: i32, partition_epoch: i32) -> image::Partition {
        image::Partition {
            replicas: vec![1001, 1],
            isr,
            adding: Vec::new(),
            removing: Vec::new(),
            leader,
            leader_epoch,
            partition_epoch,
            directories: Vec::new(),
        }
    }

    fn at(told: image::Partition) -> Partition {
        let partition = Partition::new(KEY, "orders".to_owned(), 1001, Budget::new(1 << 20), told.clone());
        partition.told(told, vec![1001], 1, 1);
        partition
    }

    fn ask() -> Ask {
        Ask {
            replica: 1,
            broker_epoch: 7,
            leader_epoch: 2,
            offset: 500,
            last_epoch: -1,
            log_start: 0,
            bytes_max: 1,
        }
    }

    /// Whether the high watermark is known, and where it and the log end are.
    fn known(partition: &Partition) -> Option<(bool, i64, i64)> {
        partition.view().leading.map(|leading| (leading.settled, leading.high_watermark, leading.end))
    }

    /// The controllers fenced every follower and made us the leader again: how far others have announced the high
    /// watermark is unknown until a follower is in sync.
    #[test]
    fn a_high_watermark_that_is_not_known_is_announced_to_nobody() {
        let partition = at(told(vec![1001], 1001, 2, 5));
        partition.observe(&ask(), 60_000).expect("it is a replica");
        assert_eq!(known(&partition).map(|known| (known.0, known.2)), Some((false, 500)));
        assert_eq!(partition.answer(&ask()), Answer::Hold);
        partition.observe(&ask(), 60_001).expect("it is a replica");
        assert!(partition.propose_isr(60_002, 30_000, |_, _| true).is_some(), "it may join");

        partition.told(told(vec![1001, 1], 1001, 2, 6), vec![1001], 1, 60_003);
        assert_eq!(known(&partition), Some((true, 500, 500)));
        assert!(matches!(partition.answer(&ask()), Answer::Batches { high_watermark: 500, .. }));
    }

    /// Readers may have come further at the broker that led before us than it had told us when we last asked it.
    #[test]
    fn the_high_watermark_of_a_real_leader_before_us_is_only_the_least_that_was_announced() {
        let partition = at(told(vec![1, 1001], 1, 1, 5));
        let learned = Standby { end: Some(500), high_watermark: 480, ..Standby::default() };
        partition.standby_learned(1, learned);
        partition.told(told(vec![1, 1001], 1001, 2, 6), vec![1001], 1, 10);
        assert_eq!(known(&partition), Some((false, 480, 500)));
        assert_eq!(partition.answer(&ask()), Answer::Hold, "followers hear no lower one either");
        partition.observe(&ask(), 20).expect("it is a replica");
        assert_eq!(known(&partition), Some((true, 500, 500)));
    }
}
