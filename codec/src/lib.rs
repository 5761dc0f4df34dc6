//! Kafka's wire as plain values.
//!
//! Owns the translation between bytes and values: frames, requests, responses, metadata records and the
//! headers of record batches. Promises that nothing received reaches a panic, that unknown numbers and tags
//! survive, and that no memory is reserved because a peer announced a length. Knows no sockets, clock or log,
//! and looks inside records only for topics that are our own or the cluster's metadata.
// Tests may panic; the code that they are compiled with is checked by itself as well.
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )
)]
#![warn(missing_docs)]

pub mod api;
pub mod batch;
pub mod frame;
mod generated;
pub mod message;
pub mod names;
pub mod read;
pub mod record;
pub mod types;
pub mod write;

pub use read::{Malformed, Reader};
pub use write::{Unsupported, Writer};

/// A request, response or metadata record that has a number and versions.
pub trait Message: Sized + Default {
    /// Kafka's number: the api key of a request or response, the record type of a metadata record.
    const KEY: i16;
    /// Kafka's name, such as `FetchRequest`.
    const NAME: &'static str;
    /// The oldest version that can be read and written.
    const MIN_VERSION: i16;
    /// The newest version that can be read and written.
    const MAX_VERSION: i16;
    /// The first version with compact lengths and tagged fields; `i16::MAX` when there is none.
    const FIRST_FLEXIBLE: i16;

    /// Reads the body and leaves the reader behind it; bytes that follow are the caller's business.
    ///
    /// # Errors
    /// When the bytes are not this message at this version.
    fn decode(r: &mut Reader, version: i16) -> Result<Self, Malformed>;

    /// Appends the body.
    ///
    /// # Errors
    /// When a value cannot be said in this version. What was appended before is then unusable.
    fn encode(&self, w: &mut Writer, version: i16) -> Result<(), Unsupported>;
}

/// A message that a peer answers.
pub trait Request: Message {
    /// The answer; it has the request's key and version.
    type Response: Message;
}
