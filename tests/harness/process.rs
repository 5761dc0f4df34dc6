//! A child process that dies with us, and can be killed, frozen and thawed.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, says its pid, and kills it when our end of the pipe closes. The watcher outlives an interrupt
/// from the terminal; it ignores signals only after the program has started, which would inherit that.
const WATCHER: &str = r#"log=$1; shift
"$@" </dev/null >>"$log" 2>&1 &
p=$!
trap '' INT TERM
echo $p
cat >/dev/null
kill -9 $p 2>/dev/null
wait"#;

/// A running program whose output goes to a file.
#[derive(Debug)]
pub struct Process {
    watcher: Child,
    pid: u32,
    log: PathBuf,
}

impl Process {
    /// Starts `command` (program first); its output is appended to `log`.
    #[must_use]
    pub fn start(command: &[OsString], log: &Path) -> Self {
        let mut watcher = Command::new("sh")
            .args(["-c", WATCHER, "watcher"])
            .arg(log)
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let mut line = String::new();
        let out = watcher.stdout.take().expect("standard output is piped");
        BufReader::new(out).read_line(&mut line).expect("the watcher says a pid");
        let pid = line.trim().parse().expect("the watcher's first line is a pid");
        Self { watcher, pid, log: log.to_owned() }
    }

    /// Process id of the program (not of its watcher).
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// Everything the program wrote so far.
    #[must_use]
    pub fn log_text(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// Whether it has not ended yet.
    #[must_use]
    pub fn alive(&self) -> bool {
        fs::read_to_string(format!("/proc/{}/stat", self.pid))
            .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap_or("Z").starts_with('Z'))
    }

    /// Resident memory in bytes; 0 when it has ended.
    #[must_use]
    pub fn resident_bytes(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
    }

    /// Sends a signal by its short name, such as `STOP`.
    pub fn signal(&self, name: &str) {
        let _gone_already = Command::new("sh")
            .args(["-c", "kill -\"$1\" \"$2\"", "kill", name, &self.pid.to_string()])
            .stderr(Stdio::null())
            .status()
            .expect("sh starts");
    }

    /// Waits until it has ended; false when it still runs after `timeout`.
    #[must_use]
    pub fn wait_end(&self, timeout: Duration) -> bool {
        let started = Instant::now();
        while self.alive() {
            if started.elapsed() > timeout {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _already_gone = self.watcher.wait();
    }
}
