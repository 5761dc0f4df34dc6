//! Formatted log directories without a JVM start for each node.
//!
//! Kafka's own storage tool runs once for each version. What it writes for controllers beside `meta.properties` is one
//! file of feature levels, the same for every cluster: that is kept in the cache. `meta.properties`, a plain text
//! file, is written for each node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::process::Process;
use crate::{config, place};

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

/// Makes `log_dir` a formatted log directory of node `node_id` of cluster `cluster_id`, with the feature levels of
/// `release` where one is given, else with those of its own version.
pub(crate) fn format(
    version: &str,
    release: Option<&str>,
    cluster_id: &str,
    node_id: i32,
    controller: bool,
    log_dir: &Path,
) {
    fs::create_dir_all(log_dir).expect("the node's directory takes a new one");
    let meta = format!("version=1\ncluster.id={cluster_id}\nnode.id={node_id}\ndirectory.id={}\n", uuid());
    fs::write(log_dir.join("meta.properties"), meta).expect("the log directory can be written");
    if controller {
        let formatted =
            release.map_or_else(|| kept(version), |release| storage_tool(version, Some(release)).join("log"));
        copy_checkpoint(&formatted, log_dir);
    }
}

fn copy_checkpoint(from: &Path, to: &Path) {
    let name =
        CHECKPOINTS.iter().find(|name| from.join(name).exists()).expect("a version writes one of them");
    copy(&from.join(name), &to.join(name));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().expect("a file has a directory")).expect("the directory can be written");
    fs::copy(from, to).expect("the directory can be written");
}

/// An archive of the loaded classes of a version, which halves the time that a node takes to boot.
pub(crate) fn class_archive(version: &str) -> PathBuf {
    kept(version).join("classes.jsa")
}

/// The cached directory with what a version's nodes start from: its checkpoint and its class archive.
fn kept(version: &str) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let kept = place::cache().join(format!("kafka-{version}/boot"));
    if kept.is_dir() {
        return kept;
    }
    let dir = storage_tool(version, None);
    // Another test process may do the same; a rename never shows half a directory.
    let fresh = kept.with_extension(format!("{}", std::process::id()));
    copy_checkpoint(&dir.join("log"), &fresh);
    archive_classes(version, &dir, &fresh.join("classes.jsa"));
    if fs::rename(&fresh, &kept).is_err() {
        let _theirs_is_the_same = fs::remove_dir_all(&fresh);
    }
    kept
}

/// A directory with a node that Kafka's own tool has formatted: `log` in it is the log directory.
fn storage_tool(version: &str, release: Option<&str>) -> PathBuf {
    let dir = place::directory("format");
    let properties = dir.join("server.properties");
    let (control, client) = (place::port(), place::port());
    let text = format!(
        "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{control}\n\
         controller.listener.names=C\nlisteners=P://127.0.0.1:{client},C://127.0.0.1:{control}\n\
         inter.broker.listener.name=P\nlistener.security.protocol.map=P:PLAINTEXT,C:PLAINTEXT\n\
         log.cleaner.dedupe.buffer.size=4194304\nlog.dirs={}\n",
        dir.join("log").display()
    );
    fs::write(&properties, text).expect("our own directory can be written");
    fs::write(dir.join("log4j.properties"), config::LOGGING).expect("our own directory can be written");
    let out = Command::new("java")
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", &place::class_path(version)])
        .args(["kafka.tools.StorageTool", "format", "-t", &uuid(), "-c"])
        .arg(&properties)
        .args(release.iter().flat_map(|release| ["--release-version", release]))
        .output()
        .expect("java is installed (bash deploy/setup java)");
    assert!(out.status.success(), "the storage tool failed: {}", String::from_utf8_lossy(&out.stderr));
    dir
}

/// Boots the formatted node in `dir` once and lets the JVM write down the classes that it had loaded. A JVM that finds
/// no archive, or one that does not fit, does without: nothing is checked here.
fn archive_classes(version: &str, dir: &Path, archive: &Path) {
    let mut command = crate::node::java(version, dir);
    command.insert(1, format!("-XX:ArchiveClassesAtExit={}", archive.display()).into());
    let server = Process::start(&command, &dir.join("server.log"));
    let started = Instant::now();
    while !server.log_text().contains("Kafka Server started") && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    server.signal("TERM");
    let _ended_or_killed = server.wait_end(Duration::from_secs(60));
}
