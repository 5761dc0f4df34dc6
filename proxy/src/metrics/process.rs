//! What the operating system says about the process. Silent where there is no `/proc`.

use std::fs;

use super::states::family;
use super::table::{CPU_SECONDS, OPEN_FDS, RESIDENT_BYTES, START_TIME};

/// Ticks of `/proc` in a second: `USER_HZ`, which is 100 on every architecture that Linux exports it on.
const TICKS_PER_SECOND: f64 = 100.0;

pub(super) fn render(text: &mut String) {
    if let Some(seconds) = cpu_and_start() {
        let (cpu, started) = seconds;
        family(text, CPU_SECONDS, [(vec![], cpu)]);
        family(text, START_TIME, started.map(|started| (vec![], started)));
    }
    family(text, RESIDENT_BYTES, resident_bytes().map(|bytes| (vec![], bytes)));
    family(text, OPEN_FDS, fs::read_dir("/proc/self/fd").ok().map(|fds| (vec![], fds.count())));
}

/// Processor seconds, and the start in seconds since the epoch.
fn cpu_and_start() -> Option<(f64, Option<f64>)> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses and may hold blanks; the third follows the last one.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // Counted from the third field of proc(5): utime is 14, stime 15, starttime 22.
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    let boot = || {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse::<f64>().ok()
    };
    let started = boot().zip(ticks(22)).map(|(boot, ticks)| boot + ticks / TICKS_PER_SECOND);
    Some(((ticks(14)? + ticks(15)?) / TICKS_PER_SECOND, started))
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
