//! An answer before it becomes HTTP.

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Response, StatusCode};
use serde::Serialize;

use crate::link::command::Refusal;

/// What a route answers.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    content_type: &'static str,
    body: Bytes,
    /// Methods that the path knows, for 405.
    allow: Option<&'static str>,
}

impl Answer {
    /// Text for a person or a probe.
    pub(super) fn text(status: StatusCode, text: impl Into<String>) -> Self {
        let mut text = text.into();
        text.push('\n');
        Self { status, content_type: "text/plain; charset=utf-8", body: text.into(), allow: None }
    }

    /// Prometheus' text format.
    pub(super) fn metrics(text: String) -> Self {
        let content_type = "text/plain; version=0.0.4; charset=utf-8";
        Self { status: StatusCode::OK, content_type, body: text.into(), allow: None }
    }

    pub(super) fn json(status: StatusCode, value: &impl Serialize) -> Self {
        let body = serde_json::to_vec(value).expect("our shapes have text keys only");
        Self { status, content_type: "application/json", body: body.into(), allow: None }
    }

    /// The method is none of `allow`.
    pub(super) fn method(allow: &'static str) -> Self {
        let refusal = Refusal::new(405, "METHOD_NOT_ALLOWED", format!("this path knows {allow}"));
        Self { allow: Some(allow), ..Self::from(&refusal) }
    }

    pub(super) fn into_response(self) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(allow) = self.allow {
            headers.insert(ALLOW, HeaderValue::from_static(allow));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // What is left of the body is not worth reading.
        if matches!(self.status, StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The JSON of every refusal: `{"error_code": 404, "error": "…", "message": "…", "field": …}`.
impl From<&Refusal> for Answer {
    fn from(refusal: &Refusal) -> Self {
        let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::json(status, &super::shape::ErrorBody::from(refusal))
    }
}
