//! Java's own key store format, version 2, as `keytool -storetype JKS` still writes it.
//!
//! Numbers are big endian. An entry is a tag, an alias, a time and then either a certificate or a key with its chain.
//! The whole is followed by a SHA-1 of password, a fixed phrase and content.

use ring::digest::{Context, SHA1_FOR_LEGACY_USE_ONLY};

/// The first four bytes of a store.
pub(super) const MAGIC: [u8; 4] = [0xfe, 0xed, 0xfe, 0xed];

/// Bytes of a SHA-1, which is also the length of a salt.
const HASH: usize = 20;

/// What is in a store.
#[derive(Default)]
pub(super) struct Store {
    /// Certificates that are trusted, DER.
    pub trusted: Vec<Vec<u8>>,
    /// Keys, still encrypted, each with its chain, DER.
    pub keys: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
}

/// Reads a store. Without a password its integrity is not checked, as in Java.
pub(super) fn parse(bytes: &[u8], password: Option<&str>) -> Result<Store, String> {
    const SHORT: &str = "the JKS store is cut short";
    let content = bytes.get(..bytes.len().saturating_sub(HASH)).ok_or(SHORT)?;
    if let Some(password) = password {
        let phrase = b"Mighty Aphrodite";
        if hash(&[&utf16(password), phrase, content]) != bytes[content.len()..] {
            return Err("the JKS store cannot be opened: wrong password, or the file is damaged".to_owned());
        }
    }
    let mut input = Input(content);
    input.take(MAGIC.len()).ok_or(SHORT)?;
    match input.u32().ok_or(SHORT)? {
        2 => {}
        other => return Err(format!("JKS version {other} is not supported; convert the store to PKCS12")),
    }
    let mut store = Store::default();
    for _ in 0..input.u32().ok_or(SHORT)? {
        input.entry(&mut store).ok_or(SHORT)?;
    }
    Ok(store)
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<usize> {
        Some(usize::from(u16::from_be_bytes(self.take(2)?.try_into().ok()?)))
    }

    fn u32(&mut self) -> Option<usize> {
        usize::try_from(u32::from_be_bytes(self.take(4)?.try_into().ok()?)).ok()
    }

    fn certificate(&mut self) -> Option<Vec<u8>> {
        let kind = self.u16()?;
        self.take(kind)?;
        let length = self.u32()?;
        Some(self.take(length)?.to_vec())
    }

    fn entry(&mut self, store: &mut Store) -> Option<()> {
        let tag = self.u32()?;
        let alias = self.u16()?;
        self.take(alias)?;
        self.take(8)?;
        match tag {
            1 => {
                let length = self.u32()?;
                let key = self.take(length)?.to_vec();
                let mut chain = Vec::new();
                for _ in 0..self.u32()? {
                    chain.push(self.certificate()?);
                }
                store.keys.push((key, chain));
            }
            2 => {
                let certificate = self.certificate()?;
                store.trusted.push(certificate);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Decrypts a key. Its envelope holds salt, cipher text and a hash; the cipher is a stream of chained SHA-1 hashes.
pub(super) fn decrypt(envelope: &[u8], password: &str) -> Result<Vec<u8>, String> {
    const BROKEN: &str = "a key in the JKS store cannot be read";
    let info = envelope_content(envelope).ok_or(BROKEN)?;
    let salt = info.get(..HASH).ok_or(BROKEN)?;
    let cipher = info.get(HASH..info.len().saturating_sub(HASH)).ok_or(BROKEN)?;
    let check = &info[info.len() - HASH..];
    let password = utf16(password);
    let mut block = salt.to_vec();
    let mut plain = Vec::with_capacity(cipher.len());
    for chunk in cipher.chunks(HASH) {
        block = hash(&[&password, &block]);
        plain.extend(chunk.iter().zip(&block).map(|(byte, mask)| byte ^ mask));
    }
    if hash(&[&password, &plain]) != check {
        return Err("the key in the JKS store cannot be opened: wrong password (ssl.key.password)".to_owned());
    }
    Ok(plain)
}

/// Takes the octet string out of `SEQUENCE { SEQUENCE { algorithm }, OCTET STRING }`. The algorithm is not looked at:
/// JKS knows only one, and the hash tells whether it was that one.
fn envelope_content(envelope: &[u8]) -> Option<Vec<u8>> {
    use x509_parser::der_parser::der::parse_der;
    let (_, outer) = parse_der(envelope).ok()?;
    let content = outer.as_sequence().ok()?.get(1)?;
    Some(content.as_slice().ok()?.to_vec())
}

fn utf16(password: &str) -> Vec<u8> {
    password.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

fn hash(parts: &[&[u8]]) -> Vec<u8> {
    let mut context = Context::new(&SHA1_FOR_LEGACY_USE_ONLY);
    for part in parts {
        context.update(part);
    }
    context.finish().as_ref().to_vec()
}
