//! Golden frames, damaged from a fixed seed: a fuzzer for stable Rust and every day.

use std::env;
use std::fmt::Debug;

use bytes::Bytes;
use kagami_codec::Message;
use kagami_codec::batch::BatchBuilder;

use crate::entry::{self, survives};
use crate::golden::{body, load};
use crate::samples::{Seed, damage};

/// How often each frame is damaged; `KAGAMI_FUZZ_ROUNDS` asks for more.
fn rounds() -> u64 {
    env::var("KAGAMI_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(60)
}

fn each_round(good: &[u8], seed: u64, mut check: impl FnMut(Vec<u8>)) {
    for round in 0..rounds() {
        let mut seed = Seed(seed.wrapping_mul(1_000_003).wrapping_add(round));
        let mut bytes = good.to_vec();
        for _ in 0..=seed.below(6) {
            damage(&mut seed, &mut bytes);
        }
        check(bytes);
    }
}

fn frames<M: Message + PartialEq + Debug>(name: &str) {
    for (seed, golden) in (0..).zip(load(name)) {
        each_round(&body::<M>(&golden.bytes, golden.version), seed, |bytes| {
            survives::<M>(&Bytes::from(bytes), golden.version);
        });
        each_round(&golden.bytes, seed, |bytes| entry::batch(&bytes));
    }
}

macro_rules! each_message {
    ($($name:ident: $message:ident),*) => { $(frames::<$message>(stringify!($name));)* };
}

macro_rules! each_record {
    ($($name:ident: $message:ident),*) => { $(values(stringify!($name));)* };
}

fn values(name: &str) {
    for (seed, golden) in (0..).zip(load(&format!("record/{name}"))) {
        each_round(&golden.bytes, seed, |bytes| entry::record(&bytes));
    }
}

#[test]
fn damaged_frames_are_survived() {
    use kagami_codec::message::*;
    crate::lists::messages!(each_message);
}

#[test]
fn damaged_metadata_records_are_survived() {
    crate::lists::records!(each_record);
}

#[test]
fn damaged_batches_are_survived() {
    let mut set = Vec::new();
    for base in [0, 7, 30] {
        let mut builder = BatchBuilder::new(base).producer(base, 0, 0);
        builder.push(1, Some(b"key"), None);
        builder.push(2, None, Some(b"value"));
        set.extend_from_slice(&builder.build().unwrap());
    }
    for seed in 0..40 {
        each_round(&set, seed, |bytes| entry::batch(&bytes));
    }
}
