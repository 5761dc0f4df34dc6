//! Incremental fetch sessions of followers (KIP-227) and their long polls.
//!
//! A follower of a thousand quiet partitions sends and gets almost nothing: the session remembers what it asked for, and
//! each partition that changes puts itself on the session's list. Work is in proportion to what happens, not to what
//! exists.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
};

use kagami_codec::types::ErrorCode;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::partition::{Answer, Ask, Partition};
use crate::cluster::image::Key;

/// Where partitions leave word that something changed.
#[derive(Debug, Default)]
pub struct Waker {
    changed: Mutex<HashSet<Key>>,
    notify: Notify,
}

impl Waker {
    /// Something changed in `key`.
    pub fn wake(&self, key: Key) {
        if self.changed.lock().insert(key) {
            self.notify.notify_one();
        }
    }

    /// Waits for a change. Cancel safe: a change that was not taken stays.
    pub async fn changed(&self) {
        self.notify.notified().await;
    }

    fn take(&self) -> Vec<Key> {
        self.changed.lock().drain().collect()
    }
}

/// A partition in a session.
#[derive(Debug)]
struct Member {
    ask: Ask,
    /// `None` for partitions that we do not know; they are answered with an error until the follower forgets them.
    partition: Option<Arc<Partition>>,
    sent_high_watermark: i64,
    sent_log_start: i64,
}

/// One partition's part of an answer.
#[derive(Debug)]
pub struct Part {
    pub key: Key,
    pub answer: Answer,
}

/// A follower's session. One request at a time, as on every Kafka connection.
#[derive(Debug)]
pub struct Session {
    /// 0 for a fetch without a session.
    pub id: i32,
    next_epoch: i32,
    members: HashMap<Key, Member>,
    /// Partitions to look at, in turn, so that a large one cannot starve the others.
    queue: VecDeque<Key>,
    queued: HashSet<Key>,
    waker: Arc<Waker>,
}

impl Session {
    /// An empty session. Its first request has epoch 0, the next one 1.
    #[must_use]
    pub fn new(id: i32) -> Self {
        Self {
            id,
            next_epoch: 1,
            members: HashMap::new(),
            queue: VecDeque::new(),
            queued: HashSet::new(),
            waker: Arc::default(),
        }
    }

    /// Checks the epoch of an incremental request and moves on.
    ///
    /// # Errors
    /// `INVALID_FETCH_SESSION_EPOCH` when a request was lost or repeated.
    pub const fn enter(&mut self, epoch: i32) -> Result<(), ErrorCode> {
        if epoch != self.next_epoch {
            return Err(ErrorCode::INVALID_FETCH_SESSION_EPOCH);
        }
        self.next_epoch = if epoch == i32::MAX { 1 } else { epoch + 1 };
        Ok(())
    }

    /// Where its partitions leave word.
    #[must_use]
    pub fn waker(&self) -> Arc<Waker> {
        Arc::clone(&self.waker)
    }

    /// Whether there is nothing in it to wait for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds or changes a partition, as the request lists it.
    pub fn put(&mut self, key: Key, ask: Ask, partition: Option<Arc<Partition>>) {
        if let Some(partition) = &partition {
            partition.watch(&self.waker);
        }
        match self.members.get_mut(&key) {
            Some(member) => {
                member.ask = ask;
                member.partition = partition;
            }
            None => {
                let member = Member { ask, partition, sent_high_watermark: -1, sent_log_start: -1 };
                self.members.insert(key, member);
            }
        }
        self.enqueue(key);
    }

    /// Removes a partition that the follower forgets.
    pub fn forget(&mut self, key: Key) {
        self.members.remove(&key);
    }

    fn enqueue(&mut self, key: Key) {
        if self.queued.insert(key) {
            self.queue.push_back(key);
        }
    }

    /// Answers for whatever changed, up to `bytes_max`, of which `bytes` are in the response already; `full` answers for
    /// every partition, changed or not.
    ///
    /// `late` hears of partitions whose batches must be read elsewhere first.
    pub fn collect(
        &mut self,
        bytes_max: usize,
        mut bytes: usize,
        full: bool,
        mut late: impl FnMut(&Arc<Partition>, &Ask),
    ) -> Vec<Part> {
        for key in self.waker.take() {
            self.enqueue(key);
        }
        let mut parts = Vec::new();
        for _ in 0..self.queue.len() {
            let Some(key) = self.queue.pop_front() else { break };
            self.queued.remove(&key);
            let Some(member) = self.members.get_mut(&key) else { continue };
            let mut ask = member.ask;
            // The first partition always moves; the others wait for the next answer when this one is full.
            let waits = bytes > 0 && bytes >= bytes_max;
            if waits && !full {
                self.enqueue(key);
                continue;
            }
            ask.bytes_max = ask.bytes_max.min(bytes_max.saturating_sub(bytes));
            let mut answer = match &member.partition {
                Some(partition) => {
                    let answer = partition.answer(&ask);
                    if matches!(&answer, Answer::Batches { records, .. } if records.is_empty())
                        || answer == Answer::Hold
                    {
                        late(partition, &ask);
                    }
                    answer
                }
                None => Answer::Error(ErrorCode::UNKNOWN_TOPIC_ID),
            };
            if !member.is_news(&answer) && !full {
                continue;
            }
            if let Answer::Batches { records, .. } = &mut answer {
                // A full answer names every partition, if only to say that its records come later.
                if waits {
                    records.clear();
                }
                bytes += records.len();
            }
            if waits || answer == Answer::Hold {
                self.enqueue(key);
            }
            parts.push(Part { key, answer });
        }
        parts
    }
}

impl Member {
    /// Whether the follower does not know this answer already; notes it as sent.
    fn is_news(&mut self, answer: &Answer) -> bool {
        match answer {
            Answer::Hold => false,
            Answer::Error(_) | Answer::Diverging { .. } => true,
            Answer::Batches { records, high_watermark, log_start } => {
                let news = !records.is_empty()
                    || *high_watermark != self.sent_high_watermark
                    || *log_start != self.sent_log_start;
                self.sent_high_watermark = *high_watermark;
                self.sent_log_start = *log_start;
                news
            }
        }
    }
}
