//! `security.protocol`, `ssl.*` and `sasl.*`, checked.

mod reading;

use std::collections::BTreeMap;

use super::jaas::Login;
use super::{Mistake, Protocol, Secret};
use reading::Reading;

/// How a client protects its connections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientSecurity {
    /// Present when the protocol is SSL or `SASL_SSL`.
    pub tls: Option<TlsSettings>,
    /// Present when the protocol is `SASL_PLAINTEXT` or `SASL_SSL`.
    pub sasl: Option<SaslSettings>,
}

/// SASL mechanisms that we speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mechanism {
    /// User name and password in the clear (RFC 4616).
    Plain,
    /// Proofs of a password, SHA-256 (RFC 7677).
    ScramSha256,
    /// Proofs of a password, SHA-512.
    ScramSha512,
    /// A bearer token (RFC 7628).
    OauthBearer,
}

impl Mechanism {
    /// The name on the wire and in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "PLAIN",
            Self::ScramSha256 => "SCRAM-SHA-256",
            Self::ScramSha512 => "SCRAM-SHA-512",
            Self::OauthBearer => "OAUTHBEARER",
        }
    }

    pub(super) fn find(name: &str) -> Option<Self> {
        let all = [Self::Plain, Self::ScramSha256, Self::ScramSha512, Self::OauthBearer];
        all.into_iter().find(|mechanism| mechanism.name() == name)
    }
}

/// What a store file holds. Java reads JKS and PKCS12 by either name, so those two are told apart by their content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFormat {
    /// Base64 between markers.
    Pem,
    /// JKS or PKCS12.
    Java,
    /// Not said: told by the content.
    Any,
}

/// Whom we trust.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// The authorities that the system trusts.
    #[default]
    System,
    /// PEM certificates in the setting itself.
    Inline(Secret),
    /// A store file.
    File {
        /// Its path.
        path: Secret,
        /// What is in it.
        format: StoreFormat,
        /// Opens it.
        password: Option<Secret>,
    },
}

/// Who we are toward a broker that asks for a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Identity {
    /// Nobody.
    #[default]
    None,
    /// PEM in the settings themselves.
    Inline {
        /// Our certificate first, then those that lead to an authority.
        chain: Secret,
        /// The private key, PKCS#8.
        key: Secret,
        /// Opens the key, when it is encrypted.
        key_password: Option<Secret>,
    },
    /// A store file with key and chain.
    File {
        /// Its path.
        path: Secret,
        /// What is in it.
        format: StoreFormat,
        /// Opens the store.
        password: Option<Secret>,
        /// Opens the key; the store's password when absent.
        key_password: Option<Secret>,
    },
}

/// TLS toward brokers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsSettings {
    /// Whom we trust.
    pub trust: Trust,
    /// Who we are.
    pub identity: Identity,
    /// Whether the certificate must be for the host that we dialled (`ssl.endpoint.identification.algorithm`).
    pub verify_host: bool,
    /// `ssl.enabled.protocols`: TLS 1.2 and 1.3 allowed, in this order.
    pub versions: [bool; 2],
    /// `ssl.cipher.suites` in Java's spelling; empty for our defaults.
    pub cipher_suites: Vec<String>,
}

impl Default for TlsSettings {
    fn default() -> Self {
        Self {
            trust: Trust::System,
            identity: Identity::None,
            verify_host: true,
            versions: [true, true],
            cipher_suites: Vec::new(),
        }
    }
}

/// SASL toward brokers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaslSettings {
    /// How we prove who we are.
    pub mechanism: Mechanism,
    /// `sasl.jaas.config`. Without it only OAUTHBEARER can do, with the keys in `oauth`.
    pub login: Option<Secret>,
    /// The `sasl.oauthbearer.*` keys, by the part of their name behind that.
    pub oauth: BTreeMap<String, Secret>,
}

impl SaslSettings {
    /// The login, as it is written; a login that is a reference as a whole is looked up now.
    ///
    /// # Errors
    /// What is wrong with it, without any of its values.
    pub fn login(&self) -> Result<Option<Login>, String> {
        let Some(written) = &self.login else { return Ok(None) };
        let login = if written.is_reference() {
            Login::parse(&written.resolve().map_err(|error| error.to_string())?)?
        } else {
            Login::parse(written.as_written())?
        };
        check_login(&login, self.mechanism)?;
        Ok(Some(login))
    }
}

fn check_login(login: &Login, mechanism: Mechanism) -> Result<(), String> {
    let name = mechanism.name();
    if !login.module.serves(mechanism) {
        let class = login.module.class();
        return Err(format!("{class} does not serve sasl.mechanism {name}"));
    }
    let needed: &[&str] = if mechanism == Mechanism::OauthBearer { &[] } else { &["username", "password"] };
    match needed.iter().find(|option| !login.options.contains_key(**option)) {
        Some(option) => Err(format!("option {option} is missing; {name} needs {option}=\"…\"")),
        None => Ok(()),
    }
}

impl ClientSecurity {
    /// The value of `security.protocol`.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        Protocol::of(self.tls.is_some(), self.sasl.is_some())
    }

    /// The same encryption without credentials of ours: what others show through us is theirs.
    #[must_use]
    pub fn for_others(self) -> Self {
        Self { tls: self.tls.map(|tls| TlsSettings { identity: Identity::None, ..tls }), sasl: None }
    }

    /// Reads the security settings among a client's properties; other keys are not looked at.
    ///
    /// # Errors
    /// Every mistake, each with its key and what would be right.
    pub fn from_properties(entries: &BTreeMap<String, String>) -> Result<Self, Vec<Mistake>> {
        let mut reading = Reading { entries, mistakes: Vec::new() };
        let protocol = match reading.text("security.protocol").map_or(Ok(Protocol::Plaintext), str::parse) {
            Ok(protocol) => protocol,
            Err(message) => {
                reading.mistake("security.protocol", message);
                // Goes on with the protocol that looks at most keys, so that one run shows every mistake.
                if entries.contains_key("sasl.mechanism") { Protocol::SaslSsl } else { Protocol::Ssl }
            }
        };
        let tls = protocol.has_tls().then(|| reading.tls());
        let sasl = if protocol.has_sasl() { reading.sasl() } else { None };
        if reading.mistakes.is_empty() { Ok(Self { tls, sasl }) } else { Err(reading.mistakes) }
    }
}

#[cfg(test)]
mod tests;
