//! A client and a broker at the two ends of a relay, and a handler that does what a request's version says.

mod flight;
mod in_place;

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::BytesMut;
use kagami_codec::api::ApiKey;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use super::*;
use crate::{
    net::FrameError,
    shutdown::{AbortOnDrop, Tasks, detached},
};

/// What becomes of a request in these tests, as its version.
const PASS: i16 = 0;
const PASS_SILENT: i16 = 1;
const OPEN: i16 = 2;
const ANSWER: i16 = 3;
const PASS_AND_OPEN_ANSWER: i16 = 4;
const CLOSE: i16 = 5;
const POLL: i16 = 6;
const PASS_AND_CHANGE_ANSWER: i16 = 7;

/// Below what frames may have.
const REQUEST_BYTES_MAX: usize = 90 << 20;

#[derive(Debug, Default)]
struct Scripted {
    opened: AtomicUsize,
}

impl Handler for Scripted {
    type Ticket = i32;
    type Place = ();

    fn request(&self, head: Head, _: &[u8]) -> Result<Way<i32>, Error> {
        match head.version {
            PASS => Ok(Way::Pass(Some(Expect::Pass))),
            PASS_SILENT => Ok(Way::Pass(None)),
            PASS_AND_OPEN_ANSWER => Ok(Way::Pass(Some(Expect::Open(head.correlation_id)))),
            PASS_AND_CHANGE_ANSWER => Ok(Way::Pass(Some(Expect::InPlace(head.correlation_id)))),
            OPEN | ANSWER | POLL => Ok(Way::Open),
            version => Err(Error::NotOffered { what: head.key, version }),
        }
    }

    fn request_bytes_max(&self, _: ApiKey) -> usize {
        REQUEST_BYTES_MAX
    }

    async fn open(&self, head: Head, frame: Bytes) -> Result<Opened<i32>, Error> {
        self.opened.fetch_add(frame.len(), Ordering::Relaxed);
        if head.version == ANSWER {
            return Ok(Opened::Answer(vec![answer(head.correlation_id, b"ours")]));
        }
        let expect = Expect::Open(head.correlation_id);
        if head.version == POLL {
            return Ok(Opened::Poll(vec![framed(&frame)], expect, 7));
        }
        Ok(Opened::Send(vec![framed(&frame)], Some(expect)))
    }

    fn step(&self, _: &i32, (): &mut (), bytes: &mut [u8]) -> Result<Step, Error> {
        // Words of eight bytes of which the first one grows, and as many that pass as it says.
        let Some(word) = bytes.first_chunk_mut::<8>() else { return Ok(Step::More) };
        let skipped = usize::from(u16::from_be_bytes([word[6], word[7]]));
        word[4] = word[4].wrapping_add(1);
        Ok(Step::Pass(8 + skipped))
    }

    fn nothing(&self, head: Head, number: i32) -> Result<Vec<Bytes>, Error> {
        Ok(vec![answer(head.correlation_id, &[b'0' + u8::try_from(number).expect("a digit")])])
    }

    fn answer(&self, ticket: i32, frame: Bytes) -> Result<Vec<Bytes>, Error> {
        let mut changed = BytesMut::from(&frame[..]);
        changed.extend_from_slice(b"!");
        assert_eq!(ticket.to_be_bytes(), frame[..4]);
        Ok(vec![framed(&changed)])
    }
}

fn framed(body: &[u8]) -> Bytes {
    let length = u32::try_from(body.len()).expect("short frames");
    [&length.to_be_bytes(), body].concat().into()
}

fn request(version: i16, id: i32, body: &[u8]) -> Bytes {
    let head =
        [&ApiKey::PRODUCE.0.to_be_bytes()[..], &version.to_be_bytes(), &id.to_be_bytes(), body].concat();
    framed(&head)
}

fn answer(id: i32, body: &[u8]) -> Bytes {
    framed(&[&id.to_be_bytes()[..], body].concat())
}

async fn frame(stream: &mut DuplexStream) -> Option<Vec<u8>> {
    crate::net::read_frame(stream, 200 << 20).await.ok().flatten().map(|frame| frame.to_vec())
}

struct Stage {
    client: DuplexStream,
    broker: DuplexStream,
    tasks: Tasks,
    ended: tokio::sync::oneshot::Receiver<(Error, usize)>,
    _relay: AbortOnDrop<()>,
}

impl Stage {
    fn set(room: usize) -> Self {
        let ((client, near), (broker, far)) = (duplex(room), duplex(room));
        let tasks = Tasks::new();
        let signal = tasks.signal();
        let (tell, ended) = tokio::sync::oneshot::channel();
        let relay = async move {
            let handler = Scripted::default();
            let limits = Limits { frame_bytes_max: 100 << 20, room: Room::new(1 << 30) };
            let ended = run(Stream::Memory(near), Stream::Memory(far), &handler, &limits, signal).await;
            let _nobody_asks = tell.send((ended, handler.opened.load(Ordering::Relaxed)));
        };
        Self { client, broker, tasks, ended, _relay: detached("relay", relay) }
    }
}

#[tokio::test]
async fn answers_leave_in_the_order_of_requests_whoever_gives_them() {
    let mut stage = Stage::set(1 << 20);
    let versions = [PASS, ANSWER, OPEN, PASS_SILENT, ANSWER, PASS_AND_OPEN_ANSWER, PASS];
    for (id, version) in (0..).zip(versions) {
        stage.client.write_all(&request(version, id, b"body")).await.unwrap();
    }
    let mut wanted: Vec<Vec<u8>> = Vec::new();
    for (id, version) in (0_i32..).zip(versions) {
        let whole = |body: &[u8]| [&id.to_be_bytes()[..], body].concat();
        match version {
            ANSWER => wanted.push(whole(b"ours")),
            PASS_SILENT => {}
            OPEN | PASS_AND_OPEN_ANSWER => wanted.push(whole(b"theirs!")),
            _ => wanted.push(whole(b"theirs")),
        }
    }
    for (id, version) in (0..).zip(versions) {
        if version == ANSWER {
            continue;
        }
        let seen = frame(&mut stage.broker).await.expect("the broker gets it");
        assert_eq!(seen, request(version, id, b"body")[4..]);
        if version != PASS_SILENT {
            stage.broker.write_all(&answer(id, b"theirs")).await.unwrap();
        }
    }
    for wanted in wanted {
        assert_eq!(frame(&mut stage.client).await, Some(wanted));
    }
}

#[tokio::test]
async fn a_frame_that_passes_is_not_held_however_large_it_is() {
    let mut stage = Stage::set(10_000);
    let body = vec![7; 30 << 20];
    let sent = request(PASS, 1, &body);
    let answered = answer(1, &body);
    let client = async {
        let (mut read, mut write) = tokio::io::split(stage.client);
        let mut seen = vec![0; answered.len()];
        let (sent, read) = tokio::join!(write.write_all(&sent), read.read_exact(&mut seen));
        sent.unwrap();
        read.unwrap();
        assert!(seen == answered[..]);
        drop(write);
    };
    let broker = async {
        let seen = frame(&mut stage.broker).await.expect("the broker gets it");
        assert!(seen == sent[4..]);
        stage.broker.write_all(&answered).await.unwrap();
        stage.broker
    };
    let ((), broker) = tokio::join!(client, broker);
    let (ended, opened) = stage.ended.await.unwrap();
    assert!(matches!(ended, Error::Ended(End::Clean)), "{ended}");
    assert_eq!(opened, 0);
    drop(broker);
}

#[tokio::test]
async fn bytes_in_any_pieces_are_the_same_frames() {
    let mut stage = Stage::set(1 << 20);
    let all: Vec<u8> =
        (0..40).flat_map(|id| request([PASS, OPEN][id as usize % 2], id, &[1; 20]).to_vec()).collect();
    for piece in all.chunks(3) {
        stage.client.write_all(piece).await.unwrap();
        tokio::task::yield_now().await;
    }
    for id in 0..40_i32 {
        let seen = frame(&mut stage.broker).await.expect("the broker gets it");
        assert_eq!(seen[4..8], id.to_be_bytes());
        for byte in answer(id, b"x").iter() {
            stage.broker.write_all(&[*byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
    }
    for id in 0..40_i32 {
        assert_eq!(frame(&mut stage.client).await.expect("an answer")[..4], id.to_be_bytes());
    }
}

#[tokio::test]
async fn what_was_asked_is_answered_before_a_stop() {
    let mut stage = Stage::set(1 << 20);
    stage.client.write_all(&request(PASS, 1, b"")).await.unwrap();
    frame(&mut stage.broker).await.expect("the broker gets it");
    stage.tasks.start_shutdown();
    tokio::task::yield_now().await;
    stage.broker.write_all(&answer(1, b"late")).await.unwrap();
    assert!(frame(&mut stage.client).await.is_some());
    assert!(matches!(stage.ended.await.unwrap().0, Error::Stopping));
    assert_eq!(frame(&mut stage.client).await, None);
}

#[tokio::test]
async fn who_waits_for_something_to_happen_is_told_at_a_stop_that_nothing_did() {
    let mut stage = Stage::set(1 << 20);
    for id in [1, 2] {
        stage.client.write_all(&request(POLL, id, b"")).await.unwrap();
        frame(&mut stage.broker).await.expect("the broker gets it");
    }
    stage.broker.write_all(&answer(1, b"news")).await.unwrap();
    assert_eq!(frame(&mut stage.client).await, Some(answer(1, b"news!")[4..].to_vec()));
    stage.tasks.start_shutdown();
    assert_eq!(frame(&mut stage.client).await, Some(answer(2, b"7")[4..].to_vec()));
    assert_eq!(frame(&mut stage.client).await, None);
    assert!(matches!(stage.ended.await.unwrap().0, Error::Stopping));
}

#[tokio::test]
async fn with_another_answer_outstanding_a_stop_waits_for_all_of_them() {
    let mut stage = Stage::set(1 << 20);
    for (id, version) in [(1, POLL), (2, PASS)] {
        stage.client.write_all(&request(version, id, b"")).await.unwrap();
        frame(&mut stage.broker).await.expect("the broker gets it");
    }
    stage.tasks.start_shutdown();
    tokio::task::yield_now().await;
    for id in [1, 2] {
        stage.broker.write_all(&answer(id, b"late")).await.unwrap();
    }
    assert_eq!(frame(&mut stage.client).await, Some(answer(1, b"late!")[4..].to_vec()));
    assert_eq!(frame(&mut stage.client).await, Some(answer(2, b"late")[4..].to_vec()));
    assert!(matches!(stage.ended.await.unwrap().0, Error::Stopping));
}

#[tokio::test]
async fn a_request_that_is_not_offered_closes_the_connection_behind_the_answers_before_it() {
    let mut stage = Stage::set(1 << 20);
    stage.client.write_all(&request(PASS, 1, b"")).await.unwrap();
    frame(&mut stage.broker).await.expect("the broker gets it");
    stage.client.write_all(&request(CLOSE, 2, b"")).await.unwrap();
    stage.broker.write_all(&answer(1, b"first")).await.unwrap();
    assert!(frame(&mut stage.client).await.is_some());
    assert_eq!(frame(&mut stage.client).await, None);
    assert!(matches!(stage.ended.await.unwrap().0, Error::NotOffered { version: CLOSE, .. }));
}

#[tokio::test]
async fn a_request_that_is_larger_than_its_kind_may_be_does_not_reach_the_broker() {
    for version in [PASS, OPEN] {
        let mut stage = Stage::set(1 << 20);
        stage.client.write_all(&request(version, 1, &[])).await.unwrap();
        assert!(frame(&mut stage.broker).await.is_some());
        let large = u32::try_from(REQUEST_BYTES_MAX + 1).unwrap();
        stage
            .client
            .write_all(&[&large.to_be_bytes()[..], &request(version, 2, &[])[4..]].concat())
            .await
            .unwrap();
        let (ended, _) = stage.ended.await.unwrap();
        assert!(matches!(ended, Error::Frame(FrameError::TooLarge { .. })), "{ended}");
        assert_eq!(frame(&mut stage.broker).await, None);
    }
}

#[tokio::test]
async fn an_answer_that_belongs_to_nothing_closes_the_connection() {
    for bytes in [answer(7, b""), answer(2, b"")] {
        let mut stage = Stage::set(1 << 20);
        if bytes[4..8] != 7_i32.to_be_bytes() {
            stage.client.write_all(&request(PASS, 1, b"")).await.unwrap();
            frame(&mut stage.broker).await.expect("the broker gets it");
        }
        stage.broker.write_all(&bytes).await.unwrap();
        assert_eq!(frame(&mut stage.client).await, None);
        assert!(matches!(stage.ended.await.unwrap().0, Error::Answer(_)));
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let mut stage = Stage::set(1 << 20);
    stage.client.write_all(&request(PASS, 1, b"half")[..10]).await.unwrap();
    let begun = tokio::time::Instant::now();
    assert!(matches!(stage.ended.await.unwrap().0, Error::Slow(_)));
    assert_eq!(begun.elapsed(), STALL_MAX);
    let stage = Stage::set(1 << 20);
    let begun = tokio::time::Instant::now();
    assert!(matches!(stage.ended.await.unwrap().0, Error::Slow(_)));
    assert_eq!(begun.elapsed(), IDLE_MAX);
    let mut stage = Stage::set(1 << 20);
    stage.client.write_all(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]).await.unwrap();
    assert!(matches!(stage.ended.await.unwrap().0, Error::Frame(_)));
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_trickles_in_does_not_keep_its_memory() {
    let mut stage = Stage::set(1 << 20);
    let frame = request(OPEN, 1, &[0; 2 << 20]);
    let begun = tokio::time::Instant::now();
    for byte in frame.iter() {
        if stage.client.write_all(&[*byte]).await.is_err() {
            break;
        }
        tokio::time::sleep(STALL_MAX / 2).await;
    }
    assert!(matches!(stage.ended.await.unwrap().0, Error::Slow(_)));
    // As much as two megabytes may take, and the head in front of them.
    assert!(begun.elapsed() < STALL_MAX * 10, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_client_that_reads_nothing_stops_its_broker_from_being_read() {
    let mut stage = Stage::set(1000);
    stage.client.write_all(&request(PASS, 1, b"")).await.unwrap();
    frame(&mut stage.broker).await.expect("the broker gets it");
    let large = answer(1, &vec![0; 50 << 20]);
    let write = stage.broker.write_all(&large);
    assert!(timeout(Duration::from_millis(200), write).await.is_err(), "nobody took 50 MB");
}

/// Requests of all kinds, each as likely as the others, in an order that a seed tells.
fn mixed(count: i32) -> Vec<(i32, i16)> {
    let kinds = [PASS, ANSWER, OPEN, PASS_SILENT, PASS_AND_OPEN_ANSWER];
    let mut seed = 7_u64;
    let each = |id| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (id, kinds[usize::try_from(seed >> 33).expect("31 bits") % kinds.len()])
    };
    (0..count).map(each).collect()
}

#[tokio::test]
async fn ten_thousand_mixed_requests_in_one_go_are_answered_in_their_order_and_nothing_is_left() {
    let mut stage = Stage::set(10_000);
    let all = mixed(10_000);
    let (mut answers, mut requests) = tokio::io::split(stage.client);
    let asking = async {
        for (id, version) in &all {
            requests.write_all(&request(*version, *id, b"body")).await.unwrap();
        }
        // A last one, so that there is an end to wait for.
        requests.write_all(&request(PASS, -1, b"")).await.unwrap();
    };
    let answering = async {
        for (id, version) in all.iter().filter(|(_, version)| *version != ANSWER) {
            let seen = frame(&mut stage.broker).await.expect("the broker gets it");
            assert_eq!(seen, request(*version, *id, b"body")[4..]);
            if *version != PASS_SILENT {
                if id % 7 == 0 {
                    tokio::task::yield_now().await;
                }
                stage.broker.write_all(&answer(*id, b"theirs")).await.unwrap();
            }
        }
        frame(&mut stage.broker).await.expect("the broker gets the last one");
        stage.broker.write_all(&answer(-1, b"")).await.unwrap();
    };
    let reading = async {
        for (id, version) in &all {
            let wanted: &[u8] = match *version {
                PASS_SILENT => continue,
                ANSWER => b"ours",
                OPEN | PASS_AND_OPEN_ANSWER => b"theirs!",
                _ => b"theirs",
            };
            let mut seen = vec![0; answer(*id, wanted).len()];
            answers.read_exact(&mut seen).await.unwrap();
            assert_eq!(seen, answer(*id, wanted), "request {id}");
        }
        let mut last = [0; 8];
        answers.read_exact(&mut last).await.unwrap();
        assert_eq!(last, answer(-1, b"")[..]);
    };
    tokio::join!(asking, answering, reading);
    // What needed no answer left nothing behind that an answer could be taken for.
    stage.broker.write_all(&answer(-1, b"")).await.unwrap();
    assert!(matches!(stage.ended.await.unwrap().0, Error::Answer(_)));
}

#[tokio::test]
async fn what_needs_no_answer_reaches_the_broker_although_the_client_hangs_up_at_once() {
    for room in [20, 1 << 20] {
        let mut stage = Stage::set(room);
        let client = async {
            for id in 0..100 {
                stage.client.write_all(&request(PASS_SILENT, id, b"record")).await.unwrap();
            }
            drop(stage.client);
        };
        let broker = async {
            for id in 0..100 {
                let seen = frame(&mut stage.broker).await.expect("the broker gets it");
                assert_eq!(seen, request(PASS_SILENT, id, b"record")[4..]);
            }
            assert_eq!(frame(&mut stage.broker).await, None);
        };
        tokio::join!(client, broker);
    }
}

#[tokio::test]
async fn a_client_is_not_kept_waiting_on_a_broker_that_has_hung_up() {
    let mut stage = Stage::set(1 << 20);
    stage.client.write_all(&request(PASS, 1, b"")).await.unwrap();
    frame(&mut stage.broker).await.expect("the broker gets it");
    stage.broker.write_all(&answer(1, b"")).await.unwrap();
    assert!(frame(&mut stage.client).await.is_some());
    // An idle connection, as `connections.max.idle.ms` ends it.
    drop(stage.broker);
    assert_eq!(frame(&mut stage.client).await, None);
    assert!(matches!(stage.ended.await.unwrap().0, Error::BrokerEnded));
}

#[tokio::test]
async fn bytes_that_are_no_frames_close_the_connection_and_tell_what_they_are() {
    let over = u32::try_from((100 << 20) + 1).expect("32 bits").to_be_bytes();
    for (bytes, words) in [
        (&[22, 3, 1, 2, 0, 1, 0, 1][..], "TLS"),
        (&[21, 3, 1, 0, 0, 0, 0, 0], "TLS"),
        (b"GET / HTTP/1.1\r\n", "HTTP"),
        (&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], "its length is -1"),
        (&[over[0], over[1], over[2], over[3], 0, 0, 0, 0], "the limit is"),
        (&[0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0], "cannot be read"),
    ] {
        let mut stage = Stage::set(1 << 20);
        stage.client.write_all(bytes).await.unwrap();
        let ended = stage.ended.await.unwrap().0;
        assert!(ended.to_string().contains(words), "{bytes:?}: {ended}");
        assert_eq!(frame(&mut stage.broker).await, None, "{bytes:?}");
    }
}

/// A SASL handshake of the oldest version, answered with this error; the client's token behind it.
async fn handshake(error: u8) -> Stage {
    let mut stage = Stage::set(1 << 20);
    let asked = [&ApiKey::SASL_HANDSHAKE.0.to_be_bytes()[..], &[0, 0], &1_i32.to_be_bytes()].concat();
    stage.client.write_all(&framed(&asked)).await.unwrap();
    assert_eq!(frame(&mut stage.broker).await, Some(asked));
    stage.broker.write_all(&answer(1, &[0, error])).await.unwrap();
    assert_eq!(frame(&mut stage.client).await, Some(vec![0, 0, 0, 1, 0, error]));
    stage.client.write_all(&framed(b"\0me\0secret")).await.unwrap();
    stage
}

#[tokio::test]
async fn tokens_without_heads_pass_behind_the_oldest_handshake_until_requests_come() {
    let mut stage = handshake(0).await;
    assert_eq!(frame(&mut stage.broker).await.as_deref(), Some(&b"\0me\0secret"[..]));
    stage.broker.write_all(&framed(b"")).await.unwrap();
    assert_eq!(frame(&mut stage.client).await, Some(Vec::new()));
    stage.client.write_all(&framed(b"n,,n=me,r=1")).await.unwrap();
    assert_eq!(frame(&mut stage.broker).await.as_deref(), Some(&b"n,,n=me,r=1"[..]));
    stage.broker.write_all(&framed(b"r=12,s=3")).await.unwrap();
    assert_eq!(frame(&mut stage.client).await.as_deref(), Some(&b"r=12,s=3"[..]));
    for id in [2, 3] {
        stage.client.write_all(&request(OPEN, id, b"body")).await.unwrap();
        assert!(frame(&mut stage.broker).await.is_some());
        stage.broker.write_all(&answer(id, b"theirs")).await.unwrap();
        assert_eq!(frame(&mut stage.client).await, Some([&id.to_be_bytes()[..], b"theirs!"].concat()));
    }
}

#[tokio::test]
async fn tokens_behind_a_refused_handshake_are_no_requests() {
    let mut stage = handshake(33).await;
    assert_eq!(frame(&mut stage.broker).await, None);
    let (ended, _) = stage.ended.await.unwrap();
    assert!(matches!(ended, Error::NotOffered { .. } | Error::Malformed(_)), "{ended}");
}
