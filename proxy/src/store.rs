//! Links, mirrors and sidecars as records of the compacted topic `_kagami` on the destination.
//!
//! Owns the topic and the transactional producer that writes it: only the coordinator writes, and whoever initialises the
//! producer fences the one before (KIP-98), so a deposed coordinator can write nothing. Everybody else follows the topic.
//! Values are JSON; keys are `link/<name>`, `mirror/<topic>`, `cutover/<link>` and `sidecar/<id>`. Secrets come here sealed or as references,
//! never in the clear.

mod follow;
mod producer;
mod read;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kagami_codec::types::ErrorCode;
use kagami_policies::placement::{self, Candidate};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};

use self::producer::Producer;
use crate::{
    cluster::{Cluster, Error, Placement, image::Broker},
    net::Dialer,
    shutdown::Signal,
};

/// Name of the topic. The leading underscore keeps it out of people's way, as Kafka's own do.
pub const TOPIC: &str = "_kagami";

/// Replicas of the topic, if there are that many brokers.
const REPLICAS: usize = 3;

/// How long the topic and its coordinator may take to be there, and between two attempts.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(200);

/// Keys of sidecars begin so.
pub const SIDECAR: &str = "sidecar/";

/// Keys with their values.
pub type Entries = BTreeMap<String, String>;

/// A sidecar as it announces itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidecar {
    pub node_id: i32,
    /// Where its admin server is, for the command line.
    pub admin_url: String,
    pub version: String,
    /// The real broker that it stands next to; `None` of a sidecar that did not say so yet.
    #[serde(default)]
    pub companion: Option<i32>,
    /// Links for which it has a front door.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<String>,
    /// What a later version says of itself.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, serde_json::Value>,
}

impl Sidecar {
    /// Key of the record that announces it.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{SIDECAR}{}", self.node_id)
    }

    /// The record that announces it: key and value.
    #[must_use]
    pub fn entry(&self) -> (String, String) {
        (self.key(), serde_json::to_string(self).expect("numbers and texts can be said in JSON"))
    }
}

/// See the module.
#[derive(Debug)]
pub struct Store {
    cluster: Arc<Cluster>,
    state: Mutex<State>,
    /// Offset up to which the topic was followed.
    followed: watch::Sender<i64>,
}

#[derive(Debug)]
struct State {
    /// `None` unless the pen is ours, and after anything went wrong.
    producer: Option<Producer>,
    /// What the topic holds, as far as we know: last read, and what we wrote since.
    known: Entries,
    /// The pen was ours: what we know may be older or newer than what is followed.
    laid_down: bool,
}

/// What others wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Everything that the topic holds.
    All(Entries),
    /// These keys have new values, or none any more.
    Some(Vec<(String, Option<String>)>),
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// Only the coordinator may write: the lowest sidecar that the controllers know as alive.
    #[error("this sidecar is not the coordinator")]
    NotOurs,
    /// Another sidecar wrote something that we have not read; [`Store::known`] has it now.
    #[error("another sidecar wrote the state meanwhile")]
    Overtaken,
    #[error(transparent)]
    Cluster(#[from] Error),
}

impl Store {
    /// Makes the topic if there is none, and reads everything. Writes nothing: whoever does not become a broker of the
    /// cluster must not take the pen from the one who is.
    ///
    /// # Errors
    /// When the destination refuses or is out of reach.
    pub async fn open(cluster: Arc<Cluster>) -> Result<Self, Error> {
        ensure_topic(&cluster).await?;
        producer::prepare(&cluster).await?;
        let known = read_all(&cluster).await?;
        Ok(Self {
            cluster,
            followed: watch::Sender::new(-1),
            state: Mutex::new(State { producer: None, known, laid_down: false }),
        })
    }

    /// What the topic holds, as far as we know.
    pub async fn known(&self) -> Entries {
        self.state.lock().await.known.clone()
    }

    /// The value of one key, as far as we know.
    pub async fn value(&self, key: &str) -> Option<String> {
        self.state.lock().await.known.get(key).cloned()
    }

    /// Tells what others write, until `signal` starts. While the pen is ours there are no others.
    pub async fn follow(&self, tell: impl Fn(News) + Send, signal: Signal) {
        follow::follow(self, tell, signal).await;
    }

    /// Waits until everything is known that was written before the call, for `limit` at most: a command that another sidecar
    /// carried out shows in our picture, too.
    pub async fn catch_up(&self, limit: Duration) {
        let followed = async {
            let leader = leader(&self.cluster).await?;
            let end = read::end(&self.cluster.broker(leader).await?).await?;
            // The sender lives as long as we do.
            let _ = self.followed.subscribe().wait_for(|at| *at >= end).await;
            Ok::<_, Error>(())
        };
        match tokio::time::timeout(limit, followed).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "what was written last is not known yet"),
            Err(_) => tracing::debug!("what was written last is not known yet"),
        }
    }

    /// Somebody else decides from now on.
    pub async fn lay_down_pen(&self) {
        let mut state = self.state.lock().await;
        state.producer = None;
        state.laid_down = true;
    }

    /// Fences whoever wrote before us and reads what it left. Returns whether that is something new. A topic that is gone
    /// is made again and gets what we know.
    ///
    /// # Errors
    /// [`NotWritten::NotOurs`], and what the destination says.
    pub async fn take_pen(&self) -> Result<bool, NotWritten> {
        let mut state = self.state.lock().await;
        let before = state.known.clone();
        self.renew(&mut state).await?;
        Ok(state.known != before)
    }

    async fn renew(&self, state: &mut State) -> Result<(), NotWritten> {
        if !self.cluster.is_coordinator() {
            return Err(NotWritten::NotOurs);
        }
        ensure_topic(&self.cluster).await?;
        let mut producer = Producer::open(&self.cluster).await?;
        let found = read_all(&self.cluster).await?;
        if found.is_empty() && !state.known.is_empty() {
            tracing::error!(
                records = state.known.len(),
                "the state topic {TOPIC} was deleted; it is made again and gets what we know"
            );
            let all: Vec<_> =
                state.known.iter().map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
            producer.write(&self.cluster, &all).await?;
        } else {
            state.known = found;
        }
        state.producer = Some(producer);
        Ok(())
    }

    /// Writes all changes or none; `None` deletes a key. A lost answer is resolved by writing the same again: the last
    /// record of a key counts. `may` is asked right before anything is written, when nobody can take over the state from us
    /// unnoticed any more.
    ///
    /// # Errors
    /// See [`NotWritten`].
    pub async fn write(
        &self,
        changes: &[(String, Option<String>)],
        may: impl Fn() -> bool + Send,
    ) -> Result<(), NotWritten> {
        let mut state = self.state.lock().await;
        let mut wanted = state.known.clone();
        for (key, value) in changes {
            match value {
                Some(value) => wanted.insert(key.clone(), value.clone()),
                None => wanted.remove(key),
            };
        }
        let mut last = None;
        for attempt in 0..5_u64 {
            if attempt > 0 {
                tokio::time::sleep(Duration::from_millis(100 << attempt)).await;
            }
            let mut producer = match state.producer.take() {
                Some(producer) => producer,
                None => {
                    let before = state.known.clone();
                    match self.renew(&mut state).await {
                        Ok(()) => {}
                        Err(NotWritten::Cluster(error)) => {
                            last = Some(error);
                            continue;
                        }
                        Err(why) => return Err(why),
                    }
                    // Our own lost write may be there or not.
                    if state.known != before && state.known != wanted {
                        return Err(NotWritten::Overtaken);
                    }
                    let Some(producer) = state.producer.take() else { continue };
                    producer
                }
            };
            if !self.cluster.is_coordinator() || !may() {
                state.producer = Some(producer);
                return Err(NotWritten::NotOurs);
            }
            match producer.write(&self.cluster, changes).await {
                Ok(()) => {
                    state.producer = Some(producer);
                    state.known = wanted;
                    return Ok(());
                }
                Err(error) => {
                    tracing::warn!(%error, attempt, "writing the state failed; trying again with a new producer");
                    last = Some(error);
                }
            }
        }
        Err(last.unwrap_or(Error::Unexpected { what: "no attempt at writing" }).into())
    }
}

/// Reads the topic, which a broker that has just been given it, or another's leadership, does not serve at once.
async fn read_all(cluster: &Cluster) -> Result<Entries, Error> {
    let read = || async {
        let leader = leader(cluster).await?;
        read::all(cluster.dial(leader).await?).await
    };
    patiently(read, is_passing).await
}

/// Tries again for [`PATIENCE`] while the error is one that passes by waiting.
async fn patiently<T, F: Future<Output = Result<T, Error>>>(
    attempt: impl Fn() -> F,
    is_passing: impl Fn(&Error) -> bool,
) -> Result<T, Error> {
    let until = Instant::now() + PATIENCE;
    loop {
        match attempt().await {
            Err(error) if Instant::now() < until && is_passing(&error) => tokio::time::sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}

fn is_passing(error: &Error) -> bool {
    // A new leader does not know its high watermark at once; and what was to be read next may have been deleted by
    // retention or compaction meanwhile, so it is read from the beginning.
    let also = [ErrorCode::OFFSET_NOT_AVAILABLE, ErrorCode::OFFSET_OUT_OF_RANGE];
    error.passes_with_the_leader() || error.code().is_some_and(|code| also.contains(&code))
}

/// The sidecars that have announced themselves on a cluster, for the command line.
///
/// # Errors
/// When the cluster cannot be reached, or its `_kagami` topic does not exist or cannot be read.
pub async fn discover(dialer: &Dialer, bootstrap: &[String]) -> Result<Vec<Sidecar>, Error> {
    read::discover(dialer, bootstrap).await
}

async fn ensure_topic(cluster: &Cluster) -> Result<(), Error> {
    if cluster.with_image(|image| image.ids.contains_key(TOPIC)) {
        return Ok(());
    }
    let brokers: Vec<Broker> = cluster.real_brokers(true);
    let candidates: Vec<Candidate> =
        brokers.iter().map(|b| Candidate { id: b.id, rack: b.rack.clone(), load: 0 }).collect();
    let replicas = placement::replicas(0, REPLICAS, Some(cluster.companion()), &candidates);
    let configs =
        [("cleanup.policy", "compact"), ("segment.ms", "86400000"), ("min.cleanable.dirty.ratio", "0.1")];
    let configs = configs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    match cluster.create_topic(TOPIC, &[Placement { partition: 0, replicas }], &configs, false).await {
        Err(error) if error.code() != Some(ErrorCode::TOPIC_ALREADY_EXISTS) => Err(error),
        _ => Ok(()),
    }
}

async fn leader(cluster: &Cluster) -> Result<i32, Error> {
    cluster
        .wait_for("a leader of the state topic", Duration::from_secs(30), |image| {
            image.topic(TOPIC)?.partitions.get(&0).map(|p| p.leader).filter(|id| *id >= 0)
        })
        .await
}
