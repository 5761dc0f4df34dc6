//! Front doors: where the clients of a link's doors are led, and which of their writes may pass.
//!
//! Owns what the connections of this sidecar have to know of a cutover, and what a cutover has to know of them: whether
//! writes are held, how many are on their way, which transactions are running. Promises that no write is handed to the
//! source after [`Door::told`] said that writes are held and none is on its way. Decides nothing: the stage is what the
//! state topic says.

use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use kagami_policies::naming::Policy;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

use crate::metrics;

/// How long one request is held. Kafka's clients give a request up after 30 s (`request.timeout.ms`).
const HOLD_MAX: Duration = Duration::from_secs(25);
/// Transactions that are remembered; one that is forgotten is held at its next write.
const TRANSACTIONS_MAX: usize = 100_000;

/// Where a door leads, in the order in which a cutover goes through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is not known yet; clients wait.
    #[default]
    Unknown,
    /// To the source.
    Source,
    /// To the source; writes are held, but for transactions that have begun.
    Fenced,
    /// To the source; writes and commits are held.
    Held,
    /// To the destination.
    Destination,
}

impl Stage {
    const ALL: [(Self, &str); 5] = [
        (Self::Unknown, "unknown"),
        (Self::Source, "source"),
        (Self::Fenced, "fenced"),
        (Self::Held, "held"),
        (Self::Destination, "destination"),
    ];
}

/// A request that changes something that goes over to the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write<'a> {
    /// Records, or offsets, outside of transactions or inside of this one.
    Records(Option<&'a str>),
    /// More for a transaction, or its beginning.
    Transaction(&'a str),
    /// Offsets of a group.
    Commit,
    /// An id for a producer, which it would go on with at the destination.
    ProducerId,
}

/// What became of a request that had to wait.
#[derive(Debug)]
pub enum Waited {
    /// It may pass now.
    Pass(Passing),
    /// The door leads to the destination.
    Moved,
    /// It was held for too long.
    Late,
}

/// What a door says of itself to the coordinator of a cutover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    pub stage: Stage,
    /// Writes that were handed to the source and not answered yet.
    pub passing: usize,
    /// Produce requests that passed to the source since the sidecar runs.
    pub produced: u64,
    /// Connections of clients that lead to the source.
    pub connections: usize,
    /// Connections that were closed because the door leads to the destination now.
    pub closed: u64,
    /// The highest producer id that the source gave to a client through it; `None` before the first.
    pub producer_id: Option<i64>,
    /// From the moment that writes were held to the moment that they were not any more, or until now, in milliseconds.
    pub pause_ms: Option<u64>,
    /// Topics that its clients would not find under the names that they have at the source, in words.
    pub wrong_names: Vec<String>,
}

/// A door of this sidecar.
#[derive(Debug)]
pub struct Door {
    link: String,
    /// Under which names clients find the destination's topics, of each view that leads through it.
    policies: Vec<Policy>,
    stage: watch::Sender<Stage>,
    passing: AtomicUsize,
    produced: AtomicU64,
    connections: AtomicUsize,
    closed: AtomicU64,
    /// The highest that the source gave to a client; -1 before the first.
    producer_id: AtomicI64,
    /// Transactional ids whose transactions have begun, as far as this sidecar saw them.
    transactions: Mutex<HashSet<String>>,
    pause: Mutex<Pause>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pause {
    begun: Option<Instant>,
    lasted: Option<Duration>,
}

/// A write on its way; it is when this is dropped.
#[derive(Debug)]
pub struct Passing(Arc<Door>);

impl Drop for Passing {
    fn drop(&mut self) {
        self.0.passing.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A request that waits, as long as this lives.
struct Held<'a>(&'a str);

impl<'a> Held<'a> {
    fn new(link: &'a str) -> Self {
        metrics::held_at_door(link, true);
        Self(link)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        metrics::held_at_door(self.0, false);
    }
}

/// A connection that leads to the source, as long as this lives.
#[derive(Debug)]
pub struct Inside(Arc<Door>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
        if self.0.stage() == Stage::Destination {
            self.0.closed.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Door {
    /// A door of a link; nobody passes before it is told where it leads.
    #[must_use]
    pub fn new(link: &str, policies: Vec<Policy>) -> Arc<Self> {
        Arc::new(Self {
            link: link.to_owned(),
            policies,
            stage: watch::Sender::new(Stage::Unknown),
            passing: AtomicUsize::new(0),
            produced: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            closed: AtomicU64::new(0),
            producer_id: AtomicI64::new(-1),
            transactions: Mutex::default(),
            pause: Mutex::default(),
        })
    }

    /// Its link.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }

    /// Where it leads.
    #[must_use]
    pub fn stage(&self) -> Stage {
        *self.stage.borrow()
    }

    /// Leads it there.
    pub fn lead(&self, to: Stage) {
        let holds = |stage: Stage| matches!(stage, Stage::Fenced | Stage::Held);
        self.stage.send_if_modified(|stage| {
            if *stage == to {
                return false;
            }
            tracing::info!(link = self.link, from = ?*stage, ?to, "the front door leads elsewhere");
            let mut pause = self.pause.lock();
            match (holds(*stage), holds(to)) {
                (false, true) => *pause = Pause { begun: Some(Instant::now()), lasted: None },
                (true, false) => {
                    pause.lasted = pause.begun.map(|begun| begun.elapsed());
                    metrics::door_pause(&self.link, pause.lasted.unwrap_or_default());
                }
                (true, true) | (false, false) => {}
            }
            *stage = to;
            metrics::front_door(&self.link, Stage::ALL.map(|(each, name)| (name, each == to)));
            true
        });
    }

    /// Resolves when it is known where it leads. Cancel safe.
    pub async fn known(&self) -> Stage {
        self.reached(Stage::Source).await
    }

    /// Resolves when it leads to the destination. Cancel safe.
    pub async fn moved(&self) {
        self.reached(Stage::Destination).await;
    }

    async fn reached(&self, least: Stage) -> Stage {
        let mut stage = self.stage.subscribe();
        let found = stage.wait_for(|stage| *stage >= least).await.map(|stage| *stage);
        // The sender lives as long as the door does.
        found.unwrap_or_default()
    }

    /// Takes note of a connection that leads to the source.
    #[must_use]
    pub fn enter(self: &Arc<Self>) -> Inside {
        self.connections.fetch_add(1, Ordering::Relaxed);
        Inside(Arc::clone(self))
    }

    /// Lets a write pass, if it may. It counts as on its way until the answer drops of.
    #[must_use]
    pub fn pass(self: &Arc<Self>, write: Write<'_>) -> Option<Passing> {
        // First counted, then looked: whoever fences does it the other way round, and never misses one.
        self.passing.fetch_add(1, Ordering::SeqCst);
        let passing = Passing(Arc::clone(self));
        if !self.may_pass(write) {
            return None;
        }
        if matches!(write, Write::Records(_)) {
            self.produced.fetch_add(1, Ordering::Relaxed);
        }
        if let Write::Transaction(id) | Write::Records(Some(id)) = write {
            let mut transactions = self.transactions.lock();
            if transactions.len() < TRANSACTIONS_MAX && !transactions.contains(id) {
                transactions.insert(id.to_owned());
            }
        }
        Some(passing)
    }

    fn may_pass(&self, write: Write<'_>) -> bool {
        match (self.stage(), write) {
            (Stage::Source, _) | (Stage::Fenced, Write::Commit | Write::ProducerId) => true,
            (Stage::Fenced, Write::Transaction(id) | Write::Records(Some(id))) => {
                self.transactions.lock().contains(id)
            }
            (Stage::Fenced, Write::Records(None))
            | (Stage::Unknown | Stage::Held | Stage::Destination, _) => false,
        }
    }

    /// A transaction has ended.
    pub fn ended(&self, transaction: &str) {
        self.transactions.lock().remove(transaction);
    }

    /// The source gave a client this producer id.
    pub fn given(&self, producer_id: i64) {
        self.producer_id.fetch_max(producer_id, Ordering::Relaxed);
    }

    /// Waits until a write may pass, the door leads elsewhere, or it was held for too long. Cancel safe.
    pub async fn wait(self: &Arc<Self>, write: Write<'_>) -> Waited {
        let mut stage = self.stage.subscribe();
        let mut held = None;
        let waiting = async {
            loop {
                if *stage.borrow_and_update() == Stage::Destination {
                    return Waited::Moved;
                }
                if let Some(passing) = self.pass(write) {
                    return Waited::Pass(passing);
                }
                held.get_or_insert_with(|| Held::new(&self.link));
                // The sender lives as long as the door does.
                let _changed = stage.changed().await;
            }
        };
        timeout(HOLD_MAX, waiting).await.unwrap_or(Waited::Late)
    }

    /// What the coordinator of a cutover wants to know. The stage is looked at before what is on its way.
    #[must_use]
    pub fn told(&self) -> Told {
        let stage = self.stage();
        let pause = *self.pause.lock();
        let lasted = pause.lasted.or_else(|| pause.begun.map(|begun| begun.elapsed()));
        Told {
            stage,
            passing: self.passing.load(Ordering::SeqCst),
            produced: self.produced.load(Ordering::Relaxed),
            connections: self.connections.load(Ordering::Relaxed),
            closed: self.closed.load(Ordering::Relaxed),
            producer_id: Some(self.producer_id.load(Ordering::Relaxed)).filter(|id| *id >= 0),
            pause_ms: lasted.map(|lasted| u64::try_from(lasted.as_millis()).unwrap_or(u64::MAX)),
            wrong_names: Vec::new(),
        }
    }

    /// Source topics whose mirrors clients would not find under the source's names, in words.
    #[must_use]
    pub fn wrong_names(&self, names: &[(String, String)]) -> Vec<String> {
        let wrong = |policy: &Policy, source: &str, mirror: &str| match policy.to_broker(source) {
            Ok(found) if found == *mirror => None,
            Ok(found) => Some(format!("{source} would be {found}, its mirror is {mirror}")),
            Err(why) => Some(format!("{source} would not be seen: {why}")),
        };
        let each = |policy| names.iter().filter_map(move |(source, mirror)| wrong(policy, source, mirror));
        self.policies.iter().flat_map(each).collect()
    }
}

/// The doors of this sidecar, by link.
pub type Doors = BTreeMap<String, Arc<Door>>;

#[cfg(test)]
mod tests {
    use super::*;

    fn door(stage: Stage) -> Arc<Door> {
        let door = Door::new("l", vec![Policy::identity()]);
        door.lead(stage);
        door
    }

    #[test]
    fn a_fence_holds_writes_and_lets_running_transactions_and_commits_go_on() {
        let door = door(Stage::Source);
        drop(door.pass(Write::Transaction("begun")).expect("everything passes"));
        door.lead(Stage::Fenced);
        let check = |write, passes: bool| assert_eq!(door.pass(write).is_some(), passes, "{write:?}");
        check(Write::Records(None), false);
        check(Write::Records(Some("begun")), true);
        check(Write::Records(Some("new")), false);
        check(Write::Transaction("new"), false);
        check(Write::Commit, true);
        check(Write::ProducerId, true);
        door.ended("begun");
        check(Write::Transaction("begun"), false);
        door.lead(Stage::Held);
        check(Write::Commit, false);
        check(Write::ProducerId, false);
        door.lead(Stage::Source);
        check(Write::Records(None), true);
    }

    #[test]
    fn what_is_on_its_way_is_counted_until_it_is_answered() {
        let door = door(Stage::Source);
        let passing = door.pass(Write::Records(None));
        door.lead(Stage::Fenced);
        assert_eq!((door.told().stage, door.told().passing), (Stage::Fenced, 1));
        assert!(door.pass(Write::Records(None)).is_none());
        assert_eq!(door.told().passing, 1, "what was held is not on its way");
        drop(passing);
        assert_eq!((door.told().passing, door.told().produced), (0, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_held_passes_after_an_undo_moves_with_the_door_and_is_given_up_in_time() {
        let door = door(Stage::Fenced);
        let (waiting, undo) =
            tokio::join!(door.wait(Write::Records(None)), async { door.lead(Stage::Source) });
        assert!(matches!((waiting, undo), (Waited::Pass(_), ())));
        door.lead(Stage::Held);
        assert!(matches!(door.wait(Write::Commit).await, Waited::Late));
        let (waiting, ()) = tokio::join!(door.wait(Write::Commit), async { door.lead(Stage::Destination) });
        assert!(matches!(waiting, Waited::Moved));
    }

    #[test]
    fn names_that_clients_would_not_find_are_told() {
        let prefix = Policy::prefix("us.", Vec::new()).expect("a policy");
        let door = Door::new("l", vec![Policy::identity(), prefix]);
        let names = |mirror: &str| vec![("orders".to_owned(), mirror.to_owned())];
        assert_eq!(door.wrong_names(&names("orders")), ["orders would be us.orders, its mirror is orders"]);
        assert_eq!(
            door.wrong_names(&names("us.orders")),
            ["orders would be orders, its mirror is us.orders"]
        );
    }

    #[tokio::test]
    async fn the_pause_is_from_the_first_fence_to_the_end_of_it() {
        let door = door(Stage::Source);
        assert_eq!(door.told().pause_ms, None);
        door.lead(Stage::Fenced);
        tokio::time::sleep(Duration::from_millis(20)).await;
        door.lead(Stage::Held);
        tokio::time::sleep(Duration::from_millis(20)).await;
        door.lead(Stage::Destination);
        let pause = door.told().pause_ms.expect("it was fenced");
        assert!(pause >= 40, "{pause}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(door.told().pause_ms, Some(pause));
    }
}
