//! What a link's settings mean: for its source, and for the operator who wrote them.

use std::{collections::BTreeMap, time::Duration};

use kagami_policies::limits;

use super::{command::Refusal, engine::Engine};
use crate::{
    config::link_settings,
    net::{Dialer, Security, Side},
    properties::{self, ClientSecurity},
    source,
};

/// Fetchers of one link at each source broker: more connections than this help no link.
const FETCHERS_MAX: u32 = 16;

/// Settings of which one value works so far.
const ONLY: &[(&str, &str)] = &[("link.mode", "DESTINATION"), ("connection.mode", "OUTBOUND")];

/// Settings that are taken, so that a file need not be changed, and that nothing follows yet.
const WITHOUT_EFFECT: &[&str] = &[
    "consumer.offset.sync.enable",
    "acl.sync.enable",
    "auto.create.mirror.topics.enable",
    "consumer.group.prefix.enable",
];

impl Engine {
    /// What a link's plain settings mean for its source.
    ///
    /// # Errors
    /// Every mistake in the settings, the first one's key as the field.
    pub fn source_settings(
        &self,
        link: &str,
        plain: &BTreeMap<String, String>,
    ) -> Result<source::Settings, Refusal> {
        let bad =
            |field: &str, message: String| Refusal::new(400, "MISCONFIGURATION_ERROR", message).at(field);
        let mistakes = link_settings::mistakes(plain);
        if let Some(first) = mistakes.first() {
            let all = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            return Err(bad(&first.path, all));
        }
        for (name, only) in ONLY {
            if let Some(other) = plain.get(*name).filter(|value| !value.eq_ignore_ascii_case(only)) {
                return Err(bad(
                    name,
                    format!("{name}={other} does not exist yet: a link is {only}, made at the destination"),
                ));
            }
        }
        let security = ClientSecurity::from_properties(plain).map_err(|mistakes| {
            let all = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            bad(mistakes.first().map_or("security.protocol", |m| m.path.as_str()), all)
        })?;
        let security = Security::new(security);
        security.check().map_err(|error| bad("security.protocol", error))?;
        let number = |name: &str| {
            link_settings::value(plain, name).and_then(|v| v.trim().parse::<i64>().ok()).unwrap_or(0)
        };
        let bootstrap: Vec<String> = plain
            .get("bootstrap.servers")
            .map(|list| list.split(',').map(|a| a.trim().to_owned()).filter(|a| !a.is_empty()).collect())
            .unwrap_or_default();
        if bootstrap.is_empty() {
            return Err(bad(
                "bootstrap.servers",
                "bootstrap.servers is missing: name brokers of the source as host:port".to_owned(),
            ));
        }
        let client_id = plain
            .get("client.id")
            .cloned()
            .unwrap_or_else(|| format!("kagami-{link}-{}", self.cluster.node_id()));
        let mut dialer = Dialer::new(Side::Source, client_id, security);
        let timeout = u64::try_from(number("request.timeout.ms")).unwrap_or(0);
        if timeout > 0 {
            dialer.limits.request_timeout = Duration::from_millis(timeout);
        }
        dialer.limits.frame_bytes_max = self.limits.frame_bytes;
        dialer.limits.buffers = self.buffers.clone();
        Ok(source::Settings {
            link: link.to_owned(),
            bootstrap,
            dialer,
            metadata_every: Duration::from_millis(
                u64::try_from(number("metadata.max.age.ms")).unwrap_or(0).clamp(100, 5_000),
            ),
            partition_bytes_max: usize::try_from(number("replica.fetch.max.bytes"))
                .unwrap_or(0)
                .clamp(1, self.limits.fetch_partition_bytes),
            bytes_max: self.limits.fetch_bytes,
            window_bytes_max: self.limits.partition_window_bytes,
            fetchers: u32::try_from(number("num.cluster.link.fetchers")).unwrap_or(1).clamp(1, FETCHERS_MAX),
            fetch_wait_ms: i32::try_from(number("replica.fetch.wait.max.ms"))
                .unwrap_or(limits::SOURCE_FETCH_WAIT_MS),
            fetch_bytes_min: i32::try_from(number("replica.fetch.min.bytes")).unwrap_or(1),
            bytes_per_second: u64::try_from(number("cluster.link.io.max.bytes.per.second")).unwrap_or(0),
        })
    }
}

/// Those of a link's plain settings that say how its source is reached: only a new beginning puts them in force.
#[must_use]
pub(super) fn reach(plain: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let is_client = |key: &str| properties::is_client_property(key) || key.starts_with("replica.");
    plain.iter().filter(|(key, _)| is_client(key)).map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// What an operator must know about settings that were accepted.
#[must_use]
pub(super) fn setting_warnings(plain: &BTreeMap<String, String>) -> Vec<String> {
    WITHOUT_EFFECT
        .iter()
        .filter(|name| plain.get(**name).is_some_and(|value| value.eq_ignore_ascii_case("true")))
        .map(|name| format!("{name}=true is stored and has no effect yet: this version does not do it"))
        .collect()
}
