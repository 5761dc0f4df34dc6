//! The fixed part of a batch.

use super::{BadBatch, CRC_AT};

/// Bytes before the first record.
pub const HEADER_BYTES: usize = 61;

/// Bytes before the part that the length field counts: base offset and the length itself.
const UNCOUNTED_BYTES: usize = 12;

/// How the records of a batch are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// Snappy.
    Snappy,
    /// LZ4.
    Lz4,
    /// Zstandard.
    Zstd,
    /// A number that Kafka has not given out yet, 5 to 7.
    Unknown(u8),
}

/// What a batch says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchHeader {
    /// Offset of the first record, also when compaction has removed that record.
    pub base_offset: i64,
    /// Bytes behind this field.
    pub batch_length: i32,
    /// Epoch of the leader that appended the batch; not covered by the checksum.
    pub partition_leader_epoch: i32,
    /// The format, always 2.
    pub magic: i8,
    /// CRC-32C of everything from the attributes on.
    pub crc: u32,
    /// Flags; see the methods.
    pub attributes: i16,
    /// Last offset minus base offset; stays when compaction removes records.
    pub last_offset_delta: i32,
    /// Milliseconds since 1970 that the records' deltas count from.
    pub base_timestamp: i64,
    /// The largest timestamp in the batch, in milliseconds since 1970.
    pub max_timestamp: i64,
    /// The idempotent producer, or −1.
    pub producer_id: i64,
    /// Its epoch, or −1.
    pub producer_epoch: i16,
    /// Sequence number of the first record, or −1.
    pub base_sequence: i32,
    /// How many records are left in the batch.
    pub record_count: i32,
}

/// Takes the bytes of one field from the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (field, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*field)
}

impl BatchHeader {
    /// Reads the header of the batch at the start of these bytes; `None` when the batch is not all there.
    ///
    /// # Errors
    /// When it is of another format or contradicts itself. An old format is told from its first 17 bytes on.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, BadBatch> {
        if let Some(&magic) = bytes.get(16)
            && magic != 2
        {
            return Err(BadBatch::Magic { magic: magic.cast_signed() });
        }
        let Some(header) = Self::fields(bytes) else { return Ok(None) };
        if usize::try_from(header.batch_length).is_err() || header.size() < HEADER_BYTES {
            return Err(BadBatch::Length { length: header.batch_length });
        }
        if bytes.len() < header.size() {
            return Ok(None);
        }
        let end = header
            .base_offset
            .checked_add(header.last_offset_delta.into())
            .and_then(|last| last.checked_add(1));
        if header.base_offset < 0 || header.last_offset_delta < 0 || header.record_count < 0 || end.is_none()
        {
            return Err(BadBatch::Offsets {
                base_offset: header.base_offset,
                last_offset_delta: header.last_offset_delta,
                record_count: header.record_count,
            });
        }
        Ok(Some(header))
    }

    fn fields(bytes: &[u8]) -> Option<Self> {
        debug_assert_eq!(CRC_AT.start, 17, "the fields are read in the order of the table");
        let mut rest = bytes;
        let rest = &mut rest;
        Some(Self {
            base_offset: i64::from_be_bytes(take(rest)?),
            batch_length: i32::from_be_bytes(take(rest)?),
            partition_leader_epoch: i32::from_be_bytes(take(rest)?),
            magic: i8::from_be_bytes(take(rest)?),
            crc: u32::from_be_bytes(take(rest)?),
            attributes: i16::from_be_bytes(take(rest)?),
            last_offset_delta: i32::from_be_bytes(take(rest)?),
            base_timestamp: i64::from_be_bytes(take(rest)?),
            max_timestamp: i64::from_be_bytes(take(rest)?),
            producer_id: i64::from_be_bytes(take(rest)?),
            producer_epoch: i16::from_be_bytes(take(rest)?),
            base_sequence: i32::from_be_bytes(take(rest)?),
            record_count: i32::from_be_bytes(take(rest)?),
        })
    }

    /// Offset of the last record.
    pub fn last_offset(&self) -> i64 {
        self.base_offset.saturating_add(self.last_offset_delta.into())
    }

    /// Offset behind the batch, where the next one may start.
    pub fn next_offset(&self) -> i64 {
        self.last_offset().saturating_add(1)
    }

    /// Bytes of the whole batch.
    pub fn size(&self) -> usize {
        usize::try_from(self.batch_length).unwrap_or(0).saturating_add(UNCOUNTED_BYTES)
    }

    /// How the records are compressed.
    pub const fn compression(&self) -> Compression {
        match self.attributes & 7 {
            0 => Compression::None,
            1 => Compression::Gzip,
            2 => Compression::Snappy,
            3 => Compression::Lz4,
            4 => Compression::Zstd,
            5 => Compression::Unknown(5),
            6 => Compression::Unknown(6),
            _ => Compression::Unknown(7),
        }
    }

    /// Whether the timestamps are those of the append, instead of the producer's.
    pub const fn is_log_append_time(&self) -> bool {
        self.attributes & 0x08 != 0
    }

    /// Whether the batch belongs to a transaction.
    pub const fn is_transactional(&self) -> bool {
        self.attributes & 0x10 != 0
    }

    /// Whether the batch holds markers for brokers and consumers instead of records.
    pub const fn is_control(&self) -> bool {
        self.attributes & 0x20 != 0
    }

    /// Whether an idempotent producer wrote the batch.
    pub const fn has_producer(&self) -> bool {
        self.producer_id >= 0
    }
}
