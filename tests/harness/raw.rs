//! Batches and requests made by hand, for what client libraries refuse to send or take too long for. Plain text only.

use std::io::{Error, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bytes::Bytes;
use kagami_codec::Request;
use kagami_codec::frame::{decode_response, request_frame};

/// A record of a [`RawBatch`].
#[derive(Clone, Debug, Default)]
pub struct RawRecord {
    /// Distance from the batch's base offset.
    pub offset_delta: i32,
    pub timestamp: i64,
    pub key: Option<Vec<u8>>,
    pub value: Option<Vec<u8>>,
}

/// An uncompressed batch of format 2 with every field in the caller's hand.
#[derive(Clone, Debug)]
pub struct RawBatch {
    pub base_offset: i64,
    pub leader_epoch: i32,
    /// Timestamp type in bit 3, transactional in 4, control in 5.
    pub attributes: i16,
    /// `None`: that of the last record.
    pub last_offset_delta: Option<i32>,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub base_sequence: i32,
    pub records: Vec<RawRecord>,
}

impl Default for RawBatch {
    fn default() -> Self {
        Self {
            base_offset: 0,
            leader_epoch: -1,
            attributes: 0,
            last_offset_delta: None,
            producer_id: -1,
            producer_epoch: -1,
            base_sequence: -1,
            records: Vec::new(),
        }
    }
}

impl RawBatch {
    /// A batch whose records have these timestamps and values.
    #[must_use]
    pub fn of(records: &[(i64, &str)]) -> Self {
        let records = (0..).zip(records).map(|(offset_delta, (timestamp, value))| RawRecord {
            offset_delta,
            timestamp: *timestamp,
            key: None,
            value: Some(value.as_bytes().to_vec()),
        });
        Self { records: records.collect(), ..Self::default() }
    }

    /// The batch as it goes over the wire, with its CRC.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let base_timestamp = self.records.first().map_or(-1, |record| record.timestamp);
        let max_timestamp = self.records.iter().map(|record| record.timestamp).max().unwrap_or(-1);
        let last = self.last_offset_delta.or_else(|| self.records.last().map(|record| record.offset_delta));
        let mut tail = Vec::new();
        tail.extend(self.attributes.to_be_bytes());
        tail.extend(last.unwrap_or(0).to_be_bytes());
        tail.extend(base_timestamp.to_be_bytes());
        tail.extend(max_timestamp.to_be_bytes());
        tail.extend(self.producer_id.to_be_bytes());
        tail.extend(self.producer_epoch.to_be_bytes());
        tail.extend(self.base_sequence.to_be_bytes());
        tail.extend(i32::try_from(self.records.len()).expect("a test's count of records").to_be_bytes());
        for record in &self.records {
            let mut body = vec![0];
            varint(&mut body, record.timestamp - base_timestamp);
            varint(&mut body, i64::from(record.offset_delta));
            for bytes in [&record.key, &record.value] {
                varint(&mut body, bytes.as_ref().map_or(-1, |bytes| length(bytes)));
                body.extend(bytes.iter().flatten());
            }
            varint(&mut body, 0);
            varint(&mut tail, length(&body));
            tail.extend(body);
        }
        let mut batch = Vec::new();
        batch.extend(self.base_offset.to_be_bytes());
        batch.extend(i32::try_from(tail.len() + 9).expect("a test's batch is small").to_be_bytes());
        batch.extend(self.leader_epoch.to_be_bytes());
        batch.push(2);
        batch.extend(crc32c::crc32c(&tail).to_be_bytes());
        batch.extend(tail);
        batch
    }
}

fn length(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).expect("a test's bytes are few")
}

/// Zigzag, seven bits a byte.
fn varint(out: &mut Vec<u8>, value: i64) {
    let mut rest = (value << 1 ^ value >> 63).cast_unsigned();
    while rest > 0x7f {
        out.push((rest & 0x7f | 0x80) as u8);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Sends one Produce request (version 3 to 8) and answers with the partition's error code and base offset; with
/// `acks` 0, where no answer comes, with `None` after the broker has closed or half a second has passed.
///
/// # Errors
/// The connection failed, or ended before the whole answer.
pub fn raw_produce(
    address: &str,
    version: i16,
    (topic, partition): (&str, i32),
    acks: i16,
    batch: &[u8],
) -> std::io::Result<Option<(i16, i64)>> {
    let mut body = Vec::new();
    body.extend((-1i16).to_be_bytes());
    body.extend(acks.to_be_bytes());
    body.extend(10_000i32.to_be_bytes());
    body.extend(1i32.to_be_bytes());
    string(&mut body, topic);
    body.extend(1i32.to_be_bytes());
    body.extend(partition.to_be_bytes());
    body.extend(i32::try_from(batch.len()).expect("a test's batch is small").to_be_bytes());
    body.extend(batch);
    let mut stream = connected(address)?;
    send(&mut stream, 0, version, &body)?;
    if acks == 0 {
        stream.set_read_timeout(Some(Duration::from_millis(500)))?;
        let _silence_or_end = stream.read(&mut [0; 64]);
        return Ok(None);
    }
    let answer = receive(&mut stream)?;
    // Correlation id, one topic with its name, one partition with its index.
    let at = 4 + 4 + 2 + topic.len() + 4 + 4;
    let error = i16::from_be_bytes(answer[at..at + 2].try_into().expect("two bytes"));
    let offset = i64::from_be_bytes(answer[at + 2..at + 10].try_into().expect("eight bytes"));
    Ok(Some((error, offset)))
}

/// Sends one request with header version 1 and answers with the response from its correlation id on.
///
/// # Errors
/// The connection failed, or ended before the whole answer.
pub fn raw_request(address: &str, api_key: i16, version: i16, body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut stream = connected(address)?;
    send(&mut stream, api_key, version, body)?;
    receive(&mut stream)
}

/// A connection in plain text on which one request follows the answer to the one before.
#[derive(Debug)]
pub struct Plain(TcpStream);

impl Plain {
    /// Connects to `address` (host and port).
    ///
    /// # Errors
    /// Nobody listens there.
    pub fn connect(address: &str) -> std::io::Result<Self> {
        connected(address).map(Self)
    }

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// The connection ended, or the answer cannot be read.
    pub fn ask<R: Request>(&mut self, version: i16, request: &R) -> std::io::Result<R::Response> {
        exchange((&mut &self.0, &mut &self.0), version, request)
    }

    /// Sends a request and takes the answer as it comes, without its length.
    ///
    /// # Errors
    /// The connection ended.
    pub fn ask_unread<R: Request>(&mut self, version: i16, request: &R) -> std::io::Result<Vec<u8>> {
        framed((&mut &self.0, &mut &self.0), &body_of(version, request)?)
    }
}

/// Sends a request and reads its answer.
pub(crate) fn exchange<R: Request>(
    ends: (&mut impl Write, &mut impl Read),
    version: i16,
    request: &R,
) -> std::io::Result<R::Response> {
    let answer = Bytes::from(framed(ends, &body_of(version, request)?)?);
    let (header, answer) = decode_response::<R::Response>(answer, version).map_err(Error::other)?;
    assert_eq!(header.correlation_id, 7, "the answer to another request");
    Ok(answer)
}

/// A request without its length.
fn body_of<R: Request>(version: i16, request: &R) -> std::io::Result<Vec<u8>> {
    let parts = request_frame(7, "harness", request, version).map_err(Error::other)?;
    Ok(parts.concat().split_off(4))
}

/// Sends a frame and reads one.
pub(crate) fn framed(
    (input, output): (&mut impl Write, &mut impl Read),
    frame: &[u8],
) -> std::io::Result<Vec<u8>> {
    write_frame(input, frame)?;
    receive(output)
}

fn write_frame(input: &mut impl Write, frame: &[u8]) -> std::io::Result<()> {
    let length = i32::try_from(frame.len()).expect("a test's request is small").to_be_bytes();
    // In one piece: the second of two would wait until the peer has said that it got the first.
    input.write_all(&[&length, frame].concat())?;
    input.flush()
}

fn connected(address: &str) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(stream)
}

fn send(stream: &mut TcpStream, api_key: i16, version: i16, body: &[u8]) -> std::io::Result<()> {
    let mut frame = Vec::new();
    frame.extend(api_key.to_be_bytes());
    frame.extend(version.to_be_bytes());
    frame.extend(7i32.to_be_bytes());
    string(&mut frame, "raw");
    frame.extend(body);
    write_frame(stream, &frame)
}

fn receive(stream: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut size = [0; 4];
    stream.read_exact(&mut size)?;
    let mut answer = vec![0; usize::try_from(u32::from_be_bytes(size)).expect("32 bits fit")];
    stream.read_exact(&mut answer)?;
    Ok(answer)
}

fn string(out: &mut Vec<u8>, text: &str) {
    out.extend(i16::try_from(text.len()).expect("a test's name is short").to_be_bytes());
    out.extend(text.as_bytes());
}
