//! Java properties files, the language that every Kafka client's settings are written in.

use std::collections::BTreeMap;
use std::fmt;

/// Settings by name. `Debug` and `Display` hide the values of secrets.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Properties(pub BTreeMap<String, String>);

/// A line that is no property, with its number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Malformed {
    /// Counted from 1; of a property over several lines, the first.
    pub line: usize,
    pub problem: String,
}

impl Properties {
    /// Reads the format that `java.util.Properties` reads: `#` and `!` comments, `=`, `:` or blanks between key and
    /// value, lines continued by a backslash, escapes (`\n`, `\t`, `\\`, `\u00e9`).
    ///
    /// Unlike Java a key twice, a key without a separator and a broken `\u` are mistakes, for each hides a slip.
    ///
    /// # Errors
    /// Every malformed line. Values never appear in the text, for they may be secrets.
    pub fn parse(text: &str) -> Result<Self, Vec<Malformed>> {
        let mut found = BTreeMap::new();
        let mut mistakes = Vec::new();
        for (line, logical) in logical_lines(text) {
            match property(&logical) {
                Ok((key, value)) => {
                    if found.insert(key.clone(), value).is_some() {
                        mistakes.push(Malformed { line, problem: format!("{key} is given a second time") });
                    }
                }
                Err(problem) => mistakes.push(Malformed { line, problem }),
            }
        }
        if mistakes.is_empty() { Ok(Self(found)) } else { Err(mistakes) }
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

/// What stands in the place of a secret.
pub const HIDDEN: &str = "[hidden]";

/// Whether the value of a setting must not be shown. Unknown names that sound like a secret count as one.
#[must_use]
pub fn is_secret(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key == "ssl.keystore.key"
        || ["password", "secret", "jaas", "credential", "private.key", "token.value"]
            .iter()
            .any(|word| key.contains(word))
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

/// Lines with their continuations joined, without comments and empty ones, each with the number of its first line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, natural) in text.lines().enumerate() {
        let part = natural.trim_start_matches(BLANK);
        let (number, mut line) = match open.take() {
            Some(begun) => begun,
            None if part.is_empty() || part.starts_with(['#', '!']) => continue,
            None => (index + 1, String::new()),
        };
        let backslashes = part.bytes().rev().take_while(|byte| *byte == b'\\').count();
        if backslashes % 2 == 1 {
            line.push_str(&part[..part.len() - 1]);
            open = Some((number, line));
        } else {
            line.push_str(part);
            lines.push((number, line));
        }
    }
    lines.extend(open);
    lines
}

const BLANK: [char; 3] = [' ', '\t', '\u{c}'];

fn property(line: &str) -> Result<(String, String), String> {
    let mut escaped = false;
    let end = line.find(|c: char| {
        let ends = !escaped && (BLANK.contains(&c) || c == '=' || c == ':');
        escaped = !escaped && c == '\\';
        ends
    });
    let (key, rest) = line.split_at(end.unwrap_or(line.len()));
    let key = unescape(key).map_err(|problem| format!("{problem} in the key"))?;
    if key.is_empty() {
        return Err("the key is missing; write key=value".to_owned());
    }
    if end.is_none() {
        return Err(format!("{key} has no value; write {key}=value"));
    }
    let rest = rest.trim_start_matches(BLANK);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start_matches(BLANK);
    // Java keeps blanks at the end; Kafka trims most values, and a secret with one is a slip.
    let value = unescape(rest.trim_end()).map_err(|problem| format!("{problem} in the value of {key}"))?;
    Ok((key, value))
}

fn unescape(text: &str) -> Result<String, String> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    let mut buffer = [0; 2];
    while let Some(c) = chars.next() {
        let plain = match c {
            '\\' => match chars.next() {
                None => break,
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let unit = (digits.len() == 4).then(|| u16::from_str_radix(&digits, 16).ok()).flatten();
                    units.push(unit.ok_or_else(|| "\\u without four hexadecimal digits".to_owned())?);
                    continue;
                }
                Some(other) => other,
            },
            other => other,
        };
        units.extend_from_slice(plain.encode_utf16(&mut buffer));
    }
    String::from_utf16(&units).map_err(|_| "half of a \\u pair".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let expected = expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        assert_eq!(Properties::parse(text), Ok(Properties(expected)), "{text}");
    }

    #[test]
    fn the_java_format_is_read_with_its_comments_separators_and_escapes() {
        check("# a\n! b\n\na=1\n b : 2\nc 3\nd=\n", &[("a", "1"), ("b", "2"), ("c", "3"), ("d", "")]);
        check("a=one \\\n   two\r\nb=x", &[("a", "one two"), ("b", "x")]);
        check(r"k\=e\ y=C\:\\dir\tx", &[("k=e y", "C:\\dir\tx")]);
        check(r"a=\u00e9\ud83d\ude00", &[("a", "é😀")]);
        check(
            "jaas=x required username=\"a\" password=\"b=c:d\";",
            &[("jaas", "x required username=\"a\" password=\"b=c:d\";")],
        );
        check("last=half\\", &[("last", "half")]);
    }

    #[test]
    fn every_malformed_line_is_named_and_no_value_is_shown() {
        let text = "a=1\nlonely\n=x\npassword=\\u12\na=2\n";
        let mistakes: Vec<_> =
            Properties::parse(text).unwrap_err().iter().map(Malformed::to_string).collect();
        assert_eq!(
            mistakes,
            [
                "line 2: lonely has no value; write lonely=value",
                "line 3: the key is missing; write key=value",
                "line 4: \\u without four hexadecimal digits in the value of password",
                "line 5: a is given a second time",
            ]
        );
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        for key in ["sasl.jaas.config", "ssl.keystore.password", "ssl.key.password", "ssl.keystore.key"] {
            let properties: Properties = [(key.to_owned(), "change-me".to_owned())].into_iter().collect();
            assert!(!format!("{properties:?}").contains("change-me"), "{key}");
        }
        assert!(!is_secret("sasl.mechanism"));
        assert!(!is_secret("ssl.truststore.location"));
        assert!(!is_secret("ssl.keystore.location"));
    }
}
