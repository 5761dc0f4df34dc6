//! The bytes of one direction: what one side sent, on its way to the other.

use std::{mem, time::Duration};

use bytes::Bytes;
use tokio::{
    io::{AsyncWriteExt, ReadHalf, WriteHalf},
    time::timeout,
};

use super::{
    End, Error, STALL_MAX,
    buffer::{Buffer, PIECE},
};
use crate::net::{Stream, write_frame};

/// Who is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    Client,
    Broker,
}

impl Sender {
    fn failed(self, error: std::io::Error) -> Error {
        match self {
            Self::Client => Error::Client(error),
            Self::Broker => Error::Broker(error),
        }
    }

    /// The other side did.
    fn other_failed(self, error: std::io::Error) -> Error {
        match self {
            Self::Client => Error::Broker(error),
            Self::Broker => Error::Client(error),
        }
    }

    fn ended_inside(self) -> Error {
        match self {
            Self::Client => Error::Ended(End::Inside),
            Self::Broker => Error::BrokerEnded,
        }
    }

    fn is_slow(self) -> Error {
        match self {
            Self::Client => Error::Slow("was too slow with a frame"),
            Self::Broker => Error::Answer("it was too slow with it".to_owned()),
        }
    }
}

/// See the module. Nothing here is cancel safe but [`Pipe::fill`].
pub(super) struct Pipe {
    from: Sender,
    read: ReadHalf<Stream>,
    write: WriteHalf<Stream>,
    buffer: Buffer,
    /// Bytes at the front that may pass.
    held: usize,
}

impl Pipe {
    pub(super) fn new(from: Sender, read: ReadHalf<Stream>, write: WriteHalf<Stream>) -> Self {
        Self { from, read, write, buffer: Buffer::new(), held: 0 }
    }

    /// What was read and nothing was said about yet.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer.bytes()[self.held..]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.buffer.bytes_mut()[self.held..]
    }

    /// `count` bytes, which have to be there, may pass, together with what comes behind them.
    pub(super) fn hold(&mut self, count: usize) {
        self.held += count;
    }

    /// Hands on what may pass.
    pub(super) async fn release(&mut self) -> Result<(), Error> {
        if self.held > 0 { self.pass(0).await } else { Ok(()) }
    }

    /// Reads once, without knowing what comes; 0 at the end of the stream.
    pub(super) async fn fill(&mut self) -> std::io::Result<usize> {
        self.buffer.fill(&mut self.read).await
    }

    /// Hands `count` bytes on, behind those that may pass, as they are there and as they come. What comes little by little is
    /// gathered to pieces: no one can use a part of a frame.
    pub(super) async fn pass(&mut self, count: usize) -> Result<(), Error> {
        let mut left = mem::take(&mut self.held) + count;
        while left > 0 {
            let there = self.bytes().len();
            if there < left.min(PIECE) {
                self.more(left - there).await?;
                continue;
            }
            let piece = there.min(left);
            let writing = self.write.write_all(&self.buffer.bytes()[..piece]);
            in_time(piece, writing).await.map_err(|error| self.from.other_failed(error))?;
            self.buffer.skip(piece);
            left -= piece;
        }
        self.flush().await
    }

    /// Lets a frame of `length` bytes pass. Those before it do not wait for the rest of it.
    pub(super) async fn pass_frame(&mut self, length: usize) -> Result<(), Error> {
        let whole = length + 4;
        if self.bytes().len() >= whole {
            self.hold(whole);
            return Ok(());
        }
        self.release().await?;
        self.pass(whole).await
    }

    /// Takes a frame of `length` bytes out, without its length, once all of it is there.
    pub(super) async fn whole(&mut self, length: usize) -> Result<Bytes, Error> {
        self.release().await?;
        let from = self.from;
        // A byte now and then does not keep the memory that others wait for.
        timeout(time_for(length), self.gather(length + 4, length + 4))
            .await
            .map_err(|_| from.is_slow())??;
        Ok(self.buffer.take(length + 4).slice(4..))
    }

    /// Reads until there are `count` bytes, of a frame of which there will be `due`.
    pub(super) async fn gather(&mut self, count: usize, due: usize) -> Result<(), Error> {
        while self.bytes().len() < count {
            self.more(due - self.bytes().len()).await?;
        }
        Ok(())
    }

    /// Says something of our own to the side that is written to.
    pub(super) async fn say(&mut self, parts: &[Bytes]) -> Result<(), Error> {
        self.release().await?;
        let bytes = parts.iter().map(Bytes::len).sum();
        let written = in_time(bytes, write_frame(&mut self.write, parts)).await;
        written.map_err(|error| self.from.other_failed(error))?;
        self.flush().await
    }

    async fn flush(&mut self) -> Result<(), Error> {
        in_time(0, self.write.flush()).await.map_err(|error| self.from.other_failed(error))
    }

    /// Reads on inside a frame of which `due` bytes are missing.
    async fn more(&mut self, due: usize) -> Result<(), Error> {
        let read = timeout(STALL_MAX, self.buffer.fill_up(&mut self.read, due)).await;
        match read.map_err(|_| self.from.is_slow())?.map_err(|error| self.from.failed(error))? {
            0 => Err(self.from.ended_inside()),
            _ => Ok(()),
        }
    }
}

/// How long a frame may take as a whole: as slow as 64 KiB a second is still alive.
const fn time_for(bytes: usize) -> Duration {
    STALL_MAX.saturating_add(Duration::from_secs((bytes >> 16) as u64))
}

/// A side that takes nothing for [`STALL_MAX`] ends the connection.
async fn in_time(bytes: usize, writing: impl Future<Output = std::io::Result<()>>) -> std::io::Result<()> {
    match timeout(time_for(bytes), writing).await {
        Ok(done) => done,
        Err(_) => Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "it takes no bytes")),
    }
}
