//! The two tasks of a connection and what they share with its handles.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::io::{AsyncWriteExt, BufReader, ReadHalf, WriteHalf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::net::buffers::Buffers;
use crate::net::error::{Error, Peer};
use crate::net::frame::{self, read_frame_into, write_frame};
use crate::net::stream::Stream;
use crate::shutdown::AbortOnDrop;

/// Small frames are read many at a time; larger reads bypass this buffer.
const READ_BUFFER: usize = 16 * 1024;

/// Frames gathered into one write.
const GATHER_MAX: usize = 32;

const ENDED: &str = "its tasks have ended";

/// What the tasks and the handles share.
#[derive(Debug)]
pub(super) struct Core {
    pub peer: Peer,
    /// One for each request that may be in flight.
    pub slots: Arc<Semaphore>,
    pub closed: watch::Sender<bool>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failure: Option<Error>,
    answered: u64,
    waiting: VecDeque<(Expected, Option<OwnedSemaphorePermit>)>,
}

/// The response that a request will get.
#[derive(Debug)]
pub(super) struct Expected {
    pub correlation_id: i32,
    pub header_version: i16,
    pub reply: oneshot::Sender<Result<BytesMut, Error>>,
}

#[derive(Debug)]
pub(super) struct Outgoing {
    pub frame: Vec<Bytes>,
    pub expected: Option<Expected>,
    pub slot: Option<OwnedSemaphorePermit>,
}

/// Ends the connection when a task of it ends, also by a panic.
struct EndsWith<'a>(&'a Core);

impl Drop for EndsWith<'_> {
    fn drop(&mut self) {
        let peer = self.0.peer.clone();
        self.0.fail(Error::Closed { peer, cause: ENDED.into() });
    }
}

impl Core {
    pub(super) fn new(peer: Peer, in_flight_max: u16) -> Self {
        Self {
            peer,
            slots: Arc::new(Semaphore::new(usize::from(in_flight_max))),
            closed: watch::Sender::new(false),
            state: Mutex::default(),
        }
    }

    /// Why the connection ended; before that, that it ended.
    pub(super) fn failure(&self) -> Error {
        let known = self.state.lock().failure.clone();
        known.unwrap_or_else(|| Error::Closed { peer: self.peer.clone(), cause: ENDED.into() })
    }

    /// Ends the connection; the first reason stands.
    pub(super) fn fail(&self, error: Error) {
        let (error, waiting) = {
            let mut state = self.state.lock();
            let error = state.failure.get_or_insert(error).clone();
            (error, std::mem::take(&mut state.waiting))
        };
        self.slots.close();
        self.closed.send_replace(true);
        for (expected, _slot) in waiting {
            // Who gave up waiting need not hear it.
            let _ = expected.reply.send(Err(error.clone()));
        }
    }

    pub(super) async fn write(
        self: Arc<Self>,
        mut stream: WriteHalf<Stream>,
        mut inbox: mpsc::Receiver<Outgoing>,
        _reader: AbortOnDrop<()>,
        timeout_after: Duration,
    ) {
        let _end = EndsWith(&self);
        let mut closed = self.closed.subscribe();
        let mut batch = Vec::with_capacity(GATHER_MAX);
        let work = async {
            while inbox.recv_many(&mut batch, GATHER_MAX).await > 0 {
                let Some((frames, slots)) = self.expect_all(&mut batch) else { return };
                let write = async {
                    write_frame(&mut stream, &frames).await?;
                    stream.flush().await
                };
                match timeout(timeout_after, write).await {
                    Ok(Ok(())) => drop(slots),
                    Ok(Err(error)) => return self.fail(Error::from_io(self.peer.clone(), &error)),
                    Err(_) => {
                        let peer = self.peer.clone();
                        return self.fail(Error::Timeout { peer, what: "a write", after: timeout_after });
                    }
                }
            }
            // The last handle is gone; a peer that is gone too needs no farewell.
            let _ = timeout(timeout_after, stream.shutdown()).await;
        };
        tokio::select! {
            () = work => {}
            _ = closed.wait_for(|closed| *closed) => {}
        }
    }

    /// Registers who waits before the first byte leaves, since a response may come before the write returns.
    /// `None` when the connection has ended; who waits has heard it by their dropped reply.
    #[allow(clippy::type_complexity, reason = "one caller, which takes it apart at once")]
    fn expect_all(&self, batch: &mut Vec<Outgoing>) -> Option<(Vec<Bytes>, Vec<OwnedSemaphorePermit>)> {
        let mut frames = Vec::new();
        let mut slots = Vec::new();
        let mut state = self.state.lock();
        if state.failure.is_some() {
            return None;
        }
        for Outgoing { frame, expected, slot } in batch.drain(..) {
            frames.extend(frame);
            match expected {
                Some(expected) => state.waiting.push_back((expected, slot)),
                None => slots.extend(slot),
            }
        }
        Some((frames, slots))
    }

    pub(super) async fn read(self: Arc<Self>, stream: ReadHalf<Stream>, limit: usize, buffers: Buffers) {
        let _end = EndsWith(&self);
        let mut stream = BufReader::with_capacity(READ_BUFFER, stream);
        loop {
            let error = match read_frame_into(&mut stream, limit, &buffers).await {
                Ok(Some(frame)) => match self.deliver(frame) {
                    Ok(()) => continue,
                    Err(what) => Error::Malformed { peer: self.peer.clone(), what: what.into() },
                },
                Ok(None) => self.closed_by_peer(),
                Err(error) => Error::from_frame(&self.peer, error),
            };
            return self.fail(error);
        }
    }

    /// A listener that wants SASL answers ApiVersions and then hangs up at the first other request.
    fn closed_by_peer(&self) -> Error {
        let state = self.state.lock();
        let cause = if state.answered <= 1 && !state.waiting.is_empty() {
            "the peer hung up instead of answering; if the listener wants SASL, set security.protocol and sasl.*"
        } else {
            "the peer closed it"
        };
        Error::Closed { peer: self.peer.clone(), cause: cause.into() }
    }

    fn deliver(&self, mut frame: BytesMut) -> Result<(), &'static str> {
        let (expected, _slot) = {
            let mut state = self.state.lock();
            state.answered += 1;
            state.waiting.pop_front().ok_or("response: nothing was asked for")?
        };
        let correlation_id = frame::take_response_header(&mut frame, expected.header_version);
        let outcome = match correlation_id {
            Some(id) if id == expected.correlation_id => Ok(()),
            Some(_) => Err("response: its correlation id belongs to another request"),
            None => Err("response: it ends inside its header"),
        };
        let reply = match outcome {
            Ok(()) => Ok(frame),
            Err(what) => Err(Error::Malformed { peer: self.peer.clone(), what: what.into() }),
        };
        // The caller may have given up; its response is read all the same, so that the next one finds its own.
        let _ = expected.reply.send(reply);
        outcome
    }
}
