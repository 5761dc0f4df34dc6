//! Backoff, and what an error code asks of whoever receives it.

use kagami_codec::types::ErrorCode;

/// Waiting times that double up to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    first_ms: u64,
    max_ms: u64,
    next_ms: u64,
}

impl Backoff {
    /// Waits `first_ms`, then twice that, up to `max_ms`.
    #[must_use]
    pub const fn new(first_ms: u64, max_ms: u64) -> Self {
        Self { first_ms, max_ms, next_ms: first_ms }
    }

    /// How long to wait now. `salt` is any changing number: a quarter of the time is spread by it, so that many
    /// waiters do not come back together.
    pub fn next(&mut self, salt: u64) -> u64 {
        let full = self.next_ms;
        self.next_ms = full.saturating_mul(2).min(self.max_ms);
        let quarter = (full / 4).max(1);
        full - quarter + salt % quarter.saturating_add(1)
    }

    /// Starts over after a success.
    pub const fn reset(&mut self) {
        self.next_ms = self.first_ms;
    }
}

/// What to do about an error code in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Ask again after a while.
    Retry,
    /// Ask for metadata, then ask the broker that it names.
    RefreshMetadata,
    /// The position is outside of the log: find out where the log begins and ends.
    Realign,
    /// The other side's log is not the one we copied from.
    Diverged,
    /// Credentials or permissions are missing; only an operator can help.
    Denied,
    /// Nothing that we could do differently.
    Stop,
}

/// How a fetch of the source goes on after `code`.
#[must_use]
pub const fn of_fetch(code: ErrorCode) -> Recovery {
    match code {
        ErrorCode::OFFSET_OUT_OF_RANGE => Recovery::Realign,
        ErrorCode::NOT_LEADER_OR_FOLLOWER
        | ErrorCode::LEADER_NOT_AVAILABLE
        | ErrorCode::FENCED_LEADER_EPOCH
        | ErrorCode::UNKNOWN_LEADER_EPOCH
        | ErrorCode::REPLICA_NOT_AVAILABLE
        | ErrorCode::UNKNOWN_TOPIC_OR_PARTITION
        | ErrorCode::UNKNOWN_TOPIC_ID
        | ErrorCode::INCONSISTENT_TOPIC_ID
        | ErrorCode::KAFKA_STORAGE_ERROR => Recovery::RefreshMetadata,
        ErrorCode::TOPIC_AUTHORIZATION_FAILED | ErrorCode::CLUSTER_AUTHORIZATION_FAILED => Recovery::Denied,
        ErrorCode::UNSUPPORTED_VERSION | ErrorCode::INVALID_REQUEST => Recovery::Stop,
        _ => Recovery::Retry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_times_double_up_to_the_bound_and_start_over() {
        let mut backoff = Backoff::new(100, 350);
        let waits: Vec<u64> = (0..4).map(|_| backoff.next(u64::MAX / 3)).collect();
        assert!(waits[0] >= 75 && waits[0] <= 100, "{waits:?}");
        assert!(waits[1] >= 150 && waits[1] <= 200, "{waits:?}");
        assert!(waits[3] <= 350 && waits[3] >= 262, "{waits:?}");
        backoff.reset();
        assert!(backoff.next(0) <= 100);
    }

    #[test]
    fn a_moved_leader_asks_for_metadata_and_a_missing_permission_for_an_operator() {
        assert_eq!(of_fetch(ErrorCode::NOT_LEADER_OR_FOLLOWER), Recovery::RefreshMetadata);
        assert_eq!(of_fetch(ErrorCode::TOPIC_AUTHORIZATION_FAILED), Recovery::Denied);
        assert_eq!(of_fetch(ErrorCode(9_999)), Recovery::Retry);
    }
}
