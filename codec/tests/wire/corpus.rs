//! The fuzzers' corpus, replayed by an ordinary test.

use std::fs;
use std::path::Path;

use crate::entry;

fn replay(target: &str, entry: fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut count = 0;
    for file in fs::read_dir(&directory).unwrap() {
        entry(&fs::read(file.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0, "{} is empty", directory.display());
}

#[test]
fn the_corpus_of_messages_is_survived() {
    replay("message", entry::message);
}

#[test]
fn the_corpus_of_metadata_records_is_survived() {
    replay("record", entry::record);
}

#[test]
fn the_corpus_of_batches_is_survived() {
    replay("batch", entry::batch);
}
