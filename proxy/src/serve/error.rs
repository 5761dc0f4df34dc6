//! Why a client connection ends.

use kagami_codec::{Malformed, Unsupported, api::ApiKey};

use crate::{
    cluster,
    metrics::Closed,
    net::{self, FrameError},
    port::Ended,
};

/// Every connection ends with one of these; the listener counts it and logs it, once.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    #[error("the client hung up")]
    ByPeer,
    #[error("we stop")]
    Stopping,
    #[error("{0}")]
    Handshake(net::Error),
    #[error("client: {0}")]
    Frame(#[from] FrameError),
    #[error("{what} cannot be read: {why}")]
    Malformed { what: ApiKey, why: Malformed },
    #[error("{what} version {version} is not one that we offered")]
    Version { what: ApiKey, version: i16 },
    #[error("{0} is not for a broker's port")]
    NotForUs(ApiKey),
    #[error("the client {0} for too long")]
    Slow(&'static str),
    /// A broker closes too: a produce request with acks 0 has no answer that could say no.
    #[error("a produce request with acks 0 to the mirror {0} was refused")]
    Refused(String),
    #[error("{0} does not act for a broker: it needs ClusterAction, or a broker's certificate")]
    NoBrokerRights(String),
    #[error("{0} is not offered to clients that are known by their certificates")]
    NotHandedOn(ApiKey),
    #[error("the cluster does not say what the client may do: {0}")]
    Controller(cluster::Error),
    #[error("writing to the client failed: {0}")]
    Write(std::io::Error),
    #[error("no real broker can be reached on this listener{}", .0.as_ref().map(|e| format!(": {e}")).unwrap_or_default())]
    NoBroker(Option<net::Error>),
    #[error("the connection to the companion broke: {0}")]
    Companion(String),
    #[error("an answer cannot be said: {0}")]
    Unsayable(#[from] Unsupported),
}

impl Ended for Error {
    fn closed(&self) -> Closed {
        match self {
            Self::ByPeer | Self::Refused(_) | Self::Frame(FrameError::Truncated { .. }) => Closed::ByPeer,
            Self::Stopping => Closed::Stopping,
            Self::Malformed { .. } | Self::Version { .. } | Self::NotForUs(_) => Closed::Malformed,
            Self::Frame(
                FrameError::Negative(_)
                | FrameError::TooLarge { .. }
                | FrameError::LooksLikeTls
                | FrameError::LooksLikeHttp,
            ) => Closed::Malformed,
            Self::Handshake(net::Error::PlaintextOnTls { .. }) => Closed::Malformed,
            Self::Handshake(net::Error::Tls { .. }) | Self::NoBrokerRights(_) | Self::NotHandedOn(_) => {
                Closed::Unauthorized
            }
            Self::Slow(_) | Self::Handshake(net::Error::Timeout { .. }) => Closed::TimedOut,
            Self::Frame(FrameError::Io(_))
            | Self::Handshake(_)
            | Self::Write(_)
            | Self::NoBroker(_)
            | Self::Companion(_)
            | Self::Controller(_)
            | Self::Unsayable(_) => Closed::Failed,
        }
    }

    fn is_quiet(&self) -> bool {
        match self {
            Self::ByPeer | Self::Stopping | Self::Frame(FrameError::Io(_) | FrameError::Truncated { .. }) => {
                true
            }
            Self::Slow(_) | Self::Write(_) | Self::NotHandedOn(_) => true,
            Self::Frame(_)
            | Self::Handshake(_)
            | Self::Malformed { .. }
            | Self::Version { .. }
            | Self::NotForUs(_)
            | Self::Refused(_)
            | Self::NoBrokerRights(_)
            | Self::NoBroker(_)
            | Self::Companion(_)
            | Self::Controller(_)
            | Self::Unsayable(_) => false,
        }
    }
}
