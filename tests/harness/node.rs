//! One Kafka process of a cluster: a broker, a controller or both.

use std::ffi::OsString;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};
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
    /// Whose jars the next start takes.
    version: Mutex<String>,
    /// Whose feature levels the cluster begins with, where not those of its version.
    release: Option<String>,
    cluster_id: String,
    dir: PathBuf,
    log_dirs: usize,
    /// Where its listeners are; the ports of controllers are at 127.0.0.1.
    host: String,
    /// First port that it listens on.
    port: AtomicU16,
    controller: bool,
    /// Of the process, beside ours.
    environment: Mutex<Vec<(String, String)>>,
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
            version: Mutex::new(version.to_owned()),
            release: None,
            cluster_id: cluster_id.to_owned(),
            dir,
            log_dirs: 1,
            host: "127.0.0.1".to_owned(),
            port: AtomicU16::new(port),
            controller,
            environment: Mutex::default(),
            process: Mutex::new(None),
        }
    }

    /// The same node with this many log directories, and with the feature levels of a release.
    pub(crate) fn on(self, log_dirs: usize, release: Option<String>) -> Self {
        Self { log_dirs, release, ..self }
    }

    /// The same node at another address of the loopback network.
    pub(crate) fn at(self, host: String) -> Self {
        Self { host, ..self }
    }

    /// Where it listens.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// `host:port` of its first listener.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port.load(Ordering::Relaxed))
    }

    /// The first directory with partitions, where a controller's metadata log lies too.
    #[must_use]
    pub fn log_dir(&self) -> PathBuf {
        self.dir.join("data")
    }

    /// All directories with partitions.
    #[must_use]
    pub fn log_dirs(&self) -> Vec<PathBuf> {
        let more = (1..self.log_dirs).map(|at| self.dir.join(format!("data-{at}")));
        std::iter::once(self.log_dir()).chain(more).collect()
    }

    /// The directory of these that holds a partition; the first one when none does.
    #[must_use]
    pub fn log_dir_of(&self, topic: &str, partition: i32) -> PathBuf {
        let holds = |dir: &PathBuf| dir.join(format!("{topic}-{partition}")).is_dir();
        self.log_dirs().into_iter().find(holds).unwrap_or_else(|| self.log_dir())
    }

    /// From the next start on it runs with the jars of another Kafka version, on the same data.
    pub fn change_version(&self, version: &str) {
        version.clone_into(&mut self.version.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }

    /// From the next start on it is found at another port. Answers with the address before and the one that it will have.
    pub fn change_port(&self) -> (String, String) {
        let old = self.address();
        self.port.store(place::port(), Ordering::Relaxed);
        self.learn_address(&old, &self.address());
        (old, self.address())
    }

    /// From the next start on it looks for another node at another address.
    pub fn learn_address(&self, old: &str, new: &str) {
        let text = fs::read_to_string(self.properties()).expect("the node has its properties");
        fs::write(self.properties(), text.replace(old, new)).expect("the node's directory can be written");
    }

    /// From the next start on its process has these environment variables beside ours.
    pub fn change_environment(&self, environment: Vec<(String, String)>) {
        *self.environment.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = environment;
    }

    fn version(&self) -> String {
        self.version.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
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
        let version = self.version();
        for dir in self.log_dirs() {
            if !dir.join("meta.properties").exists() {
                let controller = self.controller && dir == self.log_dir();
                format::format(
                    &version,
                    self.release.as_deref(),
                    &self.cluster_id,
                    self.id,
                    controller,
                    &dir,
                );
            }
        }
        let mut command = java(&version, &self.dir);
        let archive = format::class_archive(&version);
        command.insert(1, format!("-XX:SharedArchiveFile={}", archive.display()).into());
        let environment = self.environment.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        if !environment.is_empty() {
            let set = environment.into_iter().map(|(key, value)| format!("{key}={value}").into());
            command = std::iter::once("env".into()).chain(set).chain(command).collect();
        }
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
                panic!("node {} of Kafka {} {fate}:\n{}", self.id, self.version(), tail.join("\n"));
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
        for dir in self.log_dirs() {
            fs::remove_dir_all(dir).expect("the log directory can be removed");
        }
    }

    /// Prints what its log complains of last, for whoever looks at a failed test.
    pub(crate) fn tell_troubles(&self) {
        let log = fs::read(self.log_file()).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        let bad: Vec<&str> =
            text.lines().filter(|line| line.contains(" WARN ") || line.contains(" ERROR ")).collect();
        let last = &bad[bad.len().saturating_sub(15)..];
        eprintln!("harness: the last complaints of node {}:\n{}", self.id, last.join("\n"));
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
