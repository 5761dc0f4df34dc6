//! Produce: refused for mirrors, handed on for the rest.

use bytes::{BufMut, Bytes, BytesMut};
use kagami_codec::{
    Message, Reader, Writer,
    frame::framed,
    message::{
        ProduceRequest, ProduceResponse,
        produce_request::TopicProduceData,
        produce_response::{PartitionProduceResponse, TopicProduceResponse},
    },
    types::{ErrorCode, Uuid},
};
use kagami_policies::acl::{Kind, Operation};

use super::{connection::Server, error::Error, request::Request, rights::Rights};
use crate::metrics;

/// From this version on topics are named by id.
const TOPIC_IDS: i16 = 13;
/// The oldest version with a place for a transactional id; otherwise it reads as versions 0 to 2 do.
const TRANSACTIONAL: i16 = 3;

/// What becomes of one partition of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    HandOn,
    /// A mirror, by name.
    ReadOnly(String),
    Fenced(String),
    /// Ours to lead only until it is moved off, or another's, to whom nothing is handed on.
    Foreign,
    UnknownId,
    Unauthorized,
}

impl Verdict {
    fn code(&self) -> ErrorCode {
        match self {
            Self::HandOn => ErrorCode::NONE,
            Self::ReadOnly(_) => ErrorCode::INVALID_REQUEST,
            Self::Fenced(_) | Self::Foreign => ErrorCode::NOT_LEADER_OR_FOLLOWER,
            Self::UnknownId => ErrorCode::UNKNOWN_TOPIC_ID,
            Self::Unauthorized => ErrorCode::TOPIC_AUTHORIZATION_FAILED,
        }
    }

    /// The mirror that is refused, by name.
    fn mirror(&self) -> Option<&str> {
        match self {
            Self::ReadOnly(topic) | Self::Fenced(topic) => Some(topic),
            Self::HandOn | Self::Foreign | Self::UnknownId | Self::Unauthorized => None,
        }
    }

    fn response(&self, index: i32) -> PartitionProduceResponse {
        // Versions below 8 have no place for it and leave it out.
        let error_message = match self {
            Self::ReadOnly(topic) => {
                Some(format!("Cannot append records to read-only mirror topic '{topic}'"))
            }
            Self::HandOn | Self::Fenced(_) | Self::Foreign | Self::UnknownId | Self::Unauthorized => None,
        };
        PartitionProduceResponse {
            index,
            error_code: self.code().0,
            base_offset: -1,
            log_append_time_ms: -1,
            log_start_offset: -1,
            error_message,
            ..Default::default()
        }
    }
}

impl Server {
    pub(super) async fn produce(&mut self, request: Request) -> Result<(), Error> {
        if request.version < TRANSACTIONAL {
            return self.produce_old(request).await;
        }
        let (header, mut body) = request.open::<ProduceRequest>()?;
        let refused = self.take_refused(&mut body, request.version).await?;
        if body.acks == 0 {
            return self.produce_unanswered(&request, &refused).await;
        }
        if refused.is_empty() {
            return self.relay(&request.frame).await;
        }
        let mut response = if body.topic_data.is_empty() {
            ProduceResponse::default()
        } else {
            self.pipes.open().await?.ask(&header, &body).await?
        };
        for (topic, index, verdict) in &refused {
            count(verdict);
            add(&mut response, topic, verdict.response(*index));
        }
        self.answer(&request, &response).await
    }

    /// Without acks there is no answer that could say no, so the connection ends, as at a Kafka broker.
    async fn produce_unanswered(
        &mut self,
        request: &Request,
        refused: &[(TopicName, i32, Verdict)],
    ) -> Result<(), Error> {
        let Some((asked, _, verdict)) = refused.first() else {
            return self.pipes.open().await?.send_on(&request.frame).await;
        };
        // Newer requests have only an id, which tells an operator nothing.
        let topic = verdict.mirror().map_or_else(|| asked.to_string(), str::to_owned);
        for (_, _, verdict) in refused {
            count(verdict);
        }
        Err(Error::Refused(topic))
    }

    /// Takes the partitions that are refused out of the request.
    async fn take_refused(
        &mut self,
        body: &mut ProduceRequest,
        version: i16,
    ) -> Result<Vec<(TopicName, i32, Verdict)>, Error> {
        let rights = self.rights().await?.cloned();
        let mut refused = Vec::new();
        body.topic_data.retain_mut(|topic| {
            let name = TopicName { name: topic.name.clone(), id: topic.topic_id };
            let had = topic.partition_data.len();
            let resolved = self.resolve(topic, version);
            topic.partition_data.retain(|partition| {
                let verdict = self.verdict(resolved.as_deref(), partition.index, rights.as_ref());
                let goes_on = verdict == Verdict::HandOn;
                if !goes_on {
                    refused.push((name.clone(), partition.index, verdict));
                }
                goes_on
            });
            had == 0 || !topic.partition_data.is_empty()
        });
        Ok(refused)
    }

    fn resolve(&self, topic: &TopicProduceData, version: i16) -> Option<String> {
        if version < TOPIC_IDS {
            Some(topic.name.clone())
        } else {
            self.shared.destination.topic_name(topic.topic_id)
        }
    }

    /// `rights` are those of a client for whom nothing is handed on.
    fn verdict(&self, topic: Option<&str>, partition: i32, rights: Option<&Rights>) -> Verdict {
        let Some(topic) = topic else { return Verdict::UnknownId };
        if rights.is_some_and(|rights| !rights.allow(Operation::WRITE, Kind::TOPIC, topic)) {
            return Verdict::Unauthorized;
        }
        if self.shared.mirrors.is_mirror(topic) {
            return if self.shared.mirrors.is_fenced(topic) {
                Verdict::Fenced(topic.to_owned())
            } else {
                Verdict::ReadOnly(topic.to_owned())
            };
        }
        if rights.is_some() || self.leads(topic, partition) { Verdict::Foreign } else { Verdict::HandOn }
    }

    /// Versions 0 to 2, which only their layout tells from version 3.
    async fn produce_old(&mut self, request: Request) -> Result<(), Error> {
        let (_, body) = request.open_header()?;
        let mut bytes = BytesMut::with_capacity(body.len() + 2);
        bytes.put_i16(-1); // no transactional id
        bytes.extend_from_slice(&body);
        let mut body = ProduceRequest::decode(&mut Reader::new(bytes.freeze()), TRANSACTIONAL)
            .map_err(|why| Error::Malformed { what: request.key, why })?;
        let refused = self.take_refused(&mut body, request.version).await?;
        if body.acks == 0 {
            return self.produce_unanswered(&request, &refused).await;
        }
        if refused.is_empty() {
            return self.relay(&request.frame).await;
        }
        let mut response = ProduceResponse::default();
        for (topic, index, verdict) in &refused {
            count(verdict);
            add(&mut response, topic, verdict.response(*index));
        }
        // Whoever mixes mirrors and others in a request this old sends the others again.
        for topic in &body.topic_data {
            let name = TopicName { name: topic.name.clone(), id: topic.topic_id };
            for partition in &topic.partition_data {
                add(&mut response, &name, Verdict::Foreign.response(partition.index));
            }
        }
        self.outbox.send(&old_response(&request, &response)?).await
    }

    /// Whether the metadata log says that we lead a partition.
    pub(super) fn leads(&self, topic: &str, partition: i32) -> bool {
        let leader = &self.shared.leader;
        leader.named(topic, partition).is_some_and(|p| p.view().told.leader == leader.node_id())
    }
}

/// A topic as the request named it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TopicName {
    name: String,
    id: Uuid,
}

impl std::fmt::Display for TopicName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.name.is_empty() { write!(f, "{}", self.id) } else { f.write_str(&self.name) }
    }
}

fn count(verdict: &Verdict) {
    if let Some(topic) = verdict.mirror() {
        metrics::rejected_produce(topic);
    }
}

fn add(response: &mut ProduceResponse, topic: &TopicName, partition: PartitionProduceResponse) {
    let place = response.responses.iter_mut().find(|t| t.name == topic.name && t.topic_id == topic.id);
    match place {
        Some(place) => place.partition_responses.push(partition),
        None => response.responses.push(TopicProduceResponse {
            name: topic.name.clone(),
            topic_id: topic.id,
            partition_responses: vec![partition],
            ..Default::default()
        }),
    }
}

/// Version 1 added the throttle time, version 2 the append time.
fn old_response(request: &Request, response: &ProduceResponse) -> Result<Vec<Bytes>, Error> {
    let mut w = Writer::new();
    w.put_i32(request.correlation_id);
    w.put_array(&response.responses, false, |w, topic| {
        w.put_string(&topic.name, false);
        w.put_array(&topic.partition_responses, false, |w, p| {
            w.put_i32(p.index);
            w.put_i16(p.error_code);
            w.put_i64(p.base_offset);
            if request.version >= 2 {
                w.put_i64(p.log_append_time_ms);
            }
            Ok(())
        })
    })?;
    if request.version >= 1 {
        w.put_i32(response.throttle_time_ms);
    }
    Ok(framed(w, request.version)?)
}
