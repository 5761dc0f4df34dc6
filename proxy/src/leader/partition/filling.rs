//! What the source's side puts in, and what it must know for that: where to read on, and under which epoch.

use std::sync::{Arc, atomic::AtomicU64};

use bytes::Bytes;
use kagami_policies::{leader::Millis, lineage::Lineage};

use super::{Partition, Role, State};
use crate::{cluster::image::Key, window::Chunk};

/// The source as this partition last heard of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceView {
    pub high_watermark: i64,
    pub log_start: i64,
    /// When the source last answered, on the engine's clock.
    pub answered_at: Millis,
    /// When the mirror last held all of the source.
    pub equal_at: Millis,
}

impl Partition {
    /// Whether nobody has ever led this partition but us, every real member of the in-sync set has said that it holds
    /// nothing, and its start is not known yet.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.state.lock().is_fresh()
    }

    /// The log is empty and begins at `start`: how a new mirror takes over the source's first offset.
    pub fn begin_at(&self, start: i64, now: Millis) {
        let mut state = self.state.lock();
        if state.is_fresh() {
            state.role = self.lead(&state, start, Some(start), start, Lineage::default(), now);
            state.wake(self.key);
        }
    }

    /// As [`Self::begin_at`] for a log that we lead and that others have led, if its end was found to be 0: nothing was ever
    /// put into it. Returns whether it begins there now.
    pub fn begin_late(&self, start: i64) -> bool {
        let mut state = self.state.lock();
        let blank = matches!(&state.role, Role::Leading(leading) if leading.window.end() == 0);
        if blank && start > 0 {
            state.restart_at(self.key, start);
        }
        blank && start > 0
    }

    /// The source no longer has anything before `start` and we have nothing after it: the log goes on there. Followers
    /// throw away what they have, as the source did.
    pub fn restart_at(&self, start: i64) {
        self.state.lock().restart_at(self.key, start);
    }

    /// The source jumped from our end to `to` (its head was deleted while we lagged): the next batch starts there or
    /// later, and what we hold stays.
    pub fn skip_to(&self, to: i64) {
        let mut state = self.state.lock();
        if let Role::Leading(leading) = &mut state.role
            && to > leading.window.end()
        {
            let from = leading.window.end();
            // An empty chunk carries the gap, so that readers at the old end go on behind it.
            leading.window.append(Chunk { from, next: to, bytes: Bytes::new(), batches: Box::default() });
        }
    }

    /// Where the source is to be read from, under which of our epochs; `None` unless we lead and know the log.
    #[must_use]
    pub fn next_fetch(&self) -> Option<(i64, i32)> {
        let state = self.state.lock();
        match &state.role {
            Role::Leading(leading) if leading.stalled || leading.yielding.is_some() => None,
            Role::Leading(leading) => Some((leading.window.end(), state.told.leader_epoch)),
            Role::Absent | Role::Standby(_) | Role::Recovering { .. } => None,
        }
    }

    /// Takes what the source sent, whose last batch has `source_epoch` there. Returns whether it fit: it does not when
    /// we stopped leading under `epoch`, or something else was appended meanwhile.
    pub fn append(&self, epoch: i32, chunk: Chunk, source_epoch: i32) -> bool {
        let mut state = self.state.lock();
        if state.told.leader_epoch != epoch {
            return false;
        }
        let Role::Leading(leading) = &mut state.role else { return false };
        if leading.window.end() != chunk.from || leading.given_to().is_some() {
            return false;
        }
        leading.fetched_bytes += chunk.bytes.len() as u64;
        leading.fetched_records += u64::try_from(chunk.next - chunk.from).unwrap_or(0);
        leading.window.append(chunk);
        leading.source_epoch = source_epoch;
        state.wake(self.key);
        true
    }

    /// The source answered: where it ends and begins now.
    pub fn source_answered(&self, high_watermark: i64, log_start: i64, follow_start: bool, now: Millis) {
        let mut state = self.state.lock();
        let Role::Leading(leading) = &mut state.role else { return };
        let previous = leading.source;
        let equal_at =
            if leading.high_watermark >= high_watermark { now } else { previous.map_or(0, |p| p.equal_at) };
        leading.source = Some(SourceView { high_watermark, log_start, answered_at: now, equal_at });
        let mut changed = previous.is_none_or(|p| p.high_watermark != high_watermark);
        if follow_start && log_start > leading.log_start && log_start <= leading.high_watermark {
            leading.log_start = log_start;
            changed = true;
        }
        if changed {
            state.advance();
            state.wake(self.key);
        }
    }

    /// Both logs were compared where ours ended when we began to lead under `leader_epoch`, and are the same there.
    pub fn aligned(&self, leader_epoch: i32, source_epoch: i32) {
        let mut state = self.state.lock();
        let same = state.told.leader_epoch == leader_epoch;
        if let Role::Leading(leading) = &mut state.role
            && same
        {
            leading.aligned = true;
            leading.source_epoch = source_epoch;
        }
    }

    /// The source's epoch of our last batch; -1 when unknown.
    #[must_use]
    pub fn source_epoch(&self) -> i32 {
        match &self.state.lock().role {
            Role::Leading(leading) => leading.source_epoch,
            Role::Absent | Role::Standby(_) | Role::Recovering { .. } => -1,
        }
    }

    /// The epoch that a batch at `offset` is stamped with when it comes from the source.
    #[must_use]
    pub fn epoch_at(&self, offset: i64) -> Option<i32> {
        let state = self.state.lock();
        let Role::Leading(leading) = &state.role else { return None };
        Some(leading.lineage.epoch_at(offset).unwrap_or(state.told.leader_epoch))
    }

    /// The fetch session that this partition is in from now on, by the time of its last answer; `None` when it left.
    pub fn in_session(&self, answered_at: Option<&Arc<AtomicU64>>) {
        if let Role::Leading(leading) = &mut self.state.lock().role {
            leading.session = answered_at.map(Arc::clone);
        }
    }

    /// Bytes of the window that are not on all in-sync followers.
    #[must_use]
    pub fn window_bytes(&self) -> usize {
        match &self.state.lock().role {
            Role::Leading(leading) => leading.window.bytes(),
            Role::Absent | Role::Standby(_) | Role::Recovering { .. } => 0,
        }
    }

    /// Gives up what no follower has asked for since `idle_since`, so that others can go on: the follower is fed by
    /// catch-up reads when it is back. Returns whether anything was given up.
    pub fn shed(&self, idle_since: Millis) -> bool {
        let mut state = self.state.lock();
        let moving = state.followers.iter().any(|(_, f)| f.fetched_at > idle_since);
        let Role::Leading(leading) = &mut state.role else { return false };
        if moving || leading.window.bytes() == 0 || leading.since > idle_since {
            return false;
        }
        leading.stalled = true;
        let end = leading.window.end();
        leading.window.reset(end);
        true
    }
}

impl State {
    fn restart_at(&mut self, key: Key, start: i64) {
        let epoch = self.told.leader_epoch;
        let Role::Leading(leading) = &mut self.role else { return };
        leading.window.reset(start);
        leading.log_start = start;
        leading.high_watermark = leading.high_watermark.max(start);
        leading.epoch_start = start;
        leading.lineage = Lineage::new([(epoch, start)]);
        leading.catch_up.clear();
        self.wake(key);
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::types::Uuid;

    use super::*;
    use crate::{cluster::image, leader::partition::Ask, window::Budget};

    /// A partition that we lead under `epoch`, after its follower said that the log ends at `end`.
    fn led(epoch: i32, end: i64) -> Partition {
        let key = Key { topic_id: Uuid([1; 16]), partition: 0 };
        let told = image::Partition {
            replicas: vec![1001, 1],
            isr: vec![1001, 1],
            adding: Vec::new(),
            removing: Vec::new(),
            leader: 1001,
            leader_epoch: epoch,
            partition_epoch: epoch,
            directories: Vec::new(),
        };
        let partition = Partition::new(key, "orders".to_owned(), 1001, Budget::new(1 << 20), told.clone());
        partition.told(told, vec![1001], 1, 1);
        let ask = Ask {
            replica: 1,
            broker_epoch: -1,
            leader_epoch: epoch,
            offset: end,
            last_epoch: -1,
            log_start: 0,
            bytes_max: 1,
        };
        partition.observe(&ask, 60_000).unwrap();
        partition
    }

    #[test]
    fn a_log_that_nothing_was_put_into_begins_where_its_mirror_does_whoever_has_led_it_since() {
        let partition = led(2, 0);
        assert!(!partition.is_fresh());
        assert!(partition.begin_late(10));
        assert_eq!(partition.next_fetch(), Some((10, 2)));
        assert_eq!(partition.view().leading.unwrap().log_start, 10);
        assert!(!partition.begin_late(20), "it has begun");
        let partition = led(2, 7);
        assert!(!partition.begin_late(10), "it holds records");
        assert_eq!(partition.next_fetch(), Some((7, 2)));
    }
}
