//! The benchmark behind `tests/bench/run`: one topic copied by Kafka's own follower, by Kagami and by MirrorMaker 2, on
//! one machine, in one run; with `sharing`, several sidecars at work; with `views`, clients behind a view; with
//! `cutover`, clients that are moved. `tests/bench/README.md` says what the figures mean.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a person")]
#![allow(clippy::disallowed_types, reason = "it runs on the wall clock")]

mod cutover;
mod gauge;
mod latency;
mod movers;
mod report;
mod sharing;
mod views;
mod workload;

use harness::{Cluster, newest};

use crate::movers::{Follower, Kagami, MirrorMaker, Mover};
use crate::report::Report;
use crate::workload::Workload;

/// Brokers of the source: the leader of everything, and the follower of the comparison.
const LEADER: i32 = 11;
const FOLLOWER: i32 = 12;

fn main() {
    let megabytes = setting("KAGAMI_BENCH_MB", 2_048);
    let seconds = setting("KAGAMI_BENCH_LATENCY_SECONDS", 30);
    let only = std::env::var("KAGAMI_BENCH_ONLY").unwrap_or_default();
    let wanted = |mover: &str| only.is_empty() || only.split(',').any(|name| name == mover);
    let version = newest();
    match std::env::args().nth(1).as_deref() {
        Some("sharing") => return sharing::run(&version, rounds(20), wanted),
        Some("cutover") => return cutover::run(&version, rounds(30)),
        Some("views") => return views::run(&version, setting("KAGAMI_BENCH_MB", 1_024), wanted),
        _ => {}
    }
    let new_source = || Cluster::builder(&version).first_broker_id(LEADER).brokers(2).start();
    let mut report = Report::new(&version, megabytes);
    for compression in ["none", "lz4"] {
        // Whoever writes the copy is as fresh for each mover: a broker that has copied before is twice as fast.
        let source = new_source();
        let workload = Workload::fill(&source, compression, megabytes);
        println!("bench: {} holds {:.0} MB", workload.topic, workload.megabytes());
        if wanted("follower") {
            copy(&mut report, &source, &workload, &mut Follower::default());
        }
        if wanted("kagami") {
            with_destination(&version, |destination| {
                copy(&mut report, &source, &workload, &mut Kagami::beside(destination));
            });
        }
        for tuned in [false, true].into_iter().filter(|_| wanted("mirrormaker")) {
            with_destination(&version, |destination| {
                copy(&mut report, &source, &workload, &mut MirrorMaker::toward(destination, tuned));
            });
        }
    }
    if seconds > 0 {
        steady(&mut report, &new_source(), &version, seconds, wanted);
    }
    report.print();
}

/// A whole number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} must be a whole number, not {text:?}")),
        Err(_) => default,
    }
}

fn rounds(default: u64) -> usize {
    usize::try_from(setting("KAGAMI_BENCH_ROUNDS", default)).expect("a small number")
}

/// Each mover gets a destination of its own, so that none pays for what another left behind.
fn with_destination(version: &str, measure: impl FnOnce(&Cluster)) {
    let destination = Cluster::builder(version).start();
    measure(&destination);
}

fn copy(report: &mut Report, source: &Cluster, workload: &Workload, mover: &mut dyn Mover) {
    println!("bench: {} copies {}", mover.name(), workload.topic);
    let copied = gauge::copy(source, workload, mover);
    println!("bench:   {copied}");
    report.copied(&mover.name(), &workload.compression, copied);
    mover.stop(source, workload);
}

fn steady(report: &mut Report, source: &Cluster, version: &str, seconds: u64, wanted: impl Fn(&str) -> bool) {
    let mut measure = |mover: &mut dyn Mover, name: &str| {
        let workload = Workload::empty(source, name);
        println!("bench: {} at a steady rate", mover.name());
        let taken = latency::measure(source, &workload, mover, seconds);
        println!("bench:   {taken}");
        report.waited(&mover.name(), taken);
        mover.stop(source, &workload);
    };
    if wanted("follower") {
        measure(&mut Follower::default(), "steady-follower");
    }
    if wanted("kagami") {
        with_destination(version, |destination| measure(&mut Kagami::beside(destination), "steady-kagami"));
    }
    let tunings = [(false, "steady-default"), (true, "steady-tuned")];
    for (tuned, name) in tunings.into_iter().filter(|_| wanted("mirrormaker")) {
        with_destination(version, |destination| {
            measure(&mut MirrorMaker::toward(destination, tuned), name);
        });
    }
}
