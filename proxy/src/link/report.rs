//! The picture of all links and mirrors that operators are shown.

use std::time::Duration;

use kagami_policies::mirror::{self, Decided, LinkHealth};

use super::{
    engine::{Engine, Link},
    mirror::Mirror,
    seal,
    snapshot::{self, Snapshot},
};
use crate::peer::{Ask, LinkTold, Told};

/// How long another sidecar may take to tell what it leads.
const TELL: Duration = Duration::from_secs(1);

/// The picture now.
#[must_use]
pub fn snapshot(engine: &Engine) -> Snapshot {
    let mirrors: Vec<snapshot::Mirror> = engine.all_mirrors().iter().map(|m| of_mirror(engine, m)).collect();
    let links = engine.all_links().iter().map(|l| of_link(engine, l, &mirrors)).collect();
    let problem = engine.cluster.problem();
    crate::metrics::window(engine.leader.budget().used(), engine.leader.budget().limit());
    Snapshot {
        cluster_id: engine.cluster.cluster_id().to_owned(),
        node_id: engine.cluster.node_id(),
        registered: is_ready(engine),
        problem: if is_ready(engine) {
            None
        } else {
            problem.or_else(|| Some("not registered yet".to_owned()))
        },
        links,
        mirrors,
    }
}

/// Whether we do our part: the controllers let us lead, whoever decides is known, and the command line can find us.
fn is_ready(engine: &Engine) -> bool {
    engine.cluster.is_registered()
        && engine.announced.load(std::sync::atomic::Ordering::Acquire)
        && match engine.cluster.coordinator() {
            Some(id) if id == engine.cluster.node_id() => engine.decides(),
            other => other.is_some(),
        }
}

/// What we know of our links and of the partitions that we lead, for another sidecar; all of `mirrors`, or of every mirror
/// when there are none.
#[must_use]
pub fn told(engine: &Engine, mirrors: &[String]) -> Told {
    let links = engine.all_links().into_iter().map(|link| {
        let shown = of_link(engine, &link, &[]);
        let told =
            LinkTold { state: shown.link_state, error: shown.link_error, message: shown.link_error_message };
        (link.name.clone(), told)
    });
    let unstarted = engine.unstarted.lock().clone().into_iter().map(|(link, why)| {
        let (state, error) = ("FAILED".to_owned(), "MISCONFIGURATION_ERROR".to_owned());
        (link, LinkTold { state, error, message: Some(why) })
    });
    let wanted = |mirror: &&std::sync::Arc<Mirror>| mirrors.is_empty() || mirrors.contains(&mirror.topic);
    let node = engine.cluster.node_id();
    let all = engine.all_mirrors();
    let led = all.iter().filter(wanted).filter_map(|mirror| {
        let mut led = partitions(engine, mirror);
        led.retain(|p| p.leader == node && p.local_log_end_offset.is_some());
        (!led.is_empty()).then(|| (mirror.topic.clone(), led))
    });
    Told { links: links.chain(unstarted).collect(), partitions: led.collect() }
}

/// The picture with what other sidecars know of the partitions that they lead; all mirrors where none are named.
pub async fn everywhere(engine: &Engine, mirrors: &[String]) -> Snapshot {
    let others = engine.peers.others();
    let ask = Ask::Tell { mirrors: mirrors.to_vec() };
    let told = others.iter().map(|id| {
        let ask = &ask;
        async move { (*id, engine.peers.ask::<Told>(*id, ask, TELL).await) }
    });
    let told = futures_util::future::join_all(told).await;
    let mut picture = snapshot(engine);
    for (id, told) in told {
        match told {
            Ok(told) => merge(&mut picture, id, &told),
            Err(error) => {
                tracing::debug!(sidecar = id, %error, "a sidecar does not tell what it leads");
                for partition in picture.mirrors.iter_mut().flat_map(|m| &mut m.partitions) {
                    if partition.leader == id {
                        partition.reason = Some(format!("sidecar {id} leads it and does not answer now"));
                    }
                }
            }
        }
    }
    for mirror in &mut picture.mirrors {
        mirror.max_lag = max_lag(&mirror.partitions, &[]);
    }
    let Snapshot { links, mirrors, .. } = &mut picture;
    for link in links {
        link.rpo_seconds = rpo(&link.link_name, mirrors, &[]);
    }
    picture
}

fn merge(picture: &mut Snapshot, id: i32, told: &Told) {
    for mirror in &mut picture.mirrors {
        let Some(theirs) = told.partitions.get(&mirror.mirror_topic_name) else { continue };
        for partition in &mut mirror.partitions {
            let found = theirs.iter().find(|p| p.partition == partition.partition);
            if let Some(found) = found.filter(|p| partition.leader == id && p.leader == id) {
                partition.clone_from(found);
            }
        }
    }
    for link in picture.links.iter_mut().filter(|link| link.link_state == "ACTIVE") {
        // What one of them cannot reach, part of the link cannot reach.
        if let Some(theirs) = told.links.get(&link.link_name).filter(|theirs| theirs.state != "ACTIVE") {
            link.link_state.clone_from(&theirs.state);
            link.link_error.clone_from(&theirs.error);
            link.link_error_message = theirs.message.as_ref().map(|why| format!("sidecar {id}: {why}"));
        }
    }
}

/// Largest lag of the partitions but those that these sidecars lead; `None` when one is unknown.
fn max_lag(partitions: &[snapshot::Partition], others: &[i32]) -> Option<i64> {
    let mut each = partitions.iter().filter(|p| !others.contains(&p.leader)).map(|p| p.lag);
    if partitions.is_empty() { None } else { each.try_fold(0, |max, lag| lag.map(|lag| lag.max(max))) }
}

/// As [`max_lag`] in seconds, over the mirrors of a link.
fn rpo(link: &str, mirrors: &[snapshot::Mirror], others: &[i32]) -> Option<f64> {
    let mut mine = mirrors.iter().filter(|m| m.link_name == link && m.mirror_status != "STOPPED").peekable();
    mine.peek()?;
    let mut each =
        mine.flat_map(|m| &m.partitions).filter(|p| !others.contains(&p.leader)).map(|p| p.lag_seconds);
    each.try_fold(0.0_f64, |max, lag| lag.map(|lag| lag.max(max)))
}

/// How a link is doing.
#[must_use]
pub fn health(link: &Link) -> LinkHealth {
    if link.flag("cluster.link.paused") {
        return LinkHealth::Paused;
    }
    let health = link.source().health();
    if health.trouble.as_ref().is_some_and(|t| t.needs_operator) {
        return LinkHealth::Failed;
    }
    let checks = link.number("availability.check.ms").max(1);
    let limit = checks.saturating_mul(link.number("availability.check.consecutive.failure.threshold").max(1));
    let silent_since = health.trouble.map(|t| health.answered_at.unwrap_or(t.since));
    match silent_since {
        Some(since) if since.elapsed() > Duration::from_millis(limit) => LinkHealth::Unavailable,
        _ => LinkHealth::Active,
    }
}

fn of_link(engine: &Engine, link: &Link, mirrors: &[snapshot::Mirror]) -> snapshot::Link {
    let record = link.record.lock().clone();
    let source = link.source();
    let trouble = source.health().trouble;
    snapshot::Link {
        link_name: link.name.clone(),
        source_cluster_id: source.metadata().cluster_id.clone().or(record.source_cluster_id),
        destination_cluster_id: engine.cluster.cluster_id().to_owned(),
        link_state: match health(link) {
            LinkHealth::Active => "ACTIVE",
            LinkHealth::Paused => "PAUSED",
            LinkHealth::Failed => "FAILED",
            LinkHealth::Unavailable => "UNAVAILABLE",
        }
        .to_owned(),
        link_error: trouble.as_ref().map_or("NO_ERROR", |t| t.code).to_owned(),
        link_error_message: trouble.map(|t| t.message),
        since_ms: link.since_ms,
        topic_names: mirrors
            .iter()
            .filter(|m| m.link_name == link.name)
            .map(|m| m.mirror_topic_name.clone())
            .collect(),
        configs: seal::hide(&record.configs),
        rpo_seconds: rpo(&link.name, mirrors, &engine.peers.others()),
    }
}

fn of_mirror(engine: &Engine, mirror: &Mirror) -> snapshot::Mirror {
    let record = mirror.record();
    let decided = record.decided();
    let link = engine.links.lock().get(&record.link).cloned();
    let health = link.as_ref().map_or(LinkHealth::Failed, |l| health(l));
    let failed = record.failed_partitions.first_key_value().filter(|_| decided == Decided::Active);
    let status = if failed.is_some() { "FAILED" } else { mirror::shown(&decided, health) };
    let partitions = partitions(engine, mirror);
    snapshot::Mirror {
        link_name: record.link.clone(),
        mirror_topic_name: mirror.topic.clone(),
        source_topic_name: record.source_topic.clone(),
        num_partitions: record.partitions,
        mirror_status: status.to_owned(),
        mirror_topic_error: record
            .failure
            .clone()
            .or_else(|| failed.map(|(_, f)| f.failure.clone()))
            .unwrap_or_else(|| "NO_ERROR".to_owned()),
        error_message: record
            .failure_message
            .clone()
            .or_else(|| failed.map(|(index, f)| format!("partition {index}: {}", f.message))),
        since_ms: record.since_ms,
        max_lag: max_lag(&partitions, &engine.peers.others()),
        partitions,
    }
}

/// The partitions of a mirror.
#[must_use]
pub fn partitions(engine: &Engine, mirror: &Mirror) -> Vec<snapshot::Partition> {
    let record = mirror.record();
    let decided = record.decided();
    let link = engine.links.lock().get(&record.link).cloned();
    let link_health = link.as_ref().map_or(LinkHealth::Failed, |l| health(l));
    let fresh_ms = link.as_ref().map_or(60_000, |l| l.number("availability.check.ms").max(1));
    let told = engine
        .cluster
        .with_image(|image| image.topic(&mirror.topic).map(|t| t.partitions.clone()).unwrap_or_default());
    let ours = engine.leader.of_topic(&mirror.topic);
    let expected = decided.flows() && link_health == LinkHealth::Active;
    let now = engine.leader.now();
    told.into_iter()
        .map(|(index, told)| {
            let leading = ours.get(&index).and_then(|p| p.view().leading);
            let failed = record.failed_partitions.get(&index);
            let source = leading.and_then(|l| l.source);
            let end = leading.map_or(-1, |l| l.high_watermark);
            let age = source.map(|s| now.saturating_sub(s.answered_at));
            let is_fresh = age.is_some_and(|age| age <= fresh_ms);
            // Where the source's end is not known to be recent, lag is unknown, never 0 (invariant 8).
            let lag = source.filter(|_| is_fresh).map(|s| s.high_watermark.saturating_sub(end).max(0));
            let lag_seconds = source.filter(|_| is_fresh).map(|s| match lag {
                Some(0) => seconds(age.unwrap_or(0)),
                _ => seconds(now.saturating_sub(s.equal_at.max(crate::leader::CLOCK_START_MS))),
            });
            snapshot::Partition {
                partition: index,
                state: if failed.is_some() { "FAILED" } else { mirror::shown(&decided, link_health) }
                    .to_owned(),
                reason: failed
                    .map(|f| f.message.clone())
                    .or_else(|| why_not(&decided, leading.is_some(), told.leader))
                    .or_else(|| unheard(age).filter(|_| expected && leading.is_some() && !is_fresh)),
                leader: told.leader,
                leader_epoch: told.leader_epoch,
                isr: told.isr,
                replicas: told.replicas,
                log_start_offset: leading.map_or(-1, |l| l.log_start),
                local_log_end_offset: leading.map(|l| l.high_watermark),
                stored_offset: leading.and_then(|l| l.stored),
                last_fetch_source_high_watermark: source.map(|s| s.high_watermark),
                lag,
                lag_seconds,
                time_since_last_fetch_ms: age.map(|a| i64::try_from(a).unwrap_or(i64::MAX)),
                fetched_bytes: leading.map_or(0, |l| l.fetched_bytes),
                fetched_records: leading.map_or(0, |l| l.fetched_records),
            }
        })
        .collect()
}

fn why_not(decided: &Decided, leading: bool, leader: i32) -> Option<String> {
    if leading || !decided.is_ours() {
        return None;
    }
    Some(if leader < 0 {
        "no broker leads this partition now".to_owned()
    } else {
        format!("broker {leader} leads it; the sidecar is taking over")
    })
}

/// What is said of a partition whose source is well and says nothing of it.
fn unheard(age_ms: Option<u64>) -> Option<String> {
    Some(match age_ms {
        Some(age) => format!("the source has not answered about it for {} s", age / 1_000),
        None => "the source has not answered about it since this sidecar leads it".to_owned(),
    })
}

fn seconds(ms: u64) -> f64 {
    Duration::from_millis(ms).as_secs_f64()
}
