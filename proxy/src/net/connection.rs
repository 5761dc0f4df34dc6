//! One connection to a broker, shared by any number of callers.
//!
//! Requests are pipelined: a writer task sends them in the order in which they were submitted, a reader task gives each
//! response to the oldest request that waits. A caller may go away; its response is then read and thrown away, so the
//! others keep theirs. When the connection ends, everybody who waits hears why, once. The tasks end when the last
//! handle is dropped, after what was submitted has been written.

mod core;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::timeout;

use self::core::{Core, Expected, Outgoing};
use super::buffers::Buffers;
use super::error::{Error, Peer};
use super::stream::Stream;
use super::versions::ApiVersions;
use crate::shutdown::{AbortOnDrop, detached};

/// Bounds of one connection.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for resolving, for each TCP connect and for the TLS handshake. Default 10 s.
    pub connect_timeout: Duration,
    /// Time from submitting a request to its response; when it passes the connection is closed, because nothing that
    /// comes later can be trusted to come at all. Default 30 s, as Kafka's `request.timeout.ms`.
    pub request_timeout: Duration,
    /// Largest response in bytes. Default 100 MiB, as Kafka's `socket.request.max.bytes`.
    pub frame_bytes_max: usize,
    /// What responses are read into. By default 64 KiB are reserved for one as soon as it is announced, the rest as it
    /// comes, and no buffer is kept.
    pub buffers: Buffers,
    /// Requests without a response at one time; more wait their turn. Default 64.
    pub in_flight_max: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(30),
            frame_bytes_max: 100 << 20,
            buffers: Buffers::new(64 << 10, 0),
            in_flight_max: 64,
        }
    }
}

/// A handle of a connection; cheap to clone.
#[derive(Clone, Debug)]
pub struct Connection {
    handle: Arc<Handle>,
    timeout: Duration,
}

#[derive(Debug)]
struct Handle {
    core: Arc<Core>,
    outbox: mpsc::Sender<Outgoing>,
    next_correlation_id: std::sync::atomic::AtomicI32,
    in_flight_max: u32,
    client_id: Arc<str>,
    versions: OnceLock<ApiVersions>,
    /// Authenticates again before the session ends (KIP-368).
    renewal: OnceLock<AbortOnDrop<()>>,
}

/// A request that is on its way. Dropping it gives up the response and harms nobody.
#[derive(Debug)]
pub struct Answer {
    connection: Connection,
    what: &'static str,
    reply: oneshot::Receiver<Result<BytesMut, Error>>,
}

impl Answer {
    /// Waits for the body of the response, without its header, in one piece that nobody else refers to.
    /// Cancel safe in that a dropped wait only loses this response.
    ///
    /// # Errors
    /// Whatever ended the connection, or [`Error::Timeout`], which ends it.
    pub async fn body(self) -> Result<BytesMut, Error> {
        let after = self.connection.timeout;
        match timeout(after, self.reply).await {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => Err(self.connection.failure()),
            Err(_) => Err(self.connection.time_out(self.what)),
        }
    }
}

/// How a request takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// As one of the in-flight requests.
    Shared,
    /// While the caller holds every slot, see [`Connection::alone`].
    Held,
}

impl Connection {
    /// Starts the tasks of a connection over a stream. Nothing is sent yet.
    pub(super) fn over(stream: Stream, peer: Peer, client_id: Arc<str>, limits: &Limits) -> Self {
        let in_flight_max = limits.in_flight_max.max(1);
        let (outbox, inbox) = mpsc::channel(usize::from(in_flight_max));
        let core = Arc::new(Core::new(peer, in_flight_max));
        let (read, write) = tokio::io::split(stream);
        let reader = detached(
            "connection reader",
            Arc::clone(&core).read(read, limits.frame_bytes_max, limits.buffers.clone()),
        );
        spawn_writer(Arc::clone(&core).write(write, inbox, reader, limits.request_timeout));
        Self {
            handle: Arc::new(Handle {
                core,
                outbox,
                next_correlation_id: std::sync::atomic::AtomicI32::new(0),
                in_flight_max: u32::from(in_flight_max),
                client_id,
                versions: OnceLock::new(),
                renewal: OnceLock::new(),
            }),
            timeout: limits.request_timeout,
        }
    }

    /// The same connection with another time to wait for responses, for requests that may be held back by the broker.
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { handle: Arc::clone(&self.handle), timeout }
    }

    /// The other end.
    pub fn peer(&self) -> &Peer {
        &self.handle.core.peer
    }

    /// What the broker said that it can do. Empty until negotiated.
    pub fn versions(&self) -> &ApiVersions {
        self.handle.versions.get().unwrap_or(&super::versions::NONE)
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        *self.handle.core.closed.borrow()
    }

    /// Waits until the connection has ended and says why. Cancel safe.
    pub async fn closed(&self) -> Error {
        // The sender lives in the core, which this handle keeps alive, so waiting cannot fail.
        let _ = self.handle.core.closed.subscribe().wait_for(|closed| *closed).await;
        self.failure()
    }

    /// Ends the connection for everybody. Who waits for a response hears it.
    pub fn close(&self) {
        let peer = self.peer().clone();
        self.handle.core.fail(Error::Closed { peer, cause: "closed by us".into() });
    }

    pub(super) fn client_id(&self) -> &str {
        &self.handle.client_id
    }

    pub(super) fn set_versions(&self, versions: ApiVersions) {
        // A second negotiation on one connection never happens; the first table stands.
        let _ = self.handle.versions.set(versions);
    }

    pub(super) fn next_correlation_id(&self) -> i32 {
        let id = self.handle.next_correlation_id.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        id & i32::MAX
    }

    /// Ends the connection with a reason.
    pub(super) fn fail(&self, error: Error) -> Error {
        self.handle.core.fail(error);
        self.failure()
    }

    /// Runs `renew` beside the connection, as long as the connection has handles.
    pub(super) fn keep_renewed<F, Fut>(&self, renew: F)
    where
        F: FnOnce(WeakConnection) -> Fut,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let weak = WeakConnection { handle: Arc::downgrade(&self.handle), timeout: self.timeout };
        // Called once, at the end of the dial.
        let _ = self.handle.renewal.set(detached("session renewal", renew(weak)));
    }

    /// Waits until nothing is in flight and holds everybody off until the permit is dropped.
    pub(super) async fn alone(&self) -> Result<OwnedSemaphorePermit, Error> {
        let slots = Arc::clone(&self.handle.core.slots);
        slots.acquire_many_owned(self.handle.in_flight_max).await.map_err(|_| self.failure())
    }

    /// Puts an encoded frame in line. Cancel safe: a dropped submit has sent nothing.
    pub(super) async fn submit(
        &self,
        what: &'static str,
        frame: Vec<Bytes>,
        correlation_id: i32,
        header_version: i16,
        turn: Turn,
    ) -> Result<Answer, Error> {
        let (reply, receiver) = oneshot::channel();
        let expected = Expected { correlation_id, header_version, reply };
        self.put_in_line(what, frame, Some(expected), turn).await?;
        Ok(Answer { connection: self.clone(), what, reply: receiver })
    }

    /// Puts a frame in line that the broker does not answer, as a produce request with acks 0.
    pub(super) async fn submit_unanswered(&self, what: &'static str, frame: Vec<Bytes>) -> Result<(), Error> {
        self.put_in_line(what, frame, None, Turn::Shared).await
    }

    async fn put_in_line(
        &self,
        what: &'static str,
        frame: Vec<Bytes>,
        expected: Option<Expected>,
        turn: Turn,
    ) -> Result<(), Error> {
        let line_up = async {
            let slot = match turn {
                Turn::Held => None,
                Turn::Shared => {
                    let slots = Arc::clone(&self.handle.core.slots);
                    Some(slots.acquire_owned().await.map_err(|_| self.failure())?)
                }
            };
            let outgoing = Outgoing { frame, expected, slot };
            self.handle.outbox.send(outgoing).await.map_err(|_| self.failure())
        };
        match timeout(self.timeout, line_up).await {
            Ok(result) => result,
            Err(_) => Err(self.time_out(what)),
        }
    }

    fn time_out(&self, what: &'static str) -> Error {
        self.fail(Error::Timeout { peer: self.peer().clone(), what, after: self.timeout })
    }

    fn failure(&self) -> Error {
        self.handle.core.failure()
    }
}

/// The writer is not aborted with its handles: what was submitted without an answer is still to be written. It ends
/// because its inbox closes, or because the connection fails.
#[expect(clippy::disallowed_methods, reason = "ends with its inbox, after writing what is in it")]
fn spawn_writer(writer: impl Future<Output = ()> + Send + 'static) {
    drop(tokio::spawn(writer));
}

/// Does not keep the connection open.
#[derive(Debug)]
pub(super) struct WeakConnection {
    handle: std::sync::Weak<Handle>,
    timeout: Duration,
}

impl WeakConnection {
    /// The connection, unless its last handle is gone.
    pub(super) fn upgrade(&self) -> Option<Connection> {
        Some(Connection { handle: self.handle.upgrade()?, timeout: self.timeout })
    }
}

#[cfg(test)]
mod tests;
