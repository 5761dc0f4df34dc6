//! Giving partitions to other sidecars: see [`super::partition`]'s `yielding` for what is promised.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::{
    Leader,
    partition::{Gift, Partition},
};
use crate::{
    peer::{Ask, Handed, Peers},
    shutdown::Signal,
};

/// How often partitions on their way are looked at.
const EVERY: Duration = Duration::from_millis(10);
/// How often it is looked for such as are on their way without a change of the metadata log: those whose log end was not
/// known when the change came.
const BEGUN: Duration = Duration::from_millis(500);
/// How long the other sidecar may take to say that it heard.
const HEAR: Duration = Duration::from_secs(1);

/// Gives until shutdown starts.
pub async fn keep(leader: Arc<Leader>, peers: Peers, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = leader.yields.notified() => {}
            () = tokio::time::sleep(BEGUN) => {}
        }
        while leader.all().iter().any(|p| p.is_yielding()) && !signal.is_started() {
            give(&leader, &peers).await;
            tokio::time::sleep(EVERY).await;
        }
    }
}

async fn give(leader: &Leader, peers: &Peers) {
    let now = leader.now();
    let mut by_taker: BTreeMap<i32, Vec<(Arc<Partition>, Gift)>> = BTreeMap::new();
    for partition in leader.all() {
        if let Some(gift) = partition.gift(now) {
            by_taker.entry(gift.to).or_default().push((partition, gift));
        }
    }
    let each = by_taker.into_iter().map(|(taker, gifts)| give_to(leader, peers, taker, gifts));
    futures_util::future::join_all(each).await;
}

async fn give_to(leader: &Leader, peers: &Peers, taker: i32, gifts: Vec<(Arc<Partition>, Gift)>) {
    let handed: Vec<Handed> = gifts.iter().filter_map(|(_, gift)| gift.handed.clone()).collect();
    let heard: Vec<Handed> = if handed.is_empty() {
        Vec::new()
    } else {
        match peers.ask(taker, &Ask::Hand(handed), HEAR).await {
            Ok(heard) => heard,
            Err(error) => {
                tracing::debug!(taker, %error, "the next leader does not hear us yet");
                Vec::new()
            }
        }
    };
    let now = leader.now();
    for (partition, gift) in gifts {
        // What it does not know yet, of a metadata log that it reads a moment later, is told again.
        if gift.handed.as_ref().is_none_or(|handed| heard.contains(handed)) {
            partition.given(&gift, now);
        }
    }
    leader.isr_wanted.notify_one();
}
