//! Where hostile bytes enter: shared by these tests and by the fuzz targets in `codec/fuzz`.

use std::fmt::Debug;

use bytes::Bytes;
use kagami_codec::batch::{batches, check_crc, records, restamp};
use kagami_codec::frame::RequestHeader;
use kagami_codec::message::*;
use kagami_codec::record::*;
use kagami_codec::{Malformed, Message, Reader, Writer};

/// Reads what may be anything. What can be read must be writable, in a form that reads the same again.
pub(crate) fn survives<M: Message + PartialEq + Debug>(bytes: &Bytes, version: i16) {
    let Ok(message) = M::decode(&mut Reader::new(bytes.clone()), version) else { return };
    let mut w = Writer::new();
    message.encode(&mut w, version).unwrap_or_else(|error| panic!("{} v{version}: {error}", M::NAME));
    same(M::decode(&mut Reader::new(w.into_bytes()), version), message);
}

fn same<T: PartialEq + Debug>(again: Result<T, Malformed>, expected: T) {
    let expected = Ok(expected);
    // A double that is not a number differs from itself, but not as text.
    if again != expected {
        assert_eq!(format!("{again:?}"), format!("{expected:?}"));
    }
}

macro_rules! choose {
    ($($name:ident: $message:ident),*) => {
        const READERS: &[(fn(&Bytes, i16), i16, i16)] =
            &[$((survives::<$message>, $message::MIN_VERSION, $message::MAX_VERSION)),*];
    };
}
crate::lists::messages!(choose);

/// The first byte chooses the message, the second its version; the rest is the body.
pub(crate) fn message(data: &[u8]) {
    let [choice, version, body @ ..] = data else { return };
    let (read, low, high) = READERS[usize::from(*choice) % READERS.len()];
    let version = low + i16::from(*version) % (high - low + 1);
    read(&Bytes::copy_from_slice(body), version);
}

/// The value of a metadata record.
pub(crate) fn record(data: &[u8]) {
    let Ok(record) = MetadataRecord::decode(Bytes::copy_from_slice(data)) else { return };
    // The version is not kept by a record that is known; its newest one can say whatever an older one said.
    let version = match &record {
        MetadataRecord::Unknown { version, .. } => *version,
        known => newest(known.key()),
    };
    let bytes = record.encode(version).expect("what was read can be written");
    same(MetadataRecord::decode(bytes), record);
}

macro_rules! newest {
    ($($name:ident: $record:ident),*) => {
        fn newest(key: i16) -> i16 {
            match key {
                $($record::KEY => $record::MAX_VERSION,)*
                _ => 0,
            }
        }
    };
}
crate::lists::records!(newest);

/// A record set, and a request header.
pub(crate) fn batch(data: &[u8]) {
    let mut total = 0;
    for found in batches(data) {
        let Ok((at, header)) = found else { break };
        assert_eq!(at, total, "batches follow one another");
        assert!(header.size() <= data.len() - at && header.next_offset() > header.base_offset);
        let _ = check_crc(&data[at..]);
        let _ = records(Bytes::copy_from_slice(&data[at..]));
        let mut copy = data.to_vec();
        assert!(restamp(&mut copy, at, 7));
        total += header.size();
    }
    let _ = RequestHeader::decode(&mut Reader::new(Bytes::copy_from_slice(data)));
}
