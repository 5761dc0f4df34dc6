//! A mirror: what is stored of it, and who may do what to it now.

use std::sync::atomic::{AtomicBool, Ordering};

use kagami_policies::mirror::{Decided, Failure};
use parking_lot::Mutex;
use tokio::sync::Mutex as AsyncMutex;

use super::record::MirrorRecord;

/// A mirror with what is known of it.
#[derive(Debug)]
pub struct Mirror {
    pub topic: String,
    pub record: Mutex<MirrorRecord>,
    /// Held by whoever carries out a verb.
    pub verb: AsyncMutex<()>,
    /// Held by whoever asks the controllers to change replica lists.
    pub replicas: AsyncMutex<()>,
    /// See [`Self::give_up`].
    given_up: AtomicBool,
    /// Looks at the source that found the topic missing, in a row.
    pub missing: Mutex<Missing>,
    /// Held while the record is being stored, so that two changes never start from the same record.
    pub storing: AsyncMutex<()>,
}

/// How often, and in which look of the source's metadata, a topic was last found missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Missing {
    pub generation: u64,
    pub times: u32,
}

impl Mirror {
    pub(super) fn new(topic: &str, record: MirrorRecord) -> Self {
        Self {
            topic: topic.to_owned(),
            record: Mutex::new(record),
            verb: AsyncMutex::new(()),
            replicas: AsyncMutex::new(()),
            given_up: AtomicBool::new(false),
            missing: Mutex::default(),
            storing: AsyncMutex::new(()),
        }
    }

    /// The decided state.
    #[must_use]
    pub fn decided(&self) -> Decided {
        self.record.lock().decided()
    }

    /// From now on, as long as the guard lives, its partitions are for real brokers and not for sidecars.
    pub fn give_up(&self) -> GivenUp<'_> {
        self.given_up.store(true, Ordering::Release);
        GivenUp(self)
    }

    /// Whether its partitions are shared out over sidecars.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        let decided = self.decided();
        let is_lost = decided == Decided::Failed(Failure::IllegalState);
        decided.is_ours() && !is_lost && !self.given_up.load(Ordering::Acquire)
    }

    /// A copy of the record.
    #[must_use]
    pub fn record(&self) -> MirrorRecord {
        self.record.lock().clone()
    }
}

/// See [`Mirror::give_up`].
#[derive(Debug)]
pub struct GivenUp<'a>(&'a Mirror);

impl Drop for GivenUp<'_> {
    fn drop(&mut self) {
        self.0.given_up.store(false, Ordering::Release);
    }
}
