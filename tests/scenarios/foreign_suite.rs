//! A client library's own tests, made for real brokers, end through views as they end without us.
#![allow(clippy::print_stderr, reason = "a long scenario tells what it saw")]

use std::collections::BTreeMap;

use harness::{Cluster, Kagami, Options, Outcome, Run, Suite, full, newest, port};

/// Records through each chain of consumers. The authors take 500,000 on a cluster with more than two cores.
const RECORDS: usize = 5_000;

/// How many tests pass at the least, those inside of others included; a suite that does not find its broker, or that was
/// built without its tests, does not get there.
const PASSED_MIN: usize = 150;

/// Those of them that talk to brokers, and whose outcome says something about a view: each has to pass.
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
    let names: std::collections::BTreeSet<_> = direct.outcomes.keys().chain(other.outcomes.keys()).collect();
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

#[test]
fn the_tests_of_a_client_library_end_through_views_as_they_end_without_us() {
    let Some(suite) = Suite::franz_go().filter(|_| full()) else {
        eprintln!("foreign_suite: left out; it needs --full and a Go toolchain (bash deploy/setup go)");
        return;
    };
    let views = [
        view("same", "{ kind = \"identity\" }"),
        view("renamed", "{ kind = \"prefix\", prefix = \"us-east-1.\" }"),
    ];
    let destination = Cluster::builder(&newest()).start();
    let more = views.iter().map(|(text, _)| text.as_str()).collect();
    let kagami = Kagami::start(&destination, Options { more, ..Options::default() });
    let direct = suite.run(&destination.bootstrap(), RECORDS, ".");
    tell("at the broker", &direct);
    for name in AT_BROKERS {
        let outcome = direct.outcomes.get(name);
        assert_eq!(outcome, Some(&Outcome::Passed), "{name} at the broker\n{}", direct.words(name));
    }
    assert!(direct.count(Outcome::Passed) >= PASSED_MIN, "only these: {:?}", direct.outcomes);
    let mut wrong = BTreeMap::new();
    for ((_, bootstrap), place) in views.iter().zip(["an identity view", "a prefix view"]) {
        let through = suite.run(bootstrap, RECORDS, ".");
        tell(place, &through);
        for name in different(&direct, &through) {
            let told = format!("{:?}\n{}", through.outcomes.get(&name), through.words(&name));
            wrong.insert((place, name), told);
        }
    }
    let seen = destination.client().call("list_topics", serde_json::json!({})).expect("the broker tells");
    drop(kagami);
    let names: Vec<_> = wrong.keys().collect();
    let words: Vec<_> = wrong.values().map(String::as_str).collect();
    assert!(
        wrong.is_empty(),
        "these end otherwise than at the broker: {names:?}; topics {seen}\n{}",
        words.join("\n")
    );
}
