//! Frames of real brokers and of Kafka's own classes. `golden/README.md` says where they come from.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use kagami_codec::api::ApiKey;
use kagami_codec::batch::{batches, check_crc, records};
use kagami_codec::frame::{RequestHeader, ResponseHeader};
use kagami_codec::record::MetadataRecord;
use kagami_codec::{Malformed, Message, Reader, Writer};

use crate::entry::survives;

/// A line of a golden file.
#[derive(Debug)]
pub(crate) struct Golden {
    pub(crate) version: i16,
    pub(crate) bytes: Bytes,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// All lines of a file: version, origin, bytes in hexadecimal digits.
pub(crate) fn load(name: &str) -> Vec<Golden> {
    let path = directory().join(name).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let line = |line: &str| {
        let mut words = line.split(' ');
        let version = words.next().unwrap().parse().unwrap();
        let digits = words.nth(1).unwrap().as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        Golden { version, bytes: digits.chunks(2).map(byte).collect() }
    };
    text.lines().map(line).collect()
}

/// Whether a message travels inside of others, without a header or a number.
const fn is_inside<M: Message>() -> bool {
    M::KEY < 0
}

/// Header and body of a whole frame, each read and written again.
fn again<M: Message>(frame: &Bytes, version: i16) -> Result<Bytes, Malformed> {
    let mut r = Reader::new(frame.clone());
    let mut w = Writer::new();
    if is_inside::<M>() {
        // No header.
    } else if M::NAME.ends_with("Request") {
        let header = RequestHeader::decode(&mut r)?;
        assert_eq!((header.api_key, header.api_version), (ApiKey(M::KEY), version));
        header.encode(&mut w);
    } else {
        ResponseHeader::decode(&mut r, ApiKey(M::KEY), version)?.encode(&mut w, ApiKey(M::KEY), version);
    }
    let body = M::decode(&mut r, version)?;
    r.finish()?;
    body.encode(&mut w, version).unwrap();
    Ok(w.into_bytes())
}

pub(crate) fn body<M: Message>(frame: &Bytes, version: i16) -> Bytes {
    let mut r = Reader::new(frame.clone());
    if is_inside::<M>() {
        // No header.
    } else if M::NAME.ends_with("Request") {
        RequestHeader::decode(&mut r).unwrap();
    } else {
        ResponseHeader::decode(&mut r, ApiKey(M::KEY), version).unwrap();
    }
    r.rest()
}

fn every_version_is_there<M: Message>(name: &str) {
    let mut versions: Vec<i16> = load(name).iter().map(|golden| golden.version).collect();
    versions.dedup();
    let all: Vec<i16> = (M::MIN_VERSION..=M::MAX_VERSION).collect();
    assert_eq!(versions, all, "golden frames of {}", M::NAME);
}

fn comes_back<M: Message>(name: &str) {
    for Golden { version, bytes } in load(name) {
        assert_eq!(again::<M>(&bytes, version), Ok(bytes), "{} v{version}", M::NAME);
    }
}

fn cut_short_it_fails<M: Message>(name: &str) {
    for Golden { version, bytes } in load(name) {
        let body = body::<M>(&bytes, version);
        for end in 0..body.len() {
            let cut = M::decode(&mut Reader::new(body.slice(..end)), version);
            assert!(cut.is_err(), "{} v{version} cut at {end} of {}", M::NAME, body.len());
        }
    }
}

fn flipped_it_returns<M: Message + PartialEq + Debug>(name: &str) {
    for Golden { version, bytes } in load(name) {
        let body = body::<M>(&bytes, version);
        for at in 0..body.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut changed = body.to_vec();
                changed[at] ^= change;
                survives::<M>(&Bytes::from(changed), version);
            }
        }
    }
}

/// Adds a field that nobody knows to frames that have no tagged field at their end.
fn unknown_tags_survive<M: Message>(name: &str) {
    let mut tried = 0;
    for Golden { version, bytes } in load(name) {
        if version < M::FIRST_FLEXIBLE || bytes.last() != Some(&0) {
            continue;
        }
        // Tag 300, three bytes.
        let tagged = Bytes::from([&bytes[..bytes.len() - 1], &[1, 0xac, 0x02, 3, 7, 8, 9]].concat());
        // A frame may end in zero because of a tagged value; then this is no tag but damage.
        if let Ok(same) = again::<M>(&tagged, version) {
            assert_eq!(same, tagged, "{} v{version}", M::NAME);
            tried += 1;
        }
    }
    // Every real FetchSnapshot request ends in a tag of its own, the cluster id.
    let none = M::FIRST_FLEXIBLE == i16::MAX || M::NAME == "FetchSnapshotRequest";
    assert!(tried > 0 || none, "no frame of {} took a tag", M::NAME);
}

macro_rules! each_message {
    ($($name:ident: $message:ident),*) => {$(
        #[test]
        fn $name() {
            let file = stringify!($name);
            every_version_is_there::<$message>(file);
            comes_back::<$message>(file);
            cut_short_it_fails::<$message>(file);
            flipped_it_returns::<$message>(file);
            unknown_tags_survive::<$message>(file);
        }
    )*};
}

mod a_real_frame_of {
    use kagami_codec::message::*;

    use super::{
        comes_back, cut_short_it_fails, every_version_is_there, flipped_it_returns, unknown_tags_survive,
    };

    crate::lists::messages!(each_message);
}

fn record_comes_back<M: Message>(name: &str) {
    let file = format!("record/{name}");
    every_version_is_there::<M>(&file);
    for Golden { version, bytes } in load(&file) {
        let record = MetadataRecord::decode(bytes.clone()).unwrap();
        assert_eq!((record.key(), record.name()), (M::KEY, M::NAME));
        assert_eq!(record.encode(version), Ok(bytes.clone()), "{name} v{version}");
        for end in 0..bytes.len() {
            assert!(MetadataRecord::decode(bytes.slice(..end)).is_err(), "{name} v{version} cut at {end}");
        }
    }
}

macro_rules! each_record {
    ($($name:ident: $record:ident),*) => {$(
        #[test]
        fn $name() {
            record_comes_back::<$record>(stringify!($name));
        }
    )*};
}

mod a_real_metadata_record {
    use kagami_codec::record::*;

    use super::record_comes_back;

    crate::lists::records!(each_record);
}

#[test]
fn batches_that_a_broker_sent_have_the_checksum_that_they_claim() {
    use kagami_codec::message::FetchResponse;
    let mut seen = 0;
    for Golden { version, bytes } in load("fetch_response") {
        let response =
            FetchResponse::decode(&mut Reader::new(body::<FetchResponse>(&bytes, version)), version);
        for partition in response.unwrap().responses.into_iter().flat_map(|topic| topic.partitions) {
            let set = partition.records.unwrap_or_default();
            for batch in batches(&set) {
                let (at, header) = batch.unwrap();
                let batch = set.slice(at..at + header.size());
                assert!(check_crc(&batch), "v{version} offset {}", header.base_offset);
                if header.compression() == kagami_codec::batch::Compression::None {
                    let count = records(batch).unwrap().len();
                    assert_eq!(i32::try_from(count), Ok(header.record_count));
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "no golden frame holds a batch");
}
