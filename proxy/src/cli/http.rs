//! One HTTP request to an admin server.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, Uri};
use hyper_util::rt::TokioIo;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::config::Token;
use crate::shutdown::detached;

/// Time to connect and to encrypt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Largest answer; describing 10,000 partitions takes about 5 MiB.
const ANSWER_BYTES_MAX: usize = 256 << 20;

/// An admin server and what it takes to speak to it.
#[derive(Clone)]
pub(super) struct Endpoint {
    pub(super) url: String,
    pub(super) token: Option<Token>,
    pub(super) tls: Option<Arc<rustls::ClientConfig>>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Status and body of an answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Bytes,
}

impl Endpoint {
    /// Sends a request on a connection of its own. Waits for the answer without a limit, for a verb may take its time.
    pub(super) async fn send(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Answer, String> {
        let uri: Uri =
            format!("{}{path}", self.url).parse().map_err(|_| "the address is no URL".to_owned())?;
        let host = uri.host().ok_or("the address has no host")?;
        let is_tls = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let connected = timeout(CONNECT_TIMEOUT, TcpStream::connect((bare, port))).await;
        let stream =
            connected.map_err(|_| "no connection within 10 s")?.map_err(|error| error.to_string())?;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::builder().method(method).uri(path).header(HOST, format!("{host}:{port}"));
        if let Some(token) = &self.token {
            let mut value = HeaderValue::try_from(format!("Bearer {}", token.reveal()))
                .expect("a token is made of visible characters");
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        if !body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|error| error.to_string())?;
        if !is_tls {
            return exchange(stream, request).await;
        }
        let config = self.tls.clone().ok_or("no certificates are trusted")?;
        let name =
            ServerName::try_from(bare.to_owned()).map_err(|_| "the host is no name for a certificate")?;
        let encrypted = timeout(CONNECT_TIMEOUT, TlsConnector::from(config).connect(name, stream)).await;
        let stream = encrypted.map_err(|_| "no TLS within 10 s".to_owned())?.map_err(|error| {
            format!("TLS failed: {error}; name the certificates that sign the server's with --admin-ca")
        })?;
        exchange(stream, request).await
    }
}

async fn exchange<S>(stream: S, request: Request<Full<Bytes>>) -> Result<Answer, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let words = |error: hyper::Error| format!("the answer is no HTTP or was cut off ({error})");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(words)?;
    // Ends with the request: the handle lives to the end of this function.
    let _connection = detached("http connection", connection);
    let response = sender.send_request(request).await.map_err(words)?;
    let status = response.status().as_u16();
    let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
    let body = body.map_err(|error| format!("the answer was cut off ({error})"))?.to_bytes();
    Ok(Answer { status, body })
}
