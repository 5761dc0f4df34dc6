//! Producers at the destination: their ids, what replicas know of them, and the end of what they left open.

use std::collections::BTreeMap;

use kagami_codec::{
    message::{
        AllocateProducerIdsRequest, DescribeProducersRequest, InitProducerIdRequest,
        OffsetForLeaderEpochRequest, WriteTxnMarkersRequest, describe_producers_request,
        describe_producers_response, offset_for_leader_epoch_request as epochs, write_txn_markers_request,
    },
    types::ErrorCode,
};

use super::{Cluster, Error, admin::TIMEOUT_MS};

impl Cluster {
    /// Takes blocks of producer ids until every id the controller hands out later is above `horizon`, at most
    /// `blocks_max` of them.
    ///
    /// # Errors
    /// When the controllers refuse or cannot be reached.
    pub async fn pass_producer_ids(&self, horizon: i64, blocks_max: u32) -> Result<u32, Error> {
        let mut blocks = 0;
        while blocks < blocks_max && self.with_image(|image| image.next_producer_id) <= horizon {
            let request = AllocateProducerIdsRequest {
                broker_id: self.node_id(),
                broker_epoch: self.broker_epoch(),
                ..Default::default()
            };
            let answer =
                self.controllers().call("AllocateProducerIds", &request, |answer| answer.error_code).await?;
            blocks += 1;
            if answer.producer_id_start.saturating_add(i64::from(answer.producer_id_len)) > horizon {
                break;
            }
        }
        Ok(blocks)
    }

    /// Draws producer ids at one real broker until it answers above `horizon`: it may still hold up to two blocks that
    /// the controller gave out before.
    ///
    /// # Errors
    /// When the broker refuses or cannot be reached.
    pub async fn drain_producer_ids(&self, broker: i32, horizon: i64) -> Result<u32, Error> {
        let connection = self.broker(broker).await?;
        let request = InitProducerIdRequest {
            transactional_id: None,
            transaction_timeout_ms: TIMEOUT_MS,
            ..Default::default()
        };
        let mut drawn = 0;
        loop {
            let answer = connection.call(&request).await?;
            match ErrorCode(answer.error_code) {
                ErrorCode::NONE if answer.producer_id > horizon => return Ok(drawn),
                ErrorCode::NONE => drawn += 1,
                // The broker is fetching its next block.
                ErrorCode::COORDINATOR_LOAD_IN_PROGRESS | ErrorCode::COORDINATOR_NOT_AVAILABLE => {
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
                _ => Error::check("InitProducerId", answer.error_code, None)?,
            }
        }
    }

    /// Producers that a replica on `broker` knows, by partition. Any replica answers, not just the leader.
    ///
    /// # Errors
    /// The first refusal.
    pub async fn producers(
        &self,
        broker: i32,
        topic: &str,
        partitions: &[i32],
    ) -> Result<BTreeMap<i32, Vec<describe_producers_response::ProducerState>>, Error> {
        let request = DescribeProducersRequest {
            topics: vec![describe_producers_request::TopicRequest {
                name: topic.to_owned(),
                partition_indexes: partitions.to_vec(),
                ..Default::default()
            }],
            ..Default::default()
        };
        let mut all = BTreeMap::new();
        for partition in
            self.broker(broker).await?.call(&request).await?.topics.into_iter().flat_map(|t| t.partitions)
        {
            Error::check("DescribeProducers", partition.error_code, partition.error_message)?;
            all.insert(partition.partition_index, partition.active_producers);
        }
        Ok(all)
    }

    /// The offset behind the last record that a partition got under leader epoch `epoch` or an older one, as `leader`
    /// knows it; `None` when nothing of that time is left.
    ///
    /// # Errors
    /// What the broker said.
    pub async fn end_of_epoch(
        &self,
        leader: i32,
        topic: &str,
        partition: i32,
        epoch: i32,
    ) -> Result<Option<i64>, Error> {
        let request = OffsetForLeaderEpochRequest {
            replica_id: self.node_id(),
            topics: vec![epochs::OffsetForLeaderTopic {
                topic: topic.to_owned(),
                partitions: vec![epochs::OffsetForLeaderPartition {
                    partition,
                    leader_epoch: epoch,
                    ..Default::default()
                }],
                ..Default::default()
            }],
            ..Default::default()
        };
        let answer = self.broker(leader).await?.call(&request).await?;
        let Some(told) = answer.topics.into_iter().flat_map(|t| t.partitions).next() else {
            return Err(Error::Unexpected {
                what: "an answer to OffsetForLeaderEpoch without the partition",
            });
        };
        Error::check("OffsetForLeaderEpoch", told.error_code, None)?;
        Ok((told.end_offset >= 0).then_some(told.end_offset))
    }

    /// Ends the open transaction of a producer on a partition that `leader` leads, as aborted.
    ///
    /// # Errors
    /// What the broker said.
    pub async fn abort_transaction(
        &self,
        leader: i32,
        topic: &str,
        partition: i32,
        producer: &describe_producers_response::ProducerState,
    ) -> Result<(), Error> {
        let request = WriteTxnMarkersRequest {
            markers: vec![write_txn_markers_request::WritableTxnMarker {
                producer_id: producer.producer_id,
                producer_epoch: i16::try_from(producer.producer_epoch).unwrap_or(i16::MAX),
                transaction_result: false,
                topics: vec![write_txn_markers_request::WritableTxnMarkerTopic {
                    name: topic.to_owned(),
                    partition_indexes: vec![partition],
                    ..Default::default()
                }],
                coordinator_epoch: producer.coordinator_epoch.max(0),
                ..Default::default()
            }],
            ..Default::default()
        };
        let answer = self.broker(leader).await?.call(&request).await?;
        for result in answer.markers.into_iter().flat_map(|m| m.topics).flat_map(|t| t.partitions) {
            Error::check("WriteTxnMarkers", result.error_code, None)?;
        }
        Ok(())
    }
}
