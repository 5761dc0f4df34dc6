//! Requests that would change a mirror by other ways than produce: refused, or acknowledged and forgotten.

use kagami_codec::{
    message::{
        AddPartitionsToTxnRequest, AddPartitionsToTxnResponse, DeleteRecordsRequest, DeleteRecordsResponse,
        WriteTxnMarkersRequest, WriteTxnMarkersResponse,
        add_partitions_to_txn_request::AddPartitionsToTxnTopic,
        add_partitions_to_txn_response::{
            AddPartitionsToTxnPartitionResult, AddPartitionsToTxnResult, AddPartitionsToTxnTopicResult,
        },
        delete_records_response::{DeleteRecordsPartitionResult, DeleteRecordsTopicResult},
        write_txn_markers_response as markers,
    },
    types::ErrorCode,
};

use super::{connection::Server, error::Error, request::Request};

/// From this version on several transactions come in one request, from brokers.
const BATCHED: i16 = 4;

impl Server {
    /// The head of a mirror goes where the source's goes.
    pub(super) async fn delete_records(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<DeleteRecordsRequest>()?;
        let certified = self.access.is_certified();
        let mirrors = &self.shared.mirrors;
        let refused: Vec<_> =
            body.topics.extract_if(.., |t| certified || mirrors.is_mirror(&t.name)).collect();
        if refused.is_empty() {
            return self.relay(&request.frame).await;
        }
        let mut response = if body.topics.is_empty() {
            DeleteRecordsResponse::default()
        } else {
            self.pipes.open().await?.ask(&header, &body).await?
        };
        let mirrors = &self.shared.mirrors;
        response.topics.extend(refused.into_iter().map(|topic| {
            let code = if mirrors.is_mirror(&topic.name) {
                ErrorCode::POLICY_VIOLATION
            } else {
                ErrorCode::NOT_LEADER_OR_FOLLOWER
            };
            DeleteRecordsTopicResult {
                name: topic.name,
                partitions: topic
                    .partitions
                    .iter()
                    .map(|p| DeleteRecordsPartitionResult {
                        partition_index: p.partition_index,
                        low_watermark: -1,
                        error_code: code.0,
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }
        }));
        self.answer(&request, &response).await
    }

    /// A transaction that names a mirror fails before it writes anything anywhere.
    pub(super) async fn add_partitions_to_txn(&mut self, request: Request) -> Result<(), Error> {
        let (_, body) = request.open::<AddPartitionsToTxnRequest>()?;
        let names_mirror = |topics: &[AddPartitionsToTxnTopic]| {
            topics.iter().any(|topic| self.shared.mirrors.is_mirror(&topic.name))
        };
        // We coordinate nothing, and for whom nothing is handed on shall hear it.
        let refused = self.access.is_certified()
            || names_mirror(&body.v3_and_below_topics)
            || body.transactions.iter().any(|transaction| names_mirror(&transaction.topics));
        if !refused {
            return self.relay(&request.frame).await;
        }
        let mut response = AddPartitionsToTxnResponse::default();
        if request.version < BATCHED {
            response.results_by_topic_v3_and_below = self.refuse(&body.v3_and_below_topics);
        } else {
            response.results_by_transaction = body
                .transactions
                .iter()
                .map(|transaction| AddPartitionsToTxnResult {
                    transactional_id: transaction.transactional_id.clone(),
                    topic_results: self.refuse(&transaction.topics),
                    ..Default::default()
                })
                .collect();
        }
        self.answer(&request, &response).await
    }

    /// As a coordinator does it: those at fault are named, the others were not attempted.
    fn refuse(&self, topics: &[AddPartitionsToTxnTopic]) -> Vec<AddPartitionsToTxnTopicResult> {
        let result = |topic: &AddPartitionsToTxnTopic| {
            let code = if self.shared.mirrors.is_mirror(&topic.name) {
                ErrorCode::INVALID_REQUEST
            } else if self.access.is_certified() {
                ErrorCode::NOT_COORDINATOR
            } else {
                ErrorCode::OPERATION_NOT_ATTEMPTED
            };
            let partition = |index: &i32| AddPartitionsToTxnPartitionResult {
                partition_index: *index,
                partition_error_code: code.0,
                ..Default::default()
            };
            AddPartitionsToTxnTopicResult {
                name: topic.name.clone(),
                results_by_partition: topic.partitions.iter().map(partition).collect(),
                ..Default::default()
            }
        };
        topics.iter().map(result).collect()
    }

    /// A coordinator repeats a marker until somebody takes it, so one for a mirror is taken, and nothing is appended: the
    /// mirror has the source's markers.
    pub(super) async fn write_txn_markers(&mut self, request: Request) -> Result<(), Error> {
        let (_, body) = request.open::<WriteTxnMarkersRequest>()?;
        self.may_replicate(self.shared.destination.companion(), request.correlation_id).await?;
        let marked = |topic: &str, index: i32| {
            let code = if self.shared.mirrors.is_mirror(topic) && self.leads(topic, index) {
                ErrorCode::NONE
            } else {
                ErrorCode::NOT_LEADER_OR_FOLLOWER
            };
            markers::WritableTxnMarkerPartitionResult {
                partition_index: index,
                error_code: code.0,
                ..Default::default()
            }
        };
        let results = body.markers.iter().map(|marker| markers::WritableTxnMarkerResult {
            producer_id: marker.producer_id,
            topics: marker
                .topics
                .iter()
                .map(|topic| markers::WritableTxnMarkerTopicResult {
                    name: topic.name.clone(),
                    partitions: topic
                        .partition_indexes
                        .iter()
                        .map(|index| marked(&topic.name, *index))
                        .collect(),
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        });
        let response = WriteTxnMarkersResponse { markers: results.collect(), ..Default::default() };
        self.answer(&request, &response).await
    }
}
