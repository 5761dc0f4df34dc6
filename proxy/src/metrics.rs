//! The only place that names a metric.
//!
//! Events are counted by calling a function here; states are read from the snapshot when somebody looks, so that a value
//! that is unknown is absent and a mirror that is gone leaves nothing behind. Every metric stands in [`TABLE`], of which
//! `docs/metrics.md` is made. Labels are bounded: links, mirror topics, partitions, nodes, listeners and words of ours.

mod process;
mod states;
mod table;

use std::{sync::OnceLock, time::Duration};

use ::metrics::{counter, describe_counter, describe_gauge, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

use self::table::*;
pub use self::table::{Kind, Metric, TABLE, markdown};
use crate::link::snapshot::Snapshot;

/// Why a connection ended, as the label `reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closed {
    /// The peer hung up, or asked for it.
    ByPeer,
    /// Too many connections were open; it was closed unread.
    Limit,
    /// What came is not the protocol of the port, or announced more than it may.
    Malformed,
    /// A request, or a version of one, that the port does not offer.
    NotOffered,
    /// The peer was too slow.
    TimedOut,
    /// The peer did not prove who it is.
    Unauthorized,
    /// We stop.
    Stopping,
    /// A cutover: the client is to look for its brokers anew.
    Moved,
    /// Reading or writing failed, or the companion was lost.
    Failed,
}

impl Closed {
    const fn label(self) -> &'static str {
        match self {
            Self::ByPeer => "peer",
            Self::Limit => "limit",
            Self::Malformed => "malformed",
            Self::NotOffered => "not_offered",
            Self::TimedOut => "timeout",
            Self::Unauthorized => "unauthorized",
            Self::Stopping => "stopping",
            Self::Moved => "moved",
            Self::Failed => "failed",
        }
    }
}

/// A connection was accepted on a listener (its name, or `admin`).
pub fn connection_accepted(listener: &str) {
    counter!(CONNECTIONS_ACCEPTED.name, "listener" => listener.to_owned()).increment(1);
    gauge!(CONNECTIONS_OPEN.name, "listener" => listener.to_owned()).increment(1);
}

/// A connection that was counted as accepted ended.
pub fn connection_closed(listener: &str, reason: Closed) {
    counter!(CONNECTIONS_CLOSED.name, "listener" => listener.to_owned(), "reason" => reason.label())
        .increment(1);
    gauge!(CONNECTIONS_OPEN.name, "listener" => listener.to_owned()).decrement(1);
}

/// Bytes that are no frame, or a frame that cannot be read.
pub fn malformed_frame(listener: &str) {
    counter!(MALFORMED_FRAMES.name, "listener" => listener.to_owned()).increment(1);
}

/// A produce to a mirror was refused. `topic` must be a mirror's name, never what a client made up.
pub fn rejected_produce(topic: &str) {
    counter!(REJECTED_PRODUCES.name, "topic" => topic.to_owned()).increment(1);
}

/// A follower's fetch was answered with this many bytes of batches.
pub fn follower_fetch(follower: i32, bytes: u64) {
    counter!(FOLLOWER_FETCHES.name, "follower" => follower.to_string()).increment(1);
    counter!(FOLLOWER_BYTES.name, "follower" => follower.to_string()).increment(bytes);
}

/// A fetch from the source failed; `kind` is the error's label.
pub fn source_error(link: &str, kind: &'static str) {
    counter!(SOURCE_ERRORS.name, "link" => link.to_owned(), "kind" => kind).increment(1);
}

/// Bytes that all windows hold now, and what they may hold.
pub fn window(used_bytes: usize, limit_bytes: usize) {
    gauge!(WINDOW_BYTES.name).set(number(used_bytes));
    gauge!(WINDOW_BYTES_MAX.name).set(number(limit_bytes));
}

/// The last record of the destination's metadata log that was applied.
pub fn metadata_offset(offset: i64) {
    #[expect(clippy::cast_precision_loss, reason = "offsets of metadata logs stay far below 2^53")]
    gauge!(METADATA_OFFSET.name).set(offset as f64);
}

/// A heartbeat was answered well, or not.
pub fn heartbeat(ok: bool) {
    counter!(HEARTBEATS.name, "outcome" => outcome(ok)).increment(1);
}

/// We registered, or were refused.
pub fn registration(ok: bool) {
    counter!(REGISTRATIONS.name, "outcome" => outcome(ok)).increment(1);
}

/// An in-sync set was asked to shrink (`false`) or to grow (`true`), and the controller agreed.
pub fn isr_changed(grew: bool) {
    counter!(ISR_CHANGES.name, "change" => if grew { "expand" } else { "shrink" }).increment(1);
}

/// Where the front door of a link leads, by the words of all stages and which of them it is.
pub fn front_door<'a>(link: &str, stages: impl IntoIterator<Item = (&'a str, bool)>) {
    for (stage, is) in stages {
        gauge!(DOOR.name, "link" => link.to_owned(), "stage" => stage.to_owned())
            .set(f64::from(u8::from(is)));
    }
}

/// A request has to wait at the front door of a link (`true`), or does no longer.
pub fn held_at_door(link: &str, waits: bool) {
    let held = gauge!(DOOR_HELD.name, "link" => link.to_owned());
    if waits { held.increment(1) } else { held.decrement(1) }
}

/// Writes are no longer held at the front door of a link, after this long.
pub fn door_pause(link: &str, lasted: Duration) {
    gauge!(DOOR_PAUSE.name, "link" => link.to_owned()).set(lasted.as_secs_f64());
}

/// Live sidecars of the destination, and whether we decide for them.
pub fn sidecars(live: usize, coordinator: bool) {
    gauge!(SIDECARS.name).set(number(live));
    gauge!(COORDINATOR.name).set(f64::from(u8::from(coordinator)));
}

/// As the coordinator we had these partitions change their sidecar, because theirs was gone or so that all have alike.
pub fn partitions_moved(urgent: bool, partitions: usize) {
    let reason = if urgent { "urgent" } else { "balance" };
    counter!(PARTITIONS_MOVED.name, "reason" => reason).increment(partitions as u64);
}

/// A partition came straight from another sidecar (`true`), or went to one.
pub fn handed_over(to_us: bool) {
    counter!(HANDED_OVER.name, "direction" => if to_us { "in" } else { "out" }).increment(1);
}

/// This process was found to have stood still.
pub fn stood_still() {
    counter!(STOOD_STILL.name).increment(1);
}

/// A partition that is no mirror was found on us and moved off (`true`), or could not be moved.
pub fn foreign_partition(evacuated: bool) {
    counter!(FOREIGN_PARTITIONS.name, "outcome" => outcome(evacuated)).increment(1);
}

/// The admin server answered a request.
pub fn admin_request(route: &'static str, status: u16) {
    counter!(ADMIN_REQUESTS.name, "route" => route, "status" => status.to_string()).increment(1);
}

const fn outcome(ok: bool) -> &'static str {
    if ok { "ok" } else { "error" }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of memory stay far below 2^53")]
fn number(count: usize) -> f64 {
    count as f64
}

/// Renders what was counted and what is now.
#[derive(Clone)]
pub struct Exporter {
    handle: PrometheusHandle,
}

impl std::fmt::Debug for Exporter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exporter").finish_non_exhaustive()
    }
}

impl Exporter {
    /// The process's exporter; the first call starts the counting.
    pub fn installed() -> &'static Self {
        static EXPORTER: OnceLock<Exporter> = OnceLock::new();
        EXPORTER.get_or_init(|| {
            let (recorder, exporter) = Self::new();
            // Another recorder can only have been set by a test of another module; then nothing is counted here.
            if ::metrics::set_global_recorder(recorder).is_ok() {
                describe();
            }
            exporter
        })
    }

    fn new() -> (PrometheusRecorder, Self) {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        (recorder, Self { handle })
    }

    /// Everything in Prometheus' text format 0.0.4.
    #[must_use]
    pub fn render(&self, snapshot: &Snapshot) -> String {
        self.handle.run_upkeep();
        let mut text = self.handle.render();
        states::render(snapshot, &mut text);
        process::render(&mut text);
        text
    }
}

fn describe() {
    for metric in TABLE.iter().filter(|metric| !metric.from_state) {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.help),
            Kind::Gauge => describe_gauge!(metric.name, metric.help),
        }
    }
}

#[cfg(test)]
mod tests;
