//! The records of an uncompressed batch.

use bytes::Bytes;

use super::{BadBatch, BatchHeader, Compression, HEADER_BYTES};
use crate::read::{Malformed, Reader};

/// A record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its offset.
    pub offset: i64,
    /// Milliseconds since 1970.
    pub timestamp: i64,
    /// Its key.
    pub key: Option<Bytes>,
    /// Its value; null deletes the key in a compacted topic.
    pub value: Option<Bytes>,
    /// Its headers, in order.
    pub headers: Vec<RecordHeader>,
}

/// A named value beside a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordHeader {
    /// The name, not necessarily unique.
    pub key: String,
    /// The value.
    pub value: Option<Bytes>,
}

/// Opens the batch at the start of these bytes; keys and values share them. The checksum is not checked.
///
/// # Errors
/// When the bytes are no complete batch, its records are compressed, or they contradict its header.
pub fn records(batch: Bytes) -> Result<Vec<Record>, BadBatch> {
    let header = BatchHeader::parse(&batch)?.ok_or(BadBatch::Incomplete)?;
    let compression = header.compression();
    if compression != Compression::None {
        return Err(BadBatch::Compressed { compression });
    }
    let mut r = Reader::new(batch.slice(HEADER_BYTES..header.size()));
    all(&mut r, &header).and_then(|list| r.finish().map(|()| list)).map_err(BadBatch::Records)
}

fn all(r: &mut Reader, header: &BatchHeader) -> Result<Vec<Record>, Malformed> {
    let mut list = Vec::new();
    for _ in 0..header.record_count {
        let length = length(r)?.ok_or(Malformed::Null)?;
        let mut body = Reader::new(r.slice(length)?);
        list.push(one(&mut body, header)?);
        body.finish()?;
    }
    Ok(list)
}

fn one(r: &mut Reader, header: &BatchHeader) -> Result<Record, Malformed> {
    let _attributes = r.i8()?;
    let timestamp = header.base_timestamp.checked_add(r.varlong()?).ok_or(Malformed::Varint)?;
    let delta = r.varint()?;
    // A record outside its batch would be seen under an offset that belongs to another.
    if !(0..=header.last_offset_delta).contains(&delta) {
        return Err(Malformed::Varint);
    }
    let offset = header.base_offset.saturating_add(delta.into());
    let timestamp = if header.is_log_append_time() { header.max_timestamp } else { timestamp };
    let (key, value) = (payload(r)?, payload(r)?);
    let count = length(r)?.ok_or(Malformed::Null)?;
    let mut headers = Vec::new();
    for _ in 0..count {
        let name = payload(r)?.ok_or(Malformed::Null)?;
        let key = std::str::from_utf8(&name).map_err(|_| Malformed::Utf8)?.to_owned();
        headers.push(RecordHeader { key, value: payload(r)? });
    }
    Ok(Record { offset, timestamp, key, value, headers })
}

/// A length or count; −1 is null.
fn length(r: &mut Reader) -> Result<Option<usize>, Malformed> {
    match r.varint()? {
        -1 => Ok(None),
        length => usize::try_from(length).map(Some).map_err(|_| Malformed::Length),
    }
}

fn payload(r: &mut Reader) -> Result<Option<Bytes>, Malformed> {
    length(r)?.map(|length| r.slice(length)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::BatchBuilder;

    #[test]
    fn what_was_built_is_opened_again() {
        let mut builder = BatchBuilder::new(100);
        builder.push(50, Some(b"key"), Some(b"value"));
        builder.push_record(&Record {
            offset: 107,
            timestamp: 40,
            key: None,
            value: None,
            headers: vec![RecordHeader { key: "h".to_owned(), value: Some(Bytes::from_static(b"x")) }],
        });
        let found = records(builder.build().unwrap()).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].offset, 100);
        assert_eq!(found[0].timestamp, 50);
        assert_eq!(found[0].key.as_deref(), Some(&b"key"[..]));
        assert_eq!(found[1].offset, 107);
        assert_eq!(found[1].timestamp, 40);
        assert_eq!(found[1].headers[0].key, "h");
    }

    #[test]
    fn a_huge_count_inside_a_batch_reserves_nothing() {
        let mut builder = BatchBuilder::new(0);
        builder.push(0, None, None);
        let mut batch = builder.build().unwrap().to_vec();
        batch[57..61].copy_from_slice(&i32::MAX.to_be_bytes());
        assert_eq!(records(Bytes::from(batch)), Err(BadBatch::Records(Malformed::Short)));
    }

    #[test]
    fn compressed_records_stay_closed() {
        let mut batch = BatchBuilder::new(0).build().unwrap().to_vec();
        batch[22] = 4;
        assert_eq!(records(Bytes::from(batch)), Err(BadBatch::Compressed { compression: Compression::Zstd }));
    }
}
