//! The codec against itself, against another implementation, against frames of real brokers, and against
//! bytes that mean harm.

mod oracle;
mod roundtrip;
mod samples;
