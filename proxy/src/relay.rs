//! One client connection, one broker connection, answers in the order of the requests.
//!
//! Owns the two directions of a proxied connection and what is in flight between them. What a [`Handler`] has no use for
//! passes as it comes, in pieces, without being decoded or held; a large answer can be changed in its place meanwhile; what
//! else it wants to see is gathered into one frame, within the memory that all connections share. Promises that answers
//! leave in the order of the requests, those included that the handler gives itself, that a side that does not take bytes
//! stops the other side from being read, and that every wait has an end. Knows nothing of links, views or names.

mod buffer;
mod down;
mod error;
mod flight;
mod pipe;
mod room;
mod up;

use std::time::Duration;

use bytes::Bytes;
use kagami_codec::api::ApiKey;
use tokio::time::timeout;

use self::{
    down::Down,
    flight::Flight,
    pipe::{Pipe, Sender},
    up::Up,
};
pub use self::{
    error::{End, Error},
    flight::Expect,
    room::Room,
};
use crate::{net::Stream, shutdown::Signal};

/// Between two requests with nothing in flight, as Kafka's `connections.max.idle.ms`.
const IDLE_MAX: Duration = Duration::from_secs(600);
/// Between two reads inside a request, and between two writes that the other side takes something of.
const STALL_MAX: Duration = Duration::from_secs(60);
/// How long answers may still take after we began to stop.
const DRAIN_MAX: Duration = Duration::from_secs(5);
/// Bytes of a request that are looked at before it is known what becomes of it: all that stands in front of `acks` in a
/// produce request, whose two texts have at most 32 KiB each.
pub const HEAD_MAX: usize = 80 * 1024;

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

/// How an answer goes on that is changed while it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many bytes pass, at least one; there may be fewer of them yet.
    Pass(usize),
    /// More bytes have to be there.
    More,
}

/// Who looks at the frames of one connection.
pub trait Handler: Send + Sync {
    /// What is kept of a request until its answer comes.
    type Ticket: Send + Sync;
    /// How far an answer has come that is changed while it passes.
    type Place: Default + Send;

    /// Decides about a request by its head; `begun` is the frame as far as it is there, without its length.
    ///
    /// # Errors
    /// Ends the connection.
    fn request(&self, head: Head, begun: &[u8]) -> Result<Way<Self::Ticket>, Error>;

    /// Bytes of the largest request of this kind.
    fn request_bytes_max(&self, _key: ApiKey) -> usize {
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

    /// Changes an answer while it passes; its length stays. `bytes` go on where the last [`Step::Pass`] ended, at first
    /// behind the length.
    ///
    /// # Errors
    /// Ends the connection, in the midst of the answer.
    fn step(&self, ticket: &Self::Ticket, place: &mut Self::Place, bytes: &mut [u8]) -> Result<Step, Error>;

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
    let pipe = Pipe::new(Sender::Client, from_client, to_broker);
    let mut up = Up { pipe, handler, limits, flight: &flight };
    let pipe = Pipe::new(Sender::Broker, from_broker, to_client);
    let mut down = Down { pipe, handler, limits, flight: &flight };
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

#[cfg(test)]
mod tests;
