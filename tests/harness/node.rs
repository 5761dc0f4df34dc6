//! One Kafka process of a cluster: a broker, a controller or both.

use std::ffi::OsString;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::process::Process;
use crate::{format, place};

/// Long enough for a boot while the other core compiles.
const BOOT: Duration = Duration::from_secs(120);

/// A node that can be stopped, killed, frozen, started again and wiped.
#[derive(Debug)]
pub struct Node {
    /// `node.id`.
    pub id: i32,
    version: String,
    cluster_id: String,
    dir: PathBuf,
    /// First port that it listens on.
    port: u16,
    controller: bool,
    process: Mutex<Option<Process>>,
}

impl Node {
    pub(crate) fn new(
        id: i32,
        version: &str,
        cluster_id: &str,
        dir: PathBuf,
        port: u16,
        controller: bool,
    ) -> Self {
        Self {
            id,
            version: version.to_owned(),
            cluster_id: cluster_id.to_owned(),
            dir,
            port,
            controller,
            process: Mutex::new(None),
        }
    }

    /// `host:port` of its first listener.
    #[must_use]
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The directory with its partitions.
    #[must_use]
    pub fn log_dir(&self) -> PathBuf {
        self.dir.join("data")
    }

    /// What the process prints.
    #[must_use]
    pub fn log_file(&self) -> PathBuf {
        self.dir.join("server.log")
    }

    pub(crate) fn properties(&self) -> PathBuf {
        self.dir.join("server.properties")
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.dir
    }

    /// Process id; panics when it is not running.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.with(Process::pid)
    }

    /// Whether its process runs (frozen counts as running).
    #[must_use]
    pub fn alive(&self) -> bool {
        self.lock().as_ref().is_some_and(Process::alive)
    }

    /// Starts the process and returns at once; see [`Node::wait_ready`].
    pub fn start(&self) {
        let mut process = self.lock();
        assert!(process.is_none(), "node {} runs already", self.id);
        if !self.log_dir().join("meta.properties").exists() {
            format::format(&self.version, &self.cluster_id, self.id, self.controller, &self.log_dir());
        }
        let mut command = java(&self.version, &self.dir);
        let archive = format::class_archive(&self.version);
        command.insert(1, format!("-XX:SharedArchiveFile={}", archive.display()).into());
        // A fresh file for each start, so that its readiness is not read from an earlier one.
        let log = self.log_file();
        if log.exists() {
            let _kept_for_people = fs::rename(&log, self.dir.join(place::unique("earlier.log")));
        }
        *process = Some(Process::start(&command, &log));
    }

    /// Waits until the server says that it has started and its port answers.
    pub fn wait_ready(&self) {
        let started = Instant::now();
        let address: SocketAddr = self.address().parse().expect("an address of digits");
        loop {
            let log = fs::read(self.log_file()).unwrap_or_default();
            let text = String::from_utf8_lossy(&log);
            if text.contains("Kafka Server started")
                && TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok()
            {
                return;
            }
            let ended = !self.alive();
            if ended || started.elapsed() > BOOT {
                let tail: Vec<_> = text.lines().rev().take(30).collect();
                let tail: Vec<_> = tail.into_iter().rev().collect();
                let fate = if ended { "ended" } else { "is not ready" };
                panic!("node {} of Kafka {} {fate}:\n{}", self.id, self.version, tail.join("\n"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends the process at once, as a power cut of the process (not of the disk) would.
    pub fn kill9(&self) {
        if let Some(process) = self.lock().take() {
            process.signal("KILL");
            assert!(process.wait_end(Duration::from_secs(10)), "node {} survives SIGKILL", self.id);
        }
    }

    /// Asks the process to end (SIGTERM) and waits up to 60 s; then it is killed.
    pub fn stop(&self) {
        if let Some(process) = self.lock().take() {
            process.signal("TERM");
            if !process.wait_end(Duration::from_secs(60)) {
                eprintln!("harness: node {} did not end within 60 s of SIGTERM; killed", self.id);
            }
        }
    }

    /// Halts the process without ending it; its connections stay open and silent.
    pub fn freeze(&self) {
        self.with(|process| process.signal("STOP"));
    }

    /// Lets a frozen process go on.
    pub fn thaw(&self) {
        self.with(|process| process.signal("CONT"));
    }

    /// Stops if it runs, starts, and waits until it is ready.
    pub fn restart(&self) {
        self.stop();
        self.start();
        self.wait_ready();
    }

    /// Removes its data; the next start formats anew, with a new directory id. Only while it is stopped.
    pub fn wipe_log_dir(&self) {
        assert!(self.lock().is_none(), "stop node {} before wiping it", self.id);
        fs::remove_dir_all(self.log_dir()).expect("the log directory can be removed");
    }

    fn with<T>(&self, act: impl FnOnce(&Process) -> T) -> T {
        act(self.lock().as_ref().unwrap_or_else(|| panic!("node {} does not run", self.id)))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The command of a node whose `server.properties` and `log4j.properties` lie in `dir`: a small heap, the simplest
/// collector and only the quick compiler, because a test's broker lives for seconds and shares two cores.
pub(crate) fn java(version: &str, dir: &Path) -> Vec<OsString> {
    let flags = ["java", "-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
    let mut command: Vec<_> = flags.into_iter().map(OsString::from).collect();
    command.extend(["-cp".into(), place::class_path(version).into()]);
    command.push(format!("-Dlog4j.configuration=file:{}", dir.join("log4j.properties").display()).into());
    command.extend(["kafka.Kafka".into(), dir.join("server.properties").into()]);
    command
}
