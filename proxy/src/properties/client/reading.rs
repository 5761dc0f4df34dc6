//! From keys and values to checked settings, one key at a time; nothing stops at the first mistake.

use std::collections::BTreeMap;

use super::{Identity, Mechanism, SaslSettings, StoreFormat, TlsSettings, Trust};
use crate::properties::{Mistake, Secret};

/// Reads settings and gathers mistakes.
pub(super) struct Reading<'a> {
    pub entries: &'a BTreeMap<String, String>,
    pub mistakes: Vec<Mistake>,
}

impl<'a> Reading<'a> {
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.entries.get(key).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    fn secret(&self, key: &str) -> Option<Secret> {
        self.text(key).map(Secret::from)
    }

    pub(super) fn mistake(&mut self, key: &str, message: impl Into<String>) {
        self.mistakes.push(Mistake::new(key, message));
    }

    fn list(&self, key: &str) -> impl Iterator<Item = &'a str> {
        self.text(key)
            .into_iter()
            .flat_map(|list| list.split(','))
            .map(str::trim)
            .filter(|one| !one.is_empty())
    }

    pub(super) fn tls(&mut self) -> TlsSettings {
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

    pub(super) fn sasl(&mut self) -> Option<SaslSettings> {
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
