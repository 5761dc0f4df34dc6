//! `…/links/{link}/cutover`.

use super::*;
use crate::link::command::{Cutover, CutoverPartition, CutoverReport, CutoverStep, CutoverTopic};

fn report() -> CutoverReport {
    CutoverReport {
        link: "src".to_owned(),
        id: "7".to_owned(),
        phase: "DONE".to_owned(),
        error: Some(Refusal::new(422, "LAG", "lag is 7").at("orders")),
        topics: vec![CutoverTopic {
            source_topic: "orders".to_owned(),
            mirror_topic: "us.orders".to_owned(),
            partitions: vec![CutoverPartition {
                partition: 3,
                source_last_offset: 9,
                destination_first_offset: 10,
            }],
        }],
        pause_ms: Some(812),
        steps: vec![("fence".to_owned(), 31)],
        ..CutoverReport::default()
    }
}

fn cut_over() -> Outcome {
    Outcome { cutover: Some(report()), ..Outcome::default() }
}

#[tokio::test]
async fn requests_for_a_cutover_become_commands() {
    let mut served = serve(false, 8, Ok(cut_over())).await;
    let plain = |step| Cutover {
        link: "src".to_owned(),
        step,
        id: "7".to_owned(),
        topics: Vec::new(),
        max_pause_ms: 30_000,
        timeout_ms: 300_000,
    };
    let whole = json!({
        "step": "dry_run", "id": "7", "topics": ["us.a", "us.b"], "max_pause_ms": 600_000, "timeout_ms": 1
    });
    let topics = vec!["us.a".to_owned(), "us.b".to_owned()];
    let dry = || plain(CutoverStep::DryRun);
    for (query, body, expected) in [
        ("", json!({"id": "7"}), plain(CutoverStep::Start)),
        ("", json!({"id": "7", "step": "start"}), plain(CutoverStep::Start)),
        ("", json!({"id": "7", "step": "undo"}), plain(CutoverStep::Undo)),
        ("?validate_only=true", json!({"id": "7"}), dry()),
        ("?dry_run", json!({"id": "7", "step": "start"}), dry()),
        ("", whole, Cutover { topics, max_pause_ms: 600_000, timeout_ms: 1, ..dry() }),
    ] {
        let (status, answer) = served.json("POST", &format!("{LINKS}/src/cutover{query}"), &body).await;
        assert_eq!(status, 200, "{body}: {answer}");
        assert_eq!(served.commands.recv().await, Some(Command::Cutover(expected)), "{query} {body}");
    }
}

#[tokio::test]
async fn a_cutover_without_an_id_is_not_taken_for_an_earlier_one() {
    let mut served = serve(false, 8, Ok(cut_over())).await;
    let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    for body in [Value::Null, json!({}), json!({"id": ""})] {
        let before = now();
        assert_eq!(served.json("POST", &format!("{LINKS}/src/cutover"), &body).await.0, 200);
        let Some(Command::Cutover(wish)) = served.commands.recv().await else { panic!("another command") };
        assert_eq!(wish.step, CutoverStep::Start);
        let time: u128 = wish.id.split('-').next().unwrap().parse().unwrap();
        assert!((before..=now()).contains(&time), "{}", wish.id);
    }
}

#[tokio::test]
async fn a_report_comes_back_from_its_json_as_it_was_with_warnings_among_the_notes() {
    let outcome = Outcome { warnings: vec!["slow".to_owned()], ..cut_over() };
    let served = serve(false, 8, Ok(outcome)).await;
    let (status, answer) = served.json("POST", &format!("{LINKS}/src/cutover"), &Value::Null).await;
    assert_eq!((status, &answer["kind"]), (200, &json!("KagamiCutover")));
    assert_eq!(answer["topics"][0]["partitions"][0]["destination_first_offset"], 10);
    let found: CutoverReport = serde_json::from_value(answer).unwrap();
    assert_eq!(found, CutoverReport { notes: vec!["slow".to_owned()], ..report() });
}

#[tokio::test]
async fn a_cutover_without_a_report_is_no_success() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let (status, answer) = served.json("POST", &format!("{LINKS}/src/cutover"), &Value::Null).await;
    assert_eq!((status, &answer["error"]), (500, &json!("INTERNAL_ERROR")));
}

#[tokio::test]
async fn mistakes_about_a_cutover_reach_nobody() {
    let mut served = serve(false, 8, Ok(cut_over())).await;
    for (query, body, field) in [
        ("", json!({"max_pause_ms": 0}), Some("max_pause_ms")),
        ("", json!({"max_pause_ms": 600_001}), Some("max_pause_ms")),
        ("", json!({"timeout_ms": 0}), Some("timeout_ms")),
        ("", json!({"timeout_ms": 86_400_001}), Some("timeout_ms")),
        ("", json!({"id": "7".repeat(256)}), Some("id")),
        ("?dry_run=true", json!({"step": "undo"}), Some("step")),
        ("?dryrun=true", json!({}), Some("dryrun")),
        ("", json!({"step": "redo"}), None),
        ("", json!({"max_pause": 5}), None),
        ("", json!({"timeout_ms": -1}), None),
    ] {
        let (status, answer) = served.json("POST", &format!("{LINKS}/src/cutover{query}"), &body).await;
        assert_eq!((status, answer["field"].as_str()), (400, field), "{query} {body}: {answer}");
    }
    for method in ["GET", "PUT", "DELETE"] {
        let (status, answer) = served.json(method, &format!("{LINKS}/src/cutover"), &Value::Null).await;
        assert_eq!((status, &answer["message"]), (405, &json!("this path knows POST")), "{method}");
    }
    assert!(served.commands.try_recv().is_err(), "nothing was asked of the links");
}
