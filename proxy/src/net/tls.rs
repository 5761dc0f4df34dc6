//! TLS with rustls and ring, at both ends.

/// Says what failed in TLS and what to do about it.
pub fn explain(error: &rustls::Error) -> String {
    error.to_string()
}
