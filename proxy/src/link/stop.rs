//! Promote and failover: from a closed mirror to an ordinary topic.
//!
//! The point of no return is the stored state `PENDING_STOPPED`; before it nothing has changed, after it the work is
//! only ever finished. The topic is opened last: while any part is missing, writes stay refused.

mod leftovers;
pub(super) mod proof;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use kagami_policies::{
    mirror::{Asked, Decided, Verdict},
    producer_ids::{self, Horizon},
};

use super::{
    command::{MirrorOutcome, PartitionOutcome, Refusal, Verb},
    create::{self, CLOSING},
    engine::{Engine, now_ms, refused},
    mirror::Mirror,
    record::Stop,
    snapshot,
};
use crate::cluster::{Placement, image};

/// How long an opening waits for followers to come to the start of a log that is empty; live ones need one fetch.
const SETTLE: Duration = Duration::from_secs(2);
/// How long leadership may take to move.
const MOVE: Duration = Duration::from_secs(60);

/// Promotes or fails over one mirror, or says what is in the way.
pub(super) async fn stop(
    engine: &Arc<Engine>,
    mirror: &Arc<Mirror>,
    verb: Verb,
    dry_run: bool,
) -> MirrorOutcome {
    let mut outcome = MirrorOutcome { mirror_topic: mirror.topic.clone(), ..Default::default() };
    let _verb = mirror.verb.lock().await;
    outcome.error = carry_out(engine, mirror, verb, dry_run, &mut outcome).await.err();
    if outcome.partitions.is_empty() {
        outcome.partitions = partitions(engine, mirror).await;
    }
    outcome
}

async fn carry_out(
    engine: &Arc<Engine>,
    mirror: &Arc<Mirror>,
    verb: Verb,
    dry_run: bool,
    outcome: &mut MirrorOutcome,
) -> Result<(), Refusal> {
    let (asked, how) = match verb {
        Verb::Failover => (Asked::Failover, Stop::Failover),
        Verb::Promote | Verb::Pause | Verb::Resume => (Asked::Promote, Stop::Promote),
    };
    let decided = mirror.decided();
    match decided.judge(asked) {
        Verdict::AlreadySo => {
            outcome.notes.push("it was open for writes already".to_owned());
            return Ok(());
        }
        Verdict::Refused => return Err(wrong_state(mirror, verb, &decided)),
        Verdict::Go => {}
    }
    if decided != Decided::PendingStopped {
        if how == Stop::Promote {
            proof::check_caught_up(engine, mirror).await?;
        }
        outcome.partitions = partitions(engine, mirror).await;
        if how == Stop::Failover {
            outcome.notes.extend(what_may_be_missing(&outcome.partitions));
        }
        if dry_run {
            return Ok(());
        }
        engine
            .update(mirror, |record| {
                record.decide(&Decided::PendingStopped, now_ms());
                record.stop = Some(how);
            })
            .await?;
    }
    outcome.notes.extend(open(engine, mirror).await?);
    Ok(())
}

fn wrong_state(mirror: &Mirror, verb: Verb, decided: &Decided) -> Refusal {
    let advice = match decided {
        Decided::Paused => "resume it first, or fail over to open it as it is",
        Decided::PendingMirror => "wait until it is active",
        Decided::Failed(_) => "describe it for the reason, or fail over to open it as it is",
        Decided::Active | Decided::PendingStopped | Decided::Stopped => "describe it for its state",
    };
    Refusal::new(
        409,
        "ILLEGAL_STATE",
        format!("mirror {} is {}, so it cannot {}: {advice}", mirror.topic, decided.name(), verb.name()),
    )
}

type ProducerState = kagami_codec::message::describe_producers_response::ProducerState;

/// What a real replica of the partition knows of producers.
async fn producers(
    engine: &Engine,
    topic: &str,
    index: i32,
    told: &image::Partition,
) -> Result<Vec<ProducerState>, Refusal> {
    let live: BTreeSet<i32> = engine.cluster.real_brokers(true).iter().map(|b| b.id).collect();
    let in_sync = told.isr.iter().find(|id| live.contains(id));
    let Some(replica) = in_sync.or_else(|| told.replicas.iter().find(|id| live.contains(id))) else {
        return Err(Refusal::new(
            503,
            "UNKNOWN",
            format!("no live broker holds a replica of {topic}-{index}"),
        ));
    };
    let mut found = engine
        .cluster
        .producers(*replica, topic, &[index])
        .await
        .map_err(|e| refused("the mirror's producers could not be asked for", &e))?;
    Ok(found.remove(&index).unwrap_or_default())
}

/// The partitions of a mirror's topic as the metadata log tells them, whoever leads them.
fn told(engine: &Engine, topic: &str) -> BTreeMap<i32, image::Partition> {
    engine.cluster.with_image(|image| image.topic(topic).map(|t| t.partitions.clone()).unwrap_or_default())
}

/// What the sidecars that lead a mirror's partitions know of them.
async fn known(engine: &Engine, topic: &str) -> Vec<snapshot::Partition> {
    known_of(engine, &[topic.to_owned()]).await.remove(topic).unwrap_or_default()
}

/// What the sidecars that lead partitions of mirrors know of them, by mirror topic.
pub(super) async fn known_of(
    engine: &Engine,
    topics: &[String],
) -> BTreeMap<String, Vec<snapshot::Partition>> {
    let picture = super::report::everywhere(engine, topics).await;
    let mirrors = picture.mirrors.into_iter().map(|mirror| (mirror.mirror_topic_name, mirror.partitions));
    mirrors.filter(|(topic, _)| topics.contains(topic)).collect()
}

/// Where each partition stands, for the answer.
pub(super) async fn partitions(engine: &Engine, mirror: &Mirror) -> Vec<PartitionOutcome> {
    known(engine, &mirror.topic)
        .await
        .into_iter()
        .map(|p| PartitionOutcome {
            partition: p.partition,
            mirror_end_offset: p.local_log_end_offset,
            source_end_offset: p.last_fetch_source_high_watermark,
            lag: p.lag,
            time_since_last_fetch_ms: p.time_since_last_fetch_ms,
            error: None,
        })
        .collect()
}

fn what_may_be_missing(partitions: &[PartitionOutcome]) -> Vec<String> {
    partitions
        .iter()
        .filter_map(|p| {
            let index = p.partition;
            match (p.source_end_offset.zip(p.mirror_end_offset), p.time_since_last_fetch_ms) {
                (Some((end, mirror)), _) if end > mirror => Some(format!(
                    "partition {index}: {} records known at the source are missing (mirror {mirror}, source {end})",
                    end - mirror
                )),
                (Some(_), Some(age)) if age > 2_000 => Some(format!(
                    "partition {index}: whatever the source got in the last {} s is missing",
                    age / 1_000
                )),
                (None, _) => Some(format!(
                    "partition {index}: the source's end was never seen, so what is missing is unknown"
                )),
                _ => None,
            }
        })
        .collect()
}

/// Finishes an interrupted promotion or failover.
///
/// # Errors
/// What stands in the way now; it is tried again.
pub(super) async fn finish(engine: Arc<Engine>, mirror: Arc<Mirror>) -> Result<(), Refusal> {
    let notes = open(&engine, &mirror).await?;
    tracing::info!(topic = mirror.topic, ?notes, "an interrupted promotion or failover is finished");
    Ok(())
}

/// Opens mirrors after proof, all of them or none: what was begun is finished, by us or by whoever decides next. `given` is
/// the highest producer id of the source that clients may come with, beside those in the mirrored batches.
///
/// # Errors
/// What stands in the way now. Some may be open then; the call can be repeated.
pub(super) async fn open_together(
    engine: &Arc<Engine>,
    mirrors: &[Arc<Mirror>],
    given: Option<i64>,
) -> Result<Vec<String>, Refusal> {
    let _verbs = futures_util::future::join_all(mirrors.iter().map(|mirror| mirror.verb.lock())).await;
    let unless = |decided: Decided| {
        let left = mirrors.iter().filter(|mirror| mirror.decided() != decided);
        left.filter(|mirror| mirror.decided() != Decided::Stopped).cloned().collect::<Vec<_>>()
    };
    engine
        .update_all(&unless(Decided::PendingStopped), |record| {
            record.decide(&Decided::PendingStopped, now_ms());
            record.stop = Some(Stop::Promote);
        })
        .await?;
    let pending = unless(Decided::Stopped);
    let topics: Vec<String> = pending.iter().map(|mirror| mirror.topic.clone()).collect();
    settle(engine, &topics).await;
    let mut notes = pass_producer_ids(engine, given.into_iter().collect()).await?;
    let each = pending.iter().map(|mirror| opened(engine, mirror));
    notes.extend(futures_util::future::try_join_all(each).await?.into_iter().flatten());
    engine.update_all(&pending, |record| record.decide(&Decided::Stopped, now_ms())).await?;
    Ok(notes)
}

/// Everything behind the point of no return. Each step can be repeated.
async fn open(engine: &Arc<Engine>, mirror: &Arc<Mirror>) -> Result<Vec<String>, Refusal> {
    settle(engine, std::slice::from_ref(&mirror.topic)).await;
    let record = mirror.record();
    if record.stop == Some(Stop::Failover) && record.last_epochs.is_empty() {
        let last: BTreeMap<i32, i32> =
            told(engine, &mirror.topic).into_iter().map(|(index, p)| (index, p.leader_epoch)).collect();
        engine.update(mirror, |record| record.last_epochs = last).await?;
    }
    let notes = opened(engine, mirror).await?;
    engine.update(mirror, |record| record.decide(&Decided::Stopped, now_ms())).await?;
    Ok(notes)
}

/// Gives a topic to the real brokers and to producers.
async fn opened(engine: &Arc<Engine>, mirror: &Arc<Mirror>) -> Result<Vec<String>, Refusal> {
    let record = mirror.record();
    let mut notes = Vec::new();
    let all = told(engine, &mirror.topic);
    let mut ids = Vec::new();
    for (index, partition) in &all {
        ids.extend(producers(engine, &mirror.topic, *index, partition).await?.iter().map(|p| p.producer_id));
    }
    engine.must_decide()?;
    notes.extend(pass_producer_ids(engine, ids).await?);
    let count = all.len();
    let theirs = usize::try_from(record.partitions).unwrap_or(0);
    if count > theirs {
        notes.push(format!(
            "{} has {count} partitions, the source had {theirs}: somebody added the others on the destination, and they are \
             empty",
            mirror.topic
        ));
    }
    let mut size_limit = record.max_message_bytes.clone();
    if record.stop == Some(Stop::Promote)
        && let Ok(link) = engine.link(&record.link)
        && let Some(now) = create::size_limit_now(engine, &link.source(), &record.source_topic).await
    {
        size_limit = now;
    }
    engine.must_decide()?;
    // While we lead, we refuse; so the topic may lose its own bar before leadership moves, and no client ever meets the
    // wrong error.
    engine
        .cluster
        .alter_topic_configs(&mirror.topic, &[(CLOSING, size_limit.as_deref())])
        .await
        .map_err(|e| refused("the topic's max.message.bytes could not be restored", &e))?;
    hand_over(engine, mirror).await?;
    if record.stop == Some(Stop::Failover) {
        notes.extend(leftovers::abort(engine, mirror).await?);
    }
    Ok(notes)
}

/// Waits until every sidecar knows that nothing is to be brought any more, and until followers stand where their log ends: one
/// that begins empty at an offset above 0 has its high watermark before they do. Opened then, it would number its records
/// from wherever they stand.
async fn settle(engine: &Engine, topics: &[String]) {
    let until = tokio::time::Instant::now() + SETTLE;
    let closing = Decided::PendingStopped.name();
    let is_behind = |p: &snapshot::Partition| {
        p.state != closing && p.local_log_end_offset.is_some()
            || p.local_log_end_offset.is_some_and(|end| p.stored_offset.is_none_or(|stored| stored < end))
    };
    loop {
        let all = known_of(engine, topics).await;
        if !all.values().flatten().any(is_behind) || tokio::time::Instant::now() >= until {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// New producers must not be given an id that stands in the mirrored batches, or the brokers would take their records
/// for repetitions.
///
/// # Errors
/// When controllers or brokers give none.
pub(super) async fn pass_producer_ids(engine: &Engine, ids: Vec<i64>) -> Result<Vec<String>, Refusal> {
    let next = engine.cluster.with_image(|image| image.next_producer_id);
    let Horizon { pass, far } = producer_ids::horizon(next, ids);
    let mut notes = Vec::new();
    if let Some(far) = far {
        notes.push(format!(
            "producer ids up to {far} are so far above {next}, the next that this cluster hands out, that they were left alone"
        ));
    }
    let Some(horizon) = pass else { return Ok(notes) };
    let blocks = engine
        .cluster
        .pass_producer_ids(horizon, u32::MAX)
        .await
        .map_err(|e| refused("the controllers gave no producer ids", &e))?;
    let mut drawn = 0;
    for broker in engine.cluster.real_brokers(true) {
        drawn += engine
            .cluster
            .drain_producer_ids(broker.id, horizon)
            .await
            .map_err(|e| refused(&format!("broker {} gave no producer ids", broker.id), &e))?;
    }
    if blocks > 0 || drawn > 0 {
        notes.push(format!(
            "producer ids up to {horizon} will not be handed out again ({blocks} blocks and {drawn} single ids were passed over)"
        ));
    }
    Ok(notes)
}

/// Moves leadership to the real replicas and leaves the replica lists.
///
/// # Errors
/// When the destination refuses or leadership does not move.
pub(super) async fn hand_over(engine: &Arc<Engine>, mirror: &Mirror) -> Result<(), Refusal> {
    let topic = mirror.topic.as_str();
    let replicas = mirror.replicas.lock().await;
    let placements: Vec<Placement> = engine.cluster.with_image(|image| {
        let partitions = image.topic(topic).map(|t| &t.partitions);
        let ours = |id: &i32| image.brokers.get(id).is_none_or(|b| engine.cluster.is_virtual(b));
        partitions
            .into_iter()
            .flatten()
            .filter(|(_, p)| p.replicas.iter().any(ours))
            .map(|(index, p)| {
                let mut replicas: Vec<i32> = p.replicas.iter().copied().filter(|id| !ours(id)).collect();
                // An in-sync replica first: it becomes the preferred leader.
                replicas.sort_by_key(|id| !p.isr.contains(id));
                Placement { partition: *index, replicas }
            })
            .collect()
    });
    if !placements.is_empty() {
        engine.must_decide()?;
        // A move to another sidecar that is under way, even one that we have not heard of yet, would wait for that sidecar
        // for ever: the controllers keep what a reassignment adds when the next one adds nothing.
        let indexes: Vec<i32> = placements.iter().map(|p| p.partition).collect();
        if let Err(error) = engine.cluster.cancel_reassignment(topic, &indexes).await {
            tracing::debug!(topic, %error, "no move to another sidecar was called off");
        }
        engine.must_decide()?;
        engine
            .cluster
            .reassign(topic, &placements)
            .await
            .map_err(|e| refused("leadership could not be handed over", &e))?;
    }
    drop(replicas);
    engine
        .cluster
        .wait_for("leadership of real brokers", MOVE, |image| {
            let partitions = &image.topic(topic)?.partitions;
            let ours = |id: i32| image.brokers.get(&id).is_some_and(|b| engine.cluster.is_virtual(b));
            partitions
                .values()
                .all(|p| p.leader >= 0 && !ours(p.leader) && !p.replicas.iter().any(|id| ours(*id)))
                .then_some(())
        })
        .await
        .map_err(|e| refused("leadership was handed over", &e))
}
