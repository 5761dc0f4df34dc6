//! Making mirrors: the checks and the topic.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kagami_codec::types::ErrorCode;
use kagami_policies::mirror::Decided;

use super::{
    command::{MirrorOutcome, Outcome, Refusal},
    engine::{Engine, Link, now_ms, refused},
    mirror::Mirror,
    partitions,
    record::{MIRROR, MirrorRecord},
    sharing,
};
use crate::{
    cluster::{self, ConfigEntry},
    config::names,
    source::{self, Source, Topic},
};

/// Replicas on real brokers, if there are that many and nobody says otherwise.
const REPLICATION_DEFAULT: usize = 3;
/// How long the source may take to tell of a topic.
const SOURCE_PATIENCE: Duration = Duration::from_secs(10);
/// How long new metadata of the source is waited for before it is asked again.
const REFRESH: Duration = Duration::from_millis(300);
/// How long the destination may take to tell us of a topic that it made.
const METADATA_PATIENCE: Duration = Duration::from_secs(30);
/// The setting that refuses client writes while a real broker leads (invariant 4).
pub(super) const CLOSING: &str = "max.message.bytes";
/// Its value while the mirror is not open.
pub(super) const CLOSED: &str = "0";
const MIN_INSYNC: &str = "min.insync.replicas";

/// What an operator asks for.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub link: String,
    pub source_topic: String,
    pub mirror_topic: String,
    pub replication_factor: Option<i16>,
    pub configs: BTreeMap<String, String>,
    pub validate_only: bool,
}

/// Makes a mirror, or says what is in the way. A repeated call finds the first one's work.
///
/// # Errors
/// Everything that can be wrong with the wish, and clusters that do not answer.
pub(super) async fn create(engine: &Arc<Engine>, wish: Wish) -> Result<Outcome, Refusal> {
    let link = engine.link(&wish.link)?;
    if let Some(mirror) = engine.mirror(&wish.mirror_topic) {
        return repeated(engine, mirror, &wish).await;
    }
    check_names(engine, &link, &wish)?;
    let source = link.source();
    let topic = source_topic(&source, &wish.source_topic).await?;
    let mut warnings = Vec::new();
    let settings = settings(engine, &link, &source, &wish, &mut warnings).await?;
    let factor = factor(engine, &wish, &settings.configs)?;
    let outcome = MirrorOutcome { mirror_topic: wish.mirror_topic.clone(), ..Default::default() };
    if wish.validate_only {
        return Ok(Outcome { mirrors: vec![outcome], warnings, ..Outcome::default() });
    }
    let start = link.setting("mirror.start.offset.spec").unwrap_or_default();
    let indexes: Vec<i32> = topic.leaders.keys().copied().collect();
    let until = tokio::time::Instant::now() + SOURCE_PATIENCE;
    let starts = loop {
        match partitions::starts(&source, &wish.source_topic, &indexes, &start).await {
            // Brokers hear of a new topic at different times.
            Err(source::Error::Refused { .. } | source::Error::NoLeader { .. })
                if tokio::time::Instant::now() < until =>
            {
                source.refresh(REFRESH).await;
            }
            outcome => break outcome,
        }
    };
    let starts = starts.map_err(|error| {
        let message = format!("the source does not say where the mirror is to begin: {error}; try again");
        Refusal::new(503, "SOURCE_UNAVAILABLE", message)
    })?;
    let record = MirrorRecord {
        link: wish.link.clone(),
        source_topic: wish.source_topic.clone(),
        source_topic_id: if topic.id.is_zero() { String::new() } else { topic.id.to_string() },
        mirror_topic_id: String::new(),
        state: Decided::PendingMirror.name().to_owned(),
        failure: None,
        failure_message: None,
        failed_partitions: BTreeMap::new(),
        since_ms: now_ms(),
        replication_factor: factor,
        partitions: i32::try_from(topic.leaders.len()).unwrap_or(i32::MAX),
        max_message_bytes: settings.max_message_bytes,
        configs: settings.configs,
        start,
        starts,
        stop: None,
        last_epochs: BTreeMap::new(),
        unknown: BTreeMap::new(),
    };
    engine.put(&format!("{MIRROR}{}", wish.mirror_topic), &record).await?;
    let mirror = engine.add_mirror(&wish.mirror_topic, record);
    let _verb = mirror.verb.lock().await;
    if mirror.decided() == Decided::PendingMirror
        && let Err(refusal) = finish(Arc::clone(engine), Arc::clone(&mirror)).await
    {
        if refusal.status != 503 {
            // The cluster refuses for good: leave nothing behind.
            engine.remove(format!("{MIRROR}{}", wish.mirror_topic)).await?;
            engine.mirrors.lock().remove(&wish.mirror_topic);
        }
        return Err(refusal);
    }
    Ok(Outcome { mirrors: vec![outcome], warnings, ..Outcome::default() })
}

/// A mirror of that name exists: the same wish is a success, another is a conflict.
async fn repeated(engine: &Arc<Engine>, mirror: Arc<Mirror>, wish: &Wish) -> Result<Outcome, Refusal> {
    let _verb = mirror.verb.lock().await;
    let mut warning = exists(&mirror.topic, &mirror.record(), wish)?;
    if mirror.decided() == Decided::PendingMirror && !wish.validate_only {
        finish(Arc::clone(engine), Arc::clone(&mirror)).await?;
        "an earlier creation was interrupted; it is finished now".clone_into(&mut warning);
    }
    Ok(Outcome {
        mirrors: vec![MirrorOutcome { mirror_topic: mirror.topic.clone(), ..Default::default() }],
        warnings: vec![warning],
        ..Outcome::default()
    })
}

/// What is said to somebody who wishes for a mirror that there is; the error of one who cannot mean this one.
fn exists(topic: &str, record: &MirrorRecord, wish: &Wish) -> Result<String, Refusal> {
    let decided = record.decided();
    let same = record.link == wish.link && record.source_topic == wish.source_topic;
    let advice = match decided {
        Decided::PendingMirror | Decided::Active | Decided::Paused if same => {
            return Ok(format!(
                "mirror topic {topic} exists already over the same link and is {}; its replicas and configs stay as they \
                 are",
                decided.name()
            ));
        }
        Decided::PendingStopped => {
            "it is being opened for writes; delete the mirror and its topic to copy it anew"
        }
        Decided::Stopped => {
            "it was promoted or failed over and is an ordinary topic now; delete the mirror and its topic to copy it anew"
        }
        Decided::PendingMirror | Decided::Active | Decided::Paused | Decided::Failed(_) => {
            "describe it with `kagami mirror describe`"
        }
    };
    Err(Refusal::new(
        409,
        "TOPIC_EXISTS_ERROR",
        format!(
            "mirror topic {topic} already exists, on link {} from source topic {}: {advice}",
            record.link, record.source_topic
        ),
    )
    .at("mirror_topic_name"))
}

fn check_names(engine: &Engine, link: &Link, wish: &Wish) -> Result<(), Refusal> {
    let bad = |field: &str, message: String| Err(Refusal::new(400, "INVALID_TOPIC", message).at(field));
    let prefix = link.setting("cluster.link.prefix").unwrap_or_default();
    let expected = format!("{prefix}{}", wish.source_topic);
    if wish.mirror_topic != expected {
        return bad(
            "mirror_topic_name",
            if prefix.is_empty() {
                format!(
                    "a mirror has the name of its source topic: use {expected}, or a link with cluster.link.prefix"
                )
            } else {
                format!(
                    "link {} has cluster.link.prefix={prefix}: the mirror of {} is {expected}",
                    link.name, wish.source_topic
                )
            },
        );
    }
    if !names::is_topic(&wish.mirror_topic) {
        return bad("mirror_topic_name", format!("{:?} is not a legal topic name", wish.mirror_topic));
    }
    if wish.source_topic.starts_with("__") || wish.source_topic == crate::store::TOPIC {
        return bad(
            "source_topic_name",
            format!("{} belongs to the cluster itself and is never mirrored", wish.source_topic),
        );
    }
    if wish.configs.contains_key(CLOSING) {
        return bad(
            "configs",
            format!(
                "{CLOSING} keeps a mirror read-only and is set when it is promoted, to what the source had then"
            ),
        );
    }
    let (exists, collides) = engine.cluster.with_image(|image| {
        let twin = |name: &str| name.replace('.', "_");
        let collides = image.ids.keys().find(|n| twin(n) == twin(&wish.mirror_topic)).cloned();
        (image.ids.contains_key(&wish.mirror_topic), collides)
    });
    if exists {
        return Err(Refusal::new(
            409,
            "TOPIC_EXISTS_ERROR",
            format!(
                "topic {} already exists on the destination; a mirror must be made by its link: delete the topic, or \
                 give the link a cluster.link.prefix",
                wish.mirror_topic
            ),
        )
        .at("mirror_topic_name"));
    }
    if let Some(other) = collides {
        return Err(Refusal::new(
            409,
            "TOPIC_EXISTS_ERROR",
            format!(
                "topic {} collides with {other}: Kafka treats '.' and '_' in names as the same",
                wish.mirror_topic
            ),
        )
        .at("mirror_topic_name"));
    }
    Ok(())
}

/// The topic as the source tells it now.
async fn source_topic(source: &Source, name: &str) -> Result<Topic, Refusal> {
    let Some(topic) = source.look_up(name, SOURCE_PATIENCE).await else {
        let why = source.health().trouble.map_or_else(|| "it has not answered yet".to_owned(), |t| t.message);
        return Err(Refusal::new(
            503,
            "SOURCE_UNAVAILABLE",
            format!("the source cannot be asked about {name}: {why}"),
        ));
    };
    match topic.error {
        ErrorCode::NONE => Ok(topic),
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION => Err(Refusal::new(
            404,
            "UNKNOWN_TOPIC_OR_PARTITION_ERROR",
            format!("the source has no topic {name}, or the link's principal may not describe it"),
        )
        .at("source_topic_name")),
        ErrorCode::TOPIC_AUTHORIZATION_FAILED => Err(Refusal::new(
            403,
            "AUTHORIZATION_ERROR",
            format!("the link's principal may not describe {name} at the source: grant it DESCRIBE, READ and DESCRIBE_CONFIGS"),
        )
        .at("source_topic_name")),
        code => Err(Refusal::new(503, "UNKNOWN", format!("the source answered {} about {name}", code.name()))),
    }
}

struct Settings {
    configs: BTreeMap<String, String>,
    max_message_bytes: Option<String>,
}

/// The new topic's configs: those of the source that the link carries over, those that were asked for, and the one that
/// keeps it closed.
async fn settings(
    engine: &Engine,
    link: &Link,
    source: &Source,
    wish: &Wish,
    warnings: &mut Vec<String>,
) -> Result<Settings, Refusal> {
    let theirs = match source.topic_configs(&wish.source_topic).await {
        Ok(entries) => entries,
        Err(error) => {
            warnings.push(format!(
                "the source's topic configs could not be read ({error}); the mirror has the destination's defaults. Grant \
                 the link's principal DESCRIBE_CONFIGS on the topic"
            ));
            Vec::new()
        }
    };
    let broker =
        engine.cluster.any_broker().await.map_err(|e| refused("the destination cannot be asked", &e))?;
    let known = cluster::topic_configs(&broker, crate::store::TOPIC)
        .await
        .map_err(|e| refused("reading topic configs", &e))?;
    let include = link.setting("topic.config.sync.include").unwrap_or_default();
    let wanted = |name: &str| include.split(',').any(|w| w.trim() == name);
    let mut configs = BTreeMap::new();
    let max_message_bytes = size_limit(&theirs, &known);
    for entry in theirs.into_iter().filter(|e| e.own && e.name != CLOSING && wanted(&e.name)) {
        if known.iter().any(|k| k.name == entry.name) {
            configs.extend(entry.value.map(|value| (entry.name, value)));
        } else {
            warnings.push(format!("the destination knows no topic config {}; it was left out", entry.name));
        }
    }
    configs.extend(wish.configs.clone());
    configs.insert(CLOSING.to_owned(), CLOSED.to_owned());
    Ok(Settings { configs, max_message_bytes })
}

/// What the topic's `max.message.bytes` is when it is opened: the source's own, or what the source's brokers give every
/// topic, where the destination's give another. `None` leaves the destination's default.
fn size_limit(source: &[ConfigEntry], destination: &[ConfigEntry]) -> Option<String> {
    let theirs = source.iter().find(|entry| entry.name == CLOSING)?;
    let default = destination.iter().find(|entry| entry.name == CLOSING);
    let differs = default.is_none_or(|default| default.value != theirs.value);
    theirs.value.clone().filter(|_| theirs.own || differs)
}

/// [`size_limit`] as it is now; `None` when one of the clusters does not say.
pub(super) async fn size_limit_now(engine: &Engine, source: &Source, topic: &str) -> Option<Option<String>> {
    let asked = async {
        let theirs = source.topic_configs(topic).await.ok()?;
        let broker = engine.cluster.any_broker().await.ok()?;
        let known = cluster::topic_configs(&broker, crate::store::TOPIC).await.ok()?;
        Some(size_limit(&theirs, &known))
    };
    tokio::time::timeout(SOURCE_PATIENCE, asked).await.ok().flatten()
}

fn factor(engine: &Engine, wish: &Wish, configs: &BTreeMap<String, String>) -> Result<i16, Refusal> {
    let live = engine.cluster.real_brokers(true).len();
    let factor = match wish.replication_factor {
        None => live.min(REPLICATION_DEFAULT),
        Some(wanted) => usize::try_from(wanted).unwrap_or(0),
    };
    let bad =
        |message: String| Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at("replication_factor"));
    if factor == 0 || factor > live {
        return bad(format!(
            "{factor} replicas were asked for and {live} real brokers are alive: use 1 to {live}"
        ));
    }
    let least = configs
        .get(MIN_INSYNC)
        .cloned()
        .or_else(|| engine.cluster.with_image(|i| i.cluster_config(MIN_INSYNC).map(str::to_owned)))
        .and_then(|v| v.parse::<usize>().ok())
        .unwrap_or(1);
    if factor < least {
        return bad(format!(
            "{factor} replicas can never satisfy {MIN_INSYNC}={least}, so nothing could be written after promotion: use at \
             least {least} replicas, or --config {MIN_INSYNC}=1"
        ));
    }
    i16::try_from(factor).or_else(|_| bad("too many replicas".to_owned()))
}

/// Makes the topic of a pending mirror and marks the mirror active. Whatever of it was done before is found.
///
/// # Errors
/// When the destination refuses (any status but 503: for good) or cannot be reached (503).
pub(super) async fn finish(engine: Arc<Engine>, mirror: Arc<Mirror>) -> Result<(), Refusal> {
    let record = mirror.record();
    let id = |image: &cluster::image::Image| image.topic(&mirror.topic).map(|t| t.id.to_string());
    if engine.cluster.with_image(id).is_none() {
        let (placements, open) =
            sharing::new_partitions(&engine, &mirror.topic, 0..record.partitions, record.replication_factor)
                .await?;
        engine.must_decide()?;
        let made = engine.cluster.create_topic(&mirror.topic, &placements, &record.configs, false).await;
        drop(open);
        match made {
            Ok(()) => {}
            // Our own earlier attempt, whose answer was lost.
            Err(error) if error.code() == Some(ErrorCode::TOPIC_ALREADY_EXISTS) => {}
            Err(error) => return Err(creation_refused(&mirror.topic, &error)),
        }
    }
    let made = |image: &cluster::image::Image| {
        let topic = image.topic(&mirror.topic)?;
        let closed = image.topic_config(&mirror.topic, CLOSING) == Some(CLOSED);
        let sidecar = |id: &i32| image.brokers.get(id).is_some_and(|b| engine.cluster.is_virtual(b));
        let ours = topic.partitions.values().all(|p| p.replicas.first().is_some_and(sidecar));
        Some((topic.id.to_string(), closed && ours))
    };
    let (topic_id, ours) = engine
        .cluster
        .wait_for("the new topic in the metadata log", METADATA_PATIENCE, made)
        .await
        .map_err(|e| refused("the topic was created", &e))?;
    if !ours {
        return Err(Refusal::new(
            409,
            "TOPIC_EXISTS_ERROR",
            format!(
                "somebody else created topic {} on the destination meanwhile: delete it and try again",
                mirror.topic
            ),
        )
        .at("mirror_topic_name"));
    }
    engine
        .update(&mirror, |record| {
            record.mirror_topic_id = topic_id;
            record.configs.clear();
            record.decide(&Decided::Active, now_ms());
        })
        .await
}

fn creation_refused(topic: &str, error: &cluster::Error) -> Refusal {
    let (status, code) = match error.code() {
        Some(ErrorCode::TOPIC_AUTHORIZATION_FAILED | ErrorCode::CLUSTER_AUTHORIZATION_FAILED) => {
            (403, "AUTHORIZATION_ERROR")
        }
        Some(ErrorCode::POLICY_VIOLATION) => (403, "POLICY_VIOLATION_ERROR"),
        Some(ErrorCode::INVALID_TOPIC_EXCEPTION) => (400, "INVALID_TOPIC"),
        Some(ErrorCode::INVALID_CONFIG) => (400, "INVALID_REQUEST_ERROR"),
        _ => (503, "UNKNOWN"),
    };
    Refusal::new(status, code, format!("topic {topic} was not created: {error}"))
}

#[cfg(test)]
mod tests {
    use kagami_policies::mirror::Failure;

    use super::*;

    #[test]
    fn the_same_wish_is_granted_again_while_the_mirror_follows_its_source_and_another_never() {
        let check = |decided: Decided, link: &str, source_topic: &str, granted: bool| {
            let text = r#"{"link":"l","source_topic":"t","state":"","since_ms":1,"replication_factor":1,"partitions":2}"#;
            let mut record: MirrorRecord = serde_json::from_str(text).unwrap();
            record.decide(&decided, 2);
            let wish = Wish {
                link: link.to_owned(),
                source_topic: source_topic.to_owned(),
                mirror_topic: "t".to_owned(),
                replication_factor: None,
                configs: BTreeMap::new(),
                validate_only: false,
            };
            let said = exists("t", &record, &wish);
            assert_eq!(said.is_ok(), granted, "{decided:?} {link} {source_topic}: {said:?}");
            if let Err(refusal) = said {
                assert!(refusal.message.contains("already exists, on link l from source topic t"));
            }
        };
        for decided in [Decided::PendingMirror, Decided::Active, Decided::Paused] {
            check(decided.clone(), "l", "t", true);
            check(decided.clone(), "other", "t", false);
            check(decided, "l", "other", false);
        }
        let failed = Decided::Failed(Failure::SourceTopicMayBeDeleted);
        for decided in [Decided::PendingStopped, Decided::Stopped, failed] {
            check(decided, "l", "t", false);
        }
    }
}
