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
//!
//! The role and what a role knows stand here. The rest is by who asks: `following` for followers, `filling` for the
//! source's side, `in_sync` for the controllers, `yielding` for the sidecar that leads before or after us, `view` for those
//! who report and decide.

mod filling;
mod following;
mod in_sync;
mod view;
mod yielding;

use std::{
    collections::HashMap,
    sync::{Arc, Weak, atomic::AtomicU64},
};

use kagami_policies::{
    leader::{Followers, Millis},
    lineage::Lineage,
};
use parking_lot::Mutex;

use self::yielding::Yielding;
pub use self::{
    filling::SourceView,
    following::{Answer, Ask, CatchUp},
    in_sync::IsrChange,
    view::{LeadingView, View},
    yielding::Gift,
};
use super::session::Waker;
use crate::{
    cluster::image::{self, Key},
    peer::Handed,
    window::{Budget, Chunk, Window},
};

/// See the module.
#[derive(Debug)]
pub struct Partition {
    pub key: Key,
    pub topic: String,
    node_id: i32,
    budget: Arc<Budget>,
    state: Mutex<State>,
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
    /// Whether `high_watermark` is not below what was announced before us.
    settled: bool,
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
    /// On the way to another sidecar; nothing is fetched then.
    yielding: Option<Yielding>,
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
    /// What the sidecar that leads before us said of the log.
    handed: Option<Handed>,
    followers: Followers,
    /// Members of an in-sync set that the controllers have been asked for and have not confirmed.
    proposed: Option<Vec<i32>>,
    wakers: Vec<Weak<Waker>>,
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
                handed: None,
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
        state.yield_to(self.node_id, now);
        state.advance();
        state.wake(self.key);
    }

    fn change_role(&self, state: &mut State, now: Millis) {
        state.followers = Followers::default();
        let role = std::mem::replace(&mut state.role, Role::Absent);
        if let Some(handed) = state.handed.take().filter(|handed| state.continues(handed, self.node_id)) {
            state.role = self.take_up(state, handed, now);
            return;
        }
        state.role = if state.told.leader == self.node_id {
            match role {
                Role::Standby(Standby { end: Some(end), high_watermark, log_start, lineage }) => {
                    let known = high_watermark.min(end);
                    let mut role = self.lead(state, end, Some(known), log_start, lineage, now);
                    if let Role::Leading(leading) = &mut role {
                        // A real leader hears late of what was announced before it: others may have heard of more.
                        leading.settled = false;
                    }
                    role
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

    /// Without a high watermark it is not known before enough in-sync followers have said where they are.
    fn lead(
        &self,
        state: &State,
        end: i64,
        high_watermark: Option<i64>,
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
            high_watermark: high_watermark.unwrap_or(log_start).max(log_start),
            settled: high_watermark.is_some(),
            log_start,
            lineage,
            source: None,
            session: None,
            // A log that nobody but us has ever led holds what we put there.
            aligned: end == log_start || state.told.leader_epoch == 0,
            source_epoch: -1,
            yielding: None,
            stalled: false,
            catch_up: HashMap::new(),
            catching_up: HashMap::new(),
            fetched_bytes: 0,
            fetched_records: 0,
        }))
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
}

impl State {
    fn real(&self, ids: &[i32]) -> Vec<i32> {
        ids.iter().copied().filter(|id| !self.virtual_replicas.contains(id)).collect()
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
