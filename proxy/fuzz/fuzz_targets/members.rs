//! What members of a group tell each other, through a view, from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kagami::view::hostile::members(data));
