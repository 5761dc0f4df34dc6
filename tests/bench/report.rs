//! The figures as Markdown, for `tests/bench/README.md`.

use crate::gauge::Copied;
use crate::latency::Taken;

/// All figures of a run.
#[derive(Debug)]
pub(crate) struct Report {
    version: String,
    megabytes: u64,
    copied: Vec<(String, String, Copied)>,
    taken: Vec<(String, Taken)>,
}

impl Report {
    pub(crate) fn new(version: &str, megabytes: u64) -> Self {
        Self { version: version.to_owned(), megabytes, copied: Vec::new(), taken: Vec::new() }
    }

    pub(crate) fn copied(&mut self, mover: &str, compression: &str, copied: Copied) {
        self.copied.push((mover.to_owned(), compression.to_owned(), copied));
    }

    pub(crate) fn waited(&mut self, mover: &str, taken: Taken) {
        self.taken.push((mover.to_owned(), taken));
    }

    /// Prints every figure, and each speed as a ratio to (a) and to the better of (c).
    pub(crate) fn print(&self) {
        println!("\nKafka {}, {} MiB of 1 KiB records in 6 partitions\n", self.version, self.megabytes);
        println!(
            "| mover | compression | MB/s | × follower | × MirrorMaker 2 | core-s/GB | peak MiB | whole s |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        for (mover, compression, copied) in &self.copied {
            let speed = |name: &str| {
                let same = self
                    .copied
                    .iter()
                    .filter(|(other, with, _)| other.starts_with(name) && with == compression);
                same.map(|(.., copied)| copied.megabytes_per_second).fold(f64::NAN, f64::max)
            };
            println!(
                "| {mover} | {compression} | {:.1} | {:.2} | {:.1} | {:.2} | {:.0} | {:.1} |",
                copied.megabytes_per_second,
                copied.megabytes_per_second / speed("Kafka"),
                copied.megabytes_per_second / speed("MirrorMaker"),
                copied.cpu_seconds_per_gigabyte,
                copied.peak_mebibytes,
                copied.whole_seconds,
            );
        }
        if self.taken.is_empty() {
            return;
        }
        println!("\n| mover | p50 ms | p99 ms | max ms | records | lost |\n|---|---|---|---|---|---|");
        for (mover, taken) in &self.taken {
            let Taken { count, lost, p50_ms, p99_ms, max_ms } = taken;
            println!("| {mover} | {p50_ms:.1} | {p99_ms:.1} | {max_ms:.1} | {count} | {lost} |");
        }
    }
}
