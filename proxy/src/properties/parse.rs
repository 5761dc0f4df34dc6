//! The file format of `java.util.Properties`.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use super::Mistake;

/// The pairs of a properties file.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Properties {
    /// Values by key.
    pub entries: BTreeMap<String, String>,
    /// Keys that stand more than once, in order of appearance; their last value counts, as in Java.
    pub duplicates: Vec<String>,
}

impl std::fmt::Debug for Properties {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be passwords.
        f.debug_set().entries(self.entries.keys()).finish()
    }
}

/// Reads the text of a properties file.
///
/// # Errors
/// A `\u` that is not followed by four hexadecimal digits, once for each line.
pub fn parse(text: &str) -> Result<Properties, Vec<Mistake>> {
    let mut properties = Properties::default();
    let mut mistakes = Vec::new();
    for (number, line) in logical_lines(text) {
        match split(&line) {
            Ok((key, value)) => {
                if properties.entries.insert(key.clone(), value).is_some() {
                    properties.duplicates.push(key);
                }
            }
            Err(message) => mistakes.push(Mistake::new(format!("line {number}"), message)),
        }
    }
    if mistakes.is_empty() { Ok(properties) } else { Err(mistakes) }
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0c')
}

/// Lines joined where a backslash ends them, without comments and blanks in front; with their first line's number.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.split('\n').enumerate() {
        let line = line.trim_start_matches(is_blank);
        let (number, mut joined) = match open.take() {
            Some(begun) => begun,
            None if line.is_empty() || line.starts_with(['#', '!']) => continue,
            None => (index + 1, String::new()),
        };
        joined.push_str(line);
        let backslashes = line.chars().rev().take_while(|c| *c == '\\').count();
        if backslashes % 2 == 1 {
            joined.pop();
            open = Some((number, joined));
        } else {
            lines.push((number, joined));
        }
    }
    lines.extend(open);
    lines
}

fn split(line: &str) -> Result<(String, String), String> {
    let mut chars = line.chars().peekable();
    let key = unescape(&mut chars, |c| is_blank(c) || matches!(c, '=' | ':'))?;
    skip_blanks(&mut chars);
    if chars.next_if(|c| matches!(c, '=' | ':')).is_some() {
        skip_blanks(&mut chars);
    }
    let value = unescape(&mut chars, |_| false)?;
    Ok((key, value))
}

fn skip_blanks(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|c| is_blank(*c)).is_some() {}
}

/// Takes characters until an unescaped one that ends them.
fn unescape(chars: &mut Peekable<Chars<'_>>, ends: impl Fn(char) -> bool) -> Result<String, String> {
    let mut text = String::new();
    // Java's characters are UTF-16; a character beyond 0xffff is written as two escapes.
    let mut units: Vec<u16> = Vec::new();
    while let Some(c) = chars.next_if(|c| !ends(*c)) {
        let plain = match c {
            '\\' => match chars.next() {
                Some('u') => {
                    units.push(four_digits(chars)?);
                    continue;
                }
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\x0c',
                Some(other) => other,
                None => break,
            },
            c => c,
        };
        text.push_str(&String::from_utf16_lossy(&std::mem::take(&mut units)));
        text.push(plain);
    }
    text.push_str(&String::from_utf16_lossy(&units));
    Ok(text)
}

fn four_digits(chars: &mut Peekable<Chars<'_>>) -> Result<u16, String> {
    let digits: String = chars.by_ref().take(4).collect();
    match u16::from_str_radix(&digits, 16) {
        Ok(unit) if digits.len() == 4 && !digits.starts_with('+') => Ok(unit),
        _ => Err("\\u must be followed by four hexadecimal digits; write a backslash as \\\\".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let expected: BTreeMap<_, _> =
            expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        assert_eq!(parse(text).unwrap().entries, expected, "{text:?}");
    }

    #[test]
    fn keys_end_at_an_equals_sign_a_colon_or_a_blank() {
        check(
            "a=1\nb:2\nc 3\n d = 4\ne\t:\t5\nf",
            &[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"), ("e", "5"), ("f", "")],
        );
        check("a==b\nc = =d\ne : :f", &[("a", "=b"), ("c", "=d"), ("e", ":f")]);
    }

    #[test]
    fn blanks_behind_a_value_belong_to_it() {
        check("a = b c  \r\n", &[("a", "b c  ")]);
    }

    #[test]
    fn comments_and_empty_lines_are_no_pairs() {
        check("# a=1\n\n  ! b=2\\\n c=3\n   \n", &[("c", "3")]);
    }

    #[test]
    fn an_odd_number_of_backslashes_joins_lines() {
        check("a=1,\\\n   2,\\\n# 3\nb=x\\\\\nc=y", &[("a", "1,2,# 3"), ("b", "x\\"), ("c", "y")]);
        check("a=1\\", &[("a", "1")]);
    }

    #[test]
    fn escapes_are_those_of_java() {
        check(r"a\ b\=c=\t\n\q\\ \u00e9\ud83d\ude00!", &[("a b=c", "\t\nq\\ é😀!")]);
    }

    #[test]
    fn every_broken_escape_is_reported_with_its_line() {
        let mistakes = parse("a=1\nb=\\u12\nc=\\\n\\uzzzz").unwrap_err();
        assert_eq!(mistakes.iter().map(|m| m.path.as_str()).collect::<Vec<_>>(), ["line 2", "line 3"]);
    }

    #[test]
    fn the_last_of_equal_keys_counts_and_is_told() {
        let properties = parse("a=1\nb=2\na=3").unwrap();
        assert_eq!(properties.entries["a"], "3");
        assert_eq!(properties.duplicates, ["a"]);
    }
}
