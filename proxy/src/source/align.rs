//! When the source says that our offset is out of its range: did its head go, or its tail?

use super::{Assignment, Error, Source};
use crate::ask::{EARLIEST, LATEST};

/// What was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Realigned {
    /// The offset is good after all; ask again.
    Continue,
    /// The source's head overtook us.
    Skipped { from: i64, to: i64 },
    /// The source ends before us: records that we hold are gone there.
    Truncated { end: i64 },
}

/// Looks where the source's log begins and ends, and lets the partition go on where that is safe.
pub(super) async fn realign(
    source: &Source,
    assignment: &Assignment,
    offset: i64,
) -> Result<Realigned, Error> {
    let index = [assignment.index];
    let at = |found: std::collections::BTreeMap<i32, i64>| found.get(&assignment.index).copied().unwrap_or(0);
    let start = at(source.offsets(&assignment.topic, &index, EARLIEST).await?);
    let end = at(source.offsets(&assignment.topic, &index, LATEST).await?);
    if end < offset {
        return Ok(Realigned::Truncated { end });
    }
    if start <= offset {
        return Ok(Realigned::Continue);
    }
    let partition = &assignment.partition;
    let empty = partition.view().leading.is_none_or(|l| l.log_start >= l.end);
    if empty || start == end {
        // Nothing of ours is left at the source: begin where it begins, so that the next record gets its offset.
        partition.restart_at(start);
    } else {
        partition.skip_to(start);
    }
    Ok(Realigned::Skipped { from: offset, to: start })
}
