//! Brings batches from one source broker: an incremental fetch session, one request on the wire while the answer before
//! it is being checked.
//!
//! Bytes are read once into one buffer, checked, restamped in place and handed on as slices of it. Records stay
//! unopened. An answer that does not fit (we stopped leading, a bad checksum) is thrown away and asked for again from
//! where the partition stands.
//!
//! The loop and the list of partitions stand here; `session` makes requests, `reading` takes answers apart, `answer`
//! checks and restamps the batches in them, `refusals` says what becomes of those that cannot be taken.

mod answer;
mod reading;
mod refusals;
mod session;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use kagami_codec::{
    Message, Reader,
    message::{FetchRequest, FetchResponse},
    types::{ErrorCode, Uuid},
};
use kagami_policies::{limits, retry::Backoff};
use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

use self::answer::Records;
use super::{Assignment, Error, Source};
use crate::{ask, cluster::image::Key, leader::Partition, shutdown::Signal, window::Chunk};

/// How often every partition is looked at, whether or not anything came.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What one fetcher has to bring, as the link last said.
#[derive(Debug)]
pub struct Assignments {
    list: Mutex<Vec<Assignment>>,
    generation: AtomicU64,
    changed: Notify,
}

impl Assignments {
    pub(super) fn new(list: Vec<Assignment>) -> Arc<Self> {
        Arc::new(Self { list: Mutex::new(list), generation: AtomicU64::new(1), changed: Notify::new() })
    }

    /// Replaces the list; nothing happens when it is the same.
    pub(super) fn set(&self, list: Vec<Assignment>) {
        let mut current = self.list.lock();
        let same = current.len() == list.len()
            && current.iter().zip(&list).all(|(a, b)| {
                Arc::ptr_eq(&a.partition, &b.partition)
                    && a.topic_id == b.topic_id
                    && a.index == b.index
                    && a.follow_start == b.follow_start
            });
        if !same {
            *current = list;
            self.generation.fetch_add(1, Ordering::Release);
            self.changed.notify_one();
        }
    }
}

/// A partition in the fetch session.
#[derive(Debug)]
struct Member {
    assignment: Assignment,
    /// Next offset to ask for: behind what was answered, even while that is still being checked.
    offset: i64,
    /// Our leader epoch under which what comes is appended.
    epoch: i32,
    /// Source epoch of the last batch, for the source to tell us when its log has changed.
    source_epoch: i32,
    /// What the session at the broker has; `None` when the partition is not in it.
    sent: Option<i64>,
    paused_until: Option<Instant>,
    corrupt: u32,
}

struct Fetcher {
    source: Arc<Source>,
    broker: i32,
    members: BTreeMap<Key, Member>,
    /// For answers: the members behind a topic of the source, by its id and by its name.
    by_id: HashMap<Uuid, HashMap<i32, Key>>,
    by_name: HashMap<String, HashMap<i32, Key>>,
    /// When the session was last answered, on the engine's clock.
    answered_at: Arc<AtomicU64>,
    generation: u64,
    session_id: i32,
    session_epoch: i32,
    looked_at: Instant,
    /// Partitions that the session at the broker has and must forget.
    forget: Vec<(String, Uuid, i32)>,
    touched: HashSet<Key>,
    /// Partitions that are asked for no more, once what was brought for them is stored.
    leaving: Vec<Arc<Partition>>,
    /// Partitions on their way to another sidecar, which get what is already here so that nobody brings it again.
    giving: HashMap<Key, Arc<Partition>>,
}

/// Runs one fetcher until shutdown starts.
pub(super) async fn run(source: Arc<Source>, broker: i32, assigned: Arc<Assignments>, signal: Signal) {
    let mut fetcher = Fetcher {
        source,
        broker,
        members: BTreeMap::new(),
        by_id: HashMap::new(),
        by_name: HashMap::new(),
        answered_at: Arc::default(),
        generation: 0,
        session_id: 0,
        session_epoch: 0,
        looked_at: Instant::now(),
        forget: Vec::new(),
        touched: HashSet::new(),
        leaving: Vec::new(),
        giving: HashMap::new(),
    };
    let mut backoff = Backoff::new(50, 5_000);
    loop {
        fetcher.take_over(&assigned);
        fetcher.leave();
        if fetcher.members.is_empty() {
            tokio::select! {
                biased;
                () = signal.started() => return,
                () = assigned.changed.notified() => continue,
            }
        }
        let outcome = tokio::select! {
            biased;
            () = signal.started() => return,
            outcome = fetcher.fetch_until_failure(&assigned, &mut backoff) => outcome,
        };
        if let Err(error) = outcome {
            tracing::debug!(broker, %error, "fetching from the source was interrupted");
            fetcher.end_session();
            fetcher.source.refresh.notify_one();
            tokio::time::sleep(Duration::from_millis(backoff.next(fetcher.source.leader.now()))).await;
        }
    }
}

impl Fetcher {
    /// Takes over a new list of assignments; what left the list leaves the session.
    fn take_over(&mut self, assigned: &Assignments) {
        let generation = assigned.generation.load(Ordering::Acquire);
        if generation == self.generation {
            return;
        }
        self.generation = generation;
        let list = assigned.list.lock().clone();
        let mut old = std::mem::take(&mut self.members);
        self.by_id.clear();
        self.by_name.clear();
        for assignment in list {
            let key = assignment.partition.key;
            let kept = old.remove(&key).filter(|m| {
                Arc::ptr_eq(&m.assignment.partition, &assignment.partition)
                    && m.assignment.topic_id == assignment.topic_id
            });
            let member = match kept {
                Some(member) => Member { assignment: assignment.clone(), ..member },
                None => Member {
                    assignment: assignment.clone(),
                    offset: -1,
                    epoch: -1,
                    source_epoch: -1,
                    sent: None,
                    paused_until: None,
                    corrupt: 0,
                },
            };
            self.by_id.entry(assignment.topic_id).or_default().insert(assignment.index, key);
            self.by_name.entry(assignment.topic).or_default().insert(assignment.index, key);
            self.members.insert(key, member);
        }
        for (key, member) in old {
            if member.assignment.partition.is_yielding() {
                self.giving.insert(key, Arc::clone(&member.assignment.partition));
            } else {
                member.assignment.partition.in_session(None);
            }
            if member.sent.is_none() {
                continue;
            }
            let a = member.assignment;
            self.forget.push((a.topic, a.topic_id, a.index));
        }
        self.touched.extend(self.members.keys());
    }

    async fn fetch_until_failure(
        &mut self,
        assigned: &Assignments,
        backoff: &mut Backoff,
    ) -> Result<(), Error> {
        let connection = self.source.dial(self.broker).await?;
        let mut version = self.version(&connection)?;
        self.end_session();
        let mut arrived: Option<Records> = None;
        loop {
            self.take_over(assigned);
            // A topic without an id came or went: topics are named in another way, so the session begins anew.
            let fitting = self.version(&connection)?;
            if fitting != version {
                version = fitting;
                if let Some(records) = arrived.take() {
                    self.store(records);
                }
                self.end_session();
            }
            self.look();
            let room = self.room();
            let request = if room > 0 { self.request(version, room) } else { None };
            let Some(request) = request else {
                if let Some(records) = arrived.take() {
                    self.store(records);
                    continue;
                }
                self.leave();
                if self.members.is_empty() {
                    return Ok(());
                }
                self.wait(assigned).await;
                continue;
            };
            self.source.leader.awake().await;
            let pending = match connection.start(&request, version).await {
                Ok(pending) => pending,
                Err(error) => return Err(self.source.troubled(error)),
            };
            // While the source works, what came before is checked and handed on.
            let bytes = arrived.take().map_or(0, |records| self.store(records));
            self.leave();
            let body = pending.body().await.map_err(|error| self.source.troubled(error))?;
            self.source.answered();
            self.answered_at.store(self.source.leader.now(), Ordering::Relaxed);
            backoff.reset();
            arrived = self.read(body.freeze(), version).await?;
            self.source.throttle.took(bytes).await;
        }
    }

    /// Once in a while every partition is looked at: roles change and windows empty without a word to us.
    fn look(&mut self) {
        if self.looked_at.elapsed() >= LOOK_EVERY {
            self.looked_at = Instant::now();
            self.touched.extend(self.members.keys());
        }
        let window_bytes_max = self.source.settings().window_bytes_max;
        let touched = std::mem::take(&mut self.touched);
        for key in touched {
            let Some(member) = self.members.get_mut(&key) else { continue };
            let paused = member.paused_until.is_some_and(|until| until > Instant::now())
                || member.assignment.partition.window_bytes() >= window_bytes_max;
            match member.assignment.partition.next_fetch() {
                Some((offset, epoch)) if !paused => {
                    if member.epoch != epoch || member.offset < 0 {
                        member.epoch = epoch;
                        member.offset = offset;
                        member.source_epoch = member.assignment.partition.source_epoch();
                    }
                    member.paused_until = None;
                }
                _ => {
                    if paused {
                        // Looked at again soon: at the latest when the next answer comes.
                        self.touched.insert(key);
                    }
                    if member.sent.take().is_some() {
                        self.leaving.push(Arc::clone(&member.assignment.partition));
                        let a = &member.assignment;
                        self.forget.push((a.topic.clone(), a.topic_id, a.index));
                    }
                    member.offset = -1;
                }
            }
        }
    }

    /// Bytes that may be asked for now; 0 while the windows are full.
    fn room(&self) -> usize {
        let settings = self.source.settings();
        let room = self.source.leader.budget().available().min(settings.bytes_max);
        if room < settings.partition_bytes_max.min(settings.bytes_max) { 0 } else { room }
    }

    async fn wait(&self, assigned: &Assignments) {
        if self.room() == 0 {
            self.source.leader.shed();
        }
        tokio::select! {
            () = assigned.changed.notified() => {}
            () = self.source.leader.budget().freed(), if self.room() == 0 => {}
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    }

    /// Nothing comes any more for those that left.
    fn leave(&mut self) {
        let giving = self.giving.drain().map(|(_, partition)| partition);
        for partition in self.leaving.drain(..).chain(giving) {
            partition.in_session(None);
        }
    }

    /// Checks, restamps and hands on what came. Returns the number of bytes.
    fn store(&mut self, records: Records) -> usize {
        let bytes = records.bytes();
        let buffers = self.source.settings().dialer.limits.buffers.clone();
        for (key, outcome) in records.finish(&buffers) {
            let Some(member) = self.members.get_mut(&key) else {
                if let (Some(partition), Ok((epoch, source_epoch, chunk))) = (self.giving.get(&key), outcome)
                {
                    partition.append(epoch, chunk, source_epoch);
                }
                continue;
            };
            match outcome {
                Ok((epoch, source_epoch, chunk)) => {
                    if member.assignment.partition.append(epoch, chunk, source_epoch) {
                        member.corrupt = 0;
                    } else {
                        // We stopped leading, or lead anew: from where the partition stands.
                        member.offset = -1;
                        self.touched.insert(key);
                    }
                }
                Err(offset) => self.corrupt(key, offset),
            }
        }
        bytes
    }
}

/// One chunk for a catch-up read: fetched without a session, checked and restamped.
pub async fn read_once(
    source: &Source,
    assignment: &Assignment,
    offset: i64,
    epoch: i32,
) -> Result<Option<Chunk>, Error> {
    let metadata = source.metadata();
    let broker = metadata
        .leader(&assignment.topic, assignment.index)
        .ok_or_else(|| Error::NoLeader { topic: assignment.topic.clone(), partition: assignment.index })?;
    let connection = source.broker(broker).await?;
    let version = connection.version::<FetchRequest>()?;
    let version = ask::fetch_version(version, assignment.topic_id);
    let place = ask::Place {
        topic: &assignment.topic,
        topic_id: assignment.topic_id,
        partition: assignment.index,
        offset,
    };
    let bytes_max = i32::try_from(limits::CATCHUP_BYTES_MAX).unwrap_or(i32::MAX);
    let request = ask::batches(version, place, bytes_max);
    let body = connection.call_frame(&request, version).await?.freeze();
    let response = FetchResponse::decode(&mut Reader::new(body.clone()), version)
        .map_err(|_| Error::Refused { api: "Fetch", code: ErrorCode::CORRUPT_MESSAGE })?;
    let data = response.responses.into_iter().flat_map(|t| t.partitions).next();
    let Some(data) = data.filter(|d| d.error_code == 0) else { return Ok(None) };
    let Ok(Some(mut found)) = answer::scan(&body, &data.records.unwrap_or_default(), offset) else {
        return Ok(None);
    };
    found.epoch = epoch;
    let stored = Records { body, found: vec![found] }
        .finish(&source.settings().dialer.limits.buffers)
        .into_iter()
        .next();
    Ok(stored.and_then(|(_, outcome)| outcome.ok()).map(|(.., chunk)| chunk))
}
