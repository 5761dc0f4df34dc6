//! Real Kafka clusters, foreign clients and the sidecar as processes, for black-box tests.
//!
//! Everything lives under one directory for each test process and dies with it: every child is watched by a shell
//! that kills it when our end of a pipe closes, so a test that is killed leaves no JVM behind. Tests of one process
//! share clusters ([`shared()`]) and keep apart by names ([`unique`]).
//!
//! Environment: `KAGAMI_CACHE` (jars and clients, made by `deploy/setup`), `KAGAMI_VERSIONS` (Kafka versions),
//! `KAGAMI_BIN` (the sidecar's binary), `KAGAMI_KEEP` (leave directories and logs in place).
#![allow(clippy::disallowed_types, reason = "black-box tests run on the wall clock")]
#![allow(clippy::print_stderr, reason = "a failed test tells its story on standard error")]

mod applications;
mod certified;
mod client;
mod clock;
mod cluster;
mod config;
mod counters;
mod driver;
mod format;
mod http;
mod library;
mod node;
mod place;
mod process;
mod raw;
mod recorder;
mod security;
mod segments;
mod shared;
mod sidecar;
mod suite;
mod tools;
mod topics;
mod wait;

pub use applications::{Application, Worker};
pub use certified::Certified;
pub use client::{Answer, Background, Failure, KEYS, Partition, Producer, Record, Seen, Stored, Topic};
pub use clock::Clock;
pub use cluster::{Builder, Cluster, boot};
pub use driver::{Client, Driver};
pub use http::{Response, http};
pub use library::Library;
pub use node::Node;
pub use place::{dealt, directory, full, newest, newest_or_all, oldest_or_all, port, unique, versions};
pub use process::Process;
pub use raw::{Plain, RawBatch, RawRecord, raw_produce, raw_request};
pub use recorder::Recorder;
pub use security::{Certificates, Security, USERS};
pub use segments::{Batch, Place, assert_same_log, compare, segments_in, wait_same_log};
pub use shared::{Pair, shared};
pub use sidecar::{Kagami, Options, Said};
pub use suite::{Outcome, Run, Suite};
pub use topics::{compacted_topic, emptied_topic};
pub use wait::{PATIENCE, eventually, wait_until};
