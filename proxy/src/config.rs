//! What the operator configures: `kagami.toml`, checked as a whole before anything starts.
//!
//! Two layers: `raw` knows the file's keys, their defaults and their meaning and rejects what it does not know;
//! [`Config`] holds checked values and is all that the program sees. Every mistake is reported, each with its path.
//! Secrets that files hold never show in `Debug`.

mod check;
pub mod explain;
pub mod link_settings;
pub mod names;
pub mod near;
pub mod properties;
mod raw;
mod values;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kagami_policies::naming::Policy;

use crate::properties::ClientSecurity;
use crate::view::{Addresses, Target};

pub use self::properties::Properties;
pub use self::values::{HostPort, ListenerName, NodeId, SecretKey, Token};
pub use crate::net::ClientAuth;
pub use crate::properties::{Mistake, Protocol};

/// Every mistake of a file, one on each line; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.0))]
pub struct Mistakes(pub Vec<Mistake>);

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
}

/// The whole configuration, checked.
#[derive(Clone, Debug)]
pub struct Config {
    pub node: Node,
    pub destination: Destination,
    /// One for each listener of the companion that followers and clients use; never empty, names unique.
    pub listeners: Vec<Listener>,
    pub admin: Admin,
    pub views: Vec<View>,
    pub secrets: Secrets,
    pub limits: Limits,
    pub log: Log,
}

/// Who we are in the destination cluster.
#[derive(Clone, Debug)]
pub struct Node {
    pub id: NodeId,
    pub rack: Option<String>,
    /// Time between heartbeats to the active controller.
    pub heartbeat: Duration,
}

/// How the destination is reached.
#[derive(Clone, Debug)]
pub struct Destination {
    /// Brokers, the companion first; never empty.
    pub bootstrap: Vec<HostPort>,
    /// Controllers; empty means that they are found through the brokers.
    pub controllers: Vec<HostPort>,
    /// Java client properties toward brokers (`security.protocol`, `sasl.*`, `ssl.*` …), without `bootstrap.servers`.
    pub client: Properties,
    /// What they say about security.
    pub security: ClientSecurity,
    /// Security toward controllers; the same as `security` unless `[destination.controller]` is given.
    pub controller_security: ClientSecurity,
}

/// One port of the virtual broker.
#[derive(Clone, Debug)]
pub struct Listener {
    pub name: ListenerName,
    pub bind: SocketAddr,
    /// What clients and followers are told to connect to.
    pub advertised: HostPort,
    /// `None` is what the companion registered for the listener of this name.
    pub protocol: Option<Protocol>,
    pub consumer_fetch: ConsumerFetch,
    pub tls: Option<TlsFiles>,
}

/// What a consumer gets that fetches a mirror partition from us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConsumerFetch {
    /// The word to fetch from an in-sync replica instead (KIP-392). Clients below Fetch v11 know no such word; for them
    /// it is [`ConsumerFetch::Forward`].
    #[default]
    Redirect,
    /// What the companion answers to the same fetch.
    Forward,
}

/// A listener that shows topics under other names.
#[derive(Clone, Debug)]
pub struct View {
    /// Letters, digits, `.`, `_` and `-`; unique among views and listeners.
    pub name: String,
    /// The listener of the destination that brokers are reached on.
    pub listener: ListenerName,
    /// Never empty; the first one is the one to begin with.
    pub ports: Vec<(SocketAddr, Target)>,
    pub addresses: Addresses,
    pub policy: Policy,
    pub tls: Option<TlsFiles>,
    /// Of a front door.
    pub front: Option<Front>,
}

/// What makes a view a front door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    pub link: String,
    /// Where clients are told that the source's nodes are.
    pub addresses: Addresses,
}

/// Where the admin server listens and whom it lets in.
#[derive(Clone, Debug)]
pub struct Admin {
    pub bind: SocketAddr,
    /// What callers must present; always set unless `bind` is a loopback address.
    pub token: Option<Token>,
    /// Whether `/metrics` is answered without the token.
    pub open_metrics: bool,
    /// Base URL under which other machines reach the admin server, without a slash at the end.
    pub url: String,
    pub tls: Option<TlsFiles>,
}

/// Certificate and key of a server of ours. Files are read when they are used, and again when they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    pub identity: Identity,
    /// Certificates that sign those of clients, PEM or PKCS12; needed for `client_auth` other than `None`.
    pub ca: Option<PathBuf>,
    pub client_auth: ClientAuth,
}

/// The two ways to keep a certificate with its key.
#[derive(Clone, PartialEq, Eq)]
pub enum Identity {
    /// PEM files.
    Pem { certificate: PathBuf, key: PathBuf },
    /// A PKCS12 store.
    Keystore { path: PathBuf, password: String },
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pem { certificate, key } => {
                f.debug_struct("Pem").field("certificate", certificate).field("key", key).finish()
            }
            Self::Keystore { path, .. } => {
                f.debug_struct("Keystore").field("path", path).finish_non_exhaustive()
            }
        }
    }
}

/// What hides the secrets of links in the destination's state topic.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// `None`: links whose properties hold secrets are refused.
    pub key: Option<SecretKey>,
}

/// Every bound that can be set. Bytes and counts are at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Batches that all windows together may hold.
    pub window_bytes: usize,
    /// Batches that one partition's window may hold.
    pub partition_window_bytes: usize,
    /// Asked of a source broker in one fetch; at most half of `window_bytes`.
    pub fetch_bytes: usize,
    /// Asked for one partition in one fetch; at most `partition_window_bytes`.
    pub fetch_partition_bytes: usize,
    /// How long a source broker may hold a fetch that finds nothing.
    pub fetch_wait: Duration,
    /// Largest request taken from a client or follower, largest answer taken from a broker.
    pub frame_bytes: usize,
    /// Open connections on each listener.
    pub connections: usize,
    /// Open connections of the admin server.
    pub admin_connections: usize,
    /// How long a graceful stop may take.
    pub shutdown_grace: Duration,
}

/// What is written to standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// A level, or directives such as `info,kagami::source=debug`.
    pub level: String,
    pub format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

impl Config {
    /// Reads and checks a file; paths in it are relative to its directory.
    ///
    /// # Errors
    /// Every mistake at once, those in files that it names included.
    pub fn load(path: &Path) -> Result<Self, Mistakes> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot be read: {error}");
            Mistakes(vec![Mistake { path: path.display().to_string(), message }])
        })?;
        let table = check::table(&text).map_err(|mistake| {
            let path = format!("{}: {}", path.display(), mistake.path);
            Mistakes(vec![Mistake { path, ..mistake }])
        })?;
        check::config(&table, path.parent().unwrap_or_else(|| Path::new(".")))
    }

    /// Checks a text; paths in it are relative to `directory`.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(text: &str, directory: &Path) -> Result<Self, Mistakes> {
        check::config(&check::table(text).map_err(|mistake| Mistakes(vec![mistake]))?, directory)
    }
}

#[cfg(test)]
mod tests;
