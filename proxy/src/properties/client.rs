//! `security.protocol`, `ssl.*` and `sasl.*`, checked.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::jaas::Login;
use super::{Mistake, Secret};

/// How a client protects its connections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientSecurity {
    /// Present when the protocol is SSL or `SASL_SSL`.
    pub tls: Option<TlsSettings>,
    /// Present when the protocol is `SASL_PLAINTEXT` or `SASL_SSL`.
    pub sasl: Option<SaslSettings>,
}

/// The values of `security.protocol`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// Neither encryption nor credentials.
    #[default]
    Plaintext,
    /// TLS, perhaps with a client certificate.
    Ssl,
    /// SASL without encryption.
    SaslPlaintext,
    /// SASL inside TLS.
    SaslSsl,
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_uppercase().as_str() {
            "PLAINTEXT" => Ok(Self::Plaintext),
            "SSL" => Ok(Self::Ssl),
            "SASL_PLAINTEXT" => Ok(Self::SaslPlaintext),
            "SASL_SSL" => Ok(Self::SaslSsl),
            _ => Err(format!("{text} is none of PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL")),
        }
    }
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

    fn find(name: &str) -> Option<Self> {
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

/// Reads settings and gathers mistakes.
struct Reading<'a> {
    entries: &'a BTreeMap<String, String>,
    mistakes: Vec<Mistake>,
}

impl ClientSecurity {
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
        let tls = matches!(protocol, Protocol::Ssl | Protocol::SaslSsl).then(|| reading.tls());
        let sasl = match protocol {
            Protocol::SaslPlaintext | Protocol::SaslSsl => reading.sasl(),
            Protocol::Plaintext | Protocol::Ssl => None,
        };
        if reading.mistakes.is_empty() { Ok(Self { tls, sasl }) } else { Err(reading.mistakes) }
    }
}

impl<'a> Reading<'a> {
    fn text(&self, key: &str) -> Option<&'a str> {
        self.entries.get(key).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    fn secret(&self, key: &str) -> Option<Secret> {
        self.text(key).map(Secret::from)
    }

    fn mistake(&mut self, field: &str, message: impl Into<String>) {
        self.mistakes.push(Mistake::new(field, message));
    }

    fn list(&self, key: &str) -> impl Iterator<Item = &'a str> {
        self.text(key)
            .into_iter()
            .flat_map(|list| list.split(','))
            .map(str::trim)
            .filter(|one| !one.is_empty())
    }

    fn tls(&mut self) -> TlsSettings {
        let verify_host = match self.entries.get("ssl.endpoint.identification.algorithm").map(|v| v.trim()) {
            None => true,
            Some("") => false,
            Some(algorithm) if algorithm.eq_ignore_ascii_case("https") => true,
            Some(other) => {
                self.mistake(
                    "ssl.endpoint.identification.algorithm",
                    format!("{other} is neither https nor empty (empty: any host name is accepted)"),
                );
                true
            }
        };
        if self.text("ssl.engine.factory.class").is_some() {
            self.mistake(
                "ssl.engine.factory.class",
                "Java classes cannot be loaded; use ssl.keystore.* and ssl.truststore.*",
            );
        }
        let known: Vec<_> = self.list("ssl.enabled.protocols").collect();
        let versions = if known.is_empty() {
            [true, true]
        } else {
            [known.contains(&"TLSv1.2"), known.contains(&"TLSv1.3")]
        };
        if versions == [false, false] {
            self.mistake(
                "ssl.enabled.protocols",
                "name TLSv1.2, TLSv1.3 or both; older versions are not spoken",
            );
        }
        TlsSettings {
            trust: self.trust(),
            identity: self.identity(),
            verify_host,
            versions,
            cipher_suites: self.list("ssl.cipher.suites").map(str::to_owned).collect(),
        }
    }

    fn format(&mut self, key: &str) -> StoreFormat {
        match self.text(key).map(str::to_ascii_uppercase).as_deref() {
            None => StoreFormat::Any,
            Some("PEM") => StoreFormat::Pem,
            Some("JKS" | "PKCS12") => StoreFormat::Java,
            Some(other) => {
                self.mistake(key, format!("{other} is none of PEM, PKCS12 and JKS"));
                StoreFormat::Any
            }
        }
    }

    fn trust(&mut self) -> Trust {
        let format = self.format("ssl.truststore.type");
        let password = self.secret("ssl.truststore.password");
        match (self.secret("ssl.truststore.certificates"), self.secret("ssl.truststore.location")) {
            (None, None) => {
                if password.is_some() {
                    self.mistake("ssl.truststore.location", "a password is given but no store");
                }
                Trust::System
            }
            (Some(_), Some(_)) => {
                self.mistake(
                    "ssl.truststore.certificates",
                    "certificates are given here and by ssl.truststore.location; keep one",
                );
                Trust::System
            }
            (Some(inline), None) => {
                if format == StoreFormat::Java {
                    self.mistake(
                        "ssl.truststore.type",
                        "certificates in the setting itself are PEM; set PEM",
                    );
                }
                Trust::Inline(inline)
            }
            (None, Some(path)) => Trust::File { path, format, password },
        }
    }

    fn identity(&mut self) -> Identity {
        let format = self.format("ssl.keystore.type");
        let password = self.secret("ssl.keystore.password");
        let key_password = self.secret("ssl.key.password");
        let chain = self.secret("ssl.keystore.certificate.chain");
        let key = self.secret("ssl.keystore.key");
        match (chain, key, self.secret("ssl.keystore.location")) {
            (None, None, None) => Identity::None,
            (Some(chain), Some(key), None) => {
                if format == StoreFormat::Java {
                    self.mistake("ssl.keystore.type", "a key in the setting itself is PEM; set PEM");
                }
                Identity::Inline { chain, key, key_password }
            }
            (None, None, Some(path)) => {
                if format == StoreFormat::Java && password.is_none() {
                    self.mistake("ssl.keystore.password", "a PKCS12 or JKS key store needs its password");
                }
                Identity::File { path, format, password, key_password }
            }
            (_, _, Some(_)) => {
                self.mistake(
                    "ssl.keystore.location",
                    "a key is given here and in ssl.keystore.key or ssl.keystore.certificate.chain; keep one",
                );
                Identity::None
            }
            (Some(_), None, None) => {
                self.mistake(
                    "ssl.keystore.key",
                    "ssl.keystore.certificate.chain needs its private key beside it",
                );
                Identity::None
            }
            (None, Some(_), None) => {
                self.mistake(
                    "ssl.keystore.certificate.chain",
                    "ssl.keystore.key needs its certificates beside it",
                );
                Identity::None
            }
        }
    }

    fn sasl(&mut self) -> Option<SaslSettings> {
        const USE: &str = "use PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER";
        let mechanism = match self.text("sasl.mechanism") {
            Some(name) => {
                let mechanism = Mechanism::find(name);
                if mechanism.is_none() {
                    self.mistake("sasl.mechanism", format!("{name} is not supported; {USE}"));
                }
                mechanism
            }
            None => {
                self.mistake("sasl.mechanism", format!("it is missing, which means GSSAPI (Kerberos) to Java clients and is not supported; {USE}"));
                None
            }
        };
        self.handlers();
        let oauth = self.entries.iter().filter_map(|(key, value)| {
            let key = key.strip_prefix("sasl.oauthbearer.")?;
            Some((key.to_owned(), Secret::from(value.trim())))
        });
        let oauth: BTreeMap<_, _> = oauth.collect();
        let login = self.secret("sasl.jaas.config");
        let settings = SaslSettings { mechanism: mechanism?, login, oauth };
        match &settings.login {
            // Where it leads is seen at the moment of use.
            Some(login) if login.is_reference() => {}
            Some(_) => {
                if let Err(message) = settings.login() {
                    self.mistake("sasl.jaas.config", message);
                }
            }
            None if mechanism == Some(Mechanism::OauthBearer) && !settings.oauth.is_empty() => {}
            None => self.mistake(
                "sasl.jaas.config",
                "it is missing; write `org.apache.kafka.common.security.….…LoginModule required username=\"…\" password=\"…\";`",
            ),
        }
        Some(settings)
    }

    /// Classes that a Java client would load. Kafka's own handlers of tokens only say what we do anyway.
    fn handlers(&mut self) {
        const KEYS: [&str; 4] = [
            "sasl.client.callback.handler.class",
            "sasl.login.callback.handler.class",
            "sasl.login.class",
            "sasl.oauthbearer.jwt.retriever.class",
        ];
        for key in KEYS {
            match self.text(key) {
                Some(class) if !class.contains("org.apache.kafka.common.security.oauthbearer.") => {
                    self.mistake(
                        key,
                        format!("Java class {class} cannot be loaded; remove it, or use another mechanism"),
                    );
                }
                Some(_) | None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;
