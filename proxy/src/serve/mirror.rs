//! A mirror partition as those see it who ask for it by name.

use kagami_codec::types::ErrorCode;

use super::connection::Server;
use crate::leader::partition::{LeadingView, View};

/// A partition that we lead and whose log we know.
#[derive(Clone, Debug)]
pub(super) struct Led {
    pub(super) view: View,
    pub(super) log: LeadingView,
}

impl Led {
    /// First offset that `replica` can read from: its own retention may have deleted more than the source's did.
    pub(super) fn start_at(&self, replica: i32) -> i64 {
        let own = self.view.followers.follower(replica).map_or(-1, |f| f.start);
        own.max(self.log.log_start)
    }
}

impl Server {
    /// A partition for a client: of a mirror, led by us, under the epoch that the client believes in (-1 for any).
    ///
    /// # Errors
    /// The code that a Kafka broker would answer with.
    pub(super) fn led_mirror(&self, topic: &str, partition: i32, epoch: i32) -> Result<Led, ErrorCode> {
        if self.shared.mirrors.is_mirror(topic) {
            self.settled(topic, partition, epoch)
        } else {
            Err(self.not_ours(topic, partition))
        }
    }

    /// A partition whose high watermark is known. Before that an offset that a client has read may look as if it were
    /// not there yet, and the client would begin anew: it refreshes its metadata and asks again instead.
    pub(super) fn settled(&self, topic: &str, partition: i32, epoch: i32) -> Result<Led, ErrorCode> {
        let led = self.led(topic, partition, epoch)?;
        if led.log.settled { Ok(led) } else { Err(ErrorCode::NOT_LEADER_OR_FOLLOWER) }
    }

    /// A partition for a follower: whatever the metadata log says that we lead.
    ///
    /// # Errors
    /// As [`Server::led_mirror`].
    pub(super) fn led(&self, topic: &str, partition: i32, epoch: i32) -> Result<Led, ErrorCode> {
        let leader = &self.shared.leader;
        let Some(ours) = leader.named(topic, partition) else { return Err(self.not_ours(topic, partition)) };
        let view = ours.view();
        if view.told.leader != leader.node_id() {
            return Err(ErrorCode::NOT_LEADER_OR_FOLLOWER);
        }
        if epoch >= 0 && epoch < view.told.leader_epoch {
            return Err(ErrorCode::FENCED_LEADER_EPOCH);
        }
        if epoch > view.told.leader_epoch {
            return Err(ErrorCode::UNKNOWN_LEADER_EPOCH);
        }
        // Before the followers have said where the log ends: every client refreshes its metadata and asks again.
        let log = view.leading.ok_or(ErrorCode::NOT_LEADER_OR_FOLLOWER)?;
        Ok(Led { view, log })
    }

    fn not_ours(&self, topic: &str, partition: i32) -> ErrorCode {
        if self.shared.destination.partition(topic, partition).is_some() {
            ErrorCode::NOT_LEADER_OR_FOLLOWER
        } else {
            ErrorCode::UNKNOWN_TOPIC_OR_PARTITION
        }
    }

    /// The in-sync replica that a consumer should read from: in its rack if it names one, else the companion, else the
    /// first. The same one each time, because some clients complain when it changes.
    pub(super) fn reader(&self, led: &Led, rack: &str) -> Option<i32> {
        let destination = &self.shared.destination;
        let found = destination.reachable(&led.view.told.isr, &self.shared.settings.name);
        let companion = destination.companion();
        let rank = |(id, of): &&(i32, Option<String>)| {
            let near = !rack.is_empty() && of.as_deref() == Some(rack);
            (!near, *id != companion, *id)
        };
        found.iter().min_by_key(rank).map(|(id, _)| *id)
    }
}
