//! What a dialled connection needs before its first ordinary request: encryption and credentials.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;

use super::connection::Connection;
use super::error::{Error, Peer};
use super::sasl::{Sasl, keep_authenticated};
use super::stream::Stream;
use super::tls::ClientTls;
use crate::properties::ClientSecurity;

/// Encryption and credentials toward one cluster; cheap to clone. Holds settings as they were written: references and
/// files are looked up for each dial.
#[derive(Clone, Debug, Default)]
pub struct Security {
    tls: Option<Arc<ClientTls>>,
    sasl: Option<Arc<Sasl>>,
}

impl Security {
    /// Neither encryption nor credentials.
    pub fn plaintext() -> Self {
        Self::default()
    }

    /// As a client's properties say.
    pub fn new(settings: ClientSecurity) -> Self {
        Self {
            tls: settings.tls.map(|tls| Arc::new(ClientTls::new(tls))),
            sasl: settings.sasl.map(|sasl| Arc::new(Sasl::new(sasl))),
        }
    }

    /// Looks up references and loads files now, to find mistakes before the first dial.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn check(&self) -> Result<(), String> {
        self.tls.as_ref().map_or(Ok(()), |tls| tls.config().map(drop))?;
        self.sasl.as_ref().map_or(Ok(()), |sasl| sasl.check())
    }

    pub(super) async fn protect(
        &self,
        peer: &Peer,
        host: &str,
        tcp: TcpStream,
        after: Duration,
    ) -> Result<Stream, Error> {
        match &self.tls {
            None => Ok(Stream::Plain(tcp)),
            Some(tls) => tls.connect(peer, host, tcp, after).await,
        }
    }

    pub(super) async fn authenticate(&self, connection: &Connection) -> Result<(), Error> {
        match &self.sasl {
            None => Ok(()),
            Some(sasl) => keep_authenticated(Arc::clone(sasl), connection).await,
        }
    }
}
