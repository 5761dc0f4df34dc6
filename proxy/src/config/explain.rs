//! Tells every key with its default and meaning: `kagami config explain`.

use std::fmt::Write as _;

use super::link_settings::{CLIENT, LINK, Setting};
use super::raw::{KEYS, Key, Presence};

/// The keys of `kagami.toml`, section by section.
#[must_use]
pub fn file_keys() -> String {
    let mut text = String::from("Keys of kagami.toml. Unknown keys are errors.\n");
    for top in KEYS.iter().filter(|key| key.section.is_empty()) {
        let head = match top.name {
            name @ ("listener" | "view") => format!("[[{name}]]"),
            name => format!("[{name}]"),
        };
        section(&mut text, top.name, &head, top.meaning);
    }
    text
}

fn section(text: &mut String, name: &str, head: &str, meaning: &str) {
    line(text, format_args!("\n{head}  {meaning}"));
    let own = || KEYS.iter().filter(|key| key.section == name);
    for key in own() {
        match presence(key) {
            Some(presence) => {
                line(text, format_args!("  {:<24}{presence}", key.name));
                line(text, format_args!("  {:<24}{}", "", key.meaning));
            }
            None => line(text, format_args!("  [{name}.{}]  {}", key.name, key.meaning)),
        }
    }
    for inner in own().filter(|key| presence(key).is_none()) {
        let path = format!("{name}.{}", inner.name);
        if KEYS.iter().any(|key| key.section == path) {
            section(text, &path, &format!("[{path}]"), inner.meaning);
        }
    }
}

fn presence(key: &Key) -> Option<String> {
    match key.presence {
        Presence::Required => Some("required".to_owned()),
        Presence::Optional(absent) => Some(format!("when absent: {absent}")),
        Presence::Default(default) => Some(format!("default: {default}")),
        Presence::Section => None,
    }
}

/// The settings that a link's properties file may have.
#[must_use]
pub fn link_keys() -> String {
    let mut text = String::from("Settings of a link, beside those of its client.\n");
    settings(&mut text, LINK);
    text.push_str("\nSettings of the client, as Java clients write them.\n");
    settings(&mut text, CLIENT);
    text
}

fn settings(text: &mut String, settings: &[Setting]) {
    for setting in settings {
        let default = match setting.default {
            None => "no default".to_owned(),
            Some("") => "default: empty".to_owned(),
            Some(default) => format!("default: {default}"),
        };
        line(text, format_args!("  {}  ({})", setting.name, setting.form.words()));
        line(text, format_args!("      {}; {default}", setting.meaning));
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes every text");
}
