//! Settings in bodies: read, and looked at before anybody is asked to use them.

use std::collections::BTreeMap;

use crate::admin::shape::Entry;
use crate::config::{Mistake, link_settings};
use crate::link::command::Refusal;

/// Settings by name; `None` returns to the default.
pub(super) fn settings(entries: Vec<Entry>) -> Result<BTreeMap<String, Option<String>>, Refusal> {
    let mut settings = BTreeMap::new();
    for entry in entries {
        let value = match entry.operation.as_deref() {
            None | Some("SET") => entry.value,
            Some("DELETE") => None,
            Some(other) => {
                let message = format!("{}: the operation must be SET or DELETE, not {other}", entry.name);
                return Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at(&entry.name));
            }
        };
        if settings.insert(entry.name.clone(), value).is_some() {
            let message = format!("{} is given twice", entry.name);
            return Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at(&entry.name));
        }
    }
    Ok(settings)
}

pub(super) fn well_formed(configs: &BTreeMap<String, String>) -> Result<(), Refusal> {
    refuse_if_any(&link_settings::whole_mistakes(configs))
}

fn refuse_if_any(mistakes: &[Mistake]) -> Result<(), Refusal> {
    let Some(first) = mistakes.first() else { return Ok(()) };
    let message = mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("; ");
    Err(Refusal::new(400, "MISCONFIGURATION_ERROR", message).at(&first.path))
}

/// Refuses alterations with unknown names or malformed values; a setting that returns to its default has no value.
pub(super) fn alterable(configs: &BTreeMap<String, Option<String>>) -> Result<(), Refusal> {
    let values = configs.iter().map(|(name, value)| (name.clone(), value.clone().unwrap_or_default()));
    let mut mistakes = link_settings::form_mistakes(&values.collect());
    mistakes.retain(|mistake| {
        let is_removed = configs.get(&mistake.path).is_some_and(Option::is_none);
        !is_removed || link_settings::setting(&mistake.path).is_none()
    });
    refuse_if_any(&mistakes)
}
