//! PEM as Kafka accepts it: line ends may have become blanks, as they do when certificates stand in a properties file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// One block between BEGIN and END.
pub(super) struct Block {
    /// What it says that it is, such as `CERTIFICATE`.
    pub label: String,
    /// The bytes.
    pub der: Vec<u8>,
}

/// All blocks of a text; what stands between them is a comment.
pub(super) fn blocks(text: &str) -> Result<Vec<Block>, String> {
    const BEGIN: &str = "-----BEGIN ";
    const DASHES: &str = "-----";
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(BEGIN) {
        rest = &rest[start + BEGIN.len()..];
        let (label, after) = rest.split_once(DASHES).ok_or("a PEM block has no end of its first line")?;
        let end = format!("-----END {label}-----");
        let (body, after) = after.split_once(&end).ok_or_else(|| format!("a PEM block has no `{end}`"))?;
        if body.contains("Proc-Type:") {
            return Err("the key is encrypted in OpenSSL's old form; convert it with `openssl pkcs8 -topk8`"
                .to_owned());
        }
        let base64: String = body.split_whitespace().collect();
        let der = STANDARD.decode(base64).map_err(|_| format!("PEM block {label} is not base64"))?;
        blocks.push(Block { label: label.to_owned(), der });
        rest = after;
    }
    Ok(blocks)
}
