//! Fetch: followers get what the engine holds; consumers are sent to an in-sync replica, or get what it answers.

use std::time::Duration;

use kagami_codec::{
    api::ApiKey,
    frame::RequestHeader,
    message::{
        FetchRequest, FetchResponse, fetch_request as asked,
        fetch_response::{self as told, FetchableTopicResponse, PartitionData},
    },
    types::ErrorCode,
};

use super::{ConsumerFetch, connection::Server, error::Error, mirror::Led, request::Request};
use crate::{leader::fetch::replica_of, metrics};

/// From this version on an answer can name a replica to read from (KIP-392), and followers serve consumers.
const PREFERRED_REPLICA: i16 = 11;
/// From this version on the answer has tagged fields.
const TAGGED: i16 = 12;
/// From this version on topics are named by id.
const TOPIC_IDS: i16 = 13;
/// What a companion is asked with for a client that is too old for followers.
const FORWARDED: i16 = 12;
/// Asked of the companion at most, in bytes: half of what a frame may have. Brokers give at most 55 MiB by default.
const FORWARDED_BYTES_MAX: i32 = 50 << 20;
/// How long a fetch is held that nobody can serve yet.
const HELD_MAX: Duration = Duration::from_millis(500);

/// What becomes of one partition of a consumer's fetch.
#[derive(Debug)]
enum Part {
    Refused(ErrorCode),
    /// The offset lies outside of what the reader would have.
    OutOfRange(Led),
    /// Read from this replica.
    Read {
        replica: i32,
        led: Led,
    },
    /// Nobody in sync can be reached now.
    Nobody(Led),
}

impl Server {
    pub(super) async fn fetch(&mut self, request: Request) -> Result<(), Error> {
        let (header, body) = request.open::<FetchRequest>()?;
        let replica = replica_of(&body, request.version);
        if replica >= 0 {
            self.may_replicate(replica, request.correlation_id).await?;
            return self.replicate(&request, body, replica).await;
        }
        if body.session_epoch > 0 {
            // We never gave one out: who comes with one had it from a broker that was here before us.
            let error_code = ErrorCode::FETCH_SESSION_ID_NOT_FOUND.0;
            return self.answer(&request, &FetchResponse { error_code, ..Default::default() }).await;
        }
        self.consume(&request, &header, &body).await
    }

    async fn replicate(&mut self, request: &Request, body: FetchRequest, replica: i32) -> Result<(), Error> {
        let signal = self.shared.signal.clone();
        let session_id = body.session_id;
        let response = tokio::select! {
            biased;
            response = self.follower.fetch(body, request.version) => response,
            // "Nothing new": the follower asks again, and finds who leads then.
            () = signal.started() => FetchResponse { session_id, ..Default::default() },
        };
        let records =
            response.responses.iter().flat_map(|t| &t.partitions).filter_map(|p| p.records.as_ref());
        metrics::follower_fetch(replica, records.map(|r| r.len() as u64).sum());
        self.answer(request, &response).await
    }

    async fn consume(
        &mut self,
        request: &Request,
        header: &RequestHeader,
        body: &FetchRequest,
    ) -> Result<(), Error> {
        let can_follow = request.version >= PREFERRED_REPLICA;
        let forwards = !can_follow || self.shared.settings.consumer_fetch == ConsumerFetch::Forward;
        let companion = self.shared.destination.companion();
        if !forwards {
            self.learn_readable(body, request).await?;
        }
        let mut forwarded: Vec<asked::FetchTopic> = Vec::new();
        let mut response = FetchResponse::default();
        let (mut waiting, mut telling) = (false, false);
        for topic in &body.topics {
            let name = if request.version < TOPIC_IDS {
                Some(topic.topic.clone())
            } else {
                self.shared.destination.topic_name(topic.topic_id)
            };
            for partition in &topic.partitions {
                let part = self.part(name.as_deref(), partition, &body.rack_id);
                if let Part::Read { replica, .. } = part
                    && forwards
                    && replica == companion
                {
                    hand_on(&mut forwarded, topic, partition);
                    continue;
                }
                waiting |= matches!(part, Part::Nobody(_));
                telling |= !matches!(part, Part::Nobody(_));
                add(&mut response, topic, part.data(partition.partition, can_follow));
            }
        }
        if !forwarded.is_empty() {
            let wait_ms = if telling { 0 } else { body.max_wait_ms };
            self.forward(request, header, body, forwarded, wait_ms, &mut response).await?;
        } else if waiting && !telling {
            let wait = Duration::from_millis(u64::try_from(body.max_wait_ms).unwrap_or(0)).min(HELD_MAX);
            tokio::time::sleep(wait).await;
        }
        self.answer(request, &response).await
    }

    fn part(&self, topic: Option<&str>, asked: &asked::FetchPartition, rack: &str) -> Part {
        let Some(topic) = topic else { return Part::Refused(ErrorCode::UNKNOWN_TOPIC_ID) };
        let led = match self.led_mirror(topic, asked.partition, asked.current_leader_epoch) {
            Ok(led) => led,
            Err(code) => return Part::Refused(code),
        };
        if self.access.refuses(topic) {
            return Part::Refused(ErrorCode::TOPIC_AUTHORIZATION_FAILED);
        }
        let reader = self.reader(&led, rack);
        let start = reader.map_or(led.log.log_start, |replica| led.start_at(replica));
        // In-sync replicas have everything below the high watermark, even before they have heard of it.
        if asked.fetch_offset < start || asked.fetch_offset > led.log.high_watermark {
            return Part::OutOfRange(led);
        }
        match reader {
            Some(replica) => Part::Read { replica, led },
            None => Part::Nobody(led),
        }
    }

    /// Asks the companion on the client's own broker connection, so that ACLs and quotas hold as if we were not there.
    async fn forward(
        &mut self,
        request: &Request,
        header: &RequestHeader,
        body: &FetchRequest,
        topics: Vec<asked::FetchTopic>,
        max_wait_ms: i32,
        response: &mut FetchResponse,
    ) -> Result<(), Error> {
        let version = if request.version < PREFERRED_REPLICA { FORWARDED } else { request.version };
        let ask = FetchRequest {
            replica_id: -1,
            max_wait_ms,
            min_bytes: body.min_bytes,
            max_bytes: body.max_bytes.min(FORWARDED_BYTES_MAX),
            isolation_level: body.isolation_level,
            session_epoch: -1,
            topics,
            rack_id: body.rack_id.clone(),
            ..Default::default()
        };
        let header = RequestHeader {
            client_id: header.client_id.clone(),
            ..RequestHeader::new(ApiKey::FETCH, version, request.correlation_id)
        };
        let answer = self.pipes.open().await?.ask(&header, &ask).await?;
        response.throttle_time_ms = answer.throttle_time_ms;
        response.error_code = answer.error_code;
        if request.version >= version {
            response.node_endpoints = answer.node_endpoints;
        }
        for mut topic in answer.responses {
            for partition in &mut topic.partitions {
                settle(partition, request.version);
            }
            response.responses.push(topic);
        }
        Ok(())
    }
}

/// Fits a follower's answer to what the client asked.
fn settle(data: &mut PartitionData, version: i16) {
    if data.error_code == ErrorCode::OFFSET_OUT_OF_RANGE.0 {
        // We have checked the offset. The follower is behind what we know of it, and "out of range" would make the
        // client jump to the start or the end.
        data.error_code = ErrorCode::NOT_LEADER_OR_FOLLOWER.0;
    }
    if version < PREFERRED_REPLICA {
        data.preferred_read_replica = -1;
    }
    if version < TAGGED {
        data.diverging_epoch = told::EpochEndOffset::default();
        data.current_leader = told::LeaderIdAndEpoch::default();
        data.snapshot_id = told::SnapshotId::default();
        data.unknown_tags.clear();
    }
}

impl Part {
    fn data(&self, index: i32, can_follow: bool) -> PartitionData {
        let mut data = PartitionData {
            partition_index: index,
            high_watermark: -1,
            aborted_transactions: None,
            records: Some(bytes::Bytes::new()),
            ..Default::default()
        };
        match self {
            Self::Refused(code) => data.error_code = code.0,
            Self::OutOfRange(led) => {
                data.error_code = ErrorCode::OFFSET_OUT_OF_RANGE.0;
                bounds(&mut data, led, led.log.log_start);
            }
            Self::Nobody(led) => bounds(&mut data, led, led.log.log_start),
            Self::Read { replica, led } if can_follow => {
                data.preferred_read_replica = *replica;
                bounds(&mut data, led, led.start_at(*replica));
            }
            // Another replica than the companion, for a client that cannot be sent there.
            Self::Read { .. } => data.error_code = ErrorCode::NOT_LEADER_OR_FOLLOWER.0,
        }
        data
    }
}

fn bounds(data: &mut PartitionData, led: &Led, log_start: i64) {
    data.high_watermark = led.log.high_watermark;
    data.last_stable_offset = led.log.high_watermark;
    data.log_start_offset = log_start;
}

fn hand_on(
    forwarded: &mut Vec<asked::FetchTopic>,
    topic: &asked::FetchTopic,
    partition: &asked::FetchPartition,
) {
    let same = |last: &&mut asked::FetchTopic| last.topic == topic.topic && last.topic_id == topic.topic_id;
    match forwarded.last_mut().filter(same) {
        Some(last) => last.partitions.push(partition.clone()),
        None => forwarded.push(asked::FetchTopic { partitions: vec![partition.clone()], ..topic.clone() }),
    }
}

fn add(response: &mut FetchResponse, topic: &asked::FetchTopic, data: PartitionData) {
    let same =
        |last: &&mut FetchableTopicResponse| last.topic == topic.topic && last.topic_id == topic.topic_id;
    match response.responses.last_mut().filter(same) {
        Some(last) => last.partitions.push(data),
        None => response.responses.push(FetchableTopicResponse {
            topic: topic.topic.clone(),
            topic_id: topic.topic_id,
            partitions: vec![data],
            ..Default::default()
        }),
    }
}
