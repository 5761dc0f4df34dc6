//! Bearer tokens: from a file, from an OAuth endpoint, or unsecured ones for tests.

mod endpoint;

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::properties::{Login, SaslSettings, Secret};

/// Where tokens come from.
enum From {
    /// `sasl.oauthbearer.token.file`, or a token endpoint that is a `file:` address. Read each time.
    File(String),
    /// `sasl.oauthbearer.token.endpoint.url`.
    Endpoint(endpoint::Request),
    /// `unsecuredLogin…` options: a token that only says who we are.
    Unsecured(Map<String, Value>),
}

/// Brings tokens; one from an endpoint serves until four fifths of its life are over.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    kept: Mutex<Option<Kept>>,
}

struct Kept {
    token: String,
    until: Instant,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("until", &self.until).finish_non_exhaustive()
    }
}

impl Tokens {
    /// Looks up where tokens come from, without asking for one.
    pub(super) fn check(settings: &SaslSettings, login: Option<&Login>) -> Result<(), String> {
        source(settings, login).map(drop)
    }

    /// The client's message (RFC 7628, section 3.1) with a token and the login's extensions.
    pub(super) async fn message(
        &self,
        settings: &SaslSettings,
        login: Option<&Login>,
    ) -> Result<String, String> {
        let token = match source(settings, login)? {
            From::File(path) => read(&path)?,
            From::Unsecured(claims) => unsecured(claims),
            From::Endpoint(request) => self.ask(&request).await?,
        };
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) || token.is_empty() {
            return Err("the token is empty or has bytes in it that no token has".to_owned());
        }
        let mut message = format!("n,,\x01auth=Bearer {token}\x01");
        for (name, value) in options(login, "extension_")? {
            message.push_str(&format!("{name}={value}\x01"));
        }
        message.push('\x01');
        Ok(message)
    }

    /// Holds the lock while asking, so that many dials at once ask once.
    async fn ask(&self, request: &endpoint::Request) -> Result<String, String> {
        let mut kept = self.kept.lock().await;
        match &*kept {
            Some(kept) if Instant::now() < kept.until => Ok(kept.token.clone()),
            Some(_) | None => {
                let (token, lifetime) = request.ask().await?;
                *kept = lifetime
                    .map(|lifetime| Kept { token: token.clone(), until: Instant::now() + lifetime * 4 / 5 });
                Ok(token)
            }
        }
    }
}

/// Options whose name starts with `prefix`, by the rest of their name.
fn options(login: Option<&Login>, prefix: &str) -> Result<BTreeMap<String, String>, String> {
    let options = login.into_iter().flat_map(|login| &login.options);
    let options = options.filter_map(|(name, value)| Some((name.strip_prefix(prefix)?, value)));
    options.map(|(name, value)| Ok((name.to_owned(), resolve(prefix, value)?))).collect()
}

fn resolve(name: &str, value: &Secret) -> Result<String, String> {
    value.resolve().map_err(|error| format!("{name}: {error}"))
}

fn source(settings: &SaslSettings, login: Option<&Login>) -> Result<From, String> {
    let setting = |name: &str| settings.oauth.get(name).map(|value| resolve(name, value)).transpose();
    if let Some(path) = setting("token.file")? {
        return Ok(From::File(path));
    }
    if let Some(url) = setting("token.endpoint.url")? {
        if let Some(path) = url.strip_prefix("file:") {
            return Ok(From::File(format!("/{}", path.trim_start_matches('/'))));
        }
        let option = |setting_name: &str, option_name: &str| match setting(setting_name)? {
            Some(value) => Ok(Some(value)),
            None => {
                let value = login.and_then(|login| login.options.get(option_name));
                value.map(|value| resolve(option_name, value)).transpose()
            }
        };
        let missing = |name: &str| format!("sasl.jaas.config: option {name} is missing, which {url} needs");
        return Ok(From::Endpoint(endpoint::Request {
            client_id: option("client.credentials.client.id", "clientId")?
                .ok_or_else(|| missing("clientId"))?,
            client_secret: option("client.credentials.client.secret", "clientSecret")?
                .ok_or_else(|| missing("clientSecret"))?,
            scope: option("scope", "scope")?,
            url_encode: setting("header.urlencode")?.is_some_and(|value| value == "true"),
            tls: options(login, "ssl.")?.into_iter().map(|(k, v)| (format!("ssl.{k}"), v)).collect(),
            url,
        }));
    }
    let claims = claims(login)?;
    if claims.is_empty() {
        return Err(
            "no token: set sasl.oauthbearer.token.endpoint.url with clientId and clientSecret in sasl.jaas.config, or sasl.oauthbearer.token.file".to_owned(),
        );
    }
    Ok(From::Unsecured(claims))
}

fn read(path: &str) -> Result<String, String> {
    let token = std::fs::read_to_string(path).map_err(|error| format!("token file {path}: {error}"))?;
    Ok(token.trim().to_owned())
}

/// The claims of an unsecured token, from options as Kafka's own handler for tests reads them.
fn claims(login: Option<&Login>) -> Result<Map<String, Value>, String> {
    let mut claims = Map::new();
    for (name, value) in options(login, "unsecuredLoginStringClaim_")? {
        claims.insert(name, Value::String(value));
    }
    for (name, value) in options(login, "unsecuredLoginNumberClaim_")? {
        let number: f64 =
            value.parse().map_err(|_| format!("unsecuredLoginNumberClaim_{name}: no number"))?;
        claims.insert(name, json!(number));
    }
    for (name, value) in options(login, "unsecuredLoginListClaim_")? {
        // The first character says what stands between the others.
        let mut chars = value.chars();
        let list: Vec<&str> = match chars.next() {
            Some(separator) => chars.as_str().split(separator).collect(),
            None => Vec::new(),
        };
        claims.insert(name, json!(list));
    }
    if claims.is_empty() {
        return Ok(claims);
    }
    let lifetime = options(login, "unsecuredLoginLifetimeSeconds")?.into_values().next();
    let lifetime = match lifetime {
        None => 3600,
        Some(text) => text.parse().map_err(|_| "unsecuredLoginLifetimeSeconds: no number".to_owned())?,
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    claims.insert("iat".to_owned(), json!(now.as_secs()));
    claims.insert("exp".to_owned(), json!((now + Duration::from_secs(lifetime)).as_secs()));
    Ok(claims)
}

/// A token without a signature (RFC 7515, appendix A.5).
fn unsecured(claims: Map<String, Value>) -> String {
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.", encode(&json!({"alg": "none"})), encode(&Value::Object(claims)))
}

#[cfg(test)]
mod tests;
