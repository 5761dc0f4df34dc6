//! What followers ask and get: their fetches, the reads for those that are late, and where epochs end.

use bytes::Bytes;
use kagami_codec::types::ErrorCode;
use kagami_policies::{
    leader::{Fetched, Millis},
    limits,
    lineage::{EpochEnd, Lineage},
};

use super::{Partition, Role, State};
use crate::{
    cluster::image::Key,
    window::{Chunk, Read},
};

/// What a follower asks for in a fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub replica: i32,
    /// Broker epoch of the follower; -1 below Fetch v15.
    pub broker_epoch: i64,
    /// Leader epoch that the follower believes in; -1 for any.
    pub leader_epoch: i32,
    pub offset: i64,
    /// Epoch of the follower's last batch; -1 when it has none.
    pub last_epoch: i32,
    pub log_start: i64,
    pub bytes_max: usize,
}

/// What a follower gets for one partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// We do not know the log or its high watermark yet, and must not announce one before we do: followers take a lower
    /// one for true.
    Hold,
    Error(ErrorCode),
    /// Cut your log there and ask again.
    Diverging {
        end: EpochEnd,
        high_watermark: i64,
        log_start: i64,
    },
    Batches {
        records: Bytes,
        high_watermark: i64,
        log_start: i64,
    },
}

/// A range that a late follower needs and the window no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatchUp {
    pub key: Key,
    pub replica: i32,
    pub offset: i64,
    pub leader_epoch: i32,
}

impl Partition {
    /// A follower's fetch, before it is answered: its offset says what it holds.
    ///
    /// # Errors
    /// When the fetch does not count: we do not lead, or under another epoch, or the broker is no replica.
    pub fn observe(&self, ask: &Ask, now: Millis) -> Result<(), ErrorCode> {
        let mut state = self.state.lock();
        state.check(ask, self.node_id)?;
        if let Role::Recovering { since, log_start } = state.role {
            let fetched = Fetched {
                replica: ask.replica,
                offset: ask.offset,
                log_start: ask.log_start,
                broker_epoch: ask.broker_epoch,
            };
            state.followers.observe(fetched, i64::MAX, now);
            if let Some((end, start)) = state.recovered(now, since) {
                state.role = self.lead(&state, end, None, start.max(log_start), Lineage::default(), now);
                // It may have been asked for while there was nothing to give.
                state.yield_to(self.node_id, now);
                state.advance();
                tracing::info!(
                    topic = self.topic,
                    partition = self.key.partition,
                    end,
                    "log end learned from the followers"
                );
                state.wake(self.key);
            }
            return Ok(());
        }
        let Role::Leading(leading) = &mut state.role else { return Err(ErrorCode::NOT_LEADER_OR_FOLLOWER) };
        leading.stalled = false;
        let end = leading.window.end();
        if ask.offset > end || ask.offset < leading.log_start {
            // It will be sent elsewhere; until it is there its position means nothing.
            return Ok(());
        }
        let fetched = Fetched {
            replica: ask.replica,
            offset: ask.offset,
            log_start: ask.log_start,
            broker_epoch: ask.broker_epoch,
        };
        state.followers.observe(fetched, end, now);
        let moved = state.advance();
        if moved {
            state.wake(self.key);
        }
        Ok(())
    }

    /// What a follower gets now. Empty batches mean: nothing new.
    #[must_use]
    pub fn answer(&self, ask: &Ask) -> Answer {
        let mut state = self.state.lock();
        if let Err(code) = state.check(ask, self.node_id) {
            return Answer::Error(code);
        }
        let leading = match &mut state.role {
            Role::Leading(leading) => leading,
            Role::Recovering { .. } => return Answer::Hold,
            Role::Absent | Role::Standby(_) => return Answer::Error(ErrorCode::NOT_LEADER_OR_FOLLOWER),
        };
        let (high_watermark, log_start) = (leading.high_watermark, leading.log_start);
        let end = leading.window.end();
        if let Some(end) = leading.lineage.divergence(ask.last_epoch, ask.offset, end) {
            return Answer::Diverging { end, high_watermark, log_start };
        }
        if ask.offset < log_start {
            return Answer::Error(ErrorCode::OFFSET_OUT_OF_RANGE);
        }
        let records = match leading.window.read(ask.offset, ask.bytes_max) {
            Read::Batches(bytes) => bytes,
            Read::AtEnd => Bytes::new(),
            Read::Beyond => return Answer::Error(ErrorCode::OFFSET_OUT_OF_RANGE),
            Read::Gone => match leading.catch_up.remove(&ask.replica) {
                Some(chunk) if chunk.from <= ask.offset && ask.offset < chunk.next => chunk.bytes,
                _ => Bytes::new(),
            },
        };
        if records.is_empty() && !leading.settled {
            return Answer::Hold;
        }
        Answer::Batches { records, high_watermark, log_start }
    }

    /// What must be read elsewhere before `ask` can be answered; `None` when nothing must, or it is under way.
    #[must_use]
    pub fn needs_catch_up(&self, ask: &Ask) -> Option<CatchUp> {
        let mut state = self.state.lock();
        let leader_epoch = state.told.leader_epoch;
        let Role::Leading(leading) = &mut state.role else { return None };
        let gone = ask.offset >= leading.log_start && ask.offset < leading.window.start();
        if !gone
            || leading.catching_up.get(&ask.replica) == Some(&ask.offset)
            || leading.catch_up.get(&ask.replica).is_some_and(|c| c.from <= ask.offset && ask.offset < c.next)
        {
            return None;
        }
        leading.catching_up.insert(ask.replica, ask.offset);
        Some(CatchUp { key: self.key, replica: ask.replica, offset: ask.offset, leader_epoch })
    }

    /// The end of a catch-up read, with batches or without.
    pub fn caught_up(&self, read: &CatchUp, chunk: Option<Chunk>) {
        let mut state = self.state.lock();
        let same_epoch = state.told.leader_epoch == read.leader_epoch;
        let Role::Leading(leading) = &mut state.role else { return };
        leading.catching_up.remove(&read.replica);
        if let Some(chunk) = chunk
            && same_epoch
        {
            leading.catch_up.insert(read.replica, chunk);
            state.wake(self.key);
        }
    }

    /// Real in-sync replicas that hold more than `offset`, best first, for a catch-up read.
    #[must_use]
    pub fn holders(&self, offset: i64, except: i32) -> Vec<i32> {
        let state = self.state.lock();
        state
            .real(&state.told.isr)
            .into_iter()
            .filter(|id| *id != except && state.followers.follower(*id).is_some_and(|f| f.end > offset))
            .collect()
    }

    /// Where `epoch` ends, for `OffsetForLeaderEpoch`: an unknown epoch below ours ends nowhere before the log does.
    ///
    /// # Errors
    /// As a Kafka leader: not leading, or an epoch that is not ours.
    pub fn end_of_epoch(&self, current: i32, epoch: i32) -> Result<EpochEnd, ErrorCode> {
        let state = self.state.lock();
        if state.told.leader != self.node_id {
            return Err(ErrorCode::NOT_LEADER_OR_FOLLOWER);
        }
        check_epoch(current, state.told.leader_epoch)?;
        let Role::Leading(leading) = &state.role else { return Err(ErrorCode::LEADER_NOT_AVAILABLE) };
        if epoch > state.told.leader_epoch {
            return Ok(EpochEnd { epoch: -1, end_offset: -1 });
        }
        let end = leading.window.end();
        Ok(leading.lineage.end_of(epoch, end).unwrap_or(EpochEnd { epoch, end_offset: leading.epoch_start }))
    }
}

impl State {
    fn check(&self, ask: &Ask, node_id: i32) -> Result<(), ErrorCode> {
        if self.told.leader != node_id {
            return Err(ErrorCode::NOT_LEADER_OR_FOLLOWER);
        }
        check_epoch(ask.leader_epoch, self.told.leader_epoch)?;
        if self.told.replicas.contains(&ask.replica) {
            Ok(())
        } else {
            // The follower may know of a reassignment before we do; it asks again.
            Err(ErrorCode::NOT_LEADER_OR_FOLLOWER)
        }
    }

    /// See [`Partition::is_fresh`]. A log that somebody holds a record of is never begun anew, whatever its epoch.
    pub(super) fn is_fresh(&self) -> bool {
        let empty = |id: &i32| self.followers.follower(*id).is_some_and(|follower| follower.end == 0);
        matches!(self.role, Role::Recovering { .. })
            && self.told.leader_epoch == 0
            && self.real(&self.told.isr).iter().all(empty)
    }

    /// The log's end and start, once every real member of the in-sync set has said where it is: the longest of them.
    /// Each is a prefix of the source, so the longest loses nothing and contradicts none. Without real in-sync members
    /// every other real replica is waited for, for as long as a broker may lag. A log that nobody has written to yet
    /// (epoch 0) has no end to learn: the source says where it begins ([`Partition::begin_at`]).
    fn recovered(&self, now: Millis, since: Millis) -> Option<(i64, i64)> {
        let isr = self.real(&self.told.isr);
        let members = if isr.is_empty() { self.real(&self.told.replicas) } else { isr.clone() };
        let heard: Vec<_> = members.iter().filter_map(|id| self.followers.follower(*id)).collect();
        let patient = isr.is_empty() && now.saturating_sub(since) > limits::REPLICA_LAG_MS_MAX;
        let end = heard.iter().map(|f| f.end).max()?;
        if (end == 0 && self.told.leader_epoch == 0) || (heard.len() < members.len() && !patient) {
            return None;
        }
        let start = heard.iter().map(|f| f.start).filter(|s| *s >= 0).min().unwrap_or(0);
        Some((end, start))
    }
}

fn check_epoch(asked: i32, ours: i32) -> Result<(), ErrorCode> {
    if asked >= 0 && asked < ours {
        return Err(ErrorCode::FENCED_LEADER_EPOCH);
    }
    if asked > ours {
        return Err(ErrorCode::UNKNOWN_LEADER_EPOCH);
    }
    Ok(())
}
