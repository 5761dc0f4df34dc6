//! Time from produce to visible at the destination, at a steady rate.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::{Cluster, Record, wait_until};
use serde::Deserialize;

use crate::movers::Mover;
use crate::workload::{PARTITIONS, Workload};

const RECORDS_PER_SECOND: u32 = 2_000;
const WARM_UP_SECONDS: u32 = 5;

/// How long records took.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Taken {
    pub(crate) count: u64,
    pub(crate) lost: i64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) max_ms: f64,
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, lost, p50_ms, p99_ms, max_ms } = self;
        write!(f, "p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, max {max_ms:.1} ms ({count} records, {lost} lost)")
    }
}

/// Copies an empty topic, then writes to it and reads the copy.
pub(crate) fn measure(source: &Cluster, workload: &Workload, mover: &mut dyn Mover, seconds: u64) -> Taken {
    mover.start(source, workload);
    // One record in each partition proves that the copying runs.
    let records: Vec<_> =
        (0..PARTITIONS).map(|i| Record { partition: Some(i), ..Record::value("first") }).collect();
    source.client().produce(&workload.topic, &records, &[]).expect("the source takes records");
    let (bootstrap, topic) = mover.destination(source, workload);
    let properties = [("bootstrap.servers".to_owned(), bootstrap.clone())].into();
    let reader = source.client().with_all(properties);
    wait_until(Duration::from_secs(120), "the first records are visible at the destination", || {
        reader.end_offsets(&topic).is_ok_and(|ends| ends.iter().all(|end| *end > 0))
    });
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/java/Latency.java");
    let libs = std::env::var("KAGAMI_BENCH_CLASSPATH").expect("tests/bench/run sets it");
    let out = Command::new("java")
        .args(["-Xmx512m", "-cp", &libs])
        .arg(java)
        .args([&source.bootstrap(), &workload.topic, &bootstrap, &topic])
        .args([PARTITIONS.to_string(), RECORDS_PER_SECOND.to_string()])
        .args([seconds.to_string(), WARM_UP_SECONDS.to_string()])
        .output()
        .expect("java is installed (bash deploy/setup java)");
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text.lines().find(|line| line.starts_with('{'));
    let line = line.unwrap_or_else(|| panic!("no figures: {text}{}", String::from_utf8_lossy(&out.stderr)));
    serde_json::from_str(line).expect("the program prints one JSON line")
}
