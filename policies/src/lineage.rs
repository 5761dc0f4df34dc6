//! Which leader epoch wrote which stretch of a log, and where two logs part.
//!
//! The leader keeps the end of this history that it can know. What is older than its first entry is *unknown*, and an
//! unknown epoch is never called divergent: every real replica of a mirror is a prefix of one source log, whatever
//! epochs stand in its batches (invariant 1).

/// An epoch and the offset at which it ends, as in `DivergingEpoch` and `OffsetForLeaderEpoch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpochEnd {
    pub epoch: i32,
    pub end_offset: i64,
}

/// Epochs with their first offsets, ascending in both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage(Vec<(i32, i64)>);

impl Lineage {
    /// History from `(epoch, first offset)` pairs in ascending order; pairs out of order are left out.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = (i32, i64)>) -> Self {
        let mut lineage = Self::default();
        for (epoch, start) in entries {
            lineage.begin(epoch, start);
        }
        lineage
    }

    /// Epochs with their first offsets, ascending in both.
    #[must_use]
    pub fn entries(&self) -> &[(i32, i64)] {
        &self.0
    }

    /// A new leader epoch begins at `start`. Epochs that had no records before it vanish, as in Kafka's own cache.
    pub fn begin(&mut self, epoch: i32, start: i64) {
        if self.0.last().is_some_and(|(last, _)| *last >= epoch) {
            return;
        }
        while self.0.last().is_some_and(|(_, s)| *s >= start) {
            self.0.pop();
        }
        self.0.push((epoch, start));
    }

    /// Largest known epoch that is not above `epoch`, and where it ends in a log that ends at `log_end`.
    ///
    /// `None` when the history does not reach back that far, or `epoch` is above everything known.
    #[must_use]
    pub fn end_of(&self, epoch: i32, log_end: i64) -> Option<EpochEnd> {
        let newest = self.0.last()?.0;
        if epoch > newest {
            return None;
        }
        let position = self.0.iter().rposition(|(e, _)| *e <= epoch)?;
        let (found, _) = self.0.get(position)?;
        let end_offset = self.0.get(position.saturating_add(1)).map_or(log_end, |(_, start)| *start);
        Some(EpochEnd { epoch: *found, end_offset })
    }

    /// Where a follower has to cut its log, when its last batch has `last_epoch` and it asks for `offset`.
    #[must_use]
    pub fn divergence(&self, last_epoch: i32, offset: i64, log_end: i64) -> Option<EpochEnd> {
        if last_epoch < 0 {
            return None;
        }
        let known = self.end_of(last_epoch, log_end)?;
        (known.epoch < last_epoch || known.end_offset < offset).then_some(known)
    }

    /// The epoch that a batch at `offset` belongs to; `None` when the history does not reach back that far.
    #[must_use]
    pub fn epoch_at(&self, offset: i64) -> Option<i32> {
        self.0.iter().rev().find(|(_, start)| *start <= offset).map(|(epoch, _)| *epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineage() -> Lineage {
        Lineage::new([(2, 0), (5, 100), (7, 150)])
    }

    #[test]
    fn an_epoch_ends_where_the_next_begins_and_the_last_at_the_log_end() {
        assert_eq!(lineage().end_of(5, 200), Some(EpochEnd { epoch: 5, end_offset: 150 }));
        assert_eq!(lineage().end_of(6, 200), Some(EpochEnd { epoch: 5, end_offset: 150 }));
        assert_eq!(lineage().end_of(7, 200), Some(EpochEnd { epoch: 7, end_offset: 200 }));
    }

    #[test]
    fn what_is_older_or_newer_than_the_history_is_unknown() {
        assert_eq!(lineage().end_of(1, 200), None);
        assert_eq!(lineage().end_of(8, 200), None);
        assert_eq!(lineage().divergence(1, 50, 200), None);
    }

    #[test]
    fn a_follower_with_records_past_the_end_of_its_epoch_is_sent_back_to_it() {
        assert_eq!(lineage().divergence(5, 160, 200), Some(EpochEnd { epoch: 5, end_offset: 150 }));
        assert_eq!(lineage().divergence(5, 150, 200), None);
    }

    #[test]
    fn a_follower_with_an_epoch_that_never_wrote_here_is_sent_to_the_epoch_below() {
        assert_eq!(lineage().divergence(6, 120, 200), Some(EpochEnd { epoch: 5, end_offset: 150 }));
    }

    #[test]
    fn an_epoch_without_records_leaves_no_trace() {
        let mut all = lineage();
        all.begin(8, 200);
        all.begin(9, 200);
        assert_eq!(all, Lineage::new([(2, 0), (5, 100), (7, 150), (9, 200)]));
    }

    #[test]
    fn a_batch_belongs_to_the_epoch_that_was_leading_at_its_offset() {
        assert_eq!(lineage().epoch_at(149), Some(5));
        assert_eq!(lineage().epoch_at(150), Some(7));
        assert_eq!(Lineage::new([(5, 100)]).epoch_at(99), None);
    }
}
