//! Checked values: what is in them has been looked at.

use std::fmt;
use std::str::FromStr;

use base64::Engine;

use super::names;

/// Virtual broker id, 0 to 2147483646. Unique in the destination cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(i32);

impl NodeId {
    /// `None` for ids that Kafka has no room for.
    #[must_use]
    pub fn new(id: i64) -> Option<Self> {
        i32::try_from(id).ok().filter(|id| (0..i32::MAX).contains(id)).map(Self)
    }

    #[must_use]
    pub fn value(self) -> i32 {
        self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A host name or address with a port from 1 to 65535; written `host:port`, IPv6 as `[::1]:port`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostPort {
    pub host: String,
    pub port: u16,
}

impl FromStr for HostPort {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains("://") {
            return Err("write host:port, without a scheme");
        }
        let (host, port) = text.rsplit_once(':').ok_or("write host:port; the port is missing")?;
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let host = match bare {
            Some(address) if address.parse::<std::net::Ipv6Addr>().is_ok() => address,
            Some(_) => return Err("what stands in brackets is no IPv6 address"),
            None if host.contains(':') => return Err("write an IPv6 address in brackets, like [::1]:9092"),
            None => host,
        };
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c == '/' || c == ',') {
            return Err("write host:port; the host is missing or malformed");
        }
        match port.parse() {
            Ok(port @ 1..) => Ok(Self { host: host.to_owned(), port }),
            Ok(0) | Err(_) => Err("the port must be a number from 1 to 65535"),
        }
    }
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// A listener's name as Kafka spells it: letters, digits, `_`, `-` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ListenerName(String);

impl ListenerName {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ListenerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ListenerName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || !text.chars().all(names::fits) {
            return Err(
                "a listener's name has letters, digits, '_', '-' and '.' only, as in the companion's listeners",
            );
        }
        // Kafka compares listener names in upper case.
        Ok(Self(text.to_ascii_uppercase()))
    }
}

/// What admin callers present; at least 16 characters, so that guessing is hopeless. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Shortest token that is taken.
    pub const LENGTH_MIN: usize = 16;

    /// The content of a token file, without the blanks around it.
    #[must_use]
    pub fn new(content: &str) -> Option<Self> {
        let token = content.trim();
        let fits = token.len() >= Self::LENGTH_MIN && token.chars().all(|c| c.is_ascii_graphic());
        fits.then(|| Self(token.to_owned()))
    }

    /// For the header of a request; do not print it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares in a time that tells nothing about where the difference is, only whether the lengths are equal.
    #[must_use]
    pub fn matches(&self, presented: &[u8]) -> bool {
        let ours = self.0.as_bytes();
        ours.len() == presented.len()
            && ours.iter().zip(presented).fold(0, |differs, (a, b)| std::hint::black_box(differs | (a ^ b)))
                == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token([hidden])")
    }
}

/// 256 bits that encrypt secrets; the same for all sidecars of a destination. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey([u8; 32]);

impl SecretKey {
    /// The content of a key file: 32 bytes in base64, as `openssl rand -base64 32` writes them.
    #[must_use]
    pub fn new(content: &str) -> Option<Self> {
        let bytes = base64::engine::general_purpose::STANDARD.decode(content.trim()).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The bytes, for the cipher; do not print them.
    #[must_use]
    pub fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey([hidden])")
    }
}
