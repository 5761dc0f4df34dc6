//! Comparing what was decided with what is, again and again, and doing the next thing about the difference.
//!
//! Runs at every change of the metadata, after every decision, and twice a second. Nothing here waits for a cluster:
//! what takes long is an [errand](super::errands), one for each mirror at a time.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt;
use kagami_codec::types::{ErrorCode, Uuid};
use kagami_policies::mirror::{Decided, Failure};

use super::{
    create, cutover,
    engine::{Engine, Link, refused},
    failures, mandate,
    mirror::Mirror,
    partitions,
    record::MirrorRecord,
    report, sharing, stop, strangers, verify,
};
use crate::{
    cluster::image::Image,
    leader::Partition,
    shutdown::Signal,
    source::{Assignment, Event, EventKind},
    store,
};

/// How often everything is looked at when nothing asks for it.
const EVERY: Duration = Duration::from_millis(500);
/// How long a setting that was put back may take until the metadata log tells it.
const PUT_BACK: Duration = Duration::from_secs(10);
/// Logs of one mirror that are compared with the source's at one time.
const ALIGNED_AT_ONCE: usize = 32;
/// Looks at the source's metadata that must agree that a topic is gone: new metadata spreads over brokers in time.
const MISSING_LOOKS: u32 = 3;

/// Looks until shutdown starts.
pub async fn keep(engine: Arc<Engine>, mut events: tokio::sync::mpsc::Receiver<Event>, signal: Signal) {
    let mut tick = tokio::time::interval(EVERY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            event = events.recv() => if let Some(event) = event { on_event(&engine, event) },
            () = engine.look.notified() => {}
            () = engine.leader.changed() => {}
            _ = tick.tick() => {}
        }
        look(&engine);
    }
}

/// One look at everything. Sources are asked about their topics at all times; while another has our id, or nobody yet,
/// nothing is done about what is found. What has to be decided is looked at by the coordinator alone.
fn look(engine: &Arc<Engine>) {
    let mirrors: Vec<(Arc<Mirror>, MirrorRecord)> =
        engine.all_mirrors().into_iter().map(|mirror| (Arc::clone(&mirror), mirror.record())).collect();
    let links = engine.all_links();
    for link in &links {
        let open = |(_, record): &&(_, MirrorRecord)| {
            record.link == link.name && record.decided() != Decided::Stopped
        };
        let topics = mirrors.iter().filter(open).map(|(_, record)| record.source_topic.clone());
        link.source().watch(topics.collect());
    }
    if engine.decides() {
        keep_state(engine);
        sharing::look(engine);
        cutover::look(engine);
    }
    if engine.cluster.is_registered() {
        for link in &links {
            let ours = mirrors.iter().filter(|(_, record)| record.link == link.name);
            let assignments: Vec<Assignment> =
                ours.flat_map(|(mirror, _)| look_at(engine, mirror, Some(link))).collect();
            link.source().assign(&assignments);
            share_rate(engine, link, assignments.len());
        }
        for (mirror, _) in mirrors.iter().filter(|(_, r)| links.iter().all(|link| link.name != r.link)) {
            look_at(engine, mirror, None);
        }
        // Not only when we decide: what decisions are stored with may lie on us.
        strangers::move_off(engine, &mirrors.iter().map(|(mirror, _)| mirror.topic.clone()).collect());
    }
    engine.snapshot.send_replace(Arc::new(report::snapshot(engine)));
}

/// A link's limit holds for all sidecars together: each has its part by the partitions that it feeds.
fn share_rate(engine: &Engine, link: &Link, fed: usize) {
    let limit = link.number("cluster.link.io.max.bytes.per.second");
    let others = engine.peers.others();
    if limit == 0 || others.is_empty() || fed == 0 {
        link.source().limit_rate(limit);
        return;
    }
    let of_link = |mirror: &Arc<Mirror>| {
        let record = mirror.record.lock();
        record.link == link.name && record.decided() == Decided::Active
    };
    let topics: Vec<String> =
        engine.all_mirrors().iter().filter(|m| of_link(m)).map(|m| m.topic.clone()).collect();
    let elsewhere = engine.cluster.with_image(|image| {
        let partitions =
            topics.iter().filter_map(|topic| image.topic(topic)).flat_map(|t| t.partitions.values());
        partitions.filter(|p| others.contains(&p.leader)).count()
    });
    let (fed, all) = (fed as u64, (fed + elsewhere) as u64);
    link.source().limit_rate((limit.saturating_mul(fed) / all.max(1)).max(1));
}

/// The state topic was deleted: it is made again while we still know what was in it.
fn keep_state(engine: &Arc<Engine>) {
    if engine.cluster.with_image(|image| image.ids.contains_key(store::TOPIC)) {
        return;
    }
    let owner = Arc::clone(engine);
    engine.errands.spawn(&engine.tasks, format!("making {} again", store::TOPIC), async move {
        if let Err(error) = owner.store.take_pen().await {
            tracing::warn!(%error, "the state topic {} cannot be made again yet", store::TOPIC);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
}

/// Looks at one mirror; returns the partitions that the source is to feed.
fn look_at(engine: &Arc<Engine>, mirror: &Arc<Mirror>, link: Option<&Link>) -> Vec<Assignment> {
    if engine.decides() {
        match mirror.decided() {
            Decided::PendingMirror => finish(engine, mirror, create::finish),
            Decided::PendingStopped => finish(engine, mirror, stop::finish),
            Decided::Stopped => {}
            Decided::Failed(_) | Decided::Paused | Decided::Active => keep_closed(engine, mirror),
        }
    }
    match link.filter(|_| mirror.decided().flows()) {
        Some(link) if check_source(engine, mirror, link) && !link.flag("cluster.link.paused") => {
            flowing(engine, mirror, link)
        }
        Some(_) | None => Vec::new(),
    }
}

/// The partitions that may take records now; those that have none yet are given their start.
fn flowing(engine: &Arc<Engine>, mirror: &Arc<Mirror>, link: &Link) -> Vec<Assignment> {
    let record = mirror.record();
    let topic_id: Uuid = record.source_topic_id.parse().unwrap_or_default();
    let follow_start = link.flag("mirror.log.start.sync");
    let mut fresh = Vec::new();
    let mut unaligned = Vec::new();
    let mut assignments = Vec::new();
    for (index, partition) in engine.leader.of_topic(&mirror.topic) {
        if record.failed_partitions.contains_key(&index) {
            continue;
        }
        match record.starts.get(&index) {
            Some(start) => begin_there(engine, &partition, *start),
            None if partition.is_fresh() => {
                fresh.push(partition);
                continue;
            }
            None => {}
        }
        if partition.is_yielding() {
            continue;
        }
        match partition.view().leading {
            Some(leading) if leading.aligned => assignments.push(Assignment {
                partition,
                topic: record.source_topic.clone(),
                topic_id,
                index,
                follow_start,
            }),
            Some(_) => unaligned.push(partition),
            None => {}
        }
    }
    if !fresh.is_empty() {
        begin(engine, mirror, link, fresh);
    }
    if !unaligned.is_empty() {
        align(engine, mirror, unaligned);
    }
    assignments
}

/// Compares the end of both logs, in a task, before anything is put behind ours: while we were away the source may have
/// lost records and got others in their place.
fn align(engine: &Arc<Engine>, mirror: &Arc<Mirror>, partitions: Vec<Arc<Partition>>) {
    let name = format!("{} is aligned", mirror.topic);
    let (owner, mirror) = (Arc::clone(engine), Arc::clone(mirror));
    engine.errands.spawn(&engine.tasks, name, async move {
        let each: Vec<_> = partitions.iter().map(|partition| align_one(&owner, &mirror, partition)).collect();
        let outcomes: Vec<bool> =
            futures_util::stream::iter(each).buffer_unordered(ALIGNED_AT_ONCE).collect().await;
        if outcomes.contains(&false) {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    });
}

/// Returns whether the two could be compared.
async fn align_one(engine: &Arc<Engine>, mirror: &Arc<Mirror>, partition: &Arc<Partition>) -> bool {
    let index = partition.key.partition;
    match verify::tail(engine, mirror, partition).await {
        Ok(verify::Tail::Same { leader_epoch, source_epoch }) => {
            partition.aligned(leader_epoch, source_epoch);
            engine.look.notify_one();
        }
        Ok(verify::Tail::Different(message)) => {
            let kind = EventKind::Failed { failure: Failure::UnexpectedTruncation, message };
            on_event(engine, Event { key: partition.key, kind });
        }
        Err(refusal) => {
            tracing::debug!(topic = mirror.topic, index, problem = refusal.message, "not aligned yet");
            return false;
        }
    }
    true
}

/// Begins a partition where the record says, if nothing was ever put into it. It may have had other leaders since it was
/// made: a sidecar that died at once never came to begin it.
fn begin_there(engine: &Engine, partition: &Partition, start: i64) {
    partition.begin_at(start, engine.leader.now());
    if partition.begin_late(start) {
        tracing::info!(
            topic = partition.topic,
            partition = partition.key.partition,
            start,
            "begins where its mirror was made to begin"
        );
    }
}

/// Finds out where new partitions begin, in a task.
fn begin(engine: &Arc<Engine>, mirror: &Arc<Mirror>, link: &Link, fresh: Vec<Arc<Partition>>) {
    let source = link.source();
    let source_topic = mirror.record().source_topic;
    let start = mirror.record().start;
    let owner = Arc::clone(engine);
    engine.errands.spawn(&engine.tasks, format!("{} begins", mirror.topic), async move {
        let indexes: Vec<i32> = fresh.iter().map(|p| p.key.partition).collect();
        match partitions::starts(&source, &source_topic, &indexes, &start).await {
            Ok(starts) => {
                for partition in fresh {
                    if let Some(at) = starts.get(&partition.key.partition) {
                        partition.begin_at(*at, owner.leader.now());
                    }
                }
            }
            Err(error) => {
                tracing::debug!(topic = source_topic, %error, "the source does not say yet where new partitions begin");
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        }
    });
}

/// Runs `work` for a mirror in a task, unless such a task runs already or somebody is at the mirror.
fn finish<F, Fut>(engine: &Arc<Engine>, mirror: &Arc<Mirror>, work: F)
where
    F: FnOnce(Arc<Engine>, Arc<Mirror>) -> Fut + Send + 'static,
    Fut: Future<Output = Result<(), super::command::Refusal>> + Send,
{
    if mirror.verb.try_lock().is_err() {
        return;
    }
    let (owner, mirror) = (Arc::clone(engine), Arc::clone(mirror));
    engine.errands.spawn(&engine.tasks, format!("finishing {}", mirror.topic), async move {
        let _verb = mirror.verb.lock().await;
        let work = work(Arc::clone(&owner), Arc::clone(&mirror));
        if let Err(refusal) = mandate::under(&owner, work).await {
            tracing::warn!(
                topic = mirror.topic,
                problem = refusal.message,
                "an unfinished verb could not be finished yet"
            );
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
}

/// A mirror that is not open is ours: its topic is the one that we made, and nobody can write to it.
fn keep_closed(engine: &Arc<Engine>, mirror: &Arc<Mirror>) {
    let record = mirror.record();
    if record.mirror_topic_id.is_empty() || record.decided() == Decided::Failed(Failure::IllegalState) {
        return;
    }
    let topic = engine.cluster.with_image(|image| image.topic(&mirror.topic).cloned());
    let same = topic.as_ref().is_some_and(|t| t.id.to_string() == record.mirror_topic_id);
    if !same {
        let message = format!(
            "topic {} was deleted or created again on the destination; what it held is gone there. Delete the mirror \
             and create it again to copy the topic anew",
            mirror.topic
        );
        fail(engine, mirror, Failure::IllegalState, message);
        return;
    }
    let closed = |image: &Image| image.topic_config(&mirror.topic, create::CLOSING) == Some(create::CLOSED);
    if !engine.cluster.with_image(closed) {
        finish(engine, mirror, close_again);
    }
}

/// Somebody took away or changed the setting that refuses writes while a real broker leads; it is put back.
async fn close_again(engine: Arc<Engine>, mirror: Arc<Mirror>) -> Result<(), super::command::Refusal> {
    if matches!(mirror.decided(), Decided::PendingStopped | Decided::Stopped) {
        return Ok(());
    }
    let (key, value) = (create::CLOSING, create::CLOSED);
    let put_back = "the setting that keeps the mirror read-only could not be put back";
    engine.must_decide()?;
    let done = engine.cluster.alter_topic_configs(&mirror.topic, &[(key, Some(value))]).await;
    done.map_err(|error| refused(put_back, &error))?;
    tracing::warn!(
        topic = mirror.topic,
        "somebody changed {key}: it was set back to {value}, because it keeps the mirror read-only while we do not lead; \
         the source's own value is set at promotion"
    );
    let seen = |image: &Image| (image.topic_config(&mirror.topic, key) == Some(value)).then_some(());
    let told = engine.cluster.wait_for("the setting that keeps a mirror read-only", PUT_BACK, seen).await;
    told.map_err(|error| refused(put_back, &error))
}

/// Whether the source still has the topic that we copy.
fn check_source(engine: &Arc<Engine>, mirror: &Arc<Mirror>, link: &Link) -> bool {
    let metadata = link.source().metadata();
    let record = mirror.record();
    let Some(topic) = metadata.topics.get(&record.source_topic) else { return metadata.generation == 0 };
    if topic.error == ErrorCode::UNKNOWN_TOPIC_OR_PARTITION {
        let mut missing = mirror.missing.lock();
        if missing.generation != metadata.generation {
            missing.generation = metadata.generation;
            missing.times += 1;
        }
        if missing.times >= MISSING_LOOKS {
            let message = format!(
                "the source no longer has a topic {}: it was probably deleted. The mirror keeps its records and stays \
                 read-only; fail over to open it, or delete it",
                record.source_topic
            );
            drop(missing);
            fail(engine, mirror, Failure::SourceTopicMayBeDeleted, message);
        }
        return false;
    }
    if !topic.error.is_none() {
        return true;
    }
    *mirror.missing.lock() = super::mirror::Missing::default();
    let id = topic.id.to_string();
    if !topic.id.is_zero() && !record.source_topic_id.is_empty() && id != record.source_topic_id {
        let message = format!(
            "the source topic {} was deleted and created again (id {} became {id}): it is another topic now. The \
             mirror keeps the records of the old one; fail over to open it, or delete it and create it again",
            record.source_topic, record.source_topic_id
        );
        fail(engine, mirror, Failure::SourceTopicIdChanged, message);
        return false;
    }
    let count = i32::try_from(topic.leaders.len()).unwrap_or(i32::MAX);
    if count < record.partitions {
        let message = format!(
            "the source topic {} has {count} partitions, the mirror {}: partitions cannot be taken away, so it is \
             another topic now",
            record.source_topic, record.partitions
        );
        fail(engine, mirror, Failure::SourcePartitionsDecreased, message);
        return false;
    }
    if count > record.partitions && engine.decides() {
        finish(engine, mirror, move |engine, mirror| async move {
            partitions::grow(&engine, &mirror, count).await
        });
    }
    true
}

/// Marks a mirror as failed, in a task because that is stored.
fn fail(engine: &Arc<Engine>, mirror: &Arc<Mirror>, failure: Failure, message: String) {
    if !engine.decides() {
        // The one that decides finds it out as well.
        return;
    }
    finish(engine, mirror, move |engine, mirror| async move {
        if engine.mirror(&mirror.topic).is_none_or(|known| !Arc::ptr_eq(&known, &mirror)) {
            // It was deleted meanwhile.
            return Ok(());
        }
        if matches!(mirror.decided(), Decided::Failed(_) | Decided::PendingStopped | Decided::Stopped) {
            // Whoever found it out before us has stored and said it.
            return Ok(());
        }
        tracing::error!(topic = mirror.topic, failure = failure.name(), message, "a mirror failed");
        engine
            .update(&mirror, |record| {
                record.decide(&Decided::Failed(failure), super::engine::now_ms());
                record.failure_message = Some(message);
            })
            .await
    });
}

fn on_event(engine: &Arc<Engine>, event: Event) {
    let Some(partition) = engine.leader.partition(event.key) else { return };
    let Some(mirror) = engine.mirror(&partition.topic) else { return };
    match event.kind {
        EventKind::TopicChanged => {}
        EventKind::Skipped { from, to } => {
            tracing::warn!(
                topic = partition.topic,
                partition = event.key.partition,
                from,
                to,
                "the source no longer had these records when we came to them"
            );
            crate::metrics::source_error(&mirror.record().link, "records_skipped");
        }
        EventKind::Failed { failure, message } => {
            if failure == Failure::SourceTopicIdChanged {
                fail(engine, &mirror, failure, message);
                return;
            }
            failures::tell(engine, &mirror, event.key.partition, failure, message);
        }
    }
}
