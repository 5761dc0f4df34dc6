//! What the sidecars of one destination say to each other.
//!
//! A question travels as one request of our own over the port that followers use: reachable wherever replication works,
//! and guarded as replication is. Questions and answers are JSON, so that a newer sidecar may add fields; a question that
//! an older one does not know is refused by name. Nothing here decides anything.

mod message;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bytes::Bytes;
use kagami_codec::types::Uuid;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub use self::message::{PeerRequest, PeerResponse};
use crate::{
    cluster::{self, Cluster},
    link::{
        command::{Command, Refusal},
        snapshot,
    },
    store::Sidecar,
};

/// One question. Who answers must be alive in the destination's metadata log; who asks may act for a broker there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Carry out a command; only the coordinator does. Answered with its [`Outcome`](crate::link::command::Outcome).
    Execute(Command),
    /// What you know of your links and of the partitions of these mirrors that you lead; of all where none are named.
    /// Answered with a [`Told`].
    Tell {
        #[serde(default)]
        mirrors: Vec<String>,
    },
    /// Let the controllers place replicas on you for so many milliseconds. Answered once they know.
    Open { ms: u64 },
    /// You are about to lead these partitions, and this is what I knew of their logs when I stopped. Answered with those
    /// that were taken.
    Hand(Vec<Handed>),
    /// A partition that I lead cannot go on; only the coordinator writes that down.
    Failed { mirror: String, partition: i32, failure: String, message: String },
    /// I am alive; only the coordinator writes that down.
    Announce(Sidecar),
    /// Where does your front door of this link lead, and what passes through it? Answered with a
    /// [`door::Told`](crate::door::Told).
    Door {
        link: String,
        /// Source topics with their mirrors, as clients are to find them.
        #[serde(default)]
        names: Vec<(String, String)>,
    },
    /// I am about to stop: give what I lead to others. Only the coordinator does.
    Leaving { node_id: i32 },
}

/// A log whose leadership is about to move from one sidecar to the next. Nothing is appended to it any more under
/// `leader_epoch`, and every real in-sync replica holds it whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handed {
    #[serde(with = "uuid_text")]
    pub topic_id: Uuid,
    pub partition: i32,
    /// Of the leader that hands over; the next epoch is the taker's.
    pub leader_epoch: i32,
    pub end: i64,
    pub log_start: i64,
    /// Source epoch of the last batch; -1 when unknown.
    pub source_epoch: i32,
    /// Leader epochs with their first offsets, ascending.
    pub lineage: Vec<(i32, i64)>,
}

/// What a sidecar knows of its links and the partitions that it leads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// By link.
    #[serde(default)]
    pub links: BTreeMap<String, LinkTold>,
    /// By mirror topic, only partitions that the sidecar leads.
    #[serde(default)]
    pub partitions: BTreeMap<String, Vec<snapshot::Partition>>,
}

/// A link as one sidecar sees its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkTold {
    /// Word of the link's state, see [`snapshot::Link::link_state`].
    pub state: String,
    pub error: String,
    pub message: Option<String>,
}

mod uuid_text {
    use kagami_codec::types::Uuid;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(id: &Uuid, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&id.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Uuid, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| serde::de::Error::custom("not a topic id"))
    }
}

/// An answer on the wire.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Done(serde_json::Value),
    Refused(Refusal),
}

/// Why a question got no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It did not reach the sidecar.
    #[error("sidecar {id} cannot be reached: {cause}")]
    Unreachable { id: i32, cause: cluster::Error },
    /// It was sent, and whether it was heard is unknown.
    #[error("sidecar {id} did not answer: {cause}")]
    Unanswered { id: i32, cause: crate::net::Error },
    #[error("sidecar {id} answered with something that is no answer: {why}")]
    Foreign { id: i32, why: String },
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Asks other sidecars.
#[derive(Clone, Debug)]
pub struct Peers {
    cluster: Arc<Cluster>,
}

impl Peers {
    /// Asks over the destination's listeners.
    #[must_use]
    pub const fn new(cluster: Arc<Cluster>) -> Self {
        Self { cluster }
    }

    /// Live sidecars but ourselves: also one that has our id while we wait for it.
    #[must_use]
    pub fn others(&self) -> Vec<i32> {
        let mut live = self.cluster.live_sidecars();
        if self.cluster.with_image(|image| self.cluster.is_known(image)) {
            live.retain(|id| *id != self.cluster.node_id());
        }
        live
    }

    /// Puts a short question over the connection that all of them share.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn ask<T: DeserializeOwned>(&self, id: i32, ask: &Ask, limit: Duration) -> Result<T, Error> {
        let reach = tokio::time::timeout(limit, self.cluster.broker(id)).await;
        let connection = reach.unwrap_or_else(|_| {
            Err(cluster::Error::Late { what: "a connection to another sidecar", seconds: limit.as_secs() })
        });
        let connection = connection.map_err(|cause| Error::Unreachable { id, cause })?;
        self.over(&connection.with_timeout(limit), id, ask).await
    }

    /// As [`Self::ask`], on a connection of its own, for what may take long: answers leave in the order of the questions.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn ask_alone<T: DeserializeOwned>(
        &self,
        id: i32,
        ask: &Ask,
        limit: Duration,
    ) -> Result<T, Error> {
        let connection = self.cluster.dial(id).await.map_err(|cause| Error::Unreachable { id, cause })?;
        self.over(&connection.with_timeout(limit), id, ask).await
    }

    async fn over<T: DeserializeOwned>(
        &self,
        connection: &crate::net::Connection,
        id: i32,
        ask: &Ask,
    ) -> Result<T, Error> {
        let foreign = |why: String| Error::Foreign { id, why };
        let body = serde_json::to_vec(ask).map_err(|error| foreign(error.to_string()))?;
        let request = PeerRequest { body: Bytes::from(body) };
        let answer = connection.call_at(&request, message::VERSION).await;
        let answer = answer.map_err(|cause| Error::Unanswered { id, cause })?;
        match serde_json::from_slice(&answer.body).map_err(|error| foreign(error.to_string()))? {
            Answer::Done(value) => serde_json::from_value(value).map_err(|error| foreign(error.to_string())),
            Answer::Refused(refusal) => Err(refusal.into()),
        }
    }
}

/// The question in the body of a request.
///
/// # Errors
/// 501 for one that this version does not know.
pub fn question(body: &[u8]) -> Result<Ask, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        Refusal::new(
            501,
            "UNSUPPORTED_VERSION",
            format!(
                "this sidecar (version {}) does not know what another one asked of it ({error}): upgrade it to the other's \
                 version",
                env!("CARGO_PKG_VERSION")
            ),
        )
    })
}

/// The body of an answer.
#[must_use]
pub fn answer(outcome: Result<serde_json::Value, Refusal>) -> Bytes {
    let answer = outcome.map_or_else(Answer::Refused, Answer::Done);
    Bytes::from(serde_json::to_vec(&answer).expect("numbers and texts can be said in JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_sidecar_may_say_more_and_what_is_not_known_is_refused_by_name() {
        let asked = question(br#"{"open":{"ms":5,"why":"new in a later version"}}"#);
        assert_eq!(asked.ok(), Some(Ask::Open { ms: 5 }));
        let refused = question(br#"{"reverse":{"link":"l"}}"#).unwrap_err();
        assert_eq!((refused.status, refused.code.as_str()), (501, "UNSUPPORTED_VERSION"));
        assert!(refused.message.contains("reverse"), "{refused}");
    }

    #[test]
    fn what_is_handed_over_arrives_as_it_was() {
        let handed = Handed {
            topic_id: Uuid([7; 16]),
            partition: 3,
            leader_epoch: 9,
            end: 100,
            log_start: 5,
            source_epoch: 2,
            lineage: vec![(1, 5), (9, 50)],
        };
        let body = serde_json::to_vec(&Ask::Hand(vec![handed.clone()])).unwrap();
        assert_eq!(question(&body).ok(), Some(Ask::Hand(vec![handed])));
    }
}
