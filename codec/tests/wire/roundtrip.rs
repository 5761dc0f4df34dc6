//! Every message and every version, filled with samples.

use std::fmt::Debug;

use bytes::Bytes;
use kagami_codec::{Malformed, Message, Reader, Unsupported, Writer};

use crate::samples::{Sample, Seed};

/// How many different values each version is tried with.
const SAMPLES: u64 = 24;

pub(crate) fn encode<M: Message>(message: &M, version: i16) -> Bytes {
    let mut w = Writer::new();
    message.encode(&mut w, version).unwrap_or_else(|error| panic!("{} v{version}: {error}", M::NAME));
    w.into_bytes()
}

fn for_each_sample<M: Message + Sample>(mut check: impl FnMut(M, i16)) {
    for version in M::MIN_VERSION..=M::MAX_VERSION {
        for seed in 0..SAMPLES {
            check(M::sample(&mut Seed(seed), version), version);
        }
    }
}

fn comes_back<M: Message + Sample + PartialEq + Debug>() {
    for_each_sample(|message: M, version| {
        let bytes = encode(&message, version);
        let mut r = Reader::new(bytes.clone());
        let again = M::decode(&mut r, version).unwrap();
        assert_eq!(again, message, "{} v{version}", M::NAME);
        assert_eq!(r.remaining(), 0, "{} v{version}", M::NAME);
        assert_eq!(encode(&again, version), bytes, "{} v{version}", M::NAME);
    });
}

fn prefixes_fail<M: Message + Sample>() {
    for version in M::MIN_VERSION..=M::MAX_VERSION {
        let bytes = encode(&M::sample(&mut Seed(3), version), version);
        // Large payloads are tried at both ends only.
        for end in (0..bytes.len()).filter(|end| *end < 600 || *end + 100 > bytes.len()) {
            let cut = M::decode(&mut Reader::new(bytes.slice(..end)), version);
            assert!(cut.is_err(), "{} v{version} cut at {end} of {}", M::NAME, bytes.len());
        }
    }
}

fn versions_end<M: Message>() {
    for version in [M::MIN_VERSION - 1, M::MAX_VERSION + 1, i16::MIN, i16::MAX] {
        let zeros = Bytes::from_static(&[0; 64]);
        assert_eq!(M::decode(&mut Reader::new(zeros), version).err(), Some(Malformed::Version));
        let refused = M::default().encode(&mut Writer::new(), version);
        assert_eq!(refused, Err(Unsupported { field: "version", version }));
    }
}

macro_rules! each_message {
    ($($name:ident: $message:ident),*) => {$(
        #[test]
        fn $name() {
            comes_back::<$message>();
            prefixes_fail::<$message>();
            versions_end::<$message>();
        }
    )*};
}

mod every_version_of {
    use kagami_codec::message::*;
    use kagami_codec::record::*;

    use super::{comes_back, prefixes_fail, versions_end};

    crate::lists::messages!(each_message);
    crate::lists::records!(each_message);
}
