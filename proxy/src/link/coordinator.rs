//! Who decides, and how the others get it decided: one sidecar, the lowest live one in the metadata log, has the pen of the
//! state topic and carries out commands; the others hand commands to it.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::time::Instant;

use super::{
    command::{Command, Outcome, Refusal},
    engine::Engine,
    manage,
    pen::NOT_COORDINATOR,
};
use crate::{
    peer::{self, Ask},
    shutdown::Signal,
    store::Sidecar,
};

/// How often it is looked at who decides, when the metadata log says nothing new.
const EVERY: Duration = Duration::from_millis(500);
/// Pause after the pen could not be taken, or another sidecar not be told that we are here.
const RETRY: Duration = Duration::from_millis(300);
/// How long a command waits for somebody who decides: a start, or a takeover after a death, is about to bring one.
const PATIENCE: Duration = Duration::from_secs(12);
/// How long the coordinator may take for one command: a promotion of many mirrors takes minutes.
const COMMAND: Duration = Duration::from_secs(600);
/// How often it is looked whether the coordinator that was asked still is one.
const LOOK: Duration = Duration::from_millis(100);
/// How long the state may take to show what the coordinator did.
const SHOWN: Duration = Duration::from_secs(1);
/// How long the coordinator may take to take down something small.
const NOTE: Duration = Duration::from_secs(5);

/// Takes the pen whenever it is ours to decide, lays it down when it is not, and has `sidecar` written down in the state, so
/// that the command line finds us. Until shutdown starts.
pub async fn keep(engine: Arc<Engine>, sidecar: Sidecar, signal: Signal) {
    let mut applied = engine.cluster.applied();
    loop {
        applied.borrow_and_update();
        let pause = match turn(&engine, &sidecar).await {
            Ok(()) => EVERY,
            Err(problem) => {
                tracing::warn!(problem, "who decides is not settled yet");
                RETRY
            }
        };
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = tokio::time::sleep(pause) => {}
            // The sender lives as long as the cluster.
            _ = applied.changed(), if pause == EVERY => {}
        }
    }
}

async fn turn(engine: &Engine, sidecar: &Sidecar) -> Result<(), String> {
    if engine.cluster.is_coordinator() {
        if !engine.decides() {
            let again = engine.has_pen();
            engine.take_pen().await.map_err(|error| error.to_string())?;
            tracing::info!(node = sidecar.node_id, again, "this sidecar decides from now on");
        }
    } else if engine.has_pen() && engine.cluster.is_registered() {
        // While we are not registered we may still be the one; somebody else will take the pen if not.
        engine.lay_down_pen().await;
        tracing::info!(
            node = sidecar.node_id,
            now = engine.cluster.coordinator(),
            "another sidecar decides from now on"
        );
    }
    crate::metrics::sidecars(engine.cluster.live_sidecars().len(), engine.decides());
    announce(engine, sidecar).await
}

/// Nobody has to know what we were configured with: we say it until it stands in the state.
async fn announce(engine: &Engine, sidecar: &Sidecar) -> Result<(), String> {
    let known = engine.store.value(&sidecar.key()).await;
    let known = known.and_then(|text| serde_json::from_str::<Sidecar>(&text).ok());
    let same = known.is_some_and(|known| Sidecar { unknown: Default::default(), ..known } == *sidecar);
    if same {
        announced(engine);
    }
    if same || !engine.cluster.is_registered() {
        return Ok(());
    }
    if engine.decides() {
        note(engine, sidecar).await.map_err(|refusal| refusal.message)?;
        announced(engine);
        return Ok(());
    }
    let Some(coordinator) = engine.cluster.coordinator() else { return Ok(()) };
    match engine.peers.ask::<()>(coordinator, &Ask::Announce(sidecar.clone()), NOTE).await {
        // One who is only just becoming the coordinator is asked again with the next look.
        Ok(()) | Err(peer::Error::Refused(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The state tells of us. From here on doors may be led; what leads nowhere is said once.
fn announced(engine: &Engine) {
    if !engine.announced.swap(true, Ordering::AcqRel) {
        for refusal in engine.doors.keys().filter_map(|link| engine.link(link).err()) {
            // A link is made through a sidecar that runs, so this is no reason not to.
            tracing::warn!(
                problem = refusal.message,
                "a [[view]] names a link that does not exist: its clients are turned away until the link is made"
            );
        }
    }
    engine.lead_doors();
}

async fn note(engine: &Engine, sidecar: &Sidecar) -> Result<(), Refusal> {
    let (key, text) = sidecar.entry();
    engine.write(&[(key, Some(text))]).await
}

/// What this sidecar leads goes to others with the next look.
fn note_leaving(engine: &Engine, node_id: i32) {
    engine.leaving.lock().insert(node_id);
    engine.look.notify_one();
}

/// Before we stop: what we lead goes to other sidecars, which takes it from us without a pause. Gives up when nothing has
/// gone for `still`, and after `limit` in any case; the rest is then led by real brokers until somebody takes it.
pub async fn leave(engine: &Engine, still: Duration, limit: Duration) {
    if engine.peers.others().is_empty() || !engine.cluster.is_registered() {
        return;
    }
    let node_id = engine.cluster.node_id();
    let leaving = async {
        loop {
            if engine.decides() {
                note_leaving(engine, node_id);
                break;
            }
            if let Some(coordinator) = engine.cluster.coordinator()
                && engine.peers.ask::<()>(coordinator, &Ask::Leaving { node_id }, NOTE).await.is_ok()
            {
                break;
            }
            tokio::time::sleep(LOOK).await;
        }
        let leads = |partition: &Arc<crate::leader::Partition>| {
            let told = partition.view().told;
            told.leader == node_id && engine.mirror(&partition.topic).is_some_and(|m| m.decided().is_ours())
        };
        let mut last = (usize::MAX, Instant::now());
        loop {
            let left = engine.leader.all().iter().filter(|partition| leads(partition)).count();
            if left < last.0 {
                last = (left, Instant::now());
            }
            if left == 0 || last.1.elapsed() >= still {
                return left;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    match tokio::time::timeout(limit, leaving).await {
        Ok(0) => tracing::info!("other sidecars lead what this one led"),
        Ok(_) | Err(_) => tracing::warn!(
            "other sidecars did not take everything over in time; real brokers lead the rest meanwhile"
        ),
    }
}

/// Has a command carried out by whoever decides, which may change meanwhile: commands can be repeated.
///
/// # Errors
/// What the coordinator refuses, or that there is none.
pub(super) async fn execute(engine: &Arc<Engine>, command: Command) -> Result<Outcome, Refusal> {
    let mut until = Instant::now() + PATIENCE;
    let mut asked = None;
    loop {
        let coordinator = engine.cluster.coordinator();
        let outcome = if engine.decides() {
            manage::carry_out(engine, command.clone()).await
        } else if let Some(other) = coordinator.filter(|other| *other != engine.cluster.node_id()) {
            let outcome = hand_on(engine, other, &command).await;
            engine.store.catch_up(SHOWN).await;
            outcome
        } else {
            Err(engine.not_ours())
        };
        let again = match &outcome {
            Ok(outcome) => outcome.mirrors.iter().any(|m| m.error.as_ref().is_some_and(is_passing)),
            Err(refusal) => is_passing(refusal),
        };
        if !again {
            return settled(outcome, &command, asked.is_some());
        }
        if coordinator.is_some() && asked != coordinator {
            // Each one gets its time.
            until = Instant::now() + PATIENCE;
            asked = coordinator;
        }
        if Instant::now() >= until {
            return outcome;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Whether a refusal says no more than that it was the wrong moment, or the wrong sidecar, to ask.
pub(super) fn is_passing(refusal: &Refusal) -> bool {
    matches!(refusal.code.as_str(), NOT_COORDINATOR | "NOT_REGISTERED" | "STATE_CHANGED")
}

/// What was carried out by a coordinator that did not live to say so is found done by the next one.
fn settled(outcome: Result<Outcome, Refusal>, command: &Command, repeated: bool) -> Result<Outcome, Refusal> {
    let removes = matches!(command, Command::DeleteLink { .. } | Command::DeleteMirror { .. });
    match outcome {
        Err(refusal) if repeated && removes && refusal.status == 404 => Ok(Outcome {
            warnings: vec!["another sidecar took over meanwhile, and found it deleted".to_owned()],
            ..Outcome::default()
        }),
        outcome => outcome,
    }
}

/// Waits for the coordinator's answer as long as it is the coordinator.
async fn hand_on(engine: &Engine, coordinator: i32, command: &Command) -> Result<Outcome, Refusal> {
    let limit = match command {
        Command::Cutover(wish) => {
            COMMAND + Duration::from_millis(wish.timeout_ms.saturating_add(wish.max_pause_ms))
        }
        Command::CreateLink { .. }
        | Command::AlterLink { .. }
        | Command::DeleteLink { .. }
        | Command::CreateMirror { .. }
        | Command::DeleteMirror { .. }
        | Command::Apply { .. } => COMMAND,
    };
    let ask = Ask::Execute(command.clone());
    let answer = engine.peers.ask_alone(coordinator, &ask, limit);
    tokio::pin!(answer);
    let answer = loop {
        tokio::select! {
            answer = &mut answer => break answer,
            () = tokio::time::sleep(LOOK) => {
                if engine.cluster.coordinator() != Some(coordinator) {
                    return Err(engine.not_ours());
                }
            }
        }
    };
    answer.map_err(|error| match error {
        peer::Error::Refused(refusal) => refusal,
        peer::Error::Unreachable { .. } | peer::Error::Unanswered { .. } | peer::Error::Foreign { .. } => {
            Refusal::new(503, NOT_COORDINATOR, format!("{error}; it is the sidecar that decides now"))
        }
    })
}

/// Answers what another sidecar asks.
pub(super) async fn answer(engine: &Arc<Engine>, question: &[u8]) -> Result<serde_json::Value, Refusal> {
    match peer::question(question)? {
        Ask::Execute(command) => {
            engine.must_decide()?;
            said(&manage::apart(engine, command).await?)
        }
        Ask::Tell { mirrors } => said(&super::report::told(engine, &mirrors)),
        Ask::Open { ms } => {
            super::sharing::open(engine, Duration::from_millis(ms)).await?;
            said(&())
        }
        Ask::Hand(handed) => {
            let taken = handed.into_iter().filter(|handed| {
                let key =
                    crate::cluster::image::Key { topic_id: handed.topic_id, partition: handed.partition };
                engine.leader.partition(key).is_some_and(|p| p.hand(handed.clone()))
            });
            said(&taken.collect::<Vec<_>>())
        }
        Ask::Failed { mirror, partition, failure, message } => {
            engine.must_decide()?;
            let mirror = engine.mirror(&mirror);
            if let Some(mirror) = mirror {
                super::failures::note(engine, &mirror, partition, &failure, message).await?;
            }
            said(&())
        }
        Ask::Announce(sidecar) => {
            engine.must_decide()?;
            note(engine, &sidecar).await?;
            said(&())
        }
        Ask::Door { link, names } => said(&super::doors::told(engine, &link, &names)?),
        Ask::Leaving { node_id } => {
            engine.must_decide()?;
            note_leaving(engine, node_id);
            said(&())
        }
    }
}

fn said<T: serde::Serialize>(value: &T) -> Result<serde_json::Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal::new(500, "INTERNAL_ERROR", error.to_string()))
}
