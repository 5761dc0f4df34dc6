//! The states of a mirror, in the words of Cluster Linking, and what may follow what.
//!
//! ```text
//! PENDING_MIRROR ──created──> ACTIVE <──resume── PAUSED
//!      │                       │  └───pause───────^
//!      │                       ├─promote/failover─> PENDING_STOPPED ──opened──> STOPPED
//!      └───────failed──────────┴─failed─> FAILED ──failover─> PENDING_STOPPED
//! ```
//!
//! `LINK_PAUSED`, `LINK_FAILED` and `SOURCE_UNAVAILABLE` are not decided but observed: see [`shown`].

/// What is decided about a mirror, and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The topic is being made.
    PendingMirror,
    /// Records flow.
    Active,
    /// An operator stopped the flow.
    Paused,
    /// The point of no return: the topic is being opened for writes.
    PendingStopped,
    /// An ordinary topic again.
    Stopped,
    /// It cannot go on without an operator.
    Failed(Failure),
}

/// Why a mirror cannot go on, as Cluster Linking's `mirror_topic_error` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    SourceTopicMayBeDeleted,
    SourceTopicIdChanged,
    SourcePartitionsDecreased,
    UnexpectedTruncation,
    UnsupportedMessageFormat,
    /// The mirror topic itself was deleted or made anew on the destination.
    IllegalState,
}

impl Failure {
    /// The word in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SourceTopicMayBeDeleted => "SOURCE_TOPIC_MAY_BE_DELETED",
            Self::SourceTopicIdChanged => "SOURCE_TOPIC_ID_CHANGED",
            Self::SourcePartitionsDecreased => "SOURCE_PARTITIONS_DECREASED",
            Self::UnexpectedTruncation => "UNEXPECTED_TRUNCATION",
            Self::UnsupportedMessageFormat => "UNSUPPORTED_MESSAGE_FORMAT",
            Self::IllegalState => "ILLEGAL_STATE",
        }
    }

    /// The failure behind a word; unknown words mean an illegal state.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name {
            "SOURCE_TOPIC_MAY_BE_DELETED" => Self::SourceTopicMayBeDeleted,
            "SOURCE_TOPIC_ID_CHANGED" => Self::SourceTopicIdChanged,
            "SOURCE_PARTITIONS_DECREASED" => Self::SourcePartitionsDecreased,
            "UNEXPECTED_TRUNCATION" => Self::UnexpectedTruncation,
            "UNSUPPORTED_MESSAGE_FORMAT" => Self::UnsupportedMessageFormat,
            _ => Self::IllegalState,
        }
    }
}

/// What an operator may ask of a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Pause,
    Resume,
    Promote,
    Failover,
}

/// Whether an operator's wish fits the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Do it.
    Go,
    /// It is so already; answer with success.
    AlreadySo,
    /// Not from this state.
    Refused,
}

impl Decided {
    /// The word in answers and in the stored record.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PendingMirror => "PENDING_MIRROR",
            Self::Active => "ACTIVE",
            Self::Paused => "PAUSED",
            Self::PendingStopped => "PENDING_STOPPED",
            Self::Stopped => "STOPPED",
            Self::Failed(_) => "FAILED",
        }
    }

    /// Judges a verb. Failover is legal from every state (design 5).
    #[must_use]
    pub const fn judge(&self, asked: Asked) -> Verdict {
        match (self, asked) {
            (Self::Active, Asked::Pause | Asked::Promote)
            | (Self::Paused, Asked::Resume)
            | (Self::PendingStopped, Asked::Promote | Asked::Failover)
            | (Self::PendingMirror | Self::Active | Self::Paused | Self::Failed(_), Asked::Failover) => {
                Verdict::Go
            }
            (Self::Paused, Asked::Pause)
            | (Self::Active, Asked::Resume)
            | (Self::Stopped, Asked::Promote | Asked::Failover) => Verdict::AlreadySo,
            (Self::PendingMirror, Asked::Pause | Asked::Resume | Asked::Promote)
            | (Self::Paused | Self::Failed(_), Asked::Promote)
            | (Self::PendingStopped | Self::Stopped, Asked::Pause | Asked::Resume)
            | (Self::Failed(_), Asked::Pause | Asked::Resume) => Verdict::Refused,
        }
    }

    /// Whether records may be taken from the source.
    #[must_use]
    pub const fn flows(&self) -> bool {
        matches!(self, Self::Active)
    }

    /// Whether we want to lead its partitions: a mirror that is not open stays ours, so that writes stay refused.
    #[must_use]
    pub const fn is_ours(&self) -> bool {
        matches!(self, Self::Active | Self::Paused | Self::Failed(_))
    }
}

/// How the link of a mirror is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkHealth {
    Active,
    Paused,
    /// Authentication or configuration: retrying alone will not help.
    Failed,
    /// The source has not answered for the configured time.
    Unavailable,
}

/// The status that is shown: what was decided, seen through the state of the link.
#[must_use]
pub const fn shown(decided: &Decided, link: LinkHealth) -> &'static str {
    match (decided, link) {
        (Decided::Active | Decided::PendingMirror, LinkHealth::Paused) => "LINK_PAUSED",
        (Decided::Active, LinkHealth::Failed) => "LINK_FAILED",
        (Decided::Active, LinkHealth::Unavailable) => "SOURCE_UNAVAILABLE",
        _ => decided.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failover_is_legal_from_every_state_and_promote_only_while_records_flow() {
        let all = [
            Decided::PendingMirror,
            Decided::Active,
            Decided::Paused,
            Decided::PendingStopped,
            Decided::Stopped,
            Decided::Failed(Failure::UnexpectedTruncation),
        ];
        for state in &all {
            assert_ne!(state.judge(Asked::Failover), Verdict::Refused, "{state:?}");
        }
        assert_eq!(Decided::Paused.judge(Asked::Promote), Verdict::Refused);
        assert_eq!(Decided::Active.judge(Asked::Promote), Verdict::Go);
    }

    #[test]
    fn a_repeated_verb_is_a_success() {
        assert_eq!(Decided::Stopped.judge(Asked::Promote), Verdict::AlreadySo);
        assert_eq!(Decided::Paused.judge(Asked::Pause), Verdict::AlreadySo);
        assert_eq!(Decided::Active.judge(Asked::Resume), Verdict::AlreadySo);
    }

    #[test]
    fn the_link_is_seen_through_an_active_mirror_only() {
        assert_eq!(shown(&Decided::Active, LinkHealth::Unavailable), "SOURCE_UNAVAILABLE");
        assert_eq!(shown(&Decided::Paused, LinkHealth::Unavailable), "PAUSED");
        assert_eq!(shown(&Decided::Stopped, LinkHealth::Failed), "STOPPED");
    }
}
