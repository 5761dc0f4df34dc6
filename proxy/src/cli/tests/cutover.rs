//! `kagami cutover`, from its arguments to its exit status.

use std::time::{SystemTime, UNIX_EPOCH};

use super::*;
use crate::cli::client::Client;
use crate::cli::http::Endpoint;
use crate::link::command::{
    Cutover, CutoverGroup, CutoverPartition, CutoverReport, CutoverStep, CutoverTopic,
};

async fn reporting(report: &CutoverReport) -> Sidecar {
    let outcome = Outcome { cutover: Some(report.clone()), ..Outcome::default() };
    sidecar(Ok(outcome), VerifyReport::default()).await
}

fn report(phase: &str) -> CutoverReport {
    CutoverReport { link: "src".to_owned(), phase: phase.to_owned(), ..CutoverReport::default() }
}

fn done() -> CutoverReport {
    let partition = |partition, source_last_offset, destination_first_offset| CutoverPartition {
        partition,
        source_last_offset,
        destination_first_offset,
    };
    let topic = |name: &str, partitions| CutoverTopic {
        source_topic: name.to_owned(),
        mirror_topic: format!("us.{name}"),
        partitions,
    };
    let group = |name: &str, error: Option<&str>| CutoverGroup {
        group: name.to_owned(),
        partitions: 3,
        error: error.map(str::to_owned),
    };
    CutoverReport {
        notes: vec!["stop the link when nobody needs the source".to_owned()],
        topics: vec![
            topic("orders", vec![partition(0, 9, 10), partition(1, -1, 0)]),
            topic("payments", vec![partition(0, 9, 10), partition(1, 9, 9), partition(2, 9, 12)]),
        ],
        groups: vec![group("audit", None), group("billing", Some("it has members on the destination"))],
        pause_ms: Some(812),
        connections_closed: 14,
        steps: vec![("fence".to_owned(), 31), ("drain".to_owned(), 402)],
        ..report("DONE")
    }
}

#[tokio::test]
async fn what_the_arguments_say_is_asked_and_the_rest_has_its_default() {
    let mut sidecar = reporting(&report("DONE")).await;
    let mut check = async |arguments: &[&str], expected: Cutover| {
        let before = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let _ = sidecar.ask(&[&["kagami", "cutover", "--link", "src"], arguments].concat()).await;
        let Some(Command::Cutover(wish)) = sidecar.commands.recv().await else { panic!("another command") };
        let (time, process) = wish.id.split_once('-').unwrap();
        assert!(time.parse::<u128>().unwrap() >= before, "{} was used before", wish.id);
        assert_eq!(process, std::process::id().to_string());
        assert_eq!(wish, Cutover { id: wish.id.clone(), ..expected }, "{arguments:?}");
    };
    let plain = Cutover {
        link: "src".to_owned(),
        step: CutoverStep::Start,
        id: String::new(),
        topics: Vec::new(),
        max_pause_ms: Cutover::MAX_PAUSE_MS,
        timeout_ms: Cutover::TIMEOUT_MS,
    };
    check(&[], plain.clone()).await;
    check(&["--dry-run"], Cutover { step: CutoverStep::DryRun, ..plain.clone() }).await;
    check(&["--validate-only"], Cutover { step: CutoverStep::DryRun, ..plain.clone() }).await;
    check(&["--undo"], Cutover { step: CutoverStep::Undo, ..plain.clone() }).await;
    let topics = vec!["us.a".to_owned(), "us.b".to_owned()];
    check(&["--topics", "us.a,us.b"], Cutover { topics, ..plain.clone() }).await;
    let times = ["--max-pause", "10m", "--timeout", "1500ms"];
    check(&times, Cutover { max_pause_ms: 600_000, timeout_ms: 1500, ..plain }).await;
}

#[test]
fn cutovers_that_make_no_sense_are_refused() {
    for (arguments, why) in [
        (&["--link", "src", "--dry-run", "--undo"][..], "cannot be used with"),
        (&[], "--link"),
        (&["--link", ""], "--link"),
        (&["--link", "src", "--topics", "a,"], "--topics"),
        (&["--link", "src", "--max-pause", "0s"], "must be above zero"),
        (&["--link", "src", "--max-pause", "30"], "with its unit"),
        (&["--link", "src", "--max-pause", "601s"], "10m is the most: producers give up"),
        (&["--link", "src", "--timeout", "0ms"], "must be above zero"),
        (&["--link", "src", "--timeout", "1441m"], "1440m is the most"),
    ] {
        let stop = parse(&[&["kagami", "cutover"], arguments].concat()).expect_err("nobody can mean this");
        let Stop::Clap(error) = stop else { panic!("{stop:?}") };
        assert_eq!(error.exit_code(), 2, "{arguments:?}");
        assert!(error.to_string().contains(why), "{arguments:?}: {error}");
    }
}

#[tokio::test]
async fn a_cutover_that_went_through_is_told_with_every_offset_that_is_wrong() {
    let sidecar = reporting(&done()).await;
    let (went, out) = sidecar.ask(&["kagami", "cutover", "--link", "src"]).await;
    went.unwrap();
    let expected = "\
Link: src
Phase: DONE
Pause: 812 ms
Connections closed: 14
Steps: fence 31 ms, drain 402 ms
Groups: 2
SourceTopic  MirrorTopic  Partitions  WrongOffsets
orders       us.orders             2  -
payments     us.payments           3  1,2
us.payments-1: WRONG OFFSET: the source ended with offset 9, the destination went on with 9
us.payments-2: WRONG OFFSET: the source ended with offset 9, the destination went on with 12
Group billing: it has members on the destination (partitions with equal offsets: 3)
Note: stop the link when nobody needs the source
";
    assert_eq!(out, expected);

    let (went, out) = sidecar.ask(&["kagami", "cutover", "--link", "src", "--output", "json"]).await;
    went.unwrap();
    assert_eq!(serde_json::from_str::<CutoverReport>(&out).unwrap(), done());
    assert!(out.contains("\"destination_first_offset\": 12"), "{out}");
}

#[tokio::test]
async fn a_dry_run_tells_what_stands_in_the_way_and_counts_no_offsets() {
    let obstacle = |code: &str, message: &str| Refusal::new(409, code, message);
    let topics = done().topics;
    let obstacles =
        vec![obstacle("NO_DOOR", "no front door follows src"), obstacle("LAG", "us.orders is 70 behind")];
    let dry = ["kagami", "cutover", "--link", "src", "--dry-run"];
    let blocked = CutoverReport { obstacles, topics: topics.clone(), ..report("DRY_RUN") };
    let (went, out) = reporting(&blocked).await.ask(&dry).await;
    assert!(matches!(went, Err(Error::Shown)));
    let table = "\
Groups: 0
SourceTopic  MirrorTopic  Partitions
orders       us.orders             2
payments     us.payments           3
";
    let ways = "In the way: NO_DOOR: no front door follows src\nIn the way: LAG: us.orders is 70 behind\n";
    assert_eq!(out, format!("Link: src\nPhase: DRY_RUN\n{ways}{table}"));

    let free = CutoverReport { topics, ..report("DRY_RUN") };
    let (went, out) = reporting(&free).await.ask(&dry).await;
    went.unwrap();
    assert_eq!(out, format!("Link: src\nPhase: DRY_RUN\nNothing stands in the way.\n{table}"));
}

#[tokio::test]
async fn the_exit_status_tells_whether_it_ended_as_was_wanted() {
    let failed = || CutoverReport {
        error: Some(Refusal::new(422, "PAUSE_TOO_LONG", "orders-0 was 3 records behind after 30 s")),
        ..report("UNDONE")
    };
    let blocked = |phase: &str| CutoverReport {
        obstacles: vec![Refusal::new(409, "NO_DOOR", "no front door follows src")],
        ..report(phase)
    };
    for (arguments, report, good) in [
        (&[][..], report("DONE"), true),
        (&[], failed(), false),
        (&[], report("UNDONE"), false),
        (&[], report("FENCING"), false),
        (&[], blocked("UNDONE"), false),
        (&["--dry-run"], report("DRY_RUN"), true),
        (&["--dry-run"], blocked("DRY_RUN"), false),
        (&["--undo"], report("UNDONE"), true),
        (&["--undo"], failed(), true),
        (&["--undo"], report("DONE"), false),
        (&["--undo"], report("OPENING"), false),
    ] {
        let sidecar = reporting(&report).await;
        let (went, out) = sidecar.ask(&[&["kagami", "cutover", "--link", "src"], arguments].concat()).await;
        assert_eq!(went.is_ok(), good, "{arguments:?}: {report:?}");
        assert!(good || matches!(went, Err(Error::Shown)), "{arguments:?}: {went:?}");
        if let Some(error) = &report.error {
            assert!(out.contains(&format!("Because of {}: {}\n", error.code, error.message)), "{out}");
        }
    }
    let refusal = Refusal::new(404, "LINK_NOT_FOUND_ERROR", "there is no link src").at("link_name");
    let none = sidecar(Err(refusal), VerifyReport::default()).await;
    let (went, out) = none.ask(&["kagami", "cutover", "--link", "src"]).await;
    let error = went.unwrap_err();
    assert_eq!((error.exit_status(), error.to_string().as_str()), (1, "link_name: there is no link src"));
    assert_eq!(out, "");
}

#[tokio::test]
async fn a_cutover_may_take_longer_than_any_patience_on_the_way() {
    let outcome = Outcome { cutover: Some(report("DONE")), ..Outcome::default() };
    let day = Duration::from_hours(24);
    let mut sidecar = slow_sidecar(day, Ok(outcome), VerifyReport::default()).await;
    let task = parse(&["kagami", "cutover", "--link", "src", "--admin", &sidecar.url]).unwrap();
    let mut out = Vec::new();
    let asked = async {
        sidecar.commands.recv().await.unwrap();
        // The request has arrived. From here on whoever has set a limit to it runs into it before the answer comes.
        tokio::time::pause();
    };
    let (went, ()) = tokio::join!(perform(task, &mut out), asked);
    went.unwrap();
}

#[tokio::test]
async fn when_a_sidecar_goes_the_next_one_is_asked_for_the_same_cutover() {
    let endpoint = |sidecar: &Sidecar| Endpoint { url: sidecar.url.clone(), token: None, tls: None };
    let stopping = Refusal::new(503, "STOPPING", "this sidecar is stopping; ask another one");
    let lost = reporting(&report("DONE")).await;
    let mut leaving = sidecar(Err(stopping), VerifyReport::default()).await;
    let mut next = reporting(&report("DONE")).await;
    let others = vec![endpoint(&leaving), endpoint(&next)];
    let client = Client::connect(endpoint(&lost), others).await.unwrap();
    drop(lost);
    let wish = Cutover {
        link: "src".to_owned(),
        step: CutoverStep::Start,
        id: "the only one".to_owned(),
        topics: Vec::new(),
        max_pause_ms: 1,
        timeout_ms: 1,
    };
    let ended = client.cutover(wish.clone()).await.unwrap();
    assert_eq!(ended, report("DONE"));
    assert_eq!(leaving.commands.recv().await, Some(Command::Cutover(wish.clone())));
    assert_eq!(next.commands.recv().await, Some(Command::Cutover(wish)));
}
