//! Scenarios on real brokers, in one process so that they share clusters.
#![allow(clippy::disallowed_types, reason = "black-box tests run on the wall clock")]

mod answers;
mod bad_input;
mod broken_disks;
mod certified;
mod clocks;
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
mod moved_brokers;
mod ports;
mod read_only;
mod reassigned;
mod secured;
mod sharing;
mod snapshots;
mod stage;
mod steps;
mod takeover;
mod three_brokers;
mod three_controllers;
mod transactions;
mod unsettled;
mod upgrades;
mod verbs;
mod views;
mod wiped;
mod witness;
