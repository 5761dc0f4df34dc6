//! How a cluster calls a client by the name in its certificate: `ssl.principal.mapping.rules` (KIP-371).
//!
//! Rules are tried in order; the first whose pattern matches the whole name says what becomes of it. `DEFAULT` leaves
//! the name as it is, and so does a list without a match, as far as it can be: a Kafka broker refuses such a client.

use regex::Regex;

/// One rule.
#[derive(Clone, Debug)]
enum Rule {
    Default,
    Replace { pattern: Regex, replacement: String, letters: Letters },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    AsTheyAre,
    Lower,
    Upper,
}

/// The rules of a cluster; none at all leave every name as it is.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<Rule>);

impl Names {
    /// Reads the setting as brokers have it. A rule that cannot be read, or whose pattern only Java knows, is passed over
    /// with a warning: clients that it was meant for keep the names in their certificates.
    #[must_use]
    pub fn parse(setting: &str) -> Self {
        let mut rules = Vec::new();
        let mut rest = setting.trim();
        while !rest.is_empty() {
            let (rule, behind) = match rest.strip_prefix("RULE:") {
                Some(behind) => replacing(behind),
                None => {
                    let (word, behind) = rest.split_once(',').unwrap_or((rest, ""));
                    ((word.trim() == "DEFAULT").then_some(Rule::Default), behind)
                }
            };
            match rule {
                Some(rule) => rules.push(rule),
                None => tracing::warn!(
                    rule = rest.split_at_checked(rest.len() - behind.len()).map_or(rest, |(rule, _)| rule),
                    "a rule of ssl.principal.mapping.rules cannot be used here"
                ),
            }
            rest = behind.trim_start_matches([',', ' ', '\t', '\n', '\r']);
        }
        Self(rules)
    }

    /// The name that access control entries know.
    #[must_use]
    pub fn map(&self, name: &str) -> String {
        for rule in &self.0 {
            match rule {
                Rule::Default => break,
                Rule::Replace { pattern, replacement, letters } => {
                    let Some(found) = pattern.captures(name) else { continue };
                    let mut mapped = String::new();
                    found.expand(replacement, &mut mapped);
                    return match letters {
                        Letters::AsTheyAre => mapped,
                        Letters::Lower => mapped.to_lowercase(),
                        Letters::Upper => mapped.to_uppercase(),
                    };
                }
            }
        }
        name.to_owned()
    }
}

/// `pattern/replacement/` with `L` or `U` behind it, and what follows.
fn replacing(text: &str) -> (Option<Rule>, &str) {
    let Some((pattern, rest)) = until_slash(text) else { return (None, "") };
    let Some((replacement, rest)) = until_slash(rest) else { return (None, "") };
    let (flags, behind) = rest.split_once(',').unwrap_or((rest, ""));
    let letters = match flags.trim() {
        "" => Letters::AsTheyAre,
        "L" => Letters::Lower,
        "U" => Letters::Upper,
        _ => return (None, behind),
    };
    // Java matches the whole name, and has `$1` end where the digits do.
    let pattern = Regex::new(&format!("^(?:{pattern})$")).ok();
    let rule = pattern.map(|pattern| Rule::Replace { pattern, replacement: braced(replacement), letters });
    (rule, behind)
}

/// The text before the next slash that no backslash hides, and the text behind it.
fn until_slash(text: &str) -> Option<(&str, &str)> {
    let mut hidden = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            '/' => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// `$1` becomes `${1}`, and `\/` a slash.
fn braced(replacement: &str) -> String {
    let mut out = String::new();
    let mut rest = replacement.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '$' => {
                out.push_str("${");
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    out.push(digit);
                }
                out.push('}');
            }
            '\\' => out.extend(rest.next()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_matches_the_whole_name_decides() {
        let names = Names::parse(
            r"RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/, RULE:^CN=(.*?),OU=(.*?),O=(.*?)$/$1@$2/L,RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/U,DEFAULT",
        );
        assert_eq!(names.map("CN=serviceuser,OU=ServiceUsers,O=Unknown"), "serviceuser");
        assert_eq!(names.map("CN=AdminUser,OU=Admin,O=Unknown"), "adminuser@admin");
        assert_eq!(names.map("cn=WebUser,O=Unknown"), "WEBUSER");
        assert_eq!(names.map("O=nobody"), "O=nobody");
    }

    #[test]
    fn without_rules_names_stay_as_they_are() {
        for setting in ["", "DEFAULT"] {
            assert_eq!(Names::parse(setting).map("CN=alice,O=example"), "CN=alice,O=example");
        }
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_passed_over() {
        let names = Names::parse(r"RULE:(?<=x)CN=(.*)/$1/,RULE:CN=(\w+)/user\/$1x/,RULE:broken");
        assert_eq!(names.map("CN=alice"), "user/alicex");
    }
}
