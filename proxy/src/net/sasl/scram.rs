//! SCRAM as a client (RFC 5802, RFC 7677), with Kafka's names for the hashes. Pure: no clock, no socket.

use std::num::NonZeroU32;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, hmac, pbkdf2};

/// Fewer would make stolen proofs cheap to attack; Kafka itself refuses to store fewer.
const ITERATIONS_MIN: u32 = 4096;
/// More would let a broker keep us busy for seconds; Kafka's own limit is 16384.
const ITERATIONS_MAX: u32 = 1_000_000;

/// Random bytes of our nonce; as text a third more.
const NONCE_BYTES: usize = 24;

/// Neither channel binding nor another identity: the header `n,,`, and its base64.
const HEADER: &str = "n,,";
const HEADER_BASE64: &str = "biws";

/// The hash that the mechanism is named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    Sha256,
    Sha512,
}

impl Hash {
    fn hmac(self) -> hmac::Algorithm {
        match self {
            Self::Sha256 => hmac::HMAC_SHA256,
            Self::Sha512 => hmac::HMAC_SHA512,
        }
    }

    fn pbkdf2(self) -> pbkdf2::Algorithm {
        match self {
            Self::Sha256 => pbkdf2::PBKDF2_HMAC_SHA256,
            Self::Sha512 => pbkdf2::PBKDF2_HMAC_SHA512,
        }
    }

    fn digest(self) -> &'static digest::Algorithm {
        match self {
            Self::Sha256 => &digest::SHA256,
            Self::Sha512 => &digest::SHA512,
        }
    }
}

/// The opening of the dialogue.
#[derive(Debug)]
pub(super) struct First {
    hash: Hash,
    nonce: String,
    bare: String,
}

/// What the broker's last message must contain to prove that it knows the password too.
#[derive(Debug)]
pub(super) struct Proof {
    key: hmac::Key,
    signed: String,
}

impl First {
    pub(super) fn new(hash: Hash, user: &str, is_token: bool) -> Self {
        let mut random = [0; NONCE_BYTES];
        SystemRandom::new().fill(&mut random).expect("the system has random bytes");
        Self::with_nonce(hash, user, is_token, STANDARD.encode(random))
    }

    fn with_nonce(hash: Hash, user: &str, is_token: bool, nonce: String) -> Self {
        let user = user.replace('=', "=3D").replace(',', "=2C");
        // A delegation token says so in an extension (KIP-48).
        let extension = if is_token { ",tokenauth=true" } else { "" };
        let bare = format!("n={user},r={nonce}{extension}");
        Self { hash, nonce, bare }
    }

    pub(super) fn message(&self) -> String {
        format!("{HEADER}{}", self.bare)
    }

    /// Answers the broker's challenge with a proof of the password. Takes as long as the broker's iterations say.
    pub(super) fn answer(&self, challenge: &[u8], password: &str) -> Result<(String, Proof), String> {
        let challenge = std::str::from_utf8(challenge).map_err(|_| "the broker's challenge is not text")?;
        let (nonce, salt, iterations) = self.read(challenge)?;
        let mut salted = vec![0; self.hash.digest().output_len()];
        pbkdf2::derive(self.hash.pbkdf2(), iterations, &salt, password.as_bytes(), &mut salted);
        let salted = hmac::Key::new(self.hash.hmac(), &salted);
        let client_key = hmac::sign(&salted, b"Client Key");
        let stored_key = digest::digest(self.hash.digest(), client_key.as_ref());
        let without_proof = format!("c={HEADER_BASE64},r={nonce}");
        let signed = format!("{},{challenge},{without_proof}", self.bare);
        let signature = hmac::sign(&hmac::Key::new(self.hash.hmac(), stored_key.as_ref()), signed.as_bytes());
        let proof: Vec<u8> =
            client_key.as_ref().iter().zip(signature.as_ref()).map(|(key, mask)| key ^ mask).collect();
        let server_key = hmac::sign(&salted, b"Server Key");
        let key = hmac::Key::new(self.hash.hmac(), server_key.as_ref());
        Ok((format!("{without_proof},p={}", STANDARD.encode(proof)), Proof { key, signed }))
    }

    fn read<'a>(&self, challenge: &'a str) -> Result<(&'a str, Vec<u8>, NonZeroU32), String> {
        if let Some(error) = challenge.strip_prefix("e=") {
            return Err(format!("the broker says {error}"));
        }
        let mut parts = challenge.split(',');
        let mut part = |name: &str| {
            let part = parts.next().and_then(|part| part.strip_prefix(name));
            part.ok_or_else(|| format!("the broker's challenge has no {name} where it should"))
        };
        let nonce = part("r=")?;
        let salt = STANDARD.decode(part("s=")?).map_err(|_| "the broker's salt is not base64")?;
        let iterations: u32 = part("i=")?.parse().map_err(|_| "the broker's iterations are no number")?;
        if nonce.len() <= self.nonce.len() || !nonce.starts_with(&self.nonce) {
            return Err("the broker's nonce does not continue ours; somebody may be replaying".to_owned());
        }
        if !(ITERATIONS_MIN..=ITERATIONS_MAX).contains(&iterations) {
            return Err(format!(
                "the broker asks for {iterations} iterations, allowed are {ITERATIONS_MIN} to {ITERATIONS_MAX}"
            ));
        }
        let iterations = NonZeroU32::new(iterations).expect("the lower bound is above zero");
        Ok((nonce, salt, iterations))
    }
}

impl Proof {
    /// Checks the broker's last message.
    pub(super) fn check(&self, last: &[u8]) -> Result<(), String> {
        let last = std::str::from_utf8(last).map_err(|_| "the broker's proof is not text")?;
        if let Some(error) = last.strip_prefix("e=") {
            return Err(format!("the broker says {error}"));
        }
        let signature = last.strip_prefix("v=").and_then(|rest| rest.split(',').next());
        let signature = signature.and_then(|base64| STANDARD.decode(base64).ok());
        let signature = signature.ok_or("the broker sends no proof that it knows the password")?;
        hmac::verify(&self.key, self.signed.as_bytes(), &signature)
            .map_err(|_| "the broker's proof is wrong: it does not know the password".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONCE: &str = "rOprNGfwEbeRWgbNEkqO";
    const CHALLENGE: &[u8] =
        b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";

    fn first(user: &str) -> First {
        First::with_nonce(Hash::Sha256, user, false, NONCE.to_owned())
    }

    // The example of RFC 7677, section 3.
    #[test]
    fn the_example_of_the_standard_comes_out_as_it_stands_there() {
        let first = first("user");
        assert_eq!(first.message(), "n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        let (answer, proof) = first.answer(CHALLENGE, "pencil").unwrap();
        assert_eq!(
            answer,
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        );
        proof.check(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=").unwrap();
    }

    #[test]
    fn a_broker_that_does_not_know_the_password_is_found_out() {
        let (_, proof) = first("user").answer(CHALLENGE, "pencil2").unwrap();
        let error = proof.check(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=").unwrap_err();
        assert!(error.contains("does not know the password"));
        assert!(proof.check(b"").is_err() && proof.check(b"v=").is_err());
        assert_eq!(proof.check(b"e=other-error").unwrap_err(), "the broker says other-error");
    }

    #[test]
    fn a_challenge_that_is_not_for_us_is_refused() {
        for (challenge, problem) in [
            (&b"r=rOprNGfwEbeRWgbNEkqO,s=AA==,i=4096"[..], "nonce does not continue"),
            (b"r=xOprNGfwEbeRWgbNEkqO123,s=AA==,i=4096", "nonce does not continue"),
            (b"r=rOprNGfwEbeRWgbNEkqO1,s=AA==,i=4095", "4095 iterations"),
            (b"r=rOprNGfwEbeRWgbNEkqO1,s=AA==,i=1000001", "1000001 iterations"),
            (b"r=rOprNGfwEbeRWgbNEkqO1,s=AA==,i=99999999999", "no number"),
            (b"r=rOprNGfwEbeRWgbNEkqO1,s=?,i=4096", "not base64"),
            (b"m=x,r=rOprNGfwEbeRWgbNEkqO1,s=AA==,i=4096", "has no r="),
            (b"", "has no r="),
            (b"\xff", "not text"),
            (b"e=unknown-user", "the broker says unknown-user"),
        ] {
            let error = first("user").answer(challenge, "pencil").unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn names_are_escaped_and_tokens_say_that_they_are_tokens() {
        let message = First::with_nonce(Hash::Sha512, "a=b,c", true, "N".to_owned()).message();
        assert_eq!(message, "n,,n=a=3Db=2Cc,r=N,tokenauth=true");
    }

    #[test]
    fn nonces_differ() {
        assert_ne!(First::new(Hash::Sha256, "a", false).nonce, First::new(Hash::Sha256, "a", false).nonce);
    }
}
