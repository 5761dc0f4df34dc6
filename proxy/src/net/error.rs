//! What can go wrong between us and a peer, said so that an operator knows what to do about it.
//!
//! Every text names the peer's address and a remedy. None carries a password, a token or a key.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::frame::FrameError;

/// Which end of the program a peer, or a mistake, belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// A client that connected to one of our listeners.
    Client,
    /// A broker of the cluster that is mirrored.
    Source,
    /// A broker or controller of the cluster that holds the mirrors.
    Destination,
    /// This process and its own files.
    Ourselves,
}

impl Side {
    /// The word used in logs and metric labels.
    pub fn label(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Source => "source",
            Self::Destination => "destination",
            Self::Ourselves => "ourselves",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// What the one who handles an error may do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// Dial again after a pause; nothing needs to change first.
    Retry,
    /// Close the connection; what the peer sent cannot be trusted any further.
    CloseConnection,
    /// An operator has to change settings, files or credentials first; dialling again is harmless but of no use.
    Operator,
}

/// Names a peer in errors and logs; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The end of the program that it belongs to.
    pub side: Side,
    /// Address as it was configured or learnt, `host:port`.
    pub address: Arc<str>,
}

impl Peer {
    /// A peer of `side` at `address`.
    pub fn new(side: Side, address: impl Into<Arc<str>>) -> Self {
        Self { side, address: address.into() }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.address)
    }
}

/// A failed dial, exchange or handshake. Cloned to every call that waited on the connection.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The host name has no address.
    #[error(
        "{peer}: the host name cannot be resolved ({cause}); check bootstrap.servers, advertised.listeners and DNS"
    )]
    Resolve { peer: Peer, cause: Arc<str> },
    /// No address of the host accepted a connection.
    #[error("{peer}: cannot connect ({cause}); check that the broker runs, the port and the firewall")]
    Connect { peer: Peer, cause: Arc<str> },
    /// The TLS handshake failed, or TLS failed later.
    #[error("{peer}: TLS failed: {cause}")]
    Tls { peer: Peer, cause: Arc<str> },
    /// We sent plaintext and the peer answered with TLS.
    #[error("{peer}: the port speaks TLS but plaintext was sent; set security.protocol to SSL or SASL_SSL")]
    PlaintextOnTls { peer: Peer },
    /// We sent TLS and the peer answered with something else, or hung up at once.
    #[error(
        "{peer}: TLS was sent to a port that does not answer with TLS ({cause}); it probably speaks plaintext: check the port, or set security.protocol to PLAINTEXT or SASL_PLAINTEXT"
    )]
    TlsOnPlaintext { peer: Peer, cause: Arc<str> },
    /// The peer refused our credentials, or could not prove that it knows them.
    #[error("{peer}: authentication with {mechanism} failed: {message}; check sasl.jaas.config")]
    Authentication { peer: Peer, mechanism: &'static str, message: Arc<str> },
    /// The listener does not offer our SASL mechanism.
    #[error(
        "{peer}: the listener does not offer SASL mechanism {mechanism}, it offers [{offered}]; set sasl.mechanism to one of them"
    )]
    UnsupportedMechanism { peer: Peer, mechanism: &'static str, offered: Arc<str> },
    /// No version of a request is known to both ends.
    #[error("{peer}: {api} is needed in a version from {ours_min} to {ours_max}, the broker offers {theirs}")]
    UnsupportedVersion { peer: Peer, api: &'static str, ours_min: i16, ours_max: i16, theirs: Arc<str> },
    /// A request has a value that the chosen version has no place for.
    #[error("{peer}: {api} version {version} cannot carry {field}; the broker is too old for this")]
    Unsayable { peer: Peer, api: &'static str, version: i16, field: &'static str },
    /// The connection ended.
    #[error("{peer}: the connection is closed: {cause}")]
    Closed { peer: Peer, cause: Arc<str> },
    /// Nothing came in time.
    #[error("{peer}: no answer to {what} within {} ms; check the network and the load of the broker", after.as_millis())]
    Timeout { peer: Peer, what: &'static str, after: Duration },
    /// The peer sent bytes that are not the answer they should be.
    #[error("{peer}: malformed {what}")]
    Malformed { peer: Peer, what: Arc<str> },
    /// Our own settings or files cannot be used.
    #[error("security settings toward {peer}: {problem}")]
    Settings { peer: Peer, problem: Arc<str> },
}

impl Error {
    /// The peer that the error is about.
    pub fn peer(&self) -> &Peer {
        match self {
            Self::Resolve { peer, .. }
            | Self::Connect { peer, .. }
            | Self::Tls { peer, .. }
            | Self::PlaintextOnTls { peer }
            | Self::TlsOnPlaintext { peer, .. }
            | Self::Authentication { peer, .. }
            | Self::UnsupportedMechanism { peer, .. }
            | Self::UnsupportedVersion { peer, .. }
            | Self::Unsayable { peer, .. }
            | Self::Closed { peer, .. }
            | Self::Timeout { peer, .. }
            | Self::Malformed { peer, .. }
            | Self::Settings { peer, .. } => peer,
        }
    }

    /// Where the mistake lies: with the peer, or with our own files.
    pub fn side(&self) -> Side {
        match self {
            Self::Settings { .. } => Side::Ourselves,
            Self::Resolve { .. }
            | Self::Connect { .. }
            | Self::Tls { .. }
            | Self::PlaintextOnTls { .. }
            | Self::TlsOnPlaintext { .. }
            | Self::Authentication { .. }
            | Self::UnsupportedMechanism { .. }
            | Self::UnsupportedVersion { .. }
            | Self::Unsayable { .. }
            | Self::Closed { .. }
            | Self::Timeout { .. }
            | Self::Malformed { .. } => self.peer().side,
        }
    }

    /// What may be done about it.
    pub fn recovery(&self) -> Recovery {
        match self {
            Self::Resolve { .. } | Self::Connect { .. } | Self::Closed { .. } | Self::Timeout { .. } => {
                Recovery::Retry
            }
            Self::Malformed { .. } => Recovery::CloseConnection,
            Self::Tls { .. }
            | Self::PlaintextOnTls { .. }
            | Self::TlsOnPlaintext { .. }
            | Self::Authentication { .. }
            | Self::UnsupportedMechanism { .. }
            | Self::UnsupportedVersion { .. }
            | Self::Unsayable { .. }
            | Self::Settings { .. } => Recovery::Operator,
        }
    }

    /// A word for metrics.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Resolve { .. } => "resolve",
            Self::Connect { .. } => "connect",
            Self::Tls { .. } => "tls",
            Self::PlaintextOnTls { .. } => "plaintext_on_tls",
            Self::TlsOnPlaintext { .. } => "tls_on_plaintext",
            Self::Authentication { .. } => "authentication",
            Self::UnsupportedMechanism { .. } => "unsupported_mechanism",
            Self::UnsupportedVersion { .. } | Self::Unsayable { .. } => "unsupported_version",
            Self::Closed { .. } => "closed",
            Self::Timeout { .. } => "timeout",
            Self::Malformed { .. } => "malformed",
            Self::Settings { .. } => "settings",
        }
    }

    /// Gives a frame error the peer that it came from.
    pub fn from_frame(peer: &Peer, error: FrameError) -> Self {
        let peer = peer.clone();
        match error {
            FrameError::LooksLikeTls if peer.side == Side::Client => {
                Self::TlsOnPlaintext { peer, cause: error.to_string().into() }
            }
            FrameError::LooksLikeTls => Self::PlaintextOnTls { peer },
            FrameError::Io(error) => Self::from_io(peer, &error),
            FrameError::Truncated { .. } => Self::Closed { peer, cause: error.to_string().into() },
            FrameError::Negative(_) | FrameError::TooLarge { .. } | FrameError::LooksLikeHttp => {
                Self::Malformed { peer, what: error.to_string().into() }
            }
        }
    }

    /// An input or output error of an established connection. TLS reports its failures this way too: with TLS 1.3
    /// a refused client certificate is heard of only after the handshake.
    pub fn from_io(peer: Peer, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            // The TLS library's own text tells programmers what to read about it.
            return Self::Closed { peer, cause: "the peer closed it without a word".into() };
        }
        match error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>()) {
            Some(tls) => Self::Tls { peer, cause: super::tls::explain(tls).into() },
            None => Self::Closed { peer, cause: error.to_string().into() },
        }
    }
}
