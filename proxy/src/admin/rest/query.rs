//! The part of an address after the question mark.

use std::collections::BTreeMap;

use crate::link::command::Refusal;

/// Parameters that nobody has asked for yet; what is left at the end was a slip.
#[derive(Debug)]
pub(super) struct Query {
    left: BTreeMap<String, String>,
    asked: Vec<&'static str>,
}

impl Query {
    pub(super) fn parse(query: &str) -> Result<Self, Refusal> {
        let mut left = BTreeMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) =
                (decoded(&name.replace('+', " "), "query")?, decoded(&value.replace('+', " "), "query")?);
            if left.insert(name.clone(), value).is_some() {
                return Err(bad(format!("{name} is given twice"), &name));
            }
        }
        Ok(Self { left, asked: Vec::new() })
    }

    /// A parameter that is a text and not empty.
    pub(super) fn text(&mut self, name: &'static str) -> Option<String> {
        self.asked.push(name);
        self.left.remove(name).filter(|value| !value.is_empty())
    }

    /// A parameter that is true or false; alone it is true.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Refusal> {
        self.asked.push(name);
        match self.left.remove(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("" | "true") => Ok(true),
            Some(other) => Err(bad(format!("{name} must be true or false, not {other}"), name)),
        }
    }

    /// Refuses what nobody asked for: a misspelt `dry_run` must not do the work.
    pub(super) fn finish(&mut self) -> Result<(), Refusal> {
        let Some(name) = self.left.keys().next() else { return Ok(()) };
        let hint = crate::config::near::hint(name, self.asked.iter().copied());
        Err(bad(format!("unknown parameter {name}{hint}"), name))
    }
}

fn bad(message: String, field: &str) -> Refusal {
    Refusal::new(400, "INVALID_REQUEST_ERROR", message).at(field)
}

/// Undoes percent encoding.
pub(super) fn decoded(text: &str, place: &str) -> Result<String, Refusal> {
    let malformed = || bad(format!("the {place} is not percent-encoded UTF-8"), place);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2).ok_or_else(malformed)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).ok_or_else(malformed);
        let value = digit(digits[0])? * 16 + digit(digits[1])?;
        bytes.push(u8::try_from(value).expect("two hexadecimal digits are at most 255"));
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| malformed())
}

/// Encodes a path segment or a query value.
pub(crate) fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_is_undone_by_decoding_and_broken_encoding_is_refused() {
        for text in ["orders", "a b/c?d&e=é%", ""] {
            assert_eq!(decoded(&encoded(text), "path").unwrap(), text);
        }
        for broken in ["%", "%1", "%zz", "%ff", "%+1"] {
            assert!(decoded(broken, "path").is_err(), "{broken}");
        }
    }

    #[test]
    fn a_misspelt_parameter_is_refused_with_the_name_that_was_meant() {
        let mut query = Query::parse("dryrun=true").unwrap();
        assert!(!query.flag("dry_run").unwrap());
        assert_eq!(query.finish().unwrap_err().message, "unknown parameter dryrun; did you mean dry_run?");
    }
}
