//! The settings of a link: names, defaults and forms, as users of Cluster Linking know them, beside the client settings
//! that any Java client takes.
//!
//! The command line checks a file against this table before it asks, and the admin server checks what it is asked, so a
//! slip is answered with the key, the nearest name and the expected form, and nothing is half done.

mod filters;
mod start;
mod table;

use std::collections::BTreeMap;

pub use self::filters::{AclFilter, FilterType, GroupFilter, PatternType, TopicFilter};
pub use self::filters::{acl_filters, group_filters, topic_filters};
pub use self::start::StartOffset;
pub use self::table::{CLIENT, LINK};
use super::Mistake;
use super::{names, near};
use crate::properties::{self, ClientSecurity};

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    pub form: Form,
    /// As it would be written in a file; `None` means that there is none.
    pub default: Option<&'static str>,
    pub meaning: &'static str,
}

/// What a value may look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number, at least this.
    Number(i64),
    /// One of these words; case does not matter.
    Word(&'static [&'static str]),
    /// `host:port` with commas between.
    Addresses,
    /// At most this many characters of those that a topic's name may have.
    Prefix(usize),
    TopicFilters,
    GroupFilters,
    AclFilters,
    /// `earliest`, `latest` or an ISO-8601 time.
    StartOffset,
    /// Topic configuration names with commas between.
    TopicConfigs,
}

/// The setting of this name, whether of the link or of its client.
#[must_use]
pub fn setting(name: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.name == name)
}

/// Every setting: the link's first, then the client's.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    LINK.iter().chain(CLIENT)
}

/// The value in force: what was given, else the default.
#[must_use]
pub fn value<'a>(configs: &'a BTreeMap<String, String>, name: &str) -> Option<&'a str> {
    configs.get(name).map(String::as_str).or_else(|| setting(name)?.default)
}

/// Checks names and forms of a link's settings, and its security as a whole; no mistake carries the value of a secret.
#[must_use]
pub fn mistakes(configs: &BTreeMap<String, String>) -> Vec<Mistake> {
    with_security(configs, form_mistakes(configs))
}

/// Checks the settings of a whole link: as [`mistakes`] does, and whether they say where its source is.
#[must_use]
pub fn whole_mistakes(configs: &BTreeMap<String, String>) -> Vec<Mistake> {
    let mut mistakes = mistakes(configs);
    let dials = !configs.get("connection.mode").is_some_and(|mode| mode.eq_ignore_ascii_case("INBOUND"));
    if dials && !configs.contains_key("bootstrap.servers") {
        let message = "is missing: name brokers of the source as host:port,…";
        mistakes.push(Mistake::new("bootstrap.servers", message));
    }
    mistakes
}

/// Checks the settings of an ordinary client, such as those toward the destination.
#[must_use]
pub fn client_mistakes(configs: &BTreeMap<String, String>) -> Vec<Mistake> {
    with_security(configs, mistakes_among(configs, || CLIENT.iter()))
}

/// Checks names and forms alone, for settings that are a part of all.
#[must_use]
pub fn form_mistakes(configs: &BTreeMap<String, String>) -> Vec<Mistake> {
    mistakes_among(configs, all)
}

fn with_security(configs: &BTreeMap<String, String>, mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    for found in ClientSecurity::from_properties(configs).err().unwrap_or_default() {
        if !mistakes.iter().any(|mistake| mistake.path == found.path) {
            mistakes.push(found);
        }
    }
    mistakes
}

fn mistakes_among<I: Iterator<Item = &'static Setting>>(
    configs: &BTreeMap<String, String>,
    known: impl Fn() -> I,
) -> Vec<Mistake> {
    let problem = |(name, value): (&String, &String)| {
        let message = match known().find(|setting| setting.name == name) {
            Some(setting) => setting.form.problem(value)?,
            // Consumers' settings and the like: of no use here, and harmless in a file that serves others too.
            None if properties::is_client_property(name) => return None,
            None => {
                let hint = near::hint(name, known().map(|setting| setting.name));
                format!("unknown setting{hint}")
            }
        };
        Some(Mistake { path: name.clone(), message })
    };
    configs.iter().filter_map(problem).collect()
}

impl Form {
    /// What is wrong with a value, and what is expected; `None` when nothing is.
    #[must_use]
    pub fn problem(self, value: &str) -> Option<String> {
        match self {
            Self::Text => None,
            Self::Flag => {
                let fits = value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("false");
                (!fits).then(|| format!("must be true or false, not {value:?}"))
            }
            Self::Number(least) => match value.parse::<i64>() {
                Ok(number) if number >= least => None,
                Ok(_) | Err(_) => Some(format!("must be a whole number, at least {least}, not {value:?}")),
            },
            Self::Word(words) => {
                let fits = words.iter().any(|word| word.eq_ignore_ascii_case(value));
                let hint = near::hint(value, words.iter().copied());
                (!fits).then(|| format!("must be one of {}, not {value:?}{hint}", words.join(", ")))
            }
            Self::Addresses => value.split(',').find_map(|address| {
                let problem = address.trim().parse::<super::HostPort>().err()?;
                Some(format!("{:?}: {problem}", address.trim()))
            }),
            Self::Prefix(longest) => {
                let good = value.chars().count() <= longest && value.chars().all(names::fits);
                (!good).then(|| {
                    format!("must have at most {longest} letters, digits, '.', '_' and '-', not {value:?}")
                })
            }
            Self::TopicFilters => topic_filters(value).err(),
            Self::GroupFilters => group_filters(value).err(),
            Self::AclFilters => acl_filters(value).err(),
            Self::StartOffset => value.parse::<StartOffset>().err().map(str::to_owned),
            Self::TopicConfigs => topic_configs_problem(value),
        }
    }

    /// The form in words, for `config explain`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Number(least) => format!("number, at least {least}"),
            Self::Word(words) => words.join(" | "),
            Self::Addresses => "host:port, …".to_owned(),
            Self::Prefix(longest) => format!("at most {longest} characters of topic names"),
            Self::TopicFilters => "JSON with topicFilters".to_owned(),
            Self::GroupFilters => "JSON with groupFilters".to_owned(),
            Self::AclFilters => "JSON with aclFilters".to_owned(),
            Self::StartOffset => "earliest | latest | ISO-8601 time".to_owned(),
            Self::TopicConfigs => "topic configs, …".to_owned(),
        }
    }
}

/// Copied whatever the include list says; must stay in it.
pub const TOPIC_CONFIGS_ALWAYS: &[&str] =
    &["cleanup.policy", "max.message.bytes", "message.timestamp.type", "message.timestamp.difference.max.ms"];

/// Copied when the include list names them.
pub const TOPIC_CONFIGS_CHOOSABLE: &[&str] = &[
    "min.compaction.lag.ms",
    "max.compaction.lag.ms",
    "compression.type",
    "segment.bytes",
    "segment.ms",
    "segment.jitter.ms",
    "segment.index.bytes",
    "min.insync.replicas",
    "flush.messages",
    "flush.ms",
    "index.interval.bytes",
    "min.cleanable.dirty.ratio",
    "file.delete.delay.ms",
    "preallocate",
    "unclean.leader.election.enable",
    "message.downconversion.enable",
    "delete.retention.ms",
    "retention.bytes",
    "retention.ms",
    "message.timestamp.before.max.ms",
    "message.timestamp.after.max.ms",
];

fn topic_configs_problem(value: &str) -> Option<String> {
    let given: Vec<_> = value.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let known = || TOPIC_CONFIGS_ALWAYS.iter().chain(TOPIC_CONFIGS_CHOOSABLE).copied();
    if let Some(name) = given.iter().find(|name| !known().any(|known| known == **name)) {
        let hint = near::hint(name, known());
        return Some(format!("{name:?} cannot be copied from the source{hint}"));
    }
    let missing = TOPIC_CONFIGS_ALWAYS.iter().find(|name| !given.contains(name));
    missing.map(|name| format!("{name} must stay in the list; a mirror always has the source's value"))
}

#[cfg(test)]
mod tests;
