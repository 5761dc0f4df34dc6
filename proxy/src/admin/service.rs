//! From a request to its answer: who may ask, what is asked, what is too much.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, ORIGIN};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use tokio::time::timeout;

use super::answer::Answer;
use super::rest;
use crate::config::Token;
use crate::link::command::Refusal;
use crate::link::handle::Handle;
use crate::metrics::{self, Exporter};

/// Largest body of a request.
const BODY_BYTES_MAX: usize = 1 << 20;
/// Time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// What every connection shares.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) token: Option<Token>,
    pub(super) open_metrics: bool,
    /// Base of the addresses in answers.
    pub(super) url: String,
    pub(super) handle: Handle,
    pub(super) exporter: Exporter,
    /// Whether we were ready once; starting is over then, whatever comes.
    pub(super) was_ready: AtomicBool,
}

impl Service {
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let (route, answer) = self.route(request).await;
        metrics::admin_request(route, answer.status.as_u16());
        answer.into_response()
    }

    async fn route(&self, request: Request<Incoming>) -> (&'static str, Answer) {
        let (head, body) = request.into_parts();
        let reads = head.method == Method::GET || head.method == Method::HEAD;
        match head.uri.path() {
            "/livez" | "/readyz" | "/startupz" if !reads => ("health", Answer::method("GET, HEAD")),
            "/livez" => ("health", Answer::text(StatusCode::OK, "alive")),
            "/readyz" => ("health", self.ready()),
            "/startupz" => ("health", self.started()),
            "/metrics" => {
                let answer = match self.authorize(&head.headers) {
                    Err(refusal) if !self.open_metrics => Answer::from(&refusal),
                    _ if !reads => Answer::method("GET, HEAD"),
                    _ => Answer::metrics(self.exporter.render(&self.handle.snapshot())),
                };
                ("metrics", answer)
            }
            path if path.starts_with("/kafka/v3/") => {
                let answer = async {
                    self.authorize(&head.headers)?;
                    let body = whole(body).await?;
                    let query = head.uri.query().unwrap_or_default();
                    rest::answer(self, &head.method, path, query, &body).await
                };
                ("rest", answer.await.unwrap_or_else(|refusal| Answer::from(&refusal)))
            }
            path => {
                let message = format!(
                    "{path} does not exist; there are /livez, /readyz, /startupz, /metrics and /kafka/v3/clusters"
                );
                ("unknown", Answer::from(&Refusal::new(404, "NOT_FOUND", message)))
            }
        }
    }

    fn authorize(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        // Browsers send it with whatever a foreign page makes them do; nobody else does.
        if headers.contains_key(ORIGIN) {
            return Err(Refusal::new(403, "FORBIDDEN", "requests that a web page makes are not answered"));
        }
        let Some(token) = &self.token else { return Ok(()) };
        let presented = headers.get(AUTHORIZATION).map(hyper::header::HeaderValue::as_bytes);
        let presented = presented.and_then(|header| {
            let (scheme, token) = header.split_at_checked(7)?;
            scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token)
        });
        if presented.is_some_and(|presented| token.matches(presented)) {
            return Ok(());
        }
        let what = if presented.is_none() { "no token was presented" } else { "the token is another" };
        let message = format!(
            "{what}; send Authorization: Bearer with the content of admin.token_file (--token-file on the command line)"
        );
        Err(Refusal::new(401, "AUTHENTICATION_ERROR", message))
    }

    fn ready(&self) -> Answer {
        let snapshot = self.handle.snapshot();
        match (snapshot.registered, &snapshot.problem) {
            (true, None) => {
                self.was_ready.store(true, Ordering::Relaxed);
                Answer::text(StatusCode::OK, "ready")
            }
            (_, Some(problem)) => {
                Answer::text(StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {problem}"))
            }
            (false, None) => {
                let why =
                    "not ready: the destination's controllers have not unfenced this virtual broker yet";
                Answer::text(StatusCode::SERVICE_UNAVAILABLE, why)
            }
        }
    }

    fn started(&self) -> Answer {
        if self.was_ready.load(Ordering::Relaxed) {
            return Answer::text(StatusCode::OK, "started");
        }
        self.ready()
    }
}

async fn whole(body: Incoming) -> Result<Bytes, Refusal> {
    let collected = timeout(BODY_TIMEOUT, Limited::new(body, BODY_BYTES_MAX).collect()).await;
    let collected =
        collected.map_err(|_| Refusal::new(408, "TIMEOUT_ERROR", "the body did not arrive in 10 s"))?;
    match collected {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Refusal::new(413, "INVALID_REQUEST_ERROR", "the body has more than 1 MiB"))
        }
        Err(error) => {
            Err(Refusal::new(400, "INVALID_REQUEST_ERROR", format!("the body is malformed: {error}")))
        }
    }
}
