//! Moving to another sidecar and coming from one, without a real broker leading in between.
//!
//! The sidecar that leads stops asking the source, waits until every real in-sync replica holds all that it got, tells the
//! other one where the log ends, and lets it into the in-sync set. With that the controllers end the reassignment and give
//! leadership over in one record. The other one goes on at that end: nothing is read from the source twice, nothing is
//! compared, no follower is waited for.

use kagami_policies::{leader::Millis, lineage::Lineage};

use super::{Leading, Partition, Role, State};
use crate::peer::Handed;

/// How long followers may take to hold everything, in milliseconds. Then the other sidecar learns from them what it can,
/// as after a death.
const DRAIN_MS_MAX: Millis = 2_000;
/// How long the controllers may take once everything is done, in milliseconds. Then it is done again: the other sidecar
/// may have been started anew.
const GIVEN_MS_MAX: Millis = 3_000;

/// How far a hand-over has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Yielding {
    /// Nothing new is asked for; what is on its way is still taken.
    Draining { to: i32, since: Millis },
    /// Nothing is taken any more, and `to` may join the in-sync set.
    Given { to: i32, since: Millis },
}

/// A partition that another sidecar may have now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The sidecar that gets it.
    pub to: i32,
    pub leader_epoch: i32,
    /// `None` when followers did not come to the end in time.
    pub handed: Option<Handed>,
}

impl Partition {
    /// Whether the partition is on its way to another sidecar.
    #[must_use]
    pub fn is_yielding(&self) -> bool {
        matches!(&self.state.lock().role, Role::Leading(leading) if leading.yielding.is_some())
    }

    /// The partition as a gift, once everything that was got is stored.
    #[must_use]
    pub fn gift(&self, now: Millis) -> Option<Gift> {
        let mut state = self.state.lock();
        let stored = state.followers.smallest_end(&state.real(&state.told.isr));
        let leader_epoch = state.told.leader_epoch;
        let Role::Leading(leading) = &mut state.role else { return None };
        if let Some(Yielding::Given { to, since }) = leading.yielding
            && now.saturating_sub(since) > GIVEN_MS_MAX
        {
            leading.yielding = Some(Yielding::Draining { to, since: now });
        }
        let Some(Yielding::Draining { to, since }) = leading.yielding else { return None };
        let end = leading.window.end();
        let is_stored = stored == Some(end) && leading.high_watermark == end && leading.session.is_none();
        if !is_stored {
            let late = now.saturating_sub(since) > DRAIN_MS_MAX;
            return late.then_some(Gift { to, leader_epoch, handed: None });
        }
        let handed = leading.aligned.then(|| Handed {
            topic_id: self.key.topic_id,
            partition: self.key.partition,
            leader_epoch,
            end,
            log_start: leading.log_start,
            source_epoch: leading.source_epoch,
            lineage: leading.lineage.entries().to_vec(),
        });
        Some(Gift { to, leader_epoch, handed })
    }

    /// The other sidecar knows what it must: from now on nothing is appended here, if nothing was since.
    pub fn given(&self, gift: &Gift, now: Millis) {
        let mut state = self.state.lock();
        let same = state.told.leader_epoch == gift.leader_epoch;
        let Role::Leading(leading) = &mut state.role else { return };
        let whole = gift.handed.as_ref().is_none_or(|handed| handed.end == leading.window.end());
        if same && whole && matches!(leading.yielding, Some(Yielding::Draining { to, .. }) if to == gift.to) {
            leading.yielding = Some(Yielding::Given { to: gift.to, since: now });
            if gift.handed.is_some() {
                crate::metrics::handed_over(false);
            }
        }
    }

    /// The sidecar that leads now tells where its log ends. Returns whether it is ours to take: the metadata log has told
    /// us that we come next, behind this very leader.
    pub fn hand(&self, handed: Handed) -> bool {
        let mut state = self.state.lock();
        let next = state.told.adding.contains(&self.node_id)
            && state.told.leader_epoch == handed.leader_epoch
            && state.virtual_replicas.contains(&state.told.leader)
            && state.told.leader != self.node_id;
        if next {
            state.handed = Some(handed);
        }
        next
    }

    pub(super) fn take_up(&self, state: &State, handed: Handed, now: Millis) -> Role {
        let Handed { end, log_start, lineage, source_epoch, .. } = handed;
        crate::metrics::handed_over(true);
        let mut role = self.lead(state, end, Some(end), log_start, Lineage::new(lineage), now);
        if let Role::Leading(leading) = &mut role {
            leading.aligned = true;
            leading.source_epoch = source_epoch;
        }
        role
    }
}

impl State {
    /// Whether we lead now, straight behind the one who handed over.
    pub(super) fn continues(&self, handed: &Handed, node_id: i32) -> bool {
        self.told.leader == node_id && self.told.leader_epoch == handed.leader_epoch.saturating_add(1)
    }

    /// Begins, or ends, what the replica list asks for: another sidecar at its head, and we on the way out.
    pub(super) fn yield_to(&mut self, node_id: i32, now: Millis) {
        let told = &self.told;
        let head = told.replicas.iter().copied().find(|id| !told.removing.contains(id));
        let taker = head.filter(|id| {
            told.leader == node_id
                && told.removing.contains(&node_id)
                && told.adding.contains(id)
                && self.virtual_replicas.contains(id)
        });
        let Role::Leading(leading) = &mut self.role else { return };
        leading.yielding = match (taker, leading.yielding) {
            (None, _) => None,
            (Some(taker), Some(Yielding::Draining { to, since })) if to == taker => {
                Some(Yielding::Draining { to, since })
            }
            (Some(taker), Some(Yielding::Given { to, since })) if to == taker => {
                Some(Yielding::Given { to, since })
            }
            (Some(to), _) => Some(Yielding::Draining { to, since: now }),
        };
    }
}

impl Leading {
    /// The sidecar that may join the in-sync set.
    pub(super) const fn given_to(&self) -> Option<i32> {
        match self.yielding {
            Some(Yielding::Given { to, .. }) => Some(to),
            Some(Yielding::Draining { .. }) | None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use kagami_codec::types::Uuid;

    use super::*;
    use crate::{
        cluster::image::{self, Key},
        leader::partition::Ask,
        window::{Budget, Chunk},
    };

    const OLD: i32 = 1001;
    const NEW: i32 = 1002;
    const KEY: Key = Key { topic_id: Uuid([1; 16]), partition: 0 };

    fn told(leader: i32, epoch: i32, moving: bool) -> image::Partition {
        image::Partition {
            replicas: if moving { vec![NEW, 1, OLD] } else { vec![leader, 1] },
            isr: vec![OLD, 1],
            adding: if moving { vec![NEW] } else { Vec::new() },
            removing: if moving { vec![OLD] } else { Vec::new() },
            leader,
            leader_epoch: epoch,
            partition_epoch: epoch + i32::from(moving),
            directories: Vec::new(),
        }
    }

    fn at(node: i32) -> Partition {
        Partition::new(KEY, "orders".to_owned(), node, Budget::new(1 << 20), told(OLD, 3, false))
    }

    fn ask(offset: i64) -> Ask {
        Ask {
            replica: 1,
            broker_epoch: -1,
            leader_epoch: 3,
            offset,
            last_epoch: -1,
            log_start: 0,
            bytes_max: 1,
        }
    }

    /// A leader at offset 7 that is asked to give way, with a follower that holds all.
    fn old() -> Partition {
        let old = at(OLD);
        old.told(told(OLD, 3, false), vec![OLD, NEW], 1, 1);
        old.observe(&ask(7), 1).unwrap();
        old.aligned(3, 5);
        old.told(told(OLD, 3, true), vec![OLD, NEW], 1, 10);
        old
    }

    fn chunk(from: i64) -> Chunk {
        Chunk { from, next: from + 1, bytes: Bytes::from_static(b"x"), batches: Box::default() }
    }

    #[test]
    fn what_is_given_goes_on_where_it_was_left_and_nothing_is_taken_here_any_more() {
        let (old, new) = (old(), at(NEW));
        assert_eq!(old.next_fetch(), None, "nothing is asked for while it gives way");
        assert!(old.append(3, chunk(7), 5), "what was on its way is still taken");
        assert_eq!(old.gift(20), None, "the follower does not hold it yet");
        old.observe(&ask(8), 30).unwrap();
        let gift = old.gift(40).expect("all is stored");
        let handed = gift.handed.clone().expect("known to the end");
        assert_eq!((gift.to, handed.end, handed.source_epoch), (NEW, 8, 5));

        assert!(!new.hand(handed.clone()), "the metadata log has not told it yet");
        new.told(told(OLD, 3, true), vec![OLD, NEW], 1, 40);
        assert!(new.hand(handed));
        old.given(&gift, 50);
        assert!(!old.append(3, chunk(8), 5), "it was said where the log ends");
        let proposed = old.propose_isr(60, 30_000, |_, _| true).expect("the new one joins");
        assert_eq!(proposed.members.iter().map(|m| m.0).collect::<Vec<_>>(), [OLD, 1, NEW]);

        new.told(told(NEW, 4, false), vec![OLD, NEW], 1, 70);
        assert_eq!(new.next_fetch(), Some((8, 4)));
        let view = new.view().leading.expect("it knows the log at once");
        assert!(view.aligned);
        assert_eq!(new.source_epoch(), 5);
    }

    #[test]
    fn a_hand_over_that_another_leader_came_between_counts_for_nothing() {
        let (old, new) = (old(), at(NEW));
        let gift = old.gift(20).expect("all is stored");
        new.told(told(OLD, 3, true), vec![OLD, NEW], 1, 20);
        assert!(new.hand(gift.handed.expect("known")));
        new.told(told(1, 4, true), vec![OLD, NEW], 1, 30);
        new.told(told(NEW, 5, false), vec![OLD, NEW], 1, 40);
        assert_eq!(new.next_fetch(), None, "it asks the followers");
    }

    #[test]
    fn followers_that_do_not_come_to_the_end_hold_nobody_up_for_long() {
        let old = old();
        assert!(old.append(3, chunk(7), 5));
        assert_eq!(old.gift(10 + DRAIN_MS_MAX), None);
        let gift = old.gift(11 + DRAIN_MS_MAX).expect("late");
        assert_eq!(gift.handed, None);
        old.given(&gift, 20 + DRAIN_MS_MAX);
        assert!(old.propose_isr(30 + DRAIN_MS_MAX, 30_000, |_, _| true).is_some());
    }

    #[test]
    fn who_is_asked_before_it_knows_its_log_gives_way_once_it_does() {
        let old = at(OLD);
        old.told(told(OLD, 3, true), vec![OLD, NEW], 1, 10);
        assert!(!old.is_yielding(), "there is nothing to give yet");
        old.observe(&ask(7), 20).unwrap();
        assert!(old.is_yielding());
        assert_eq!(old.next_fetch(), None);
        let gift = old.gift(21 + DRAIN_MS_MAX).expect("late at the latest");
        old.given(&gift, 30 + DRAIN_MS_MAX);
        assert!(old.propose_isr(40 + DRAIN_MS_MAX, 30_000, |_, _| true).is_some(), "the new one joins");
    }

    #[test]
    fn a_move_that_is_called_off_lets_the_partition_go_on() {
        let old = old();
        old.told(image::Partition { partition_epoch: 9, ..told(OLD, 3, false) }, vec![OLD, NEW], 1, 20);
        assert!(!old.is_yielding());
        assert_eq!(old.next_fetch(), Some((7, 3)));
    }
}
