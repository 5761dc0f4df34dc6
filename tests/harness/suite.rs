//! A foreign client library's own test-suite: the one that its authors run against real brokers.
//!
//! It is franz-go's. Its tests take the brokers' addresses and the amount of work from the environment, make their own topics
//! and groups, and check order, completeness and exactly-once delivery themselves.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::place;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// What one run of the suite told.
#[derive(Debug)]
pub struct Run {
    /// Of each test by its name, those inside of others included.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Where everything is that it printed; the run that was repeated last comes last.
    pub outputs: Vec<PathBuf>,
    pub took: Duration,
}

/// The suite as a program, which the set-up has built.
#[derive(Debug)]
pub struct Suite {
    program: PathBuf,
}

/// Begins a line that the test framework itself has written; what tests print may stand before it on the same line.
const MARK: char = '\u{16}';

/// The suite's own limit, so that a test that hangs says where.
const HUNG: &str = "15m";

impl Suite {
    /// That of franz-go; `None` on a machine without a Go toolchain, where the set-up builds no suite.
    #[must_use]
    pub fn franz_go() -> Option<Self> {
        let program = place::cache().join("go-suite/kgo.test");
        program.exists().then_some(Self { program })
    }

    /// Runs it against brokers. `records` is the number that goes through each chain of consumers; `only` is the suite's own
    /// pattern of names.
    #[must_use]
    pub fn run(&self, bootstrap: &str, records: usize, only: &str) -> Run {
        let directory = place::directory("suite");
        let output = directory.join("output");
        let file = File::create(&output).expect("our own directory can be written");
        let started = Instant::now();
        let ended = Command::new(&self.program)
            .args(["-test.v=test2json", "-test.parallel=4", "-test.timeout", HUNG, "-test.run", only])
            .env("KGO_SEEDS", bootstrap)
            .env("KGO_TEST_RF", "1")
            .env("KGO_TEST_RECORDS", records.to_string())
            // Kafka takes the next transaction while the last one is being finished; the switch is for others.
            .env("KGO_TEST_UNSAFE", "1")
            .env("KGO_LOG_LEVEL", "none")
            .current_dir(&directory)
            .stdin(Stdio::null())
            .stderr(file.try_clone().expect("a file has a second handle"))
            .stdout(file)
            .status()
            .expect("the suite starts");
        let took = started.elapsed();
        let text = String::from_utf8_lossy(&fs::read(&output).expect("the output can be read")).into_owned();
        let outcomes = outcomes(&text);
        let failed = outcomes.values().any(|outcome| *outcome == Outcome::Failed);
        assert_eq!(ended.success(), !failed, "the suite ended with {ended}\n{}", last(&text));
        Run { outcomes, outputs: vec![output], took }
    }
}

impl Run {
    /// How many tests ended so.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.values().filter(|each| **each == outcome).count()
    }

    /// Names of the tests that failed, without those inside of others: the suite's pattern to run them once more.
    #[must_use]
    pub fn failed(&self) -> Option<String> {
        let failed = self.outcomes.iter().filter(|(_, outcome)| **outcome == Outcome::Failed);
        let names: Vec<_> =
            failed.map(|(name, _)| name.as_str()).filter(|name| !name.contains('/')).collect();
        (!names.is_empty()).then(|| format!("^({})$", names.join("|")))
    }

    /// What a later run tells of some of the tests counts.
    #[must_use]
    pub fn corrected_by(mut self, later: Self) -> Self {
        self.outcomes.extend(later.outcomes);
        self.outputs.extend(later.outputs);
        self.took += later.took;
        self
    }

    /// What was printed between the beginning of a test and its end the last time, other tests' words among it.
    #[must_use]
    pub fn words(&self, test: &str) -> String {
        let read = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        self.outputs.iter().rev().find_map(|path| words(&read(path), test)).unwrap_or_default()
    }
}

fn words(text: &str, test: &str) -> Option<String> {
    let from = text.find(&format!("=== RUN   {test}\n"))?;
    let ended = ["PASS", "FAIL", "SKIP"].iter().find_map(|how| text.find(&format!("--- {how}: {test} (")));
    // Behind its last line stands what it said itself.
    let to = ended.map_or(text.len(), |at| text[at..].find(MARK).map_or(text.len(), |more| at + more));
    Some(last(&text[from..to.max(from)]).to_owned())
}

/// The end of a long text.
fn last(text: &str) -> &str {
    let begin = text.char_indices().rev().nth(6_000).map_or(0, |(at, _)| at);
    &text[begin..]
}

fn outcomes(text: &str) -> BTreeMap<String, Outcome> {
    let of = |words: &str| {
        let (kind, rest) = words.strip_prefix("--- ")?.split_once(": ")?;
        let outcome = match kind {
            "PASS" => Outcome::Passed,
            "FAIL" => Outcome::Failed,
            "SKIP" => Outcome::Skipped,
            _ => return None,
        };
        Some((rest.split_whitespace().next()?.to_owned(), outcome))
    };
    text.split(MARK).filter_map(|part| of(part.lines().next()?)).collect()
}
