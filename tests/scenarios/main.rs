//! Scenarios on real brokers, in one process so that they share clusters.
#![allow(clippy::disallowed_types, reason = "black-box tests run on the wall clock")]

mod bad_input;
mod fidelity;
mod first_mirror;
mod harness_itself;
mod secured;
