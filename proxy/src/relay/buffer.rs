//! Bytes that were read and not handed on yet.

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes reserved for a connection that is at rest: there may be ten thousand of them.
const REST: usize = 2 * 1024;
/// Bytes read at one time by a connection that has much to say.
const BUSY: usize = 256 * 1024;

/// See the module. Grows with what comes, and lets go of what it had when little comes again.
#[derive(Debug)]
pub(super) struct Buffer {
    bytes: BytesMut,
    /// Bytes to reserve for the next read.
    step: usize,
}

impl Buffer {
    pub(super) fn new() -> Self {
        Self { bytes: BytesMut::new(), step: REST }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes up to `count` bytes from the front.
    pub(super) fn take(&mut self, count: usize) -> Bytes {
        self.bytes.split_to(count.min(self.bytes.len())).freeze()
    }

    /// A frame of `whole` bytes is wanted in one piece. Room for it is made as its bytes come, so that an announcement
    /// alone costs next to nothing.
    pub(super) fn expect(&mut self, whole: usize) {
        if self.bytes.capacity() < whole && self.bytes.capacity() == self.bytes.len() {
            let missing = whole - self.bytes.len();
            self.bytes.reserve(missing.min(self.bytes.len().max(BUSY)));
        }
    }

    /// Reads once; 0 at the end of the stream. Cancel safe.
    pub(super) async fn fill<R: AsyncRead + Unpin>(&mut self, from: &mut R) -> std::io::Result<usize> {
        if self.bytes.is_empty() && self.step == REST && self.bytes.capacity() > REST {
            self.bytes = BytesMut::new();
        }
        if self.bytes.capacity() == self.bytes.len() {
            self.bytes.reserve(self.step);
        }
        let room = self.bytes.capacity() - self.bytes.len();
        let read = from.read_buf(&mut self.bytes).await?;
        if read == room {
            self.step = (self.step * 4).min(BUSY);
        } else if read < self.step / 4 {
            self.step = REST;
        }
        Ok(read)
    }
}
