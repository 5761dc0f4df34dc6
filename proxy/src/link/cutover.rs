//! Cutover: the clients of a link's front doors, moved from the source to the destination.
//!
//! Owns the order of the steps, and the promise that everything is as before when anything fails before the mirrors are
//! opened. How far it is stands in the state topic, where every sidecar reads how to lead its doors, and where a
//! coordinator that takes over finds what to go on with.

mod check;
mod doors;
mod rights;
mod steps;

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{
    command::{Cutover, CutoverReport, CutoverStep, Outcome, Refusal},
    coordinator::is_passing,
    engine::{Engine, now_ms},
    mandate,
    record::{CUTOVER, CutoverRecord, Phase},
    stop,
};

/// Pause after a step that has to be tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Carries out what is wanted of a cutover. Waits for its end.
///
/// # Errors
/// What is wrong with the wish. What stands in the way of a cutover is told in its report.
pub(super) async fn carry_out(engine: &Arc<Engine>, wish: Cutover) -> Result<Outcome, Refusal> {
    let link = engine.link(&wish.link)?;
    let running = engine.cutover(&wish.link);
    let report = match wish.step {
        CutoverStep::DryRun => {
            let found = check::look(engine, &link, &wish.topics).await?;
            CutoverReport { id: wish.id, phase: "DRY_RUN".to_owned(), ..found.report }
        }
        CutoverStep::Undo => undo_wished(engine, &wish.link).await?,
        CutoverStep::Start => match running {
            Some(record) if record.report.id == wish.id => ended(engine, &wish.link, &wish.id).await?,
            Some(record) if record.phase() == Phase::Done => {
                let mut report = record.told();
                report.notes.insert(0, "it was cut over before".to_owned());
                report
            }
            Some(record) if !record.phase().is_over() => {
                let message = format!(
                    "a cutover of link {} is under way ({}): wait for its end, or call it off with --undo",
                    wish.link, record.phase
                );
                return Err(Refusal::new(409, "ILLEGAL_STATE", message).at("link"));
            }
            Some(_) | None => begin(engine, &link, wish).await?,
        },
    };
    Ok(Outcome { cutover: Some(report), ..Outcome::default() })
}

/// Looks, waits until the mirrors are close to their sources, and begins.
async fn begin(
    engine: &Arc<Engine>,
    link: &super::engine::Link,
    wish: Cutover,
) -> Result<CutoverReport, Refusal> {
    let begun = Instant::now();
    let found = check::look(engine, link, &wish.topics).await?;
    let mut report = CutoverReport { id: wish.id.clone(), ..found.report };
    let undone = |report: CutoverReport, error: Refusal| CutoverReport {
        phase: Phase::Undone.name().to_owned(),
        error: Some(error),
        ..report
    };
    if let Some(first) = report.obstacles.first().cloned() {
        return Ok(undone(report, first));
    }
    report.steps.push(step("check", begun));
    let begun = Instant::now();
    let timeout = Duration::from_millis(wish.timeout_ms);
    if let Err(late) = steps::come_close(engine, link, &found.mirrors, timeout).await {
        return Ok(undone(report, late));
    }
    // What can take long is done before anybody waits for it.
    let given = doors::told(engine, &wish.link, &[]).await.into_values().filter_map(Result::ok);
    stop::pass_producer_ids(engine, given.filter_map(|told| told.producer_id).collect()).await?;
    report.steps.push(step("come close", begun));
    let record = CutoverRecord {
        phase: Phase::Fencing.name().to_owned(),
        topics: found.mirrors.iter().map(|mirror| mirror.topic.clone()).collect(),
        max_pause_ms: wish.max_pause_ms,
        fenced_ms: now_ms(),
        producer_id: -1,
        report,
        unknown: std::collections::BTreeMap::new(),
    };
    store(engine, &wish.link, &record).await?;
    drive(engine, &wish.link).await?;
    ended(engine, &wish.link, &wish.id).await
}

fn step(name: &str, begun: Instant) -> (String, u64) {
    (name.to_owned(), u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX))
}

async fn store(engine: &Engine, link: &str, record: &CutoverRecord) -> Result<(), Refusal> {
    engine.must_decide()?;
    engine.put(&format!("{CUTOVER}{link}"), record).await
}

/// Waits for the end of a cutover that somebody drives.
async fn ended(engine: &Engine, link: &str, id: &str) -> Result<CutoverReport, Refusal> {
    let mut cutovers = engine.cutovers.records.subscribe();
    loop {
        engine.must_decide()?;
        let record = cutovers.borrow_and_update().get(link).cloned();
        match record.filter(|record| record.report.id == id) {
            Some(record) if record.phase().is_over() => return Ok(record.told()),
            Some(_) => {}
            None => {
                return Err(Refusal::new(409, "ILLEGAL_STATE", "another cutover took the place of this one"));
            }
        }
        // Now and then it is looked at whether we decide at all.
        let _changed = tokio::time::timeout(RETRY, cutovers.changed()).await;
    }
}

async fn undo_wished(engine: &Arc<Engine>, link: &str) -> Result<CutoverReport, Refusal> {
    let _record = engine.cutovers.writing.lock().await;
    let Some(record) = engine.cutover(link) else {
        let message = format!("link {link} was never cut over, so there is nothing to undo");
        return Err(Refusal::new(409, "ILLEGAL_STATE", message).at("link"));
    };
    match record.phase() {
        Phase::Undone => Ok(record.told()),
        Phase::Fencing | Phase::Draining | Phase::Groups => {
            let called_off = Refusal::new(409, "CALLED_OFF", "it was called off by --undo");
            let record = undone(record, called_off);
            store(engine, link, &record).await?;
            Ok(record.told())
        }
        Phase::Opening | Phase::Switching | Phase::Done => {
            let message = format!(
                "the mirrors of link {link} are open, and the destination may have records that the source does not have: \
                 this cannot be undone. To go back, make a link in the other direction, mirror the topics to new names at \
                 the old cluster and cut over there"
            );
            Err(Refusal::new(409, "ILLEGAL_STATE", message).at("link"))
        }
    }
}

fn undone(mut record: CutoverRecord, error: Refusal) -> CutoverRecord {
    Phase::Undone.name().clone_into(&mut record.phase);
    record.report.error = Some(error);
    record
}

/// Goes on with every cutover that is not over, as the coordinator.
pub(super) fn look(engine: &Arc<Engine>) {
    let running: Vec<String> = {
        let cutovers = engine.cutovers.records.borrow();
        let running = cutovers.iter().filter(|(_, record)| !record.phase().is_over());
        running.map(|(link, _)| link.clone()).collect()
    };
    for link in running {
        let owner = Arc::clone(engine);
        engine.errands.spawn(&engine.tasks, format!("cutover of {link}"), async move {
            if let Err(refusal) = mandate::under(&owner, drive(&owner, &link)).await {
                tracing::warn!(link, problem = refusal.message, "a cutover cannot go on yet");
                tokio::time::sleep(RETRY).await;
            }
        });
    }
}

/// Resolves when the record of a cutover has another phase: it was called off.
async fn left_phase(engine: &Engine, link: &str, phase: &str) {
    let mut records = engine.cutovers.records.subscribe();
    // The sender lives as long as the engine.
    let _left =
        records.wait_for(|records| records.get(link).is_none_or(|record| record.phase != phase)).await;
}

/// Carries a cutover through its phases, one driver at a time.
async fn drive(engine: &Arc<Engine>, link: &str) -> Result<(), Refusal> {
    let _driver = engine.cutovers.driver.lock().await;
    loop {
        engine.must_decide()?;
        let Some(mut record) = engine.cutover(link).filter(|record| !record.phase().is_over()) else {
            return Ok(());
        };
        let (begun, phase) = (Instant::now(), record.phase());
        let was = record.phase.clone();
        let outcome = tokio::select! {
            outcome = Box::pin(steps::take(engine, link, &mut record)) => outcome,
            () = left_phase(engine, link, &was) => continue,
        };
        let _record = engine.cutovers.writing.lock().await;
        // It may have been called off meanwhile.
        if engine.cutover(link).is_none_or(|now| now.phase != record.phase) {
            continue;
        }
        match outcome {
            Ok(next) => {
                record.report.steps.push(step(&phase.name().to_lowercase(), begun));
                next.name().clone_into(&mut record.phase);
                store(engine, link, &record).await?;
                tracing::info!(link, phase = record.phase, "the cutover goes on");
            }
            // Whoever decides now goes on.
            Err(refusal) if is_passing(&refusal) => return Err(refusal),
            Err(refusal) if phase < Phase::Opening => {
                tracing::warn!(link, problem = refusal.message, "the cutover is undone");
                store(engine, link, &undone(record, refusal)).await?;
            }
            Err(refusal) => return Err(refusal),
        }
    }
}
