//! Applications as users run them, each in a JVM of its own: a Connect worker and a Streams application.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::driver::LOGGING;
use crate::http::{Response, http};
use crate::place;
use crate::process::Process;
use crate::wait::{PATIENCE, wait_until};

/// An application that runs, with its properties in a file.
#[derive(Debug)]
pub struct Application {
    directory: PathBuf,
    /// A main class, or a source file.
    main: OsString,
    process: Option<Process>,
}

impl Application {
    fn start(name: &str, main: OsString, properties: &BTreeMap<String, String>) -> Self {
        let directory = place::directory(name);
        let mut text = String::new();
        for (key, value) in properties {
            writeln!(text, "{key}={value}").expect("a string takes every text");
        }
        fs::write(directory.join("properties"), text).expect("our own directory");
        fs::write(directory.join("log4j.properties"), LOGGING).expect("our own directory");
        let mut application = Self { directory, main, process: None };
        application.run();
        application
    }

    fn run(&mut self) {
        let libs = place::cache().join("applications/libs");
        assert!(libs.is_dir(), "no {}; run: bash deploy/setup applications", libs.display());
        let logging = self.directory.join("log4j.properties");
        let command: Vec<OsString> = vec![
            "java".into(),
            "-Xmx300m".into(),
            "-XX:+UseSerialGC".into(),
            "-XX:TieredStopAtLevel=1".into(),
            format!("-Dlog4j.configuration=file:{}", logging.display()).into(),
            "-cp".into(),
            format!("{}/*", libs.display()).into(),
            self.main.clone(),
            self.directory.join("properties").into(),
        ];
        self.process = Some(Process::start(&command, &self.directory.join("log")));
    }

    fn process(&self) -> &Process {
        self.process.as_ref().expect("it was started")
    }

    /// Asks it to end, and starts it again.
    pub fn restart(&mut self) {
        self.process().signal("TERM");
        assert!(self.process().wait_end(PATIENCE), "it does not end; see {}", self.directory.display());
        self.run();
    }

    /// Whether it runs.
    #[must_use]
    pub fn alive(&self) -> bool {
        self.process().alive()
    }

    /// What it logged.
    #[must_use]
    pub fn log_text(&self) -> String {
        self.process().log_text()
    }

    /// A Streams application that counts records of `input` by the last digit of the number in front of their values,
    /// exactly once, and tells each new count to `output`.
    #[must_use]
    pub fn counting(bootstrap: &str, id: &str, input: &str, output: &str) -> Self {
        let state = place::directory("streams-state");
        let properties = [
            ("bootstrap.servers", bootstrap),
            ("application.id", id),
            ("processing.guarantee", "exactly_once_v2"),
            ("replication.factor", "1"),
            ("state.dir", &state.display().to_string()),
            ("input", input),
            ("output", output),
        ];
        let source = place::tests().join("harness/java/applications/Counting.java");
        Self::start("streams", source.into(), &owned(properties))
    }
}

fn owned<const N: usize>(properties: [(&str, &str); N]) -> BTreeMap<String, String> {
    properties.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// A Connect worker in distributed mode.
#[derive(Debug)]
pub struct Worker {
    pub application: Application,
    rest: String,
}

impl Worker {
    /// A worker whose group is `group` and whose three internal topics are [`Worker::topics`] of it.
    #[must_use]
    pub fn start(bootstrap: &str, group: &str) -> Self {
        let rest = format!("127.0.0.1:{}", place::port());
        let converter = "org.apache.kafka.connect.storage.StringConverter";
        let mut properties = owned([
            ("bootstrap.servers", bootstrap),
            ("group.id", group),
            ("listeners", &format!("http://{rest}")),
            ("key.converter", converter),
            ("value.converter", converter),
            ("offset.flush.interval.ms", "500"),
            ("offset.storage.partitions", "2"),
            ("status.storage.partitions", "1"),
            ("scheduled.rebalance.max.delay.ms", "0"),
        ]);
        for (kind, topic) in ["config", "offset", "status"].iter().zip(Self::topics(group)) {
            properties.insert(format!("{kind}.storage.topic"), topic);
            properties.insert(format!("{kind}.storage.replication.factor"), "1".to_owned());
        }
        let main = "org.apache.kafka.connect.cli.ConnectDistributed";
        let worker = Self { application: Application::start("connect", main.into(), &properties), rest };
        worker.wait_ready();
        worker
    }

    /// Topics in which workers of this group keep connectors, their offsets and their states.
    #[must_use]
    pub fn topics(group: &str) -> [String; 3] {
        ["config", "offset", "status"].map(|kind| format!("{group}-{kind}"))
    }

    /// See [`Application::restart`]; waits until it answers again.
    pub fn restart(&mut self) {
        self.application.restart();
        self.wait_ready();
    }

    fn wait_ready(&self) {
        wait_until(PATIENCE, "the Connect worker answers", || {
            assert!(self.application.alive(), "it ended: {}", self.application.log_text());
            self.ask("GET", "/connectors", None).is_ok_and(|answer| answer.status == 200)
        });
    }

    /// One request to its REST interface.
    ///
    /// # Errors
    /// As [`http`].
    pub fn ask(&self, method: &str, path: &str, body: Option<&str>) -> std::io::Result<Response> {
        http(&self.rest, method, path, body)
    }

    /// Makes a connector or changes it; waits until its task runs.
    pub fn connector(&self, name: &str, config: &serde_json::Value) {
        let path = format!("/connectors/{name}/config");
        wait_until(PATIENCE, "the connector is taken", || {
            // A worker that is rebalancing says 409.
            let answer = self.ask("PUT", &path, Some(&config.to_string())).expect("the worker answers");
            assert!([200, 201, 409].contains(&answer.status), "{answer:?}");
            answer.status != 409
        });
        self.wait_running(name);
    }

    /// Waits until a connector and its only task run.
    pub fn wait_running(&self, name: &str) {
        let running = || {
            let Ok(answer) = self.ask("GET", &format!("/connectors/{name}/status"), None) else {
                return false;
            };
            let Ok(status) = serde_json::from_str::<serde_json::Value>(&answer.body) else { return false };
            status["connector"]["state"] == "RUNNING" && status["tasks"][0]["state"] == "RUNNING"
        };
        wait_until(PATIENCE + Duration::from_secs(30), &format!("{name} runs"), running);
    }
}
