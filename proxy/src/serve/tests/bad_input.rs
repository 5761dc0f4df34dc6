//! What no client of ours would send.

use std::time::Duration;

use tokio::io::AsyncWriteExt;

use super::{
    super::request::Request,
    stage::{Reply, Stage},
};

fn silent(_: &Request) -> Reply {
    Reply::Silence
}

async fn check(bytes: &[u8]) {
    let stage = Stage::new(silent).await;
    let mut client = stage.client().await;
    client.tcp.write_all(bytes).await.unwrap();
    assert_eq!(client.receive().await, None, "{bytes:?}");
    assert_eq!(stage.heard(), []);
}

#[tokio::test]
async fn giant_and_negative_lengths_end_the_connection() {
    check(&[0x7f, 0xff, 0xff, 0xff]).await;
    check(&[0xff, 0xff, 0xff, 0xff]).await;
    check(&[0x80, 0, 0, 0]).await;
}

#[tokio::test]
async fn other_protocols_end_the_connection() {
    check(b"GET / HTTP/1.1\r\n\r\n").await;
    check(&[22, 3, 1, 2, 0, 1, 0, 1]).await;
}

#[tokio::test]
async fn frames_that_are_no_requests_end_the_connection() {
    check(&[0, 0, 0, 0]).await;
    check(&[0, 0, 0, 3, 0, 1, 0]).await;
    // A fetch whose client id is longer than the frame, one without a body, and one of a version that nobody offered.
    check(&[0, 0, 0, 10, 0, 1, 0, 12, 0, 0, 0, 1, 0x7f, 0xff]).await;
    check(&[0, 0, 0, 10, 0, 1, 0, 11, 0, 0, 0, 1, 0xff, 0xff]).await;
    check(&[0, 0, 0, 10, 0, 1, 0, 99, 0, 0, 0, 1, 0xff, 0xff]).await;
}

#[tokio::test]
async fn one_connection_more_than_allowed_is_closed_unread() {
    let stage = Stage::with(silent, |settings| settings.connections_max = 1).await;
    let first = stage.client().await;
    // Being served is the only sign that a connection was counted.
    let mut second = stage.client().await;
    assert_eq!(second.receive().await, None);
    drop(first);
}

#[tokio::test(start_paused = true)]
async fn who_stops_inside_a_frame_is_let_go_after_half_a_minute() {
    let stage = Stage::new(silent).await;
    let mut client = stage.client().await;
    client.tcp.write_all(&[0, 0, 1, 0, 0, 1]).await.unwrap();
    let begin = tokio::time::Instant::now();
    assert_eq!(client.receive_within(Duration::from_secs(3_600)).await, None);
    assert_eq!(begin.elapsed().as_secs(), 30);
}
