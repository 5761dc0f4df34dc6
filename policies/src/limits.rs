//! Every bound of the program, named, with where its number comes from.

/// Largest frame taken from a peer, in bytes. Kafka's `socket.request.max.bytes` defaults to 100 MiB.
pub const FRAME_BYTES_MAX: usize = 100 * 1024 * 1024;

/// Largest request that a view opens to change names in it, other than produce requests, whose records stay unopened. Values
/// take up to forty times the room of their bytes, and a hundred thousand topics with names of a hundred letters fit in.
pub const OPENED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Requests of this size are opened one at a time by each view, so that [`OPENED_BYTES_MAX`] holds for all clients together.
pub const OPENED_ALONE_BYTES: usize = 256 * 1024;

/// Bytes that names of one request may grow by: as much as a frame may have.
pub const NAMES_GROWTH_MAX: usize = 64 * 1024 * 1024;

/// Bytes asked of the source in one fetch. Eight megabytes keep a 1 Gbit/s link busy for 64 ms, more than a round trip.
pub const SOURCE_FETCH_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Bytes asked of the source for one partition in one fetch: Kafka's `replica.fetch.max.bytes`.
pub const SOURCE_PARTITION_BYTES_MAX: usize = 1024 * 1024;

/// Longest time the source may hold a fetch that finds no data, in milliseconds (`replica.fetch.wait.max.ms`).
pub const SOURCE_FETCH_WAIT_MS: i32 = 500;

/// Bytes of batches that all windows together may hold by default.
pub const WINDOW_BYTES_DEFAULT: usize = 64 * 1024 * 1024;

/// Bytes that one partition's window may hold before its source is no longer asked.
pub const PARTITION_WINDOW_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Followers' `replica.lag.time.max.ms`, in milliseconds, as Kafka defaults it.
pub const REPLICA_LAG_MS_MAX: u64 = 30_000;

/// Time between heartbeats to the active controller. Kafka's `broker.session.timeout.ms` is 9 s: eight may be lost.
pub const HEARTBEAT_MS: u64 = 1_000;
/// Longest time between heartbeats that may be set: a second less than [`LEASE_MS`].
pub const HEARTBEAT_MS_MAX: u64 = 2_000;
/// How long a sidecar may decide after a heartbeat that was answered, in milliseconds. Shorter than any session: who cannot
/// reach the controllers has stopped deciding before they let another one decide.
pub const LEASE_MS: u64 = 3_000;

/// Catch-up reads for late followers that run at one time.
pub const CATCHUP_READS_MAX: usize = 8;

/// Bytes of one catch-up read.
pub const CATCHUP_BYTES_MAX: usize = 1024 * 1024;

/// Open connections on one listener.
pub const CONNECTIONS_MAX: usize = 10_000;

const _: () = assert!(SOURCE_FETCH_BYTES_MAX < FRAME_BYTES_MAX, "a full fetch answer must fit into a frame");
const _: () = assert!(
    SOURCE_PARTITION_BYTES_MAX <= PARTITION_WINDOW_BYTES_MAX,
    "a window must take one partition's answer"
);
const _: () = assert!(
    SOURCE_FETCH_BYTES_MAX * 2 <= WINDOW_BYTES_DEFAULT,
    "one fetch must arrive while another is being read"
);
