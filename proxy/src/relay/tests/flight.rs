//! More requests than may be in flight.

use super::*;

#[tokio::test(start_paused = true)]
async fn who_waits_for_room_does_not_keep_those_before_it() {
    const COUNT: i32 = 3000;
    let mut stage = Stage::set(1 << 20);
    let all: Vec<Bytes> = (0..COUNT).map(|id| request(PASS, id, b"")).collect();
    stage.client.write_all(&all.concat()).await.unwrap();
    let mut first = 0;
    while first < COUNT {
        // As many as may be in flight, before any of them is answered.
        let last = COUNT.min(first + 1000);
        for _ in first..last {
            let asked = timeout(Duration::from_secs(10), frame(&mut stage.broker)).await;
            assert!(asked.is_ok_and(|asked| asked.is_some()), "the broker gets it");
        }
        for id in first..last {
            stage.broker.write_all(&answer(id, b"theirs")).await.unwrap();
        }
        for id in first..last {
            let whole = [&id.to_be_bytes()[..], b"theirs"].concat();
            assert_eq!(frame(&mut stage.client).await, Some(whole));
        }
        first = last;
    }
}
