//! The api keys of requests, and which header each version of them has.

use std::fmt;

mod table;

/// The number of a request; numbers that we do not know are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiKey(pub i16);

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl From<i16> for ApiKey {
    fn from(key: i16) -> Self {
        Self(key)
    }
}

/// The header version of a request: 0 has no client id, 1 has one, 2 has tagged fields too.
///
/// Requests that we do not know are taken for flexible ones, as every request added since KIP-482 is.
pub const fn request_header_version(key: ApiKey, version: i16) -> i16 {
    // The oldest request between brokers carries no client id; nothing else is so old.
    if key.0 == ApiKey::CONTROLLED_SHUTDOWN.0 && version == 0 {
        return 0;
    }
    if version >= key.first_flexible() { 2 } else { 1 }
}

/// The header version of a response: 1 has tagged fields, 0 has none.
///
/// An answer to ApiVersions always has version 0, because its reader cannot know yet what we speak (KIP-511).
pub const fn response_header_version(key: ApiKey, version: i16) -> i16 {
    if key.0 == ApiKey::API_VERSIONS.0 || version < key.first_flexible() { 0 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_the_first_flexible_version() {
        assert_eq!(request_header_version(ApiKey::FETCH, 11), 1);
        assert_eq!(request_header_version(ApiKey::FETCH, 12), 2);
        assert_eq!(response_header_version(ApiKey::FETCH, 11), 0);
        assert_eq!(response_header_version(ApiKey::FETCH, 12), 1);
        assert_eq!(request_header_version(ApiKey::SASL_HANDSHAKE, 1), 1);
    }

    #[test]
    fn the_answer_to_api_versions_never_has_tags() {
        assert_eq!(request_header_version(ApiKey::API_VERSIONS, 3), 2);
        assert_eq!(response_header_version(ApiKey::API_VERSIONS, 3), 0);
    }

    #[test]
    fn an_unknown_key_keeps_its_number() {
        assert_eq!(ApiKey(999).to_string(), "UNKNOWN (999)");
        assert_eq!(request_header_version(ApiKey(999), 0), 2);
        assert_eq!(ApiKey::FETCH.name(), "FETCH");
    }
}
