//! Which producer ids the destination must not hand out any more once a mirror is opened.
//!
//! A broker takes the first record of a fresh producer for a repetition when its id stands in the mirrored batches. So
//! the ids up to the highest mirrored one are passed over; but only as far as fresh producers can come before brokers
//! forget an idle one (`producer.id.expiration.ms`, a day), because an id is any number that a client chose to send.

/// Ids beyond the next one within which mirrored ids matter: more than ten fresh producers a second for a whole day.
/// Controllers hand out about 30 blocks of 1,000 a second, so that passing them all takes half a minute.
pub const REACH: i64 = 1_000_000;

/// What to do about the ids of one mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// Highest id to pass over.
    pub pass: Option<i64>,
    /// Highest id that lies too far ahead to matter.
    pub far: Option<i64>,
}

/// The first id that no fresh producer comes to while brokers remember a mirrored one.
#[must_use]
pub fn bound(next: i64) -> i64 {
    next.max(0).saturating_add(REACH)
}

/// Sorts mirrored ids into those within and beyond reach of `next`, the next id that the controllers hand out.
#[must_use]
pub fn horizon(next: i64, mirrored: impl IntoIterator<Item = i64>) -> Horizon {
    let bound = bound(next);
    let mut horizon = Horizon::default();
    for id in mirrored.into_iter().filter(|id| *id >= 0) {
        let place = if id < bound { &mut horizon.pass } else { &mut horizon.far };
        *place = (*place).max(Some(id));
    }
    horizon
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(next: i64, mirrored: &[i64], pass: Option<i64>, far: Option<i64>) {
        assert_eq!(horizon(next, mirrored.iter().copied()), Horizon { pass, far }, "{next} {mirrored:?}");
    }

    #[test]
    fn the_highest_mirrored_id_is_passed_over() {
        check(2_000, &[3, 7_001, 12], Some(7_001), None);
    }

    #[test]
    fn an_id_that_was_handed_out_long_ago_may_still_be_held_by_a_broker() {
        check(2_000, &[3], Some(3), None);
    }

    #[test]
    fn ids_that_no_fresh_producer_comes_to_are_left_alone() {
        check(2_000, &[5, i64::MAX], Some(5), Some(i64::MAX));
        check(0, &[REACH - 1, REACH], Some(REACH - 1), Some(REACH));
        check(i64::MAX, &[i64::MAX], None, Some(i64::MAX));
    }

    #[test]
    fn batches_without_a_producer_ask_for_nothing() {
        check(0, &[-1], None, None);
        check(-1, &[], None, None);
    }
}
