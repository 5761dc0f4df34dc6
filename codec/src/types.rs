//! Small values that Kafka repeats everywhere. Unknown numbers stay what they are.

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;

mod error;

/// Kafka's error number; numbers that we do not know are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorCode(pub i16);

impl ErrorCode {
    /// Whether the code says that nothing went wrong.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl From<i16> for ErrorCode {
    fn from(code: i16) -> Self {
        Self(code)
    }
}

/// A tagged field that this version of the definitions does not know, kept so that it survives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RawTag {
    /// The field's number.
    pub tag: u32,
    /// The field's bytes, without their length.
    pub data: Bytes,
}

/// Sixteen bytes that name a topic, directory, incarnation or cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

/// The text is not a uuid in Kafka's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUuid;

impl fmt::Display for NotUuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 22 characters of URL-safe base64")
    }
}

impl std::error::Error for NotUuid {}

/// URL-safe base64 (RFC 4648, section 5), in the order of its values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// 128 bits in groups of six: 22 characters, the last of which carries only two bits.
const TEXT_LENGTH: usize = 22;

impl Uuid {
    /// Kafka's word for "none".
    pub const ZERO: Self = Self([0; 16]);
    /// The id of the topic that holds the cluster's metadata log.
    pub const METADATA_TOPIC: Self = Self([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

    /// Whether this is the uuid that stands for "none".
    pub const fn is_zero(self) -> bool {
        u128::from_be_bytes(self.0) == 0
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = u128::from_be_bytes(self.0);
        for place in 0..TEXT_LENGTH {
            // The groups start at bits 122, 116, … 2; the last group is the lowest two bits, moved up by four.
            let group = match 122_usize.checked_sub(place.saturating_mul(6)) {
                Some(shift) => (bits >> shift) & 63,
                None => (bits << 4) & 63,
            };
            let letter = usize::try_from(group).ok().and_then(|at| ALPHABET.get(at)).copied();
            write!(f, "{}", char::from(letter.unwrap_or(b'A')))?;
        }
        Ok(())
    }
}

impl FromStr for Uuid {
    type Err = NotUuid;

    /// Reads the 22 characters that [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, NotUuid> {
        if text.len() != TEXT_LENGTH {
            return Err(NotUuid);
        }
        let mut bits = 0_u128;
        for (place, letter) in text.bytes().enumerate() {
            let at = ALPHABET.iter().position(|&known| known == letter).ok_or(NotUuid)?;
            let group = u128::try_from(at).map_err(|_| NotUuid)?;
            match 122_usize.checked_sub(place.saturating_mul(6)) {
                Some(shift) => bits |= group << shift,
                None if group & 15 == 0 => bits |= group >> 4,
                None => return Err(NotUuid),
            }
        }
        Ok(Self(bits.to_be_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: [u8; 16], text: &str) {
        assert_eq!(Uuid(bytes).to_string(), text);
        assert_eq!(text.parse(), Ok(Uuid(bytes)));
    }

    #[test]
    fn a_uuid_is_spelled_as_kafka_spells_it() {
        check([0; 16], "AAAAAAAAAAAAAAAAAAAAAA");
        check(Uuid::METADATA_TOPIC.0, "AAAAAAAAAAAAAAAAAAAAAQ");
        check([255; 16], "_____________________w");
        // Kafka's own Uuid prints these bytes so.
        check(std::array::from_fn(|at| u8::try_from(at).unwrap()), "AAECAwQFBgcICQoLDA0ODw");
    }

    #[test]
    fn text_that_is_no_uuid_is_refused() {
        for text in [
            "",
            "AAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAB",
            "+AAAAAAAAAAAAAAAAAAAAA",
            "éAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert_eq!(text.parse::<Uuid>(), Err(NotUuid), "{text}");
        }
    }

    #[test]
    fn an_unknown_error_keeps_its_number() {
        assert_eq!(ErrorCode(4242).name(), "UNKNOWN");
        assert_eq!(ErrorCode(4242).to_string(), "UNKNOWN (4242)");
        assert_eq!(ErrorCode::OFFSET_OUT_OF_RANGE, ErrorCode(1));
        assert_eq!(ErrorCode::FENCED_LEADER_EPOCH.name(), "FENCED_LEADER_EPOCH");
    }
}
