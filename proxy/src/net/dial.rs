//! From a host name to a connection that is ready for requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use kagami_codec::message::{ApiVersionsRequest, ApiVersionsResponse};
use kagami_codec::types::ErrorCode;
use kagami_codec::{Message, Request};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::call::check;
use super::connection::{Connection, Limits};
use super::error::{Error, Peer, Side};
use super::prepare;
use super::security::Security;
use super::stream::Stream;
use super::versions::ApiVersions;

/// The version of ApiVersions that is asked first. Version 5 lets a broker turn away who looks for another cluster or
/// node (KIP-1242), which we do not ask for.
const API_VERSIONS_MAX: i16 = 4;

/// Dials the brokers of one cluster with one set of credentials.
#[derive(Clone, Debug)]
pub struct Dialer {
    /// What the brokers are to us.
    pub side: Side,
    /// What we call ourselves in requests; brokers show it in logs, metrics and quotas.
    pub client_id: Arc<str>,
    /// Encryption and credentials.
    pub security: Security,
    /// Bounds of each connection.
    pub limits: Limits,
}

impl Dialer {
    /// A dialer with the default limits.
    pub fn new(side: Side, client_id: impl Into<Arc<str>>, security: Security) -> Self {
        Self { side, client_id: client_id.into(), security, limits: Limits::default() }
    }

    /// Connects, tries every address of the host in turn, encrypts, learns the broker's versions and authenticates.
    /// Cancel safe: a dropped dial leaves nothing behind.
    ///
    /// # Errors
    /// Every variant of [`Error`] but those of single requests.
    pub async fn connect(&self, host: &str, port: u16) -> Result<Connection, Error> {
        let (stream, peer) = self.open(host, port).await?;
        self.over(stream, peer).await
    }

    /// Connects and encrypts, and leaves what is said to the caller: no versions are asked for, no credentials shown.
    /// Cancel safe: a dropped dial leaves nothing behind.
    ///
    /// # Errors
    /// As [`Dialer::connect`], authentication aside.
    pub async fn stream(&self, host: &str, port: u16) -> Result<Stream, Error> {
        Ok(self.open(host, port).await?.0)
    }

    async fn open(&self, host: &str, port: u16) -> Result<(Stream, Peer), Error> {
        // Java clients write IPv6 addresses in brackets.
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let peer = Peer::new(self.side, join(host, port));
        let tcp = self.connect_tcp(&peer, host, port).await?;
        let stream = self.security.protect(&peer, host, tcp, self.limits.connect_timeout).await?;
        Ok((stream, peer))
    }

    /// As [`Dialer::connect`], for a `host:port` in one piece, as in `bootstrap.servers`.
    ///
    /// # Errors
    /// As [`Dialer::connect`], and when the address has no port.
    pub async fn connect_to(&self, address: &str) -> Result<Connection, Error> {
        let split = address.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse().ok()?)));
        let Some((host, port)) = split else {
            let peer = Peer::new(self.side, address);
            return Err(Error::Resolve { peer, cause: "the address is not host:port".into() });
        };
        self.connect(host, port).await
    }

    /// Makes a connection ready over a stream that is already there.
    ///
    /// # Errors
    /// As [`Dialer::connect`].
    pub async fn over(&self, stream: Stream, peer: Peer) -> Result<Connection, Error> {
        let connection = Connection::over(stream, peer, Arc::clone(&self.client_id), &self.limits);
        connection.set_versions(negotiate(&connection).await?);
        self.security.authenticate(&connection).await?;
        Ok(connection)
    }

    async fn connect_tcp(&self, peer: &Peer, host: &str, port: u16) -> Result<TcpStream, Error> {
        let after = self.limits.connect_timeout;
        let addresses = timeout(after, tokio::net::lookup_host((host, port))).await;
        let addresses: Vec<SocketAddr> = match addresses {
            Ok(Ok(addresses)) => addresses.collect(),
            Ok(Err(error)) => {
                return Err(Error::Resolve { peer: peer.clone(), cause: error.to_string().into() });
            }
            Err(_) => {
                let cause = format!("no answer within {} ms", after.as_millis()).into();
                return Err(Error::Resolve { peer: peer.clone(), cause });
            }
        };
        let mut causes = Vec::new();
        for address in addresses {
            match connect_one(address, after).await {
                Ok(tcp) => return Ok(tcp),
                Err(cause) => causes.push(format!("{address}: {cause}")),
            }
        }
        if causes.is_empty() {
            return Err(Error::Resolve { peer: peer.clone(), cause: "the name has no address".into() });
        }
        Err(Error::Connect { peer: peer.clone(), cause: causes.join("; ").into() })
    }
}

fn join(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

async fn connect_one(address: SocketAddr, after: Duration) -> Result<TcpStream, String> {
    match timeout(after, TcpStream::connect(address)).await {
        Ok(Ok(tcp)) => {
            prepare(&tcp);
            Ok(tcp)
        }
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("no answer within {} ms", after.as_millis())),
    }
}

/// Asks what the broker can do. A broker that does not know our version answers in version 0 with error 35 and, from
/// Kafka 2.4 on, the versions that it knows (KIP-511); older ones are asked again in version 0.
async fn negotiate(connection: &Connection) -> Result<ApiVersions, Error> {
    let request = ApiVersionsRequest {
        client_software_name: "kagami".to_owned(),
        client_software_version: env!("CARGO_PKG_VERSION").to_owned(),
        ..ApiVersionsRequest::default()
    };
    let body = connection.call_frame(&request, API_VERSIONS_MAX).await?;
    let mut response = if body.starts_with(&UNSUPPORTED_VERSION) {
        let refusal = connection.decode::<ApiVersionsRequest>(body, 0)?;
        let theirs = table(&refusal);
        let version = theirs.highest(ApiVersionsRequest::KEY, 0, API_VERSIONS_MAX).unwrap_or(0);
        connection.call_at(&request, version).await?
    } else {
        connection.decode::<ApiVersionsRequest>(body, API_VERSIONS_MAX)?
    };
    check(response.error_code).map_err(|code| refused(connection, code))?;
    let versions = table(&response);
    let features = std::mem::take(&mut response.supported_features);
    Ok(versions.with_features(features.into_iter().map(|f| (f.name, (f.min_version, f.max_version)))))
}

/// Error 35 as it stands at the front of every version of the response.
const UNSUPPORTED_VERSION: [u8; 2] = [0, 35];

fn table(response: &ApiVersionsResponse) -> ApiVersions {
    response.api_keys.iter().map(|api| (api.api_key, (api.min_version, api.max_version))).collect()
}

fn refused(connection: &Connection, code: ErrorCode) -> Error {
    let what =
        format!("{}: the broker refused it with {code}", <ApiVersionsRequest as Request>::Response::NAME);
    Error::Malformed { peer: connection.peer().clone(), what: what.into() }
}

#[cfg(test)]
pub(super) mod tests;
