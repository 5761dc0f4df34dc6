//! Proof before a promotion: the mirror has all of the source, nobody writes there, and no transaction is open.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::producers;
use crate::{
    ask,
    link::{
        command::Refusal,
        engine::{Engine, Link},
        mirror::Mirror,
        snapshot,
    },
};

/// The source's ends must stand still for this long before a promotion believes that nobody writes.
const STABLE: Duration = Duration::from_millis(1_000);
/// How long a promotion waits for the last batches to reach the followers.
const CATCH_UP: Duration = Duration::from_secs(5);

/// Proof that the mirror has all of the source, and that nobody writes there.
pub(super) async fn check_caught_up(engine: &Arc<Engine>, mirror: &Arc<Mirror>) -> Result<(), Refusal> {
    let record = mirror.record();
    if let Some((index, failed)) = record.failed_partitions.first_key_value() {
        return Err(Refusal::new(
            409,
            failed.failure.as_str(),
            format!("partition {index} of {} has failed: {}", mirror.topic, failed.message),
        ));
    }
    let link = engine.link(&record.link)?;
    let first = ends(&link, mirror).await?;
    tokio::time::sleep(STABLE).await;
    let second = ends(&link, mirror).await?;
    if let Some((index, before)) = first.iter().find(|(index, end)| second.get(index) != Some(end)) {
        let now = second.get(index).copied().unwrap_or(*before);
        return Err(Refusal::new(
            422,
            "SOURCE_STILL_WRITTEN",
            format!(
                "the source still gets records: partition {index} of {} went from {before} to {now} within {} ms. Stop its \
                 producers and promote again, or fail over and lose what comes later",
                record.source_topic,
                STABLE.as_millis()
            ),
        ));
    }
    wait_for_ends(engine, mirror, &second).await?;
    check_transactions(engine, mirror).await
}

/// Where the source's partitions end for consumers.
///
/// # Errors
/// When the source cannot be asked.
pub(in crate::link) async fn ends(link: &Link, mirror: &Mirror) -> Result<BTreeMap<i32, i64>, Refusal> {
    let record = mirror.record();
    let indexes: Vec<i32> = (0..record.partitions).collect();
    link.source().offsets(&record.source_topic, &indexes, ask::LATEST).await.map_err(|error| {
        Refusal::new(
            503,
            "SOURCE_UNAVAILABLE",
            format!(
                "the source cannot be asked where {} ends, so nothing proves that the mirror has it all: {error}. Repair the \
                 link, or fail over",
                record.source_topic
            ),
        )
    })
}

async fn wait_for_ends(engine: &Engine, mirror: &Mirror, ends: &BTreeMap<i32, i64>) -> Result<(), Refusal> {
    let until = tokio::time::Instant::now() + CATCH_UP;
    loop {
        let behind = first_apart(ends, &super::known(engine, &mirror.topic).await, |_, _| true);
        let Some((index, end, stored)) = behind else { return Ok(()) };
        if tokio::time::Instant::now() >= until {
            return Err(not_caught_up(mirror, index, end, stored));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The first partition that does not end where its source does and whose own and source's end `count`: with the source's
/// end, and its own where that is known.
pub(in crate::link) fn first_apart(
    ends: &BTreeMap<i32, i64>,
    known: &[snapshot::Partition],
    count: impl Fn(Option<i64>, i64) -> bool,
) -> Option<(i32, i64, Option<i64>)> {
    let mut apart = ends.iter().filter_map(|(index, end)| {
        let partition = known.iter().find(|p| p.partition == *index);
        let Some((announced, held)) =
            partition.and_then(|p| Some((p.local_log_end_offset?, p.stored_offset.unwrap_or(0))))
        else {
            return Some((*index, *end, None));
        };
        // A log that begins empty has its high watermark before its followers have come there: opened then, it would go on
        // at the number where they stand.
        let stored = if announced == *end { announced.min(held) } else { announced };
        (stored != *end).then_some((*index, *end, Some(stored)))
    });
    apart.find(|(_, end, stored)| count(*stored, *end))
}

/// Why a mirror cannot be promoted that ends elsewhere than its source.
pub(in crate::link) fn not_caught_up(mirror: &Mirror, index: i32, end: i64, stored: Option<i64>) -> Refusal {
    let topic = &mirror.topic;
    match stored {
        Some(stored) if stored > end => Refusal::new(
            409,
            "UNEXPECTED_TRUNCATION",
            format!(
                "partition {index} of {topic} ends at {stored}, beyond the source's end {end}: records were lost at the source"
            ),
        ),
        Some(stored) => Refusal::new(
            422,
            "LAG",
            format!(
                "partition {index} of {topic} has a lag of {} records (mirror {stored}, source {end}): wait until it is 0 and \
                 promote again, or fail over and lose them",
                end.saturating_sub(stored)
            ),
        ),
        None => Refusal::new(
            503,
            "UNKNOWN",
            format!(
                "partition {index} of {topic} is led by no sidecar that answers now: wait a few seconds and promote again"
            ),
        ),
    }
}

/// A transaction that is open at the source will be ended there: promoting before that would cut it.
///
/// # Errors
/// Which one it is.
pub(in crate::link) async fn check_transactions(engine: &Engine, mirror: &Mirror) -> Result<(), Refusal> {
    for (index, partition) in super::told(engine, &mirror.topic) {
        for producer in producers(engine, &mirror.topic, index, &partition).await? {
            if producer.current_txn_start_offset >= 0 {
                return Err(Refusal::new(
                    422,
                    "OPEN_TRANSACTION",
                    format!(
                        "partition {index} of {} has an open transaction of producer id {} since offset {}: end it at the \
                         source, or wait for its timeout, and promote again; a failover would abort it",
                        mirror.topic, producer.producer_id, producer.current_txn_start_offset
                    ),
                ));
            }
        }
    }
    Ok(())
}
