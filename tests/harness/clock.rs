//! Wall clocks that are wrong, for processes of a test's choice.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::place;

/// The clock of some processes, right until it is set wrong.
#[derive(Debug)]
pub struct Clock {
    file: PathBuf,
}

impl Clock {
    /// A clock that is off by this many seconds.
    #[must_use]
    pub fn off_by(seconds: i64) -> Self {
        let clock = Self { file: place::directory("clock").join("seconds") };
        clock.set(seconds);
        clock
    }

    /// Changes the clock of the processes that have it, while they run.
    pub fn set(&self, seconds: i64) {
        // Written over, not anew: the processes have mapped the file.
        let file = fs::OpenOptions::new().write(true).create(true).truncate(false).open(&self.file);
        let file = file.expect("our own directory can be written");
        let written = std::os::unix::fs::FileExt::write_all_at(&file, &seconds.to_ne_bytes(), 0);
        written.expect("our own directory can be written");
    }

    /// Environment of a process that is to have this clock.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        vec![
            ("LD_PRELOAD".to_owned(), library().display().to_string()),
            ("KAGAMI_CLOCK".to_owned(), self.file.display().to_string()),
        ]
    }
}

/// The library that shifts a process's clock, compiled once for each test process.
fn library() -> &'static PathBuf {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = place::directory("clock").join("clock.so");
        let out = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .arg(place::tests().join("harness/c/clock.c"))
            .output()
            .expect("cc is installed: the Rust toolchain links with it");
        assert!(out.status.success(), "the clock does not compile: {}", String::from_utf8_lossy(&out.stderr));
        library
    })
}
