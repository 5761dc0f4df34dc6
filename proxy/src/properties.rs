//! Java client properties, as users of Kafka write them: the file format, logins, references and client security.
//!
//! Owns the meaning of `security.protocol`, `ssl.*` and `sasl.*`. Promises to report every mistake at once with its key
//! and a remedy, and never to keep or print what a reference such as `${file:/run/secrets/source:password}` stands for.
//! Knows no sockets.

mod client;
mod jaas;
mod keys;
mod parse;
mod secret;

pub use client::{
    ClientSecurity, Identity, Mechanism, Protocol, SaslSettings, StoreFormat, TlsSettings, Trust,
};
pub use jaas::{Login, Module};
pub use keys::{is_client_property, is_secret};
pub use parse::{Properties, parse};
pub use secret::{Secret, Unresolved};

/// Something in a properties file that cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct Mistake {
    /// The key, or `line 7` where there is none.
    pub field: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Mistake {
    /// A mistake in `field`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}
