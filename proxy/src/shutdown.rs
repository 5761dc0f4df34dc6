//! One signal and one tree of tasks.
//!
//! Owns every spawn of the process. Promises that each task has a name, that a panic ends its task and not its
//! neighbours, and that a stop ends in bounded time with the stragglers named. Stop flows with the data: readers hear
//! the [`Signal`], writers behind them end because their inbox closes. Refuses to restart anything once stopping began.

mod signal;

use std::any::Any;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::Instant;

pub use self::signal::Signal;

/// First pause before a failed task is started again; doubles up to [`RESTART_PAUSE_MAX`].
const RESTART_PAUSE_MIN: Duration = Duration::from_millis(100);
/// Longest pause between restarts: short enough that a recovered cluster is noticed within half a minute.
const RESTART_PAUSE_MAX: Duration = Duration::from_secs(30);
/// A task that ran this long has recovered: its next failure starts again at the shortest pause.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);

/// What happens to a task when its scope begins to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnCancel {
    /// It ends by itself: it hears the signal or sees its inbox close. It has until the end of the grace period.
    Drain,
    /// It is dropped at its next await; it must hold nothing that has to be finished.
    Abort,
}

/// What a task's error or panic does to others. Restarting is [`Tasks::spawn_restarting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Nothing else: one piece of work among many that do not need each other.
    StopNothing,
    /// The scope that the task was spawned in stops; its neighbours go on.
    StopOwner,
    /// The whole process stops, gracefully.
    StopProcess,
}

/// Why a task ended before its time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("task {task} {reason}")]
pub struct Failure {
    /// Scope and name, like `process/link src/fetcher 3`.
    pub task: String,
    /// `failed: …`, `panicked: …` or `was aborted`.
    pub reason: String,
}

/// What a task may return: nothing, or a result whose error is its failure.
pub trait Ending {
    /// The failure in words, or `None` when the task ended well.
    fn failure(self) -> Option<String>;
}

impl Ending for () {
    fn failure(self) -> Option<String> {
        None
    }
}

impl<E: Display> Ending for Result<(), E> {
    fn failure(self) -> Option<String> {
        self.err().map(|error| format!("failed: {error}"))
    }
}

/// A scope of tasks. Dropping it starts its signal and aborts what is left in it; [`Tasks::shutdown`] is the gentle way.
///
/// Share it in an `Arc` where several places spawn into one scope.
pub struct Tasks {
    scope: Arc<Scope>,
}

struct Scope {
    name: String,
    signal: Signal,
    parent: Option<Arc<Self>>,
    children: Mutex<Vec<Weak<Self>>>,
    running: Mutex<HashMap<u64, Running>>,
    /// Number of running tasks; only ever sent under the lock of `running`.
    count: watch::Sender<usize>,
    next_id: AtomicU64,
    failure: watch::Sender<Option<Failure>>,
}

struct Running {
    name: String,
    /// `None` for the moment between entering the table and being spawned.
    abort: Option<AbortHandle>,
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let running = *self.scope.count.borrow();
        f.debug_struct("Tasks").field("scope", &self.scope.path()).field("running", &running).finish()
    }
}

impl Tasks {
    /// The root scope; its stop is the stop of the process.
    #[must_use]
    pub fn new() -> Self {
        Self { scope: Scope::new("process".to_owned(), Signal::new(), None) }
    }

    /// A scope inside this one: it stops when this one stops, and can stop alone.
    #[must_use]
    pub fn child(&self, name: impl Into<String>) -> Self {
        let signal = self.scope.signal.child();
        let scope = Scope::new(name.into(), signal, Some(Arc::clone(&self.scope)));
        let mut children = self.scope.children.lock();
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&scope));
        drop(children);
        Self { scope }
    }

    /// The signal of this scope.
    #[must_use]
    pub fn signal(&self) -> Signal {
        self.scope.signal.clone()
    }

    /// Begins to stop this scope and those inside it. Does not wait; that is [`Tasks::shutdown`].
    pub fn start_shutdown(&self) {
        self.scope.signal.start();
    }

    /// Spawns a task that is not restarted.
    pub fn spawn<F>(&self, name: impl Into<String>, on_cancel: OnCancel, on_failure: OnFailure, future: F)
    where
        F: Future<Output: Ending> + Send + 'static,
    {
        let name = name.into();
        let scope = Arc::clone(&self.scope);
        let task_name = name.clone();
        self.scope.enter(name, async move {
            let signal = scope.signal.clone();
            if let Some(reason) = run(future, on_cancel, &signal).await {
                scope.fail(&task_name, reason, on_failure);
            }
        });
    }

    /// Spawns a task that is made anew after each error or panic, with growing pauses (100 ms to 30 s), until the scope
    /// stops. Returning without an error ends it.
    pub fn spawn_restarting<M, F>(&self, name: impl Into<String>, on_cancel: OnCancel, mut make: M)
    where
        M: FnMut() -> F + Send + 'static,
        F: Future<Output: Ending> + Send + 'static,
    {
        let name = name.into();
        let path = format!("{}/{name}", self.scope.path());
        let signal = self.scope.signal.clone();
        self.scope.enter(name, async move {
            let mut pause = RESTART_PAUSE_MIN;
            while !signal.is_started() {
                let began = Instant::now();
                let Some(reason) = run(make(), on_cancel, &signal).await else { return };
                if began.elapsed() >= HEALTHY_AFTER {
                    pause = RESTART_PAUSE_MIN;
                }
                let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                tracing::warn!(task = path, error = reason, pause_ms, "task is started again after a pause");
                tokio::select! {
                    () = signal.started() => return,
                    () = tokio::time::sleep(pause) => {}
                }
                pause = (pause * 2).min(RESTART_PAUSE_MAX);
            }
        });
    }

    /// The first failure that stopped this scope, if one did. For the root scope: why the process stops.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        self.scope.failure.borrow().clone()
    }

    /// Waits until the scope begins to stop, and says which failure caused it, if one did. Cancel safe.
    pub async fn stopping(&self) -> Option<Failure> {
        self.scope.signal.started().await;
        self.failure()
    }

    /// Waits until no task is left in this scope and those inside it. Cancel safe.
    pub async fn idle(&self) {
        while let Some(busy) = self.scope.tree().into_iter().find(|scope| *scope.count.borrow() > 0) {
            let mut count = busy.count.subscribe();
            // The sender lives in `busy`, which we hold, so waiting cannot end with an error.
            drop(count.wait_for(|count| *count == 0).await);
        }
    }

    /// Begins to stop, waits up to `grace`, aborts what remains and names it in one warning.
    ///
    /// Returns the names of the aborted tasks, sorted; empty after a clean stop.
    pub async fn shutdown(&self, grace: Duration) -> Vec<String> {
        self.start_shutdown();
        if tokio::time::timeout(grace, self.idle()).await.is_ok() {
            return Vec::new();
        }
        let mut aborted: Vec<String> = self.scope.tree().iter().flat_map(|scope| scope.abort_all()).collect();
        aborted.sort();
        if !aborted.is_empty() {
            tracing::warn!(
                tasks = aborted.join(", "),
                grace_ms = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX),
                "tasks did not end within the grace period and were aborted"
            );
        }
        aborted
    }
}

impl Default for Tasks {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.scope.signal.start();
        self.scope.abort_all();
    }
}

impl Scope {
    fn new(name: String, signal: Signal, parent: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self {
            name,
            signal,
            parent,
            children: Mutex::default(),
            running: Mutex::default(),
            count: watch::Sender::new(0),
            next_id: AtomicU64::new(0),
            failure: watch::Sender::new(None),
        })
    }

    fn path(&self) -> String {
        match &self.parent {
            Some(parent) => format!("{}/{}", parent.path(), self.name),
            None => self.name.clone(),
        }
    }

    /// This scope and every living scope inside it.
    fn tree(self: &Arc<Self>) -> Vec<Arc<Self>> {
        let mut scopes = vec![Arc::clone(self)];
        let mut next = 0;
        while let Some(scope) = scopes.get(next).cloned() {
            scopes.extend(scope.children.lock().iter().filter_map(Weak::upgrade));
            next += 1;
        }
        scopes
    }

    fn enter(self: &Arc<Self>, name: String, future: impl Future<Output = ()> + Send + 'static) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        {
            let mut running = self.running.lock();
            running.insert(id, Running { name, abort: None });
            self.count.send_replace(running.len());
        }
        let place = Place { scope: Arc::clone(self), id };
        let handle = spawn(async move {
            let _place = place;
            future.await;
        });
        if let Some(running) = self.running.lock().get_mut(&id) {
            running.abort = Some(handle.abort_handle());
        }
    }

    fn abort_all(&self) -> Vec<String> {
        let path = self.path();
        // The handles leave the lock first: an abort may drop the task here, and its place then takes the lock.
        let left: Vec<_> =
            self.running.lock().values().map(|task| (task.name.clone(), task.abort.clone())).collect();
        left.into_iter()
            .map(|(name, abort)| {
                if let Some(abort) = abort {
                    abort.abort();
                }
                format!("{path}/{name}")
            })
            .collect()
    }

    fn fail(&self, task: &str, reason: String, on_failure: OnFailure) {
        let failure = Failure { task: format!("{}/{task}", self.path()), reason };
        let mut stopped = self;
        match on_failure {
            OnFailure::StopNothing => {
                tracing::error!(task = failure.task, error = failure.reason, "task failed");
                return;
            }
            OnFailure::StopOwner => {}
            OnFailure::StopProcess => {
                while let Some(parent) = &stopped.parent {
                    stopped = parent;
                }
            }
        }
        tracing::error!(task = failure.task, error = failure.reason, stops = stopped.path(), "task failed");
        stopped.failure.send_if_modified(|first| {
            let is_first = first.is_none();
            first.get_or_insert(failure);
            is_first
        });
        stopped.signal.start();
    }
}

/// A task's place in its scope's table; leaves the table however the task ends.
struct Place {
    scope: Arc<Scope>,
    id: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut running = self.scope.running.lock();
        running.remove(&self.id);
        self.scope.count.send_replace(running.len());
    }
}

/// Runs one life of a task; the answer is its failure in words.
async fn run<F: Future<Output: Ending>>(future: F, on_cancel: OnCancel, signal: &Signal) -> Option<String> {
    // What the future held is dropped with it, so nobody can see it half changed after a panic.
    let caught = AssertUnwindSafe(future).catch_unwind();
    let ended = match on_cancel {
        OnCancel::Drain => caught.await,
        OnCancel::Abort => tokio::select! {
            biased;
            () = signal.started() => return None,
            ended = caught => ended,
        },
    };
    match ended {
        Ok(ending) => ending.failure(),
        Err(panic) => Some(format!("panicked: {}", panic_words(panic.as_ref()))),
    }
}

fn panic_words(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<&'static str>().copied();
    words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words")
}

#[expect(clippy::disallowed_methods, reason = "this module is the one place that spawns")]
fn spawn<F: Future<Output: Send + 'static> + Send + 'static>(future: F) -> JoinHandle<F::Output> {
    tokio::spawn(future)
}

/// Spawns a task that lives as long as its handle: for work that belongs to one connection.
///
/// Await the handle for the task's result; drop it to abort the task.
pub fn detached<F>(name: &'static str, future: F) -> AbortOnDrop<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    AbortOnDrop { name, handle: spawn(future) }
}

/// Handle of a [`detached`] task. As a future it is cancel safe only in that dropping it ends the task.
#[derive(Debug)]
pub struct AbortOnDrop<T> {
    name: &'static str,
    handle: JoinHandle<T>,
}

impl<T> AbortOnDrop<T> {
    /// Whether the task has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }
}

impl<T> Future for AbortOnDrop<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = std::task::ready!(Pin::new(&mut self.handle).poll(cx));
        Poll::Ready(ended.map_err(|error| {
            let reason = match error.try_into_panic() {
                Ok(panic) => format!("panicked: {}", panic_words(panic.as_ref())),
                Err(_) => "was aborted".to_owned(),
            };
            Failure { task: self.name.to_owned(), reason }
        }))
    }
}

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.handle.abort();
    }
}

#[cfg(test)]
mod tests;
