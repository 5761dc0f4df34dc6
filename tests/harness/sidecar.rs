//! The sidecar as a process, and its command line.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::cluster::Cluster;
use crate::http::{Response, http};
use crate::process::Process;
use crate::security::Security;
use crate::{PATIENCE, config, eventually, place};

/// How a sidecar is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Virtual broker id (1001).
    pub id: i32,
    /// Id of the broker that it stands next to; the first one when `None`.
    pub companion: Option<i32>,
    /// Whether the configuration names the controllers, or lets them be found through the brokers.
    pub name_controllers: bool,
    /// Other lines of `[destination]`, in place of those that lead to the cluster.
    pub destination: Option<String>,
    /// User as whom it comes to a secured destination; needs ACLs unless it is `admin` or `broker`.
    pub user: String,
    /// `log.level`.
    pub log_level: String,
    /// More of `kagami.toml`: lines of `[limits]`.
    pub limits: String,
    /// More of `kagami.toml`: whole sections other than `[limits]`, `[log]` and `[secrets]`.
    pub more: String,
    /// Environment of the process beside ours.
    pub environment: Vec<(String, String)>,
    /// Texts that make an error line of the log an expected one.
    pub expected_errors: Vec<String>,
    /// Whether `start` waits for readiness.
    pub wait_ready: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            id: 1001,
            companion: None,
            name_controllers: false,
            destination: None,
            user: "kagami".to_owned(),
            log_level: "info,kagami=debug".to_owned(),
            limits: String::new(),
            more: String::new(),
            environment: Vec::new(),
            expected_errors: Vec::new(),
            wait_ready: true,
        }
    }
}

/// What a command line said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Exit status; −1 when a signal ended it.
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// The output, if the command succeeded; panics with everything otherwise.
    pub fn ok(&self) -> &str {
        assert_eq!(self.code, 0, "the command failed\n{}{}", self.stdout, self.stderr);
        &self.stdout
    }
}

/// A running sidecar. When it is dropped its log is checked: a panic or an unexpected error fails the test.
#[derive(Debug)]
pub struct Kagami {
    options: Options,
    dir: PathBuf,
    admin: String,
    listener: String,
    bootstrap: String,
    cluster_id: String,
    /// Client properties with which a command line reaches a secured destination.
    command_config: Option<PathBuf>,
    process: Mutex<Option<Process>>,
}

impl Kagami {
    /// Starts a sidecar of `destination` and waits until it says that it is ready.
    #[must_use]
    pub fn start(destination: &Cluster, options: Options) -> Self {
        let kagami = Self::prepared(destination, options);
        kagami.launch();
        if kagami.options.wait_ready {
            kagami.wait_ready();
        }
        kagami
    }

    /// A sidecar that is configured but not running, for its command line, or for [`Kagami::restart`] later.
    #[must_use]
    pub fn prepared(destination: &Cluster, options: Options) -> Self {
        let dir = place::directory("kagami");
        let secured = destination.security() != Security::Plaintext;
        let companion = options.companion.unwrap_or_else(|| destination.brokers()[0].id);
        let kagami = Self {
            command_config: secured.then(|| dir.join("destination.properties")),
            dir,
            admin: format!("127.0.0.1:{}", place::port()),
            listener: format!("{}:{}", destination.broker(companion).host(), place::port()),
            bootstrap: destination.bootstrap(),
            cluster_id: destination.id().to_owned(),
            options,
            process: Mutex::new(None),
        };
        kagami.write("kagami.toml", &kagami.configuration(destination));
        let mut properties = destination.client_properties(&kagami.options.user);
        properties.remove("bootstrap.servers");
        kagami.write("destination.properties", &config::text(&properties));
        kagami
    }

    fn configuration(&self, destination: &Cluster) -> String {
        let companion = self.options.companion.unwrap_or_else(|| destination.brokers()[0].id);
        let mut bootstrap = vec![destination.broker(companion).address()];
        let others = destination.brokers().iter().filter(|broker| broker.id != companion);
        bootstrap.extend(others.map(crate::Node::address));
        let bootstrap = format!("bootstrap = {bootstrap:?}");
        let lines = self.options.destination.as_ref().unwrap_or(&bootstrap);
        let mut toml = format!("[node]\nid = {}\n\n[destination]\n{lines}\n", self.options.id);
        let mut add = |text: String| toml.push_str(&text);
        if self.options.name_controllers {
            add(format!("controllers = {:?}\n", destination.controller_addresses()));
        }
        add(format!("properties = {:?}\n\n", self.path("destination.properties")));
        if destination.security() == Security::SaslSsl {
            // Its controllers talk in plain text.
            add("[destination.controller]\n\"security.protocol\" = \"PLAINTEXT\"\n\n".to_owned());
        }
        add(format!("[[listener]]\nname = {:?}\n", destination.security().listener()));
        add(format!("bind = {:?}\nadvertised = {:?}\n\n", self.listener, self.listener));
        if destination.security() != Security::Plaintext {
            let certificates = destination.certificates();
            let auth = if destination.security() == Security::Mtls { "required" } else { "none" };
            add(format!(
                "[listener.tls]\ncertificate = {:?}\nkey = {:?}\nca = {:?}\nclient_auth = {auth:?}\n\n",
                certificates.file("broker.crt"),
                certificates.file("broker.key"),
                certificates.file("ca.pem"),
            ));
        }
        add(format!(
            "[admin]\nbind = {:?}\n\n[secrets]\nkey_file = {:?}\n\n",
            self.admin,
            secrets_key(destination)
        ));
        add(format!("[log]\nlevel = {:?}\n\n[limits]\n{}\n\n", self.options.log_level, self.options.limits));
        add(self.options.more.clone());
        toml
    }

    fn path(&self, name: &str) -> String {
        self.dir.join(name).display().to_string()
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.dir.join(name), content).expect("our own directory can be written");
    }

    fn launch(&self) {
        let mut command: Vec<OsString> = vec!["env".into()];
        command.extend(self.options.environment.iter().map(|(key, value)| format!("{key}={value}").into()));
        command.extend([binary().into(), "run".into(), "--config".into(), self.config_file().into()]);
        *self.lock() = Some(Process::start(&command, &self.log_file()));
    }

    /// Waits until `GET /readyz` answers 200.
    pub fn wait_ready(&self) {
        eventually(PATIENCE, "the sidecar is ready", || {
            assert!(self.alive(), "the sidecar has ended:\n{}", self.log_tail(40));
            match self.http("GET", "/readyz", None) {
                Ok(Response { status: 200, .. }) => Ok(()),
                Ok(other) => Err(format!("{} {}", other.status, other.body)),
                Err(error) => Err(error.to_string()),
            }
        });
    }

    /// `host:port` of the virtual broker's listener.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.listener
    }

    /// `host:port` of the admin server.
    #[must_use]
    pub fn admin(&self) -> &str {
        &self.admin
    }

    /// Virtual broker id.
    #[must_use]
    pub const fn id(&self) -> i32 {
        self.options.id
    }

    #[must_use]
    pub fn config_file(&self) -> PathBuf {
        self.dir.join("kagami.toml")
    }

    /// A directory of its own, for properties files and the like.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.dir
    }

    #[must_use]
    pub fn log_file(&self) -> PathBuf {
        self.dir.join("kagami.log")
    }

    /// Everything that it has logged, over all its lives.
    #[must_use]
    pub fn log_text(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.log_file()).unwrap_or_default()).into_owned()
    }

    fn log_tail(&self, lines: usize) -> String {
        let text = self.log_text();
        let all: Vec<_> = text.lines().collect();
        all[all.len().saturating_sub(lines)..].join("\n")
    }

    #[must_use]
    pub fn alive(&self) -> bool {
        self.lock().as_ref().is_some_and(Process::alive)
    }

    /// Process id; panics when it is not running.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.lock().as_ref().map(Process::pid).expect("the sidecar runs")
    }

    /// Resident memory in bytes.
    #[must_use]
    pub fn resident_bytes(&self) -> u64 {
        self.lock().as_ref().map_or(0, Process::resident_bytes)
    }

    /// Ends it at once.
    pub fn kill9(&self) {
        if let Some(process) = self.lock().take() {
            process.signal("KILL");
            assert!(process.wait_end(Duration::from_secs(10)), "the sidecar survives SIGKILL");
        }
    }

    /// Asks it to end (SIGTERM) and waits; panics when it still runs after 40 s.
    pub fn stop(&self) {
        if let Some(process) = self.lock().take() {
            process.signal("TERM");
            let ended = process.wait_end(Duration::from_secs(40));
            assert!(ended, "the sidecar does not stop within 40 s of SIGTERM:\n{}", self.log_tail(40));
        }
    }

    pub fn freeze(&self) {
        self.lock().as_ref().expect("the sidecar runs").signal("STOP");
    }

    pub fn thaw(&self) {
        self.lock().as_ref().expect("the sidecar runs").signal("CONT");
    }

    /// Starts it again after [`Kagami::stop`] or [`Kagami::kill9`], and waits until it is ready.
    pub fn restart(&self) {
        self.stop();
        self.launch();
        self.wait_ready();
    }

    /// A request to its admin server.
    ///
    /// # Errors
    /// As [`http`].
    pub fn http(&self, method: &str, path: &str, body: Option<&str>) -> std::io::Result<Response> {
        http(&self.admin, method, path, body)
    }

    /// A request below `/kafka/v3/clusters/<id>`; panics when no answer comes.
    #[must_use]
    pub fn rest(&self, method: &str, path: &str, body: Option<&str>) -> Response {
        let path = format!("/kafka/v3/clusters/{}{path}", self.cluster_id);
        self.http(method, &path, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Runs `kagami <arguments>` in the sidecar's directory.
    #[must_use]
    pub fn cli(&self, arguments: &[&str]) -> Said {
        let out = Command::new(binary())
            .args(arguments)
            .current_dir(&self.dir)
            .output()
            .expect("the binary starts");
        Said {
            code: out.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&out.stderr).into_owned(),
        }
    }

    /// Runs `kagami kafka-cluster-links --bootstrap-server <destination> <arguments>`, with `--command-config` where
    /// the destination is secured.
    #[must_use]
    pub fn links(&self, arguments: &[&str]) -> Said {
        self.tool("kafka-cluster-links", arguments)
    }

    /// Runs `kagami kafka-mirrors --bootstrap-server <destination> <arguments>`, as [`Kagami::links`].
    #[must_use]
    pub fn mirrors(&self, arguments: &[&str]) -> Said {
        self.tool("kafka-mirrors", arguments)
    }

    /// Runs `kagami cutover --bootstrap-server <destination> <arguments>`, as [`Kagami::links`].
    #[must_use]
    pub fn cutover(&self, arguments: &[&str]) -> Said {
        self.tool("cutover", arguments)
    }

    fn tool(&self, name: &str, arguments: &[&str]) -> Said {
        let file = self.command_config.as_ref().map(|file| file.display().to_string());
        let config = file.as_ref().map_or_else(Vec::new, |file| vec!["--command-config", file]);
        self.cli(&[&[name, "--bootstrap-server", &self.bootstrap], &config[..], arguments].concat())
    }

    /// Makes a link from client properties of the source, such as [`Cluster::client_properties`].
    #[must_use]
    pub fn create_link(&self, link: &str, properties: &BTreeMap<String, String>) -> Said {
        let file = place::unique("link.properties");
        self.write(&file, &config::text(properties));
        self.links(&["--create", "--link", link, "--config-file", &self.path(&file)])
    }

    /// Makes `topic` a mirror over `link`.
    #[must_use]
    pub fn create_mirror(&self, topic: &str, link: &str) -> Said {
        self.mirrors(&["--create", "--mirror-topic", topic, "--link", link])
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Lines of the log that tell of a panic or an unexpected error.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let text = self.log_text();
        let bad = |line: &&str| {
            let error = line.contains(" ERROR ") || line.contains("\"level\":\"ERROR\"");
            let expected = self.options.expected_errors.iter().any(|text| line.contains(text));
            line.contains("panicked at") || (error && !expected)
        };
        text.lines().filter(bad).map(str::to_owned).collect()
    }
}

impl Kagami {
    /// Panics when there are [`Kagami::complaints`]; done by itself when a sidecar is dropped, which a shared one is not.
    pub fn assert_quiet(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "the sidecar logged errors:\n{}", complaints.join("\n"));
    }
}

impl Drop for Kagami {
    fn drop(&mut self) {
        self.kill9();
        if std::thread::panicking() {
            eprintln!("harness: the end of the log of sidecar {}:\n{}", self.options.id, self.log_tail(60));
        } else {
            self.assert_quiet();
        }
    }
}

/// The key file that all sidecars of a destination share.
fn secrets_key(destination: &Cluster) -> PathBuf {
    let file = destination.directory().join("secrets.key");
    if !file.exists() {
        let key: Vec<u8> = (0..4).flat_map(|_| place::random().to_be_bytes()).collect();
        fs::write(&file, STANDARD.encode(key)).expect("the cluster's directory can be written");
    }
    file
}

/// The binary, which `tests/run` builds beforehand: `KAGAMI_BIN`, or the one beside this test's own directory.
fn binary() -> PathBuf {
    let built = std::env::var_os("KAGAMI_BIN").map(PathBuf::from).unwrap_or_else(|| {
        let test = std::env::current_exe().expect("the test has a path");
        test.ancestors().nth(2).expect("tests lie in target/<profile>/deps").join("kagami")
    });
    assert!(built.is_file(), "no {}; run: cargo build --bin kagami", built.display());
    built
}
