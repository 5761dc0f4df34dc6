//! What a dialled connection needs before its first ordinary request: encryption and credentials.

use std::time::Duration;

use tokio::net::TcpStream;

use super::connection::Connection;
use super::error::{Error, Peer};
use super::stream::Stream;

/// Encryption and credentials toward one cluster; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Security {}

impl Security {
    /// Neither encryption nor credentials.
    pub fn plaintext() -> Self {
        Self::default()
    }

    pub(super) async fn protect(
        &self,
        _peer: &Peer,
        _host: &str,
        tcp: TcpStream,
        _timeout: Duration,
    ) -> Result<Stream, Error> {
        Ok(Stream::plain(tcp))
    }

    pub(super) async fn authenticate(&self, _connection: &Connection, _host: &str) -> Result<(), Error> {
        Ok(())
    }
}
