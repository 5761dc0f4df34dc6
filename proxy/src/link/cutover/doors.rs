//! The front doors of all sidecars, as the coordinator sees them.

use std::{collections::BTreeMap, time::Duration};

use futures_util::future::join_all;
use tokio::time::Instant;

use crate::{
    door::{Stage, Told},
    link::{command::Refusal, doors, engine::Engine},
    peer::Ask,
};

/// How long one sidecar may take to tell of its door.
const TELL: Duration = Duration::from_secs(2);
/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// Sidecars that have a door of a link, those included that are not alive: writes may pass through one that merely lost
/// the controllers. One that was unregistered is gone.
pub(super) fn keepers(engine: &Engine, link: &str) -> Vec<i32> {
    let fronts = engine.cutovers.fronts.lock().clone();
    let with_door = fronts.into_iter().filter(|(_, doors)| doors.iter().any(|door| door == link));
    let registered = |id: &i32| engine.cluster.with_image(|image| image.brokers.contains_key(id));
    with_door.map(|(id, _)| id).filter(registered).collect()
}

/// What all of them say. One that does not answer is told with the reason.
pub(super) async fn told(
    engine: &Engine,
    link: &str,
    names: &[(String, String)],
) -> BTreeMap<i32, Result<Told, Refusal>> {
    let ask = Ask::Door { link: link.to_owned(), names: names.to_vec() };
    let each = keepers(engine, link).into_iter().map(|id| {
        let ask = &ask;
        async move {
            if id == engine.cluster.node_id() {
                return (id, doors::told(engine, link, names));
            }
            let told = engine.peers.ask(id, ask, TELL).await;
            (id, told.map_err(|error| silent(id, link, &error.to_string())))
        }
    });
    join_all(each).await.into_iter().collect()
}

fn silent(id: i32, link: &str, why: &str) -> Refusal {
    Refusal::new(
        503,
        "SIDECAR_UNAVAILABLE",
        format!(
            "sidecar {id} has a front door of link {link} and does not say what passes through it: {why}. Start it; or, if \
             it is gone for good, unregister it with kafka-cluster.sh unregister --id {id}"
        ),
    )
}

/// Waits until every door has reached a stage with no write on its way.
///
/// # Errors
/// Which one has not, after `limit`.
pub(super) async fn all_at(
    engine: &Engine,
    link: &str,
    stage: Stage,
    limit: Duration,
) -> Result<BTreeMap<i32, Told>, Refusal> {
    let until = Instant::now() + limit;
    loop {
        engine.must_decide()?;
        let mut reached = BTreeMap::new();
        let mut missing = None;
        for (id, told) in told(engine, link, &[]).await {
            match told {
                Ok(told) if told.stage >= stage && told.passing == 0 => {
                    reached.insert(id, told);
                }
                Ok(told) => missing = Some(late(id, &told)),
                Err(refusal) => missing = Some(refusal),
            }
        }
        let Some(missing) = missing else { return Ok(reached) };
        if Instant::now() >= until {
            return Err(missing);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn late(id: i32, told: &Told) -> Refusal {
    let what = if told.passing > 0 {
        format!("{} writes that the source has not answered", told.passing)
    } else {
        "not heard of it yet".to_owned()
    };
    Refusal::new(503, "NOT_FENCED", format!("sidecar {id} has {what}, so writes are not fenced"))
}
