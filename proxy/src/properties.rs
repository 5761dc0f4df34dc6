//! Java client properties, as users of Kafka write them: the file format, logins, references and client security.
//!
//! Owns the meaning of `security.protocol`, `ssl.*` and `sasl.*`. Promises to report every mistake at once with its key
//! and a remedy, and never to keep or print what a reference such as `${file:/run/secrets/source:password}` stands for.
//! Knows no sockets.

mod client;
mod jaas;
mod keys;
mod parse;
mod protocol;
mod secret;

pub use client::{ClientSecurity, Identity, Mechanism, SaslSettings, StoreFormat, TlsSettings, Trust};
pub use jaas::{Login, Module};
pub use keys::{is_client_property, is_secret};
pub use parse::{Properties, parse};
pub use protocol::Protocol;
pub use secret::{HIDDEN, Secret, Unresolved, is_reference};

/// Something in a file or among settings that cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Mistake {
    /// Where it is: the key, like `ssl.keystore.type` or `listener[1].bind`; `line 7` where there is none; the name of
    /// a file.
    pub path: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Mistake {
    /// A mistake at `path`.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}
