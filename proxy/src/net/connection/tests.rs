use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

use super::*;
use crate::net::{Side, read_frame};

fn connect(limits: &Limits) -> (Connection, DuplexStream) {
    let (near, far) = tokio::io::duplex(1 << 16);
    let peer = Peer::new(Side::Source, "fake:9092");
    (Connection::over(Stream::Memory(near), peer, "test".into(), limits), far)
}

/// Time is paused and jumps when nothing else can happen, so a broken promise fails at once instead of hanging.
const LONG: Duration = Duration::from_secs(1000);

async fn ended(connection: &Connection) -> Error {
    timeout(LONG, connection.closed()).await.expect("the connection should end")
}

/// A frame of a correlation id and one byte.
fn frame(id: i32, byte: u8) -> Vec<Bytes> {
    let mut frame = 5i32.to_be_bytes().to_vec();
    frame.extend(id.to_be_bytes());
    frame.push(byte);
    vec![Bytes::from(frame)]
}

async fn submit(connection: &Connection, byte: u8) -> Answer {
    let id = connection.next_correlation_id();
    connection.submit("a test", frame(id, byte), id, 0, Turn::Shared).await.unwrap()
}

async fn receive(far: &mut DuplexStream) -> (i32, u8) {
    let read = timeout(LONG, read_frame(far, 100)).await.expect("a request should come");
    let frame = read.unwrap().expect("a request");
    (i32::from_be_bytes(frame[..4].try_into().unwrap()), frame[4])
}

async fn respond(far: &mut DuplexStream, id: i32, byte: u8) {
    far.write_all(&frame(id, byte).concat()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn responses_reach_their_requests_in_order() {
    let (connection, mut far) = connect(&Limits::default());
    let first = submit(&connection, 1).await;
    let second = submit(&connection, 2).await;
    for _ in 0..2 {
        let (id, byte) = receive(&mut far).await;
        respond(&mut far, id, byte * 10).await;
    }
    assert_eq!(second.body().await.unwrap().as_ref(), [20]);
    assert_eq!(first.body().await.unwrap().as_ref(), [10]);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_given_up_does_not_cost_the_others_their_responses() {
    let (connection, mut far) = connect(&Limits::default());
    drop(submit(&connection, 1).await);
    let kept = submit(&connection, 2).await;
    for _ in 0..2 {
        let (id, byte) = receive(&mut far).await;
        respond(&mut far, id, byte).await;
    }
    assert_eq!(kept.body().await.unwrap().as_ref(), [2]);
    assert!(!connection.is_closed());
}

#[tokio::test(start_paused = true)]
async fn a_request_without_response_leaves_nobody_waiting() {
    let (connection, mut far) = connect(&Limits::default());
    connection.submit_unanswered("a test", frame(99, 1)).await.unwrap();
    let answered = submit(&connection, 2).await;
    assert_eq!(receive(&mut far).await, (99, 1));
    let (id, byte) = receive(&mut far).await;
    respond(&mut far, id, byte).await;
    assert_eq!(answered.body().await.unwrap().as_ref(), [2]);
}

#[tokio::test(start_paused = true)]
async fn everybody_who_waits_hears_that_the_connection_ended() {
    let (connection, mut far) = connect(&Limits::default());
    let first = submit(&connection, 1).await;
    let second = submit(&connection, 2).await;
    receive(&mut far).await;
    drop(far);
    assert!(matches!(first.body().await, Err(Error::Closed { .. })));
    assert!(matches!(second.body().await, Err(Error::Closed { .. })));
    assert!(connection.is_closed());
    let id = connection.next_correlation_id();
    let late = connection.submit("a test", frame(id, 3), id, 0, Turn::Shared).await;
    assert!(late.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_foreign_correlation_id_ends_the_connection() {
    let (connection, mut far) = connect(&Limits::default());
    let answer = submit(&connection, 1).await;
    let (id, byte) = receive(&mut far).await;
    respond(&mut far, id + 1, byte).await;
    assert!(matches!(answer.body().await, Err(Error::Malformed { .. })));
    assert!(matches!(ended(&connection).await, Error::Malformed { .. }));
}

#[tokio::test(start_paused = true)]
async fn an_unasked_response_ends_the_connection() {
    let (connection, mut far) = connect(&Limits::default());
    respond(&mut far, 0, 1).await;
    assert!(matches!(ended(&connection).await, Error::Malformed { .. }));
}

#[tokio::test(start_paused = true)]
async fn silence_ends_the_connection_after_the_request_timeout() {
    let (connection, mut far) = connect(&Limits::default());
    let slow = connection.with_timeout(Duration::from_secs(100));
    let start = tokio::time::Instant::now();
    let patient = submit(&slow, 1).await;
    let answer = submit(&connection, 1).await;
    assert!(matches!(answer.body().await, Err(Error::Timeout { what: "a test", .. })));
    assert_eq!(start.elapsed().as_secs(), 30);
    assert!(matches!(patient.body().await, Err(Error::Timeout { .. })));
    receive(&mut far).await;
}

#[tokio::test(start_paused = true)]
async fn no_more_requests_are_in_flight_than_allowed() {
    let (connection, mut far) = connect(&Limits { in_flight_max: 1, ..Limits::default() });
    let first = submit(&connection, 1).await;
    let (id, _) = receive(&mut far).await;
    let second = submit(&connection, 2);
    tokio::pin!(second);
    assert!(futures_util::FutureExt::now_or_never(second.as_mut()).is_none());
    respond(&mut far, id, 1).await;
    first.body().await.unwrap();
    second.await;
    assert_eq!(receive(&mut far).await.1, 2);
}

#[tokio::test(start_paused = true)]
async fn who_holds_the_connection_alone_waits_for_the_others_and_holds_them_off() {
    let (connection, mut far) = connect(&Limits::default());
    let first = submit(&connection, 1).await;
    let (id, _) = receive(&mut far).await;
    let alone = connection.alone();
    tokio::pin!(alone);
    assert!(futures_util::FutureExt::now_or_never(alone.as_mut()).is_none());
    respond(&mut far, id, 1).await;
    first.body().await.unwrap();
    let held = alone.await.unwrap();
    let second = submit(&connection, 2);
    tokio::pin!(second);
    assert!(futures_util::FutureExt::now_or_never(second.as_mut()).is_none());
    drop(held);
    second.await;
}

#[tokio::test(start_paused = true)]
async fn what_was_submitted_is_written_before_the_last_handle_ends_the_connection() {
    let (connection, mut far) = connect(&Limits::default());
    connection.submit_unanswered("a test", frame(1, 1)).await.unwrap();
    drop(connection);
    let mut got = Vec::new();
    timeout(LONG, far.read_to_end(&mut got)).await.expect("an end").unwrap();
    assert_eq!(got, frame(1, 1).concat());
}

#[tokio::test(start_paused = true)]
async fn a_hostile_length_ends_the_connection() {
    let (connection, mut far) = connect(&Limits { frame_bytes_max: 1000, ..Limits::default() });
    far.write_all(&2000i32.to_be_bytes()).await.unwrap();
    assert!(matches!(ended(&connection).await, Error::Malformed { .. }));
    let (connection, mut far) = connect(&Limits::default());
    far.write_all(&[0x15, 3, 3, 0, 2, 2, 70]).await.unwrap();
    assert!(matches!(ended(&connection).await, Error::PlaintextOnTls { .. }));
}

#[tokio::test(start_paused = true)]
async fn who_is_hung_up_on_at_the_first_request_hears_of_sasl() {
    let (connection, mut far) = connect(&Limits::default());
    let first = submit(&connection, 1).await;
    let (id, _) = receive(&mut far).await;
    respond(&mut far, id, 1).await;
    first.body().await.unwrap();
    let second = submit(&connection, 2).await;
    receive(&mut far).await;
    drop(far);
    let error = second.body().await.unwrap_err().to_string();
    assert!(error.contains("set security.protocol"), "{error}");
}
