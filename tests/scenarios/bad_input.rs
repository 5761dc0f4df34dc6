//! Mistakes of operators and hostile bytes: clear words, nothing half done, memory flat.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use harness::{
    Cluster, Kagami, Options, PATIENCE, Pair, Record, Said, eventually, newest, oldest_or_all, shared,
    unique, wait_same_log, wait_until,
};

fn properties(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// The command failed, and its words hold all of these.
fn assert_says(said: &Said, words: &[&str]) {
    let text = format!("{}{}", said.stdout, said.stderr);
    assert_ne!(said.code, 0, "it ought to fail: {text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is missing in: {text}");
    }
}

#[test]
fn a_link_that_cannot_work_is_refused_with_the_setting_at_fault_and_leaves_nothing() {
    let pair = shared(&newest());
    let kagami = pair.sidecar();
    let here = pair.destination.bootstrap();
    let source = pair.source.bootstrap();
    let cases: [(&str, BTreeMap<String, String>, &[&str]); 7] = [
        (
            "nowhere",
            properties(&[("bootstrap.servers", "127.0.0.1:1")]),
            &["bootstrap.servers", "127.0.0.1:1"],
        ),
        (
            "unresolvable",
            properties(&[("bootstrap.servers", "no-such-host.invalid:9092")]),
            &["no-such-host.invalid"],
        ),
        (
            "itself",
            properties(&[("bootstrap.servers", &here)]),
            &["destination itself", pair.destination.id()],
        ),
        ("missing", properties(&[("client.id", "x")]), &["bootstrap.servers"]),
        (
            "misspelt",
            properties(&[("bootstrap.servers", &source), ("bootstrap.server", &source)]),
            &["bootstrap.server", "bootstrap.servers"],
        ),
        (
            "malformed",
            properties(&[("bootstrap.servers", &source), ("availability.check.ms", "soon")]),
            &["availability.check.ms", "soon"],
        ),
        ("encrypted", properties(&[("bootstrap.servers", &source), ("security.protocol", "SSL")]), &["TLS"]),
    ];
    for (name, configs, words) in cases {
        assert_says(&kagami.create_link(name, &configs), words);
        assert_eq!(kagami.rest("GET", &format!("/links/{name}"), None).status, 404, "{name} left something");
    }
    let config = format!("bootstrap.servers=[{source}]");
    let named = |id: &str| {
        kagami.links(&[
            "--create",
            "--link",
            "mistaken",
            "--config",
            &config,
            "--cluster-id",
            id,
            "--validate-only",
        ])
    };
    assert_says(&named(pair.destination.id()), &[pair.destination.id(), pair.source.id(), "cluster id"]);
    named(pair.source.id()).ok();
    // A change that is refused is no trouble of the link that runs.
    let alter = ["--alter", "--link", Pair::LINK, "--config", "bootstrap.servers=127.0.0.1:1"];
    assert_says(&kagami.links(&alter), &["bootstrap.servers", "127.0.0.1:1"]);
    let running = format!("trouble with the source link=\"{}\"", Pair::LINK);
    let log = kagami.log_text();
    let blamed = log.lines().find(|line| line.contains(&running) && line.contains("127.0.0.1:1:"));
    assert_eq!(blamed, None);
    assert!(log.contains("as it is wished for"), "{log}");
}

#[test]
fn a_mirror_that_cannot_be_is_refused_with_the_reason() {
    let pair = shared(&newest());
    let kagami = pair.sidecar();
    let taken = unique("taken");
    pair.source.client().create_topic(&taken, 1, 1, &[]).expect("the topic is new");
    pair.destination.client().create_topic(&taken, 1, 1, &[]).expect("the topic is new");
    assert_says(&kagami.create_mirror(&taken, Pair::LINK), &[&taken, "already exists on the destination"]);
    assert_says(
        &kagami.create_mirror("no-such-topic", Pair::LINK),
        &["the source has no topic no-such-topic"],
    );
    assert_says(&kagami.create_mirror(&taken, "no-such-link"), &["no link named no-such-link", Pair::LINK]);
    assert_says(&kagami.create_mirror("__consumer_offsets", Pair::LINK), &["never mirrored"]);
    let wide = unique("wide");
    pair.source
        .client()
        .create_topic(&wide, 1, 1, &[("min.insync.replicas", "1")])
        .expect("the topic is new");
    assert_says(
        &kagami.mirrors(&[
            "--create",
            "--mirror-topic",
            &wide,
            "--link",
            Pair::LINK,
            "--replication-factor",
            "3",
        ]),
        &["replicas"],
    );
    assert_says(&kagami.mirrors(&["--promote", "--mirror-topic", "no-such-mirror"]), &["no-such-mirror"]);
    assert!(pair.destination.client().describe_topic(&wide).is_err(), "nothing was made");
}

#[test]
fn a_sidecar_that_cannot_run_says_why() {
    let destination = Cluster::builder(&newest()).start();
    let taken_id =
        Options { id: 1, wait_ready: false, expected_errors: vec![String::new()], ..Options::default() };
    let kagami = Kagami::start(&destination, taken_id);
    wait_until(PATIENCE, "the taken id is named", || {
        kagami.log_text().contains("[node] id = 1 is the id of the broker")
    });
    drop(kagami);
    let wrong = Options {
        id: 1077,
        wait_ready: false,
        more:
            "[[listener]]\nname = \"NO_SUCH\"\nbind = \"127.0.0.1:19998\"\nadvertised = \"127.0.0.1:19999\"\n"
                .to_owned(),
        expected_errors: vec![String::new()],
        ..Options::default()
    };
    let kagami = Kagami::start(&destination, wrong);
    wait_until(PATIENCE, "it has ended", || !kagami.alive());
    let log = kagami.log_text();
    assert!(
        log.contains("name = \"NO_SUCH\": broker 1 has no listener of that name; it has PLAINTEXT"),
        "{log}"
    );
    assert!(destination.client().describe_topic("_kagami").is_err(), "nothing half-done is left");
}

#[test]
fn a_sidecar_that_reaches_no_broker_or_no_controller_says_which_key_leads_there_and_does_not_flood_its_log() {
    let destination = Cluster::builder(&newest()).start();
    let start = |lines: String| {
        let options = Options { id: 1078, destination: Some(lines), wait_ready: false, ..Options::default() };
        Kagami::start(&destination, options)
    };
    let bootstrap = destination.brokers()[0].address();
    let kagami = start(format!("bootstrap = [{bootstrap:?}]\ncontrollers = [\"127.0.0.1:9\"]"));
    wait_until(PATIENCE, "readyz names the key of the controllers", || {
        kagami
            .http("GET", "/readyz", None)
            .is_ok_and(|r| r.body.contains("destination.controllers") && r.body.contains("127.0.0.1:9"))
    });
    drop(kagami);
    let began = std::time::Instant::now();
    let kagami = start("bootstrap = [\"127.0.0.1:9\"]".to_owned());
    let lines = || kagami.log_text().lines().filter(|line| line.contains("127.0.0.1:9")).count();
    wait_until(PATIENCE, "it has tried three times", || lines() >= 3);
    // Pauses of at least 0.75 s and 1.5 s, and one line for each attempt.
    assert!(began.elapsed() > Duration::from_secs(2), "{}", kagami.log_text());
}

/// Sends bytes and reads until the other side closes; `None` when it has not after ten seconds.
fn until_closed(address: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(address).expect("the port is open");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout can be set");
    // The other side may close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Some(answer),
            Ok(read) => answer.extend_from_slice(&buffer[..read]),
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                return None;
            }
            Err(_) => return Some(answer),
        }
    }
}

#[test]
fn hostile_bytes_on_every_port_are_closed_and_memory_stays_flat() {
    let pair = shared(&newest());
    let (destination, kagami) = (&pair.destination, pair.sidecar());
    let before = kagami.resident_bytes();
    let client_hello = [22_u8, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3];
    let giant = [0x7f_u8, 0xff, 0xff, 0xff, 0, 0, 0, 0];
    let negative = [0xff_u8, 0xff, 0xff, 0xff, 1, 2, 3, 4];
    // Begins like a frame of 1.8 GiB.
    let garbage: Vec<u8> = (46..60_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let unknown_key = [0_u8, 0, 0, 14, 0x27, 0x0f, 0, 0, 0, 0, 0, 1, 0, 4, b't', b'e', b's', b't'];
    for _ in 0..20 {
        for bytes in [&client_hello[..], &giant, &negative, &garbage, &unknown_key] {
            assert!(until_closed(kagami.address(), bytes).is_some(), "{:?}… is left open", &bytes[..8]);
        }
    }
    for bytes in [&client_hello[..], &garbage] {
        assert!(
            until_closed(kagami.admin(), bytes).is_some(),
            "{:?}… is left open at the admin port",
            &bytes[..8]
        );
    }
    // Announces much and sends nothing: held open, at next to no cost.
    let idle: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(kagami.address()).expect("the port is open");
            stream.write_all(&[0x03, 0x00, 0x00, 0x00]).expect("four bytes fit");
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let after = kagami.resident_bytes();
    assert!(after < before + (48 << 20), "memory grew from {before} to {after}");
    drop(idle);
    let metrics = kagami.http("GET", "/metrics", None).expect("an answer").body;
    assert!(metrics.contains("kagami_connections_closed_total"), "closed connections are counted");
    let topic = unique("after-the-storm");
    destination.client().create_topic(&topic, 1, 1, &[]).expect("the cluster works");
    destination.client().produce(&topic, &[Record::value("x")], &[]).expect("the cluster takes records");
}

#[test]
fn a_second_process_with_our_id_decides_nothing_and_disturbs_nobody() {
    for version in oldest_or_all() {
        let source = &shared(&version).source;
        let destination = Cluster::builder(&version).start();
        let first = Kagami::start(&destination, Options::default());
        first.create_link("src", &source.client_properties("link")).ok();
        let topic = unique("one-of-two");
        source.client().create_topic(&topic, 1, 1, &[]).expect("the topic is new");
        first.create_mirror(&topic, "src").ok();
        wait_same_log(source, &topic, &destination, &topic, PATIENCE);
        let state = destination.client().end_offsets("_kagami").expect("the state topic is there");

        let second = Kagami::start(&destination, Options { wait_ready: false, ..Options::default() });
        wait_until(PATIENCE, "the taken id is named", || {
            second.http("GET", "/readyz", None).is_ok_and(|r| r.status == 503 && r.body.contains("1001"))
        });
        let mirror = format!("/links/src/mirrors/{topic}");
        let body = format!("{{\"mirror_topic_names\": [\"{topic}\"]}}");
        let refused = second.rest("POST", "/links/src/mirrors:pause", Some(&body));
        assert_eq!(refused.status, 503, "{version}: {}", refused.body);
        assert!(refused.body.contains("id 1001 is held by another"), "{version}: {}", refused.body);
        eventually(PATIENCE, "the second tells what the first does", || {
            let told = second.rest("GET", &mirror, None).body;
            if told.contains("\"max_lag\":0") { Ok(()) } else { Err(told) }
        });
        let after = destination.client().end_offsets("_kagami").expect("the state topic is there");
        assert_eq!(after, state, "{version}: the second wrote the state");

        // The first is still the one who is found, and goes on.
        source.client().produce(&topic, &[Record::value("more")], &[]).expect("the source takes records");
        wait_same_log(source, &topic, &destination, &topic, PATIENCE);
        first.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
        let shown = first.rest("GET", &mirror, None).body;
        assert!(shown.contains("PAUSED"), "{version}: {shown}");
        assert!(!first.log_text().contains("writing the state failed"), "{version}: the pen was taken away");
        second.kill9();
        first.mirrors(&["--resume", "--mirror-topic", &topic]).ok();
    }
}
