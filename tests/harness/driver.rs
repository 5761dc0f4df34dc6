//! Foreign clients as long-lived processes that speak one JSON line a command.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Failure};
use crate::place;

/// Longer than any command's own limit: what answers later has hung.
const HUNG: Duration = Duration::from_secs(180);

type Waiting = Arc<Mutex<HashMap<u64, SyncSender<Value>>>>;

/// A process with client libraries; commands from many threads run side by side.
#[derive(Debug)]
pub struct Driver {
    name: String,
    log: PathBuf,
    stdin: Mutex<ChildStdin>,
    waiting: Waiting,
    next: AtomicU64,
    _child: Mutex<Child>,
}

impl Driver {
    /// The Java clients of a Kafka version; one process for each version and test process.
    #[must_use]
    pub fn shared(version: &str) -> &'static Self {
        Self::kept(&format!("java-{version}"), || {
            let mut command = Command::new("java");
            command.args(["-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]);
            let logging = place::directory("driver").join("log4j.properties");
            fs::write(&logging, LOGGING).expect("our own directory can be written");
            let classes = compiled(version);
            command.arg(format!("{}:{}", classes.display(), place::class_path(version)));
            command.arg(format!("-Dlog4j.configuration=file:{}", logging.display()));
            command.arg("Driver");
            command
        })
    }

    /// librdkafka and kafka-python; see `python/driver.py`. Each command names its `library`.
    #[must_use]
    pub fn python() -> &'static Self {
        Self::in_python("python").expect("there is a Python environment (bash deploy/setup python)")
    }

    /// The same with a librdkafka that does not yet ask its bootstrap servers again (KIP-899); `None` where the set-up
    /// found none for the machine's Python.
    #[must_use]
    pub fn old_python() -> Option<&'static Self> {
        Self::in_python("python-old")
    }

    fn in_python(environment: &str) -> Option<&'static Self> {
        let python = place::cache().join(environment).join("bin/python");
        python.exists().then(|| {
            Self::kept(environment, || {
                let mut command = Command::new(python);
                // No compiled files into the source tree.
                command.arg("-uB").arg(place::tests().join("harness/python/driver.py"));
                command
            })
        })
    }

    /// franz-go and sarama; `None` on a machine without a Go toolchain, where the set-up builds no driver.
    #[must_use]
    pub fn go() -> Option<&'static Self> {
        let binary = place::cache().join("go-driver/driver");
        binary.exists().then(|| Self::kept("go", || Command::new(binary)))
    }

    /// kafkajs; `None` on a machine without Node.js.
    #[must_use]
    pub fn node() -> Option<&'static Self> {
        let modules = place::cache().join("node/node_modules");
        modules.exists().then(|| {
            Self::kept("node", || {
                let mut command = Command::new("node");
                command.env("NODE_PATH", modules).arg(place::tests().join("harness/node/driver.js"));
                command
            })
        })
    }

    fn kept(name: &str, command: impl FnOnce() -> Command) -> &'static Self {
        static ALL: OnceLock<Mutex<BTreeMap<String, &'static Driver>>> = OnceLock::new();
        let mut all = ALL.get_or_init(Mutex::default).lock().expect("starting a driver does not panic twice");
        if let Some(driver) = all.get(name) {
            return driver;
        }
        let driver: &'static Self = Box::leak(Box::new(Self::start(name, command())));
        all.insert(name.to_owned(), driver);
        driver
    }

    fn start(name: &str, mut command: Command) -> Self {
        let log = place::directory("driver").join(format!("{name}.log"));
        let errors = fs::File::create(&log).expect("our own directory can be written");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap_or_else(|error| panic!("the {name} driver does not start: {error}"));
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let waiting = Waiting::default();
        let answers = Arc::clone(&waiting);
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                let Ok(answer) = serde_json::from_str::<Value>(&line) else { continue };
                let waiter = answer["id"].as_u64().and_then(|id| lock(&answers).remove(&id));
                if let Some(waiter) = waiter {
                    let _gave_up = waiter.send(answer);
                }
            }
            // The process has ended: whoever waits learns it by a closed channel.
            lock(&answers).clear();
        });
        Self {
            name: name.to_owned(),
            log,
            stdin: Mutex::new(stdin),
            waiting,
            next: AtomicU64::new(1),
            _child: Mutex::new(child),
        }
    }

    /// The clients of this process as a user with these Java client properties.
    #[must_use]
    pub const fn client(&'static self, properties: BTreeMap<String, String>) -> Client {
        Client { driver: self, library: None, properties }
    }

    /// Sends a command and waits for its answer.
    pub fn call(&self, command: &str, arguments: Value) -> Answer<Value> {
        self.wait(&self.send(command, arguments))
    }

    /// Sends a command; its answer comes through the channel.
    fn send(&self, command: &str, arguments: Value) -> Receiver<Value> {
        let (sender, receiver) = sync_channel(1);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.waiting).insert(id, sender);
        self.write(id, command, arguments).unwrap_or_else(|error| self.broken(&error.to_string()));
        receiver
    }

    fn write(&self, id: u64, command: &str, mut arguments: Value) -> std::io::Result<()> {
        arguments["id"] = json!(id);
        arguments["command"] = json!(command);
        let line = format!("{arguments}\n");
        let mut stdin = self.stdin.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        stdin.write_all(line.as_bytes())
    }

    fn wait(&self, receiver: &Receiver<Value>) -> Answer<Value> {
        let mut answer =
            receiver.recv_timeout(HUNG).unwrap_or_else(|error| self.broken(&format!("no answer: {error}")));
        if answer.get("error").is_some() {
            return Err(serde_json::from_value(answer).expect("failures have a fixed shape"));
        }
        Ok(answer["ok"].take())
    }

    fn broken(&self, why: &str) -> ! {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let tail: Vec<_> = log.lines().rev().take(20).collect();
        let tail: Vec<_> = tail.into_iter().rev().collect();
        panic!("the {} driver: {why}\n{}", self.name, tail.join("\n"));
    }
}

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, HashMap<u64, SyncSender<Value>>> {
    waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A driver together with the properties of one user of one cluster.
#[derive(Clone)]
pub struct Client {
    driver: &'static Driver,
    library: Option<&'static str>,
    properties: BTreeMap<String, String>,
}

impl Client {
    /// A client of one of the libraries of a driver.
    pub(crate) const fn of(
        driver: &'static Driver,
        library: Option<&'static str>,
        properties: BTreeMap<String, String>,
    ) -> Self {
        Self { driver, library, properties }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} at {:?}",
            self.library.unwrap_or(&self.driver.name),
            self.properties.get("bootstrap.servers")
        )
    }
}

impl Client {
    /// The same client with one more property (`bootstrap.servers` to reach the cluster through another door).
    #[must_use]
    pub fn with(&self, key: &str, value: &str) -> Self {
        let mut properties = self.properties.clone();
        properties.insert(key.to_owned(), value.to_owned());
        Self { properties, ..*self }
    }

    /// The same client with other properties, such as those of another user.
    #[must_use]
    pub const fn with_all(&self, properties: BTreeMap<String, String>) -> Self {
        Self { driver: self.driver, library: self.library, properties }
    }

    /// Any command of the driver, with this client's properties added.
    pub fn call(&self, command: &str, arguments: Value) -> Answer<Value> {
        self.driver.call(command, self.addressed(arguments))
    }

    /// Starts a command and returns; the closure waits for its answer.
    pub fn start(&self, command: &str, arguments: Value) -> impl FnOnce() -> Answer<Value> + use<> {
        let receiver = self.driver.send(command, self.addressed(arguments));
        let driver = self.driver;
        move || driver.wait(&receiver)
    }

    /// Starts a command whose answer nobody waits for. Does not panic: it is for what a failed test leaves behind.
    pub(crate) fn tell(&self, command: &str, arguments: Value) {
        let id = self.driver.next.fetch_add(1, Ordering::Relaxed);
        let _ended_by_itself = self.driver.write(id, command, self.addressed(arguments));
    }

    fn addressed(&self, mut arguments: Value) -> Value {
        arguments["properties"] = json!(self.properties);
        if let Some(library) = self.library {
            arguments["library"] = json!(library);
        }
        arguments
    }
}

impl Failure {
    /// Whether this is the protocol error of that name, such as `INVALID_REQUEST`.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name == name
    }
}

/// Compiles the driver against a version's jars, once for each state of its source.
fn compiled(version: &str) -> PathBuf {
    let source = place::tests().join("harness/java");
    let mut files: Vec<_> = fs::read_dir(&source)
        .expect("the driver's source is in the tree")
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    files.sort();
    let text: Vec<u8> = files.iter().flat_map(|file| fs::read(file).expect("source can be read")).collect();
    let kept = place::cache().join(format!("java-driver-{version}-{:08x}", crc32c::crc32c(&text)));
    if !kept.is_dir() {
        compile(version, &files, &kept);
    }
    kept
}

fn compile(version: &str, files: &[PathBuf], kept: &Path) {
    let fresh = kept.with_extension(format!("{}", std::process::id()));
    let out = Command::new("javac")
        .args(["-nowarn", "-Xlint:none", "-cp", &place::class_path(version), "-d"])
        .arg(&fresh)
        .args(files)
        .output()
        .expect("javac is installed (bash deploy/setup java)");
    assert!(out.status.success(), "the driver does not compile: {}", String::from_utf8_lossy(&out.stderr));
    if fs::rename(&fresh, kept).is_err() {
        // Another test process was faster; its classes are the same.
        let _ours_is_not_needed = fs::remove_dir_all(&fresh);
    }
}

/// Standard output belongs to the answers.
pub(crate) const LOGGING: &str = "\
log4j.rootLogger=WARN, err
log4j.appender.err=org.apache.log4j.ConsoleAppender
log4j.appender.err.target=System.err
log4j.appender.err.layout=org.apache.log4j.PatternLayout
log4j.appender.err.layout.ConversionPattern=%d{HH:mm:ss,SSS} %p %m (%c{1})%n
";
