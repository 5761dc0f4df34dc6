//! Certificates and keys from settings and files: PEM, PKCS12 and JKS.

use std::time::SystemTime;

use p12_keystore::{KeyStore, KeyStoreEntry};
use pkcs8::der::Decode;
use ring::digest::{Context, SHA256};
use rustls::RootCertStore;
use rustls_pki_types::{
    CertificateDer, PrivateKeyDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer,
};

use super::{ec, jks, pem};
use crate::properties::{Identity, Secret, StoreFormat, Trust};

/// Our certificates, leaf first, and the key of the first.
pub(in crate::net) type KeyAndChain = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// Tells whether settings, references or files have changed since they were loaded, without keeping what they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::net) struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Looks at every value, and at time and length of every file.
    ///
    /// # Errors
    /// A reference that leads nowhere.
    pub(in crate::net) fn take(trust: &Trust, identity: &Identity) -> Result<Self, String> {
        let mut context = Context::new(&SHA256);
        let (trust_path, trust_values): (Option<&Secret>, Vec<&Secret>) = match trust {
            Trust::System => (None, Vec::new()),
            Trust::Inline(pem) => (None, vec![pem]),
            Trust::File { path, password, .. } => (Some(path), password.iter().collect()),
        };
        let (identity_path, identity_values): (Option<&Secret>, Vec<&Secret>) = match identity {
            Identity::None => (None, Vec::new()),
            Identity::Inline { chain, key, key_password } => {
                (None, [chain, key].into_iter().chain(key_password).collect())
            }
            Identity::File { path, password, key_password, .. } => {
                (Some(path), password.iter().chain(key_password).collect())
            }
        };
        for value in trust_values.into_iter().chain(identity_values) {
            context.update(value.resolve().map_err(|error| error.to_string())?.as_bytes());
            context.update(&[0]);
        }
        for path in trust_path.into_iter().chain(identity_path) {
            let path = path.resolve().map_err(|error| error.to_string())?;
            context.update(path.as_bytes());
            // A file that is away for a moment counts as changed; loading it tells what is wrong.
            if let Ok(metadata) = std::fs::metadata(&path) {
                let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                context.update(&since.as_nanos().to_be_bytes());
                context.update(&metadata.len().to_be_bytes());
            }
        }
        let digest = context.finish();
        Ok(Self(digest.as_ref().try_into().expect("SHA-256 has 32 bytes")))
    }
}

/// The certificates that we trust, as they stand in the store.
///
/// # Errors
/// What is wrong with the store, and what would be right.
pub(in crate::net) fn load_trust(
    trust: &Trust,
) -> Result<(RootCertStore, Vec<CertificateDer<'static>>), String> {
    let (place, certificates) = match trust {
        Trust::System => ("the system".to_owned(), rustls_native_certs::load_native_certs().certs),
        Trust::Inline(text) => {
            let text = text.resolve().map_err(|error| error.to_string())?;
            ("ssl.truststore.certificates".to_owned(), certificates(&text)?)
        }
        Trust::File { path, format, password } => {
            let (path, bytes) = read(path)?;
            let password = resolve(password.as_ref())?;
            let trusted =
                trusted(&bytes, *format, password.as_deref()).map_err(|e| format!("{path}: {e}"))?;
            (path, trusted)
        }
    };
    let mut roots = RootCertStore::empty();
    let (added, ignored) = roots.add_parsable_certificates(certificates.iter().cloned());
    if added == 0 && certificates.is_empty() {
        return Err(format!("{place}: no trusted certificate in it"));
    }
    if added == 0 {
        return Err(format!("{place}: none of its {ignored} certificates can be read"));
    }
    Ok((roots, certificates))
}

/// Our key and certificates, or `None` without settings for them.
///
/// # Errors
/// What is wrong with them, and what would be right.
pub(in crate::net) fn load_identity(identity: &Identity) -> Result<Option<KeyAndChain>, String> {
    let loaded = load_as_stored(identity)?;
    Ok(loaded.map(|(chain, key)| {
        let key = ec::with_public_half(key, &chain);
        (chain, key)
    }))
}

fn load_as_stored(identity: &Identity) -> Result<Option<KeyAndChain>, String> {
    match identity {
        Identity::None => Ok(None),
        Identity::Inline { chain, key, key_password } => {
            let chain = chain.resolve().map_err(|error| error.to_string())?;
            let key = key.resolve().map_err(|error| error.to_string())?;
            let password = resolve(key_password.as_ref())?;
            Ok(Some((own_chain(&chain)?, private_key(&key, password.as_deref())?)))
        }
        Identity::File { path, format, password, key_password } => {
            let (path, bytes) = read(path)?;
            let (password, key_password) = (resolve(password.as_ref())?, resolve(key_password.as_ref())?);
            let key_password = key_password.or_else(|| password.clone());
            key_and_chain(&bytes, *format, password.as_deref(), key_password.as_deref())
                .map(Some)
                .map_err(|error| format!("{path}: {error}"))
        }
    }
}

fn resolve(value: Option<&Secret>) -> Result<Option<String>, String> {
    value.map(Secret::resolve).transpose().map_err(|error| error.to_string())
}

fn read(path: &Secret) -> Result<(String, Vec<u8>), String> {
    let path = path.resolve().map_err(|error| error.to_string())?;
    let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    Ok((path, bytes))
}

/// What a file really is; Java reads PKCS12 by the name of JKS and the reverse.
enum Content<'a> {
    Pem(&'a str),
    Jks,
    Pkcs12,
}

fn content(bytes: &[u8], format: StoreFormat) -> Result<Content<'_>, String> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains("-----BEGIN "));
    match (text, format) {
        (Some(text), StoreFormat::Pem | StoreFormat::Any) => Ok(Content::Pem(text)),
        (Some(_), StoreFormat::Java) => Err("the file is PEM; set its type to PEM".to_owned()),
        (None, StoreFormat::Pem) => Err("the file is not PEM; set its type to PKCS12 or JKS".to_owned()),
        (None, _) if bytes.starts_with(&jks::MAGIC) => Ok(Content::Jks),
        (None, _) if bytes.starts_with(&[0x30]) => Ok(Content::Pkcs12),
        (None, _) => Err("the file is none of PEM, PKCS12 and JKS".to_owned()),
    }
}

fn trusted(
    bytes: &[u8],
    format: StoreFormat,
    password: Option<&str>,
) -> Result<Vec<CertificateDer<'static>>, String> {
    match content(bytes, format)? {
        Content::Pem(text) => certificates(text),
        Content::Jks => {
            Ok(jks::parse(bytes, password)?.trusted.into_iter().map(CertificateDer::from).collect())
        }
        Content::Pkcs12 => {
            let store = open(bytes, password)?;
            let trusted = store.entries().filter_map(|(_, entry)| match entry {
                KeyStoreEntry::Certificate(certificate) => {
                    Some(CertificateDer::from(certificate.as_der().to_vec()))
                }
                KeyStoreEntry::PrivateKeyChain(_) | KeyStoreEntry::Secret(_) => None,
            });
            let trusted: Vec<_> = trusted.collect();
            if trusted.is_empty() {
                return Err("no certificate in it is marked as trusted; make it with `keytool -importcert`"
                    .to_owned());
            }
            Ok(trusted)
        }
    }
}

fn key_and_chain(
    bytes: &[u8],
    format: StoreFormat,
    password: Option<&str>,
    key_password: Option<&str>,
) -> Result<KeyAndChain, String> {
    const NO_KEY: &str = "no private key in it";
    match content(bytes, format)? {
        Content::Pem(text) => Ok((own_chain(text)?, private_key(text, key_password)?)),
        Content::Jks => {
            let (key, chain) = jks::parse(bytes, password)?.keys.into_iter().next().ok_or(NO_KEY)?;
            let key = jks::decrypt(&key, key_password.ok_or("a JKS key needs ssl.keystore.password")?)?;
            Ok((chain.into_iter().map(CertificateDer::from).collect(), PrivatePkcs8KeyDer::from(key).into()))
        }
        Content::Pkcs12 => {
            let store = open(bytes, password)?;
            let (_, entry) = store.private_key_chain().ok_or(NO_KEY)?;
            let chain = entry.chain().iter().map(|one| CertificateDer::from(one.as_der().to_vec())).collect();
            Ok((chain, PrivatePkcs8KeyDer::from(entry.key().to_vec()).into()))
        }
    }
}

fn open(bytes: &[u8], password: Option<&str>) -> Result<KeyStore, String> {
    KeyStore::from_pkcs12(bytes, password.unwrap_or_default())
        .map_err(|error| format!("the PKCS12 store cannot be opened ({error}); check its password"))
}

fn certificates(text: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let blocks = pem::blocks(text)?.into_iter();
    let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"];
    Ok(blocks.filter(|block| labels.contains(&block.label.as_str())).map(|b| b.der.into()).collect())
}

fn own_chain(text: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let chain = certificates(text)?;
    if chain.is_empty() { Err("no certificate stands beside the key".to_owned()) } else { Ok(chain) }
}

fn private_key(text: &str, password: Option<&str>) -> Result<PrivateKeyDer<'static>, String> {
    for block in pem::blocks(text)? {
        return Ok(match block.label.as_str() {
            "PRIVATE KEY" => PrivatePkcs8KeyDer::from(block.der).into(),
            "RSA PRIVATE KEY" => PrivatePkcs1KeyDer::from(block.der).into(),
            "EC PRIVATE KEY" => PrivateSec1KeyDer::from(block.der).into(),
            "ENCRYPTED PRIVATE KEY" => decrypt(&block.der, password)?,
            _ => continue,
        });
    }
    Err("no private key in it".to_owned())
}

fn decrypt(der: &[u8], password: Option<&str>) -> Result<PrivateKeyDer<'static>, String> {
    let password = password.ok_or("the key is encrypted; set ssl.key.password")?;
    let info = pkcs8::EncryptedPrivateKeyInfo::from_der(der).map_err(|_| {
        "the key is encrypted in a form that is not supported; use `openssl pkcs8 -topk8 -v2 aes-256-cbc`"
    })?;
    let document = info.decrypt(password).map_err(
        |_| "the key cannot be decrypted: wrong ssl.key.password, or a cipher other than PBES2 with AES",
    )?;
    Ok(PrivatePkcs8KeyDer::from(document.as_bytes().to_vec()).into())
}
