//! What the generated files share, so that each of them stays short.

use crate::write::Unsupported;

/// A field cannot be said in this version.
pub(crate) const fn no(field: &'static str, version: i16) -> Result<(), Unsupported> {
    Err(Unsupported { field, version })
}

/// Implements [`Message`](crate::Message) over a structure's `read` and `write`.
macro_rules! message {
    ($name:ident, $key:literal, $low:literal, $high:literal, $flexible:expr) => {
        impl crate::Message for $name {
            const KEY: i16 = $key;
            const NAME: &'static str = stringify!($name);
            const MIN_VERSION: i16 = $low;
            const MAX_VERSION: i16 = $high;
            const FIRST_FLEXIBLE: i16 = $flexible;

            fn decode(r: &mut crate::Reader, version: i16) -> Result<Self, crate::Malformed> {
                if !($low..=$high).contains(&version) {
                    return Err(crate::Malformed::Version);
                }
                Self::read(r, version)
            }

            fn encode(&self, w: &mut crate::Writer, version: i16) -> Result<(), crate::Unsupported> {
                if !($low..=$high).contains(&version) {
                    return crate::generated::no("version", version);
                }
                self.write(w, version)?;
                if w.is_too_long() { crate::generated::no("length", version) } else { Ok(()) }
            }
        }
    };
}
pub(crate) use message;

/// Defines the enum of all metadata records.
macro_rules! metadata_records {
    ($($variant:ident: $record:ident,)*) => {
        /// A record of the metadata log.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum MetadataRecord {
            $(
                #[doc = concat!("A `", stringify!($record), "`.")]
                $variant($record),
            )*
            /// A record, or a version of one, that the definitions do not know.
            Unknown {
                /// The record's type.
                key: i16,
                /// Its version.
                version: i16,
                /// Its body.
                bytes: bytes::Bytes,
            },
        }

        impl MetadataRecord {
            /// Reads the value of a record: frame version, type, version, body.
            ///
            /// # Errors
            /// When the frame version is not 1, the body is malformed, or bytes are left behind it.
            pub fn decode(value: bytes::Bytes) -> Result<Self, crate::Malformed> {
                use crate::Message as _;
                let mut r = crate::Reader::new(value);
                let (key, version) = crate::generated::record_head(&mut r)?;
                let record = match key {
                    $($record::KEY if version <= $record::MAX_VERSION => {
                        Self::$variant($record::decode(&mut r, version)?)
                    })*
                    _ => Self::Unknown { key, version, bytes: r.rest() },
                };
                r.finish()?;
                Ok(record)
            }

            /// Writes the value of a record at a version of its body; an unknown record keeps its own.
            ///
            /// # Errors
            /// When the version does not exist or cannot say what the record holds.
            pub fn encode(&self, version: i16) -> Result<bytes::Bytes, crate::Unsupported> {
                use crate::Message as _;
                let mut w = crate::Writer::new();
                match self {
                    $(Self::$variant(record) => {
                        crate::generated::put_record_head(&mut w, $record::KEY, version)?;
                        record.encode(&mut w, version)?;
                    })*
                    Self::Unknown { key, version, bytes } => {
                        crate::generated::put_record_head(&mut w, *key, *version)?;
                        w.put_segment(bytes);
                    }
                }
                Ok(w.into_bytes())
            }

            /// The record's type.
            pub const fn key(&self) -> i16 {
                match self {
                    $(Self::$variant(_) => <$record as crate::Message>::KEY,)*
                    Self::Unknown { key, .. } => *key,
                }
            }

            /// The record's name in Kafka.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => stringify!($record),)*
                    Self::Unknown { .. } => "Unknown",
                }
            }
        }

        $(impl From<$record> for MetadataRecord {
            fn from(record: $record) -> Self {
                Self::$variant(record)
            }
        })*
    };
}
pub(crate) use metadata_records;

/// The version of the frame around a metadata record's body; there has been only one.
const RECORD_FRAME_VERSION: u32 = 1;

pub(crate) fn record_head(r: &mut crate::Reader) -> Result<(i16, i16), crate::Malformed> {
    let narrow = |number| i16::try_from(number).map_err(|_| crate::Malformed::Version);
    if r.uvarint()? != RECORD_FRAME_VERSION {
        return Err(crate::Malformed::Version);
    }
    Ok((narrow(r.uvarint()?)?, narrow(r.uvarint()?)?))
}

pub(crate) fn put_record_head(w: &mut crate::Writer, key: i16, version: i16) -> Result<(), Unsupported> {
    let wide = |number| u32::try_from(number).map_err(|_| Unsupported { field: "version", version });
    w.put_uvarint(RECORD_FRAME_VERSION);
    w.put_uvarint(wide(key)?);
    w.put_uvarint(wide(version)?);
    Ok(())
}
