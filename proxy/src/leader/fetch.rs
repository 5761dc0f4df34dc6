//! Followers' fetches: from the request to the answer, with long polls.

use std::{sync::Arc, time::Duration};

use kagami_codec::{
    message::{FetchRequest, FetchResponse, fetch_request, fetch_response},
    types::{ErrorCode, Uuid},
};
use tokio::time::{Instant, timeout_at};

use super::{
    Leader,
    partition::{Answer, Ask, Partition},
    session::{Part, Session},
};
use crate::{ask::FETCH_TOPIC_IDS, cluster::image::Key};

/// From this version on the replica id and its epoch are in a tagged field.
const REPLICA_STATE: i16 = 15;
/// Session epochs with a meaning of their own (KIP-227).
const FULL: i32 = 0;
const SESSIONLESS: i32 = -1;

/// The replica that a fetch comes from; negative for consumers.
#[must_use]
pub const fn replica_of(request: &FetchRequest, version: i16) -> i32 {
    if version < REPLICA_STATE { request.replica_id } else { request.replica_state.replica_id }
}

/// Serves the fetches that come over one follower's connection.
#[derive(Debug)]
pub struct Follower {
    leader: Arc<Leader>,
    session: Option<Session>,
    next_session: i32,
}

impl Follower {
    /// A connection without a session. `seed` makes session ids of different connections differ.
    #[must_use]
    pub const fn new(leader: Arc<Leader>, seed: i32) -> Self {
        Self { leader, session: None, next_session: (seed & 0x7fff_ffff) | 1 }
    }

    /// Answers one fetch, waiting as long as it allows for something new. Cancel safe: what was not answered stays new.
    pub async fn fetch(&mut self, request: FetchRequest, version: i16) -> FetchResponse {
        let until = Instant::now() + Duration::from_millis(u64::try_from(request.max_wait_ms).unwrap_or(0));
        let (mut session, full) = match self.enter(&request, version) {
            Ok(entered) => entered,
            Err(code) => return FetchResponse { error_code: code.0, ..Default::default() },
        };
        self.change(&mut session, &request, version);
        let bytes_max = usize::try_from(request.max_bytes).unwrap_or(0).max(1);
        let waker = session.waker();
        let parts = loop {
            let parts = session.collect(bytes_max, full, |partition, ask| self.catch_up(partition, ask));
            let holding = parts.iter().any(|p| p.answer == Answer::Hold);
            if (!parts.is_empty() || session.is_empty()) && !holding {
                break parts;
            }
            if timeout_at(until, waker.changed()).await.is_err() {
                break if holding { parts } else { session.collect(bytes_max, full, |_, _| {}) };
            }
        };
        let response = self.response(&session, parts, version);
        self.session = (session.id != 0).then_some(session);
        response
    }

    fn enter(&mut self, request: &FetchRequest, version: i16) -> Result<(Session, bool), ErrorCode> {
        if version < 7 || request.session_epoch == SESSIONLESS {
            self.session = None;
            return Ok((Session::new(0), true));
        }
        if request.session_epoch == FULL {
            self.next_session = self.next_session.wrapping_add(0x0001_0001) & 0x7fff_ffff | 1;
            return Ok((Session::new(self.next_session), true));
        }
        let mut session = self.session.take().ok_or(ErrorCode::FETCH_SESSION_ID_NOT_FOUND)?;
        if session.id != request.session_id {
            return Err(ErrorCode::FETCH_SESSION_ID_NOT_FOUND);
        }
        session.enter(request.session_epoch)?;
        Ok((session, false))
    }

    /// Takes over what the request adds, changes and forgets.
    fn change(&self, session: &mut Session, request: &FetchRequest, version: i16) {
        let replica = replica_of(request, version);
        let broker_epoch = if version < REPLICA_STATE { -1 } else { request.replica_state.replica_epoch };
        for topic in &request.forgotten_topics_data {
            let Some(topic_id) = self.topic_id(&topic.topic, topic.topic_id, version) else { continue };
            for partition in &topic.partitions {
                session.forget(Key { topic_id, partition: *partition });
            }
        }
        let now = self.leader.now();
        let mut joins = false;
        for topic in &request.topics {
            // A name that we do not know still needs a place in the answer.
            let topic_id = self.topic_id(&topic.topic, topic.topic_id, version).unwrap_or(Uuid::ZERO);
            for p in &topic.partitions {
                let key = Key { topic_id, partition: p.partition };
                let ask = ask(p, replica, broker_epoch);
                let partition = self.leader.partition(key);
                if let Some(partition) = &partition {
                    // An offset says what the follower holds; errors are told with the answer. Partitions that the
                    // request does not list are where they were.
                    let _ = partition.observe(&ask, now);
                    joins |= !partition.is_in_sync(replica);
                }
                session.put(key, ask, partition);
            }
        }
        if joins {
            self.leader.isr_wanted.notify_one();
        }
    }

    fn topic_id(&self, name: &str, id: Uuid, version: i16) -> Option<Uuid> {
        if version >= FETCH_TOPIC_IDS { Some(id) } else { self.leader.topic_id(name) }
    }

    fn catch_up(&self, partition: &Partition, ask: &Ask) {
        if let Some(wanted) = partition.needs_catch_up(ask)
            && let Err(error) = self.leader.catch_ups.try_send(wanted)
        {
            partition.caught_up(&error.into_inner(), None);
        }
    }

    fn response(&self, session: &Session, parts: Vec<Part>, version: i16) -> FetchResponse {
        let mut responses: Vec<fetch_response::FetchableTopicResponse> = Vec::new();
        for part in parts {
            let data = partition_data(&part);
            match responses.last_mut() {
                Some(topic) if topic.topic_id == part.key.topic_id => topic.partitions.push(data),
                _ => responses.push(fetch_response::FetchableTopicResponse {
                    topic: if version < FETCH_TOPIC_IDS { self.name(part.key) } else { String::new() },
                    topic_id: part.key.topic_id,
                    partitions: vec![data],
                    ..Default::default()
                }),
            }
        }
        FetchResponse { session_id: session.id, responses, ..Default::default() }
    }

    fn name(&self, key: Key) -> String {
        self.leader.partition(key).map_or_else(String::new, |p| p.topic.clone())
    }
}

fn ask(p: &fetch_request::FetchPartition, replica: i32, broker_epoch: i64) -> Ask {
    Ask {
        replica,
        broker_epoch,
        leader_epoch: p.current_leader_epoch,
        offset: p.fetch_offset,
        last_epoch: p.last_fetched_epoch,
        log_start: p.log_start_offset,
        bytes_max: usize::try_from(p.partition_max_bytes).unwrap_or(0).max(1),
    }
}

fn partition_data(part: &Part) -> fetch_response::PartitionData {
    let mut data = fetch_response::PartitionData {
        partition_index: part.key.partition,
        high_watermark: -1,
        log_start_offset: -1,
        // Followers do not read it; null is what a Kafka leader sends them.
        aborted_transactions: None,
        records: Some(bytes::Bytes::new()),
        ..Default::default()
    };
    match &part.answer {
        // "I do not know your epoch yet": the follower waits a second and asks again.
        Answer::Hold => data.error_code = ErrorCode::UNKNOWN_LEADER_EPOCH.0,
        Answer::Error(code) => data.error_code = code.0,
        Answer::Diverging { end, high_watermark, log_start } => {
            data.diverging_epoch.epoch = end.epoch;
            data.diverging_epoch.end_offset = end.end_offset;
            data.high_watermark = *high_watermark;
            data.last_stable_offset = *high_watermark;
            data.log_start_offset = *log_start;
        }
        Answer::Batches { records, high_watermark, log_start } => {
            data.high_watermark = *high_watermark;
            data.last_stable_offset = *high_watermark;
            data.log_start_offset = *log_start;
            data.records = Some(records.clone());
        }
    }
    data
}
