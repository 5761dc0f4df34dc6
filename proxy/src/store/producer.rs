//! A transactional producer for one partition: just what the state topic needs.

use std::time::Duration;

use kagami_codec::{
    batch::BatchBuilder,
    message::{
        AddPartitionsToTxnRequest, EndTxnRequest, FindCoordinatorRequest, InitProducerIdRequest,
        ProduceRequest, add_partitions_to_txn_request, produce_request,
    },
    types::ErrorCode,
};
use tokio::time::Instant;

use super::{PATIENCE, PAUSE, TOPIC, patiently};
use crate::{
    cluster::{Cluster, Error},
    net::Connection,
};

/// All sidecars of a cluster write under this name, so that each one fences the one before.
const TRANSACTIONAL_ID: &str = "kagami-state";
const TRANSACTION_TIMEOUT_MS: i32 = 30_000;

/// Newest versions of the first transaction protocol: partitions are added by the client (before KIP-890's part 2).
const PRODUCE_MAX: i16 = 11;
const ADD_PARTITIONS_MAX: i16 = 3;
const END_MAX: i16 = 4;

/// See the module.
#[derive(Debug)]
pub(super) struct Producer {
    coordinator: Connection,
    id: i64,
    epoch: i16,
    sequence: i32,
}

/// Has the cluster make the topic that coordinates transactions, if there is none: once we are registered, a Kafka below
/// 4.3 would put parts of it on us, and nobody could write the state before they are moved off.
///
/// # Errors
/// When the destination refuses or is out of reach.
pub(super) async fn prepare(cluster: &Cluster) -> Result<(), Error> {
    patiently(|| coordinator(cluster), is_passing).await.map(drop)
}

impl Producer {
    /// Finds the coordinator and takes over the transactional id: what an earlier writer left open is aborted.
    pub(super) async fn open(cluster: &Cluster) -> Result<Self, Error> {
        patiently(|| Self::try_open(cluster), is_passing).await
    }

    async fn try_open(cluster: &Cluster) -> Result<Self, Error> {
        let coordinator = coordinator(cluster).await?;
        let request = InitProducerIdRequest {
            transactional_id: Some(TRANSACTIONAL_ID.to_owned()),
            transaction_timeout_ms: TRANSACTION_TIMEOUT_MS,
            ..Default::default()
        };
        let answer = coordinator.call(&request).await?;
        Error::check("InitProducerId of the state topic", answer.error_code, None)?;
        Ok(Self { coordinator, id: answer.producer_id, epoch: answer.producer_epoch, sequence: 0 })
    }

    /// Writes `changes` in one transaction.
    pub(super) async fn write(
        &mut self,
        cluster: &Cluster,
        changes: &[(String, Option<String>)],
    ) -> Result<(), Error> {
        self.add_partition().await?;
        if let Err(error) = self.produce(cluster, changes).await {
            // The next producer aborts it too; trying now frees readers sooner.
            let _ = self.end(false).await;
            return Err(error);
        }
        self.end(true).await
    }

    async fn add_partition(&self) -> Result<(), Error> {
        let request = AddPartitionsToTxnRequest {
            v3_and_below_transactional_id: TRANSACTIONAL_ID.to_owned(),
            v3_and_below_producer_id: self.id,
            v3_and_below_producer_epoch: self.epoch,
            v3_and_below_topics: vec![add_partitions_to_txn_request::AddPartitionsToTxnTopic {
                name: TOPIC.to_owned(),
                partitions: vec![0],
                ..Default::default()
            }],
            ..Default::default()
        };
        let version = self.coordinator.version_within::<AddPartitionsToTxnRequest>(0, ADD_PARTITIONS_MAX)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.coordinator.call_at(&request, version).await?;
            let results = answer.results_by_topic_v3_and_below.into_iter();
            let code = results
                .flat_map(|t| t.results_by_partition)
                .map(|p| p.partition_error_code)
                .find(|c| *c != 0);
            match code.map(ErrorCode) {
                // The markers of the last transaction are still being written.
                Some(ErrorCode::CONCURRENT_TRANSACTIONS) if Instant::now() < until => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Some(code) => return Error::check("AddPartitionsToTxn of the state topic", code.0, None),
                None => return Ok(()),
            }
        }
    }

    async fn produce(
        &mut self,
        cluster: &Cluster,
        changes: &[(String, Option<String>)],
    ) -> Result<(), Error> {
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_millis());
        let now = i64::try_from(now).unwrap_or(0);
        let mut batch = BatchBuilder::new(0).producer(self.id, self.epoch, self.sequence).transactional();
        for (key, value) in changes {
            batch.push(now, Some(key.as_bytes()), value.as_ref().map(String::as_bytes));
        }
        let records =
            batch.build().map_err(|_| Error::Unexpected { what: "a state record that is too large" })?;
        let leader = super::leader(cluster).await?;
        let connection = cluster.broker(leader).await?;
        let version = connection.version_within::<ProduceRequest>(3, PRODUCE_MAX)?;
        let request = ProduceRequest {
            transactional_id: Some(TRANSACTIONAL_ID.to_owned()),
            acks: -1,
            timeout_ms: 15_000,
            topic_data: vec![produce_request::TopicProduceData {
                name: TOPIC.to_owned(),
                partition_data: vec![produce_request::PartitionProduceData {
                    index: 0,
                    records: Some(records),
                    ..Default::default()
                }],
                ..Default::default()
            }],
            ..Default::default()
        };
        let answer = connection.call_at(&request, version).await?;
        for p in answer.responses.into_iter().flat_map(|t| t.partition_responses) {
            Error::check("Produce to the state topic", p.error_code, p.error_message)?;
        }
        self.sequence = self.sequence.wrapping_add(i32::try_from(changes.len()).unwrap_or(0)) & i32::MAX;
        Ok(())
    }

    async fn end(&self, committed: bool) -> Result<(), Error> {
        let request = EndTxnRequest {
            transactional_id: TRANSACTIONAL_ID.to_owned(),
            producer_id: self.id,
            producer_epoch: self.epoch,
            committed,
            ..Default::default()
        };
        let version = self.coordinator.version_within::<EndTxnRequest>(0, END_MAX)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.coordinator.call_at(&request, version).await?;
            match ErrorCode(answer.error_code) {
                ErrorCode::CONCURRENT_TRANSACTIONS if Instant::now() < until => {
                    tokio::time::sleep(PAUSE).await
                }
                code => return Error::check("EndTxn of the state topic", code.0, None),
            }
        }
    }
}

/// Errors that a new or moving coordinator gives for a while.
fn is_passing(error: &Error) -> bool {
    match error {
        Error::Net(_) => true,
        Error::Refused { code, .. } => matches!(
            *code,
            ErrorCode::COORDINATOR_NOT_AVAILABLE
                | ErrorCode::COORDINATOR_LOAD_IN_PROGRESS
                | ErrorCode::NOT_COORDINATOR
                | ErrorCode::CONCURRENT_TRANSACTIONS
                | ErrorCode::BROKER_NOT_AVAILABLE
        ),
        Error::NoController { .. }
        | Error::Unexpected { .. }
        | Error::Late { .. }
        | Error::Unfit(_)
        | Error::NotListed(_) => false,
    }
}

async fn coordinator(cluster: &Cluster) -> Result<Connection, Error> {
    const TRANSACTION: i8 = 1;
    let connection = cluster.any_broker().await?;
    let batched = connection.version::<FindCoordinatorRequest>()? >= 4;
    let request = FindCoordinatorRequest {
        key: if batched { String::new() } else { TRANSACTIONAL_ID.to_owned() },
        key_type: TRANSACTION,
        coordinator_keys: if batched { vec![TRANSACTIONAL_ID.to_owned()] } else { Vec::new() },
        ..Default::default()
    };
    let answer = connection.call(&request).await?;
    let (code, message, id) = match answer.coordinators.into_iter().next() {
        Some(found) => (found.error_code, found.error_message, found.node_id),
        None => (answer.error_code, answer.error_message, answer.node_id),
    };
    Error::check("FindCoordinator of the state topic", code, message)?;
    cluster.dial(id).await
}
