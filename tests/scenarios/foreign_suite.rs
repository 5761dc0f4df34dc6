//! A client library's own tests, made for real brokers, end through views as they end without us.
#![allow(clippy::print_stderr, reason = "a long scenario tells what it saw")]

use std::collections::{BTreeMap, BTreeSet};

use harness::{Cluster, Kagami, Options, Outcome, Run, Suite, full, newest, port};

/// Records through each chain of consumers. The authors take 500,000 on a cluster with more than two cores.
const RECORDS: usize = 5_000;

/// How many tests pass at the least, those inside of others included; a suite that does not find its broker, or that was
/// built without its tests, does not get there.
const PASSED_MIN: usize = 300;

/// Connections that the suite makes at the least through a view.
const CONNECTIONS_MIN: f64 = 200.0;

/// Times that a record of a share group may be given out. One test gives back every record that some of its consumers get;
/// where machines are slow Kafka's own 5 are used up, and the record is lost to the group, as it should be. Kafka allows no
/// more than these.
const DELIVERIES: &str = "10";

/// Some of those that talk to brokers, each with what a view has to do for it. They have to pass at the broker, else the
/// comparison says nothing.
const AT_BROKERS: [&str; 12] = [
    "TestPing",
    "TestConsumeRegex",
    "TestGroupSimple",
    "TestGroupETL/range",
    "TestGroupETL/cooperative-sticky/static",
    "TestGroupETL/sticky/848",
    "TestTxnEtl/range",
    "TestIssue865",
    "TestShareGroup",
    "TestShareGroupETL",
    "TestShareGroupAckOnClose",
    "TestShareGroupOffsetsAdmin",
];

/// A view of broker 1 and of the virtual broker, with the address of its first port.
fn view(name: &str, policy: &str) -> (String, String) {
    let (first, broker, own) = (port(), port(), port());
    let bootstrap = format!("127.0.0.1:{first}");
    let text = format!(
        "[[view]]\nname = \"{name}\"\nbind = \"{bootstrap}\"\nadvertised = \"{bootstrap}\"\n\
         nodes = [\"1:{broker}\", \"1001:{own}\"]\npolicy = {policy}\n\n"
    );
    (text, bootstrap)
}

/// Tests that end otherwise in one run than in the other.
fn different(direct: &Run, other: &Run) -> Vec<String> {
    let names: BTreeSet<_> = direct.outcomes.keys().chain(other.outcomes.keys()).collect();
    let differ = |name: &&&String| direct.outcomes.get(**name) != other.outcomes.get(**name);
    names.iter().filter(differ).map(|name| (*name).clone()).collect()
}

fn tell(place: &str, run: &Run) {
    let count = |outcome| run.count(outcome);
    let by = |wanted| {
        let names = run.outcomes.iter().filter(move |(_, outcome)| **outcome == wanted);
        names.map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    eprintln!(
        "foreign_suite: {place}: {} passed, {} failed {:?}, {} skipped {:?}, in {:.0?}",
        count(Outcome::Passed),
        count(Outcome::Failed),
        by(Outcome::Failed),
        count(Outcome::Skipped),
        by(Outcome::Skipped),
        run.took,
    );
}

/// Runs all of it. What fails is run once more by itself: where two cores do everything at once, some of the limits of time
/// that tests have are near.
fn run(suite: &Suite, place: &str, bootstrap: &str) -> Run {
    let first = suite.run(bootstrap, RECORDS, ".");
    tell(place, &first);
    let Some(failed) = first.failed() else { return first };
    let again = suite.run(bootstrap, RECORDS, &failed);
    tell(&format!("{place}, once more"), &again);
    first.corrected_by(again)
}

/// Sum of a metric over the lines that have all of `labels`.
fn metric(kagami: &Kagami, name: &str, labels: &[&str]) -> f64 {
    let told = kagami.http("GET", "/metrics", None).expect("the sidecar tells its metrics").body;
    let lines =
        told.lines().filter(|line| line.starts_with(name) && labels.iter().all(|label| line.contains(label)));
    lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
}

fn check_connections(kagami: &Kagami, view: &str) {
    let listener = format!("listener=\"{view}\"");
    let accepted = metric(kagami, "kagami_connections_accepted_total", &[&listener]);
    assert!(accepted >= CONNECTIONS_MIN, "{view}: the suite came {accepted} times");
    for reason in ["malformed", "not_offered"] {
        let closed = metric(kagami, "kagami_connections_closed_total", &[&listener, reason]);
        assert!(closed < 1.0, "{view}: {closed} connections were closed as {reason}");
    }
}

#[test]
fn the_tests_of_a_client_library_end_through_views_as_they_end_without_us() {
    let Some(suite) = Suite::franz_go().filter(|_| full()) else {
        eprintln!("foreign_suite: left out; it needs --full and a Go toolchain (bash deploy/setup go)");
        return;
    };
    let views = [
        ("same", view("same", "{ kind = \"identity\" }")),
        ("renamed", view("renamed", "{ kind = \"prefix\", prefix = \"us-east-1.\" }")),
    ];
    let destination = Cluster::builder(&newest())
        .config("group.share.delivery.count.limit", DELIVERIES)
        .config("group.share.max.delivery.count.limit", DELIVERIES)
        .start();
    let more = views.iter().map(|(_, (text, _))| text.as_str()).collect();
    let kagami = Kagami::start(&destination, Options { more, ..Options::default() });
    let direct = run(&suite, "at the broker", &destination.bootstrap());
    for name in AT_BROKERS {
        let outcome = direct.outcomes.get(name);
        assert_eq!(outcome, Some(&Outcome::Passed), "{name} at the broker\n{}", direct.words(name));
    }
    assert!(direct.count(Outcome::Passed) >= PASSED_MIN, "only these: {:?}", direct.outcomes);
    let mut wrong = BTreeMap::new();
    for (name, (_, bootstrap)) in &views {
        let through = run(&suite, name, bootstrap);
        for test in different(&direct, &through) {
            let told = format!("{name}: {:?}\n{}", through.outcomes.get(&test), through.words(&test));
            wrong.insert((name, test), told);
        }
        check_connections(&kagami, name);
    }
    let words: Vec<_> = wrong.values().map(String::as_str).collect();
    assert!(wrong.is_empty(), "{:?} end otherwise than at the broker\n{}", wrong.keys(), words.join("\n"));
}
