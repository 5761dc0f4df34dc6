//! The wish to stop, heard by everybody below the one who spoke it.

use std::fmt;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::watch;

/// Says whether stopping began. Cheap to clone; all clones are one signal.
///
/// It only ever says *started*: whether everything has also finished is [`Tasks::idle`](super::Tasks::idle).
#[derive(Clone)]
pub struct Signal {
    node: Arc<Node>,
}

struct Node {
    started: watch::Sender<bool>,
    children: Mutex<Vec<Weak<Self>>>,
}

impl Signal {
    /// A signal that nobody has started; outside tests it comes from [`Tasks::signal`](super::Tasks::signal).
    #[must_use]
    pub fn new() -> Self {
        Self { node: Arc::new(Node { started: watch::Sender::new(false), children: Mutex::default() }) }
    }

    /// A signal that starts when this one does, and can be started alone.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = Self::new();
        {
            let mut children = self.node.children.lock();
            children.retain(|child| child.strong_count() > 0);
            children.push(Arc::downgrade(&child.node));
        }
        // After the child is listed: a start that came before the listing is seen here, a later one finds the child.
        if self.is_started() {
            child.start();
        }
        child
    }

    /// Starts this signal and those below it. Repeating it changes nothing.
    pub fn start(&self) {
        self.node.start();
    }

    /// Whether stopping began.
    #[must_use]
    pub fn is_started(&self) -> bool {
        *self.node.started.borrow()
    }

    /// Waits until stopping begins; at once when it already has. Cancel safe: waiting changes nothing.
    pub async fn started(&self) {
        let mut started = self.node.started.subscribe();
        // The sender lives in the node that we hold, so waiting cannot end with an error.
        drop(started.wait_for(|started| *started).await);
    }
}

impl Default for Signal {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signal").field("started", &self.is_started()).finish()
    }
}

impl Node {
    fn start(&self) {
        self.started.send_if_modified(|started| !std::mem::replace(started, true));
        let children: Vec<_> = self.children.lock().iter().filter_map(Weak::upgrade).collect();
        for child in children {
            child.start();
        }
    }
}
