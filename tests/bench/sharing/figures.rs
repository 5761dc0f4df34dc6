//! Medians, worst ones, and the table.

use std::fmt::{self, Write as _};

use harness::Kagami;

use crate::gauge::peak_mebibytes;

/// Measurements of one thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series(Vec<f64>);

impl Series {
    pub(crate) fn add(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// The middle one; of an even count the lower of the two.
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn worst(&self) -> f64 {
        self.0.iter().copied().fold(f64::NAN, f64::max)
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ms (worst {:.0})", self.median(), self.worst())
    }
}

/// All of one part, in the order in which they came up.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    series: Vec<(String, Series)>,
    lines: Vec<(String, String)>,
    /// Largest resident memory of sidecars that have ended, in 2^20 bytes.
    peak_mebibytes: f64,
}

impl Figures {
    /// Remembers the peak of a sidecar that is about to end; the kernel forgets it.
    pub(crate) fn ends(&mut self, sidecar: &Kagami) {
        self.peak_mebibytes = self.peak_mebibytes.max(peak_mebibytes(sidecar.pid()));
    }

    pub(crate) fn series(&mut self, name: &str) -> &mut Series {
        let at = self.series.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.series.push((name.to_owned(), Series::default()));
            self.series.len() - 1
        });
        &mut self.series[at].1
    }

    /// Something that is no series of milliseconds.
    pub(crate) fn line(&mut self, what: &str, value: String) {
        println!("bench:   {what}: {value}");
        self.lines.push((what.to_owned(), value));
    }

    /// Resident memory of each sidecar now, and at most since it was started.
    pub(crate) fn memory(&mut self, when: &str, sidecars: &[Kagami]) {
        let each: Vec<_> = sidecars
            .iter()
            .map(|sidecar| {
                format!("{} MiB (peak {:.0})", sidecar.resident_bytes() >> 20, peak_mebibytes(sidecar.pid()))
            })
            .collect();
        let mut value = each.join(", ");
        if self.peak_mebibytes > 0.0 {
            write!(value, "; of all that ended before, the largest had {:.0}", self.peak_mebibytes)
                .expect("a string takes every text");
        }
        self.line(&format!("memory of each sidecar, {when}"), value);
    }

    pub(crate) fn print(&self) {
        if !self.series.is_empty() {
            println!("\n| ms | median | worst | count |\n|---|---|---|---|");
        }
        for (name, series) in &self.series {
            println!("| {name} | {:.0} | {:.0} | {} |", series.median(), series.worst(), series.len());
        }
        if !self.lines.is_empty() {
            println!("\n| figure | value |\n|---|---|");
        }
        for (what, value) in &self.lines {
            println!("| {what} | {value} |");
        }
    }
}
