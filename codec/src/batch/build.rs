//! Makes uncompressed batches.

use bytes::Bytes;

use super::{BadBatch, CHECKED_FROM, CRC_AT, HEADER_BYTES, Record, RecordHeader};
use crate::write::Writer;

/// Collects records into one uncompressed batch of format 2.
#[derive(Debug)]
pub struct BatchBuilder {
    base_offset: i64,
    last_offset: i64,
    leader_epoch: i32,
    attributes: i16,
    producer: (i64, i16, i32),
    records: Vec<Record>,
}

impl BatchBuilder {
    /// An empty batch whose first record gets this offset. A producer starts at 0: the broker counts anew.
    pub const fn new(base_offset: i64) -> Self {
        Self {
            base_offset,
            last_offset: base_offset,
            leader_epoch: -1,
            attributes: 0,
            producer: (-1, -1, -1),
            records: Vec::new(),
        }
    }

    /// Names the idempotent producer: its id, its epoch, and the sequence number of the first record.
    #[must_use]
    pub const fn producer(mut self, id: i64, epoch: i16, sequence: i32) -> Self {
        self.producer = (id, epoch, sequence);
        self
    }

    /// Makes the batch part of the producer's transaction.
    #[must_use]
    pub const fn transactional(mut self) -> Self {
        self.attributes |= 0x10;
        self
    }

    /// Makes the records markers.
    #[must_use]
    pub const fn control(mut self) -> Self {
        self.attributes |= 0x20;
        self
    }

    /// Sets the partition leader epoch; −1 unless said otherwise.
    #[must_use]
    pub const fn leader_epoch(mut self, epoch: i32) -> Self {
        self.leader_epoch = epoch;
        self
    }

    /// Adds a record at the next offset; the timestamp is in milliseconds since 1970.
    pub fn push(&mut self, timestamp: i64, key: Option<&[u8]>, value: Option<&[u8]>) {
        let offset =
            if self.records.is_empty() { self.base_offset } else { self.last_offset.saturating_add(1) };
        let (key, value) = (key.map(Bytes::copy_from_slice), value.map(Bytes::copy_from_slice));
        self.push_record(&Record { offset, timestamp, key, value, headers: Vec::new() });
    }

    /// Adds a record at an offset of its own, which must not lie before the one added last.
    pub fn push_record(&mut self, record: &Record) {
        self.last_offset = self.last_offset.max(record.offset);
        self.records.push(record.clone());
    }

    /// Lets the batch end at a later offset than its last record has, as a compacted one may.
    pub fn end_at(&mut self, last_offset: i64) {
        self.last_offset = self.last_offset.max(last_offset);
    }

    /// Whether no record was added.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The batch with its checksum.
    ///
    /// # Errors
    /// [`BadBatch::Offsets`] when an offset lies before the base or too far behind it, and
    /// [`BadBatch::Length`] when the batch has more bytes or records than its header can say.
    pub fn build(&self) -> Result<Bytes, BadBatch> {
        let record_count =
            i32::try_from(self.records.len()).map_err(|_| BadBatch::Length { length: i32::MAX })?;
        let last_offset_delta = self.delta(self.last_offset)?;
        let base_timestamp = self.records.first().map_or(-1, |record| record.timestamp);
        let max_timestamp = self.records.iter().map(|record| record.timestamp).max().unwrap_or(-1);
        let mut checked = Writer::new();
        checked.put_i16(self.attributes);
        checked.put_i32(last_offset_delta);
        checked.put_i64(base_timestamp);
        checked.put_i64(max_timestamp);
        let (id, epoch, sequence) = self.producer;
        checked.put_i64(id);
        checked.put_i16(epoch);
        checked.put_i32(sequence);
        checked.put_i32(record_count);
        for record in &self.records {
            let body = self.record(record, base_timestamp)?;
            checked.put_varint(narrow(body.len())?);
            checked.put_segment(&body);
        }
        let checked = checked.into_bytes();
        // Behind the length stand leader epoch, magic and checksum, then everything that is checked.
        let uncounted = 12;
        let before = CHECKED_FROM.saturating_sub(uncounted);
        let mut w = Writer::new();
        w.put_i64(self.base_offset);
        w.put_i32(narrow(checked.len().saturating_add(before))?);
        w.put_i32(self.leader_epoch);
        w.put_i8(2);
        debug_assert_eq!(w.len(), CRC_AT.start, "the header's fields follow the table");
        w.put_u32(crc32c::crc32c(&checked));
        w.put_segment(&checked);
        debug_assert!(w.len() >= HEADER_BYTES, "the header is complete");
        Ok(w.into_bytes())
    }

    fn record(&self, record: &Record, base_timestamp: i64) -> Result<Bytes, BadBatch> {
        let mut w = Writer::new();
        w.put_i8(0);
        w.put_varlong(record.timestamp.saturating_sub(base_timestamp));
        w.put_varint(self.delta(record.offset)?);
        put_payload(&mut w, record.key.as_ref())?;
        put_payload(&mut w, record.value.as_ref())?;
        w.put_varint(narrow(record.headers.len())?);
        for RecordHeader { key, value } in &record.headers {
            w.put_varint(narrow(key.len())?);
            w.put_slice(key.as_bytes());
            put_payload(&mut w, value.as_ref())?;
        }
        Ok(w.into_bytes())
    }

    fn delta(&self, offset: i64) -> Result<i32, BadBatch> {
        let delta = offset.checked_sub(self.base_offset).and_then(|delta| u32::try_from(delta).ok());
        delta.and_then(|delta| i32::try_from(delta).ok()).ok_or(BadBatch::Offsets {
            base_offset: self.base_offset,
            last_offset_delta: -1,
            record_count: -1,
        })
    }
}

fn put_payload(w: &mut Writer, payload: Option<&Bytes>) -> Result<(), BadBatch> {
    match payload {
        None => w.put_varint(-1),
        Some(bytes) => {
            w.put_varint(narrow(bytes.len())?);
            w.put_segment(bytes);
        }
    }
    Ok(())
}

fn narrow(length: usize) -> Result<i32, BadBatch> {
    i32::try_from(length).map_err(|_| BadBatch::Length { length: i32::MAX })
}
