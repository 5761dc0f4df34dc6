//! Looks at a partition: a copy of what it knows at one moment.

use std::sync::atomic::Ordering;

use kagami_policies::leader::Followers;

use super::{Leading, Partition, Role, SourceView};
use crate::cluster::image;

/// A look at a partition for those who report and decide.
#[derive(Clone, Debug)]
pub struct View {
    pub told: image::Partition,
    pub role: &'static str,
    /// `None` unless we lead and know the log.
    pub leading: Option<LeadingView>,
    pub followers: Followers,
}

/// The part of a [`View`] that only a leader has.
#[derive(Clone, Copy, Debug)]
pub struct LeadingView {
    pub end: i64,
    pub high_watermark: i64,
    /// Whether the high watermark is known: right after a takeover it may be below what others have announced.
    pub settled: bool,
    /// Smallest log end among the real in-sync replicas; `None` while one of them has not fetched from us.
    pub stored: Option<i64>,
    pub log_start: i64,
    pub source: Option<SourceView>,
    pub fetched_bytes: u64,
    pub fetched_records: u64,
    pub window_bytes: usize,
    /// Whether the source may be asked: both logs were compared where ours ends.
    pub aligned: bool,
}

impl Partition {
    /// Broker and epoch that lead while we stand by, without a copy of everything else.
    #[must_use]
    pub fn led_elsewhere(&self) -> Option<(i32, i32)> {
        let state = self.state.lock();
        let told = &state.told;
        (told.leader >= 0 && told.leader != self.node_id).then_some((told.leader, told.leader_epoch))
    }

    /// The partition as it is now; whoever decides by it must allow for a role that changes meanwhile.
    #[must_use]
    pub fn view(&self) -> View {
        let state = self.state.lock();
        let (role, leading) = match &state.role {
            Role::Absent => ("absent", None),
            Role::Standby(_) => ("standby", None),
            Role::Recovering { .. } => ("recovering", None),
            Role::Leading(l) => (
                "leading",
                Some(LeadingView {
                    end: l.window.end(),
                    high_watermark: l.high_watermark,
                    settled: l.settled,
                    stored: state.followers.smallest_end(&state.real(&state.told.isr)),
                    log_start: l.log_start,
                    source: l.source_view(),
                    fetched_bytes: l.fetched_bytes,
                    fetched_records: l.fetched_records,
                    window_bytes: l.window.bytes(),
                    aligned: l.aligned,
                }),
            ),
        };
        View { told: state.told.clone(), role, leading, followers: state.followers.clone() }
    }
}

impl Leading {
    /// The source as last heard of: an answer of the session without this partition says that nothing changed.
    fn source_view(&self) -> Option<SourceView> {
        let mut source = self.source?;
        if let Some(session) = &self.session {
            source.answered_at = source.answered_at.max(session.load(Ordering::Relaxed));
        }
        if self.high_watermark >= source.high_watermark {
            source.equal_at = source.answered_at;
        }
        Some(source)
    }
}
