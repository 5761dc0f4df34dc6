//! One partition in whose replica list we stand: what its followers may have, and how far they are.
//!
//! ```text
//!            the log says we lead              end known                another leads
//! Absent ────────────────────────> Recovering ──────────> Leading ───────────────────> Standby
//!    └────────── another leads ────────────────────────────────────────────────────────┘ │
//!                                      ^─────────────── the log says we lead ────────────┘
//! ```
//!
//! Owns the [`Window`] and the followers' positions. Promises invariant 2 (the high watermark is stored on real in-sync
//! replicas) and 3 (nothing is served under an epoch that the metadata log has ended). Nothing here waits.

use std::{
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use kagami_codec::types::ErrorCode;
use kagami_policies::{
    leader::{self, Fetched, Followers, Millis},
    limits,
    lineage::{EpochEnd, Lineage},
};
use parking_lot::Mutex;

use super::session::Waker;
use crate::{
    cluster::image::{self, Key},
    window::{Budget, Chunk, Read, Window},
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
    /// We do not know the log yet, and must not announce a high watermark before we do: followers take a lower one
    /// for true.
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

/// A change of the in-sync set that the controllers are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsrChange {
    pub key: Key,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    /// Broker id and broker epoch of each member; the epoch is -1 where unknown.
    pub members: Vec<(i32, i64)>,
}

/// A range that a late follower needs and the window no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatchUp {
    pub key: Key,
    pub replica: i32,
    pub offset: i64,
    pub leader_epoch: i32,
}

/// What we know of the log when we take it over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standby {
    /// Log end at the real leader; `None` until it was asked.
    pub end: Option<i64>,
    pub high_watermark: i64,
    pub log_start: i64,
    pub lineage: Lineage,
}

#[derive(Debug)]
enum Role {
    Absent,
    Standby(Standby),
    /// We lead, but do not know yet where the log ends: followers say so with their fetches.
    Recovering {
        since: Millis,
        log_start: i64,
    },
    Leading(Box<Leading>),
}

#[derive(Debug)]
struct Leading {
    since: Millis,
    epoch_start: i64,
    window: Window,
    high_watermark: i64,
    log_start: i64,
    lineage: Lineage,
    source: Option<SourceView>,
    /// When the fetch session that this partition is in was last answered: nothing in an answer means nothing new.
    session: Option<Arc<AtomicU64>>,
    /// Whether the end of our log was found to be the source's, or there is nothing to compare.
    aligned: bool,
    /// The source's epoch of our last batch; -1 when unknown. With it the source can tell that its log has changed
    /// behind us.
    source_epoch: i32,
    /// The followers stand still and the budget is used up: nothing is fetched until one of them moves.
    stalled: bool,
    /// Batches that were read for late followers, by follower.
    catch_up: HashMap<i32, Chunk>,
    catching_up: HashMap<i32, i64>,
    fetched_bytes: u64,
    fetched_records: u64,
}

#[derive(Debug)]
struct State {
    told: image::Partition,
    min_insync: usize,
    /// Virtual brokers among the replicas: they hold nothing and never count.
    virtual_replicas: Vec<i32>,
    role: Role,
    followers: Followers,
    /// Members of an in-sync set that the controllers have been asked for and have not confirmed.
    proposed: Option<Vec<i32>>,
    wakers: Vec<Weak<Waker>>,
}

/// See the module.
#[derive(Debug)]
pub struct Partition {
    pub key: Key,
    pub topic: String,
    node_id: i32,
    budget: Arc<Budget>,
    state: Mutex<State>,
}

/// A look at a partition for those who report and decide.
#[derive(Clone, Debug)]
pub struct View {
    pub told: image::Partition,
    pub role: &'static str,
    /// `None` unless we lead and know the log.
    pub leading: Option<LeadingView>,
    pub followers: Followers,
}

/// The part of a [`View`] that only a leader has.
#[derive(Clone, Copy, Debug)]
pub struct LeadingView {
    pub end: i64,
    pub high_watermark: i64,
    /// Smallest log end among the real in-sync replicas; `None` while one of them has not fetched from us.
    pub stored: Option<i64>,
    pub log_start: i64,
    pub source: Option<SourceView>,
    pub fetched_bytes: u64,
    pub fetched_records: u64,
    pub window_bytes: usize,
    /// Whether the source may be asked: both logs were compared where ours ends.
    pub aligned: bool,
}

impl Partition {
    /// A partition that the metadata log has just told us of.
    #[must_use]
    pub fn new(key: Key, topic: String, node_id: i32, budget: Arc<Budget>, told: image::Partition) -> Self {
        Self {
            key,
            topic,
            node_id,
            budget,
            state: Mutex::new(State {
                told: image::Partition { leader: -1, leader_epoch: -1, partition_epoch: -1, ..told },
                min_insync: 1,
                virtual_replicas: vec![node_id],
                role: Role::Absent,
                followers: Followers::default(),
                proposed: None,
                wakers: Vec::new(),
            }),
        }
    }

    /// The metadata log has told something. Takes effect before anything else is served.
    pub fn told(&self, told: image::Partition, virtual_replicas: Vec<i32>, min_insync: usize, now: Millis) {
        let mut state = self.state.lock();
        let new_epoch = told.leader_epoch != state.told.leader_epoch || told.leader != state.told.leader;
        if told.partition_epoch > state.told.partition_epoch || new_epoch {
            state.proposed = None;
        }
        if told.partition_epoch >= state.told.partition_epoch || new_epoch {
            state.told = told;
        }
        state.virtual_replicas = virtual_replicas;
        state.min_insync = min_insync;
        if new_epoch {
            self.change_role(&mut state, now);
        }
        state.advance();
        state.wake(self.key);
    }

    fn change_role(&self, state: &mut State, now: Millis) {
        state.followers = Followers::default();
        let role = std::mem::replace(&mut state.role, Role::Absent);
        state.role = if state.told.leader == self.node_id {
            match role {
                Role::Standby(Standby { end: Some(end), high_watermark, log_start, lineage }) => {
                    self.lead(state, end, high_watermark.min(end), log_start, lineage, now)
                }
                Role::Leading(was) => Role::Recovering { since: now, log_start: was.log_start },
                Role::Standby(Standby { log_start, .. }) | Role::Recovering { log_start, .. } => {
                    Role::Recovering { since: now, log_start }
                }
                Role::Absent => Role::Recovering { since: now, log_start: 0 },
            }
        } else if state.told.leader < 0 && matches!(role, Role::Standby(_)) {
            // Nobody leads for a moment; what we learned still holds, because nobody can write.
            role
        } else {
            Role::Standby(Standby::default())
        };
    }

    fn lead(
        &self,
        state: &State,
        end: i64,
        high_watermark: i64,
        log_start: i64,
        mut lineage: Lineage,
        now: Millis,
    ) -> Role {
        lineage.begin(state.told.leader_epoch, end);
        tracing::debug!(
            topic = self.topic,
            partition = self.key.partition,
            epoch = state.told.leader_epoch,
            end,
            "leading"
        );
        Role::Leading(Box::new(Leading {
            since: now,
            epoch_start: end,
            window: Window::new(end, Arc::clone(&self.budget)),
            high_watermark: high_watermark.max(log_start),
            log_start,
            lineage,
            source: None,
            session: None,
            // A log that nobody but us has ever led holds what we put there.
            aligned: end == log_start || state.told.leader_epoch == 0,
            source_epoch: -1,
            stalled: false,
            catch_up: HashMap::new(),
            catching_up: HashMap::new(),
            fetched_bytes: 0,
            fetched_records: 0,
        }))
    }

    /// Whether nobody has ever led this partition but us, and its start is not known yet.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        let state = self.state.lock();
        matches!(state.role, Role::Recovering { .. }) && state.told.leader_epoch == 0
    }

    /// The log is empty and begins at `start`: how a new mirror takes over the source's first offset.
    pub fn begin_at(&self, start: i64, now: Millis) {
        let mut state = self.state.lock();
        if matches!(state.role, Role::Recovering { .. }) && state.told.leader_epoch == 0 {
            state.role = self.lead(&state, start, start, start, Lineage::default(), now);
            state.wake(self.key);
        }
    }

    /// The source no longer has anything before `start` and we have nothing after it: the log goes on there. Followers
    /// throw away what they have, as the source did.
    pub fn restart_at(&self, start: i64) {
        let mut state = self.state.lock();
        let epoch = state.told.leader_epoch;
        if let Role::Leading(leading) = &mut state.role {
            leading.window.reset(start);
            leading.log_start = start;
            leading.high_watermark = leading.high_watermark.max(start);
            leading.epoch_start = start;
            leading.lineage = Lineage::new([(epoch, start)]);
            leading.catch_up.clear();
            state.wake(self.key);
        }
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

    /// The fetch session that this partition is in from now on, by the time of its last answer; `None` when it left.
    pub fn in_session(&self, answered_at: Option<&Arc<AtomicU64>>) {
        if let Role::Leading(leading) = &mut self.state.lock().role {
            leading.session = answered_at.map(Arc::clone);
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

    /// Where the source is to be read from, under which of our epochs; `None` unless we lead and know the log.
    #[must_use]
    pub fn next_fetch(&self) -> Option<(i64, i32)> {
        let state = self.state.lock();
        match &state.role {
            Role::Leading(leading) if leading.stalled => None,
            Role::Leading(leading) => Some((leading.window.end(), state.told.leader_epoch)),
            Role::Absent | Role::Standby(_) | Role::Recovering { .. } => None,
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

    /// The source's epoch of our last batch; -1 when unknown.
    #[must_use]
    pub fn source_epoch(&self) -> i32 {
        match &self.state.lock().role {
            Role::Leading(leading) => leading.source_epoch,
            Role::Absent | Role::Standby(_) | Role::Recovering { .. } => -1,
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

    /// Takes what the source sent, whose last batch has `source_epoch` there. Returns whether it fit: it does not when we stopped leading under `epoch`, or
    /// something else was appended meanwhile.
    pub fn append(&self, epoch: i32, chunk: Chunk, source_epoch: i32) -> bool {
        let mut state = self.state.lock();
        if state.told.leader_epoch != epoch {
            return false;
        }
        let Role::Leading(leading) = &mut state.role else { return false };
        if leading.window.end() != chunk.from {
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
                state.role = self.lead(&state, end, start, start.max(log_start), Lineage::default(), now);
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

    /// The epoch that a batch at `offset` is stamped with when it comes from the source.
    #[must_use]
    pub fn epoch_at(&self, offset: i64) -> Option<i32> {
        let state = self.state.lock();
        let Role::Leading(leading) = &state.role else { return None };
        Some(leading.lineage.epoch_at(offset).unwrap_or(state.told.leader_epoch))
    }

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
        members.extend(joining);
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
        };
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

    /// What a standby learned from the real leader under `leader_epoch`.
    pub fn standby_learned(&self, leader_epoch: i32, learned: Standby) {
        let mut state = self.state.lock();
        if state.told.leader_epoch == leader_epoch
            && let Role::Standby(standby) = &mut state.role
        {
            *standby = learned;
        }
    }

    /// Wakes `waker` at every change from now on.
    pub fn watch(&self, waker: &Arc<Waker>) {
        let mut state = self.state.lock();
        state.wakers.retain(|w| w.strong_count() > 0);
        if !state.wakers.iter().any(|w| w.as_ptr() == Arc::as_ptr(waker)) {
            state.wakers.push(Arc::downgrade(waker));
        }
    }

    /// Where a consumer's offset lies: `Ok` inside the log, else the error that a Kafka leader would give.
    #[must_use]
    pub fn view(&self) -> View {
        let state = self.state.lock();
        let (role, leading) = match &state.role {
            Role::Absent => ("absent", None),
            Role::Standby(_) => ("standby", None),
            Role::Recovering { .. } => ("recovering", None),
            Role::Leading(l) => (
                "leading",
                Some(LeadingView {
                    end: l.window.end(),
                    high_watermark: l.high_watermark,
                    stored: state.followers.smallest_end(&state.real(&state.told.isr)),
                    log_start: l.log_start,
                    source: l.source_view(),
                    fetched_bytes: l.fetched_bytes,
                    fetched_records: l.fetched_records,
                    window_bytes: l.window.bytes(),
                    aligned: l.aligned,
                }),
            ),
        };
        View { told: state.told.clone(), role, leading, followers: state.followers.clone() }
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

fn check_epoch(asked: i32, ours: i32) -> Result<(), ErrorCode> {
    if asked >= 0 && asked < ours {
        return Err(ErrorCode::FENCED_LEADER_EPOCH);
    }
    if asked > ours {
        return Err(ErrorCode::UNKNOWN_LEADER_EPOCH);
    }
    Ok(())
}

impl Leading {
    /// The source as last heard of: an answer of the session without this partition says that nothing changed.
    fn source_view(&self) -> Option<SourceView> {
        let mut source = self.source?;
        if let Some(session) = &self.session {
            source.answered_at = source.answered_at.max(session.load(Ordering::Relaxed));
        }
        if self.high_watermark >= source.high_watermark {
            source.equal_at = source.answered_at;
        }
        Some(source)
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

    fn real(&self, ids: &[i32]) -> Vec<i32> {
        ids.iter().copied().filter(|id| !self.virtual_replicas.contains(id)).collect()
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

    /// Moves the high watermark and lets go of what every in-sync follower has. Returns whether it moved.
    fn advance(&mut self) -> bool {
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

    fn wake(&mut self, key: Key) {
        self.wakers.retain(|waker| {
            waker.upgrade().is_some_and(|w| {
                w.wake(key);
                true
            })
        });
    }
}
