//! Kafka's own command-line tools, as operators run them.

use std::path::PathBuf;
use std::process::Command;
use std::{fs, sync::OnceLock};

use crate::cluster::Cluster;
use crate::driver::LOGGING;
use crate::sidecar::Said;
use crate::{config, place};

impl Cluster {
    /// `kafka-reassign-partitions.sh --execute`: gives partitions of a topic these replicas, the preferred leader first.
    /// Returns when the controllers have taken it, not when it is done.
    #[must_use]
    pub fn reassign_with_tool(&self, topic: &str, replicas: &[(i32, &[i32])]) -> Said {
        let one = |(partition, replicas): &(i32, &[i32])| serde_json::json!({"topic": topic, "partition": partition, "replicas": replicas});
        let plan =
            serde_json::json!({"version": 1, "partitions": replicas.iter().map(one).collect::<Vec<_>>()});
        let file = self.directory().join(place::unique("reassignment.json"));
        fs::write(&file, plan.to_string()).expect("the cluster's directory can be written");
        let file = file.display().to_string();
        let class = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand";
        self.tool(self.version(), class, &["--reassignment-json-file", &file, "--execute"])
    }

    /// `kafka-features.sh` of a version, which may be newer than the cluster was at first.
    #[must_use]
    pub fn features_tool(&self, version: &str, arguments: &[&str]) -> Said {
        self.tool(version, "org.apache.kafka.tools.FeatureCommand", arguments)
    }

    fn tool(&self, version: &str, class: &str, arguments: &[&str]) -> Said {
        static LOG: OnceLock<PathBuf> = OnceLock::new();
        let log = LOG.get_or_init(|| {
            let file = place::directory("tools").join("log4j.properties");
            fs::write(&file, LOGGING).expect("our own directory can be written");
            file
        });
        let properties = self.directory().join(place::unique("tool.properties"));
        let mut settings = self.client_properties("admin");
        settings.remove("bootstrap.servers");
        fs::write(&properties, config::text(&settings)).expect("the cluster's directory can be written");
        let out = Command::new("java")
            .args(["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
            .args(["-cp", &place::class_path(version)])
            .arg(format!("-Dlog4j.configuration=file:{}", log.display()))
            .args([class, "--bootstrap-server", &self.bootstrap(), "--command-config"])
            .arg(&properties)
            .args(arguments)
            .output()
            .expect("java is installed (bash deploy/setup java)");
        Said {
            code: out.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&out.stderr).into_owned(),
        }
    }
}
