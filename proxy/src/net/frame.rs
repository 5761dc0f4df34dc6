//! Frames: a signed length of four bytes, big endian, then that many bytes.
//!
//! A length is a claim. It is checked against a limit before anything is reserved, and memory then grows with the
//! bytes that really arrive, so a peer that announces much and sends nothing costs [`FIRST_RESERVE`].

use std::io::IoSlice;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::buffers::Buffers;

/// Bytes reserved on the word of a peer alone.
pub const FIRST_RESERVE: usize = 64 * 1024;

/// Bytes reserved once a peer has sent [`FIRST_RESERVE`]; from then on the buffer doubles.
const SECOND_RESERVE: usize = 1024 * 1024;

/// Slices given to one vectored write; the kernel takes at most 1024 (`UIO_MAXIOV`), and beyond a few dozen the
/// copying of the slice table costs more than the call saves.
const SLICES_MAX: usize = 64;

/// Why the bytes at hand are not a frame.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The length is below zero.
    #[error("frame: its length is {0}")]
    Negative(i32),
    /// The length is above the limit of the reader.
    #[error("frame: {length} bytes were announced, the limit is {limit}")]
    TooLarge {
        /// Bytes that the peer announced.
        length: usize,
        /// Bytes that the reader allows.
        limit: usize,
    },
    /// The length is the beginning of a TLS record: the peer speaks TLS on a plaintext connection.
    #[error("frame: the bytes are TLS, but this connection is plaintext")]
    LooksLikeTls,
    /// The length is the beginning of HTTP.
    #[error("frame: the bytes are HTTP, but this is a Kafka port")]
    LooksLikeHttp,
    /// The stream ended inside a frame, which is no clean end.
    #[error("the stream ended inside a frame, after {have} of {want} bytes")]
    Truncated {
        /// Bytes that came, the length included.
        have: usize,
        /// Bytes that were announced, the length included.
        want: usize,
    },
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Reads one frame and returns its body without the length, in one piece that nobody else refers to. Room is made as
/// the bytes come, so that an announcement alone costs next to nothing.
///
/// `None` when the stream ends between two frames. Not cancel safe: a dropped read loses the bytes it has taken.
///
/// # Errors
/// A length below 0 or above `limit` (before anything is reserved), an end inside a frame, and what the stream reports.
pub async fn read_frame<R: AsyncRead + Unpin>(
    stream: &mut R,
    limit: usize,
) -> Result<Option<BytesMut>, FrameError> {
    read_body(stream, limit, FIRST_RESERVE, |_| BytesMut::new()).await
}

/// As [`read_frame`], but into a buffer of `buffers`, which reserve what the caller has asked for as soon as it is
/// announced: it would otherwise be moved as it grows.
///
/// # Errors
/// As [`read_frame`].
pub async fn read_frame_into<R: AsyncRead + Unpin>(
    stream: &mut R,
    limit: usize,
    buffers: &Buffers,
) -> Result<Option<BytesMut>, FrameError> {
    read_body(stream, limit, buffers.reserve(), |length| buffers.take(length)).await
}

async fn read_body<R: AsyncRead + Unpin>(
    stream: &mut R,
    limit: usize,
    first: usize,
    buffer: impl FnOnce(usize) -> BytesMut,
) -> Result<Option<BytesMut>, FrameError> {
    let Some(length) = read_length(stream, limit).await? else { return Ok(None) };
    let mut body = buffer(length);
    while body.len() < length {
        let rest = length - body.len();
        if body.capacity() == body.len() {
            body.reserve(rest.min(next_reserve(body.len(), first)));
        }
        let room = rest.min(body.capacity() - body.len());
        if stream.read_buf(&mut (&mut body).limit(room)).await? == 0 {
            return Err(FrameError::Truncated { have: body.len() + 4, want: length + 4 });
        }
    }
    Ok(Some(body))
}

fn next_reserve(have: usize, first: usize) -> usize {
    match have {
        0 => first,
        have if have < SECOND_RESERVE => SECOND_RESERVE,
        have => have,
    }
}

async fn read_length<R: AsyncRead + Unpin>(
    stream: &mut R,
    limit: usize,
) -> Result<Option<usize>, FrameError> {
    let mut prefix = [0u8; 4];
    let mut have = 0;
    while have < prefix.len() {
        let read = stream.read(&mut prefix[have..]).await?;
        if read == 0 {
            return if have == 0 { Ok(None) } else { Err(FrameError::Truncated { have, want: 4 }) };
        }
        have += read;
    }
    check_length(prefix, limit).map(Some)
}

/// Turns the four bytes before a frame into its length.
///
/// # Errors
/// A length below 0 or above `limit`, with a name for it when it is really the start of TLS or HTTP.
pub fn check_length(prefix: [u8; 4], limit: usize) -> Result<usize, FrameError> {
    let length = i32::from_be_bytes(prefix);
    match usize::try_from(length) {
        Ok(length) if length <= limit => Ok(length),
        _ if looks_like_tls(prefix) => Err(FrameError::LooksLikeTls),
        _ if looks_like_http(prefix) => Err(FrameError::LooksLikeHttp),
        Ok(length) => Err(FrameError::TooLarge { length, limit }),
        Err(_) => Err(FrameError::Negative(length)),
    }
}

/// Whether a frame of an unfinished SASL exchange without heads is a request after all: tokens begin otherwise.
pub fn looks_like_request(frame: &[u8]) -> bool {
    // PLAIN tokens begin with a zero byte when they name no other identity, but their third and fourth byte are letters or a
    // zero and a letter; versions are smaller than any of those.
    match frame {
        [0, key, 0, version, ..] => frame.len() >= 10 && *key < 128 && *version <= 20,
        _ => false,
    }
}

/// A TLS record starts with its kind (20 to 24) and a version of 3.0 to 3.4.
pub fn looks_like_tls(prefix: [u8; 4]) -> bool {
    matches!(prefix, [20..=24, 3, 0..=4, _])
}

fn looks_like_http(prefix: [u8; 4]) -> bool {
    matches!(&prefix, b"HTTP" | b"GET " | b"POST" | b"PUT " | b"HEAD" | b"OPTI" | b"DELE" | b"CONN" | b"PRI ")
}

/// Writes a frame that is already encoded, its length included, with as few system calls as the stream allows.
/// Several frames may be given as one list. Not cancel safe: a dropped write leaves half a frame behind.
///
/// # Errors
/// What the stream reports.
pub async fn write_frame<W: AsyncWrite + Unpin>(stream: &mut W, parts: &[Bytes]) -> std::io::Result<()> {
    if !stream.is_write_vectored() {
        for part in parts {
            stream.write_all(part).await?;
        }
        return Ok(());
    }
    let mut at = 0;
    let mut offset = 0;
    while at < parts.len() {
        if offset == parts[at].len() {
            (at, offset) = (at + 1, 0);
            continue;
        }
        let mut slices = [IoSlice::new(&[]); SLICES_MAX];
        let mut used = 0;
        for (slice, part) in slices.iter_mut().zip(&parts[at..]) {
            *slice = IoSlice::new(if used == 0 { &part[offset..] } else { part });
            used += 1;
        }
        let mut written = stream.write_vectored(&slices[..used]).await?;
        if written == 0 {
            return Err(std::io::ErrorKind::WriteZero.into());
        }
        while written > 0 {
            let step = written.min(parts[at].len() - offset);
            (offset, written) = (offset + step, written - step);
            if offset == parts[at].len() {
                (at, offset) = (at + 1, 0);
            }
        }
    }
    Ok(())
}

/// Takes the header off a response and returns its correlation id. The body stays in `frame`, uniquely owned.
///
/// `version` is the version of the response header: 0, or 1 with tagged fields, which are skipped.
/// `None` when the bytes end inside the header.
pub fn take_response_header(frame: &mut BytesMut, version: i16) -> Option<i32> {
    let correlation_id = frame.try_get_i32().ok()?;
    if version >= 1 {
        for _ in 0..take_varint(frame)? {
            take_varint(frame)?;
            let size = usize::try_from(take_varint(frame)?).ok()?;
            if frame.len() < size {
                return None;
            }
            frame.advance(size);
        }
    }
    Some(correlation_id)
}

fn take_varint(frame: &mut BytesMut) -> Option<u32> {
    let mut value = 0u32;
    for shift in (0..35).step_by(7) {
        let byte = frame.try_get_u8().ok()?;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8], limit: usize) -> Result<Option<BytesMut>, FrameError> {
        let mut bytes = bytes;
        read_frame(&mut bytes, limit).await
    }

    #[tokio::test]
    async fn a_frame_comes_back_without_its_length() {
        let mut stream: &[u8] = &[0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0];
        assert_eq!(read_frame(&mut stream, 10).await.unwrap().unwrap().as_ref(), [1, 2, 3]);
        assert_eq!(read_frame(&mut stream, 10).await.unwrap().unwrap().len(), 0);
        assert!(read_frame(&mut stream, 10).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_bad_length_is_refused_by_name() {
        assert!(matches!(read(&[0xff, 0xff, 0xff, 0xfe], 10).await, Err(FrameError::Negative(-2))));
        assert!(matches!(
            read(&[0, 0, 0, 11], 10).await,
            Err(FrameError::TooLarge { length: 11, limit: 10 })
        ));
        assert!(matches!(read(&[0x15, 3, 3, 0], 10).await, Err(FrameError::LooksLikeTls)));
        assert!(matches!(read(b"HTTP/1.1 400", 10).await, Err(FrameError::LooksLikeHttp)));
    }

    #[tokio::test]
    async fn an_end_inside_a_frame_is_no_clean_end() {
        assert!(matches!(read(&[0, 0], 10).await, Err(FrameError::Truncated { have: 2, want: 4 })));
        assert!(matches!(read(&[0, 0, 0, 3, 1], 10).await, Err(FrameError::Truncated { have: 5, want: 7 })));
    }

    #[test]
    fn memory_follows_the_bytes_that_arrive() {
        assert_eq!(next_reserve(0, FIRST_RESERVE), 64 << 10);
        assert_eq!(next_reserve(0, 8 << 20), 8 << 20);
        assert_eq!(next_reserve(64 << 10, FIRST_RESERVE), 1 << 20);
        assert_eq!(next_reserve(3 << 20, FIRST_RESERVE), 3 << 20);
    }

    #[tokio::test]
    async fn a_large_frame_arrives_in_one_piece() {
        let (mut near, mut far) = tokio::io::duplex(1000);
        let body: Vec<u8> = (0..3_000_000u32).map(|i| i as u8).collect();
        let length = Bytes::copy_from_slice(&3_000_000u32.to_be_bytes());
        let parts = [length, Bytes::new(), Bytes::from(body.clone())];
        let (write, read) = tokio::join!(write_frame(&mut near, &parts), read_frame(&mut far, 100 << 20));
        write.unwrap();
        assert!(read.unwrap().unwrap() == body);
    }

    #[tokio::test]
    async fn more_parts_than_one_system_call_takes_arrive_in_order() {
        let (mut near, mut far) = tokio::io::duplex(100);
        let parts: Vec<Bytes> = (0..200u8).map(|i| Bytes::from(vec![i; usize::from(i % 7)])).collect();
        let sent = async {
            write_frame(&mut near, &parts).await.unwrap();
            drop(near);
        };
        let mut got = Vec::new();
        let ((), read) = tokio::join!(sent, far.read_to_end(&mut got));
        read.unwrap();
        assert_eq!(got, parts.concat());
    }

    #[test]
    fn a_response_header_is_taken_off_with_its_tagged_fields() {
        let mut plain = BytesMut::from(&[0, 0, 0, 7, 9][..]);
        assert_eq!(take_response_header(&mut plain, 0), Some(7));
        assert_eq!(plain.as_ref(), [9]);
        let mut tagged = BytesMut::from(&[0, 0, 0, 7, 1, 5, 2, 8, 8, 9][..]);
        assert_eq!(take_response_header(&mut tagged, 1), Some(7));
        assert_eq!(tagged.as_ref(), [9]);
        let mut lying = BytesMut::from(&[0, 0, 0, 7, 1, 5, 200, 1, 8][..]);
        assert_eq!(take_response_header(&mut lying, 1), None);
    }
}
