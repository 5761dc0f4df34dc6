//! Bytes that were read and not handed on yet.

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes reserved for a connection that is at rest: there may be ten thousand of them.
const REST: usize = 2 * 1024;
/// Bytes read at one time by a connection that has much to say.
const BUSY: usize = 256 * 1024;

/// Bytes of a long frame that are worth a write of their own.
pub(super) const PIECE: usize = 16 * 1024;
/// Bytes read at one time inside a frame, at the same place again and again: few enough to stay in a processor's cache.
const CHUNK: usize = 64 * 1024;
/// Bytes reserved for a frame that is gathered, once a peer has sent [`CHUNK`]; from then on the buffer doubles.
const GATHERED: usize = 1024 * 1024;

/// See the module. Grows with what comes, and lets go of what it had when little comes again.
#[derive(Debug)]
pub(super) struct Buffer {
    bytes: BytesMut,
    /// Bytes to reserve for the next read while nobody knows what comes.
    step: usize,
}

impl Buffer {
    pub(super) fn new() -> Self {
        Self { bytes: BytesMut::new(), step: REST }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Takes `count` bytes, which have to be there, from the front.
    pub(super) fn take(&mut self, count: usize) -> Bytes {
        self.bytes.split_to(count).freeze()
    }

    /// Forgets `count` bytes, which have to be there, at the front.
    pub(super) fn skip(&mut self, count: usize) {
        self.bytes.advance(count);
    }

    /// Reads once, without knowing what comes; 0 at the end of the stream. Cancel safe.
    pub(super) async fn fill<R: AsyncRead + Unpin>(&mut self, from: &mut R) -> std::io::Result<usize> {
        if self.bytes.is_empty() && self.step == REST && self.bytes.capacity() > REST {
            self.bytes = BytesMut::new();
        }
        // An empty buffer begins at its front again.
        if self.bytes.is_empty() || self.bytes.capacity() == self.bytes.len() {
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

    /// Reads once inside a frame of which `due` bytes are missing; 0 at the end of the stream. Room for it is made as its
    /// bytes come, so that an announcement alone costs next to nothing. Cancel safe.
    pub(super) async fn fill_up<R: AsyncRead + Unpin>(
        &mut self,
        from: &mut R,
        due: usize,
    ) -> std::io::Result<usize> {
        let have = self.bytes.len();
        let wanted = due.min(if have < CHUNK { CHUNK } else { have.max(GATHERED) });
        if self.bytes.is_empty() || self.bytes.capacity() - have < wanted.min(PIECE) {
            self.bytes.reserve(wanted);
        }
        from.read_buf(&mut self.bytes).await
    }
}
