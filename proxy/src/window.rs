//! Recent batches of one mirror partition, so that one read of the source feeds every follower.
//!
//! Owns the bytes between the source fetcher, which appends, and the leader, which reads. Promises that what it holds is
//! contiguous up to its end and that all windows together stay within one [`Budget`]. Refuses nothing it is given: the
//! fetcher asks the budget before it asks the source. Records stay unopened.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use bytes::{Bytes, BytesMut};
use tokio::sync::Notify;

/// Small neighbours are copied together up to this many bytes, so that a follower that is a few batches behind gets
/// them in one answer. Above it a slice of what arrived is handed on.
const GATHER_BYTES: usize = 64 * 1024;

/// Most that one window keeps after every in-sync follower has it.
const KEEP_BYTES_MAX: usize = 64 * 1024;

/// Bytes that all windows of this process may hold.
#[derive(Debug)]
pub struct Budget {
    used: AtomicUsize,
    limit: usize,
    freed: Notify,
    windows: AtomicUsize,
}

impl Budget {
    /// A budget of `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            used: AtomicUsize::new(0),
            limit,
            freed: Notify::new(),
            windows: AtomicUsize::new(0),
        })
    }

    /// Bytes held now. May pass the limit by one answer of the source, whose size is only known when it is there.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// The limit in bytes.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes that may still be asked for.
    #[must_use]
    pub fn available(&self) -> usize {
        self.limit.saturating_sub(self.used())
    }

    /// Waits until something was freed. Cancel safe.
    pub async fn freed(&self) {
        self.freed.notified().await;
    }

    /// Bytes that one window may keep for followers that come back, after all in-sync ones have them: together an
    /// eighth of the limit.
    fn keep(&self) -> usize {
        (self.limit / 8 / self.windows.load(Ordering::Relaxed).max(1)).min(KEEP_BYTES_MAX)
    }

    fn take(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        self.freed.notify_waiters();
        self.freed.notify_one();
    }
}

/// Whole batches as they came from the source in one answer, restamped.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Log end before this chunk. The first batch may start later: logs have gaps.
    pub from: i64,
    /// Log end after this chunk.
    pub next: i64,
    pub bytes: Bytes,
    /// For each batch the offset after it and the position at which it ends.
    pub batches: Box<[(i64, usize)]>,
}

impl Chunk {
    /// The bytes from the batch that holds `offset` (or the first one after it) up to `max` bytes, at least one batch.
    fn slice(&self, offset: i64, max: usize) -> (Bytes, i64) {
        let first = self.batches.partition_point(|(next, _)| *next <= offset);
        let start = first.checked_sub(1).and_then(|i| self.batches.get(i)).map_or(0, |(_, end)| *end);
        let mut end = start;
        let mut reached = offset;
        for (next, stop) in self.batches.iter().skip(first) {
            if end > start && stop - start > max {
                break;
            }
            end = *stop;
            reached = *next;
        }
        (self.bytes.slice(start..end), reached)
    }
}

/// What a window has for an offset.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    /// Whole batches; the first holds the offset or is the first after it.
    Batches(Bytes),
    /// The offset is the end: nothing newer is there yet.
    AtEnd,
    /// The offset lies before what is kept.
    Gone,
    /// The offset lies beyond the end.
    Beyond,
}

/// See the module.
#[derive(Debug)]
pub struct Window {
    chunks: VecDeque<Chunk>,
    end: i64,
    bytes: usize,
    budget: Arc<Budget>,
}

impl Window {
    /// An empty window at `end`.
    #[must_use]
    pub fn new(end: i64, budget: Arc<Budget>) -> Self {
        budget.windows.fetch_add(1, Ordering::Relaxed);
        Self { chunks: VecDeque::new(), end, bytes: 0, budget }
    }

    /// The next offset to append.
    #[must_use]
    pub const fn end(&self) -> i64 {
        self.end
    }

    /// First offset that can be read from here.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.chunks.front().map_or(self.end, |c| c.from)
    }

    /// Bytes held.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds what follows the end. A chunk that does not start there is a broken invariant of the caller.
    ///
    /// # Panics
    /// When `chunk.from` is not the end: a gap or an overlap would corrupt every follower.
    pub fn append(&mut self, chunk: Chunk) {
        assert!(
            chunk.from == self.end && chunk.next > chunk.from,
            "chunks follow each other without overlap"
        );
        self.budget.take(chunk.bytes.len());
        self.bytes += chunk.bytes.len();
        self.end = chunk.next;
        self.chunks.push_back(chunk);
    }

    /// Batches from `offset` on, up to `max` bytes but at least one batch.
    #[must_use]
    pub fn read(&self, offset: i64, max: usize) -> Read {
        if offset >= self.end {
            return if offset == self.end { Read::AtEnd } else { Read::Beyond };
        }
        if offset < self.start() {
            return Read::Gone;
        }
        let mut at = self.chunks.partition_point(|c| c.next <= offset);
        // A chunk without batches is a gap: what follows it is next.
        while self.chunks.get(at).is_some_and(|c| c.batches.is_empty()) {
            at += 1;
        }
        let Some(chunk) = self.chunks.get(at) else { return Read::AtEnd };
        let (bytes, mut reached) = chunk.slice(offset, max);
        if bytes.len() >= GATHER_BYTES
            || bytes.len() >= max
            || reached < chunk.next
            || at + 1 >= self.chunks.len()
        {
            return Read::Batches(bytes);
        }
        let mut gathered = BytesMut::from(bytes.as_ref());
        for chunk in self.chunks.iter().skip(at + 1) {
            let room = max.min(GATHER_BYTES).saturating_sub(gathered.len());
            let (more, next) = chunk.slice(reached, room);
            if more.len() > room {
                break;
            }
            gathered.extend_from_slice(&more);
            reached = next;
            if next < chunk.next {
                break;
            }
        }
        Read::Batches(gathered.freeze())
    }

    /// Drops chunks that every in-sync follower holds (`through`), but for a few that are kept for followers that come
    /// back.
    pub fn release(&mut self, through: i64) {
        let keep = self.budget.keep();
        let mut freed = 0;
        while self.bytes - freed > keep && self.chunks.front().is_some_and(|c| c.next <= through) {
            freed += self.chunks.pop_front().map_or(0, |c| c.bytes.len());
        }
        self.free(freed);
    }

    /// Drops everything; the log goes on at `end`.
    pub fn reset(&mut self, end: i64) {
        self.chunks.clear();
        self.end = end;
        self.free(self.bytes);
    }

    fn free(&mut self, bytes: usize) {
        if bytes > 0 {
            self.bytes -= bytes;
            self.budget.give(bytes);
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.budget.windows.fetch_sub(1, Ordering::Relaxed);
        self.free(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk of batches of ten bytes, each filled with the last digit of its next offset.
    fn chunk(from: i64, nexts: &[i64]) -> Chunk {
        let mut bytes = Vec::new();
        let mut batches = Vec::new();
        for next in nexts {
            bytes.extend([u8::try_from(next % 10).expect("a digit"); 10]);
            batches.push((*next, bytes.len()));
        }
        Chunk { from, next: *nexts.last().expect("not empty"), bytes: bytes.into(), batches: batches.into() }
    }

    fn window() -> Window {
        // So small a budget keeps nothing that all have.
        let mut window = Window::new(100, Budget::new(7));
        window.append(chunk(100, &[103, 109]));
        window.append(chunk(109, &[111]));
        window
    }

    fn first_digit(read: &Read) -> Option<u8> {
        if let Read::Batches(bytes) = read { bytes.first().copied() } else { None }
    }

    #[test]
    fn an_offset_inside_a_batch_reads_from_the_start_of_that_batch() {
        assert_eq!(first_digit(&window().read(104, 1_000)), Some(9));
        assert_eq!(first_digit(&window().read(102, 1_000)), Some(3));
    }

    #[test]
    fn small_chunks_are_read_together_and_a_limit_cuts_between_batches() {
        assert_eq!(window().read(100, 1_000), Read::Batches([[3; 10], [9; 10], [1; 10]].concat().into()));
        assert_eq!(window().read(100, 25), Read::Batches([[3; 10], [9; 10]].concat().into()));
        assert_eq!(window().read(100, 1), Read::Batches(vec![3; 10].into()));
    }

    #[test]
    fn the_end_is_told_apart_from_what_is_gone_and_what_is_beyond() {
        let mut window = window();
        assert_eq!(window.read(111, 10), Read::AtEnd);
        assert_eq!(window.read(112, 10), Read::Beyond);
        assert_eq!(window.read(99, 10), Read::Gone);
        window.release(109);
        assert_eq!(window.read(105, 10), Read::Gone);
        assert_eq!(window.start(), 109);
    }

    #[test]
    fn nothing_that_an_in_sync_follower_lacks_is_released() {
        let mut window = window();
        window.release(108);
        assert_eq!(window.start(), 100);
    }

    #[test]
    fn the_budget_gets_back_every_byte() {
        let budget = Budget::new(7);
        let mut window = Window::new(0, Arc::clone(&budget));
        window.append(chunk(0, &[5, 7]));
        window.append(chunk(7, &[9]));
        assert_eq!(budget.used(), 30);
        window.release(7);
        assert_eq!(budget.used(), 10);
        window.reset(50);
        assert_eq!((budget.used(), window.end()), (0, 50));
        window.append(chunk(50, &[51]));
        drop(window);
        assert_eq!(budget.used(), 0);
    }
}
