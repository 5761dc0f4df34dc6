//! Requests and answers of every kind through a view, from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kagami::view::hostile::frames(data));
