//! The one place that takes bytes apart. Every length is checked against what is there before anything is
//! reserved; payloads are slices of the frame, never copies.

use std::fmt;

use bytes::Bytes;

use crate::types::{RawTag, Uuid};

/// Why bytes are not what they claim to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Malformed {
    /// The bytes end inside a value.
    Short,
    /// A length or count is negative, or larger than what follows.
    Length,
    /// A variable-length number is longer than its type.
    Varint,
    /// Text is not UTF-8.
    Utf8,
    /// Null where this version has none.
    Null,
    /// The version is outside what the definitions know.
    Version,
    /// A tagged field stands twice in one structure.
    Tag,
    /// Bytes are left over behind a value that should fill its room.
    Trailing,
}

impl Malformed {
    /// A static word for metrics and logs.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Length => "length",
            Self::Varint => "varint",
            Self::Utf8 => "utf8",
            Self::Null => "null",
            Self::Version => "version",
            Self::Tag => "tag",
            Self::Trailing => "trailing",
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => "the bytes end inside a value",
            Self::Length => "a length is negative or larger than what follows",
            Self::Varint => "a variable-length number is too long",
            Self::Utf8 => "text is not UTF-8",
            Self::Null => "null where the version allows none",
            Self::Version => "the version is unknown",
            Self::Tag => "a tagged field stands twice",
            Self::Trailing => "bytes are left over",
        })
    }
}

impl std::error::Error for Malformed {}

/// Reads values from the front of shared bytes. After an error its position is unspecified.
#[derive(Clone, Debug)]
pub struct Reader {
    bytes: Bytes,
    at: usize,
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Malformed::Short`] when too few bytes are left.
        #[inline]
        pub fn $name(&mut self) -> Result<$type, Malformed> {
            Ok(<$type>::from_be_bytes(self.array_of()?))
        }
    )*};
}

impl Reader {
    /// Starts at the first byte.
    pub const fn new(bytes: Bytes) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes not read yet.
    pub fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Bytes read so far.
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Everything that is left, without copying.
    pub fn rest(&mut self) -> Bytes {
        let rest = self.bytes.slice(self.at.min(self.bytes.len())..);
        self.at = self.bytes.len();
        rest
    }

    /// Ends reading.
    ///
    /// # Errors
    /// [`Malformed::Trailing`] when bytes are left.
    pub fn finish(self) -> Result<(), Malformed> {
        if self.remaining() == 0 { Ok(()) } else { Err(Malformed::Trailing) }
    }

    fixed! {
        /// A signed byte.
        i8: i8;
        /// An unsigned byte.
        u8: u8;
        /// Two bytes, big endian.
        i16: i16;
        /// Two bytes, big endian, unsigned.
        u16: u16;
        /// Four bytes, big endian.
        i32: i32;
        /// Four bytes, big endian, unsigned.
        u32: u32;
        /// Eight bytes, big endian.
        i64: i64;
        /// Eight bytes, an IEEE 754 double.
        f64: f64;
    }

    /// One byte; all but zero is true, as in Kafka.
    ///
    /// # Errors
    /// [`Malformed::Short`] when nothing is left.
    pub fn bool(&mut self) -> Result<bool, Malformed> {
        Ok(self.u8()? != 0)
    }

    /// Sixteen bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] when too few bytes are left.
    pub fn uuid(&mut self) -> Result<Uuid, Malformed> {
        Ok(Uuid(self.array_of()?))
    }

    /// An unsigned number of at most five bytes, seven bits each, lowest first.
    ///
    /// # Errors
    /// [`Malformed::Varint`] when it does not fit in 32 bits.
    pub fn uvarint(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.groups(5)?).map_err(|_| Malformed::Varint)
    }

    /// A signed 32-bit number in zigzag form.
    ///
    /// # Errors
    /// [`Malformed::Varint`] when it does not fit.
    pub fn varint(&mut self) -> Result<i32, Malformed> {
        let zigzag = self.uvarint()?;
        Ok((zigzag >> 1).cast_signed() ^ 0_i32.wrapping_sub((zigzag & 1).cast_signed()))
    }

    /// A signed 64-bit number in zigzag form.
    ///
    /// # Errors
    /// [`Malformed::Varint`] when it does not fit.
    pub fn varlong(&mut self) -> Result<i64, Malformed> {
        let zigzag = self.groups(10)?;
        Ok((zigzag >> 1).cast_signed() ^ 0_i64.wrapping_sub((zigzag & 1).cast_signed()))
    }

    /// Text; `flexible` says how its length is written.
    ///
    /// # Errors
    /// On null, a bad length or bytes that are not UTF-8.
    pub fn string(&mut self, flexible: bool) -> Result<String, Malformed> {
        self.nullable_string(flexible, false)?.ok_or(Malformed::Null)
    }

    /// Text or null; null is refused unless `nullable`.
    ///
    /// # Errors
    /// On a bad length, bytes that are not UTF-8, or null where there is none.
    pub fn nullable_string(&mut self, flexible: bool, nullable: bool) -> Result<Option<String>, Malformed> {
        let length = if flexible { self.compact_length()? } else { i64::from(self.i16()?) };
        // Compact text could be longer, but Kafka neither writes nor reads it.
        if length > i64::from(i16::MAX) {
            return Err(Malformed::Length);
        }
        match self.payload(length, nullable)? {
            None => Ok(None),
            Some(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => Ok(Some(text.to_owned())),
                Err(_) => Err(Malformed::Utf8),
            },
        }
    }

    /// Bytes, shared with the frame.
    ///
    /// # Errors
    /// On null or a bad length.
    pub fn bytes(&mut self, flexible: bool) -> Result<Bytes, Malformed> {
        self.nullable_bytes(flexible, false)?.ok_or(Malformed::Null)
    }

    /// Bytes or null, shared with the frame; null is refused unless `nullable`.
    ///
    /// # Errors
    /// On a bad length, or null where there is none.
    pub fn nullable_bytes(&mut self, flexible: bool, nullable: bool) -> Result<Option<Bytes>, Malformed> {
        let length = if flexible { self.compact_length()? } else { i64::from(self.i32()?) };
        self.payload(length, nullable)
    }

    /// A counted list, each element read by `one`.
    ///
    /// # Errors
    /// On null, a bad count, or when an element is malformed.
    pub fn array<T>(
        &mut self,
        flexible: bool,
        one: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        self.nullable_array(flexible, false, one)?.ok_or(Malformed::Null)
    }

    /// A counted list or null; null is refused unless `nullable`.
    ///
    /// # Errors
    /// On a bad count, null where there is none, or when an element is malformed.
    pub fn nullable_array<T>(
        &mut self,
        flexible: bool,
        nullable: bool,
        mut one: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Option<Vec<T>>, Malformed> {
        let count = if flexible { self.compact_length()? } else { i64::from(self.i32()?) };
        let Some(count) = self.count(count, nullable)? else { return Ok(None) };
        let mut list = Vec::with_capacity(self.room::<T>(count));
        for _ in 0..count {
            list.push(one(self)?);
        }
        Ok(Some(list))
    }

    /// A structure or null, told apart by a byte; null is refused unless `nullable`.
    ///
    /// # Errors
    /// On null where there is none, or when the structure is malformed.
    pub fn nullable<T>(
        &mut self,
        nullable: bool,
        one: impl FnOnce(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Option<T>, Malformed> {
        match self.i8()? {
            ..0 if nullable => Ok(None),
            ..0 => Err(Malformed::Null),
            _ => one(self).map(Some),
        }
    }

    /// The tagged fields at the end of a flexible structure. `known` gets each tag with a reader over exactly
    /// its bytes and answers whether it took them; what it leaves goes to `unknown`.
    ///
    /// # Errors
    /// On a bad count or length, an unknown field that stands twice, or when `known` fails or leaves bytes of a
    /// field that it took.
    pub fn tags(
        &mut self,
        unknown: &mut Vec<RawTag>,
        mut known: impl FnMut(u32, &mut Self) -> Result<bool, Malformed>,
    ) -> Result<(), Malformed> {
        for _ in 0..self.uvarint()? {
            let tag = self.uvarint()?;
            let length = usize::try_from(self.uvarint()?).map_err(|_| Malformed::Length)?;
            let data = self.slice(length)?;
            let mut field = Self::new(data.clone());
            if known(tag, &mut field)? {
                field.finish()?;
            } else {
                unknown.push(RawTag { tag, data });
            }
        }
        // Writers must keep the order of the numbers (KIP-482). Kafka reads any order, so we do too, but
        // disorder is not passed on.
        unknown.sort_by_key(|field| field.tag);
        let twice = unknown.windows(2).any(|pair| matches!(pair, [a, b] if a.tag == b.tag));
        if twice { Err(Malformed::Tag) } else { Ok(()) }
    }

    /// The next `length` bytes, shared with the frame.
    ///
    /// # Errors
    /// [`Malformed::Length`] when fewer are left.
    pub fn slice(&mut self, length: usize) -> Result<Bytes, Malformed> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(Malformed::Length)?;
        let slice = self.bytes.slice(self.at..end);
        self.at = end;
        Ok(slice)
    }

    fn array_of<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let bytes =
            self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>()).ok_or(Malformed::Short)?;
        self.at = self.at.saturating_add(N);
        Ok(*bytes)
    }

    /// Seven-bit groups, lowest first, at most `most` of them.
    fn groups(&mut self, most: u32) -> Result<u64, Malformed> {
        let mut value = 0_u64;
        for group in 0..most {
            let byte = self.u8()?;
            let shift = group.saturating_mul(7);
            let bits = u64::from(byte & 0x7f);
            let moved = bits << shift;
            if moved >> shift != bits {
                return Err(Malformed::Varint);
            }
            value |= moved;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Malformed::Varint)
    }

    /// Compact lengths are one too large, so that zero can stand for null (KIP-482).
    fn compact_length(&mut self) -> Result<i64, Malformed> {
        Ok(i64::from(self.uvarint()?).saturating_sub(1))
    }

    /// Checks a count or length at both ends. Every element takes a byte at least.
    fn count(&self, count: i64, nullable: bool) -> Result<Option<usize>, Malformed> {
        match count {
            -1 if nullable => Ok(None),
            -1 => Err(Malformed::Null),
            _ => match usize::try_from(count) {
                Ok(count) if count <= self.remaining() => Ok(Some(count)),
                _ => Err(Malformed::Length),
            },
        }
    }

    /// How many of `count` elements to reserve for: before any of them is seen, they take no more memory than
    /// the bytes that are there.
    fn room<T>(&self, count: usize) -> usize {
        count.min(self.remaining().checked_div(size_of::<T>()).unwrap_or(0))
    }

    fn payload(&mut self, length: i64, nullable: bool) -> Result<Option<Bytes>, Malformed> {
        match self.count(length, nullable)? {
            None => Ok(None),
            Some(length) => self.slice(length).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(bytes: &'static [u8]) -> Reader {
        Reader::new(Bytes::from_static(bytes))
    }

    #[test]
    fn numbers_are_read_in_network_order() {
        assert_eq!(reader(&[0xff, 0xfe]).i16(), Ok(-2));
        assert_eq!(reader(&[0xff, 0xfe]).u16(), Ok(0xfffe));
        assert_eq!(reader(&[0, 0, 1, 0]).i32(), Ok(256));
        assert_eq!(reader(&[0, 0, 0, 0, 0, 0, 1, 0]).i64(), Ok(256));
        assert_eq!(reader(&[0, 0, 0]).i32(), Err(Malformed::Short));
    }

    #[test]
    fn variable_numbers_end_where_their_type_ends() {
        assert_eq!(reader(&[0xac, 0x02]).uvarint(), Ok(300));
        assert_eq!(reader(&[0xff, 0xff, 0xff, 0xff, 0x0f]).uvarint(), Ok(u32::MAX));
        assert_eq!(reader(&[0xff, 0xff, 0xff, 0xff, 0x1f]).uvarint(), Err(Malformed::Varint));
        assert_eq!(reader(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]).uvarint(), Err(Malformed::Varint));
        assert_eq!(reader(&[0x80]).uvarint(), Err(Malformed::Short));
        assert_eq!(reader(&[0x03]).varint(), Ok(-2));
        assert_eq!(reader(&[0xff, 0xff, 0xff, 0xff, 0x0f]).varint(), Ok(i32::MIN));
        let lowest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(Reader::new(Bytes::copy_from_slice(&lowest)).varlong(), Ok(i64::MIN));
    }

    #[test]
    fn lengths_are_checked_at_both_ends() {
        assert_eq!(reader(&[0xff, 0xfe]).string(false), Err(Malformed::Length));
        assert_eq!(reader(&[0, 2, b'a']).string(false), Err(Malformed::Length));
        assert_eq!(reader(&[3, b'a']).string(true), Err(Malformed::Length));
        assert_eq!(reader(&[0xff, 0xff]).string(false), Err(Malformed::Null));
        assert_eq!(reader(&[0xff, 0xff]).nullable_string(false, true), Ok(None));
        assert_eq!(reader(&[0]).nullable_bytes(true, true), Ok(None));
        assert_eq!(reader(&[0, 1, 0xff]).string(false), Err(Malformed::Utf8));
    }

    #[test]
    fn a_huge_count_is_refused_before_anything_is_reserved() {
        let mut calls = 0;
        let mut count = |_: &mut Reader| {
            calls += 1;
            Ok(())
        };
        assert_eq!(reader(&[0x7f, 0xff, 0xff, 0xff, 1]).array(false, &mut count), Err(Malformed::Length));
        assert_eq!(reader(&[0xff, 0xff, 0xff, 0xff, 0x0f]).array(true, &mut count), Err(Malformed::Length));
        assert_eq!(calls, 0);
    }

    #[test]
    fn large_elements_are_not_reserved_by_their_count() {
        let r = Reader::new(Bytes::from(vec![0; 1000]));
        assert_eq!(r.room::<[u8; 300]>(1000), 3);
        assert_eq!(r.room::<[u8; 300]>(2), 2);
    }

    #[test]
    fn a_known_tag_must_fill_its_room() {
        let mut unknown = Vec::new();
        let taken = reader(&[1, 0, 2, 7, 7]).tags(&mut unknown, |_, field| field.u8().map(|_| true));
        assert_eq!(taken, Err(Malformed::Trailing));
        reader(&[1, 5, 2, 7, 8]).tags(&mut unknown, |_, _| Ok(false)).unwrap();
        assert_eq!(unknown, [RawTag { tag: 5, data: Bytes::from_static(&[7, 8]) }]);
        let twice = reader(&[2, 5, 0, 5, 0]).tags(&mut Vec::new(), |_, _| Ok(false));
        assert_eq!(twice, Err(Malformed::Tag));
    }

    #[test]
    fn payloads_share_the_frame() {
        let frame = Bytes::from(vec![0, 0, 0, 2, 1, 2]);
        let payload = Reader::new(frame.clone()).bytes(false).unwrap();
        assert_eq!(payload.as_ptr(), frame.slice(4..).as_ptr());
    }
}
