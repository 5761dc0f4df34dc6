//! Frames from a peer and to it, in bounded memory and bounded time.

use std::{sync::Arc, time::Duration};

use bytes::{Buf, Bytes, BytesMut};
use kagami_codec::frame::with_length;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

use super::error::Error;
use crate::net::{FrameError, Stream, frame, write_frame};

/// Frames up to this size need no permit: ten thousand of them fit into less than the large ones may take.
const SMALL: usize = 64 * 1024;
/// The unit of permits for large frames, in bytes.
pub(super) const LARGE_UNIT: usize = 1024;
/// Bytes reserved at first, and read ahead at most while a request is being answered.
const STEP: usize = 16 * 1024;
/// Between two requests, as Kafka's `connections.max.idle.ms`.
const IDLE_MAX: Duration = Duration::from_secs(600);
/// Between two reads inside a frame.
const STALL_MAX: Duration = Duration::from_secs(30);
/// A peer that takes less than this for longer than [`STALL_MAX`] holds memory that others need.
const BYTES_PER_SECOND_MIN: usize = 64 * 1024;

/// A frame and its right to memory.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) bytes: Bytes,
    _permit: Option<OwnedSemaphorePermit>,
}

/// The reading half of a client's connection.
#[derive(Debug)]
pub(super) struct Inbox {
    read: ReadHalf<Stream>,
    buffer: BytesMut,
    limit: usize,
    large: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
    /// When the frame at hand began to come.
    begun: Option<Instant>,
    ended: bool,
}

impl Inbox {
    pub(super) fn new(read: ReadHalf<Stream>, limit: usize, large: Arc<Semaphore>) -> Self {
        Self { read, buffer: BytesMut::new(), limit, large, permit: None, begun: None, ended: false }
    }

    /// The next frame without its length; `None` at a clean end. Cancel safe: what was read stays for the next call.
    pub(super) async fn frame(&mut self) -> Result<Option<Frame>, Error> {
        loop {
            let want = match self.buffer.first_chunk::<4>() {
                Some(prefix) => frame::check_length(*prefix, self.limit)? + 4,
                None => 4,
            };
            if want > SMALL && self.permit.is_none() {
                // What is larger than all that there is comes in alone, instead of never.
                let most = want.min(super::LARGE_BYTES_MAX);
                let units = u32::try_from(most.div_ceil(LARGE_UNIT)).unwrap_or(u32::MAX);
                // Never closed. Waiting here is backpressure: the peer's bytes stay with the peer.
                self.permit = Arc::clone(&self.large).acquire_many_owned(units).await.ok();
            }
            if self.buffer.len() >= want && want >= 4 && self.buffer.len() >= 4 {
                self.buffer.advance(4);
                let bytes = self.buffer.split_to(want - 4).freeze();
                self.begun = None;
                return Ok(Some(Frame { bytes, _permit: self.permit.take() }));
            }
            if self.ended {
                return if self.buffer.is_empty() {
                    Ok(None)
                } else {
                    Err(FrameError::Truncated { have: self.buffer.len(), want }.into())
                };
            }
            let (patience, why) = if self.buffer.is_empty() {
                (IDLE_MAX, "was idle")
            } else {
                // A frame as a whole, so that a byte now and then does not keep it open.
                let begun = *self.begun.get_or_insert_with(Instant::now);
                let whole = STALL_MAX + Duration::from_secs((want / BYTES_PER_SECOND_MIN) as u64);
                (whole.saturating_sub(begun.elapsed()).min(STALL_MAX), "was too slow with a frame")
            };
            let missing = want - self.buffer.len();
            timeout(patience, self.fill(missing)).await.map_err(|_| Error::Slow(why))??;
        }
    }

    /// Resolves when the peer has hung up. Reads ahead a little meanwhile. Cancel safe.
    pub(super) async fn hung_up(&mut self) {
        while !self.ended {
            if self.buffer.len() >= STEP {
                return std::future::pending().await;
            }
            if self.fill(STEP).await.is_err() {
                self.ended = true;
            }
        }
    }

    /// Reads once. `missing` bounds what is reserved; what is there doubles it, so memory follows what arrives.
    async fn fill(&mut self, missing: usize) -> Result<(), FrameError> {
        if self.buffer.capacity() == self.buffer.len() {
            let step = self.buffer.len().clamp(STEP, 8 << 20);
            self.buffer.reserve(missing.clamp(64, step));
        }
        if self.read.read_buf(&mut self.buffer).await? == 0 {
            self.ended = true;
        }
        Ok(())
    }
}

/// The writing half of a client's connection.
#[derive(Debug)]
pub(super) struct Outbox {
    write: WriteHalf<Stream>,
}

impl Outbox {
    pub(super) const fn new(write: WriteHalf<Stream>) -> Self {
        Self { write }
    }

    /// Writes an answer that comes without its length.
    pub(super) async fn send_answer(&mut self, answer: Bytes) -> Result<(), Error> {
        self.send(&with_length(answer)).await
    }

    /// Writes whole frames, or a piece of one. Not cancel safe: a dropped write leaves half a frame behind.
    pub(super) async fn send(&mut self, parts: &[Bytes]) -> Result<(), Error> {
        let bytes: usize = parts.iter().map(Bytes::len).sum();
        let patience = STALL_MAX + Duration::from_secs((bytes / BYTES_PER_SECOND_MIN) as u64);
        let write = async {
            write_frame(&mut self.write, parts).await?;
            self.write.flush().await
        };
        match timeout(patience, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Error::Write(error)),
            Err(_) => Err(Error::Slow("took nothing")),
        }
    }
}
