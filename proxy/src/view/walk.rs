//! Reading a message field by field, for who is interested in a few of its fields.

use std::ops::Range;

use kagami_codec::Writer;

/// A tagged field: where its tag is, and where its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tagged {
    pub(super) at: usize,
    pub(super) content: Range<usize>,
}

/// A place in an answer. Everything is `None` when the answer ends too early or says what it cannot.
pub(super) struct Walk<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) flexible: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(bytes: &'a [u8], flexible: bool) -> Self {
        Self { bytes, at: 0, flexible }
    }

    pub(super) fn skip(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let skipped = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(skipped)
    }

    pub(super) fn uvarint(&mut self) -> Option<usize> {
        let mut value = 0_usize;
        for shift in [0, 7, 14, 21, 28] {
            let byte = *self.skip(1)?.first()?;
            value |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// Elements of an array that is there.
    pub(super) fn count(&mut self) -> Option<usize> {
        if self.flexible {
            self.uvarint()?.checked_sub(1)
        } else {
            usize::try_from(i32::from_be_bytes(*self.skip(4)?.first_chunk()?)).ok()
        }
    }

    /// An array's count of elements, as [`Self::count`] reads it.
    pub(super) fn put_count(&self, count: u32, to: &mut Writer) -> Option<()> {
        if self.flexible {
            to.put_uvarint(count.checked_add(1)?);
        } else {
            to.put_i32(i32::try_from(count).ok()?);
        }
        Some(())
    }

    /// Bytes of a text; `Some(None)` where null stands.
    pub(super) fn text(&mut self) -> Option<Option<&'a [u8]>> {
        let length = if self.flexible {
            self.uvarint()?.checked_sub(1)
        } else {
            usize::try_from(i16::from_be_bytes(*self.skip(2)?.first_chunk()?)).ok()
        };
        length.map_or(Some(None), |length| self.skip(length).map(Some))
    }

    pub(super) fn tags(&mut self) -> Option<()> {
        self.each_tag(|_, _| {})
    }

    /// A section of tagged fields, and in it the last one with this tag.
    pub(super) fn tag(&mut self, wanted: usize) -> Option<Option<Tagged>> {
        let mut found = None;
        self.each_tag(|tag, field| {
            if tag == wanted {
                found = Some(field);
            }
        })?;
        Some(found)
    }

    fn each_tag(&mut self, mut see: impl FnMut(usize, Tagged)) -> Option<()> {
        for _ in 0..self.uvarint()? {
            let at = self.at;
            let tag = self.uvarint()?;
            let length = self.uvarint()?;
            let begins = self.at;
            self.skip(length)?;
            see(tag, Tagged { at, content: begins..self.at });
        }
        Some(())
    }

    pub(super) fn end_of_structure(&mut self) -> Option<()> {
        if self.flexible { self.tags() } else { Some(()) }
    }
}
