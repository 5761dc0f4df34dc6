//! Record batches of format 2: their headers, their checksum, and the one field that a leader may change.
//!
//! Records stay opaque here, compressed or not. [`records`] and [`BatchBuilder`] open and make uncompressed
//! batches, for the metadata log and for topics of our own.
//!
//! ```text
//! 0 base offset   8 length of what follows   12 leader epoch   16 magic   17 crc of all from 21 on
//! 21 attributes   23 last offset delta   27 base timestamp   35 max timestamp
//! 43 producer id  51 producer epoch      53 base sequence    57 record count   61 records
//! ```

use std::fmt;

use crate::read::Malformed;

mod build;
mod header;
mod open;

pub use build::BatchBuilder;
pub use header::{BatchHeader, Compression, HEADER_BYTES};
pub use open::{Record, RecordHeader, records};

/// Where the partition leader epoch stands; it lies before the checksummed part.
const EPOCH_AT: std::ops::Range<usize> = 12..16;
/// Where the checksum stands.
const CRC_AT: std::ops::Range<usize> = 17..21;
/// Where the checksummed part starts.
const CHECKED_FROM: usize = 21;

/// Why bytes are not a batch that we can work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadBatch {
    /// Another format: 0 and 1 are Kafka's before 0.11.
    Magic {
        /// The format that was found.
        magic: i8,
    },
    /// The length field is smaller than a header or larger than a batch can be.
    Length {
        /// The length field as it was found.
        length: i32,
    },
    /// Offsets or the record count are negative, or the offsets end beyond 63 bits.
    Offsets {
        /// The base offset as it was found.
        base_offset: i64,
        /// The last offset delta as it was found.
        last_offset_delta: i32,
        /// The record count as it was found.
        record_count: i32,
    },
    /// The bytes end before the batch does, where a whole batch was expected.
    Incomplete,
    /// The records are compressed, where they should be opened.
    Compressed {
        /// How they are compressed.
        compression: Compression,
    },
    /// The records do not have the form that the header promises.
    Records(Malformed),
}

impl BadBatch {
    /// A static word for metrics and logs.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Magic { .. } => "magic",
            Self::Length { .. } => "length",
            Self::Offsets { .. } => "offsets",
            Self::Incomplete => "incomplete",
            Self::Compressed { .. } => "compressed",
            Self::Records(_) => "records",
        }
    }
}

impl fmt::Display for BadBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic { magic } => write!(f, "batch format {magic} instead of 2"),
            Self::Length { length } => write!(f, "batch length {length}"),
            Self::Offsets { base_offset, last_offset_delta, record_count } => {
                write!(
                    f,
                    "batch of {record_count} records from {base_offset} on, last offset {last_offset_delta} after it"
                )
            }
            Self::Incomplete => f.write_str("the bytes end inside the batch"),
            Self::Compressed { compression } => write!(f, "records compressed with {compression:?}"),
            Self::Records(malformed) => write!(f, "records: {malformed}"),
        }
    }
}

impl std::error::Error for BadBatch {}

/// The complete batches of a record set with their positions. Ends before a batch that is not all there, as
/// brokers cut the last one at will, and after the first bad one.
pub fn batches(set: &[u8]) -> impl Iterator<Item = Result<(usize, BatchHeader), BadBatch>> + '_ {
    let mut next = Some(0_usize);
    std::iter::from_fn(move || {
        let at = next.take()?;
        match BatchHeader::parse(set.get(at..)?) {
            Ok(None) => None,
            Ok(Some(header)) => {
                next = at.checked_add(header.size());
                Some(Ok((at, header)))
            }
            Err(bad) => Some(Err(bad)),
        }
    })
}

/// Whether the batch at the start of these bytes has the checksum that it claims. False too when the bytes are
/// no complete batch.
pub fn check_crc(batch: &[u8]) -> bool {
    let Ok(Some(header)) = BatchHeader::parse(batch) else { return false };
    batch.get(CHECKED_FROM..header.size()).is_some_and(|checked| crc32c::crc32c(checked) == header.crc)
}

/// Puts the leader's epoch on the batch at `at` in a record set. The checksum does not cover it, so everything
/// else stays as it is. Answers false, having changed nothing, when the set ends before the field.
pub fn restamp(set: &mut [u8], at: usize, epoch: i32) -> bool {
    let field = at
        .checked_add(EPOCH_AT.start)
        .and_then(|start| set.get_mut(start..))
        .and_then(|rest| rest.first_chunk_mut::<4>());
    match field {
        Some(field) => {
            *field = epoch.to_be_bytes();
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn set() -> Vec<u8> {
        let mut first = BatchBuilder::new(5);
        first.push(10, Some(b"k"), Some(b"v"));
        first.push(11, None, Some(b"w"));
        let mut second = BatchBuilder::new(9).producer(4, 1, 0).transactional();
        second.push(12, None, None);
        [first.build().unwrap(), second.build().unwrap()].concat()
    }

    fn positions(set: &[u8]) -> Vec<Result<(usize, i64, i64), BadBatch>> {
        batches(set)
            .map(|one| one.map(|(at, header)| (at, header.base_offset, header.last_offset())))
            .collect()
    }

    #[test]
    fn complete_batches_are_found_and_a_cut_one_is_left() {
        let set = set();
        let second = positions(&set)[1].unwrap().0;
        assert_eq!(positions(&set), [Ok((0, 5, 6)), Ok((second, 9, 9))]);
        for end in second..set.len() {
            assert_eq!(positions(&set[..end]), [Ok((0, 5, 6))], "cut at {end}");
        }
        for end in 0..second {
            assert_eq!(positions(&set[..end]), [], "cut at {end}");
        }
    }

    #[test]
    fn an_old_format_ends_the_walk_with_its_number() {
        let mut set = set();
        let second = positions(&set)[1].unwrap().0;
        set[second + 16] = 1;
        assert_eq!(positions(&set), [Ok((0, 5, 6)), Err(BadBatch::Magic { magic: 1 })]);
    }

    #[test]
    fn nonsense_in_the_header_is_refused() {
        let bad = |at: usize, bytes: &[u8]| {
            let mut set = set();
            set[at..at + bytes.len()].copy_from_slice(bytes);
            BatchHeader::parse(&set)
        };
        assert_eq!(bad(8, &48_i32.to_be_bytes()), Err(BadBatch::Length { length: 48 }));
        assert_eq!(bad(8, &(-1_i32).to_be_bytes()), Err(BadBatch::Length { length: -1 }));
        assert_eq!(bad(8, &i32::MAX.to_be_bytes()), Ok(None));
        let offsets = |base_offset, last_offset_delta, record_count| {
            Err(BadBatch::Offsets { base_offset, last_offset_delta, record_count })
        };
        assert_eq!(bad(0, &i64::MAX.to_be_bytes()), offsets(i64::MAX, 1, 2));
        assert_eq!(bad(0, &(-1_i64).to_be_bytes()), offsets(-1, 1, 2));
        assert_eq!(bad(23, &(-2_i32).to_be_bytes()), offsets(5, -2, 2));
        assert_eq!(bad(57, &(-1_i32).to_be_bytes()), offsets(5, 1, -1));
    }

    #[test]
    fn a_new_epoch_leaves_the_checksum_valid_and_all_else_equal() {
        let before = set();
        let second = positions(&before)[1].unwrap().0;
        let mut after = before.clone();
        assert!(restamp(&mut after, second, 0x0102_0304));
        assert_eq!(after[second + 12..second + 16], [1, 2, 3, 4]);
        assert!(check_crc(&after) && check_crc(&after[second..]));
        after[second + 12..second + 16].copy_from_slice(&before[second + 12..second + 16]);
        assert_eq!(after, before);
        let end = after.len();
        assert!(!restamp(&mut after, end - 15, 1) && !restamp(&mut after, usize::MAX, 1));
        assert_eq!(after, before);
    }

    #[test]
    fn a_changed_byte_behind_the_checksum_is_noticed() {
        let set = set();
        for at in CHECKED_FROM..positions(&set)[1].unwrap().0 {
            let mut changed = set.clone();
            changed[at] ^= 1;
            assert!(!check_crc(&changed), "byte {at}");
        }
        assert!(check_crc(&set));
        assert!(!check_crc(&set[..60]));
    }

    #[test]
    fn any_single_change_is_survived() {
        let set = set();
        for at in 0..set.len() {
            for change in [1, 0x40, 0x80, 0xff] {
                let mut changed = set.clone();
                changed[at] ^= change;
                let found = batches(&changed).count();
                assert!(found <= 2);
                let _ = records(Bytes::from(changed));
            }
        }
    }
}
