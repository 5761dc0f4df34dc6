//! The codec against itself, against another implementation, against frames of real brokers, and against
//! bytes that mean harm.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod corpus;
mod entry;
mod golden;
mod hostile;
mod lists;
mod mutated;
mod oracle;
mod refusals;
mod roundtrip;
mod samples;
