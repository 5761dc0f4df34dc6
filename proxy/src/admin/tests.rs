//! Over real sockets, with a scripted owner of the links.

mod cutover;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;

use super::*;
use crate::config::Token;
use crate::link::command::{
    Command, MirrorOutcome, Outcome, PartitionOutcome, Refusal, Selection, Topics, Verb,
};
use crate::link::handle::{Inbox, VerifyReport};
use crate::link::snapshot::{Link, Mirror, Partition, Snapshot};

const TOKEN: &str = "sesame-open-sesame";
const LINKS: &str = "/kafka/v3/clusters/c1/links";

/// A running server with everything that a test looks at. Its tasks end with it.
struct Served {
    address: SocketAddr,
    signal: Signal,
    /// Commands in the order in which they came.
    commands: mpsc::Receiver<Command>,
    snapshot: tokio::sync::watch::Sender<Arc<Snapshot>>,
    _tasks: (AbortOnDrop<()>, AbortOnDrop<()>),
}

fn picture() -> Snapshot {
    Snapshot {
        cluster_id: "c1".to_owned(),
        node_id: 1001,
        registered: true,
        links: vec![Link {
            link_name: "src".to_owned(),
            link_state: "ACTIVE".to_owned(),
            configs: BTreeMap::from([
                ("bootstrap.servers".to_owned(), "src:9092".to_owned()),
                ("sasl.jaas.config".to_owned(), "secret words".to_owned()),
            ]),
            ..Link::default()
        }],
        mirrors: vec![Mirror {
            link_name: "src".to_owned(),
            mirror_topic_name: "orders".to_owned(),
            source_topic_name: "orders".to_owned(),
            mirror_status: "ACTIVE".to_owned(),
            partitions: vec![Partition {
                lag: None,
                last_fetch_source_high_watermark: Some(9),
                ..Partition::default()
            }],
            ..Mirror::default()
        }],
        ..Snapshot::default()
    }
}

async fn serve(token: bool, connections_max: usize, reply: Result<Outcome, Refusal>) -> Served {
    let config = config::Admin {
        bind: "127.0.0.1:0".parse().unwrap(),
        token: token.then(|| Token::new(TOKEN).unwrap()),
        open_metrics: false,
        url: "http://admin".to_owned(),
        tls: None,
    };
    let (handle, inbox) = Handle::channel();
    let server = Server::bind(&config, connections_max, None, handle).await.unwrap();
    let (address, signal) = (server.local_addr().unwrap(), Signal::new());
    let (seen, commands) = mpsc::channel(16);
    let Inbox { commands: mut inbox, mut verifications, snapshot, pictures: _ } = inbox;
    snapshot.send_replace(Arc::new(picture()));
    let owner = detached("owner", async move {
        loop {
            tokio::select! {
                Some((command, answer)) = inbox.recv() => {
                    seen.send(command).await.unwrap();
                    answer.send(reply.clone()).unwrap();
                }
                Some((request, answer)) = verifications.recv() => {
                    let report = VerifyReport { mirror_topic: request.mirror_topic, ..VerifyReport::default() };
                    answer.send(Ok(report)).unwrap();
                }
                else => return,
            }
        }
    });
    let serving = detached("server", server.serve(signal.clone()));
    Served { address, signal, commands, snapshot, _tasks: (owner, serving) }
}

impl Served {
    /// Sends bytes and reads to the end.
    async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that hangs up early makes writing fail; what it said is still to be read.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
        );
        let answer = self.raw(request.as_bytes()).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.ask(method, path, "", &body).await;
        (status, serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}")))
    }
}

#[tokio::test]
async fn health_tells_why_we_are_not_ready_and_starting_is_over_once() {
    let served = serve(true, 8, Ok(Outcome::default())).await;
    let problem = Some("controller 3 does not answer".to_owned());
    served.snapshot.send_replace(Arc::new(Snapshot { problem: problem.clone(), ..picture() }));
    assert_eq!(served.ask("GET", "/livez", "", "").await, (200, "alive\n".to_owned()));
    let expected = (503, "not ready: controller 3 does not answer\n".to_owned());
    assert_eq!(served.ask("GET", "/readyz", "", "").await, expected);
    assert_eq!(served.ask("GET", "/startupz", "", "").await.0, 503);
    served.snapshot.send_replace(Arc::new(picture()));
    assert_eq!(served.ask("GET", "/readyz", "", "").await, (200, "ready\n".to_owned()));
    served.snapshot.send_replace(Arc::new(Snapshot { problem, ..picture() }));
    assert_eq!(served.ask("GET", "/startupz", "", "").await, (200, "started\n".to_owned()));
}

#[tokio::test]
async fn without_the_token_nothing_but_health_is_answered() {
    let served = serve(true, 8, Ok(Outcome::default())).await;
    for (path, header) in [
        ("/metrics", String::new()),
        (LINKS, String::new()),
        (LINKS, "authorization: Bearer sesame-open-sesamE\r\n".to_owned()),
        (LINKS, format!("authorization: Basic {TOKEN}\r\n")),
    ] {
        let (status, body) = served.ask("GET", path, &header, "").await;
        assert_eq!(status, 401, "{path} {header}");
        assert!(!body.contains(TOKEN));
    }
    let header = format!("authorization: bearer {TOKEN}\r\n");
    assert_eq!(served.ask("GET", LINKS, &header, "").await.0, 200);
    assert_eq!(served.ask("GET", "/metrics", &header, "").await.0, 200);
}

#[tokio::test]
async fn what_a_web_page_makes_a_browser_send_is_refused() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    assert_eq!(served.ask("GET", LINKS, "origin: http://evil\r\n", "").await.0, 403);
}

#[tokio::test]
async fn links_and_mirrors_are_shown_without_their_secrets() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let (status, list) = served.json("GET", LINKS, &Value::Null).await;
    assert_eq!((status, &list["kind"]), (200, &json!("KafkaLinkDataList")));
    assert_eq!(list["data"][0]["link_name"], "src");
    assert_eq!(list["data"][0]["configs"]["sasl.jaas.config"], "[hidden]");
    assert_eq!(list["data"][0]["metadata"]["self"], "http://admin/kafka/v3/clusters/c1/links/src");

    let (_, configs) = served.json("GET", &format!("{LINKS}/src/configs"), &Value::Null).await;
    let config =
        |name: &str| configs["data"].as_array().unwrap().iter().find(|c| c["name"] == name).unwrap().clone();
    assert_eq!(config("sasl.jaas.config")["value"], Value::Null);
    assert_eq!(config("acl.sync.ms")["value"], "5000");
    assert_eq!(config("acl.sync.ms")["default"], true);
    assert_eq!(config("bootstrap.servers")["default"], false);

    for path in ["-/mirrors", "src/mirrors", "-/mirrors?mirror_status=active"] {
        let (_, list) = served.json("GET", &format!("{LINKS}/{path}"), &Value::Null).await;
        assert_eq!(list["data"][0]["mirror_topic_name"], "orders", "{path}");
    }
    let (_, none) =
        served.json("GET", &format!("{LINKS}/-/mirrors?mirror_status=PAUSED"), &Value::Null).await;
    assert_eq!(none["data"], json!([]));
    let (_, mirror) = served.json("GET", &format!("{LINKS}/-/mirrors/orders"), &Value::Null).await;
    assert_eq!(mirror["mirror_lags"], json!([{"partition": 0, "lag": null, "last_source_fetch_offset": 9}]));
}

/// Method, path below the links, body, status, and the command that the links get to see.
type Step = (&'static str, &'static str, Value, u16, Command);

async fn check_commands(steps: Vec<Step>) {
    let mut served = serve(false, 8, Ok(Outcome::default())).await;
    for (method, path, body, status, command) in steps {
        let (found, answer) = served.json(method, &format!("{LINKS}{path}"), &body).await;
        assert_eq!(found, status, "{method} {path}: {answer}");
        assert_eq!(served.commands.recv().await, Some(command));
    }
}

#[tokio::test]
async fn requests_about_links_become_commands() {
    let config = json!({
        "source_cluster_id": "c 9",
        "configs": [{"name": "bootstrap.servers", "value": "src:9092"}],
    });
    let alter = json!({"data": [
        {"name": "acl.sync.ms", "value": "6000"},
        {"name": "client.id", "value": null, "operation": "DELETE"},
    ]});
    let link = "src".to_owned();
    let set = |name: &str, value: Option<&str>| {
        let configs = BTreeMap::from([(name.to_owned(), value.map(str::to_owned))]);
        Command::AlterLink { link: "src".to_owned(), configs, validate_only: false }
    };
    let configs = BTreeMap::from([("bootstrap.servers".to_owned(), "src:9092".to_owned())]);
    let create = Command::CreateLink {
        link: link.clone(),
        source_cluster_id: Some("c 9".to_owned()),
        configs,
        validate_only: true,
    };
    let configs =
        BTreeMap::from([("acl.sync.ms".to_owned(), Some("6000".to_owned())), ("client.id".to_owned(), None)]);
    let altered = Command::AlterLink { link: link.clone(), configs, validate_only: false };
    let delete = Command::DeleteLink { link, force: true, validate_only: false };
    let value = json!({"value": "7000"});
    check_commands(vec![
        ("POST", "?link_name=src&validate_only=true", config, 201, create),
        ("PUT", "/src/configs:alter", alter, 200, altered),
        ("PUT", "/src/configs/acl.sync.ms", value, 200, set("acl.sync.ms", Some("7000"))),
        ("DELETE", "/src/configs/acl.sync.ms", Value::Null, 200, set("acl.sync.ms", None)),
        ("DELETE", "/src?force=true", Value::Null, 200, delete),
    ])
    .await;
}

#[tokio::test]
async fn requests_about_mirrors_become_commands() {
    let mirror = json!({"source_topic_name": "orders", "replication_factor": 2});
    let names = json!({"mirror_topic_names": ["a", "b"]});
    let pattern = json!({"mirror_topic_name_pattern": "o.*"});
    let orders = || "orders".to_owned();
    let create = Command::CreateMirror {
        link: "src".to_owned(),
        topics: Topics::Source(orders()),
        replication_factor: Some(2),
        configs: BTreeMap::new(),
        validate_only: true,
    };
    let apply = |verb, link: Option<&str>, selection| Command::Apply {
        verb,
        link: link.map(str::to_owned),
        selection,
        validate_only: false,
    };
    let both = Selection::Names(vec!["a".to_owned(), "b".to_owned()]);
    let promote = apply(Verb::Promote, Some("src"), both);
    let pause = apply(Verb::Pause, None, Selection::Pattern("o.*".to_owned()));
    let delete = Command::DeleteMirror {
        link: None,
        mirror_topic: orders(),
        delete_topic: true,
        validate_only: false,
    };
    check_commands(vec![
        ("POST", "/src/mirrors?dry_run", mirror, 201, create),
        ("POST", "/src/mirrors:promote", names, 200, promote),
        ("POST", "/-/mirrors:pause", pattern, 200, pause),
        ("DELETE", "/-/mirrors/orders?delete_topic=true", Value::Null, 200, delete),
    ])
    .await;
}

#[tokio::test]
async fn mistakes_are_answered_with_the_field_and_reach_nobody() {
    let mut served = serve(false, 8, Ok(Outcome::default())).await;
    let link = |pairs: &[(&str, &str)]| {
        let entries: Vec<_> =
            pairs.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        json!({ "configs": entries })
    };
    for (method, path, body, status, field) in [
        ("POST", format!("{LINKS}?link_name=l"), link(&[]), 400, "bootstrap.servers"),
        (
            "POST",
            format!("{LINKS}?link_name=l"),
            link(&[("bootstrap.servers", "a:1"), ("acl.sync", "1")]),
            400,
            "acl.sync",
        ),
        ("POST", LINKS.to_owned(), link(&[]), 400, "link_name"),
        ("POST", format!("{LINKS}?link_name=l&validateonly=true"), link(&[]), 400, "validateonly"),
        (
            "PUT",
            format!("{LINKS}/src/configs:alter"),
            json!({"data": [{"name": "colour", "value": null}]}),
            400,
            "colour",
        ),
        ("POST", format!("{LINKS}/src/mirrors"), json!({}), 400, "source_topic_name"),
        ("POST", format!("{LINKS}/src/mirrors:pause"), json!({}), 400, "mirror_topic_names"),
        ("GET", format!("{LINKS}/scr"), Value::Null, 404, "link_name"),
        ("GET", format!("{LINKS}/-/mirrors/order"), Value::Null, 404, "mirror_topic_name"),
        ("GET", "/kafka/v3/clusters/c2/links".to_owned(), Value::Null, 404, "cluster_id"),
    ] {
        let (found, answer) = served.json(method, &path, &body).await;
        assert_eq!((found, answer["field"].as_str()), (status, Some(field)), "{method} {path}: {answer}");
        assert_eq!(answer["error_code"], status);
    }
    for (method, path, status) in [
        ("PATCH", LINKS, 405),
        ("GET", "/kafka/v3/topics", 404),
        ("POST", "/kafka/v3/clusters/c1/links/src/mirrors:explode", 404),
    ] {
        assert_eq!(served.json(method, path, &Value::Null).await.0, status, "{method} {path}");
    }
    assert!(served.commands.try_recv().is_err(), "nothing was asked of the links");
}

#[tokio::test]
async fn a_refusal_of_the_links_keeps_its_status_code_and_words() {
    let refusal =
        Refusal::new(422, "SOURCE_UNAVAILABLE", "the source does not answer").at("bootstrap.servers");
    let served = serve(false, 8, Err(refusal)).await;
    let (status, answer) = served.json("DELETE", &format!("{LINKS}/src"), &Value::Null).await;
    assert_eq!(status, 422);
    let expected = json!({
        "error_code": 422,
        "error": "SOURCE_UNAVAILABLE",
        "message": "the source does not answer",
        "field": "bootstrap.servers"
    });
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn outcomes_come_back_from_their_json_as_they_were() {
    let outcome = Outcome {
        mirrors: vec![MirrorOutcome {
            mirror_topic: "orders".to_owned(),
            error: Some(Refusal::new(422, "LAG", "lag is 7")),
            partitions: vec![PartitionOutcome {
                partition: 3,
                lag: Some(7),
                source_end_offset: Some(9),
                mirror_end_offset: Some(2),
                ..PartitionOutcome::default()
            }],
            notes: vec!["1 open transaction was aborted".to_owned()],
        }],
        warnings: vec!["slow".to_owned()],
        ..Outcome::default()
    };
    let served = serve(false, 8, Ok(outcome.clone())).await;
    let names = json!({"mirror_topic_names": ["orders"]});
    let (_, answer) = served.json("POST", &format!("{LINKS}/-/mirrors:promote"), &names).await;
    let list: shape::List<shape::Altered> = serde_json::from_value(answer).unwrap();
    assert_eq!(Outcome::from(list), outcome);
}

#[tokio::test]
async fn a_comparison_is_passed_on_and_reported() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let (status, report) =
        served.json("POST", &format!("{LINKS}/-/mirrors/orders:verify"), &Value::Null).await;
    assert_eq!((status, &report["mirror_topic"]), (200, &json!("orders")));
    assert_eq!(served.json("POST", &format!("{LINKS}/-/mirrors/x:verify"), &Value::Null).await.0, 404);
}

#[tokio::test]
async fn noise_and_giants_are_refused_and_the_port_goes_on() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let noise: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let tls_hello = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    let giant_head = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "a".repeat(1 << 20));
    for bytes in [noise.as_slice(), &tls_hello, giant_head.as_bytes()] {
        let answer = served.raw(bytes).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let announced =
        "POST /kafka/v3/clusters/c1/links HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999\r\n\r\n";
    let sent = [announced.as_bytes(), &vec![b'a'; (1 << 20) + 1]].concat();
    assert!(served.raw(&sent).await.starts_with("HTTP/1.1 413"));
    // Counting follows the hanging up by a moment.
    while !served
        .ask("GET", "/metrics", "", "")
        .await
        .1
        .contains("kagami_malformed_frames_total{listener=\"admin\"}")
    {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_unread() {
    let served = serve(false, 1, Ok(Outcome::default())).await;
    let mut first = TcpStream::connect(served.address).await.unwrap();
    first.write_all(b"GET /livez HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    let mut some = [0; 12];
    first.read_exact(&mut some).await.unwrap();
    assert_eq!(served.raw(b"").await, "");
    drop(first);
    // The place is free once the server has seen the end, which takes a moment of its own.
    while served.raw(b"GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.is_empty() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_does_not_end_is_given_up() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    stream.write_all(b"GET /livez HTTP/1.1\r\nx: ").await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
}

#[tokio::test]
async fn a_stop_closes_idle_connections_and_the_port() {
    let served = serve(false, 8, Ok(Outcome::default())).await;
    let mut idle = TcpStream::connect(served.address).await.unwrap();
    idle.write_all(b"GET /livez HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    let mut some = [0; 12];
    idle.read_exact(&mut some).await.unwrap();
    let Served { address, signal, _tasks: (_owner, serving), .. } = served;
    signal.start();
    serving.await.unwrap();
    let mut rest = Vec::new();
    idle.read_to_end(&mut rest).await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}
