//! The one place that puts bytes together. Large payloads stay where they are: the result is a list of
//! segments, so that record data is never copied on its way through.

use std::fmt;

use bytes::{BufMut, Bytes, BytesMut};

use crate::types::{RawTag, Uuid};

/// Payloads from this size on become segments of their own; below it a copy is cheaper than one more part of
/// a vectored write.
const SEGMENT_BYTES_MIN: usize = 4096;

/// A value cannot be said in a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    /// The field in Kafka's spelling, or `version`, `tags` or `length` when no single field is at fault.
    pub field: &'static str,
    /// The version that was asked for.
    pub version: i16,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be said in version {}", self.field, self.version)
    }
}

impl std::error::Error for Unsupported {}

/// Appends values to a growing list of segments.
#[derive(Debug, Default)]
pub struct Writer {
    buffer: BytesMut,
    segments: Vec<Bytes>,
    /// Bytes in `segments`, without those in `buffer`.
    closed: usize,
    too_long: bool,
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(&mut self, value: $type) {
            self.buffer.$name(value);
        }
    )*};
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes written so far.
    pub fn len(&self) -> usize {
        self.closed.saturating_add(self.buffer.len())
    }

    /// Whether nothing was written yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a text, payload or list was longer than its length field can say. It stands as empty in what
    /// was written, which therefore must not be sent; [`Message::encode`](crate::Message::encode) reports it.
    pub const fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// The segments in order.
    pub fn finish(mut self) -> Vec<Bytes> {
        self.close();
        self.segments
    }

    /// All in one piece; copies when there is more than one segment.
    pub fn into_bytes(mut self) -> Bytes {
        if self.segments.is_empty() {
            return self.buffer.freeze();
        }
        let mut whole = BytesMut::with_capacity(self.len());
        self.close();
        for segment in &self.segments {
            whole.extend_from_slice(segment);
        }
        whole.freeze()
    }

    fixed! {
        /// A signed byte.
        put_i8: i8;
        /// An unsigned byte.
        put_u8: u8;
        /// Two bytes, big endian.
        put_i16: i16;
        /// Two bytes, big endian, unsigned.
        put_u16: u16;
        /// Four bytes, big endian.
        put_i32: i32;
        /// Four bytes, big endian, unsigned.
        put_u32: u32;
        /// Eight bytes, big endian.
        put_i64: i64;
        /// Eight bytes, an IEEE 754 double.
        put_f64: f64;
    }

    /// One byte, zero or one.
    pub fn put_bool(&mut self, value: bool) {
        self.put_u8(u8::from(value));
    }

    /// Sixteen bytes.
    pub fn put_uuid(&mut self, value: Uuid) {
        self.buffer.put_slice(&value.0);
    }

    /// Bytes as they are, without a length.
    pub fn put_slice(&mut self, bytes: &[u8]) {
        self.buffer.put_slice(bytes);
    }

    /// An unsigned number in seven-bit groups, lowest first.
    pub fn put_uvarint(&mut self, value: u32) {
        self.put_groups(u64::from(value));
    }

    /// A signed number in zigzag form.
    pub fn put_varint(&mut self, value: i32) {
        self.put_uvarint((value << 1 ^ value >> 31).cast_unsigned());
    }

    /// A signed 64-bit number in zigzag form.
    pub fn put_varlong(&mut self, value: i64) {
        self.put_groups((value << 1 ^ value >> 63).cast_unsigned());
    }

    /// Text; `flexible` says how its length is written.
    pub fn put_string(&mut self, text: &str, flexible: bool) {
        self.put_nullable_string(Some(text), flexible);
    }

    /// Text or null.
    pub fn put_nullable_string(&mut self, text: Option<&str>, flexible: bool) {
        let Some(text) = text else { return self.put_null(flexible, Self::put_i16) };
        // Both forms end at 32767 bytes, as in Kafka.
        let Ok(length) = i16::try_from(text.len()) else {
            self.too_long = true;
            return self.put_nullable_string(Some(""), flexible);
        };
        if flexible {
            self.put_compact_length(length.unsigned_abs().into());
        } else {
            self.put_i16(length);
        }
        self.put_slice(text.as_bytes());
    }

    /// Bytes with their length; large ones are shared, not copied.
    pub fn put_bytes(&mut self, bytes: &Bytes, flexible: bool) {
        self.put_nullable_bytes(Some(bytes), flexible);
    }

    /// Bytes or null; large ones are shared, not copied.
    pub fn put_nullable_bytes(&mut self, bytes: Option<&Bytes>, flexible: bool) {
        let Some(bytes) = bytes else { return self.put_null(flexible, |w, null| w.put_i32(null.into())) };
        if self.put_count(bytes.len(), flexible) {
            self.put_segment(bytes);
        }
    }

    /// Bytes as they are, without a length; large ones are shared, not copied.
    pub fn put_segment(&mut self, bytes: &Bytes) {
        if bytes.len() < SEGMENT_BYTES_MIN {
            self.put_slice(bytes);
        } else {
            self.close();
            self.push(bytes.clone());
        }
    }

    /// A counted list, each element written by `one`.
    ///
    /// # Errors
    /// The first that `one` returns.
    pub fn put_array<T>(
        &mut self,
        list: &[T],
        flexible: bool,
        mut one: impl FnMut(&mut Self, &T) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        if self.put_count(list.len(), flexible) {
            for element in list {
                one(self, element)?;
            }
        }
        Ok(())
    }

    /// A counted list or null.
    ///
    /// # Errors
    /// The first that `one` returns.
    pub fn put_nullable_array<T>(
        &mut self,
        list: Option<&[T]>,
        flexible: bool,
        one: impl FnMut(&mut Self, &T) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        match list {
            Some(list) => self.put_array(list, flexible, one),
            None => {
                self.put_null(flexible, |w, null| w.put_i32(null.into()));
                Ok(())
            }
        }
    }

    /// A counted list of values that every version can say.
    pub fn put_values<T>(&mut self, list: &[T], flexible: bool, mut one: impl FnMut(&mut Self, &T)) {
        if self.put_count(list.len(), flexible) {
            for element in list {
                one(self, element);
            }
        }
    }

    /// A counted list of values that every version can say, or null.
    pub fn put_nullable_values<T>(
        &mut self,
        list: Option<&[T]>,
        flexible: bool,
        one: impl FnMut(&mut Self, &T),
    ) {
        match list {
            Some(list) => self.put_values(list, flexible, one),
            None => self.put_null(flexible, |w, null| w.put_i32(null.into())),
        }
    }

    /// A structure or null, told apart by a byte.
    ///
    /// # Errors
    /// What `one` returns.
    pub fn put_nullable<T>(
        &mut self,
        value: Option<&T>,
        one: impl FnOnce(&mut Self, &T) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.put_i8(if value.is_some() { 1 } else { -1 });
        value.map_or(Ok(()), |value| one(self, value))
    }

    /// The end of a flexible structure that defines no tagged field of its own.
    pub fn put_tags(&mut self, unknown: &[RawTag]) {
        Tags::new(unknown).finish(self);
    }

    fn put_null(&mut self, flexible: bool, plain: impl FnOnce(&mut Self, i16)) {
        if flexible { self.put_uvarint(0) } else { plain(self, -1) }
    }

    /// Writes a count or length; answers false, having written zero, when it has no room for the number.
    fn put_count(&mut self, count: usize, flexible: bool) -> bool {
        let checked = i32::try_from(count);
        self.too_long |= checked.is_err();
        let shown = checked.unwrap_or(0);
        if flexible {
            self.put_compact_length(shown.unsigned_abs());
        } else {
            self.put_i32(shown);
        }
        checked.is_ok()
    }

    /// Compact lengths are one too large, so that zero can stand for null (KIP-482).
    fn put_compact_length(&mut self, length: u32) {
        self.put_uvarint(length.saturating_add(1));
    }

    fn put_groups(&mut self, mut value: u64) {
        while value > 0x7f {
            self.put_u8(low_bits(value) | 0x80);
            value >>= 7;
        }
        self.put_u8(low_bits(value));
    }

    fn close(&mut self) {
        if !self.buffer.is_empty() {
            let open = self.buffer.split().freeze();
            self.push(open);
        }
    }

    fn push(&mut self, segment: Bytes) {
        self.closed = self.closed.saturating_add(segment.len());
        self.segments.push(segment);
    }

    fn append(&mut self, other: Self) {
        self.too_long |= other.too_long;
        for segment in other.finish() {
            self.put_segment(&segment);
        }
    }
}

const fn low_bits(value: u64) -> u8 {
    let [low, ..] = value.to_le_bytes();
    low & 0x7f
}

/// The tagged fields at the end of a flexible structure: those it defines and those it only keeps.
#[derive(Debug)]
pub struct Tags<'a> {
    unknown: &'a [RawTag],
    known: Vec<(u32, Writer)>,
}

impl<'a> Tags<'a> {
    /// Starts with the fields that are only kept.
    pub const fn new(unknown: &'a [RawTag]) -> Self {
        Self { unknown, known: Vec::new() }
    }

    /// Adds a field that the structure defines.
    ///
    /// # Errors
    /// What `field` returns.
    pub fn put(
        &mut self,
        tag: u32,
        field: impl FnOnce(&mut Writer) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let mut w = Writer::new();
        field(&mut w)?;
        self.known.push((tag, w));
        Ok(())
    }

    /// Writes all fields in the order of their tags, as KIP-482 asks. A kept field gives way to a defined one
    /// of the same number.
    pub fn finish(self, w: &mut Writer) {
        let Self { unknown, known } = self;
        let is_known = |tag| known.iter().any(|(known, _)| *known == tag);
        let kept = unknown.iter().filter(|field| !is_known(field.tag)).map(|RawTag { tag, data }| {
            let mut kept = Writer::new();
            kept.put_segment(data);
            (*tag, kept)
        });
        let mut fields: Vec<(u32, Writer)> = kept.collect();
        fields.extend(known);
        fields.sort_by_key(|(tag, _)| *tag);
        w.put_uvarint(u32::try_from(fields.len()).unwrap_or(0));
        w.too_long |= u32::try_from(fields.len()).is_err();
        for (tag, field) in fields {
            let length = i32::try_from(field.len()).map(i32::unsigned_abs);
            w.too_long |= length.is_err();
            w.put_uvarint(tag);
            w.put_uvarint(length.unwrap_or(0));
            w.append(field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(write: impl FnOnce(&mut Writer), expected: &[u8]) {
        let mut w = Writer::new();
        write(&mut w);
        assert_eq!(w.len(), expected.len());
        assert_eq!(w.into_bytes(), expected);
    }

    #[test]
    fn lengths_have_a_plain_and_a_compact_form() {
        check(|w| w.put_string("ab", false), &[0, 2, b'a', b'b']);
        check(|w| w.put_string("ab", true), &[3, b'a', b'b']);
        check(|w| w.put_nullable_string(None, false), &[0xff, 0xff]);
        check(|w| w.put_nullable_string(None, true), &[0]);
        check(|w| w.put_bytes(&Bytes::from_static(b"a"), false), &[0, 0, 0, 1, b'a']);
        check(|w| w.put_nullable_bytes(None, false), &[0xff; 4]);
        check(|w| w.put_nullable_array::<u8>(None, true, |_, _| Ok(())).unwrap(), &[0]);
    }

    #[test]
    fn variable_numbers_take_as_few_bytes_as_they_need() {
        check(|w| w.put_uvarint(127), &[0x7f]);
        check(|w| w.put_uvarint(300), &[0xac, 0x02]);
        check(|w| w.put_varint(-2), &[3]);
        check(|w| w.put_varint(i32::MIN), &[0xff, 0xff, 0xff, 0xff, 0x0f]);
        check(|w| w.put_varlong(i64::MIN), &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    }

    #[test]
    fn text_beyond_its_length_field_is_marked() {
        let mut w = Writer::new();
        w.put_string(&"a".repeat(32767), true);
        assert!(!w.is_too_long());
        w.put_string(&"a".repeat(32768), true);
        assert!(w.is_too_long());
    }

    #[test]
    fn tags_leave_in_the_order_of_their_numbers() {
        let kept = [RawTag { tag: 9, data: Bytes::new() }, RawTag { tag: 0, data: Bytes::from_static(&[1]) }];
        let mut tags = Tags::new(&kept);
        tags.put(3, |w| {
            w.put_i8(5);
            Ok(())
        })
        .unwrap();
        check(|w| tags.finish(w), &[3, 0, 1, 1, 3, 1, 5, 9, 0]);
    }

    #[test]
    fn a_large_payload_is_a_segment_of_its_own() {
        let payload = Bytes::from(vec![7; SEGMENT_BYTES_MIN]);
        let mut w = Writer::new();
        w.put_i32(1);
        w.put_bytes(&payload, false);
        w.put_i8(2);
        assert_eq!(w.len(), 4 + 4 + SEGMENT_BYTES_MIN + 1);
        let segments = w.finish();
        assert_eq!(segments.len(), 3);
        assert_eq!(segments[1].as_ptr(), payload.as_ptr());
    }
}
