//! Values for every field of every message, the same for the same seed; and what damages their bytes.

use bytes::Bytes;
use kagami_codec::types::{RawTag, Uuid};

// The proxy's tests have this file too, from another place.
#[path = "samples/generated.rs"]
mod generated;

/// A structure that can be filled with what a version can say.
pub(crate) trait Sample {
    fn sample(s: &mut Seed, v: i16) -> Self;
}

/// A source of numbers that only look random (splitmix64).
#[derive(Debug)]
pub(crate) struct Seed(pub(crate) u64);

impl Seed {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    fn eight(&mut self) -> [u8; 8] {
        self.next().to_be_bytes()
    }

    pub(crate) fn bool(&mut self) -> bool {
        self.next() & 1 == 1
    }

    pub(crate) fn i8(&mut self) -> i8 {
        i8::from_be_bytes([self.eight()[0]])
    }

    pub(crate) fn i16(&mut self) -> i16 {
        i16::from_be_bytes(*self.eight().first_chunk().unwrap())
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_be_bytes(*self.eight().first_chunk().unwrap())
    }

    pub(crate) fn i32(&mut self) -> i32 {
        i32::from_be_bytes(*self.eight().first_chunk().unwrap())
    }

    pub(crate) fn i64(&mut self) -> i64 {
        i64::from_be_bytes(self.eight())
    }

    /// A number with a fraction, never one that differs from itself.
    pub(crate) fn f64(&mut self) -> f64 {
        f64::from(self.i32()) / 8.0
    }

    pub(crate) fn uuid(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.eight());
        bytes[8..].copy_from_slice(&self.eight());
        Uuid(bytes)
    }

    pub(crate) fn string(&mut self) -> String {
        let length = self.below(12);
        (0..length).map(|_| ['a', 'Z', '0', '-', '.', 'é', '鏡', '🪞'][self.below(8)]).collect()
    }

    /// Usually a few bytes, sometimes more than the writer copies.
    pub(crate) fn bytes(&mut self) -> Bytes {
        let length = if self.below(8) == 0 { 4090 + self.below(20) } else { self.below(40) };
        (0..length).map(|_| self.eight()[0]).collect()
    }

    pub(crate) fn list<T>(&mut self, one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut one = one;
        let length = self.below(4);
        (0..length).map(|_| one(self)).collect()
    }

    pub(crate) fn maybe<T>(&mut self, nullable: bool, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if nullable && self.below(3) == 0 { None } else { Some(one(self)) }
    }

    /// Tagged fields far above those that Kafka has given out, in order.
    pub(crate) fn tags(&mut self) -> Vec<RawTag> {
        let count = self.below(6).saturating_sub(3);
        (0..count).map(|at| RawTag { tag: 10_000 + u32::try_from(at).unwrap(), data: self.bytes() }).collect()
    }
}

/// Numbers that length fields get: plain 32-bit and 16-bit lengths, and the compact form of huge ones.
pub(crate) const LENGTHS: [&[u8]; 6] = [
    &[0x7f, 0xff, 0xff, 0xff],
    &[0x80, 0, 0, 0],
    &[0xff, 0xff, 0xff, 0xfe],
    &[0x7f, 0xff],
    &[0xff, 0xff, 0xff, 0xff, 0x0f],
    &[0x80, 0x80, 0x80, 0x40],
];

/// Damages bytes in one of the ways that find mistakes.
pub(crate) fn damage(seed: &mut Seed, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let at = seed.below(bytes.len());
    match seed.below(5) {
        0 => bytes[at] ^= 1 << seed.below(8),
        1 => bytes[at] = 0xff,
        2 => bytes.truncate(at),
        3 => {
            let end = (at + 1 + seed.below(16)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        _ => {
            let length = LENGTHS[seed.below(LENGTHS.len())];
            let end = (at + length.len()).min(bytes.len());
            bytes.splice(at..end, length.iter().copied());
        }
    }
}
