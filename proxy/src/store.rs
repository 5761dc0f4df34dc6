//! Links, mirrors and sidecars as records of the compacted topic `_kagami` on the destination.
//!
//! Owns the topic and the transactional producer that writes it: whoever initialises the producer fences the one before
//! (KIP-98), so a deposed sidecar can write nothing. Values are JSON; keys are `link/<name>`, `mirror/<topic>` and
//! `sidecar/<id>`. Secrets come here sealed or as references, never in the clear.

mod producer;
mod read;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kagami_codec::types::ErrorCode;
use kagami_policies::placement::{self, Candidate};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use self::producer::Producer;
use crate::{
    cluster::{Cluster, Error, Placement, image::Broker},
    net::Dialer,
};

/// Name of the topic. The leading underscore keeps it out of people's way, as Kafka's own do.
pub const TOPIC: &str = "_kagami";

/// Replicas of the topic, if there are that many brokers.
const REPLICAS: usize = 3;

/// Keys with their values.
pub type Entries = BTreeMap<String, String>;

/// A sidecar as it announces itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidecar {
    pub node_id: i32,
    /// Where its admin server is, for the command line.
    pub admin_url: String,
    pub version: String,
}

/// See the module.
#[derive(Debug)]
pub struct Store {
    cluster: Arc<Cluster>,
    producer: Mutex<Option<Producer>>,
}

impl Store {
    /// Makes the topic if there is none, fences earlier writers, and reads everything.
    ///
    /// # Errors
    /// When the destination refuses or is out of reach.
    pub async fn open(cluster: Arc<Cluster>) -> Result<(Self, Entries), Error> {
        ensure_topic(&cluster).await?;
        let producer = Producer::open(&cluster).await?;
        let leader = leader(&cluster).await?;
        let entries = read::all(&cluster.dial(leader).await?).await?;
        Ok((Self { cluster, producer: Mutex::new(Some(producer)) }, entries))
    }

    /// Writes all changes or none; `None` deletes a key. A lost answer is resolved by writing the same again: the last
    /// record of a key counts.
    ///
    /// # Errors
    /// [`Error::Refused`] with `PRODUCER_FENCED` or `INVALID_PRODUCER_EPOCH` when another sidecar writes now and the
    /// controllers do not regard us as alive.
    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), Error> {
        let mut slot = self.producer.lock().await;
        let mut last = None;
        for attempt in 0..5_u64 {
            if attempt > 0 {
                tokio::time::sleep(Duration::from_millis(100 << attempt)).await;
            }
            let mut producer = match slot.take() {
                Some(producer) => producer,
                None => match Producer::open(&self.cluster).await {
                    Ok(producer) => producer,
                    Err(error) => {
                        last = Some(error);
                        continue;
                    }
                },
            };
            match producer.write(&self.cluster, changes).await {
                Ok(()) => {
                    *slot = Some(producer);
                    return Ok(());
                }
                // Whoever the controllers know as alive may write; a sidecar that was frozen and replaced may not.
                Err(error)
                    if error.code().is_some_and(is_fenced)
                        && !self.cluster.registration().borrow().unfenced =>
                {
                    return Err(error);
                }
                Err(error) => {
                    tracing::warn!(%error, attempt, "writing the state failed; trying again with a new producer");
                    last = Some(error);
                }
            }
        }
        Err(last.unwrap_or(Error::Unexpected { what: "no attempt at writing" }))
    }
}

const fn is_fenced(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::PRODUCER_FENCED | ErrorCode::INVALID_PRODUCER_EPOCH)
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
