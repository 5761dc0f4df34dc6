//! Where things are: the cache that the set-up fills, this process's own directory, free ports, fresh names.

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// Kafka versions that scenarios run on, from `KAGAMI_VERSIONS`; oldest first.
#[must_use]
pub fn versions() -> Vec<String> {
    let listed = std::env::var("KAGAMI_VERSIONS").unwrap_or_else(|_| "3.9.1 4.4.0".to_owned());
    listed.split_whitespace().map(str::to_owned).collect()
}

/// The last of [`versions`].
#[must_use]
pub fn newest() -> String {
    versions().pop().expect("KAGAMI_VERSIONS names at least one version")
}

/// Whether the long variants run.
#[must_use]
pub fn full() -> bool {
    std::env::var_os("KAGAMI_FULL").is_some()
}

/// Whether what is no question of the version runs on all of them all the same.
fn on_every_version() -> bool {
    std::env::var_os("KAGAMI_EVERY_VERSION").is_some()
}

/// The newest version alone, for what is no question of the version; all of them on demand. The scenarios of this kind are
/// shared out between this and [`oldest_or_all`], so that each part of the product meets both.
#[must_use]
pub fn newest_or_all() -> Vec<String> {
    if on_every_version() { versions() } else { vec![newest()] }
}

/// As [`newest_or_all`], with the oldest version.
#[must_use]
pub fn oldest_or_all() -> Vec<String> {
    if on_every_version() { versions() } else { versions().drain(..1).collect() }
}

/// Of many moments those that fall to a version, where a scenario runs on several, so that all of them together meet each
/// moment once.
#[must_use]
pub fn dealt<T: Copy>(all: &[T], version: &str) -> Vec<T> {
    let versions = if on_every_version() { versions() } else { vec![version.to_owned()] };
    let at = versions.iter().position(|each| each == version).expect("one of those that are tested");
    all.iter().copied().skip(at).step_by(versions.len()).collect()
}

/// What `deploy/setup` fetched.
pub(crate) fn cache() -> PathBuf {
    std::env::var_os("KAGAMI_CACHE").map_or_else(
        || PathBuf::from(std::env::var_os("HOME").expect("HOME is set")).join(".cache/kagami"),
        PathBuf::from,
    )
}

/// Class path of a Kafka version; panics with the remedy when the set-up has not run.
pub(crate) fn class_path(version: &str) -> String {
    let libs = cache().join(format!("kafka-{version}/libs"));
    assert!(libs.is_dir(), "no jars in {}; run: bash deploy/setup kafka:{version}", libs.display());
    format!("{}/*", libs.display())
}

/// The `tests` directory of the source tree.
pub(crate) fn tests() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A name for topics, groups or transactional ids that no other test of this process has.
#[must_use]
pub fn unique(base: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("{base}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Whether directories and logs stay after the run.
pub(crate) fn keep() -> bool {
    std::env::var_os("KAGAMI_KEEP").is_some()
}

/// A fresh directory for `what` inside this process's own, which is removed after the process has ended.
#[must_use]
pub fn directory(what: &str) -> PathBuf {
    static ROOT: OnceLock<(PathBuf, Child)> = OnceLock::new();
    let (root, _reaper) = ROOT.get_or_init(|| {
        let root = std::env::temp_dir().join(format!("kagami-tests-{}-{:x}", std::process::id(), random()));
        fs::create_dir_all(&root).expect("the directory for temporary files takes a new one");
        if keep() {
            eprintln!("harness: keeping everything in {}", root.display());
        }
        // Waits for our end of the pipe to close, then for the other watchers to have killed their children.
        let after = if keep() { "" } else { "sleep 2; rm -rf \"$1\"; sleep 1; rm -rf \"$1\"" };
        let reaper = Command::new("sh")
            .args(["-c", &format!("trap '' INT TERM; cat >/dev/null; {after}"), "reaper"])
            .arg(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        (root, reaper)
    });
    let dir = root.join(unique(what));
    fs::create_dir_all(&dir).expect("our own directory takes a new one");
    dir
}

/// A number that differs from run to run; not for secrets.
pub(crate) fn random() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

/// A loopback port that nobody listens on and that this process gets only once.
///
/// Taken from below the range that the kernel gives to outgoing connections (32768 and up), because a broker that
/// is killed and started again must find its port free; drawn at random, because other test processes draw too.
#[must_use]
pub fn port() -> u16 {
    static TAKEN: Mutex<Option<HashSet<u16>>> = Mutex::new(None);
    let mut taken = TAKEN.lock().expect("nobody panics while holding the ports");
    let taken = taken.get_or_insert_with(HashSet::new);
    loop {
        let candidate = 12_000 + u16::try_from(random() % 20_000).expect("below 20,000");
        if taken.insert(candidate) && TcpListener::bind(("127.0.0.1", candidate)).is_ok() {
            return candidate;
        }
    }
}
