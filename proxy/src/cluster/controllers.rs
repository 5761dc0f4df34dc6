//! Which controller is the active one, and calls that only it answers.

use bytes::Bytes;
use kagami_codec::{Request, message::EnvelopeRequest, types::ErrorCode};
use parking_lot::Mutex;
use tokio::sync::Mutex as AsyncMutex;

use super::Error;
use crate::{
    ask,
    net::{Connection, Dialer},
};

/// Host and port.
pub type Address = (String, u16);

/// The topic of the metadata log.
pub(super) const METADATA_TOPIC: &str = "__cluster_metadata";

/// How many controllers in a row a client's request is handed to while leadership moves.
const FORWARDS_MAX: u32 = 3;

/// A connection to the active controller and the epoch of its leadership.
#[derive(Clone, Debug)]
pub(super) struct Active {
    pub connection: Connection,
    pub epoch: i32,
}

/// The controllers as far as we know them.
#[derive(Debug)]
pub(super) struct Controllers {
    dialer: Dialer,
    known: Mutex<Vec<Address>>,
    /// Short calls share one connection; long polls have their own.
    shared: AsyncMutex<Option<Connection>>,
    /// What clients ask of the controllers through us: they must not stand before what we ask ourselves.
    clients: AsyncMutex<Option<Connection>>,
}

impl Controllers {
    /// Controllers at `known`, reached through `dialer`.
    #[must_use]
    pub(super) fn new(dialer: Dialer, known: Vec<Address>) -> Self {
        Self {
            dialer,
            known: Mutex::new(known),
            shared: AsyncMutex::new(None),
            clients: AsyncMutex::new(None),
        }
    }

    /// Replaces what is known, after the brokers named other controllers.
    pub(super) fn learn(&self, known: Vec<Address>) {
        if !known.is_empty() {
            *self.known.lock() = known;
        }
    }

    /// Asks one controller after the other until one says that it is active. Cancel safe.
    ///
    /// # Errors
    /// The last failure when none does.
    pub(super) async fn active(&self) -> Result<Active, Error> {
        let known = self.known.lock().clone();
        let mut last = Error::NoController { tried: known.clone() };
        for (at, address) in known.iter().enumerate() {
            match self.ask(address).await {
                Ok(active) => {
                    // The next search begins with the one that was active.
                    let mut known = self.known.lock();
                    if known.get(at) == Some(address) {
                        known.swap(0, at);
                    }
                    return Ok(active);
                }
                Err(Error::Refused { code: ErrorCode::NOT_LEADER_OR_FOLLOWER, .. }) => {}
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    async fn ask(&self, (host, port): &Address) -> Result<Active, Error> {
        let connection = self.dialer.connect(host, *port).await?;
        let answer = connection.call(&ask::quorum(METADATA_TOPIC)).await?;
        Error::check("DescribeQuorum", answer.error_code, None)?;
        let partition = answer
            .topics
            .into_iter()
            .flat_map(|t| t.partitions)
            .next()
            .ok_or(Error::Unexpected { what: "an answer to DescribeQuorum without a partition" })?;
        Error::check("DescribeQuorum", partition.error_code, None)?;
        Ok(Active { connection, epoch: partition.leader_epoch })
    }

    /// Calls the active controller on the shared connection and checks what `code` finds in the answer. Not cancel safe:
    /// the call may have been carried out.
    ///
    /// # Errors
    /// Network failures, after which the next call searches for the active controller anew, as it does after
    /// `NOT_CONTROLLER`; and every other code.
    pub(super) async fn call<R: Request>(
        &self,
        api: &'static str,
        request: &R,
        code: impl FnOnce(&R::Response) -> i16,
    ) -> Result<R::Response, Error> {
        let mut shared = self.shared.lock().await;
        let connection = match shared.take() {
            Some(connection) if !connection.is_closed() => connection,
            _ => self.active().await?.connection,
        };
        let answer = connection.call(request).await?;
        let code = code(&answer);
        if code != ErrorCode::NOT_CONTROLLER.0 {
            *shared = Some(connection);
        }
        Error::check(api, code, None)?;
        Ok(answer)
    }

    /// Hands a client's request to the active controller. Not cancel safe: it may have been carried out.
    ///
    /// # Errors
    /// Network failures, and what the controller has against us; what it has against the client is in the answer.
    pub(super) async fn forward(&self, envelope: &EnvelopeRequest) -> Result<Bytes, Error> {
        let mut last = ErrorCode::NOT_CONTROLLER;
        for _ in 0..FORWARDS_MAX {
            let connection = {
                let mut clients = self.clients.lock().await;
                match clients.take().filter(|connection| !connection.is_closed()) {
                    Some(connection) => clients.insert(connection).clone(),
                    None => clients.insert(self.active().await?.connection).clone(),
                }
            };
            let answer = connection.call(envelope).await?;
            last = ErrorCode(answer.error_code);
            if last != ErrorCode::NOT_CONTROLLER {
                Error::check("Envelope", answer.error_code, None)?;
                let missing = Error::Unexpected { what: "an answer to Envelope without the answer in it" };
                return answer.response_data.ok_or(missing);
            }
            *self.clients.lock().await = None;
        }
        Err(Error::Refused { api: "Envelope", code: last, message: None })
    }
}
