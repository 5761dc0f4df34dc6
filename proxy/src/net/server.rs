//! TLS toward clients that connect to our listeners.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rustls::ServerConfig;
use rustls::server::WebPkiClientVerifier;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::error::{Error, Peer};
use super::stream::Stream;
use super::tls::{Fingerprint, explain, load_identity, load_trust, principal, provider, versions};
use crate::properties::{Identity, Trust};

/// The values of `ssl.client.auth`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClientAuth {
    /// No certificate is asked for.
    #[default]
    None,
    /// A certificate is asked for; who has none is let in without a name.
    Requested,
    /// Without a certificate nobody is let in.
    Required,
}

/// What a TLS listener shows and asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerTlsSettings {
    /// Our certificate and key; needed.
    pub identity: Identity,
    /// Whose client certificates are accepted; looked at only when one is asked for.
    pub trust: Trust,
    /// Whether a client certificate is asked for.
    pub client_auth: ClientAuth,
}

/// Accepts TLS connections. Files are looked at for each connection; a store that cannot be read any more leaves the last
/// good one in use.
#[derive(Debug)]
pub struct ServerTls {
    settings: ServerTlsSettings,
    loaded: Mutex<(Fingerprint, Arc<ServerConfig>)>,
}

/// A connection that finished its handshake.
#[derive(Debug)]
pub struct Accepted {
    /// The encrypted stream.
    pub stream: Stream,
    /// Name in the client's certificate as Kafka prints it, such as `CN=broker-0,O=example`; `None` without one.
    pub principal: Option<String>,
}

impl ServerTls {
    /// Loads certificates and key.
    ///
    /// # Errors
    /// What is wrong with them, and what would be right.
    pub fn new(settings: ServerTlsSettings) -> Result<Self, String> {
        let fingerprint = fingerprint(&settings)?;
        let config = Arc::new(build(&settings)?);
        Ok(Self { settings, loaded: Mutex::new((fingerprint, config)) })
    }

    /// Does the handshake within `after`. `peer` is only for the texts of errors. Not cancel safe, and need not be: a
    /// dropped handshake closes the connection.
    ///
    /// # Errors
    /// [`Error::PlaintextOnTls`], [`Error::Tls`], [`Error::Timeout`] or [`Error::Closed`].
    pub async fn accept(&self, tcp: TcpStream, peer: &Peer, after: Duration) -> Result<Accepted, Error> {
        let peer = peer.clone();
        match timeout(after, self.handshake(tcp, &peer)).await {
            Ok(result) => result,
            Err(_) => Err(Error::Timeout { peer, what: "the TLS handshake", after }),
        }
    }

    async fn handshake(&self, tcp: TcpStream, peer: &Peer) -> Result<Accepted, Error> {
        let closed = |cause: String| Error::Closed { peer: peer.clone(), cause: cause.into() };
        let mut first = [0; 1];
        match tcp.peek(&mut first).await {
            Ok(0) => return Err(closed("it ended before the TLS handshake".to_owned())),
            // The kind of a record that carries a handshake.
            Ok(_) if first != [22] => return Err(Error::PlaintextOnTls { peer: peer.clone() }),
            Ok(_) => {}
            Err(error) => return Err(closed(error.to_string())),
        }
        let stream = TlsAcceptor::from(self.config()).accept(tcp).await.map_err(|error| {
            match error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>()) {
                Some(tls) => Error::Tls { peer: peer.clone(), cause: explain(tls).into() },
                None => closed(format!("it ended inside the TLS handshake: {error}")),
            }
        })?;
        let certificates = stream.get_ref().1.peer_certificates();
        let principal = certificates.and_then(|chain| principal(chain.first()?));
        Ok(Accepted { stream: Stream::TlsServer(Box::new(stream)), principal })
    }

    /// What new connections are accepted with: the files as they are now.
    pub fn config(&self) -> Arc<ServerConfig> {
        let mut loaded = self.loaded.lock();
        let fresh = fingerprint(&self.settings).and_then(|fresh| {
            if fresh == loaded.0 { Ok(None) } else { Ok(Some((fresh, Arc::new(build(&self.settings)?)))) }
        });
        match fresh {
            Ok(None) => {}
            Ok(Some(fresh)) => *loaded = fresh,
            Err(error) => {
                tracing::warn!(error, "certificates cannot be loaded again; the last good ones stay in use");
            }
        }
        Arc::clone(&loaded.1)
    }
}

fn fingerprint(settings: &ServerTlsSettings) -> Result<Fingerprint, String> {
    Fingerprint::take(&settings.trust, &settings.identity)
}

fn build(settings: &ServerTlsSettings) -> Result<ServerConfig, String> {
    let (chain, key) =
        load_identity(&settings.identity)?.ok_or("a TLS listener needs a certificate and its key")?;
    let builder = ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&versions([true, true]))
        .map_err(|error| error.to_string())?;
    let builder = match settings.client_auth {
        ClientAuth::None => builder.with_no_client_auth(),
        asked @ (ClientAuth::Requested | ClientAuth::Required) => {
            let (roots, _) = load_trust(&settings.trust)?;
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider());
            let verifier =
                if asked == ClientAuth::Requested { verifier.allow_unauthenticated() } else { verifier };
            builder.with_client_cert_verifier(verifier.build().map_err(|error| error.to_string())?)
        }
    };
    builder
        .with_single_cert(chain, key)
        .map_err(|error| format!("our certificate and key cannot be used: {error}"))
}
