//! SASL toward brokers: PLAIN, SCRAM and OAUTHBEARER inside Kafka's own frames (KIP-43, KIP-152), and again before the
//! session ends (KIP-368).
//!
//! Credentials are looked up for each authentication and not kept. Brokers older than Kafka 1.0, which want bare tokens
//! after the handshake, are refused by version.

mod scram;
mod token;

use std::time::Duration;

use bytes::Bytes;
use kagami_codec::message::{SaslAuthenticateRequest, SaslAuthenticateResponse, SaslHandshakeRequest};
use kagami_codec::types::ErrorCode;

use super::call::check;
use super::connection::{Connection, Turn};
use super::error::Error;
use crate::properties::{Login, Mechanism, SaslSettings};
use token::Tokens;

/// The mechanism is not offered.
const UNSUPPORTED_SASL_MECHANISM: ErrorCode = ErrorCode(33);

/// The listener has no SASL, or is past it.
const ILLEGAL_SASL_STATE: ErrorCode = ErrorCode(34);

/// When to authenticate again, in hundredths of the session: early enough for slow brokers, late enough not to add up.
/// Java clients choose at random from 85 to 95.
const RENEW_AT_PERCENT: u32 = 85;

/// Proves to brokers who we are.
#[derive(Debug)]
pub(super) struct Sasl {
    settings: SaslSettings,
    tokens: Tokens,
}

/// One authentication in progress.
struct Dialogue<'a> {
    connection: &'a Connection,
    mechanism: Mechanism,
    version: i16,
    turn: Turn,
}

impl Sasl {
    pub(super) fn new(settings: SaslSettings) -> Self {
        Self { settings, tokens: Tokens::default() }
    }

    /// Looks credentials up without using them.
    ///
    /// # Errors
    /// What is wrong, and what would be right; never a value.
    pub(super) fn check(&self) -> Result<(), String> {
        let login = self.settings.login()?;
        match self.settings.mechanism {
            Mechanism::Plain | Mechanism::ScramSha256 | Mechanism::ScramSha512 => {
                credentials(login.as_ref()).map(drop)
            }
            Mechanism::OauthBearer => Tokens::check(&self.settings, login.as_ref()),
        }
    }

    /// Authenticates a connection and returns how long that holds; `None` when for ever.
    ///
    /// # Errors
    /// [`Error::Authentication`], [`Error::UnsupportedMechanism`], [`Error::Settings`] and those of calls.
    pub(super) async fn authenticate(
        &self,
        connection: &Connection,
        turn: Turn,
    ) -> Result<Option<Duration>, Error> {
        let mechanism = self.settings.mechanism;
        let version = connection.version::<SaslAuthenticateRequest>()?;
        let dialogue = Dialogue { connection, mechanism, version, turn };
        // Credentials first: a broker gives little time between handshake and token.
        let login = self.settings.login().map_err(|problem| dialogue.settings(problem))?;
        let ended = match mechanism {
            Mechanism::Plain => {
                let (user, password) = credentials(login.as_ref()).map_err(|e| dialogue.settings(e))?;
                dialogue.handshake().await?;
                dialogue.say(format!("\0{user}\0{password}")).await?
            }
            Mechanism::ScramSha256 | Mechanism::ScramSha512 => dialogue.scram(login.as_ref()).await?,
            Mechanism::OauthBearer => {
                let token = self.tokens.message(&self.settings, login.as_ref()).await;
                dialogue.bear(token.map_err(|problem| dialogue.settings(problem))?).await?
            }
        };
        let lifetime = u64::try_from(ended.session_lifetime_ms).unwrap_or_default();
        Ok((lifetime > 0).then(|| Duration::from_millis(lifetime)))
    }
}

/// Authenticates, and goes on doing so for as long as the connection lives.
pub(super) async fn keep_authenticated(
    sasl: std::sync::Arc<Sasl>,
    connection: &Connection,
) -> Result<(), Error> {
    let Some(mut lifetime) = sasl.authenticate(connection, Turn::Shared).await? else { return Ok(()) };
    connection.keep_renewed(|weak| async move {
        loop {
            tokio::time::sleep(lifetime * RENEW_AT_PERCENT / 100).await;
            let Some(connection) = weak.upgrade() else { return };
            match renew(&sasl, &connection).await {
                Ok(Some(next)) => lifetime = next,
                Ok(None) => return,
                Err(error) => {
                    connection.fail(error);
                    return;
                }
            }
        }
    });
    Ok(())
}

/// The broker takes nothing but SASL between handshake and end, so everything else is held off meanwhile.
async fn renew(sasl: &Sasl, connection: &Connection) -> Result<Option<Duration>, Error> {
    let _alone = connection.alone().await?;
    sasl.authenticate(connection, Turn::Held).await
}

/// User name and password of a login, looked up.
fn credentials(login: Option<&Login>) -> Result<(String, String), String> {
    let option = |name: &str| {
        let value = login.and_then(|login| login.options.get(name));
        let value = value.ok_or_else(|| format!("sasl.jaas.config: option {name} is missing"))?;
        let value = value.resolve().map_err(|error| format!("sasl.jaas.config: {name}: {error}"))?;
        if value.contains('\0') {
            return Err(format!("sasl.jaas.config: {name} has a zero byte in it"));
        }
        Ok(value)
    };
    Ok((option("username")?, option("password")?))
}

impl Dialogue<'_> {
    fn settings(&self, problem: String) -> Error {
        Error::Settings { peer: self.connection.peer().clone(), problem: problem.into() }
    }

    fn refused(&self, message: String) -> Error {
        let peer = self.connection.peer().clone();
        Error::Authentication { peer, mechanism: self.mechanism.name(), message: message.into() }
    }

    async fn handshake(&self) -> Result<(), Error> {
        let request = SaslHandshakeRequest { mechanism: self.mechanism.name().to_owned() };
        // Version 0 would be followed by bare tokens.
        let version = self.connection.version_within::<SaslHandshakeRequest>(1, 1)?;
        let response = self.connection.call_in(&request, version, self.turn).await?;
        check(response.error_code).map_err(|code| {
            if code == ILLEGAL_SASL_STATE {
                self.settings(
                    "the listener takes no SASL; set security.protocol to PLAINTEXT or SSL".to_owned(),
                )
            } else if code == UNSUPPORTED_SASL_MECHANISM {
                Error::UnsupportedMechanism {
                    peer: self.connection.peer().clone(),
                    mechanism: self.mechanism.name(),
                    offered: response.mechanisms.join(", ").into(),
                }
            } else {
                self.refused(format!("the handshake was answered with {code}"))
            }
        })
    }

    async fn say(&self, token: impl Into<Bytes>) -> Result<SaslAuthenticateResponse, Error> {
        let request =
            SaslAuthenticateRequest { auth_bytes: token.into(), ..SaslAuthenticateRequest::default() };
        let response = self.connection.call_in(&request, self.version, self.turn).await?;
        check(response.error_code).map_err(|code| {
            self.refused(match &response.error_message {
                Some(message) => format!("{message} [{code}]"),
                None => code.to_string(),
            })
        })?;
        Ok(response)
    }

    async fn scram(&self, login: Option<&Login>) -> Result<SaslAuthenticateResponse, Error> {
        let (user, password) = credentials(login).map_err(|problem| self.settings(problem))?;
        let is_token = login.and_then(|login| login.options.get("tokenauth"));
        let is_token = is_token.is_some_and(|value| value.as_written().eq_ignore_ascii_case("true"));
        let hash = match self.mechanism {
            Mechanism::ScramSha512 => scram::Hash::Sha512,
            Mechanism::Plain | Mechanism::ScramSha256 | Mechanism::OauthBearer => scram::Hash::Sha256,
        };
        self.handshake().await?;
        let first = scram::First::new(hash, &user, is_token);
        let challenge = self.say(first.message()).await?;
        // Thousands of hashes in a row, as many as the broker says: not on a thread that serves others.
        let worked =
            tokio::task::spawn_blocking(move || first.answer(&challenge.auth_bytes, &password)).await;
        let (answer, proof) = worked
            .map_err(|_| self.refused("the proof could not be computed".to_owned()))?
            .map_err(|problem| self.refused(problem))?;
        let ended = self.say(answer).await?;
        proof.check(&ended.auth_bytes).map_err(|problem| self.refused(problem))?;
        Ok(ended)
    }

    /// A broker that refuses a token says why in an ordinary answer and then wants a single byte before it fails
    /// (RFC 7628, section 3.2.3).
    async fn bear(&self, message: String) -> Result<SaslAuthenticateResponse, Error> {
        self.handshake().await?;
        let response = self.say(message).await?;
        if response.auth_bytes.is_empty() {
            return Ok(response);
        }
        let reason = String::from_utf8_lossy(&response.auth_bytes).into_owned();
        match self.say(Bytes::from_static(&[1])).await {
            Err(Error::Authentication { message, .. }) if message.contains(&reason) => {
                Err(self.refused(message.to_string()))
            }
            Err(Error::Authentication { message, .. }) => Err(self.refused(format!("{message}: {reason}"))),
            Ok(_) | Err(_) => Err(self.refused(reason)),
        }
    }
}

#[cfg(test)]
mod tests;
