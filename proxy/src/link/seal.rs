//! Secrets in stored settings: sealed with the key that all sidecars share (AES-256-GCM), or references, never plain.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};

use super::command::Refusal;
use crate::properties::{HIDDEN, is_reference, is_secret};

/// Marks a sealed value, with the version of its form.
const MARK: &str = "kagami-sealed:1:";

/// Seals and opens.
pub struct Seal(Option<LessSafeKey>);

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Seal").field(&self.0.is_some()).finish()
    }
}

impl Seal {
    /// A seal with a 32-byte key, or one that can only pass references.
    #[must_use]
    pub fn new(key: Option<&[u8; 32]>) -> Self {
        let key = key.and_then(|key| UnboundKey::new(&AES_256_GCM, key).ok()).map(LessSafeKey::new);
        Self(key)
    }

    /// Settings as they may be stored.
    ///
    /// # Errors
    /// When a secret is plain and there is no key.
    pub fn seal(&self, configs: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
        configs.iter().map(|(name, value)| Ok((name.clone(), self.seal_one(name, value)?))).collect()
    }

    fn seal_one(&self, name: &str, value: &str) -> Result<String, Refusal> {
        if !is_secret(name) || is_reference(value) || value.starts_with(MARK) {
            return Ok(value.to_owned());
        }
        let Some(key) = &self.0 else {
            return Err(Refusal::new(
                400,
                "MISCONFIGURATION_ERROR",
                format!(
                    "{name} is a secret, and this sidecar has no key to store it under: set [secrets] key_file in \
                     kagami.toml (32 random bytes, the same for all sidecars), or write the value as a reference such \
                     as ${{file:/run/secrets/link.properties:password}} or ${{env:NAME}}"
                ),
            )
            .at(name));
        };
        let failed = |_| Refusal::new(500, "INTERNAL_ERROR", "no randomness to seal a secret with");
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(failed)?;
        let mut sealed = value.as_bytes().to_vec();
        // The name is bound in, so that one setting's secret cannot be passed off as another's.
        key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(name.as_bytes()),
            &mut sealed,
        )
        .map_err(failed)?;
        Ok(format!("{MARK}{}", STANDARD.encode([nonce.as_slice(), &sealed].concat())))
    }

    /// Settings with their secrets in the clear, for use and never for showing.
    ///
    /// # Errors
    /// When a secret was sealed with another key.
    pub fn open(&self, configs: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
        configs.iter().map(|(name, value)| Ok((name.clone(), self.open_one(name, value)?))).collect()
    }

    fn open_one(&self, name: &str, value: &str) -> Result<String, Refusal> {
        let Some(sealed) = value.strip_prefix(MARK) else { return Ok(value.to_owned()) };
        let opened = self.0.as_ref().and_then(|key| {
            let bytes = STANDARD.decode(sealed).ok()?;
            let (nonce, rest) = bytes.split_at_checked(NONCE_LEN)?;
            let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
            let mut rest = rest.to_vec();
            let plain = key.open_in_place(nonce, Aad::from(name.as_bytes()), &mut rest).ok()?;
            String::from_utf8(plain.to_vec()).ok()
        });
        opened.ok_or_else(|| {
            Refusal::new(
                500,
                "MISCONFIGURATION_ERROR",
                format!("{name} was sealed with another key: give this sidecar the [secrets] key_file of the one that made the link"),
            )
            .at(name)
        })
    }
}

/// Settings as they may be shown.
#[must_use]
pub fn hide(configs: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    configs
        .iter()
        .map(|(name, value)| {
            let shown =
                if is_secret(name) && !is_reference(value) { HIDDEN.to_owned() } else { value.clone() };
            (name.clone(), shown)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configs(value: &str) -> BTreeMap<String, String> {
        BTreeMap::from([
            ("sasl.jaas.config".to_owned(), value.to_owned()),
            ("bootstrap.servers".to_owned(), "a:1".to_owned()),
        ])
    }

    #[test]
    fn a_sealed_secret_opens_with_the_same_key_only() {
        let seal = Seal::new(Some(&[7; 32]));
        let sealed = seal.seal(&configs("password=\"x\"")).expect("sealed");
        assert!(!sealed["sasl.jaas.config"].contains("password"));
        assert_eq!(sealed["bootstrap.servers"], "a:1");
        assert_eq!(seal.open(&sealed).expect("opened"), configs("password=\"x\""));
        assert!(Seal::new(Some(&[8; 32])).open(&sealed).is_err());
    }

    #[test]
    fn without_a_key_a_plain_secret_is_refused_and_a_reference_passes() {
        let seal = Seal::new(None);
        let refusal = seal.seal(&configs("secret")).expect_err("no key");
        assert_eq!(refusal.field.as_deref(), Some("sasl.jaas.config"));
        assert!(!refusal.message.contains("secret is"), "{refusal}");
        assert!(seal.seal(&configs("${file:/a:b}")).is_ok());
    }

    #[test]
    fn secrets_are_hidden_and_references_are_shown() {
        assert_eq!(hide(&configs("secret"))["sasl.jaas.config"], HIDDEN);
        assert_eq!(hide(&configs("${env:X}"))["sasl.jaas.config"], "${env:X}");
    }
}
