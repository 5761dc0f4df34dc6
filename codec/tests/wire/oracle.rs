//! Another implementation reads what we write, and writes the same again.

use kafka_protocol::protocol::{Decodable, Encodable, Message as Theirs};
use kagami_codec::Message;

use crate::roundtrip::encode;
use crate::samples::{Sample, Seed};

/// How many different values each version is tried with.
const SAMPLES: u64 = 24;

fn agrees<M: Message + Sample, T: Theirs + Decodable + Encodable>() {
    let low = M::MIN_VERSION.max(T::VERSIONS.min);
    let high = M::MAX_VERSION.min(T::VERSIONS.max);
    assert!(low <= high, "{}: no version in common", M::NAME);
    for version in low..=high {
        for seed in 0..SAMPLES {
            let ours = encode(&M::sample(&mut Seed(seed), version), version);
            let mut rest = ours.clone();
            let theirs = T::decode(&mut rest, version)
                .unwrap_or_else(|error| panic!("{} v{version} seed {seed}: {error}", M::NAME));
            assert!(rest.is_empty(), "{} v{version} seed {seed}: {} bytes left over", M::NAME, rest.len());
            let mut again = Vec::new();
            theirs.encode(&mut again, version).unwrap();
            assert_eq!(again, ours, "{} v{version} seed {seed}", M::NAME);
        }
    }
}

macro_rules! each_message {
    ($($name:ident: $message:ident),*) => {$(
        #[test]
        fn $name() {
            agrees::<kagami_codec::message::$message, kafka_protocol::messages::$message>();
        }
    )*};
}

mod another_implementation_agrees_on {
    use super::agrees;

    crate::lists::messages!(each_message);
}
