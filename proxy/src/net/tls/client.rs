//! TLS toward brokers.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rustls::{ClientConfig, SupportedCipherSuite};
use rustls_pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::material::{Fingerprint, load_identity, load_trust};
use super::verify::Verifier;
use super::{explain, provider, versions};
use crate::net::error::{Error, Peer};
use crate::net::stream::Stream;
use crate::properties::TlsSettings;

/// Encrypts dialled connections. Settings and files are looked at for each dial; a store that cannot be read any more
/// leaves the last good one in use.
#[derive(Debug)]
pub(in crate::net) struct ClientTls {
    settings: TlsSettings,
    loaded: Mutex<Option<(Fingerprint, Arc<ClientConfig>)>>,
}

impl ClientTls {
    pub(in crate::net) fn new(settings: TlsSettings) -> Self {
        Self { settings, loaded: Mutex::new(None) }
    }

    /// Loads what has changed and returns the configuration in force.
    ///
    /// # Errors
    /// What is wrong with settings or files, when they never were right.
    pub(in crate::net) fn config(&self) -> Result<Arc<ClientConfig>, String> {
        let mut loaded = self.loaded.lock();
        let fresh = Fingerprint::take(&self.settings.trust, &self.settings.identity);
        let outcome = fresh.and_then(|fresh| match &*loaded {
            Some((known, config)) if *known == fresh => Ok((fresh, Arc::clone(config))),
            Some(_) | None => Ok((fresh, Arc::new(build(&self.settings)?))),
        });
        match (outcome, &*loaded) {
            (Ok((fingerprint, config)), _) => {
                *loaded = Some((fingerprint, Arc::clone(&config)));
                Ok(config)
            }
            (Err(error), Some((_, config))) => {
                tracing::warn!(error, "certificates cannot be loaded again; the last good ones stay in use");
                Ok(Arc::clone(config))
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Encrypts a connection to `host`.
    pub(in crate::net) async fn connect(
        &self,
        peer: &Peer,
        host: &str,
        tcp: TcpStream,
        after: Duration,
    ) -> Result<Stream, Error> {
        let settings = |problem: String| Error::Settings { peer: peer.clone(), problem: problem.into() };
        let config = self.config().map_err(settings)?;
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| settings(format!("{host} is not a host name that a certificate can be for")))?;
        match timeout(after, TlsConnector::from(config).connect(name, tcp)).await {
            Ok(Ok(stream)) => Ok(Stream::TlsClient(Box::new(stream))),
            Ok(Err(error)) => Err(failed(peer, &error)),
            Err(_) => Err(Error::Timeout { peer: peer.clone(), what: "the TLS handshake", after }),
        }
    }
}

/// A broker without TLS takes the handshake for a length, finds it too large, and hangs up without a word.
fn failed(peer: &Peer, error: &std::io::Error) -> Error {
    let peer = peer.clone();
    let tls = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    match tls {
        Some(rustls::Error::InvalidMessage(_)) | None => {
            Error::TlsOnPlaintext { peer, cause: error.to_string().into() }
        }
        Some(tls) => Error::Tls { peer, cause: explain(tls).into() },
    }
}

fn build(settings: &TlsSettings) -> Result<ClientConfig, String> {
    let (roots, trusted) = load_trust(&settings.trust)?;
    let mut provider = (*provider()).clone();
    if !settings.cipher_suites.is_empty() {
        provider.cipher_suites.retain(|suite| {
            let name = java_name(*suite);
            settings.cipher_suites.contains(&name)
        });
        if provider.cipher_suites.is_empty() {
            let known: Vec<_> =
                super::provider().cipher_suites.iter().map(|suite| java_name(*suite)).collect();
            return Err(format!("ssl.cipher.suites: none is supported; supported are {}", known.join(", ")));
        }
    }
    let provider = Arc::new(provider);
    let verify_host = settings.verify_host;
    let verifier = Verifier { roots, trusted, verify_host, provider: Arc::clone(&provider) };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&versions(settings.versions))
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    match load_identity(&settings.identity)? {
        None => Ok(builder.with_no_client_auth()),
        Some((chain, key)) => builder
            .with_client_auth_cert(chain, key)
            .map_err(|error| format!("our certificate and key cannot be used: {error}")),
    }
}

/// The name of a cipher suite as Java has it; rustls puts the version into its own.
fn java_name(suite: SupportedCipherSuite) -> String {
    format!("{:?}", suite.suite()).replace("TLS13_", "TLS_")
}
