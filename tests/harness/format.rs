//! Formatted log directories without a JVM start for each node.
//!
//! Kafka's own storage tool runs once for each version. What it writes for controllers beside `meta.properties` is one
//! file of feature levels, the same for every cluster: that is kept in the cache. `meta.properties`, a plain text
//! file, is written for each node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::place;

/// A Kafka uuid in its text form; never with a leading dash, which command lines take for an option.
pub(crate) fn uuid() -> String {
    loop {
        let bytes: Vec<u8> = (0..2).flat_map(|_| place::random().to_be_bytes()).collect();
        let text = URL_SAFE_NO_PAD.encode(bytes);
        if !text.starts_with('-') {
            return text;
        }
    }
}

/// Where the feature levels lie in a log directory: up to 4.0 or so, and since then.
const CHECKPOINTS: [&str; 2] =
    ["bootstrap.checkpoint", "__cluster_metadata-0/00000000000000000000-0000000000.checkpoint"];

/// Makes `log_dir` a formatted log directory of node `node_id` of cluster `cluster_id`.
pub(crate) fn format(version: &str, cluster_id: &str, node_id: i32, controller: bool, log_dir: &Path) {
    fs::create_dir_all(log_dir).expect("the node's directory takes a new one");
    let meta = format!("version=1\ncluster.id={cluster_id}\nnode.id={node_id}\ndirectory.id={}\n", uuid());
    fs::write(log_dir.join("meta.properties"), meta).expect("the log directory can be written");
    if controller {
        let kept = kept_checkpoint(version);
        let name =
            CHECKPOINTS.iter().find(|name| kept.join(name).exists()).expect("a version writes one of them");
        copy(&kept.join(name), &log_dir.join(name));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().expect("a file has a directory")).expect("the directory can be written");
    fs::copy(from, to).expect("the directory can be written");
}

/// The cached directory with a version's checkpoint.
fn kept_checkpoint(version: &str) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let kept = place::cache().join(format!("kafka-{version}/format"));
    if kept.is_dir() {
        return kept;
    }
    let dir = place::directory("format");
    let properties = dir.join("server.properties");
    let text = format!(
        "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:1\n\
         controller.listener.names=C\nlisteners=P://127.0.0.1:2,C://127.0.0.1:1\ninter.broker.listener.name=P\n\
         listener.security.protocol.map=P:PLAINTEXT,C:PLAINTEXT\nlog.dirs={}\n",
        dir.join("log").display()
    );
    fs::write(&properties, text).expect("our own directory can be written");
    let out = Command::new("java")
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", &place::class_path(version)])
        .args(["kafka.tools.StorageTool", "format", "-t", &uuid(), "-c"])
        .arg(&properties)
        .output()
        .expect("java is installed (bash deploy/setup java)");
    assert!(out.status.success(), "the storage tool failed: {}", String::from_utf8_lossy(&out.stderr));
    // Another test process may do the same; a rename never shows half a directory.
    let fresh = kept.with_extension(format!("{}", std::process::id()));
    for name in CHECKPOINTS.iter().filter(|name| dir.join("log").join(name).exists()) {
        copy(&dir.join("log").join(name), &fresh.join(name));
    }
    if fs::rename(&fresh, &kept).is_err() {
        let _theirs_is_the_same = fs::remove_dir_all(&fresh);
    }
    kept
}
