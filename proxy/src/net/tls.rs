//! TLS with rustls and ring, at both ends; certificates are loaded again when their files change.

mod client;
mod ec;
mod jks;
mod material;
mod name;
mod pem;
mod verify;

use std::sync::{Arc, LazyLock};

use rustls::crypto::CryptoProvider;
use rustls::{CertificateError, SupportedProtocolVersion};

pub(super) use client::ClientTls;
pub(super) use material::{Fingerprint, load_identity, load_trust};
pub(super) use name::principal;

static PROVIDER: LazyLock<Arc<CryptoProvider>> =
    LazyLock::new(|| Arc::new(rustls::crypto::ring::default_provider()));

pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::clone(&PROVIDER)
}

/// The versions that `ssl.enabled.protocols` allows.
pub(super) fn versions([tls12, tls13]: [bool; 2]) -> Vec<&'static SupportedProtocolVersion> {
    let all = [(tls13, &rustls::version::TLS13), (tls12, &rustls::version::TLS12)];
    all.into_iter().filter(|(allowed, _)| *allowed).map(|(_, version)| version).collect()
}

/// Says what failed in TLS and what to do about it.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "rustls adds errors in minor releases; the rest speak for themselves"
)]
pub(super) fn explain(error: &rustls::Error) -> String {
    use CertificateError as Bad;
    use rustls::AlertDescription as Alert;
    let remedy = match error {
        rustls::Error::InvalidCertificate(bad) => match bad {
            Bad::Expired | Bad::ExpiredContext { .. } => "renew it, or check the clocks",
            Bad::NotValidYet | Bad::NotValidYetContext { .. } => "check the clocks",
            Bad::UnknownIssuer => "add the authority that issued it to the trust store",
            Bad::NotValidForName | Bad::NotValidForNameContext { .. } => {
                "dial by a name that it is for, or set ssl.endpoint.identification.algorithm to nothing"
            }
            _ => "replace it",
        },
        rustls::Error::AlertReceived(alert) => match alert {
            Alert::CertificateRequired => "the peer wants a client certificate: set ssl.keystore.*",
            Alert::UnknownCA => "the peer does not trust the authority of our certificate",
            // Java brokers say so also when there is no certificate at all.
            Alert::BadCertificate | Alert::CertificateUnknown => {
                "the peer does not accept our certificate, or wants one: check ssl.keystore.*"
            }
            Alert::CertificateExpired => "our certificate has expired: renew it",
            Alert::ProtocolVersion => "the peer wants another TLS version: check ssl.enabled.protocols",
            Alert::HandshakeFailure => {
                "nothing in common, or the peer wants a client certificate: check ssl.*"
            }
            _ => return error.to_string(),
        },
        rustls::Error::PeerIncompatible(_) => {
            "check ssl.enabled.protocols and ssl.cipher.suites of both ends"
        }
        rustls::Error::NoCertificatesPresented => "this listener wants a client certificate",
        _ => return error.to_string(),
    };
    format!("{error}; {remedy}")
}

#[cfg(test)]
pub(super) mod tests;
