//! Kafka's message definitions as they stand in its JSON files.

use serde::Deserialize;
use serde_json::Value;

/// A closed range of versions; empty when `low > high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Versions {
    pub(crate) low: i16,
    pub(crate) high: i16,
}

impl Versions {
    const NONE: Self = Self { low: 0, high: -1 };

    /// Reads `3`, `3-5`, `3+` or `none`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let number =
            |digits: &str| digits.trim().parse::<i16>().map_err(|_| format!("bad versions `{text}`"));
        if text == "none" {
            Ok(Self::NONE)
        } else if let Some(low) = text.strip_suffix('+') {
            Ok(Self { low: number(low)?, high: i16::MAX })
        } else if let Some((low, high)) = text.split_once('-') {
            Ok(Self { low: number(low)?, high: number(high)? })
        } else {
            Ok(Self { low: number(text)?, high: number(text)? })
        }
    }

    fn parse_or_none(text: Option<&String>) -> Result<Self, String> {
        text.map_or(Ok(Self::NONE), |text| Self::parse(text))
    }

    pub(crate) fn within(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.low > self.high
    }
}

impl std::fmt::Display for Versions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            _ if self.is_empty() => f.write_str("none"),
            Self { low, high: i16::MAX } => write!(f, "{low}+"),
            Self { low, high } if low == high => write!(f, "{low}"),
            Self { low, high } => write!(f, "{low}-{high}"),
        }
    }
}

/// A file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Definition {
    pub(crate) api_key: Option<i16>,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) valid_versions: String,
    #[serde(default)]
    pub(crate) flexible_versions: Option<String>,
    #[serde(default)]
    pub(crate) fields: Vec<RawField>,
    #[serde(default)]
    pub(crate) common_structs: Vec<RawStruct>,
}

/// A structure that several fields of one message share.
#[derive(Debug, Deserialize)]
pub(crate) struct RawStruct {
    pub(crate) name: String,
    pub(crate) versions: String,
    pub(crate) fields: Vec<RawField>,
}

/// A field as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RawField {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    versions: String,
    #[serde(default)]
    nullable_versions: Option<String>,
    #[serde(default)]
    tag: Option<u32>,
    #[serde(default)]
    tagged_versions: Option<String>,
    #[serde(default)]
    flexible_versions: Option<String>,
    #[serde(default)]
    default: Option<Value>,
    #[serde(default)]
    ignorable: bool,
    #[serde(default)]
    entity_type: Option<String>,
    #[serde(default)]
    pub(crate) fields: Vec<Self>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A number, a boolean or a uuid: the Rust type and the reader's method.
    Plain {
        rust: &'static str,
        method: &'static str,
    },
    Text,
    Bytes,
    Records,
    Struct(String),
    Array(Box<Self>),
}

impl Type {
    fn parse(text: &str) -> Result<Self, String> {
        let plain = |rust, method| Ok(Self::Plain { rust, method });
        match text {
            "bool" => plain("bool", "bool"),
            "int8" => plain("i8", "i8"),
            "int16" => plain("i16", "i16"),
            "uint16" => plain("u16", "u16"),
            "int32" => plain("i32", "i32"),
            "uint32" => plain("u32", "u32"),
            "int64" => plain("i64", "i64"),
            "float64" => plain("f64", "f64"),
            "uuid" => plain("Uuid", "uuid"),
            "string" => Ok(Self::Text),
            "bytes" => Ok(Self::Bytes),
            "records" => Ok(Self::Records),
            _ => match text.strip_prefix("[]") {
                Some(element) => Ok(Self::Array(Box::new(Self::parse(element)?))),
                None if text.starts_with(|first: char| first.is_ascii_uppercase()) => {
                    Ok(Self::Struct(text.to_owned()))
                }
                None => Err(format!("unknown type `{text}`")),
            },
        }
    }

    /// The structure at the bottom of this type.
    pub(crate) fn structure(&self) -> Option<&str> {
        match self {
            Self::Struct(name) => Some(name),
            Self::Array(element) => element.structure(),
            Self::Plain { .. } | Self::Text | Self::Bytes | Self::Records => None,
        }
    }
}

/// A field, checked, within the versions that its message still has.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Type,
    pub(crate) versions: Versions,
    pub(crate) nullable: Versions,
    pub(crate) tag: Option<u32>,
    pub(crate) default: Option<String>,
    pub(crate) ignorable: bool,
    /// The field is never written compactly, whatever its message does.
    pub(crate) never_flexible: bool,
    /// What it names, such as `topicName`.
    pub(crate) entity: Option<String>,
}

impl Field {
    /// Checks a field; `None` when no valid version has it any more.
    pub(crate) fn check(raw: &RawField, scope: Versions) -> Result<Option<Self>, String> {
        let fail = |what: String| format!("{}: {what}", raw.name);
        let versions = Versions::parse(&raw.versions).map_err(fail)?.within(scope);
        if versions.is_empty() {
            return Ok(None);
        }
        let tagged = Versions::parse_or_none(raw.tagged_versions.as_ref()).map_err(fail)?.within(scope);
        if raw.tag.is_some() && tagged != versions {
            return Err(fail("tagged in some of its versions only".to_owned()));
        }
        let kind = Type::parse(&raw.kind).map_err(fail)?;
        let nullable =
            Versions::parse_or_none(raw.nullable_versions.as_ref()).map_err(fail)?.within(versions);
        if raw.tag.is_some() && !nullable.is_empty() && matches!(kind, Type::Struct(_)) {
            return Err(fail("a tagged structure that can be null".to_owned()));
        }
        Ok(Some(Self {
            name: raw.name.clone(),
            kind,
            versions,
            nullable,
            tag: raw.tag,
            default: raw.default.as_ref().map(|value| match value {
                Value::String(text) => text.clone(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                    value.to_string()
                }
            }),
            ignorable: raw.ignorable,
            never_flexible: raw.flexible_versions.as_deref() == Some("none"),
            entity: raw.entity_type.clone(),
        }))
    }

    /// Whether the Rust field is an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        !self.nullable.is_empty() || self.kind == Type::Records
    }
}

/// Removes `//` comments, which JSON does not have.
pub(crate) fn strip_comments(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    for line in text.lines() {
        let (mut quoted, mut escaped, mut end) = (false, false, line.len());
        for (at, letter) in line.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '/' if !quoted && line[at..].starts_with("//") => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        stripped.push_str(&line[..end]);
        stripped.push('\n');
    }
    stripped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_text_stays() {
        assert_eq!(strip_comments("{ \"a\": \"b//c\" } // d"), "{ \"a\": \"b//c\" } \n");
        assert_eq!(strip_comments("\"\\\"//\" // x"), "\"\\\"//\" \n");
    }

    #[test]
    fn versions_are_read_in_all_their_forms() {
        for text in ["none", "3", "3-5", "3+"] {
            assert_eq!(Versions::parse(text).unwrap().to_string(), text);
        }
        assert!(Versions::parse("x").is_err());
    }
}
