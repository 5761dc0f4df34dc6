//! Where hostile bytes enter: shared by these tests and by the fuzz targets in `codec/fuzz`.

use std::fmt::Debug;

use bytes::Bytes;
use kagami_codec::batch::{batches, check_crc, records, restamp};
use kagami_codec::frame::RequestHeader;
use kagami_codec::message::*;
use kagami_codec::record::MetadataRecord;
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
    let value = Bytes::copy_from_slice(data);
    let Ok(record) = MetadataRecord::decode(value.clone()) else { return };
    // Written in its own version, because a tag that is unknown there can mean something in a later one.
    let mut r = Reader::new(value);
    let mut number = || i16::try_from(r.uvarint().unwrap()).unwrap();
    let (_frame, _key, version) = (number(), number(), number());
    let bytes = record.encode(version).unwrap();
    same(MetadataRecord::decode(bytes), record);
}

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
