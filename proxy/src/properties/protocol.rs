//! How a connection is protected: `security.protocol` to clients, a listener's protocol to brokers.

use std::str::FromStr;

/// Whether there is encryption, and whether there are credentials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

impl Protocol {
    /// Names as files spell them.
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("PLAINTEXT", Self::Plaintext),
        ("SSL", Self::Ssl),
        ("SASL_PLAINTEXT", Self::SaslPlaintext),
        ("SASL_SSL", Self::SaslSsl),
    ];

    /// The protocol with these two.
    #[must_use]
    pub const fn of(tls: bool, sasl: bool) -> Self {
        match (tls, sasl) {
            (false, false) => Self::Plaintext,
            (true, false) => Self::Ssl,
            (false, true) => Self::SaslPlaintext,
            (true, true) => Self::SaslSsl,
        }
    }

    /// The id in broker registrations.
    #[must_use]
    pub const fn id(self) -> i16 {
        match self {
            Self::Plaintext => 0,
            Self::Ssl => 1,
            Self::SaslPlaintext => 2,
            Self::SaslSsl => 3,
        }
    }

    /// Whether connections are encrypted.
    #[must_use]
    pub const fn has_tls(self) -> bool {
        matches!(self, Self::Ssl | Self::SaslSsl)
    }

    /// Whether clients show credentials.
    #[must_use]
    pub const fn has_sasl(self) -> bool {
        matches!(self, Self::SaslPlaintext | Self::SaslSsl)
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found
            .map(|(_, protocol)| *protocol)
            .ok_or_else(|| format!("{text} is none of PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_protocol_is_the_one_with_its_own_encryption_and_credentials() {
        for (name, protocol) in Protocol::NAMES {
            assert_eq!(Protocol::of(protocol.has_tls(), protocol.has_sasl()), *protocol);
            assert_eq!(name.to_lowercase().parse(), Ok(*protocol));
        }
    }
}
