//! Bytes between us and our peers: streams, TLS, SASL, frames and pipelined connections.
//!
//! This module owns sockets and knows frames and the few requests that every connection starts with. It bounds what a
//! peer can make us hold: frames by a limit, requests by a number, every wait by a time. It refuses to know what the
//! other requests mean, and it never prints a secret.

mod buffers;
mod call;
pub mod connection;
pub mod dial;
pub mod error;
pub mod frame;
mod sasl;
pub mod security;
pub mod server;
pub mod stream;
mod tcp;
mod tls;
pub mod versions;

pub use buffers::Buffers;
pub use connection::{Answer, Connection, Limits};
pub use dial::Dialer;
pub use error::{Error, Peer, Recovery, Side};
pub use frame::{FrameError, read_frame, write_frame};
pub use security::Security;
pub use server::{Accepted, ClientAuth, ServerTls, ServerTlsSettings};
pub use stream::Stream;
pub use tcp::prepare;
pub use versions::ApiVersions;
