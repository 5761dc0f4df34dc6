//! Record sets and request headers from any bytes.
#![no_main]
#![allow(dead_code, reason = "each target uses one of the shared entry points")]

#[path = "../../tests/wire/entry.rs"]
mod entry;
#[path = "../../tests/wire/lists.rs"]
mod lists;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entry::batch(data));
