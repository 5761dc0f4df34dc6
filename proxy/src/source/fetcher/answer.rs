//! The records in a fetch answer: where they lie in its buffer, what their headers say, and their new epoch.

use bytes::Bytes;
use kagami_codec::{
    batch::{self, BadBatch},
    types::Uuid,
};

use crate::{cluster::image::Key, net::Buffers, window::Chunk};

/// A slice that is smaller than this share of its buffer is copied out, so that it does not hold the whole buffer.
const SLICE_SHARE: usize = 8;

/// Why records cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    OldFormat { magic: i8, offset: i64 },
    Corrupt { offset: i64 },
}

/// The epoch that batches were stamped with, the source's epoch of the last one and the batches, or the offset of one
/// that is damaged.
pub(super) type Checked = Result<(i32, i32, Chunk), i64>;

/// The batches of one partition in an answer.
#[derive(Debug)]
pub(super) struct Found {
    pub key: Key,
    pub epoch: i32,
    from: i64,
    pub next: i64,
    pub source_epoch: i32,
    /// Largest producer id of its batches; -1 when none has one.
    pub producer_id: i64,
    /// Position in the answer's buffer.
    start: usize,
    /// Offset after each batch and its end, counted from `start`.
    batches: Vec<(i64, usize)>,
}

/// An answer's buffer with what was found in it.
#[derive(Debug)]
pub(super) struct Records {
    pub body: Bytes,
    pub found: Vec<Found>,
}

/// Looks at the headers of the whole batches in `records`, a slice of `body`, that hold or follow `offset`.
pub(super) fn scan(body: &Bytes, records: &Bytes, offset: i64) -> Result<Option<Found>, Unreadable> {
    let base = (records.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
    let mut found = Found {
        key: Key { topic_id: Uuid::ZERO, partition: 0 },
        epoch: -1,
        from: offset,
        next: offset,
        source_epoch: -1,
        producer_id: -1,
        start: 0,
        batches: Vec::new(),
    };
    for batch in batch::batches(records) {
        let (at, header) = match batch {
            Ok(batch) => batch,
            // What came before it is good; it will be met again, then as the first.
            Err(_) if !found.batches.is_empty() => break,
            Err(BadBatch::Magic { magic, .. }) => {
                return Err(Unreadable::OldFormat { magic, offset: found.next });
            }
            Err(_) => return Err(Unreadable::Corrupt { offset: found.next }),
        };
        if header.next_offset() <= offset {
            continue;
        }
        // Only the first batch may begin before the offset that was asked for.
        if header.base_offset < found.next && !found.batches.is_empty() {
            return Err(Unreadable::Corrupt { offset: header.base_offset });
        }
        if found.batches.is_empty() {
            found.start = at;
        }
        found.next = header.next_offset();
        found.source_epoch = header.partition_leader_epoch;
        found.producer_id = found.producer_id.max(header.producer_id);
        found.batches.push((found.next, at.saturating_add(header.size()).saturating_sub(found.start)));
    }
    found.start = found.start.saturating_add(base);
    Ok((!found.batches.is_empty()).then_some(found))
}

impl Records {
    /// Bytes of all batches.
    pub(super) fn bytes(&self) -> usize {
        self.found.iter().filter_map(|f| f.batches.last()).map(|(_, end)| *end).sum()
    }

    /// Checks every checksum, writes our epochs into the headers and cuts the buffer into chunks. For a bad batch the
    /// offset where it lies is returned, and nothing of its partition. The buffer goes back to `buffers` when the last
    /// chunk is gone.
    pub(super) fn finish(self, buffers: &Buffers) -> Vec<(Key, Checked)> {
        let Self { body, found } = self;
        // Nobody else holds the buffer, so this moves it; were it shared, it would be copied and still be right.
        let mut buffer = body.try_into_mut().unwrap_or_else(|shared| shared.as_ref().into());
        let mut bad = Vec::new();
        for one in &found {
            let mut at = one.start;
            let mut corrupt = None;
            for (next, end) in &one.batches {
                let stop = one.start.saturating_add(*end);
                let good = buffer.get(at..stop).is_some_and(batch::check_crc);
                if !good || !batch::restamp(&mut buffer, at, one.epoch) {
                    corrupt = Some(*next - 1);
                    break;
                }
                at = stop;
            }
            bad.push(corrupt);
        }
        let whole = buffers.share(buffer);
        found
            .into_iter()
            .zip(bad)
            .map(|(one, bad)| {
                if let Some(offset) = bad {
                    return (one.key, Err(offset));
                }
                let end = one.batches.last().map_or(0, |(_, end)| *end);
                let slice = whole.slice(one.start..one.start.saturating_add(end));
                let bytes = if slice.len() < whole.len() / SLICE_SHARE {
                    Bytes::copy_from_slice(&slice)
                } else {
                    slice
                };
                let chunk = Chunk { from: one.from, next: one.next, bytes, batches: one.batches.into() };
                (one.key, Ok((one.epoch, one.source_epoch, chunk)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::batch::BatchBuilder;

    use super::*;

    /// An answer with some bytes around two batches: offsets 5 to 6, and 7.
    fn body() -> (Bytes, Bytes) {
        let mut first = BatchBuilder::new(5);
        first.push(1, None, Some(b"five"));
        first.push(1, None, Some(b"six"));
        let mut second = BatchBuilder::new(7);
        second.push(1, None, Some(b"seven"));
        let records = [first.build().expect("two records"), second.build().expect("one record")].concat();
        let body = Bytes::from([b"head".as_slice(), &records, b"tail".as_slice()].concat());
        let slice = body.slice(4..4 + records.len());
        (body, slice)
    }

    fn finish(body: Bytes, records: &Bytes, offset: i64) -> Checked {
        let mut found = scan(&body, records, offset).expect("readable").expect("not empty");
        found.epoch = 9;
        Records { body, found: vec![found] }.finish(&Buffers::new(0, 0)).remove(0).1
    }

    #[test]
    fn batches_are_restamped_and_nothing_else_changes() {
        let (body, records) = body();
        let (epoch, _, chunk) = finish(body, &records, 5).expect("good batches");
        assert_eq!((epoch, chunk.from, chunk.next, chunk.batches.len()), (9, 5, 8, 2));
        let mut expected = records.to_vec();
        let second = chunk.batches[0].1;
        expected[12..16].copy_from_slice(&9_i32.to_be_bytes());
        expected[second + 12..second + 16].copy_from_slice(&9_i32.to_be_bytes());
        assert_eq!(chunk.bytes, expected);
    }

    #[test]
    fn batches_before_the_wanted_offset_are_left_out() {
        let (body, records) = body();
        let (_, _, chunk) = finish(body, &records, 7).expect("good batches");
        assert_eq!((chunk.from, chunk.next, chunk.batches.len()), (7, 8, 1));
    }

    #[test]
    fn a_flipped_bit_keeps_the_partition_out_and_names_the_offset() {
        let (body, records) = body();
        let mut flipped = body.to_vec();
        let last = 4 + records.len() - 2;
        flipped[last] ^= 1;
        let body = Bytes::from(flipped);
        let records = body.slice(4..4 + records.len());
        assert_eq!(finish(body, &records, 5).expect_err("a bad checksum"), 7);
    }

    #[test]
    fn a_cut_tail_is_left_for_the_next_fetch() {
        let (body, records) = body();
        let cut = records.slice(..records.len() - 3);
        let found = scan(&body, &cut, 5).expect("readable").expect("the first batch");
        assert_eq!(found.next, 7);
    }
}
