//! What the definitions do not mark: names in opaque bytes, resources whose kind stands beside them, patterns.
//!
//! One `impl` for each request that has such places; the others have none.

mod acls;
mod groups;
mod regex;
mod resources;

use kagami_codec::{Request, message::*};

use super::translate::{Homeward, Outward};

/// Behind the places that the definitions mark.
pub(super) trait Special: Request {
    /// On the way to the broker. An answer that comes back is given to the client instead of the broker's: the request asks
    /// for what this view cannot say exactly.
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<Self::Response> {
        let _nothing = outward;
        None
    }

    /// On the way to the client.
    fn home(response: &mut Self::Response, homeward: &Homeward<'_>) {
        let _nothing = (response, homeward);
    }

    /// Why the client must not get this answer of the broker's; its connection is closed instead.
    fn unusable(response: &Self::Response) -> Option<&'static str> {
        let _nothing = response;
        None
    }

    /// Whether no answer will come.
    fn is_silent(&self) -> bool {
        false
    }

    /// Whether it comes from a broker.
    fn is_from_broker(&self) -> bool {
        false
    }

    /// The fetch session, of a request whose answer may take long and may be empty: an answer within a session tells what is
    /// new.
    fn session(&self) -> Option<i32> {
        None
    }
}

macro_rules! nothing_special {
    ($($request:ident)*) => { $(impl Special for $request {})* };
}

nothing_special! {
    AddOffsetsToTxnRequest AddPartitionsToTxnRequest AlterPartitionReassignmentsRequest AlterReplicaLogDirsRequest
    AlterShareGroupOffsetsRequest CreatePartitionsRequest CreateTopicsRequest DeleteRecordsRequest
    DeleteShareGroupOffsetsRequest DeleteTopicsRequest DescribeClusterRequest DescribeLogDirsRequest
    DescribeProducersRequest DescribeQuorumRequest DescribeShareGroupOffsetsRequest DescribeTransactionsRequest
    EndTxnRequest FindCoordinatorRequest InitProducerIdRequest ListOffsetsRequest
    ListPartitionReassignmentsRequest OffsetCommitRequest OffsetDeleteRequest OffsetFetchRequest
    OffsetForLeaderEpochRequest ShareAcknowledgeRequest ShareFetchRequest ShareGroupDescribeRequest
    ShareGroupHeartbeatRequest TxnOffsetCommitRequest
}

impl Special for MetadataRequest {
    /// So speaks a cluster whose only broker is fenced for a moment. Clients of librdkafka forget all brokers then, and may do
    /// nothing any more; Java's pay no heed to it. Whose connection is closed looks for brokers again.
    fn unusable(response: &MetadataResponse) -> Option<&'static str> {
        response.brokers.is_empty().then_some("it names no broker")
    }
}

impl Special for ProduceRequest {
    fn is_silent(&self) -> bool {
        self.acks == 0
    }
}

impl Special for FetchRequest {
    fn is_from_broker(&self) -> bool {
        self.replica_id >= 0 || self.replica_state.replica_id >= 0
    }

    /// Epoch 0 asks for a new session and -1 for none: the answer has all partitions then.
    fn session(&self) -> Option<i32> {
        (self.session_id != 0 && self.session_epoch > 0).then_some(self.session_id)
    }
}

impl Special for ElectLeadersRequest {
    /// All leaders are those of all topics that the view has.
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<Self::Response> {
        if self.topic_partitions.is_none() && !outward.policy.is_identity() {
            let all = outward.shown_topics().map(|(topic, partitions)| {
                elect_leaders_request::TopicPartitions { topic, partitions, ..Default::default() }
            });
            self.topic_partitions = Some(all.collect());
        }
        None
    }
}

impl Special for DescribeTopicPartitionsRequest {
    /// All topics are those that the view has. Pages of the broker's own may end at a topic that clients do not see.
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<Self::Response> {
        if !self.topics.is_empty() || outward.policy.is_identity() {
            return None;
        }
        let all = outward
            .shown_topics()
            .map(|(name, _)| describe_topic_partitions_request::TopicRequest { name, ..Default::default() });
        self.topics = all.collect();
        // To the broker, none are all.
        self.topics.is_empty().then(DescribeTopicPartitionsResponse::default)
    }
}

#[cfg(test)]
mod tests;
