//! Measuring one copy: speed, processor time and memory of the process that moves the bytes.

use std::fmt;
use std::time::{Duration, Instant};

use harness::Cluster;

use crate::movers::Mover;
use crate::workload::Workload;

/// Longest time for one copy; MirrorMaker 2 with defaults on two busy cores needs minutes for 2 GiB.
const PATIENCE: Duration = Duration::from_secs(1_200);
const POLL: Duration = Duration::from_millis(20);
/// The kernel's unit of processor time on every Linux that we know.
const TICKS_PER_SECOND: f64 = 100.0;

/// What one copy took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    /// 10^6 bytes of the source's log in a second, from the first bytes at the destination to the last.
    pub(crate) megabytes_per_second: f64,
    /// Core-seconds of the mover for 10^9 bytes of the source's log.
    pub(crate) cpu_seconds_per_gigabyte: f64,
    /// Largest resident memory of the mover, in 2^20 bytes.
    pub(crate) peak_mebibytes: f64,
    /// From the order to the last byte, in seconds.
    pub(crate) whole_seconds: f64,
}

impl fmt::Display for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.1} MB/s, {:.2} core-seconds/GB, {:.0} MiB, {:.1} s in all",
            self.megabytes_per_second, self.cpu_seconds_per_gigabyte, self.peak_mebibytes, self.whole_seconds
        )
    }
}

/// Starts the mover and watches until everything has arrived.
pub(crate) fn copy(source: &Cluster, workload: &Workload, mover: &mut dyn Mover) -> Copied {
    let ordered = Instant::now();
    mover.start(source, workload);
    let progress = |mover: &mut dyn Mover| {
        assert!(ordered.elapsed() < PATIENCE, "{} has not finished within {PATIENCE:?}", mover.name());
        mover.arrived(source, workload)
    };
    // Starting up is not copying: the clock runs from the first bytes at the destination.
    let mut first = progress(mover);
    while first == 0.0 {
        std::thread::sleep(POLL);
        first = progress(mover);
    }
    let (begun, cpu) = (Instant::now(), cpu_seconds(mover.pid()));
    while progress(mover) < 1.0 {
        std::thread::sleep(POLL);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let megabytes = workload.megabytes() * (1.0 - first);
    Copied {
        megabytes_per_second: megabytes / seconds,
        cpu_seconds_per_gigabyte: (cpu_seconds(mover.pid()) - cpu) / (megabytes / 1e3),
        peak_mebibytes: peak_mebibytes(mover.pid()),
        whole_seconds: ordered.elapsed().as_secs_f64(),
    }
}

/// User and system time of a process so far.
pub(crate) fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("the mover runs");
    // The name in parentheses may hold blanks; utime and stime are the 12th and 13th fields behind it.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks: f64 = fields[11..13].iter().map(|field| field.parse().unwrap_or(0.0)).sum();
    ticks / TICKS_PER_SECOND
}

/// Largest resident memory of a process so far, in 2^20 bytes.
pub(crate) fn peak_mebibytes(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the mover runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    let kibibytes = line.split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) / 1024.0
}
