//! Bytes that mean harm: every message is read from damaged samples.

use std::env;
use std::fmt::Debug;
use std::process::Command;

use bytes::Bytes;
use kagami_codec::Message;

use crate::entry::survives;
use crate::roundtrip::encode;
use crate::samples::{LENGTHS, Sample, Seed, damage};

/// How many damaged copies of each version are read.
const ROUNDS: u64 = 40;

fn damaged<M: Message + Sample + PartialEq + Debug>() {
    for version in M::MIN_VERSION..=M::MAX_VERSION {
        let mut seed = Seed(u64::from(version.unsigned_abs()));
        let good = encode(&M::sample(&mut seed, version), version);
        for _ in 0..ROUNDS {
            let mut bytes = good.to_vec();
            for _ in 0..=seed.below(3) {
                damage(&mut seed, &mut bytes);
            }
            survives::<M>(&Bytes::from(bytes), version);
        }
    }
}

/// Puts each hostile length at each of the first places of a message.
fn lengths<M: Message + Sample + PartialEq + Debug>() {
    for version in M::MIN_VERSION..=M::MAX_VERSION {
        let good = encode(&M::sample(&mut Seed(11), version), version);
        for at in 0..good.len().min(120) {
            for length in LENGTHS {
                let mut bytes = good.to_vec();
                let end = (at + length.len()).min(bytes.len());
                bytes.splice(at..end, length.iter().copied());
                survives::<M>(&Bytes::from(bytes), version);
            }
        }
    }
}

macro_rules! damage_each {
    ($($name:ident: $message:ident),*) => { $(damaged::<$message>();)* };
}

macro_rules! lengths_of_each {
    ($($name:ident: $message:ident),*) => { $(lengths::<$message>();)* };
}

mod every_message {
    use kagami_codec::message::*;
    use kagami_codec::record::*;

    use super::{damaged, lengths};

    #[test]
    fn survives_damage() {
        crate::lists::messages!(damage_each);
        crate::lists::records!(damage_each);
    }

    #[test]
    fn survives_hostile_lengths() {
        crate::lists::messages!(lengths_of_each);
        crate::lists::records!(lengths_of_each);
    }
}

/// Reserving by a peer's count would need gigabytes; the process gets a quarter of one, so it would be aborted.
#[cfg(target_os = "linux")]
#[test]
fn hostile_lengths_fit_in_a_small_address_space() {
    let itself = env::current_exe().unwrap();
    let ran = Command::new("sh")
        .args(["-c", "ulimit -v 262144 && exec \"$0\" --exact --test-threads=1 \"$1\""])
        .arg(itself)
        .arg("hostile::every_message::survives_hostile_lengths")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
