//! What cannot be taken as it came: partitions that the source refuses, and batches that are damaged or too old.

use std::time::Duration;

use kagami_codec::types::ErrorCode;
use kagami_policies::{
    mirror::Failure,
    retry::{self, Recovery},
};
use tokio::time::Instant;

use super::{Fetcher, answer};
use crate::{
    cluster::image::Key,
    source::{
        EventKind, Trouble,
        align::{self, Realigned},
    },
};

/// How long a partition that gave an error is left alone.
const PAUSE: Duration = Duration::from_millis(500);
/// Bad checksums in a row at one place before the partition gives up.
const CORRUPT_MAX: u32 = 5;

impl Fetcher {
    pub(super) fn unreadable(&mut self, key: Key, reason: &answer::Unreadable) {
        match reason {
            answer::Unreadable::OldFormat { magic, offset } => {
                let message = format!(
                    "the batch at source offset {offset} has message format v{magic}, which no current Kafka stores; \
                     rewrite the topic at the source with a newer format, or start the mirror behind it"
                );
                self.fail(key, Failure::UnsupportedMessageFormat, message);
            }
            answer::Unreadable::Corrupt { offset } => self.corrupt(key, *offset),
        }
    }

    pub(super) fn corrupt(&mut self, key: Key, offset: i64) {
        let Some(member) = self.members.get_mut(&key) else { return };
        member.corrupt += 1;
        member.offset = -1;
        member.sent = None;
        member.paused_until = Some(Instant::now() + PAUSE);
        tracing::warn!(
            topic = member.assignment.topic,
            partition = member.assignment.index,
            offset,
            "a batch from the source does not match its checksum; asking again"
        );
        if member.corrupt >= CORRUPT_MAX {
            let message = format!(
                "the batch at source offset {offset} does not match its checksum, {CORRUPT_MAX} times in a row: its \
                 copy at the source is damaged; move the partition's leadership there, or repair it"
            );
            self.fail(key, Failure::IllegalState, message);
        }
    }

    pub(super) async fn refused(&mut self, key: Key, code: ErrorCode) {
        let Some(member) = self.members.get_mut(&key) else { return };
        let assignment = member.assignment.clone();
        member.paused_until = Some(Instant::now() + PAUSE);
        let offset = member.offset;
        match retry::of_fetch(code) {
            Recovery::RefreshMetadata => {
                self.source.refresh.notify_one();
                if matches!(
                    code,
                    ErrorCode::UNKNOWN_TOPIC_ID
                        | ErrorCode::UNKNOWN_TOPIC_OR_PARTITION
                        | ErrorCode::INCONSISTENT_TOPIC_ID
                ) {
                    self.source.tell(key, EventKind::TopicChanged);
                }
            }
            Recovery::Realign => {
                let realigned = align::realign(&self.source, &assignment, offset).await;
                match realigned {
                    Ok(Realigned::Continue) => {}
                    Ok(Realigned::Skipped { from, to }) => {
                        self.source.tell(key, EventKind::Skipped { from, to })
                    }
                    Ok(Realigned::Truncated { end }) => {
                        let message = format!(
                            "the source ends at {end} now, but the mirror holds records up to {offset}: they were lost \
                             there; compare the two, then fail over, or delete and create the mirror"
                        );
                        self.fail(key, Failure::UnexpectedTruncation, message);
                    }
                    Err(error) => tracing::debug!(topic = assignment.topic, %error, "could not realign yet"),
                }
            }
            Recovery::Denied => {
                let mut health = self.source.health.lock();
                health.trouble = Some(Trouble {
                    code: "AUTHENTICATION_ERROR",
                    message: format!(
                        "the link's principal may not read {}: grant it READ and DESCRIBE",
                        assignment.topic
                    ),
                    needs_operator: true,
                    since: Instant::now(),
                });
            }
            Recovery::Retry | Recovery::Diverged | Recovery::Stop => {}
        }
        tracing::debug!(
            topic = assignment.topic,
            partition = assignment.index,
            error = code.name(),
            "the source refused a fetch"
        );
        if let Some(member) = self.members.get_mut(&key) {
            member.offset = -1;
        }
    }

    pub(super) fn fail(&mut self, key: Key, failure: Failure, message: String) {
        if let Some(member) = self.members.get_mut(&key) {
            member.paused_until = Some(Instant::now() + Duration::from_secs(5));
            member.offset = -1;
        }
        self.source.tell(key, EventKind::Failed { failure, message });
    }
}
