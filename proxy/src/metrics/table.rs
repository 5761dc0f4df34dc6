//! Every metric with its labels and meaning.

use std::fmt::Write as _;

/// One metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    pub name: &'static str,
    pub kind: Kind,
    pub labels: &'static [&'static str],
    pub help: &'static str,
    /// Whether it is read from the snapshot or the system when somebody looks, instead of counted.
    pub(super) from_state: bool,
}

/// Prometheus' word for how values behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
}

impl Kind {
    /// The word in `# TYPE` lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
        }
    }
}

macro_rules! table {
    ($($constant:ident: $kind:ident $from_state:literal $name:literal $labels:expr, $help:literal;)*) => {
        $(pub(super) const $constant: Metric =
            Metric { name: $name, kind: Kind::$kind, labels: &$labels, help: $help, from_state: $from_state };)*

        /// Every metric, in the order of the documentation.
        pub const TABLE: &[Metric] = &[$($constant),*];
    };
}

table! {
    REGISTERED: Gauge true "kagami_registered" [], "1 when the destination's controllers see this sidecar unfenced.";
    REGISTRATIONS: Counter false "kagami_registrations_total" ["outcome"], "Registrations with the active controller.";
    HEARTBEATS: Counter false "kagami_heartbeats_total" ["outcome"], "Heartbeats to the active controller.";
    METADATA_OFFSET: Gauge false "kagami_metadata_offset" [], "Last applied offset of the destination's metadata log.";
    SIDECARS: Gauge false "kagami_sidecars" [], "Sidecars of the destination that its controllers see unfenced, this one included.";
    COORDINATOR: Gauge false "kagami_coordinator" [], "1 when this sidecar decides for all: the sum over all sidecars is 1.";
    PARTITIONS_MOVED: Counter false "kagami_partitions_moved_total" ["reason"], "Mirror partitions that this sidecar, as the coordinator, gave to another sidecar: urgent (theirs was gone) or balance.";
    HANDED_OVER: Counter false "kagami_partitions_handed_over_total" ["direction"], "Mirror partitions that went straight from sidecar to sidecar: in or out.";
    STOOD_STILL: Counter false "kagami_process_stood_still_total" [], "Times that this process stood still for two seconds or longer.";
    FOREIGN_PARTITIONS: Counter false "kagami_foreign_partitions_total" ["outcome"], "Partitions that are no mirrors, found on the virtual broker and moved off.";

    LINK_STATE: Gauge true "kagami_link_state" ["link", "state"], "1 for the state that the link is in, 0 for the others.";
    SOURCE_AVAILABLE: Gauge true "kagami_source_available" ["link"], "1 when the link reaches its source.";
    RPO: Gauge true "kagami_link_rpo_seconds" ["link"], "Largest lag in seconds of the link's mirrors; absent when unknown.";
    MIRROR_TOPICS: Gauge true "kagami_mirror_topics" ["link", "state"], "Mirror topics of the link by state.";
    SOURCE_ERRORS: Counter false "kagami_source_errors_total" ["link", "kind"], "Failed exchanges with the source.";

    MIRROR_STATE: Gauge true "kagami_mirror_state" ["link", "topic", "state"], "1 for the state that the mirror is in, 0 for the others.";
    FETCHED_BYTES: Counter true "kagami_source_fetched_bytes_total" ["link", "topic"], "Bytes of batches taken from the source.";
    FETCHED_RECORDS: Counter true "kagami_source_fetched_records_total" ["link", "topic"], "Records (offset slots) taken from the source.";
    LAG_RECORDS: Gauge true "kagami_mirror_lag_records" ["link", "topic", "partition"], "Records that the source has beyond the mirror; absent when unknown, never 0 then.";
    LAG_SECONDS: Gauge true "kagami_mirror_lag_seconds" ["link", "topic", "partition"], "Seconds since the mirror last held all of the source; absent when unknown.";
    LAST_FETCH: Gauge true "kagami_mirror_last_fetch_seconds" ["link", "topic", "partition"], "Seconds since the source last answered a fetch.";
    MIRROR_END: Gauge true "kagami_mirror_end_offset" ["link", "topic", "partition"], "Next offset of the mirror, stored on every in-sync replica.";
    SOURCE_END: Gauge true "kagami_mirror_source_end_offset" ["link", "topic", "partition"], "Source high watermark at the last successful fetch.";
    ISR_SIZE: Gauge true "kagami_mirror_isr_size" ["link", "topic", "partition"], "In-sync replicas of the mirror partition, the virtual leader included.";
    REPLICAS: Gauge true "kagami_mirror_replicas" ["link", "topic", "partition"], "Replicas of the mirror partition, the virtual leader included.";
    LEADING: Gauge true "kagami_mirror_leading" ["link", "topic", "partition"], "1 when this sidecar leads the mirror partition.";

    WINDOW_BYTES: Gauge false "kagami_window_bytes" [], "Bytes of batches held for followers.";
    WINDOW_BYTES_MAX: Gauge false "kagami_window_bytes_max" [], "Bytes of batches that may be held for followers.";
    FOLLOWER_FETCHES: Counter false "kagami_follower_fetches_total" ["follower"], "Fetches of followers that were answered.";
    FOLLOWER_BYTES: Counter false "kagami_follower_fetched_bytes_total" ["follower"], "Bytes of batches given to followers.";
    ISR_CHANGES: Counter false "kagami_isr_changes_total" ["change"], "Changes of in-sync sets that the controller agreed to: shrink or expand.";
    REJECTED_PRODUCES: Counter false "kagami_rejected_produces_total" ["topic"], "Produce requests to read-only mirrors that were refused.";

    DOOR: Gauge false "kagami_front_door" ["link", "stage"], "1 for where the link's front door leads: unknown, source, fenced and held (to the source, while writes wait) or destination; 0 for the others.";
    DOOR_HELD: Gauge false "kagami_front_door_held_requests" ["link"], "Requests of clients that wait at the front door.";
    DOOR_PAUSE: Gauge false "kagami_front_door_pause_seconds" ["link"], "How long writes were held at the last cutover.";

    CONNECTIONS_ACCEPTED: Counter false "kagami_connections_accepted_total" ["listener"], "Connections accepted.";
    CONNECTIONS_CLOSED: Counter false "kagami_connections_closed_total" ["listener", "reason"], "Connections closed: peer, limit, malformed, not_offered, timeout, unauthorized, stopping, moved or failed.";
    CONNECTIONS_OPEN: Gauge false "kagami_connections_open" ["listener"], "Connections open now.";
    MALFORMED_FRAMES: Counter false "kagami_malformed_frames_total" ["listener"], "Bytes that are no frame, or a frame that cannot be read.";
    ADMIN_REQUESTS: Counter false "kagami_admin_requests_total" ["route", "status"], "Requests that the admin server answered.";

    BUILD_INFO: Gauge true "kagami_build_info" ["version"], "Always 1.";
    START_TIME: Gauge true "process_start_time_seconds" [], "Start of the process, in seconds since the epoch.";
    CPU_SECONDS: Counter true "process_cpu_seconds_total" [], "Processor time spent in user and system mode.";
    RESIDENT_BYTES: Gauge true "process_resident_memory_bytes" [], "Resident memory.";
    OPEN_FDS: Gauge true "process_open_fds" [], "Open file descriptors.";
}

/// The documentation page.
#[must_use]
pub fn markdown() -> String {
    let mut page = String::from(
        "# Metrics\n\nGET `/metrics` on the admin server. Made from the table in `proxy/src/metrics/table.rs`; \
         a test compares the two.\n\n| name | type | labels | meaning |\n|---|---|---|---|\n",
    );
    for metric in TABLE {
        let labels: Vec<_> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
        let (name, kind, help) = (metric.name, metric.kind.name(), metric.help);
        writeln!(page, "| `{name}` | {kind} | {} | {help} |", labels.join(", "))
            .expect("a string takes every text");
    }
    page
}
