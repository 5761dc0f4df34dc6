//! Why a proxied connection ends.

use kagami_codec::{Malformed, Unsupported, api::ApiKey};

use crate::{
    metrics::Closed,
    net::{self, FrameError},
    port::Ended,
};

/// How a client's stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Between two requests.
    Clean,
    /// Inside one.
    Inside,
}

/// Every connection ends with one of these; who owns the relay counts it and logs it, once.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the client hung up")]
    Ended(End),
    #[error("{0}")]
    Handshake(net::Error),
    #[error("no broker can be reached: {0}")]
    NoBroker(String),
    #[error("we stop")]
    Stopping,
    #[error("client: {0}")]
    Frame(#[from] FrameError),
    #[error("client: {0}")]
    Client(std::io::Error),
    #[error("the client {0} for too long")]
    Slow(&'static str),
    #[error("{0} cannot be read")]
    Malformed(ApiKey),
    #[error("{what} cannot be read: {why}")]
    Unreadable { what: ApiKey, why: Malformed },
    #[error("{what} version {version} is not one that we offered")]
    NotOffered { what: ApiKey, version: i16 },
    #[error("{0}")]
    Refused(String),
    #[error("broker: {0}")]
    Broker(std::io::Error),
    #[error("the broker hung up")]
    BrokerEnded,
    #[error("the broker's answer cannot be used: {0}")]
    Answer(String),
    #[error("the front door leads to the destination now")]
    Moved,
    #[error("a cutover held a request for too long")]
    Held,
    #[error("a frame cannot be said: {0}")]
    Unsayable(#[from] Unsupported),
}

impl Ended for Error {
    fn closed(&self) -> Closed {
        match self {
            Self::Ended(_) | Self::Refused(_) | Self::Frame(FrameError::Truncated { .. }) => Closed::ByPeer,
            Self::Stopping => Closed::Stopping,
            Self::Moved => Closed::Moved,
            Self::NotOffered { .. } => Closed::NotOffered,
            Self::Malformed(_)
            | Self::Unreadable { .. }
            | Self::Frame(
                FrameError::Negative(_)
                | FrameError::TooLarge { .. }
                | FrameError::LooksLikeTls
                | FrameError::LooksLikeHttp,
            ) => Closed::Malformed,
            Self::Handshake(net::Error::PlaintextOnTls { .. }) => Closed::Malformed,
            Self::Handshake(net::Error::Tls { .. }) => Closed::Unauthorized,
            Self::Held | Self::Slow(_) | Self::Handshake(net::Error::Timeout { .. }) => Closed::TimedOut,
            Self::Frame(FrameError::Io(_))
            | Self::Handshake(_)
            | Self::NoBroker(_)
            | Self::Client(_)
            | Self::Broker(_)
            | Self::BrokerEnded
            | Self::Answer(_)
            | Self::Unsayable(_) => Closed::Failed,
        }
    }

    fn is_quiet(&self) -> bool {
        matches!(
            self,
            Self::Ended(_)
                | Self::Stopping
                | Self::Moved
                | Self::Client(_)
                | Self::Slow(_)
                | Self::BrokerEnded
                | Self::Frame(FrameError::Io(_) | FrameError::Truncated { .. })
        )
    }
}
