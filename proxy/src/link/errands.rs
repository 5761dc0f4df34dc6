//! Work that takes long, in tasks: for each name one at a time.
//!
//! A name is taken from the moment its task is spawned until the task is gone, however it went: done, panicked or
//! aborted. Work that is done has somebody look again at once. What ended otherwise waits for the next regular look: a
//! scope that is stopping ends every task at once, and looking at each such end would be a loop without a pause.

use std::{collections::BTreeSet, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::shutdown::{OnCancel, OnFailure, Tasks};

/// See the module.
#[derive(Debug, Default)]
pub struct Errands {
    names: Arc<Mutex<BTreeSet<String>>>,
    done: Arc<Notify>,
}

impl Errands {
    /// None yet; `done` hears of each that is done.
    #[must_use]
    pub fn new(done: Arc<Notify>) -> Self {
        Self { names: Arc::default(), done }
    }

    /// Does `work` in a task of that name, unless such a task runs already. The work is dropped when `tasks` begin to
    /// stop, so it must hold nothing that has to be finished. If it panics, it is found undone by the next look.
    pub fn spawn(&self, tasks: &Tasks, name: String, work: impl Future<Output = ()> + Send + 'static) {
        if !self.names.lock().insert(name.clone()) {
            return;
        }
        let mark = Mark { name: name.clone(), names: Arc::clone(&self.names) };
        let done = Arc::clone(&self.done);
        tasks.spawn(name, OnCancel::Abort, OnFailure::StopNothing, async move {
            let mark = mark;
            work.await;
            // Free before anybody looks.
            drop(mark);
            done.notify_one();
        });
    }
}

/// A name that is taken; free again when this is dropped.
struct Mark {
    name: String,
    names: Arc<Mutex<BTreeSet<String>>>,
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.names.lock().remove(&self.name);
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    const NAME: &str = "finishing orders";

    /// Begins `work`, stops its scope if asked to, and looks at its name when the task is gone.
    async fn check_free_after(stop: bool, work: impl Future<Output = ()> + Send + 'static) -> Errands {
        let errands = Errands::default();
        let tasks = Tasks::new();
        errands.spawn(&tasks, NAME.to_owned(), work);
        assert!(errands.names.lock().contains(NAME));
        tokio::task::yield_now().await;
        if stop {
            tasks.start_shutdown();
        }
        tasks.idle().await;
        assert_eq!(*errands.names.lock(), BTreeSet::new());
        errands
    }

    #[tokio::test]
    async fn a_name_is_free_again_when_its_work_is_done_and_somebody_looks() {
        check_free_after(false, async {}).await.done.notified().await;
    }

    #[tokio::test]
    async fn a_name_is_free_again_when_its_work_panics() {
        check_free_after(false, async { panic!("a broken invariant") }).await;
    }

    #[tokio::test]
    async fn a_name_is_free_again_when_its_work_is_aborted() {
        check_free_after(true, std::future::pending()).await;
    }

    #[tokio::test]
    async fn a_name_that_is_taken_is_not_given_twice() {
        let errands = Errands::default();
        let tasks = Tasks::new();
        let (go_on, wait) = oneshot::channel::<()>();
        errands.spawn(&tasks, NAME.to_owned(), async { wait.await.expect("the test goes on") });
        errands.spawn(&tasks, NAME.to_owned(), async { panic!("the second of its name") });
        go_on.send(()).expect("the first runs");
        tasks.idle().await;
        assert_eq!(tasks.failure(), None);
    }
}
