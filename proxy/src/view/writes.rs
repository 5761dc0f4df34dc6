//! Which requests of a front door's clients are writes, and what becomes of them while writes are held.

use std::sync::Arc;

use bytes::Bytes;
use kagami_codec::{
    Reader,
    api::{ApiKey, request_header_version},
    frame::{RequestHeader, decode_response, response_frame},
    message::{
        AddOffsetsToTxnRequest, AddPartitionsToTxnRequest, EndTxnRequest, EndTxnResponse,
        InitProducerIdResponse, ProduceRequest, ProduceResponse, TxnOffsetCommitRequest,
        produce_response::{PartitionProduceResponse, TopicProduceResponse},
    },
    types::ErrorCode,
};

use super::handler::opened;
use crate::{
    door::{Door, Passing, Waited, Write},
    relay::{self, Error, Head},
};

/// How a produce request begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Begins {
    pub(super) transaction: Option<String>,
    pub(super) acks: i16,
}

/// The beginning of a produce request; `None` while it is not there yet.
pub(super) fn produce(version: i16, frame: &[u8]) -> Option<Begins> {
    // Client ids and transactional ids are short; only the rest needs more than a few bytes copied.
    [512, relay::HEAD_MAX].into_iter().find_map(|most| {
        let mut reader = Reader::new(Bytes::copy_from_slice(frame.get(..most).unwrap_or(frame)));
        RequestHeader::decode(&mut reader).ok()?;
        let flexible = request_header_version(ApiKey::PRODUCE, version) >= 2;
        let transaction = reader.nullable_string(flexible, true).ok()?;
        Some(Begins { transaction, acks: reader.i16().ok()? })
    })
}

/// Whether a request may have to wait at a front door, or tells that a transaction ends.
pub(super) fn is_gated(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::PRODUCE
            | ApiKey::OFFSET_COMMIT
            | ApiKey::ADD_PARTITIONS_TO_TXN
            | ApiKey::ADD_OFFSETS_TO_TXN
            | ApiKey::TXN_OFFSET_COMMIT
            | ApiKey::END_TXN
            | ApiKey::INIT_PRODUCER_ID
    )
}

/// What becomes of a gated request.
#[derive(Debug)]
pub(super) enum Asked {
    /// It passes, and is on its way until this is dropped.
    Pass(Passing),
    /// It passes at all times and ends this transaction.
    Ends(String),
    /// The client gets this.
    Answer(Vec<Bytes>),
}

/// The door as one connection that leads to the source meets it.
#[derive(Debug)]
pub(super) struct Gate(pub(super) Arc<Door>);

impl Gate {
    /// Lets a produce request pass unopened, if it may.
    pub(super) fn pass(&self, transaction: Option<&str>) -> Option<Passing> {
        self.0.pass(Write::Records(transaction))
    }

    /// Has a request wait until it may pass.
    ///
    /// # Errors
    /// Ends the connection of a client that has to look for the destination's coordinator.
    pub(super) async fn ask(&self, head: Head, frame: &Bytes) -> Result<Asked, Error> {
        match head.key {
            ApiKey::PRODUCE => {
                let (_, body) = opened::<ProduceRequest>(head, frame)?;
                match self.0.wait(Write::Records(body.transactional_id.as_deref())).await {
                    Waited::Pass(passing) => Ok(Asked::Pass(passing)),
                    Waited::Moved if body.acks == 0 => Err(Error::Moved),
                    Waited::Late if body.acks == 0 => Err(Error::Held),
                    // It is certain that nothing was appended, so this says more than a connection that ends.
                    Waited::Moved | Waited::Late => Ok(Asked::Answer(elsewhere(head, &body)?)),
                }
            }
            ApiKey::END_TXN => Ok(Asked::Ends(opened::<EndTxnRequest>(head, frame)?.1.transactional_id)),
            ApiKey::ADD_PARTITIONS_TO_TXN => {
                let (_, body) = opened::<AddPartitionsToTxnRequest>(head, frame)?;
                self.transaction(&body.v3_and_below_transactional_id).await
            }
            ApiKey::ADD_OFFSETS_TO_TXN => {
                self.transaction(&opened::<AddOffsetsToTxnRequest>(head, frame)?.1.transactional_id).await
            }
            ApiKey::TXN_OFFSET_COMMIT => {
                self.transaction(&opened::<TxnOffsetCommitRequest>(head, frame)?.1.transactional_id).await
            }
            ApiKey::INIT_PRODUCER_ID => self.wait(Write::ProducerId).await,
            _ => self.wait(Write::Commit).await,
        }
    }

    async fn transaction(&self, id: &str) -> Result<Asked, Error> {
        self.wait(Write::Transaction(id)).await
    }

    async fn wait(&self, write: Write<'_>) -> Result<Asked, Error> {
        match self.0.wait(write).await {
            Waited::Pass(passing) => Ok(Asked::Pass(passing)),
            Waited::Moved => Err(Error::Moved),
            Waited::Late => Err(Error::Held),
        }
    }

    /// Takes note of an answer: of the end of a transaction, and of a producer id.
    pub(super) fn answered(&self, head: Head, frame: &Bytes, ends: Option<&str>) {
        if let Some(transaction) = ends {
            let read = decode_response::<EndTxnResponse>(frame.clone(), head.version);
            if read.is_ok_and(|(_, body)| ErrorCode(body.error_code).is_none()) {
                self.0.ended(transaction);
            }
        } else if head.key == ApiKey::INIT_PRODUCER_ID
            && let Ok((_, body)) = decode_response::<InitProducerIdResponse>(frame.clone(), head.version)
        {
            self.0.given(body.producer_id);
        }
    }
}

/// The word that the leader is elsewhere, without saying where: the client asks for metadata and finds it.
fn elsewhere(head: Head, request: &ProduceRequest) -> Result<Vec<Bytes>, Error> {
    let partition = |index| PartitionProduceResponse {
        index,
        error_code: ErrorCode::NOT_LEADER_OR_FOLLOWER.0,
        base_offset: -1,
        log_append_time_ms: -1,
        log_start_offset: -1,
        ..Default::default()
    };
    let topics = request.topic_data.iter().map(|topic| TopicProduceResponse {
        name: topic.name.clone(),
        topic_id: topic.topic_id,
        partition_responses: topic.partition_data.iter().map(|p| partition(p.index)).collect(),
        ..Default::default()
    });
    let response = ProduceResponse { responses: topics.collect(), ..Default::default() };
    Ok(response_frame(head.correlation_id, &response, head.version)?)
}
