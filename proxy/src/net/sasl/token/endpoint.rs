//! The client-credentials grant of OAuth (RFC 6749, section 4.4) over HTTP.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Uri};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::net::error::{Peer, Side};
use crate::net::stream::Stream;
use crate::net::tls::ClientTls;
use crate::properties::{ClientSecurity, TlsSettings};

/// For the whole exchange; Java's clients wait 10 s for each of connecting and reading.
const WITHIN: Duration = Duration::from_secs(20);

/// Tokens have a few kilobytes.
const RESPONSE_BYTES_MAX: usize = 1 << 20;

/// What is asked of whom.
pub(super) struct Request {
    pub url: String,
    pub client_id: String,
    pub client_secret: String,
    pub scope: Option<String>,
    /// Whether id and secret are form-encoded before they become a header.
    pub url_encode: bool,
    /// `ssl.*` options of the login; without them the system's authorities are trusted, as a JVM does.
    pub tls: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Answer {
    access_token: Option<String>,
    /// Seconds.
    expires_in: Option<f64>,
    error: Option<String>,
    error_description: Option<String>,
}

impl Request {
    /// Asks for a token and returns it with its lifetime, where one is said.
    pub(super) async fn ask(&self) -> Result<(String, Option<Duration>), String> {
        let asked = timeout(WITHIN, self.exchange()).await;
        let answer = asked.unwrap_or_else(|_| Err(format!("no answer within {} s", WITHIN.as_secs())));
        answer.map_err(|problem| format!("token endpoint {}: {problem}", self.url))
    }

    async fn exchange(&self) -> Result<(String, Option<Duration>), String> {
        let uri: Uri = self.url.parse().map_err(|_| "it is no address".to_owned())?;
        let host = uri.host().ok_or("it names no host")?.trim_matches(['[', ']']);
        let stream = self.connect(&uri, host).await?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        let request = self.request(&uri)?;
        let answer = async move {
            let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
            let status = response.status();
            let body = Limited::new(response.into_body(), RESPONSE_BYTES_MAX).collect();
            let body = body.await.map_err(|error| error.to_string())?.to_bytes();
            Ok::<_, String>((status, body))
        };
        // The connection does its work only while it is awaited. It ends once the sender inside `answer` is gone, and its
        // failure is the answer's failure.
        let (answer, _ended) = tokio::join!(answer, connection);
        let (status, body) = answer?;
        let answer: Answer =
            serde_json::from_slice(&body).map_err(|_| format!("HTTP {status} without JSON in it"))?;
        match answer.access_token {
            Some(token) if status.is_success() => {
                let lifetime = answer.expires_in.and_then(|s| Duration::try_from_secs_f64(s).ok());
                Ok((token, lifetime))
            }
            Some(_) | None => {
                let error = answer.error.unwrap_or_else(|| "no access_token in the answer".to_owned());
                Err(format!("HTTP {status}: {error} {}", answer.error_description.unwrap_or_default()))
            }
        }
    }

    async fn connect(&self, uri: &Uri, host: &str) -> Result<Stream, String> {
        let encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err("it is neither http, https nor file".to_owned()),
        };
        let port = uri.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let tcp = TcpStream::connect((host, port)).await.map_err(|error| error.to_string())?;
        if !encrypted {
            return Ok(Stream::Plain(tcp));
        }
        let peer = Peer::new(Side::Ourselves, uri.authority().map_or(host, |authority| authority.as_str()));
        let tls = ClientTls::new(self.tls_settings()?);
        tls.connect(&peer, host, tcp, WITHIN).await.map_err(|error| error.to_string())
    }

    fn tls_settings(&self) -> Result<TlsSettings, String> {
        let mut entries = self.tls.clone();
        entries.insert("security.protocol".to_owned(), "SSL".to_owned());
        let security = ClientSecurity::from_properties(&entries)
            .map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        Ok(security.tls.unwrap_or_default())
    }

    fn request(&self, uri: &Uri) -> Result<hyper::Request<Full<Bytes>>, String> {
        let say = |text: &str| if self.url_encode { form(text) } else { text.to_owned() };
        let credentials = format!("{}:{}", say(&self.client_id), say(&self.client_secret));
        let mut body = "grant_type=client_credentials".to_owned();
        if let Some(scope) = &self.scope {
            body.push_str(&format!("&scope={}", form(scope)));
        }
        hyper::Request::builder()
            .method(Method::POST)
            .uri(uri.path_and_query().map_or("/", |path| path.as_str()))
            .header(HOST, uri.authority().map_or("", |authority| authority.as_str()))
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(AUTHORIZATION, format!("Basic {}", STANDARD.encode(credentials)))
            .body(Full::from(body))
            .map_err(|error| error.to_string())
    }
}

/// Form encoding: letters, digits and `*-._` stay, a blank becomes a plus.
fn form(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'*' | b'-' | b'.' | b'_' => {
                encoded.push(char::from(byte))
            }
            b' ' => encoded.push('+'),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
