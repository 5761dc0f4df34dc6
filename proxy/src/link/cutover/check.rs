//! What stands in the way of a cutover, and what the operator should know before it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use kagami_policies::mirror::Decided;

use super::{
    doors, rights,
    steps::{self, Ends, all_ends},
};
use crate::{
    cluster,
    link::{
        command::{CutoverReport, Refusal},
        create::CLOSING,
        engine::{Engine, Link},
        groups,
        mirror::Mirror,
        stop::proof,
    },
};

/// Writes that come in so long tell whether somebody writes past the doors.
const WATCHED: Duration = Duration::from_secs(1);
/// How many of one kind are named in a note.
const NAMED_MAX: usize = 20;

/// What was found.
pub(super) struct Found {
    /// To be opened.
    pub(super) mirrors: Vec<Arc<Mirror>>,
    pub(super) report: CutoverReport,
}

/// Looks at everything and changes nothing.
///
/// # Errors
/// When there is nothing to look at: no such mirrors, or a cluster that does not answer.
pub(super) async fn look(engine: &Arc<Engine>, link: &Link, wanted: &[String]) -> Result<Found, Refusal> {
    let mirrors = chosen(engine, link, wanted)?;
    let mut report = CutoverReport { link: link.name.clone(), ..CutoverReport::default() };
    let names: Vec<(String, String)> =
        mirrors.iter().map(|mirror| (mirror.record().source_topic, mirror.topic.clone())).collect();
    states(&mirrors, &mut report);
    partitions(link, &mirrors, &mut report);
    let before = at_doors(engine, link, &names, &mut report).await;
    let first = all_ends(link, &mirrors).await?;
    tokio::time::sleep(WATCHED).await;
    let second = all_ends(link, &mirrors).await?;
    report.topics = mirrors.iter().map(|mirror| steps::told(mirror, &second)).collect();
    if let Some(before) = before {
        let after = doors::told(engine, &link.name, &[]).await.into_values().filter_map(Result::ok);
        let through = after.map(|told| told.produced).sum::<u64>() != before;
        past_the_doors(&first, &second, through, &mut report);
    }
    transactions(engine, &mirrors, &mut report).await;
    others(engine, link, &mirrors, &mut report);
    let (topics, by_partition) = steps::for_groups(&mirrors, &second);
    match Box::pin(groups::rehearse(engine, link, &topics, &by_partition)).await {
        Ok(count) => report.notes.push(format!("{count} groups have committed offsets for these topics")),
        Err(refusal) => report.obstacles.push(refusal),
    }
    without_offsets(link, &names, &mut report).await;
    let topics: BTreeSet<String> = names.iter().map(|(_, mirror)| mirror.clone()).collect();
    for group in Box::pin(groups::live_at_destination(engine, &topics)).await? {
        report.obstacles.push(Refusal::new(
            409,
            "GROUP_IS_LIVE",
            format!(
                "group {group} has members on the destination already, so its offsets cannot be set: stop them, they come \
                 through the front door after the cutover"
            ),
        ));
    }
    settings(engine, link, &mirrors, &mut report).await;
    report.notes.push(match rights::lacking(engine, link, &names).await {
        Ok(lacking) if lacking.is_empty() => {
            "the ACLs of the destination allow what those of the source do".to_owned()
        }
        Ok(lacking) => {
            let lacking: Vec<&str> = lacking.iter().map(String::as_str).collect();
            format!("the ACLs of the source say, and those of the destination do not: {}", named(&lacking))
        }
        Err(why) => format!("the rights of clients could not be compared: {why}"),
    });
    Ok(Found { mirrors, report })
}

/// The mirrors that are to be opened: those named, else all that are not open.
fn chosen(engine: &Engine, link: &Link, wanted: &[String]) -> Result<Vec<Arc<Mirror>>, Refusal> {
    let mut chosen = engine.mirrors_of(&link.name);
    let unknown: Vec<&str> = wanted
        .iter()
        .map(String::as_str)
        .filter(|topic| chosen.iter().all(|mirror| mirror.topic != *topic))
        .collect();
    if !unknown.is_empty() {
        let message = format!("link {} has no mirror {}", link.name, unknown.join(", "));
        return Err(Refusal::new(404, "REMOTE_MIRROR_NOT_FOUND_ERROR", message).at("topics"));
    }
    chosen.retain(|mirror| {
        if wanted.is_empty() { mirror.decided() != Decided::Stopped } else { wanted.contains(&mirror.topic) }
    });
    if chosen.is_empty() {
        let message = format!(
            "link {} has no mirror that could be opened: there is none, or all are open already",
            link.name
        );
        return Err(Refusal::new(409, "ILLEGAL_STATE", message).at("link"));
    }
    Ok(chosen)
}

fn states(mirrors: &[Arc<Mirror>], report: &mut CutoverReport) {
    for mirror in mirrors {
        let (record, decided) = (mirror.record(), mirror.decided());
        if !matches!(decided, Decided::Active | Decided::Stopped) {
            let message = format!("mirror {} is {}: it must be ACTIVE", mirror.topic, decided.name());
            report.obstacles.push(Refusal::new(409, "ILLEGAL_STATE", message));
        }
        for (index, failed) in &record.failed_partitions {
            let message =
                format!("partition {index} of mirror {} has failed: {}", mirror.topic, failed.message);
            report.obstacles.push(Refusal::new(409, &failed.failure, message));
        }
    }
}

fn partitions(link: &Link, mirrors: &[Arc<Mirror>], report: &mut CutoverReport) {
    let metadata = link.source().metadata();
    for mirror in mirrors {
        let record = mirror.record();
        let here = usize::try_from(record.partitions).unwrap_or(0);
        match metadata.topics.get(&record.source_topic).map(|topic| topic.leaders.len()) {
            Some(there) if there == here => {}
            Some(there) => report.obstacles.push(Refusal::new(
                409,
                "PARTITIONS_DIFFER",
                format!(
                    "{} has {there} partitions at the source, its mirror {} has {here}: wait until the mirror has grown",
                    record.source_topic, mirror.topic
                ),
            )),
            None => report.obstacles.push(Refusal::new(
                503,
                "SOURCE_UNAVAILABLE",
                format!("the source does not tell of {}: repair the link first", record.source_topic),
            )),
        }
    }
}

/// Asks all doors. Answers with the produce requests that passed through them.
async fn at_doors(
    engine: &Engine,
    link: &Link,
    names: &[(String, String)],
    report: &mut CutoverReport,
) -> Option<u64> {
    let all = doors::told(engine, &link.name, names).await;
    if all.is_empty() {
        report.obstacles.push(Refusal::new(
            409,
            "NO_FRONT_DOOR",
            format!(
                "no sidecar has a front door of link {}: write a [[view]] with link = \"{}\" into its configuration, and lead \
                 the clients to it",
                link.name, link.name
            ),
        ));
        return None;
    }
    let mut produced = 0;
    let mut connections = 0;
    let mut is_complete = true;
    for (id, told) in all {
        match told {
            Ok(told) => {
                produced += told.produced;
                connections += told.connections;
                for wrong in told.wrong_names {
                    let message = format!("at the front door of sidecar {id}, {wrong}: correct its policy");
                    report.obstacles.push(Refusal::new(409, "NAMES_CLASH", message));
                }
            }
            Err(refusal) => {
                is_complete = false;
                report.obstacles.push(refusal);
            }
        }
    }
    report.notes.push(format!("{connections} connections of clients lead through the front doors"));
    is_complete.then_some(produced)
}

/// Ends that move while nothing comes `through` the doors move past them.
fn past_the_doors(first: &Ends, second: &Ends, through: bool, report: &mut CutoverReport) {
    if !through && steps::check_still(first, second).is_err() {
        let moving: Vec<&str> = first
            .iter()
            .filter(|(topic, ends)| second.get(*topic).is_some_and(|now| now != *ends))
            .map(|(topic, _)| topic.as_str())
            .collect();
        report.obstacles.push(Refusal::new(
            409,
            "SOURCE_STILL_WRITTEN",
            format!(
                "the sources of {} get records, and none of them through a front door: lead their producers there first",
                named(&moving)
            ),
        ));
    }
}

async fn transactions(engine: &Engine, mirrors: &[Arc<Mirror>], report: &mut CutoverReport) {
    let each = mirrors.iter().map(|mirror| proof::check_transactions(engine, mirror));
    for refusal in futures_util::future::join_all(each).await.into_iter().filter_map(Result::err) {
        report.notes.push(format!("a cutover would wait for its end: {}", refusal.message));
    }
}

/// Consumers that would begin anew, and skip or repeat records, because they have committed nothing.
async fn without_offsets(link: &Link, names: &[(String, String)], report: &mut CutoverReport) {
    let topics: BTreeSet<String> = names.iter().map(|(source, _)| source.clone()).collect();
    match Box::pin(groups::without_offsets(link, &topics)).await {
        Ok(found) => {
            for (group, topics) in found {
                let topics: Vec<&str> = topics.iter().map(String::as_str).collect();
                report.notes.push(format!(
                    "group {group} reads {} and has committed nothing for it: after a cutover it begins where its \
                     auto.offset.reset says, and may skip records; have it commit before",
                    named(&topics)
                ));
            }
        }
        // The reason stands among the obstacles already.
        Err(refusal) => tracing::debug!(link = link.name, error = %refusal.message, "groups are not known"),
    }
}

/// What clients of the doors will find read-only, or not at all.
fn others(engine: &Engine, link: &Link, mirrors: &[Arc<Mirror>], report: &mut CutoverReport) {
    let left: Vec<String> = engine
        .mirrors_of(&link.name)
        .into_iter()
        .filter(|mirror| mirror.decided() != Decided::Stopped)
        .filter(|mirror| mirrors.iter().all(|chosen| chosen.topic != mirror.topic))
        .map(|mirror| mirror.topic.clone())
        .collect();
    if !left.is_empty() {
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        report
            .notes
            .push(format!("these mirrors stay as they are, and read-only for clients: {}", named(&left)));
    }
}

/// Settings of topics that differ on purpose or by neglect.
async fn settings(engine: &Engine, link: &Link, mirrors: &[Arc<Mirror>], report: &mut CutoverReport) {
    let source = link.source();
    let each = mirrors.iter().map(|mirror| {
        let source = Arc::clone(&source);
        async move {
            let there = source.topic_configs(&mirror.record().source_topic).await?;
            let here = cluster::topic_configs(&engine.cluster.any_broker().await?, &mirror.topic).await?;
            let own = |entries: Vec<cluster::ConfigEntry>| -> BTreeMap<String, Option<String>> {
                let own = entries.into_iter().filter(|entry| entry.own && entry.name != CLOSING);
                own.map(|entry| (entry.name, entry.value)).collect()
            };
            Ok::<_, cluster::Error>((mirror.topic.clone(), own(there), own(here)))
        }
    });
    for outcome in futures_util::future::join_all(each).await {
        match outcome {
            Ok((topic, there, here)) => {
                let keys: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
                let differ: Vec<&str> = keys
                    .into_iter()
                    .filter(|key| there.get(*key) != here.get(*key))
                    .map(String::as_str)
                    .collect();
                if !differ.is_empty() {
                    report
                        .notes
                        .push(format!("{topic} has other settings than its source: {}", named(&differ)));
                }
            }
            Err(error) => {
                report.notes.push(format!("settings could not be compared: {error}"));
                return;
            }
        }
    }
}

fn named(all: &[&str]) -> String {
    let shown = all.iter().take(NAMED_MAX).copied().collect::<Vec<_>>().join(", ");
    match all.len().checked_sub(NAMED_MAX) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        Some(0) | None => shown,
    }
}
