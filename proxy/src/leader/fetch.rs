//! Followers' fetches: from the request to the answer, with long polls.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

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
        // Whatever was collected goes into the answer, also when a partition that we know nothing of yet keeps us waiting: a
        // follower throws a full answer away that misses a partition, and would never come to its first one.
        let mut parts = BTreeMap::new();
        loop {
            let late = |partition: &Arc<Partition>, ask: &Ask| self.catch_up(partition, ask);
            let newer = session.collect(bytes_max, bytes_in(&parts), full, late);
            gather(&mut parts, newer);
            let holding = parts.values().any(|answer| *answer == Answer::Hold);
            if (!parts.is_empty() || session.is_empty()) && !holding {
                break;
            }
            if timeout_at(until, waker.changed()).await.is_err() {
                let newer = session.collect(bytes_max, bytes_in(&parts), full, |_, _| {});
                gather(&mut parts, newer);
                break;
            }
        }
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

    fn response(&self, session: &Session, parts: BTreeMap<Key, Answer>, version: i16) -> FetchResponse {
        let mut responses: Vec<fetch_response::FetchableTopicResponse> = Vec::new();
        for (key, answer) in parts {
            let data = partition_data(key.partition, &answer);
            match responses.last_mut() {
                Some(topic) if topic.topic_id == key.topic_id => topic.partitions.push(data),
                _ => responses.push(fetch_response::FetchableTopicResponse {
                    topic: if version < FETCH_TOPIC_IDS { self.name(key) } else { String::new() },
                    topic_id: key.topic_id,
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

/// Puts newer answers in the place of older ones, but for records that are not in them again.
fn gather(parts: &mut BTreeMap<Key, Answer>, newer: Vec<Part>) {
    for Part { key, answer } in newer {
        if parts.get(&key).is_none_or(|older| bytes_of(older) <= bytes_of(&answer)) {
            parts.insert(key, answer);
        }
    }
}

fn bytes_in(parts: &BTreeMap<Key, Answer>) -> usize {
    parts.values().map(bytes_of).sum()
}

/// Bytes of records.
fn bytes_of(answer: &Answer) -> usize {
    match answer {
        Answer::Batches { records, .. } => records.len(),
        Answer::Hold | Answer::Error(_) | Answer::Diverging { .. } => 0,
    }
}

fn partition_data(index: i32, answer: &Answer) -> fetch_response::PartitionData {
    let mut data = fetch_response::PartitionData {
        partition_index: index,
        high_watermark: -1,
        log_start_offset: -1,
        // Followers do not read it; null is what a Kafka leader sends them.
        aborted_transactions: None,
        records: Some(bytes::Bytes::new()),
        ..Default::default()
    };
    match answer {
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

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use kagami_codec::record::{MetadataRecord, PartitionRecord, RegisterBrokerRecord, TopicRecord};

    use super::*;
    use crate::{
        cluster::{
            Observer,
            image::{Changes, Image},
        },
        window::{Budget, Chunk},
    };

    const US: i32 = 1001;
    const OURS: Uuid = Uuid([1; 16]);
    const TOPIC: Uuid = Uuid([7; 16]);
    const VERSION: i16 = 17;

    /// Three partitions that we lead: 0 and 1 hold a batch that follower 1 lacks, and of 2 we know nothing, because
    /// follower 2 has not said yet what it holds.
    fn follower() -> Follower {
        let (leader, _) = Leader::new(US, OURS, "cluster".to_owned(), Budget::new(1 << 20), Arc::default());
        let (mut image, mut changes) = (Image::new(), Changes::default());
        let mut apply = |record| image.apply(record, &mut changes);
        let broker = RegisterBrokerRecord { broker_id: US, incarnation_id: OURS, ..Default::default() };
        apply(MetadataRecord::RegisterBroker(broker));
        let topic = TopicRecord { name: "orders".to_owned(), topic_id: TOPIC, ..Default::default() };
        apply(MetadataRecord::Topic(topic));
        for partition_id in 0..3 {
            let replicas = if partition_id == 2 { vec![US, 1, 2] } else { vec![US, 1] };
            apply(MetadataRecord::Partition(PartitionRecord {
                topic_id: TOPIC,
                partition_id,
                isr: replicas.clone(),
                replicas,
                leader: US,
                leader_epoch: i32::from(partition_id == 2),
                ..Default::default()
            }));
        }
        Observer::changed(&*leader, &image, &changes);
        for index in 0..2 {
            let partition = leader.partition(Key { topic_id: TOPIC, partition: index }).unwrap();
            let asked = fetch_request::FetchPartition { partition: index, ..Default::default() };
            partition.observe(&ask(&asked, 1, -1), 1).unwrap();
            partition.begin_at(0, 1);
            let bytes = Bytes::from(vec![0; 100]);
            let batches = vec![(10, bytes.len())].into();
            assert!(partition.append(0, Chunk { from: 0, next: 10, bytes, batches }, 0));
        }
        Follower::new(leader, 5)
    }

    fn full(max_bytes: i32) -> FetchRequest {
        let partition = |partition| fetch_request::FetchPartition {
            partition,
            current_leader_epoch: i32::from(partition == 2),
            last_fetched_epoch: -1,
            partition_max_bytes: 1 << 20,
            ..Default::default()
        };
        FetchRequest {
            replica_state: fetch_request::ReplicaState {
                replica_id: 1,
                replica_epoch: -1,
                ..Default::default()
            },
            max_wait_ms: 20,
            max_bytes,
            session_epoch: FULL,
            topics: vec![fetch_request::FetchTopic {
                topic_id: TOPIC,
                partitions: (0..3).map(partition).collect(),
                ..Default::default()
            }],
            ..Default::default()
        }
    }

    /// Partition, error and bytes of records.
    fn parts(response: &FetchResponse) -> Vec<(i32, i16, usize)> {
        let partitions = response.responses.iter().flat_map(|t| &t.partitions);
        partitions
            .map(|p| (p.partition_index, p.error_code, p.records.as_ref().map_or(0, Bytes::len)))
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_partition_that_nothing_is_known_of_yet_keeps_no_other_from_its_followers() {
        let answer = follower().fetch(full(1 << 20), VERSION).await;
        let unknown = ErrorCode::UNKNOWN_LEADER_EPOCH.0;
        assert_eq!(parts(&answer), [(0, 0, 100), (1, 0, 100), (2, unknown, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_answer_names_every_partition_also_those_whose_records_come_later() {
        let mut follower = follower();
        let answer = follower.fetch(full(50), VERSION).await;
        let mut told = parts(&answer);
        told.sort_unstable_by_key(|part| part.2);
        assert_eq!(told.iter().map(|part| part.2).collect::<Vec<_>>(), [0, 0, 100]);
        let (session_id, session_epoch) = (answer.session_id, 1);
        let next = FetchRequest { session_id, session_epoch, topics: Vec::new(), ..full(50) };
        let answer = follower.fetch(next, VERSION).await;
        assert_eq!(
            parts(&answer).iter().map(|part| part.2).collect::<Vec<_>>(),
            [100],
            "it comes with the next"
        );
    }
}
