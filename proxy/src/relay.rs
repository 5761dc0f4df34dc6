//! One client connection, one broker connection, answers in the order of the requests.
//!
//! Owns the two directions of a proxied connection and what is in flight between them. What a [`Handler`] has no use for
//! passes as it comes, in pieces, without being decoded or held; what it wants to see is gathered into one frame, within
//! the memory that all connections share. Promises that answers leave in the order of the requests, those included that
//! the handler gives itself, that a side that does not take bytes stops the other side from being read, and that every
//! wait has an end. Knows nothing of links, views or names.

mod buffer;
mod error;
mod flight;
mod room;

use std::time::Duration;

use bytes::Bytes;
use kagami_codec::{api::ApiKey, frame::with_length};
use tokio::{
    io::{AsyncWriteExt, ReadHalf, WriteHalf},
    time::timeout,
};

use self::{
    buffer::Buffer,
    flight::{Flight, Slot},
};
pub use self::{
    error::{End, Error},
    flight::Expect,
    room::Room,
};
use crate::{
    net::{FrameError, Stream, frame, write_frame},
    shutdown::Signal,
};

/// Between two requests with nothing in flight, as Kafka's `connections.max.idle.ms`.
const IDLE_MAX: Duration = Duration::from_secs(600);
/// Between two reads inside a request, and between two writes that the other side takes something of.
const STALL_MAX: Duration = Duration::from_secs(60);
/// How long answers may still take after we began to stop.
const DRAIN_MAX: Duration = Duration::from_secs(5);
/// Bytes of a request that are looked at before it is known what becomes of it: all that stands in front of `acks` in a
/// produce request, whose two texts have at most 32 KiB each.
pub const HEAD_MAX: usize = 80 * 1024;

/// Bytes of a SASL token, as Kafka's `sasl.server.max.receive.size`.
const TOKEN_MAX: usize = 512 * 1024;

/// What every request begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub key: ApiKey,
    pub version: i16,
    pub correlation_id: i32,
}

impl Head {
    /// Behind the oldest SASL handshake come tokens without any head, until the exchange is over.
    fn begins_tokens(self) -> bool {
        self.key == ApiKey::SASL_HANDSHAKE && self.version == 0
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Way<T> {
    /// It passes as it comes. `None` where no answer will come.
    Pass(Option<Expect<T>>),
    /// The handler wants all of it.
    Open,
    /// More bytes are needed to tell.
    More,
}

/// What a handler made of a request that it opened. Frames have their lengths.
#[derive(Debug)]
pub enum Opened<T> {
    /// This goes to the broker. `None` where no answer will come.
    Send(Vec<Bytes>, Option<Expect<T>>),
    /// This goes to the broker, which may let it wait for something to tell. [`Handler::nothing`] says the same with the
    /// number, should we stop first.
    Poll(Vec<Bytes>, Expect<T>, i32),
    /// The client gets this without the broker, when its turn comes.
    Answer(Vec<Bytes>),
}

/// Who looks at the frames of one connection.
pub trait Handler: Send + Sync {
    /// What is kept of a request until its answer comes.
    type Ticket: Send;

    /// Decides about a request by its head; `begun` is the frame as far as it is there, without its length.
    ///
    /// # Errors
    /// Ends the connection.
    fn request(&self, head: Head, begun: &[u8]) -> Result<Way<Self::Ticket>, Error>;

    /// Bytes of the largest request of this kind that is opened.
    fn opened_bytes_max(&self, _key: ApiKey) -> usize {
        usize::MAX
    }

    /// Handles a request that is wanted whole; `frame` comes without its length.
    ///
    /// # Errors
    /// Ends the connection.
    fn open(
        &self,
        head: Head,
        frame: Bytes,
    ) -> impl Future<Output = Result<Opened<Self::Ticket>, Error>> + Send;

    /// Handles an answer that is wanted whole; `frame` comes and goes without and with its length.
    ///
    /// # Errors
    /// Ends the connection.
    fn answer(&self, ticket: Self::Ticket, frame: Bytes) -> Result<Vec<Bytes>, Error>;

    /// The answer to an [`Opened::Poll`] that there is nothing to tell.
    ///
    /// # Errors
    /// Ends the connection.
    fn nothing(&self, head: Head, number: i32) -> Result<Vec<Bytes>, Error>;
}

/// Bounds of a relay.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Largest frame in bytes, in both directions.
    pub frame_bytes_max: usize,
    /// Memory of all connections together for frames that are opened.
    pub room: Room,
}

/// Joins a client and a broker until one of them, the handler or the signal ends it.
pub async fn run<H: Handler>(
    client: Stream,
    broker: Stream,
    handler: &H,
    limits: &Limits,
    signal: Signal,
) -> Error {
    let (from_client, to_client) = tokio::io::split(client);
    let (from_broker, to_broker) = tokio::io::split(broker);
    let flight = Flight::new();
    let mut up =
        Up { read: from_client, write: to_broker, buffer: Buffer::new(), handler, limits, flight: &flight };
    let mut down =
        Down { read: from_broker, write: to_client, buffer: Buffer::new(), handler, limits, flight: &flight };
    let up = async {
        tokio::select! {
            biased;
            () = signal.started() => Error::Stopping,
            error = up.run() => error,
        }
    };
    tokio::pin!(up);
    let down = down.run();
    tokio::pin!(down);
    let ended = tokio::select! {
        ended = &mut up => ended,
        ended = &mut down => return ended,
    };
    // The client asks nothing more; what it asked for is still answered.
    flight.close();
    let _answered_or_late = timeout(DRAIN_MAX, down).await;
    ended
}

/// From the client to the broker.
struct Up<'a, H: Handler> {
    read: ReadHalf<Stream>,
    write: WriteHalf<Stream>,
    buffer: Buffer,
    handler: &'a H,
    limits: &'a Limits,
    flight: &'a Flight<H::Ticket>,
}

impl<H: Handler> Up<'_, H> {
    async fn run(&mut self) -> Error {
        loop {
            if let Err(ended) = self.turn().await {
                return ended;
            }
        }
    }

    /// Handles all requests that are there, and reads on.
    async fn turn(&mut self) -> Result<(), Error> {
        if self.flight.is_bare() && self.token().await? {
            return Ok(());
        }
        // Bytes of whole requests at the front of the buffer that pass and were not written yet.
        let mut passing = 0;
        while let Some((length, head)) = self.head(passing)? {
            self.flight.room().await;
            let have = &self.buffer.bytes()[passing + 4..];
            let begun = &have[..have.len().min(length)];
            match self.handler.request(head, begun)? {
                Way::Pass(expect) => {
                    if let Some(expect) = expect {
                        self.flight.push(Slot::Sent(head, expect));
                    }
                    let whole = length + 4;
                    let there = self.buffer.len() - passing;
                    if there >= whole {
                        passing += whole;
                        continue;
                    }
                    self.pass(passing + whole).await?;
                    passing = 0;
                }
                Way::Open => {
                    self.pass(passing).await?;
                    passing = 0;
                    self.open(head, length).await?;
                }
                Way::More if begun.len() >= length.min(HEAD_MAX) => return Err(Error::Malformed(head.key)),
                Way::More => break,
            }
        }
        self.pass(passing).await?;
        self.fill().await
    }

    async fn fill(&mut self) -> Result<(), Error> {
        let inside = !self.buffer.is_empty();
        let patience = if inside { STALL_MAX } else { IDLE_MAX };
        let read = self.buffer.fill(&mut self.read);
        match timeout(patience, read).await {
            Ok(Ok(0)) if inside => Err(Error::Ended(End::Inside)),
            Ok(Ok(0)) => Err(Error::Ended(End::Clean)),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(Error::Client(error)),
            // With an answer outstanding it is not the client who is late.
            Err(_) if !inside && !self.flight.is_empty() => Ok(()),
            Err(_) => Err(Error::Slow("sent nothing")),
        }
    }

    /// Hands a SASL token on, or reads on until there is one. `false` when the client sends requests again.
    async fn token(&mut self) -> Result<bool, Error> {
        let bytes = self.buffer.bytes();
        let length = match bytes.first_chunk::<4>() {
            Some(prefix) => frame::check_length(*prefix, TOKEN_MAX)?,
            None => 0,
        };
        let Some(token) = bytes.get(4..length + 4) else {
            self.buffer.expect(length + 4);
            self.fill().await?;
            return Ok(true);
        };
        if frame::looks_like_request(token) {
            self.flight.set_bare(false);
            return Ok(false);
        }
        self.flight.room().await;
        self.flight.push(Slot::Token);
        self.pass(length + 4).await?;
        Ok(true)
    }

    /// Length and head of the request that begins at `at`; `None` when they are not there yet.
    fn head(&self, at: usize) -> Result<Option<(usize, Head)>, Error> {
        let bytes = &self.buffer.bytes()[at..];
        let Some(prefix) = bytes.first_chunk::<4>() else { return Ok(None) };
        let length = frame::check_length(*prefix, self.limits.frame_bytes_max)?;
        if length < 8 {
            return Err(Error::Malformed(ApiKey(-1)));
        }
        let Some(&[k0, k1, v0, v1, c0, c1, c2, c3]) = bytes[4..].first_chunk::<8>() else { return Ok(None) };
        let head = Head {
            key: ApiKey(i16::from_be_bytes([k0, k1])),
            version: i16::from_be_bytes([v0, v1]),
            correlation_id: i32::from_be_bytes([c0, c1, c2, c3]),
        };
        Ok(Some((length, head)))
    }

    /// Writes `count` bytes to the broker, as they are there and as they come.
    async fn pass(&mut self, count: usize) -> Result<(), Error> {
        let mut left = count;
        while left > 0 {
            if self.buffer.is_empty() {
                let read = timeout(STALL_MAX, self.buffer.fill(&mut self.read)).await;
                match read.map_err(|_| Error::Slow("was too slow with a frame"))?.map_err(Error::Client)? {
                    0 => return Err(Error::Ended(End::Inside)),
                    _ => continue,
                }
            }
            let piece = self.buffer.take(left);
            left -= piece.len();
            write(&mut self.write, &[piece]).await.map_err(Error::Broker)?;
        }
        Ok(())
    }

    async fn open(&mut self, head: Head, length: usize) -> Result<(), Error> {
        let limit = self.handler.opened_bytes_max(head.key);
        if length > limit {
            return Err(FrameError::TooLarge { length, limit }.into());
        }
        let _permit = self.limits.room.take(length).await;
        let frame = self.whole(length).await?;
        match self.handler.open(head, frame).await? {
            Opened::Send(parts, expect) => {
                if let Some(expect) = expect {
                    self.flight.push(Slot::Sent(head, expect));
                }
                write(&mut self.write, &parts).await.map_err(Error::Broker)
            }
            Opened::Poll(parts, expect, number) => {
                self.flight.push(Slot::Waiting(head, expect, number));
                write(&mut self.write, &parts).await.map_err(Error::Broker)
            }
            Opened::Answer(parts) => {
                self.flight.push(Slot::Ready(parts));
                Ok(())
            }
        }
    }

    async fn whole(&mut self, length: usize) -> Result<Bytes, Error> {
        let slow = |_| Error::Slow("was too slow with a frame");
        let gathered = async {
            while self.buffer.len() < length + 4 {
                self.buffer.expect(length + 4);
                let read = timeout(STALL_MAX, self.buffer.fill(&mut self.read)).await;
                if read.map_err(slow)?.map_err(Error::Client)? == 0 {
                    return Err(Error::Ended(End::Inside));
                }
            }
            Ok::<(), Error>(())
        };
        // A byte now and then does not keep the memory that others wait for.
        timeout(time_for(length), gathered).await.map_err(slow)??;
        Ok(self.buffer.take(length + 4).slice(4..))
    }
}

/// From the broker to the client.
struct Down<'a, H: Handler> {
    read: ReadHalf<Stream>,
    write: WriteHalf<Stream>,
    buffer: Buffer,
    handler: &'a H,
    limits: &'a Limits,
    flight: &'a Flight<H::Ticket>,
}

impl<H: Handler> Down<'_, H> {
    async fn run(&mut self) -> Error {
        loop {
            if let Err(ended) = self.turn().await {
                return ended;
            }
        }
    }

    /// Hands on all answers that are there, and reads on.
    async fn turn(&mut self) -> Result<(), Error> {
        // Bytes of whole answers at the front of the buffer that pass and were not written yet.
        let mut passing = 0;
        loop {
            if let Some(parts) = self.flight.pop_ready() {
                self.pass(passing).await?;
                passing = 0;
                self.say(&parts).await?;
                continue;
            }
            let bytes = &self.buffer.bytes()[passing..];
            let Some(prefix) = bytes.first_chunk::<4>() else { break };
            let length = frame::check_length(*prefix, self.limits.frame_bytes_max)
                .map_err(|error| Error::Answer(error.to_string()))?;
            if self.flight.pop_token() {
                self.pass(passing + length + 4).await?;
                passing = 0;
                continue;
            }
            let Some(id) = bytes[4..].first_chunk::<4>().copied().map(i32::from_be_bytes) else { break };
            let Some((head, expect)) = self.flight.pop_sent() else {
                return Err(Error::Answer("it said something that nobody asked for".to_owned()));
            };
            if id != head.correlation_id {
                return Err(Error::Answer(format!("its answer to {} belongs to another request", head.key)));
            }
            match expect {
                Expect::Pass if head.begins_tokens() => {
                    self.pass(passing).await?;
                    passing = 0;
                    let frame = self.whole(length).await?;
                    // Behind the correlation id stands the error code.
                    self.flight.set_bare(frame.get(4..6) == Some(&[0, 0]));
                    self.say(&with_length(frame)).await?;
                }
                Expect::Pass if bytes.len() >= length + 4 => passing += length + 4,
                Expect::Pass => {
                    self.pass(passing + length + 4).await?;
                    passing = 0;
                }
                Expect::Open(ticket) => {
                    self.pass(passing).await?;
                    passing = 0;
                    let _permit = self.limits.room.take(length).await;
                    let frame = self.whole(length).await?;
                    let parts = self.handler.answer(ticket, frame)?;
                    self.say(&parts).await?;
                }
            }
        }
        self.pass(passing).await?;
        for (head, number) in self.flight.cut_short() {
            let parts = self.handler.nothing(head, number)?;
            self.say(&parts).await?;
        }
        if self.flight.is_over() {
            return Err(Error::Stopping);
        }
        tokio::select! {
            biased;
            read = self.buffer.fill(&mut self.read) => match read {
                Ok(0) => Err(Error::BrokerEnded),
                Ok(_) => Ok(()),
                Err(error) => Err(Error::Broker(error)),
            },
            () = self.flight.ready() => Ok(()),
        }
    }

    async fn say(&mut self, parts: &[Bytes]) -> Result<(), Error> {
        write(&mut self.write, parts).await.map_err(Error::Client)
    }

    /// Writes `count` bytes to the client, as they are there and as they come.
    async fn pass(&mut self, count: usize) -> Result<(), Error> {
        let mut left = count;
        while left > 0 {
            if self.buffer.is_empty() {
                self.more().await?;
                continue;
            }
            let piece = self.buffer.take(left);
            left -= piece.len();
            self.say(&[piece]).await?;
        }
        Ok(())
    }

    async fn whole(&mut self, length: usize) -> Result<Bytes, Error> {
        let gathered = async {
            while self.buffer.len() < length + 4 {
                self.buffer.expect(length + 4);
                self.more().await?;
            }
            Ok::<(), Error>(())
        };
        let slow = |_| Error::Answer("it was too slow with an answer".to_owned());
        timeout(time_for(length), gathered).await.map_err(slow)??;
        Ok(self.buffer.take(length + 4).slice(4..))
    }

    /// Reads on inside an answer.
    async fn more(&mut self) -> Result<(), Error> {
        let read = timeout(STALL_MAX, self.buffer.fill(&mut self.read)).await;
        match read.map_err(|_| Error::Answer("it stopped inside an answer".to_owned()))? {
            Ok(0) => Err(Error::BrokerEnded),
            Ok(_) => Ok(()),
            Err(error) => Err(Error::Broker(error)),
        }
    }
}

/// How long a frame may take as a whole: as slow as 64 KiB a second is still alive.
const fn time_for(bytes: usize) -> Duration {
    STALL_MAX.saturating_add(Duration::from_secs((bytes >> 16) as u64))
}

/// Writes all of it; a side that takes nothing for [`STALL_MAX`] ends the connection. Not cancel safe.
async fn write(to: &mut WriteHalf<Stream>, parts: &[Bytes]) -> std::io::Result<()> {
    let bytes: usize = parts.iter().map(Bytes::len).sum();
    let whole = async {
        write_frame(to, parts).await?;
        to.flush().await
    };
    match timeout(time_for(bytes), whole).await {
        Ok(done) => done,
        Err(_) => Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "it takes no bytes")),
    }
}

#[cfg(test)]
mod tests;
