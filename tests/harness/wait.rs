//! Waiting with a limit and a message.

use std::time::{Duration, Instant};

/// How long anything may take that is going to happen. Far longer than it takes: how fast things are is for the benchmark to
/// say, and a machine that boots other clusters meanwhile may be slow.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Polls every 50 ms until `done` answers true; panics after `timeout` with `what` as the broken promise.
pub fn wait_until(timeout: Duration, what: &str, mut done: impl FnMut() -> bool) {
    eventually(timeout, what, || if done() { Ok(()) } else { Err("not yet".to_owned()) });
}

/// Polls every 50 ms until `attempt` succeeds; panics after `timeout` with `what` and the last reason.
pub fn eventually<T>(timeout: Duration, what: &str, mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let started = Instant::now();
    loop {
        match attempt() {
            Ok(value) => return value,
            Err(reason) if started.elapsed() >= timeout => {
                panic!("within {timeout:?}: {what}; last seen: {reason}")
            }
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}
