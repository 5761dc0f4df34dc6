//! Answers: from the broker to the client.

use kagami_codec::frame::with_length;

use super::{Error, Expect, Handler, Limits, Step, flight::Flight, pipe::Pipe};
use crate::net::frame;

/// Bytes of an answer that is opened although it could be changed while it passes, and of what has to be there at one time
/// to change a larger one.
const OPENED_MAX: usize = 64 * 1024;

/// See the module.
pub(super) struct Down<'a, H: Handler> {
    pub(super) pipe: Pipe,
    pub(super) handler: &'a H,
    pub(super) limits: &'a Limits,
    pub(super) flight: &'a Flight<H::Ticket>,
}

impl<H: Handler> Down<'_, H> {
    pub(super) async fn run(&mut self) -> Error {
        loop {
            if let Err(ended) = self.turn().await {
                return ended;
            }
        }
    }

    /// Hands on all answers that are there, and reads on.
    async fn turn(&mut self) -> Result<(), Error> {
        loop {
            if let Some(parts) = self.flight.pop_ready() {
                self.pipe.say(&parts).await?;
                continue;
            }
            let bytes = self.pipe.bytes();
            let Some(prefix) = bytes.first_chunk::<4>() else { break };
            let length = frame::check_length(*prefix, self.limits.frame_bytes_max)
                .map_err(|error| Error::Answer(error.to_string()))?;
            if self.flight.pop_token() {
                self.pipe.pass_frame(length).await?;
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
                    let frame = self.pipe.whole(length).await?;
                    // Behind the correlation id stands the error code.
                    self.flight.set_bare(frame.get(4..6) == Some(&[0, 0]));
                    self.pipe.say(&with_length(frame)).await?;
                }
                Expect::Pass => self.pipe.pass_frame(length).await?,
                Expect::InPlace(ticket) if length > OPENED_MAX => self.change(&ticket, length).await?,
                Expect::Open(ticket) | Expect::InPlace(ticket) => {
                    self.pipe.release().await?;
                    let _permit = self.limits.room.take(length).await;
                    let frame = self.pipe.whole(length).await?;
                    let parts = self.handler.answer(ticket, frame)?;
                    self.pipe.say(&parts).await?;
                }
            }
        }
        self.pipe.release().await?;
        for (head, number) in self.flight.cut_short() {
            let parts = self.handler.nothing(head, number)?;
            self.pipe.say(&parts).await?;
        }
        if self.flight.is_over() {
            return Err(Error::Stopping);
        }
        tokio::select! {
            biased;
            read = self.pipe.fill() => match read {
                Ok(0) => Err(Error::BrokerEnded),
                Ok(_) => Ok(()),
                Err(error) => Err(Error::Broker(error)),
            },
            () = self.flight.ready() => Ok(()),
        }
    }

    /// Lets an answer of `length` bytes pass, and the handler change it meanwhile.
    async fn change(&mut self, ticket: &H::Ticket, length: usize) -> Result<(), Error> {
        let mut place = H::Place::default();
        self.pipe.hold(4);
        let mut left = length;
        while left > 0 {
            let there = self.pipe.bytes().len().min(left);
            match self.handler.step(ticket, &mut place, &mut self.pipe.bytes_mut()[..there])? {
                Step::Pass(count) if count <= left => {
                    left -= count;
                    if count <= there {
                        self.pipe.hold(count);
                    } else {
                        self.pipe.pass(count).await?;
                    }
                }
                Step::More if there < left && there < OPENED_MAX => {
                    self.pipe.release().await?;
                    self.pipe.gather(there + 1, left).await?;
                }
                Step::Pass(_) | Step::More => return Err(Error::Answer("it cannot be read".to_owned())),
            }
        }
        Ok(())
    }
}
