//! The steps of a cutover. Each can be repeated.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::future::{join_all, try_join_all};
use tokio::time::Instant;

use super::doors;
use crate::{
    door::Stage,
    link::{
        command::{CutoverPartition, CutoverTopic, Refusal},
        engine::{Engine, Link, now_ms},
        groups,
        mirror::Mirror,
        record::{CutoverRecord, Phase},
        stop::{self, proof},
    },
};

/// Mirrors that catch up within so long are close to their sources.
const CLOSE: Duration = Duration::from_secs(1);
/// Pause between two looks at how far the mirrors are.
const PAUSE: Duration = Duration::from_millis(10);
/// The source's ends must stand still for so long before it is believed that nobody writes past the doors.
const STABLE: Duration = Duration::from_millis(200);
/// Looks that found ends moving although no transaction was open; more is somebody who writes past the doors.
const MOVES_MAX: u32 = 5;
/// How long doors may take to lead elsewhere; one that takes longer does so when it is back.
const SWITCH: Duration = Duration::from_secs(5);

/// Ends of the source's partitions, by mirror topic.
pub(super) type Ends = BTreeMap<String, BTreeMap<i32, i64>>;

/// Takes the step of the record's phase; answers with the next phase.
///
/// # Errors
/// Why it was not taken.
pub(super) async fn take(
    engine: &Arc<Engine>,
    name: &str,
    record: &mut CutoverRecord,
) -> Result<Phase, Refusal> {
    match record.phase() {
        Phase::Fencing => {
            doors::all_at(engine, name, Stage::Fenced, left(record)?).await?;
            Ok(Phase::Draining)
        }
        Phase::Draining => {
            let (link, mirrors) = (engine.link(name)?, mirrors(engine, record)?);
            drain(engine, &link, &mirrors, left(record)?).await?;
            Ok(Phase::Groups)
        }
        Phase::Groups => {
            let doors = doors::all_at(engine, name, Stage::Held, left(record)?).await?;
            record.producer_id = doors.values().filter_map(|told| told.producer_id).max().unwrap_or(-1);
            let (link, mirrors) = (engine.link(name)?, mirrors(engine, record)?);
            let ends = all_ends(&link, &mirrors).await?;
            reach(engine, &mirrors, &ends, left(record)?).await?;
            take_groups(engine, &link, &mirrors, &ends, record).await?;
            // Nothing may have come meanwhile, past the doors, and no transaction have begun before the doors held all.
            check_still(&ends, &all_ends(&link, &mirrors).await?)?;
            let open = mirrors.iter().map(|mirror| proof::check_transactions(engine, mirror));
            try_join_all(open).await?;
            check_equal(engine, &mirrors, &ends).await?;
            record.report.topics = mirrors.iter().map(|mirror| told(mirror, &ends)).collect();
            left(record)?;
            Ok(Phase::Opening)
        }
        Phase::Opening => {
            let given = Some(record.producer_id).filter(|id| *id >= 0);
            let notes = stop::open_together(engine, &mirrors(engine, record)?, given).await?;
            record.report.notes.extend(notes);
            Ok(Phase::Switching)
        }
        Phase::Switching => {
            switch(engine, name, record).await?;
            Ok(Phase::Done)
        }
        over @ (Phase::Done | Phase::Undone) => Ok(over),
    }
}

/// What is left of the pause that clients may be put to.
fn left(record: &CutoverRecord) -> Result<Duration, Refusal> {
    let gone = u64::try_from(now_ms().saturating_sub(record.fenced_ms)).unwrap_or(0);
    match record.max_pause_ms.checked_sub(gone) {
        Some(left) if left > 0 => Ok(Duration::from_millis(left)),
        Some(_) | None => {
            let message = format!(
                "writes had been held for {} ms, as long as they may be (--max-pause), and it was not done",
                record.max_pause_ms
            );
            Err(Refusal::new(503, "TIMEOUT_ERROR", message))
        }
    }
}

fn mirrors(engine: &Engine, record: &CutoverRecord) -> Result<Vec<Arc<Mirror>>, Refusal> {
    let gone = |topic: &String| {
        Refusal::new(409, "ILLEGAL_STATE", format!("mirror {topic} was deleted in the middle of the cutover"))
    };
    record.topics.iter().map(|topic| engine.mirror(topic).ok_or_else(|| gone(topic))).collect()
}

/// Where the sources of mirrors end.
///
/// # Errors
/// When the source cannot be asked.
pub(super) async fn all_ends(link: &Link, mirrors: &[Arc<Mirror>]) -> Result<Ends, Refusal> {
    let each = mirrors
        .iter()
        .map(|mirror| async { Ok::<_, Refusal>((mirror.topic.clone(), proof::ends(link, mirror).await?)) });
    Ok(try_join_all(each).await?.into_iter().collect())
}

/// Waits until the mirrors have all that their sources had a moment before, for a while under load.
///
/// # Errors
/// How far they are behind after `limit`.
pub(super) async fn come_close(
    engine: &Engine,
    link: &Link,
    mirrors: &[Arc<Mirror>],
    limit: Duration,
) -> Result<(), Refusal> {
    let begun = Instant::now();
    loop {
        let ends = all_ends(link, mirrors).await?;
        match reach(engine, mirrors, &ends, CLOSE).await {
            Ok(()) => return Ok(()),
            Err(refusal) if begun.elapsed() >= limit => return Err(refusal),
            Err(_) => {}
        }
    }
}

/// Waits until the mirrors have what their sources had; they may be further by now.
async fn reach(
    engine: &Engine,
    mirrors: &[Arc<Mirror>],
    ends: &Ends,
    limit: Duration,
) -> Result<(), Refusal> {
    let until = Instant::now() + limit;
    loop {
        engine.must_decide()?;
        let is_short = |stored: Option<i64>, end: i64| stored.is_none_or(|stored| stored < end);
        let Some(behind) = unequal(engine, mirrors, ends, is_short).await else { return Ok(()) };
        if Instant::now() >= until {
            return Err(behind);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether the mirrors end where their sources do, which have stood still.
async fn check_equal(engine: &Engine, mirrors: &[Arc<Mirror>], ends: &Ends) -> Result<(), Refusal> {
    unequal(engine, mirrors, ends, |_, _| true).await.map_or(Ok(()), Err)
}

/// Why the first mirror cannot be opened that ends elsewhere than its source, if that may `count`.
async fn unequal(
    engine: &Engine,
    mirrors: &[Arc<Mirror>],
    ends: &Ends,
    count: impl Fn(Option<i64>, i64) -> bool,
) -> Option<Refusal> {
    let topics: Vec<String> = ends.keys().cloned().collect();
    let known = stop::known_of(engine, &topics).await;
    mirrors.iter().find_map(|mirror| {
        let known = known.get(&mirror.topic).map(Vec::as_slice).unwrap_or_default();
        let (index, end, stored) = proof::first_apart(ends.get(&mirror.topic)?, known, &count)?;
        Some(proof::not_caught_up(mirror, index, end, stored))
    })
}

/// Waits until nothing comes any more, no transaction is open, and the mirrors have everything.
async fn drain(
    engine: &Engine,
    link: &Link,
    mirrors: &[Arc<Mirror>],
    limit: Duration,
) -> Result<Ends, Refusal> {
    let until = Instant::now() + limit;
    let left = || until.saturating_duration_since(Instant::now());
    let mut moves = 0;
    loop {
        let (ends, seen) = (all_ends(link, mirrors).await?, Instant::now());
        reach(engine, mirrors, &ends, left()).await?;
        let open = join_all(mirrors.iter().map(|mirror| proof::check_transactions(engine, mirror))).await;
        let open = open.into_iter().find_map(Result::err);
        tokio::time::sleep((STABLE.saturating_sub(seen.elapsed())).min(left())).await;
        let still = check_still(&ends, &all_ends(link, mirrors).await?);
        match (open, still) {
            (None, Ok(())) => return check_equal(engine, mirrors, &ends).await.map(|()| ends),
            (Some(open), _) if left().is_zero() => return Err(open),
            (Some(_), _) => {}
            (None, Err(moving)) => {
                moves += 1;
                if moves > MOVES_MAX || left().is_zero() {
                    return Err(moving);
                }
            }
        }
    }
}

/// Whether ends are where they were.
pub(super) fn check_still(before: &Ends, now: &Ends) -> Result<(), Refusal> {
    let moved = before.iter().find_map(|(topic, ends)| {
        let now = now.get(topic)?;
        let (index, end) = ends.iter().find(|(index, end)| now.get(index).is_some_and(|now| now != *end))?;
        Some((topic, *index, *end, now.get(index).copied().unwrap_or(*end)))
    });
    let Some((topic, index, before, now)) = moved else { return Ok(()) };
    Err(Refusal::new(
        422,
        "SOURCE_STILL_WRITTEN",
        format!(
            "somebody writes to the source past the front doors: partition {index} of the source of {topic} went from \
             {before} to {now} while writes were held. Lead that producer to a door, or stop it"
        ),
    ))
}

/// Names of topics on both sides and ends by source topic, as groups are asked for.
pub(super) fn for_groups(
    mirrors: &[Arc<Mirror>],
    ends: &Ends,
) -> (BTreeMap<String, String>, BTreeMap<(String, i32), i64>) {
    let mut topics = BTreeMap::new();
    let mut by_partition = BTreeMap::new();
    for mirror in mirrors {
        let source = mirror.record().source_topic;
        for (index, end) in ends.get(&mirror.topic).into_iter().flatten() {
            by_partition.insert((source.clone(), *index), *end);
        }
        topics.insert(source, mirror.topic.clone());
    }
    (topics, by_partition)
}

async fn take_groups(
    engine: &Arc<Engine>,
    link: &Link,
    mirrors: &[Arc<Mirror>],
    ends: &Ends,
    record: &mut CutoverRecord,
) -> Result<(), Refusal> {
    let (topics, by_partition) = for_groups(mirrors, ends);
    record.report.groups = Box::pin(groups::copy(engine, link, &topics, &by_partition)).await?;
    let failed = record.report.groups.iter().find_map(|group| Some((&group.group, group.error.as_ref()?)));
    match failed {
        None => Ok(()),
        Some((group, why)) => Err(Refusal::new(
            409,
            "GROUP_NOT_MOVED",
            format!("the offsets of group {group} could not be taken to the destination: {why}"),
        )),
    }
}

/// Where a topic goes over when its source ends there.
pub(super) fn told(mirror: &Mirror, ends: &Ends) -> CutoverTopic {
    let partition = |(index, end): (&i32, &i64)| CutoverPartition {
        partition: *index,
        source_last_offset: end - 1,
        destination_first_offset: *end,
    };
    CutoverTopic {
        source_topic: mirror.record().source_topic,
        mirror_topic: mirror.topic.clone(),
        partitions: ends.get(&mirror.topic).into_iter().flatten().map(partition).collect(),
    }
}

/// Leads all doors to the destination. One that does not answer does so as soon as it reads the state.
async fn switch(engine: &Engine, name: &str, record: &mut CutoverRecord) -> Result<(), Refusal> {
    let late = doors::all_at(engine, name, Stage::Destination, SWITCH).await.err();
    engine.must_decide()?;
    record.report.notes.extend(late.map(|late| format!("not all doors are there yet: {}", late.message)));
    // Clients are given a moment to read their last answers before their connections are closed.
    let until = Instant::now() + Duration::from_millis(500);
    let told = loop {
        let told: Vec<_> =
            doors::told(engine, name, &[]).await.into_values().filter_map(Result::ok).collect();
        if told.iter().all(|told| told.connections == 0) || Instant::now() >= until {
            break told;
        }
        tokio::time::sleep(PAUSE).await;
    };
    record.report.pause_ms = told.iter().filter_map(|told| told.pause_ms).max();
    record.report.connections_closed = told.iter().map(|told| told.closed).sum();
    record.report.notes.push(
        "to go back, make a link in the other direction, mirror the topics at the old cluster and cut over there"
            .to_owned(),
    );
    Ok(())
}
