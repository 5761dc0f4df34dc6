//! Whole commands against a real admin server with a scripted owner of the links.

mod cutover;

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::admin::Server;
use crate::config;
use crate::link::command::{Command, MirrorOutcome, Outcome, PartitionOutcome, Selection, Topics, Verb};
use crate::link::handle::{Difference, Handle, VerifiedPartition, VerifyReport};
use crate::link::snapshot::{Link, Mirror, Partition, Snapshot};
use crate::shutdown::{AbortOnDrop, Signal, detached};

/// A sidecar that answers every command alike.
struct Sidecar {
    url: String,
    commands: tokio::sync::mpsc::Receiver<Command>,
    _tasks: [AbortOnDrop<()>; 2],
}

async fn sidecar(outcome: Result<Outcome, Refusal>, report: VerifyReport) -> Sidecar {
    slow_sidecar(Duration::ZERO, outcome, report).await
}

/// One that takes its time for a command.
async fn slow_sidecar(time: Duration, outcome: Result<Outcome, Refusal>, report: VerifyReport) -> Sidecar {
    let (handle, mut inbox) = Handle::channel();
    inbox.snapshot.send_replace(Arc::new(picture()));
    let admin = config::Admin {
        bind: "127.0.0.1:0".parse().unwrap(),
        token: None,
        open_metrics: false,
        url: String::new(),
        tls: None,
    };
    let server = Server::bind(&admin, 8, None, handle).await.unwrap();
    let url = format!("http://{}", server.local_addr().unwrap());
    let (seen, commands) = tokio::sync::mpsc::channel(8);
    let owner = async move {
        loop {
            tokio::select! {
                Some((command, reply)) = inbox.commands.recv() => {
                    seen.send(command).await.unwrap();
                    tokio::time::sleep(time).await;
                    reply.send(outcome.clone()).unwrap();
                }
                Some((_, reply)) = inbox.verifications.recv() => reply.send(Ok(report.clone())).unwrap(),
                else => return,
            }
        }
    };
    let tasks = [detached("owner", owner), detached("server", server.serve(Signal::new()))];
    Sidecar { url, commands, _tasks: tasks }
}

fn picture() -> Snapshot {
    let partition = |partition, lag: Option<i64>| Partition {
        partition,
        state: if lag.is_some() { "ACTIVE" } else { "SOURCE_UNAVAILABLE" }.to_owned(),
        local_log_end_offset: Some(100),
        last_fetch_source_high_watermark: Some(107),
        lag,
        time_since_last_fetch_ms: Some(12),
        ..Partition::default()
    };
    let mirror = |name: &str, status: &str, partitions: Vec<Partition>| Mirror {
        link_name: "src".to_owned(),
        mirror_topic_name: name.to_owned(),
        source_topic_name: name.to_owned(),
        num_partitions: i32::try_from(partitions.len()).unwrap(),
        mirror_status: status.to_owned(),
        mirror_topic_error: "NO_ERROR".to_owned(),
        partitions,
        ..Mirror::default()
    };
    Snapshot {
        cluster_id: "c 1".to_owned(),
        registered: true,
        links: vec![Link {
            link_name: "src".to_owned(),
            link_state: "ACTIVE".to_owned(),
            link_error: "NO_ERROR".to_owned(),
            destination_cluster_id: "c 1".to_owned(),
            topic_names: vec!["orders".to_owned()],
            ..Link::default()
        }],
        mirrors: vec![
            mirror("orders", "ACTIVE", vec![partition(0, Some(7)), partition(1, None)]),
            mirror(
                "done",
                "ACTIVE",
                vec![Partition { local_log_end_offset: Some(107), ..partition(0, Some(0)) }],
            ),
            mirror("failed", "FAILED", vec![]),
        ],
        ..Snapshot::default()
    }
}

fn parse(arguments: &[&str]) -> Result<Task, Stop> {
    task(arguments.iter().map(OsString::from).collect())
}

impl Sidecar {
    async fn ask(&self, arguments: &[&str]) -> (Result<(), Error>, String) {
        let task =
            parse(&[arguments, &["--admin", &self.url]].concat()).unwrap_or_else(|stop| panic!("{stop:?}"));
        let mut out = Vec::new();
        let done = perform(task, &mut out).await;
        (done, String::from_utf8(out).unwrap())
    }
}

async fn plain() -> Sidecar {
    sidecar(Ok(Outcome::default()), VerifyReport::default()).await
}

struct File(PathBuf);

impl File {
    fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kagami-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

#[tokio::test]
async fn the_five_commands_of_cluster_linking_are_understood_under_every_name() {
    let mut sidecar = plain().await;
    let file = File::new("link.properties", "bootstrap.servers=src:9092\nacl.sync.ms=6000\n");
    let create = [
        "kafka-cluster-links",
        "--bootstrap-server",
        "dest:9092",
        "--create",
        "--link",
        "src-to-dest",
        "--config-file",
        file.path(),
        "--cluster-id",
        "c 9",
    ];
    let (done, out) = sidecar.ask(&create).await;
    done.unwrap();
    assert!(out.starts_with("Link src-to-dest is made.\nNext, "), "{out}");
    let Some(Command::CreateLink { link, source_cluster_id, configs, validate_only: false }) =
        sidecar.commands.recv().await
    else {
        panic!("another command");
    };
    assert_eq!(source_cluster_id.as_deref(), Some("c 9"));
    assert_eq!((link.as_str(), configs["acl.sync.ms"].as_str()), ("src-to-dest", "6000"));

    let (done, out) = sidecar
        .ask(&["/opt/kafka-cluster-links.sh", "--bootstrap-server", "d:1", "--describe", "--link", "src"])
        .await;
    done.unwrap();
    assert!(out.starts_with("Link: src\nState: ACTIVE\nSource cluster: unknown\n"), "{out}");

    let create = [
        "kagami",
        "kafka-mirrors",
        "--bootstrap-server",
        "d:1",
        "--create",
        "--mirror-topic",
        "orders",
        "--link",
        "src",
    ];
    sidecar.ask(&create).await.0.unwrap();
    let Some(Command::CreateMirror { topics, .. }) = sidecar.commands.recv().await else {
        panic!("another command");
    };
    assert_eq!(topics, Topics::Mirror("orders".to_owned()));

    let (done, out) = sidecar
        .ask(&["kafka-mirrors", "--bootstrap-server", "d:1", "--describe", "--mirror-topic", "orders"])
        .await;
    done.unwrap();
    let expected = "\
Topic   Partition  State               LocalLogEndOffset  LastFetchSourceHighWatermark  Lag      TimeSinceLastFetchMs
orders          0  ACTIVE                            100                           107        7                    12
orders          1  SOURCE_UNAVAILABLE                100                           107  unknown                    12
";
    assert_eq!(out, expected);

    sidecar
        .ask(&["kafka-mirrors", "--bootstrap-server", "d:1", "--promote", "--mirror-topic", "orders"])
        .await
        .0
        .unwrap();
    let selection = Selection::Names(vec!["orders".to_owned()]);
    let expected = Command::Apply { verb: Verb::Promote, link: None, selection, validate_only: false };
    assert_eq!(sidecar.commands.recv().await, Some(expected));
}

#[tokio::test]
async fn one_failed_mirror_makes_the_command_fail_and_every_partition_is_answered() {
    let outcome = Outcome {
        mirrors: vec![
            MirrorOutcome {
                mirror_topic: "a".to_owned(),
                partitions: vec![PartitionOutcome {
                    mirror_end_offset: Some(5),
                    source_end_offset: Some(5),
                    lag: Some(0),
                    time_since_last_fetch_ms: Some(3),
                    ..PartitionOutcome::default()
                }],
                notes: vec!["2 open transactions were aborted".to_owned()],
                ..MirrorOutcome::default()
            },
            MirrorOutcome {
                mirror_topic: "b".to_owned(),
                error: Some(Refusal::new(
                    422,
                    "SOURCE_UNAVAILABLE",
                    "the source does not answer; use failover",
                )),
                partitions: vec![
                    PartitionOutcome { mirror_end_offset: Some(9), ..PartitionOutcome::default() },
                    PartitionOutcome { partition: 1, ..PartitionOutcome::default() },
                ],
                ..MirrorOutcome::default()
            },
        ],
        ..Outcome::default()
    };
    let mut sidecar = sidecar(Ok(outcome), VerifyReport::default()).await;
    let (done, out) = sidecar.ask(&["kagami", "mirror", "promote", "a,b"]).await;
    assert!(matches!(done, Err(Error::Shown)));
    let expected = "\
Topic  Partition  MirrorEndOffset  SourceEndOffset  Lag      TimeSinceLastFetchMs  Result
a              0                5                5        0                     3  promoted
b              0                9  unknown          unknown  unknown               SOURCE_UNAVAILABLE
b              1  unknown          unknown          unknown  unknown               SOURCE_UNAVAILABLE
a: 2 open transactions were aborted
b: SOURCE_UNAVAILABLE: the source does not answer; use failover
1 of 2 is promoted.
";
    assert_eq!(out, expected);
    let (done, out) = sidecar
        .ask(&["kagami", "mirror", "failover", "--pattern", ".*", "--dry-run", "--output", "json"])
        .await;
    assert!(matches!(done, Err(Error::Shown)));
    let outcome: Outcome = serde_json::from_str(&out).unwrap();
    assert_eq!(outcome.mirrors[1].error.as_ref().unwrap().code, "SOURCE_UNAVAILABLE");
    sidecar.commands.recv().await.unwrap();
    let selection = Selection::Pattern(".*".to_owned());
    let expected = Command::Apply { verb: Verb::Failover, link: None, selection, validate_only: true };
    assert_eq!(sidecar.commands.recv().await, Some(expected));
}

#[tokio::test]
async fn mirrors_of_a_list_are_made_and_removed_each_on_its_own() {
    let mut sidecar = plain().await;
    let (done, out) =
        sidecar.ask(&["kafka-mirrors", "--create", "--topics", "orders,done", "--link", "src"]).await;
    done.unwrap();
    assert!(out.ends_with("Next, see them catch up: kagami mirror describe orders done --watch\n"), "{out}");
    for topic in ["orders", "done"] {
        let Some(Command::CreateMirror { topics, .. }) = sidecar.commands.recv().await else {
            panic!("another command");
        };
        assert_eq!(topics, Topics::Mirror(topic.to_owned()));
    }
    sidecar.ask(&["kagami", "mirror", "delete", "--pattern", "d.*|orders"]).await.0.unwrap();
    for topic in ["orders", "done"] {
        let Some(Command::DeleteMirror { mirror_topic, .. }) = sidecar.commands.recv().await else {
            panic!("another command");
        };
        assert_eq!(mirror_topic, topic);
    }
    let (done, _) = sidecar.ask(&["kagami", "mirror", "delete", "--pattern", "order"]).await;
    assert!(matches!(done, Err(Error::Refused(_))), "a part of a name is no match");

    let refusal = Refusal::new(404, "REMOTE_MIRROR_NOT_FOUND_ERROR", "no mirror of this name");
    let none = self::sidecar(Err(refusal), VerifyReport::default()).await;
    let (done, out) = none.ask(&["kafka-mirrors", "--delete", "--topics", "a,b"]).await;
    assert!(matches!(done, Err(Error::Shown)));
    assert!(out.contains("a: REMOTE_MIRROR_NOT_FOUND_ERROR: no mirror of this name\nb: REMOTE"), "{out}");
    assert!(out.ends_with("0 of 2 are removed.\n"), "{out}");
}

#[tokio::test]
async fn a_difference_is_shown_and_fails_the_comparison() {
    let part = |partition, difference| VerifiedPartition {
        partition,
        to_offset: 9,
        batches: 2,
        bytes: 70,
        difference,
        ..VerifiedPartition::default()
    };
    let difference = Difference { offset: 4, source: "batch 4-6".to_owned(), mirror: "batch 4-5".to_owned() };
    let report = |difference| VerifyReport {
        mirror_topic: "orders".to_owned(),
        source_topic: "orders".to_owned(),
        partitions: vec![part(0, None), part(1, difference)],
    };
    let (done, out) = sidecar(Ok(Outcome::default()), report(Some(difference)))
        .await
        .ask(&["kagami", "verify", "--mirror", "orders"])
        .await;
    assert!(matches!(done, Err(Error::Shown)));
    let expected = "\
Topic   Partition  FromOffset  ToOffset  Batches  Bytes  Result
orders          0           0         9        2     70  equal
orders          1           0         9        2     70  DIFFERENT
orders-1: first difference at offset 4
  source: batch 4-6
  mirror: batch 4-5
";
    assert_eq!(out, expected);
    let equal = sidecar(Ok(Outcome::default()), report(None))
        .await
        .ask(&["kagami", "verify", "--mirror", "orders"])
        .await;
    equal.0.unwrap();
    assert!(equal.1.ends_with("orders equals orders batch by batch.\n"));
}

#[tokio::test]
async fn waiting_ends_when_the_mirror_has_caught_up_or_never_will() {
    let sidecar = plain().await;
    let (done, out) = sidecar.ask(&["kagami", "mirror", "create", "done", "--link", "src", "--wait"]).await;
    done.unwrap();
    assert!(out.contains("done ACTIVE: 107 of 107 records, rate unknown\n"), "{out}");
    let (done, _) = sidecar.ask(&["kagami", "mirror", "describe", "failed", "--watch"]).await;
    assert!(matches!(done, Err(Error::Shown)));
}

#[tokio::test]
async fn refusals_tell_the_field_and_a_sidecar_that_is_away_is_named() {
    let refusal =
        Refusal::new(409, "TOPIC_EXISTS_ERROR", "orders exists; delete it first").at("mirror_topic_name");
    let sidecar = sidecar(Err(refusal), VerifyReport::default()).await;
    let (done, _) = sidecar.ask(&["kagami", "mirror", "create", "orders", "--link", "src"]).await;
    assert_eq!(done.unwrap_err().to_string(), "mirror_topic_name: orders exists; delete it first");
    let (done, _) = sidecar.ask(&["kagami", "mirror", "describe", "order"]).await;
    assert!(done.unwrap_err().to_string().contains("there is no mirror order"));

    let task = parse(&["kagami", "link", "list", "--admin", "http://127.0.0.1:1"]).unwrap();
    let error = perform(task, &mut Vec::new()).await.unwrap_err();
    assert!(error.to_string().starts_with("no sidecar answers at http://127.0.0.1:1: "), "{error}");
}

#[test]
fn files_with_mistakes_reach_nobody_and_every_mistake_is_named() {
    let file = File::new("bad.properties", "bootstrap.server=src:9092\nacl.sync.ms=fast\n");
    let stop = parse(&["kagami", "link", "create", "src", "--config-file", file.path()]).unwrap_err();
    let Stop::Error(error) = stop else { panic!("{stop:?}") };
    let path = file.path();
    assert_eq!(
        error.to_string().lines().collect::<Vec<_>>(),
        [
            format!("{path}: acl.sync.ms: must be a whole number, at least 1000, not \"fast\""),
            format!("{path}: bootstrap.server: unknown setting; did you mean bootstrap.servers?"),
            format!("{path}: bootstrap.servers: is missing: name brokers of the source as host:port,…"),
        ]
    );
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for arguments in [
        &["kafka-mirrors", "--bootstrap-server", "d:1", "--promote", "--failover", "--topics", "a"][..],
        &["kafka-mirrors", "--bootstrap-server", "d:1"],
        &["kafka-mirrors", "--promote"],
        &["kafka-mirrors", "--promote", "--topics", ""],
        &["kafka-mirrors", "--promote", "--topics", "a", "--wait"],
        &["kafka-mirrors", "--delete"],
        &["kafka-mirrors", "--delete", "--pattern", "("],
        &["kafka-mirrors", "--list", "--topics", "a"],
        &["kafka-mirrors", "--describe", "--topics", "a", "--validate-only"],
        &["kafka-mirrors", "--create", "--mirror-topic", "a"],
        &["kafka-mirrors", "--create", "--link", "l"],
        &["kafka-mirrors", "--create", "--link", "l", "--pattern", "a"],
        &["kafka-mirrors", "--create", "--link", "l", "--topics", "a,b", "--source-topic", "c"],
        &["kafka-cluster-links", "--create"],
        &["kafka-cluster-links", "--list", "--config", "a=b"],
        &["kagami", "mirror", "create", "--link", "l"],
        &["kagami", "mirror", "delete"],
        &["kagami", "mirror", "promote"],
        &["kagami", "mirror", "promote", "a", "--pattern", "b"],
        &["kagami", "link", "update", "src"],
        &["kagami", "link", "create", "src", "--config", "lonely"],
    ] {
        let status = match parse(arguments).expect_err("nobody can mean this") {
            Stop::Clap(error) => error.exit_code(),
            Stop::Error(error) => i32::from(error.exit_status()),
        };
        assert_eq!(status, 2, "{arguments:?}");
    }
}

#[tokio::test]
async fn configuration_is_checked_and_explained() {
    let file = File::new(
        "kagami.toml",
        "[node]\nid = 1\n[destination]\nbootstrap = [\"b:1\"]\n[[listener]]\nname = \"A\"\nbind = \"0.0.0.0:1\"\nadvertised = \"b:2\"\n",
    );
    let mut out = Vec::new();
    perform(parse(&["kagami", "config", "check", "--config", file.path()]).unwrap(), &mut out).await.unwrap();
    let expected = format!(
        "{} is good: virtual broker 1, listeners A, admin server http://127.0.0.1:9190\n",
        file.path()
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    let mut out = Vec::new();
    perform(parse(&["kagami", "config", "explain"]).unwrap(), &mut out).await.unwrap();
    assert!(String::from_utf8(out).unwrap().contains("window_bytes"));
}

#[test]
fn the_tools_say_how_they_are_used_as_they_were_called() {
    let usage = |arguments: &[&str]| match parse(arguments).unwrap_err() {
        Stop::Clap(error) => error.to_string(),
        Stop::Error(error) => panic!("{error}"),
    };
    let linked = usage(&["/usr/bin/kafka-mirrors", "--promote", "--failover"]);
    assert!(linked.contains("Usage: kafka-mirrors <"), "{linked}");
    let spelt_out = usage(&["kagami", "kafka-mirrors", "--promote", "--failover"]);
    assert!(spelt_out.contains("Usage: kagami kafka-mirrors <"), "{spelt_out}");
}

#[test]
fn arguments_fit_together() {
    use clap::CommandFactory as _;
    arguments::Cli::command().debug_assert();
}
