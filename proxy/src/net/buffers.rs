//! Large buffers, used again.
//!
//! A fetch answer of several megabytes in fresh memory costs a page fault for every page of it, which is as much as
//! checking the bytes. So the buffer of an answer that was handed on in slices comes back when the last slice is gone,
//! and the next answer is read into it.

use std::{
    mem,
    sync::{Arc, Weak},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::time::Instant;

/// Answers below this size come and go without us, in bytes.
const LARGE: usize = 256 * 1024;

/// With small answers alone for so long, what waits is given back.
const UNUSED: Duration = Duration::from_secs(5);

/// Buffers for the answers of one kind of connection. Clones share them.
#[derive(Clone, Debug)]
pub struct Buffers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Bytes that are reserved for an answer as soon as it is announced.
    reserve: usize,
    /// Bytes that wait for the next answer at most.
    spare_bytes_max: usize,
    spare: Mutex<Spare>,
}

#[derive(Debug, Default)]
struct Spare {
    buffers: Vec<BytesMut>,
    /// When a large answer last came.
    taken_at: Option<Instant>,
}

impl Spare {
    fn bytes(&self) -> usize {
        self.buffers.iter().map(BytesMut::capacity).sum()
    }
}

impl Buffers {
    /// `reserve`: bytes that are reserved for an answer as soon as it is announced, which is what the caller asks for in
    /// one request. `spare_bytes_max`: bytes that may wait for the next answer; 0 keeps nothing.
    #[must_use]
    pub fn new(reserve: usize, spare_bytes_max: usize) -> Self {
        Self(Arc::new(Inner { reserve, spare_bytes_max, spare: Mutex::default() }))
    }

    /// Bytes that are reserved for an answer as soon as it is announced.
    #[must_use]
    pub fn reserve(&self) -> usize {
        self.0.reserve
    }

    /// An empty buffer for an answer of `length` bytes: one that was used before, or a new one, which a large answer gets
    /// with room for the largest that was asked for, so that it fits the next one too.
    #[must_use]
    pub fn take(&self, length: usize) -> BytesMut {
        let mut spare = self.0.spare.lock();
        if length < LARGE || length > self.0.reserve {
            if spare.taken_at.is_some_and(|at| at.elapsed() > UNUSED) {
                *spare = Spare::default();
            }
            return BytesMut::new();
        }
        spare.taken_at = Some(Instant::now());
        spare.buffers.pop().unwrap_or_else(|| BytesMut::with_capacity(self.0.reserve))
    }

    /// Makes a buffer shared; when its last slice is gone, it waits for the next answer.
    #[must_use]
    pub fn share(&self, buffer: BytesMut) -> Bytes {
        if buffer.len() < LARGE || self.0.spare_bytes_max == 0 {
            return buffer.freeze();
        }
        Bytes::from_owner(Shared { buffer, home: Arc::downgrade(&self.0) })
    }

    #[cfg(test)]
    fn spare_bytes(&self) -> usize {
        self.0.spare.lock().bytes()
    }
}

/// A buffer that others hold slices of.
#[derive(Debug)]
struct Shared {
    buffer: BytesMut,
    home: Weak<Inner>,
}

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.buffer
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let Some(home) = self.home.upgrade() else { return };
        let mut buffer = mem::take(&mut self.buffer);
        buffer.clear();
        let mut spare = home.spare.lock();
        if spare.bytes().saturating_add(buffer.capacity()) <= home.spare_bytes_max {
            spare.buffers.push(buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(buffers: &Buffers) -> BytesMut {
        let mut buffer = buffers.take(LARGE);
        buffer.resize(LARGE, 7);
        buffer
    }

    #[test]
    fn a_buffer_comes_back_when_its_last_slice_is_gone() {
        let buffers = Buffers::new(LARGE, 4 * LARGE);
        let whole = buffers.share(filled(&buffers));
        let place = whole.as_ptr();
        let slice = whole.slice(10..20);
        drop(whole);
        assert_eq!(buffers.spare_bytes(), 0, "a slice still holds it");
        assert_eq!(slice, vec![7; 10]);
        drop(slice);
        let again = filled(&buffers);
        assert_eq!(again.as_ptr(), place);
    }

    #[test]
    fn no_more_waits_than_may() {
        let buffers = Buffers::new(LARGE, 2 * LARGE);
        let all: Vec<Bytes> = (0..5).map(|_| filled(&buffers)).map(|b| buffers.share(b)).collect();
        drop(all);
        assert!(buffers.spare_bytes() <= 2 * LARGE && buffers.spare_bytes() > 0, "{}", buffers.spare_bytes());
    }

    #[test]
    fn small_answers_and_buffers_that_are_not_kept_are_left_alone() {
        let buffers = Buffers::new(LARGE, 0);
        drop(buffers.share(filled(&buffers)));
        assert_eq!(buffers.spare_bytes(), 0);
        let keeping = Buffers::new(LARGE, LARGE);
        drop(keeping.share(BytesMut::from(&b"small"[..])));
        assert_eq!(keeping.spare_bytes(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_waits_is_given_back_when_only_small_answers_come() {
        let buffers = Buffers::new(LARGE, LARGE);
        drop(buffers.share(filled(&buffers)));
        let _small = buffers.take(10);
        assert!(buffers.spare_bytes() > 0);
        tokio::time::advance(UNUSED * 2).await;
        let _small = buffers.take(10);
        assert_eq!(buffers.spare_bytes(), 0);
    }
}
