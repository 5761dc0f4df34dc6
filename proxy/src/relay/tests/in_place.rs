//! Answers that are changed while they pass.

use super::*;

/// An answer of words that are changed, each with so many bytes behind it that pass.
fn changeable(id: i32, behind: &[u16]) -> Vec<u8> {
    let mut whole = Vec::new();
    for (number, behind) in behind.iter().enumerate() {
        let first = if number == 0 { id.to_be_bytes() } else { [3; 4] };
        whole.extend([&first[..], &[8, 0], &behind.to_be_bytes(), &vec![7; usize::from(*behind)]].concat());
    }
    whole
}

#[tokio::test]
async fn a_large_answer_is_changed_while_it_passes_whatever_pieces_it_comes_in() {
    let behind = [0, 10, 65_535, 1, 65_535, 0, 65_535, 9, 0];
    let (large, small) = (changeable(1, &behind), changeable(2, &behind[..2]));
    let mut wanted = large.clone();
    let mut at = 0;
    for behind in behind {
        wanted[at + 4] += 1;
        at += 8 + usize::from(behind);
    }
    for (room, piece) in [(10_000, 1 << 20), (300_000, 1 << 20), (1 << 20, 1), (1 << 20, 1001)] {
        let mut stage = Stage::set(room);
        for id in [1, 2] {
            stage.client.write_all(&request(PASS_AND_CHANGE_ANSWER, id, b"")).await.unwrap();
            frame(&mut stage.broker).await.expect("the broker gets it");
        }
        let answers = [framed(&large), framed(&small)].concat();
        let mut broker = stage.broker;
        let writing = async {
            let (first, rest) = answers.split_at(70_000);
            for piece in first.chunks(piece) {
                broker.write_all(piece).await.unwrap();
            }
            broker.write_all(rest).await.unwrap();
        };
        let reading = async { [frame(&mut stage.client).await, frame(&mut stage.client).await] };
        let ((), [first, second]) = tokio::join!(writing, reading);
        let first = first.expect("it comes");
        let differs = first.iter().zip(&wanted).position(|(ours, theirs)| ours != theirs);
        assert_eq!((first.len(), differs), (wanted.len(), None), "room {room}, pieces of {piece}");
        assert_eq!(second, Some([&small[..], b"!"].concat()), "a small one is opened");
    }
}

#[tokio::test]
async fn an_answer_that_cannot_be_changed_closes_the_connection() {
    // A word is cut off, and one says that more is behind it than there is.
    for end in [&[0_u8; 3][..], &[0, 0, 0, 0, 0, 0, 1, 0]] {
        let mut stage = Stage::set(1 << 20);
        stage.client.write_all(&request(PASS_AND_CHANGE_ANSWER, 1, b"")).await.unwrap();
        frame(&mut stage.broker).await.expect("the broker gets it");
        let bad = [&changeable(1, &[65_535, 0])[..], end].concat();
        stage.broker.write_all(&framed(&bad)).await.unwrap();
        let (ended, _) = stage.ended.await.unwrap();
        assert!(matches!(&ended, Error::Answer(why) if why == "it cannot be read"), "{ended}");
    }
}
