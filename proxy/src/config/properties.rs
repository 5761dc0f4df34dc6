//! A client's settings as the configuration holds them: by name, secrets hidden.

use std::collections::BTreeMap;
use std::fmt;

use super::Mistake;
use crate::properties::{self, HIDDEN, is_secret};

/// Settings by name. `Debug` hides the values of secrets.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Properties(pub BTreeMap<String, String>);

impl Properties {
    /// Reads a Java properties file. Stricter than Java: a key that is given twice hides a slip and is a mistake.
    ///
    /// # Errors
    /// Every malformed line and every key that stands twice. No value appears in the text, for it may be a secret.
    pub fn parse(text: &str) -> Result<Self, Vec<Mistake>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read = properties::parse(text)?;
        let twice = |key| Mistake::new(key, "is given twice");
        let mistakes: Vec<_> = read.duplicates.into_iter().map(twice).collect();
        if mistakes.is_empty() { Ok(Self(read.entries)) } else { Err(mistakes) }
    }

    /// The value of a key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// A copy in which secrets read `[hidden]`.
    #[must_use]
    pub fn hidden(&self) -> BTreeMap<String, String> {
        let shown = |(key, value): (&String, &String)| {
            let value = if is_secret(key) { HIDDEN } else { value };
            (key.clone(), value.to_owned())
        };
        self.0.iter().map(shown).collect()
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Properties").field(&self.hidden()).finish()
    }
}

impl FromIterator<(String, String)> for Properties {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(iter: T) -> Self {
        Self(iter.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_and_keys_that_stand_twice_are_mistakes_without_their_values() {
        let broken = Properties::parse("a=1\npassword=sesame\\u12\n").unwrap_err();
        assert_eq!(broken[0].path, "line 2");
        assert!(!broken[0].message.contains("sesame"));
        let twice = Properties::parse("a=1\nb=2\na=3\n").unwrap_err();
        assert_eq!(twice[0].to_string(), "a: is given twice");
        assert_eq!(Properties::parse("\u{feff}a=1").unwrap().value("a"), Some("1"));
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        for key in ["sasl.jaas.config", "ssl.keystore.password", "ssl.key.password", "ssl.keystore.key"] {
            let properties: Properties = [(key.to_owned(), "change-me".to_owned())].into_iter().collect();
            assert!(!format!("{properties:?}").contains("change-me"), "{key}");
        }
    }
}
