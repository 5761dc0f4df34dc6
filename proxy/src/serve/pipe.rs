//! The broker connection behind a client connection: frames go through as they came, answers come back as they are.
//!
//! It has no credentials of its own. What the client shows (SASL) passes through it, so that whatever the broker allows
//! on it, it allows to the client. When it breaks after that, the client's connection ends with it.

use std::{sync::Arc, time::Duration};

use bytes::{Buf, Bytes, BytesMut};
use futures_util::FutureExt;
use kagami_codec::{
    Request,
    frame::{RequestHeader, decode_response, request_frame_with, with_length},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf},
    time::timeout,
};

use super::{Shared, error::Error, inbox::Outbox};
use crate::net::{self, Stream, frame, write_frame};

/// How long a broker may take none of what we write.
const WRITE_MAX: Duration = Duration::from_secs(60);
/// Bytes read at one time; also what one client connection holds of an answer that passes through.
const STEP: usize = 64 * 1024;

/// One connection to a real broker.
#[derive(Debug)]
pub(super) struct Pipe {
    pub(super) broker: i32,
    read: ReadHalf<Stream>,
    write: WriteHalf<Stream>,
    buffer: BytesMut,
    limit: usize,
}

/// The pipe of a client connection, opened when it is first needed.
#[derive(Debug)]
pub(super) struct Pipes {
    shared: Arc<Shared>,
    pipe: Option<Pipe>,
    /// The client showed credentials through the pipe; another pipe would be without them.
    pub(super) bound: bool,
    /// In our own name, see [`super::Settings::own_dialer`].
    own: bool,
}

impl Pipes {
    pub(super) const fn new(shared: Arc<Shared>, own: bool) -> Self {
        Self { shared, pipe: None, bound: false, own }
    }

    /// Whether the client's credentials have gone with a broken pipe.
    pub(super) fn is_lost(&mut self) -> bool {
        self.bound && self.pipe.as_mut().is_none_or(Pipe::is_dead)
    }

    /// The pipe to the companion, or to another real broker when the companion is gone.
    pub(super) async fn open(&mut self) -> Result<&mut Pipe, Error> {
        if let Some(pipe) = &mut self.pipe
            && pipe.is_dead()
        {
            if self.bound {
                return Err(Error::Companion("it hung up".to_owned()));
            }
            self.pipe = None;
        }
        let pipe = match self.pipe.take() {
            Some(pipe) => pipe,
            None => dial(&self.shared, self.own).await?,
        };
        Ok(self.pipe.insert(pipe))
    }
}

async fn dial(shared: &Shared, own: bool) -> Result<Pipe, Error> {
    let settings = &shared.settings;
    let dialer = settings.own_dialer.as_ref().filter(|_| own).unwrap_or(&settings.dialer);
    let mut last = None;
    for (broker, endpoint) in shared.destination.brokers(&settings.name) {
        match dialer.stream(&endpoint.host, endpoint.port).await {
            Ok(stream) => return Ok(Pipe::new(broker, stream, settings.frame_bytes_max)),
            Err(error) => last = Some(error),
        }
    }
    Err(Error::NoBroker(last))
}

impl Pipe {
    fn new(broker: i32, stream: Stream, limit: usize) -> Self {
        let (read, write) = tokio::io::split(stream);
        Self { broker, read, write, buffer: BytesMut::new(), limit }
    }

    /// Whether the broker hung up, or said something that nobody asked for. Asked between two requests.
    fn is_dead(&mut self) -> bool {
        !self.buffer.is_empty() || self.read.read_buf(&mut self.buffer).now_or_never().is_some()
    }

    /// Sends a frame, its length included.
    pub(super) async fn send(&mut self, parts: &[Bytes]) -> Result<(), Error> {
        let write = async {
            write_frame(&mut self.write, parts).await?;
            self.write.flush().await
        };
        match timeout(WRITE_MAX, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Error::Companion(error.to_string())),
            Err(_) => Err(Error::Companion("it takes no bytes".to_owned())),
        }
    }

    /// Sends a frame as it came from the client, without its length.
    pub(super) async fn send_on(&mut self, frame: &Bytes) -> Result<(), Error> {
        self.send(&with_length(frame.clone())).await
    }

    /// Reads the next answer, without its length, in one piece.
    pub(super) async fn answer(&mut self) -> Result<Bytes, Error> {
        let length = self.length().await?;
        while self.buffer.len() < length + 4 {
            let missing = length + 4 - self.buffer.len();
            self.fill(missing.min(self.buffer.len().max(STEP))).await?;
        }
        self.buffer.advance(4);
        Ok(self.buffer.split_to(length).freeze())
    }

    /// Hands the next answer on as it comes.
    pub(super) async fn pass_on(&mut self, outbox: &mut Outbox) -> Result<(), Error> {
        let mut left = self.length().await? + 4;
        while left > 0 {
            if self.buffer.is_empty() {
                self.fill(left.min(STEP)).await?;
            }
            let piece = self.buffer.split_to(left.min(self.buffer.len())).freeze();
            left -= piece.len();
            outbox.send(&[piece]).await?;
        }
        Ok(())
    }

    /// Sends a request of ours under `header` and reads the answer.
    pub(super) async fn ask<R: Request>(
        &mut self,
        header: &RequestHeader,
        request: &R,
    ) -> Result<R::Response, Error> {
        self.send(&request_frame_with(header, request)?).await?;
        let answer = self.answer().await?;
        let (told, response) = decode_response::<R::Response>(answer, header.api_version).map_err(|why| {
            Error::Companion(format!("its answer to {} cannot be read: {why}", header.api_key))
        })?;
        if told.correlation_id != header.correlation_id {
            return Err(Error::Companion(format!(
                "its answer to {} belongs to another request",
                header.api_key
            )));
        }
        Ok(response)
    }

    async fn length(&mut self) -> Result<usize, Error> {
        loop {
            if let Some(prefix) = self.buffer.first_chunk::<4>() {
                return frame::check_length(*prefix, self.limit).map_err(|e| Error::Companion(e.to_string()));
            }
            self.fill(STEP).await?;
        }
    }

    async fn fill(&mut self, room: usize) -> Result<(), Error> {
        if self.buffer.capacity() == self.buffer.len() {
            self.buffer.reserve(room.max(64));
        }
        match self.read.read_buf(&mut self.buffer).await {
            Ok(0) => Err(Error::Companion("it hung up".to_owned())),
            Ok(_) => Ok(()),
            Err(error) => {
                let peer = net::Peer::new(net::Side::Destination, "companion");
                Err(Error::Companion(net::Error::from_io(peer, &error).to_string()))
            }
        }
    }
}
