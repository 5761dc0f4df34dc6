//! Regular expressions through a view, from any text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kagami::view::hostile::patterns(data));
