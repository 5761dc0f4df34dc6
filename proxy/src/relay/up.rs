//! Requests: from the client to the broker.

use kagami_codec::api::ApiKey;
use tokio::time::timeout;

use super::{
    End, Error, HEAD_MAX, Handler, Head, IDLE_MAX, Limits, Opened, STALL_MAX, Way,
    flight::{Flight, Slot},
    pipe::Pipe,
};
use crate::net::{FrameError, frame};

/// Bytes of a SASL token, as Kafka's `sasl.server.max.receive.size`.
const TOKEN_MAX: usize = 512 * 1024;

/// See the module.
pub(super) struct Up<'a, H: Handler> {
    pub(super) pipe: Pipe,
    pub(super) handler: &'a H,
    pub(super) limits: &'a Limits,
    pub(super) flight: &'a Flight<H::Ticket>,
}

impl<H: Handler> Up<'_, H> {
    pub(super) async fn run(&mut self) -> Error {
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
        while let Some((length, head)) = self.head()? {
            if self.flight.is_full() {
                // Those before it have to be answered first, so the broker has to have them.
                self.pipe.release().await?;
                self.flight.room().await;
            }
            let have = &self.pipe.bytes()[4..];
            let begun = &have[..have.len().min(length)];
            let way = self.handler.request(head, begun)?;
            let limit = self.handler.request_bytes_max(head.key);
            if length > limit {
                return Err(FrameError::TooLarge { length, limit }.into());
            }
            match way {
                Way::Pass(expect) => {
                    if let Some(expect) = expect {
                        self.flight.push(Slot::Sent(head, expect));
                    }
                    self.pipe.pass_frame(length).await?;
                }
                Way::Open => self.open(head, length).await?,
                Way::More if begun.len() >= length.min(HEAD_MAX) => return Err(Error::Malformed(head.key)),
                Way::More => break,
            }
        }
        self.pipe.release().await?;
        self.fill().await
    }

    async fn fill(&mut self) -> Result<(), Error> {
        let inside = !self.pipe.bytes().is_empty();
        let patience = if inside { STALL_MAX } else { IDLE_MAX };
        let read = self.pipe.fill();
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
        let bytes = self.pipe.bytes();
        let length = match bytes.first_chunk::<4>() {
            Some(prefix) => frame::check_length(*prefix, TOKEN_MAX)?,
            None => 0,
        };
        let Some(token) = bytes.get(4..length + 4) else {
            self.fill().await?;
            return Ok(true);
        };
        if frame::looks_like_request(token) {
            self.flight.set_bare(false);
            return Ok(false);
        }
        self.flight.room().await;
        self.flight.push(Slot::Token);
        self.pipe.pass(length + 4).await?;
        Ok(true)
    }

    /// Length and head of the next request; `None` when they are not there yet.
    fn head(&self) -> Result<Option<(usize, Head)>, Error> {
        let bytes = self.pipe.bytes();
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

    async fn open(&mut self, head: Head, length: usize) -> Result<(), Error> {
        self.pipe.release().await?;
        let _permit = self.limits.room.take(length).await;
        let frame = self.pipe.whole(length).await?;
        match self.handler.open(head, frame).await? {
            Opened::Send(parts, expect) => {
                if let Some(expect) = expect {
                    self.flight.push(Slot::Sent(head, expect));
                }
                self.pipe.say(&parts).await
            }
            Opened::Poll(parts, expect, number) => {
                self.flight.push(Slot::Waiting(head, expect, number));
                self.pipe.say(&parts).await
            }
            Opened::Answer(parts) => {
                self.flight.push(Slot::Ready(parts));
                Ok(())
            }
        }
    }
}
