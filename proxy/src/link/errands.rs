//! Work that takes long, in tasks: for each name one at a time.
//!
//! A name is taken from the moment its task is spawned until the task is gone, however it went: done, panicked or
//! aborted. Then somebody is told to look again, because what the work was for may not be reached.

use std::{collections::BTreeSet, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::shutdown::{OnCancel, OnFailure, Tasks};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Errands {
    names: Arc<Mutex<BTreeSet<String>>>,
    ended: Arc<Notify>,
}

impl Errands {
    /// None yet; `ended` hears of each that ends.
    #[must_use]
    pub fn new(ended: Arc<Notify>) -> Self {
        Self { names: Arc::default(), ended }
    }

    /// Does `work` in a task of that name, unless such a task runs already. The work is dropped when `tasks` begin to
    /// stop, so it must hold nothing that has to be finished.
    pub fn spawn(&self, tasks: &Tasks, name: String, work: impl Future<Output = ()> + Send + 'static) {
        if !self.names.lock().insert(name.clone()) {
            return;
        }
        let mark = Mark { name: name.clone(), errands: self.clone() };
        tasks.spawn(name, OnCancel::Abort, OnFailure::StopOwner, async move {
            let _mark = mark;
            work.await;
        });
    }
}

/// A name that is taken; free again when this is dropped.
struct Mark {
    name: String,
    errands: Errands,
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.errands.names.lock().remove(&self.name);
        self.errands.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    const NAME: &str = "finishing orders";

    /// Begins `work`, stops its scope if asked to, and looks at its name when the task is gone.
    async fn check_free_after(stop: bool, work: impl Future<Output = ()> + Send + 'static) {
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
        errands.ended.notified().await;
    }

    #[tokio::test]
    async fn a_name_is_free_again_when_its_work_is_done() {
        check_free_after(false, async {}).await;
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
