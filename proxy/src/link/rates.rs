//! How many bytes mirror partitions get, as far as sharing them out needs to know it.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{engine::Engine, report};
use crate::shutdown::Signal;

/// How often counters are read.
const EVERY: Duration = Duration::from_secs(5);
/// A new measurement counts as much as this many of the measurements before: about a minute's memory.
const MEMORY: u64 = 12;

/// What one partition gets.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    leader: i32,
    bytes: u64,
    at: Instant,
    /// Bytes in a second, over about a minute.
    pub per_second: u64,
}

/// Measures while we are the coordinator of more than one sidecar, until shutdown starts.
pub async fn keep(engine: Arc<Engine>, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if !engine.decides() || engine.peers.others().is_empty() {
            continue;
        }
        let picture = report::everywhere(&engine, &[]).await;
        let mut rates = engine.rates.lock();
        for mirror in &picture.mirrors {
            for partition in mirror.partitions.iter().filter(|p| p.local_log_end_offset.is_some()) {
                let key = (mirror.mirror_topic_name.clone(), partition.partition);
                let (leader, bytes, at) = (partition.leader, partition.fetched_bytes, Instant::now());
                let before = rates.get(&key).copied();
                let per_second = before.map_or(0, |before| {
                    if before.leader == leader && bytes >= before.bytes {
                        let elapsed = u64::try_from((at - before.at).as_millis()).unwrap_or(u64::MAX).max(1);
                        let now = (bytes - before.bytes).saturating_mul(1_000) / elapsed;
                        (before.per_second.saturating_mul(MEMORY - 1).saturating_add(now)) / MEMORY
                    } else {
                        before.per_second
                    }
                });
                rates.insert(key, Rate { leader, bytes, at, per_second });
            }
        }
        let known = |topic: &str| engine.mirror(topic).is_some();
        rates.retain(|(topic, _), _| known(topic));
    }
}
