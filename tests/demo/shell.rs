//! Commands as a person would type them, shown with what they answer.

use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use harness::{Cluster, Kagami};

/// Prints a headline.
pub(crate) fn heading(text: &str) {
    println!("\n\u{2501}\u{2501} {text}");
    // Whoever pipes the demo into a pager that is closed wants no more of it.
    let _closed = std::io::stdout().flush();
}

/// Prints a line of explanation.
pub(crate) fn note(text: &str) {
    println!("   {text}");
}

/// A shell in a directory with the link's properties, and with the three names of the binary on its path.
#[derive(Debug)]
pub(crate) struct Shell {
    directory: PathBuf,
    path: String,
    /// `host:port` of the destination's first broker.
    bootstrap: String,
    /// `host:port` of each sidecar's admin server.
    admins: Vec<String>,
    /// Commands so far.
    turn: AtomicUsize,
}

impl Shell {
    pub(crate) fn new(sidecars: &[Kagami], destination: &Cluster) -> Self {
        let directory = sidecars[0].directory().to_owned();
        let names = directory.join("bin");
        std::fs::create_dir_all(&names).expect("the sidecar's directory takes a new one");
        let binary = std::env::var("KAGAMI_BIN").expect("deploy/demo/run sets KAGAMI_BIN");
        for name in ["kagami", "kafka-cluster-links", "kafka-mirrors"] {
            symlink(&binary, names.join(name)).expect("a new directory takes links");
        }
        let path = format!("{}:{}", names.display(), std::env::var("PATH").unwrap_or_default());
        let admins = sidecars.iter().map(|sidecar| sidecar.admin().to_owned()).collect();
        let bootstrap = destination.brokers()[0].address();
        Self { directory, path, bootstrap, admins, turn: AtomicUsize::new(0) }
    }

    /// The option that tells a command whom to ask: the destination's broker, which knows the sidecar, or each of several
    /// sidecars in turn.
    pub(crate) fn whom(&self) -> String {
        if self.admins.len() == 1 {
            return format!("--bootstrap-server {}", self.bootstrap);
        }
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        format!("--admin http://{}", self.admins[turn % self.admins.len()])
    }

    /// Writes a file that commands can name.
    pub(crate) fn write(&self, name: &str, content: &str) {
        std::fs::write(self.directory.join(name), content).expect("the sidecar's directory can be written");
    }

    /// Types a command, shows it and its answer, and ends the demo when it fails.
    pub(crate) fn run(&self, command: &str) -> String {
        println!("\n   $ {command}");
        let out = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.directory)
            .env("PATH", &self.path)
            .output()
            .expect("sh starts");
        let text =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        for line in text.lines() {
            println!("     {line}");
        }
        assert!(out.status.success(), "the command ended with {}", out.status);
        text
    }

    /// The same without showing anything; the output when it succeeds.
    pub(crate) fn quietly(&self, command: &str) -> Result<String, String> {
        let out = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.directory)
            .env("PATH", &self.path)
            .output()
            .map_err(|error| error.to_string())?;
        let text =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        if out.status.success() { Ok(text) } else { Err(text) }
    }

    /// For `--keep`.
    pub(crate) fn how_to_talk(&self, source: &Cluster, destination: &Cluster, sidecars: &[Kagami]) {
        heading("Everything runs until Ctrl-C");
        note(&format!("export PATH={}/bin:$PATH", self.directory.display()));
        note(&format!("kafka-mirrors --bootstrap-server {} --list", self.bootstrap));
        note(&format!("kagami mirror describe --bootstrap-server {}", self.bootstrap));
        note(&format!("curl http://{}/metrics", self.admins[0]));
        note(&format!("curl http://{}/kafka/v3/clusters/{}/links", self.admins[0], destination.id()));
        note(&format!("source {}   destination {}", source.bootstrap(), destination.bootstrap()));
        for sidecar in sidecars {
            note(&format!("configuration of sidecar {} {}", sidecar.id(), sidecar.config_file().display()));
            note(&format!("log of sidecar {}           {}", sidecar.id(), sidecar.log_file().display()));
        }
    }
}
