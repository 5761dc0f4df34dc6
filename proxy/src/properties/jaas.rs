//! The value of `sasl.jaas.config`: a login module, a control flag and options.

use std::collections::BTreeMap;
use std::fmt;

use super::{Mechanism, Secret};

/// Kafka's login modules that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// User name and password.
    Plain,
    /// User name and password, of which only proofs are sent.
    Scram,
    /// A token.
    OauthBearer,
}

impl Module {
    fn from_class(class: &str) -> Option<Self> {
        // Repackaged clients put a prefix of theirs before the class, so its end decides.
        let ours = [Self::Plain, Self::Scram, Self::OauthBearer];
        ours.into_iter().find(|module| class.ends_with(module.class()))
    }

    /// Whether a mechanism takes its credentials from this module.
    pub fn serves(self, mechanism: Mechanism) -> bool {
        match mechanism {
            Mechanism::Plain => self == Self::Plain,
            Mechanism::ScramSha256 | Mechanism::ScramSha512 => self == Self::Scram,
            Mechanism::OauthBearer => self == Self::OauthBearer,
        }
    }

    /// The class as it is written.
    pub fn class(self) -> &'static str {
        match self {
            Self::Plain => "org.apache.kafka.common.security.plain.PlainLoginModule",
            Self::Scram => "org.apache.kafka.common.security.scram.ScramLoginModule",
            Self::OauthBearer => "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule",
        }
    }
}

/// A login as it is written; option values may be references.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// Who reads the options.
    pub module: Module,
    /// Options by name.
    pub options: BTreeMap<String, Secret>,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("module", &self.module).field("options", &self.options).finish()
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Quoted(String),
    Equals,
    Semicolon,
}

impl Login {
    /// Reads a login.
    ///
    /// # Errors
    /// What is wrong with it and what would be right, without any of its values.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = tokens(text)?.into_iter();
        let class = match tokens.next() {
            Some(Token::Word(class)) => class,
            Some(_) => return Err("it must begin with the class of a login module".to_owned()),
            None => return Err("it is empty".to_owned()),
        };
        let module = Module::from_class(&class).ok_or_else(|| {
            format!("login module {class} is not supported; use PlainLoginModule, ScramLoginModule or OAuthBearerLoginModule")
        })?;
        match tokens.next() {
            Some(Token::Word(flag))
                if ["required", "requisite", "sufficient", "optional"]
                    .contains(&flag.to_ascii_lowercase().as_str()) => {}
            _ => return Err("the module must be followed by `required`".to_owned()),
        }
        let mut options = BTreeMap::new();
        loop {
            let name = match tokens.next() {
                Some(Token::Semicolon) => break,
                Some(Token::Word(name) | Token::Quoted(name)) => name,
                Some(Token::Equals) => return Err("an option has no name before its `=`".to_owned()),
                None => return Err("it must end with a semicolon".to_owned()),
            };
            let value = match (tokens.next(), tokens.next()) {
                (Some(Token::Equals), Some(Token::Word(value) | Token::Quoted(value))) => value,
                _ => return Err(format!("option {name} must be followed by `=` and a value in quotes")),
            };
            options.insert(name, Secret::from(value));
        }
        match tokens.next() {
            None => Ok(Self { module, options }),
            Some(_) => Err("only one login module is allowed; something follows the semicolon".to_owned()),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            c if c.is_whitespace() => after,
            '=' => {
                tokens.push(Token::Equals);
                after
            }
            ';' => {
                tokens.push(Token::Semicolon);
                after
            }
            '"' | '\'' => {
                let (value, after) = quoted(after, c)?;
                tokens.push(Token::Quoted(value));
                after
            }
            '/' if after.starts_with('/') => after.split_once('\n').map_or("", |(_, after)| after),
            '/' if after.starts_with('*') => after[1..].split_once("*/").ok_or("a comment is not closed")?.1,
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "=;\"'".contains(c));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                tokens.push(Token::Word(word.to_owned()));
                after
            }
        };
    }
    Ok(tokens)
}

/// Takes a value up to its closing quote. Escapes are those of Java's tokenizer, octal ones included.
fn quoted(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut value = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((value, &text[at + 1..])),
            '\n' | '\r' => break,
            '\\' => {
                let Some((_, escaped)) = chars.next() else { break };
                value.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\x08',
                    'f' => '\x0c',
                    'a' => '\x07',
                    'v' => '\x0b',
                    '0'..='7' => {
                        // Three digits only while the first keeps the value within a byte.
                        let more = if escaped <= '3' { 2 } else { 1 };
                        let mut code = escaped as u32 - '0' as u32;
                        for _ in 0..more {
                            let Some((_, digit)) = chars.next_if(|(_, c)| ('0'..='7').contains(c)) else {
                                break;
                            };
                            code = code * 8 + (digit as u32 - '0' as u32);
                        }
                        char::from_u32(code).expect("three octal digits below 400 are a character")
                    }
                    other => other,
                });
            }
            c => value.push(c),
        }
    }
    Err("a quote is not closed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, module: Module, options: &[(&str, &str)]) {
        let login = Login::parse(text).unwrap();
        assert_eq!(login.module, module);
        let found: Vec<_> = login.options.iter().map(|(k, v)| (k.as_str(), v.as_written())).collect();
        assert_eq!(found, options);
    }

    #[test]
    fn options_are_read_in_either_quotes_with_escapes() {
        check(
            r#"org.apache.kafka.common.security.plain.PlainLoginModule required username="li\"nk" password='a;=\\"\101 b';"#,
            Module::Plain,
            &[("password", "a;=\\\"A b"), ("username", "li\"nk")],
        );
    }

    #[test]
    fn lines_comments_and_bare_words_are_allowed() {
        check(
            "org.apache.kafka.common.security.scram.ScramLoginModule REQUIRED // who\n username=admin\n /* no */ tokenauth=\"true\" ;\n",
            Module::Scram,
            &[("tokenauth", "true"), ("username", "admin")],
        );
    }

    #[test]
    fn a_repackaged_module_is_known_by_its_end() {
        check(
            "shaded.org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;",
            Module::OauthBearer,
            &[],
        );
    }

    #[test]
    fn mistakes_are_named_without_values() {
        const PLAIN: &str = "org.apache.kafka.common.security.plain.PlainLoginModule";
        for (text, problem) in [
            (String::new(), "empty"),
            ("com.example.Mine required;".to_owned(), "com.example.Mine is not supported"),
            (format!("{PLAIN} username=\"hunter2\";"), "followed by `required`"),
            (format!("{PLAIN} required password=\"hunter2\""), "end with a semicolon"),
            (format!("{PLAIN} required password=\"hunter2;"), "quote is not closed"),
            (format!("{PLAIN} required password \"hunter2\";"), "option password must be followed"),
            (format!("{PLAIN} required; {PLAIN} required;"), "only one login module"),
        ] {
            let message = Login::parse(&text).unwrap_err();
            assert!(message.contains(problem) && !message.contains("hunter2"), "{message}");
        }
    }
}
