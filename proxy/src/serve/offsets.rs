//! ListOffsets and OffsetForLeaderEpoch: from the engine's state for followers; for clients with the companion's word,
//! asked on the client's own broker connection, so that its ACLs hold and times are looked up where the records are.

use std::collections::HashMap;

use kagami_codec::{
    api::ApiKey,
    frame::RequestHeader,
    message::{
        FetchRequest, ListOffsetsRequest, ListOffsetsResponse, OffsetForLeaderEpochRequest,
        OffsetForLeaderEpochResponse, fetch_request, list_offsets_request as asked,
        list_offsets_response::{ListOffsetsPartitionResponse, ListOffsetsTopicResponse},
        offset_for_leader_epoch_response::{EpochEndOffset, OffsetForLeaderTopicResult},
    },
    types::ErrorCode,
};
use kagami_policies::acl::{Kind, Operation};

use super::{connection::Server, error::Error, mirror::Led, request::Request, rights::Rights};

/// Kafka's special timestamps.
const LATEST: i64 = -1;
const EARLIEST: i64 = -2;
const EARLIEST_LOCAL: i64 = -4;
const LATEST_TIERED: i64 = -5;
/// A replica id that makes followers answer ("debugging consumer").
const ANY_REPLICA: i32 = -2;
const READ_COMMITTED: i8 = 1;
/// The version of Fetch that followers are asked in, by name.
const FETCH_BY_NAME: i16 = 12;
/// From this version on answers have leader epochs.
const LEADER_EPOCHS: i16 = 4;
/// From this version on `OFFSET_NOT_AVAILABLE` is known.
const NOT_AVAILABLE: i16 = 5;

type Found = HashMap<(String, i32), ListOffsetsPartitionResponse>;

impl Server {
    pub(super) async fn list_offsets(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<ListOffsetsRequest>()?;
        if body.replica_id >= 0 {
            self.may_replicate(body.replica_id, request.correlation_id).await?;
            let topics = body.topics.iter().map(|topic| {
                let answer = |p| self.list_for_follower(&topic.name, p);
                answered(topic, topic.partitions.iter().map(answer).collect())
            });
            let response = ListOffsetsResponse { topics: topics.collect(), ..Default::default() };
            return self.answer(&request, &sayable(response, request.version)).await;
        }
        let rights = self.rights().await?.cloned();
        let mirrors = &self.shared.mirrors;
        let topics = std::mem::take(&mut body.topics);
        // For a client with a certificate nothing is handed on: what is not a mirror is another broker's.
        let (ours, others): (Vec<_>, Vec<_>) =
            topics.into_iter().partition(|t| rights.is_some() || mirrors.is_mirror(&t.name));
        if ours.is_empty() {
            return self.relay(&request.frame).await;
        }
        let mut response = ListOffsetsResponse::default();
        if !others.is_empty() {
            let ask = ListOffsetsRequest { topics: others, ..body.clone() };
            response = self.pipes.open().await?.ask(&header, &ask).await?;
        }
        let leds = self.leds(&ours, rights.as_ref());
        let found = self.ask_companion(&header, &body, &ours, &leds).await?;
        let stable = self.last_stable(&header, &body, &ours, &leds).await?;
        for topic in &ours {
            let partitions = topic.partitions.iter().map(|p| {
                let key = (topic.name.clone(), p.partition_index);
                match &leds[&key] {
                    Err(code) => unknown(p.partition_index, *code),
                    Ok(led) => settle(request.version, p, led, found.get(&key), stable.get(&key)),
                }
            });
            response.topics.push(answered(topic, partitions.collect()));
        }
        self.answer(&request, &sayable(response, request.version)).await
    }

    fn leds(
        &self,
        topics: &[asked::ListOffsetsTopic],
        rights: Option<&Rights>,
    ) -> HashMap<(String, i32), Result<Led, ErrorCode>> {
        let each = |topic: &asked::ListOffsetsTopic, p: &asked::ListOffsetsPartition| {
            let led = if sees(rights, &topic.name) {
                self.led_mirror(&topic.name, p.partition_index, p.current_leader_epoch)
            } else {
                Err(ErrorCode::TOPIC_AUTHORIZATION_FAILED)
            };
            ((topic.name.clone(), p.partition_index), led)
        };
        topics.iter().flat_map(|topic| topic.partitions.iter().map(move |p| each(topic, p))).collect()
    }

    fn list_for_follower(
        &self,
        topic: &str,
        p: &asked::ListOffsetsPartition,
    ) -> ListOffsetsPartitionResponse {
        let led = match self.led(topic, p.partition_index, p.current_leader_epoch) {
            Ok(led) => led,
            Err(code) => return unknown(p.partition_index, code),
        };
        let offset = match p.timestamp {
            LATEST => led.log.end,
            EARLIEST | EARLIEST_LOCAL => led.log.log_start,
            // Nothing is tiered before the mirror is opened.
            LATEST_TIERED => -1,
            // Followers ask for nothing else, and we have no index of times.
            _ => return unknown(p.partition_index, ErrorCode::UNSUPPORTED_FOR_MESSAGE_FORMAT),
        };
        ListOffsetsPartitionResponse {
            partition_index: p.partition_index,
            timestamp: -1,
            offset,
            leader_epoch: led.view.told.leader_epoch,
            ..Default::default()
        }
    }

    async fn ask_companion(
        &mut self,
        header: &RequestHeader,
        // Without topics.
        head: &ListOffsetsRequest,
        ours: &[asked::ListOffsetsTopic],
        leds: &HashMap<(String, i32), Result<Led, ErrorCode>>,
    ) -> Result<Found, Error> {
        let mut topics = Vec::new();
        for topic in ours {
            let partitions: Vec<_> = topic
                .partitions
                .iter()
                .filter(|p| leds[&(topic.name.clone(), p.partition_index)].is_ok())
                .map(|p| asked::ListOffsetsPartition { current_leader_epoch: -1, ..p.clone() })
                .collect();
            if !partitions.is_empty() {
                topics.push(asked::ListOffsetsTopic { partitions, ..topic.clone() });
            }
        }
        if topics.is_empty() {
            return Ok(Found::new());
        }
        let ask = ListOffsetsRequest { replica_id: ANY_REPLICA, isolation_level: 0, topics, ..head.clone() };
        let answer = self.pipes.open().await?.ask(header, &ask).await?;
        let each = |topic: ListOffsetsTopicResponse| {
            let name = topic.name;
            topic.partitions.into_iter().map(move |p| ((name.clone(), p.partition_index), p))
        };
        Ok(answer.topics.into_iter().flat_map(each).collect())
    }

    /// Last stable offsets for those who ask for the end as `read_committed` sees it: a follower tells them with a fetch.
    async fn last_stable(
        &mut self,
        header: &RequestHeader,
        head: &ListOffsetsRequest,
        ours: &[asked::ListOffsetsTopic],
        leds: &HashMap<(String, i32), Result<Led, ErrorCode>>,
    ) -> Result<HashMap<(String, i32), Result<i64, ErrorCode>>, Error> {
        if head.isolation_level != READ_COMMITTED {
            return Ok(HashMap::new());
        }
        let mut topics = Vec::new();
        for topic in ours {
            let partitions: Vec<_> = topic
                .partitions
                .iter()
                .filter(|p| p.timestamp == LATEST)
                .filter_map(|p| {
                    let led = leds[&(topic.name.clone(), p.partition_index)].as_ref().ok()?;
                    Some(fetch_request::FetchPartition {
                        partition: p.partition_index,
                        fetch_offset: led.log.high_watermark,
                        partition_max_bytes: 1,
                        ..Default::default()
                    })
                })
                .collect();
            if !partitions.is_empty() {
                topics.push(fetch_request::FetchTopic {
                    topic: topic.name.clone(),
                    partitions,
                    ..Default::default()
                });
            }
        }
        if topics.is_empty() {
            return Ok(HashMap::new());
        }
        let ask = FetchRequest {
            replica_id: -1,
            max_bytes: 1,
            isolation_level: READ_COMMITTED,
            session_epoch: -1,
            topics,
            ..Default::default()
        };
        let header = RequestHeader {
            client_id: header.client_id.clone(),
            ..RequestHeader::new(ApiKey::FETCH, FETCH_BY_NAME, header.correlation_id)
        };
        let answer = self.pipes.open().await?.ask(&header, &ask).await?;
        let mut stable = HashMap::new();
        for topic in answer.responses {
            for p in topic.partitions {
                let code = ErrorCode(p.error_code);
                let told = if code.is_none() { Ok(p.last_stable_offset) } else { Err(code) };
                stable.insert((topic.topic.clone(), p.partition_index), told);
            }
        }
        Ok(stable)
    }

    pub(super) async fn end_of_epochs(&mut self, request: Request) -> Result<(), Error> {
        let (header, body) = request.open::<OffsetForLeaderEpochRequest>()?;
        let from_follower = body.replica_id >= 0;
        let mut rights = None;
        let mut response = if from_follower {
            self.may_replicate(body.replica_id, request.correlation_id).await?;
            OffsetForLeaderEpochResponse::default()
        } else if let Some(own) = self.rights().await? {
            rights = Some(own.clone());
            OffsetForLeaderEpochResponse::default()
        } else {
            // The companion follows and refuses what we lead, but it says first what the client may see.
            self.pipes.open().await?.ask(&header, &body).await?
        };
        for topic in &body.topics {
            if !from_follower && rights.is_none() && !self.shared.mirrors.is_mirror(&topic.topic) {
                continue;
            }
            let seen = sees(rights.as_ref(), &topic.topic);
            let told: Vec<EpochEndOffset> = match response.topics.iter().position(|t| t.topic == topic.topic)
            {
                Some(at) => response.topics.swap_remove(at).partitions,
                None => Vec::new(),
            };
            let partitions = topic.partitions.iter().map(|p| {
                if !seen {
                    return no_epoch(p.partition, ErrorCode::TOPIC_AUTHORIZATION_FAILED);
                }
                let refused = told.iter().find(|t| t.partition == p.partition && is_refusal(t.error_code));
                refused.cloned().unwrap_or_else(|| {
                    self.end_of_epoch(
                        &topic.topic,
                        p.partition,
                        p.current_leader_epoch,
                        p.leader_epoch,
                        from_follower,
                    )
                })
            });
            response.topics.push(OffsetForLeaderTopicResult {
                topic: topic.topic.clone(),
                partitions: partitions.collect(),
                ..Default::default()
            });
        }
        self.answer(&request, &response).await
    }

    fn end_of_epoch(
        &self,
        topic: &str,
        partition: i32,
        current: i32,
        epoch: i32,
        whole: bool,
    ) -> EpochEndOffset {
        let led =
            if whole { self.led(topic, partition, current) } else { self.settled(topic, partition, current) };
        let ours = led.and_then(|led| {
            let found =
                self.shared.leader.named(topic, partition).ok_or(ErrorCode::NOT_LEADER_OR_FOLLOWER)?;
            Ok((led, found.end_of_epoch(current, epoch)?))
        });
        match ours {
            Ok((led, end)) => EpochEndOffset {
                partition,
                leader_epoch: end.epoch,
                end_offset: if whole { end.end_offset } else { end.end_offset.min(led.log.high_watermark) },
                ..Default::default()
            },
            Err(code) => no_epoch(partition, code),
        }
    }
}

/// Whether the client may know of a topic, where its certificate says who it is; otherwise the companion decides.
fn sees(rights: Option<&Rights>, topic: &str) -> bool {
    rights.is_none_or(|rights| rights.allow(Operation::DESCRIBE, Kind::TOPIC, topic))
}

fn no_epoch(partition: i32, code: ErrorCode) -> EpochEndOffset {
    EpochEndOffset { partition, error_code: code.0, leader_epoch: -1, end_offset: -1, ..Default::default() }
}

const fn is_refusal(code: i16) -> bool {
    matches!(
        ErrorCode(code),
        ErrorCode::TOPIC_AUTHORIZATION_FAILED
            | ErrorCode::GROUP_AUTHORIZATION_FAILED
            | ErrorCode::CLUSTER_AUTHORIZATION_FAILED
    )
}

/// Puts what we know and what the companion said together.
fn settle(
    version: i16,
    asked: &asked::ListOffsetsPartition,
    led: &Led,
    told: Option<&ListOffsetsPartitionResponse>,
    stable: Option<&Result<i64, ErrorCode>>,
) -> ListOffsetsPartitionResponse {
    let index = asked.partition_index;
    let own = |offset| ListOffsetsPartitionResponse {
        partition_index: index,
        timestamp: -1,
        offset,
        leader_epoch: led.view.told.leader_epoch,
        ..Default::default()
    };
    if let Some(told) = told
        && is_refusal(told.error_code)
    {
        return told.clone();
    }
    let good = told.filter(|t| t.error_code == 0);
    match (asked.timestamp, stable) {
        (LATEST, None) => own(led.log.high_watermark),
        (LATEST, Some(Ok(stable))) => own((*stable).min(led.log.high_watermark)),
        (LATEST, Some(Err(code))) if is_refusal(code.0) => unknown(index, *code),
        (LATEST, Some(Err(_))) if version < NOT_AVAILABLE => unknown(index, ErrorCode::LEADER_NOT_AVAILABLE),
        (LATEST, Some(Err(_))) => unknown(index, ErrorCode::OFFSET_NOT_AVAILABLE),
        // The companion may not have heard of a new start yet; its own retention may have moved it on.
        (EARLIEST | EARLIEST_LOCAL, _) => good
            .filter(|good| good.offset >= led.log.log_start)
            .cloned()
            .unwrap_or_else(|| own(led.log.log_start)),
        _ => match (good, told) {
            // Not visible yet, so not there yet.
            (Some(good), _) if good.offset >= led.log.high_watermark => {
                ListOffsetsPartitionResponse { leader_epoch: -1, ..own(-1) }
            }
            (Some(good), _) => good.clone(),
            (None, Some(told)) => unknown(index, retriable(told.error_code)),
            (None, None) => unknown(index, ErrorCode::NOT_LEADER_OR_FOLLOWER),
        },
    }
}

/// A companion without this replica knows no such partition; to the client it exists.
const fn retriable(code: i16) -> ErrorCode {
    match ErrorCode(code) {
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION => ErrorCode::NOT_LEADER_OR_FOLLOWER,
        code => code,
    }
}

fn unknown(partition_index: i32, code: ErrorCode) -> ListOffsetsPartitionResponse {
    ListOffsetsPartitionResponse {
        partition_index,
        error_code: code.0,
        timestamp: -1,
        offset: -1,
        leader_epoch: -1,
        ..Default::default()
    }
}

/// Without what a version has no place for: the client asks in it because it does not want to know.
fn sayable(mut response: ListOffsetsResponse, version: i16) -> ListOffsetsResponse {
    if version < LEADER_EPOCHS {
        for partition in response.topics.iter_mut().flat_map(|topic| &mut topic.partitions) {
            partition.leader_epoch = -1;
        }
    }
    response
}

fn answered(
    topic: &asked::ListOffsetsTopic,
    partitions: Vec<ListOffsetsPartitionResponse>,
) -> ListOffsetsTopicResponse {
    ListOffsetsTopicResponse { name: topic.name.clone(), partitions, ..Default::default() }
}
