//! Scenarios on real brokers, in one process so that they share clusters.
#![allow(clippy::disallowed_types, reason = "black-box tests run on the wall clock")]

mod answers;
mod bad_input;
mod fidelity;
mod first_mirror;
mod gaps;
mod harness_itself;
mod idempotence;
mod look;
mod secured;
mod steps;
mod transactions;
mod verbs;
