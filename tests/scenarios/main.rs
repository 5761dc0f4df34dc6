//! Scenarios on real brokers, in one process so that they share clusters.
#![allow(clippy::disallowed_types, reason = "black-box tests run on the wall clock")]

mod answers;
mod bad_input;
mod certified;
mod coordinator;
mod death_and_return;
mod fidelity;
mod first_mirror;
mod fleet;
mod foreign_topics;
mod gaps;
mod harness_itself;
mod idempotence;
mod look;
mod many_partitions;
mod ports;
mod read_only;
mod secured;
mod sharing;
mod stage;
mod steps;
mod takeover;
mod three_brokers;
mod transactions;
mod verbs;
