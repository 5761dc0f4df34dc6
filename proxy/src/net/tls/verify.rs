//! Which broker certificates are accepted. Three ways of Java clients that brokers in the field rely on are kept: a
//! certificate that stands in the trust store itself is trusted as it is; a certificate without alternative names is for
//! the name in its subject; and the host name may be left unchecked.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use x509_parser::prelude::{FromDer, GeneralName, X509Certificate};

/// Verifies brokers against a trust store.
#[derive(Debug)]
pub(super) struct Verifier {
    pub roots: RootCertStore,
    pub trusted: Vec<CertificateDer<'static>>,
    pub verify_host: bool,
    pub provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn verify_chain(
        &self,
        leaf: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), Error> {
        if self.trusted.iter().any(|trusted| trusted.as_ref() == leaf.as_ref()) {
            return check_validity(leaf, now);
        }
        let algorithms = self.provider.signature_verification_algorithms.all;
        let parsed = ParsedCertificate::try_from(leaf)?;
        verify_server_cert_signed_by_trust_anchor(&parsed, &self.roots, intermediates, now, algorithms)
    }

    fn verify_name(leaf: &CertificateDer<'_>, name: &ServerName<'_>) -> Result<(), Error> {
        let error = match ParsedCertificate::try_from(leaf).and_then(|leaf| verify_server_name(&leaf, name)) {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        match subject_name(leaf) {
            Some(subject) if matches(&subject, &name.to_str()) => Ok(()),
            Some(_) | None => Err(error),
        }
    }
}

/// The common name of a certificate that has no DNS name or address beside it.
fn subject_name(leaf: &CertificateDer<'_>) -> Option<String> {
    let (_, certificate) = X509Certificate::from_der(leaf).ok()?;
    let alternatives = certificate.subject_alternative_name().ok()?;
    let named = alternatives.is_some_and(|names| {
        let names = &names.value.general_names;
        names.iter().any(|name| matches!(name, GeneralName::DNSName(_) | GeneralName::IPAddress(_)))
    });
    let subject = certificate.subject().iter_common_name().last()?.as_str().ok()?.to_owned();
    (!named).then_some(subject)
}

/// A star stands for the first label alone.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_prefix("*.") {
        Some(domain) => name.split_once('.').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(domain)),
        None => pattern.eq_ignore_ascii_case(name),
    }
}

fn check_validity(leaf: &CertificateDer<'_>, now: UnixTime) -> Result<(), Error> {
    let (_, certificate) = X509Certificate::from_der(leaf)
        .map_err(|_| Error::InvalidCertificate(CertificateError::BadEncoding))?;
    let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    let validity = certificate.validity();
    if now < validity.not_before.timestamp() {
        return Err(Error::InvalidCertificate(CertificateError::NotValidYet));
    }
    if now > validity.not_after.timestamp() {
        return Err(Error::InvalidCertificate(CertificateError::Expired));
    }
    Ok(())
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.verify_chain(end_entity, intermediates, now)?;
        if self.verify_host {
            Self::verify_name(end_entity, server_name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_one_label() {
        assert!(matches("*.example.com", "a.example.com") && matches("A.b", "a.B"));
        assert!(!matches("*.example.com", "a.b.example.com") && !matches("*.example.com", "example.com"));
    }
}
