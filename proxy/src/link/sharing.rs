//! Sharing mirror partitions out over the live sidecars: the coordinator's part. See [`kagami_policies::sharing`] for the
//! rules.
//!
//! A partition belongs to the sidecar at the head of its replica list; real replicas stay where they are. One whose sidecar
//! is dead, leaving or was taken out of the list gets another at once; when a sidecar came, some move to it, a few at a
//! time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use kagami_policies::{
    placement::{self, Candidate},
    sharing::{self, Share, Sidecar},
};
use tokio::{sync::oneshot, time::Instant};

use super::{
    command::Refusal,
    engine::{Engine, refused},
    lives::{Lives, SETTLED},
    mandate,
    mirror::Mirror,
};
use crate::{
    cluster::{
        Placement, Uncordoned,
        image::{self, Image},
    },
    peer::Ask,
    shutdown::{OnCancel, OnFailure},
};

/// Partitions that move at one time while nothing is wrong.
const MOVES_MAX: usize = 64;
/// How long other sidecars stay open for replicas after they were asked.
const OPEN: Duration = Duration::from_secs(3);
/// How long they may take to open.
const OPENING: Duration = Duration::from_secs(2);
/// How long the metadata log may take to show what was asked for.
const SEEN: Duration = Duration::from_secs(2);
/// How long a partition that is being made counts as its sidecar's before it shows.
const MAKING: Duration = Duration::from_secs(5);
/// Pause after a failure.
const AGAIN: Duration = Duration::from_millis(300);

/// What the coordinator remembers between looks.
#[derive(Debug)]
pub struct Memory {
    lives: Lives,
    /// When somebody came or went last.
    since: Instant,
    /// What was placed a moment ago: others that are made beside it are placed with it in mind.
    making: Vec<Making>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { lives: Lives::default(), since: Instant::now(), making: Vec::new() }
    }
}

/// A partition that the controllers have just been asked for.
#[derive(Debug)]
struct Making {
    topic: String,
    partition: i32,
    home: i32,
    at: Instant,
}

/// A partition and its real replicas.
struct Place {
    topic: String,
    partition: i32,
    real: Vec<i32>,
    /// A move is under way.
    moving: bool,
}

/// All partitions of closed mirrors that are ours to place, with their shares in the same order.
#[derive(Default)]
struct Places {
    places: Vec<Place>,
    shares: Vec<Share>,
}

/// What is to move where, for each topic.
struct Plan {
    wanted: BTreeMap<String, Vec<Placement>>,
    /// Somebody is dead, leaving or gone from a list.
    urgent: bool,
}

/// Looks whether anything has to move, and moves it in a task.
pub(super) fn look(engine: &Arc<Engine>) {
    if plan(engine).is_none() {
        return;
    }
    let owner = Arc::clone(engine);
    engine.errands.spawn(&engine.tasks, "sharing".to_owned(), async move {
        // Made anew: the one above may be older than what the last such task did.
        let Some(Plan { wanted, urgent }) = plan(&owner) else { return };
        if let Err(refusal) = mandate::under(&owner, place(&owner, wanted, urgent)).await {
            tracing::warn!(problem = refusal.message, "partitions could not be given to their sidecars yet");
            tokio::time::sleep(AGAIN).await;
        }
    });
}

/// `None` when everything is where it should be.
fn plan(engine: &Engine) -> Option<Plan> {
    let sidecars = sidecars(engine);
    if sidecars.is_empty() {
        return None;
    }
    let (settled, lasting) = {
        let (live, now) = (sidecars.iter().map(|s| s.id).collect::<Vec<_>>(), Instant::now());
        let leaving = engine.leaving.lock().clone();
        let mut memory = engine.sharing.lock();
        if memory.lives.look(&live, &leaving, now) {
            memory.since = now;
        }
        let lasting: Vec<Sidecar> =
            sidecars.iter().filter(|s| memory.lives.is_settled(s.id, now)).copied().collect();
        (now.duration_since(memory.since) >= SETTLED, lasting)
    };
    let Places { places, shares } = places(engine, &sidecars);
    let mut moves = sharing::homes(&sidecars, &shares);
    let urgent = !moves.is_empty();
    if !urgent && settled && lasting.len() > 1 && places.iter().all(|place| !place.moving) {
        moves = sharing::moves(&lasting, &shares, MOVES_MAX);
    }
    let mut wanted: BTreeMap<String, Vec<Placement>> = BTreeMap::new();
    for (index, home) in moves {
        let Some(place) = places.get(index) else { continue };
        let replicas = std::iter::once(home).chain(place.real.iter().copied()).collect();
        wanted
            .entry(place.topic.clone())
            .or_default()
            .push(Placement { partition: place.partition, replicas });
    }
    (!wanted.is_empty()).then_some(Plan { wanted, urgent })
}

/// Live sidecars that stay, with their companions as far as they said.
fn sidecars(engine: &Engine) -> Vec<Sidecar> {
    let mut leaving = engine.leaving.lock();
    let live = engine.cluster.live_sidecars();
    leaving.retain(|id| live.contains(id));
    let companions = engine.companions.lock();
    let stays = live.into_iter().filter(|id| !leaving.contains(id));
    stays.map(|id| Sidecar { id, companion: companions.get(&id).copied() }).collect()
}

fn places(engine: &Engine, sidecars: &[Sidecar]) -> Places {
    let mut found = Places::default();
    let rates = engine.rates.lock();
    let mirrors = engine.all_mirrors();
    engine.cluster.with_image(|image| {
        for mirror in &mirrors {
            let id = mirror.record.lock().mirror_topic_id.clone();
            let shared = mirror.is_shared();
            let Some(topic) = image.topic(&mirror.topic).filter(|t| shared && t.id.to_string() == id) else {
                continue;
            };
            for (index, partition) in &topic.partitions {
                let Some((at, real, moving)) = judge(engine, image, sidecars, partition) else { continue };
                let bytes = rates.get(&(mirror.topic.clone(), *index)).map_or(0, |rate| rate.per_second);
                found.shares.push(Share { at, replicas: real.clone(), bytes });
                found.places.push(Place { topic: mirror.topic.clone(), partition: *index, real, moving });
            }
        }
    });
    found
}

/// Whose a partition is, where its real replicas are, and whether it is on its way; `None` while somebody else moves it, or
/// when no real broker is left in the list.
fn judge(
    engine: &Engine,
    image: &Image,
    sidecars: &[Sidecar],
    partition: &image::Partition,
) -> Option<(Option<i32>, Vec<i32>, bool)> {
    let is_sidecar = |id: &i32| image.brokers.get(id).is_some_and(|b| engine.cluster.is_virtual(b));
    let stays = |id: &i32| sidecars.iter().any(|s| s.id == *id);
    let target = || partition.replicas.iter().copied().filter(|id| !partition.removing.contains(id));
    let moving = !partition.adding.is_empty() || !partition.removing.is_empty();
    let head = target().next();
    let at = head.filter(stays);
    if moving && at.is_none() && !partition.adding.iter().any(is_sidecar) {
        return None;
    }
    // Without a sidecar that is gone: it holds nothing, and the controllers take no cordoned broker.
    let real: Vec<i32> = target().filter(|id| image.brokers.contains_key(id) && !is_sidecar(id)).collect();
    (!real.is_empty()).then_some((at, real, moving))
}

/// Gives partitions their sidecars.
async fn place(
    engine: &Arc<Engine>,
    mut wanted: BTreeMap<String, Vec<Placement>>,
    urgent: bool,
) -> Result<(), Refusal> {
    let head = |placement: &Placement| placement.replicas.first().copied().unwrap_or(-1);
    let takers: BTreeSet<i32> = wanted.values().flatten().map(head).collect();
    let opened = open_all(engine, &takers).await?;
    for placements in wanted.values_mut() {
        placements.retain(|placement| opened.ids.contains(&head(placement)));
    }
    wanted.retain(|_, placements| !placements.is_empty());
    if wanted.is_empty() {
        // Looked at again after a pause: one that just died still counts as alive.
        let message = format!("none of the sidecars {takers:?} opens for replicas");
        return Err(Refusal::new(503, "NOT_REGISTERED", message));
    }
    let mirrors: Vec<Arc<Mirror>> = wanted.keys().filter_map(|topic| engine.mirror(topic)).collect();
    // Nobody gives them back to real brokers before the controllers have heard of it.
    let held: BTreeMap<&str, _> = mirrors
        .iter()
        .filter_map(|mirror| Some((mirror.topic.as_str(), mirror.replicas.try_lock().ok()?)))
        .collect();
    let shared = |topic: &str| engine.mirror(topic).is_some_and(|mirror| mirror.is_shared());
    wanted.retain(|topic, _| held.contains_key(topic.as_str()) && shared(topic));
    if wanted.is_empty() {
        tokio::time::sleep(AGAIN).await;
        return Ok(());
    }
    let count: usize = wanted.values().map(Vec::len).sum();
    engine.must_decide()?;
    call_off(engine, &wanted).await;
    engine.must_decide()?;
    engine
        .cluster
        .reassign_all(&wanted)
        .await
        .map_err(|e| refused("partitions could not be given to their sidecars", &e))?;
    drop(held);
    crate::metrics::partitions_moved(urgent, count);
    tracing::info!(partitions = count, to = ?opened.ids, urgent, "partitions change their sidecar");
    let shown = |image: &Image| {
        wanted
            .iter()
            .all(|(topic, placements)| {
                placements.iter().all(|placement| {
                    let told = image.topic(topic).and_then(|t| t.partitions.get(&placement.partition));
                    told.is_none_or(|told| told.replicas.first() == placement.replicas.first())
                })
            })
            .then_some(())
    };
    // Whatever is not shown by then is looked at anew.
    let _ = engine.cluster.wait_for("partitions at their sidecars", SEEN, shown).await;
    Ok(())
}

/// Calls off earlier moves of partitions: the controllers would go on waiting for a sidecar that such a move adds, wherever
/// the next one leads.
async fn call_off(engine: &Engine, wanted: &BTreeMap<String, Vec<Placement>>) {
    for (topic, placements) in wanted {
        let adds = |placement: &&Placement| {
            engine.cluster.with_image(|image| {
                let told = image.topic(topic).and_then(|t| t.partitions.get(&placement.partition));
                told.is_some_and(|told| !told.adding.is_empty())
            })
        };
        let moving: Vec<i32> = placements.iter().filter(adds).map(|p| p.partition).collect();
        if !moving.is_empty()
            && let Err(error) = engine.cluster.cancel_reassignment(topic, &moving).await
        {
            tracing::debug!(topic, ?moving, %error, "a move was not called off");
        }
    }
}

/// Sidecars that the controllers may place replicas on, for a while at least; we, as long as this lives.
pub(super) struct Opened<'a> {
    pub(super) ids: BTreeSet<i32>,
    _us: Option<Uncordoned<'a>>,
}

/// Has sidecars open for replicas. One that does not is left out.
pub(super) async fn open_all<'a>(engine: &'a Engine, ids: &BTreeSet<i32>) -> Result<Opened<'a>, Refusal> {
    let node = engine.cluster.node_id();
    let ask = Ask::Open { ms: u64::try_from(OPEN.as_millis()).unwrap_or(0) };
    let others = ids.iter().filter(|id| **id != node).map(|id| {
        let ask = &ask;
        async move {
            match engine.peers.ask::<()>(*id, ask, OPENING).await {
                Ok(()) => Some(*id),
                Err(error) => {
                    tracing::warn!(sidecar = id, %error, "a sidecar does not open for replicas");
                    None
                }
            }
        }
    });
    let us = async {
        if ids.contains(&node) {
            Some(engine.cluster.uncordon().await.map_err(|e| refused("we are not registered yet", &e)))
        } else {
            None
        }
    };
    let (others, us) = tokio::join!(futures_util::future::join_all(others), us);
    let us = us.transpose()?;
    let mut opened: BTreeSet<i32> = others.into_iter().flatten().collect();
    opened.extend(us.is_some().then_some(node));
    Ok(Opened { ids: opened, _us: us })
}

/// Lets the controllers place replicas on us for so long; returns once they know.
pub(super) async fn open(engine: &Arc<Engine>, hold: Duration) -> Result<(), Refusal> {
    let (told, heard) = oneshot::channel();
    let owner = Arc::clone(engine);
    engine.tasks.spawn("open for replicas", OnCancel::Abort, OnFailure::StopNothing, async move {
        let opened = owner.cluster.uncordon().await;
        let outcome = opened.as_ref().map(|_| ()).map_err(|e| refused("this sidecar is not registered", e));
        let held = outcome.is_ok();
        if told.send(outcome).is_ok() && held {
            tokio::time::sleep(hold.min(OPEN * 4)).await;
        }
    });
    let stopping = || Err(Refusal::new(503, "STOPPING", "this sidecar is stopping"));
    heard.await.unwrap_or_else(|_| stopping())
}

/// The sidecars of new partitions, in the partitions' order.
fn new_homes(
    engine: &Engine,
    sidecars: &[Sidecar],
    topic: &str,
    partitions: std::ops::Range<i32>,
) -> Vec<i32> {
    let Places { places, mut shares } = places(engine, sidecars);
    shares.retain(|share| share.at.is_some());
    let shown: BTreeSet<(&str, i32)> = places.iter().map(|p| (p.topic.as_str(), p.partition)).collect();
    // Held until these are placed, too.
    let mut memory = engine.sharing.lock();
    memory.making.retain(|m| m.at.elapsed() < MAKING && !shown.contains(&(m.topic.as_str(), m.partition)));
    shares.extend(memory.making.iter().map(|m| Share { at: Some(m.home), ..Share::default() }));
    let first = shares.len();
    shares.resize(first + partitions.len(), Share::default());
    let mut homes: Vec<sharing::Move> = sharing::homes(sidecars, &shares);
    homes.sort_unstable();
    let homes: Vec<i32> = homes.into_iter().map(|(_, home)| home).collect();
    let at = Instant::now();
    memory.making.extend(partitions.zip(&homes).map(|(partition, home)| Making {
        topic: topic.to_owned(),
        partition,
        home: *home,
        at,
    }));
    homes
}

/// Where new partitions of a topic go: each with a sidecar at its head, its companion among the real replicas. The
/// sidecars are open for them as long as the second value lives.
pub(super) async fn new_partitions<'a>(
    engine: &'a Engine,
    topic: &str,
    partitions: std::ops::Range<i32>,
    factor: i16,
) -> Result<(Vec<Placement>, Opened<'a>), Refusal> {
    let mut sidecars = sidecars(engine);
    let all: BTreeSet<i32> = sidecars.iter().map(|s| s.id).collect();
    let opened = open_all(engine, &all).await?;
    sidecars.retain(|s| opened.ids.contains(&s.id));
    let count = partitions.len();
    let homes = new_homes(engine, &sidecars, topic, partitions.clone());
    let factor = usize::try_from(factor).unwrap_or(1);
    // All partitions of a topic have as many replicas: one that is added while a broker is away has one there, too.
    let mut brokers = engine.cluster.real_brokers(true);
    let away = engine.cluster.real_brokers(false).into_iter().filter(|b| !b.is_live());
    brokers.extend(away.take(factor.saturating_sub(brokers.len())));
    let candidates: Vec<Candidate> =
        brokers.into_iter().map(|b| Candidate { id: b.id, rack: b.rack, load: 0 }).collect();
    let placements: Vec<Placement> = partitions
        .zip(homes)
        .map(|(partition, home)| {
            let companion = sidecars.iter().find(|s| s.id == home).and_then(|s| s.companion);
            let companion = companion.filter(|id| candidates.iter().any(|c| c.id == *id));
            let real = placement::replicas(partition, factor, companion, &candidates);
            Placement { partition, replicas: std::iter::once(home).chain(real).collect() }
        })
        .collect();
    if placements.len() < count {
        return Err(Refusal::new(
            503,
            "NOT_REGISTERED",
            "no sidecar is ready to lead new partitions: try again when /readyz says ready",
        ));
    }
    Ok((placements, opened))
}
