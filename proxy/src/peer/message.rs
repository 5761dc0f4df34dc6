//! The request that carries a question to another sidecar: framed as Kafka frames its own, under a number that Kafka is
//! far from, in flexible encoding, with one field of bytes.

use bytes::Bytes;
use kagami_codec::{Malformed, Message, Reader, Request, Unsupported, Writer};

/// Number of the request. Kafka counts its own up from 0 and is below 100; no broker is ever sent this one.
pub(super) const API_KEY: i16 = 27_482;
/// The only version of the frame; what changes, changes in the body.
pub(super) const VERSION: i16 = 0;

macro_rules! carrier {
    ($name:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            /// JSON.
            pub body: Bytes,
        }

        impl Message for $name {
            const KEY: i16 = API_KEY;
            const NAME: &'static str = stringify!($name);
            const MIN_VERSION: i16 = VERSION;
            const MAX_VERSION: i16 = VERSION;
            const FIRST_FLEXIBLE: i16 = VERSION;

            fn decode(r: &mut Reader, _: i16) -> Result<Self, Malformed> {
                let body = r.bytes(true)?;
                r.tags(&mut Vec::new(), |_, _| Ok(false))?;
                Ok(Self { body })
            }

            fn encode(&self, w: &mut Writer, _: i16) -> Result<(), Unsupported> {
                w.put_bytes(&self.body, true);
                w.put_tags(&[]);
                Ok(())
            }
        }
    };
}

carrier!(PeerRequest, "A question.");
carrier!(PeerResponse, "Its answer.");

impl Request for PeerRequest {
    type Response = PeerResponse;
}
