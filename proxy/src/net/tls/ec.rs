//! Java leaves the public half out of the elliptic-curve keys that it stores (it is optional in RFC 5915); ring wants it.
//! The certificate beside the key has it.

use pkcs8::der::Decode;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use x509_parser::der_parser::der::parse_der;
use x509_parser::prelude::{FromDer, X509Certificate};

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
/// Explicit, constructed, number 1: where the public key stands.
const PUBLIC_KEY: u8 = 0xa1;
/// id-ecPublicKey.
const ELLIPTIC: &str = "1.2.840.10045.2.1";

/// The same key, with the public half when only that was missing.
pub(super) fn with_public_half(
    key: PrivateKeyDer<'static>,
    chain: &[CertificateDer<'_>],
) -> PrivateKeyDer<'static> {
    let PrivateKeyDer::Pkcs8(pkcs8) = &key else { return key };
    match chain.first().and_then(|leaf| complete(pkcs8.secret_pkcs8_der(), leaf)) {
        Some(completed) => PrivatePkcs8KeyDer::from(completed).into(),
        None => key,
    }
}

fn complete(der: &[u8], leaf: &CertificateDer<'_>) -> Option<Vec<u8>> {
    let info = pkcs8::PrivateKeyInfo::from_der(der).ok()?;
    if info.algorithm.oid.to_string() != ELLIPTIC {
        return None;
    }
    let (_, elliptic) = parse_der(info.private_key).ok()?;
    let parts = elliptic.as_sequence().ok()?;
    if parts.iter().any(|part| part.header.raw_tag() == Some(&[PUBLIC_KEY])) {
        return None;
    }
    let private = parts.get(1)?.as_slice().ok()?;
    let (_, certificate) = X509Certificate::from_der(leaf).ok()?;
    let public = certificate.public_key().subject_public_key.as_ref();
    let public = value(PUBLIC_KEY, &[&value(BIT_STRING, &[&[0], public])]);
    let inner = value(SEQUENCE, &[&value(INTEGER, &[&[1]]), &value(OCTET_STRING, &[private]), &public]);
    let (_, outer) = parse_der(der).ok()?;
    let algorithm = algorithm(der, outer.header.length().definite().ok()?)?;
    Some(value(SEQUENCE, &[&value(INTEGER, &[&[0]]), algorithm, &value(OCTET_STRING, &[&inner])]))
}

/// The encoded algorithm: the second value in the sequence of `length` bytes.
fn algorithm(der: &[u8], length: usize) -> Option<&[u8]> {
    let content = der.get(der.len().checked_sub(length)?..)?;
    let (after_version, _) = parse_der(content).ok()?;
    let (after_algorithm, _) = parse_der(after_version).ok()?;
    after_version.get(..after_version.len() - after_algorithm.len())
}

fn value(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = content.len();
    let mut encoded = vec![tag];
    if let Ok(short @ 0..=127) = u8::try_from(length) {
        encoded.push(short);
    } else {
        let bytes: Vec<u8> = length.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
        encoded.push(0x80 | u8::try_from(bytes.len()).expect("a length has at most eight bytes"));
        encoded.extend(bytes);
    }
    encoded.extend(content);
    encoded
}
