//! Settings from files and arguments, looked at before anybody is asked to use them.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use super::Error;
use crate::config::properties::Properties;
use crate::config::{Mistake, Mistakes, link_settings, names, near};

/// `key=value` on the command line. `Debug` hides the value, for it may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) name: String,
    pub(super) value: String,
}

impl std::fmt::Debug for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Assignment").field(&self.name).finish()
    }
}

impl FromStr for Assignment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() {
            return Err("write KEY=VALUE; the key is missing");
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Splits `a=1,b=[x,y],c=d` as the tools of Cluster Linking do: a comma ends a value only when `key=` follows, and
/// brackets around a value go.
pub(super) fn split(list: &str) -> Result<Vec<Assignment>, Error> {
    let is_key = |text: &str| {
        let key = text.split_once('=').map(|(key, _)| key.trim());
        key.is_some_and(|key| !key.is_empty() && key.chars().all(names::fits))
    };
    let mut parts: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for part in list.split(',') {
        match parts.last_mut() {
            Some(last) if depth > 0 || !is_key(part) => {
                last.push(',');
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
        // Brackets, braces and quotes of JSON values keep their commas.
        let opened = part.matches(['[', '{']).count();
        depth = (depth + opened).saturating_sub(part.matches([']', '}']).count());
    }
    let mut assignments = Vec::new();
    for part in parts {
        let mut assignment: Assignment =
            part.parse().map_err(|problem| Error::Arguments(format!("--config: {problem}")))?;
        if let Some(bare) = assignment.value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
            assignment.value = bare.to_owned();
        }
        assignments.push(assignment);
    }
    Ok(assignments)
}

/// Assignments by name.
pub(super) fn assignments(given: Vec<Assignment>) -> Result<BTreeMap<String, String>, Error> {
    let mut map = BTreeMap::new();
    for Assignment { name, value } in given {
        if map.insert(name.clone(), value).is_some() {
            return Err(Error::Arguments(format!("{name} is given twice")));
        }
    }
    Ok(map)
}

/// A link's settings from a file and from arguments, which win. `whole` says that they make a new link and must suffice.
pub(super) fn link(
    file: Option<&Path>,
    given: Vec<Assignment>,
    whole: bool,
) -> Result<BTreeMap<String, String>, Error> {
    let mut configs = match file {
        Some(file) => properties(file)?.0,
        None => BTreeMap::new(),
    };
    configs.extend(assignments(given)?);
    let mut mistakes =
        if whole { link_settings::whole_mistakes(&configs) } else { link_settings::form_mistakes(&configs) };
    if mistakes.is_empty() {
        return Ok(configs);
    }
    if let Some(file) = file {
        for mistake in &mut mistakes {
            mistake.path = format!("{}: {}", file.display(), mistake.path);
        }
    }
    Err(Error::Mistakes(Mistakes(mistakes)))
}

/// Changes to a link: new values, and settings that return to their defaults.
pub(super) fn changes(
    given: BTreeMap<String, String>,
    removed: Vec<String>,
) -> Result<BTreeMap<String, Option<String>>, Error> {
    let mut changes: BTreeMap<_, _> = given.into_iter().map(|(name, value)| (name, Some(value))).collect();
    for name in removed {
        if link_settings::setting(&name).is_none() {
            let hint = near::hint(&name, link_settings::all().map(|setting| setting.name));
            return Err(Error::Arguments(format!("{name}: unknown setting{hint}")));
        }
        if changes.insert(name.clone(), None).is_some() {
            return Err(Error::Arguments(format!("{name} is both set and removed")));
        }
    }
    if changes.is_empty() {
        return Err(Error::Arguments("nothing to change; give --config KEY=VALUE or a file".to_owned()));
    }
    Ok(changes)
}

/// A properties file.
pub(super) fn properties(file: &Path) -> Result<Properties, Error> {
    let at = |mistake: Mistake| Mistake { path: format!("{}: {}", file.display(), mistake.path), ..mistake };
    Properties::parse(&read(file)?)
        .map_err(|mistakes| Error::Mistakes(Mistakes(mistakes.into_iter().map(at).collect())))
}

/// A JSON file on one line.
pub(super) fn json_file(file: &Path) -> Result<String, Error> {
    let value: Result<serde_json::Value, _> = serde_json::from_str(&read(file)?);
    let value = value.map_err(|error| Error::Input(format!("{} is no JSON: {error}", file.display())))?;
    Ok(value.to_string())
}

pub(super) fn read(file: &Path) -> Result<String, Error> {
    std::fs::read_to_string(file)
        .map_err(|error| Error::Input(format!("{} cannot be read: {error}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_settings_keep_commas_that_belong_to_values() {
        let check = |list: &str, expected: &[(&str, &str)]| {
            let found = split(list).unwrap();
            let found: Vec<_> = found.iter().map(|a| (a.name.as_str(), a.value.as_str())).collect();
            assert_eq!(found, expected, "{list}");
        };
        check("a.b=1,c=2", &[("a.b", "1"), ("c", "2")]);
        check(
            "bootstrap.servers=x:1,y:2,client.id=k",
            &[("bootstrap.servers", "x:1,y:2"), ("client.id", "k")],
        );
        check("bootstrap.servers=[x:1,y:2]", &[("bootstrap.servers", "x:1,y:2")]);
        check("f={\"a\":[1,2],\"b\":\"c\"},g=1", &[("f", "{\"a\":[1,2],\"b\":\"c\"}"), ("g", "1")]);
        check("a=[x=1,y=2],b=3", &[("a", "x=1,y=2"), ("b", "3")]);
        assert!(split("lonely").is_err());
    }

    #[test]
    fn a_change_needs_something_to_change() {
        assert!(changes(BTreeMap::new(), Vec::new()).is_err());
        let unknown = changes(BTreeMap::new(), vec!["acl.sync.mss".to_owned()]).unwrap_err();
        assert_eq!(unknown.to_string(), "acl.sync.mss: unknown setting; did you mean acl.sync.ms?");
    }
}
