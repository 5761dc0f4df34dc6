//! Following what the coordinator writes.

use std::time::Duration;

use super::{
    Entries, News, Store,
    read::{self, Reader},
};
use crate::{cluster::Error, shutdown::Signal};

/// Pause after a failure: the topic's leader is away, or the topic is.
const PAUSE: Duration = Duration::from_millis(300);
/// How long the topic's leader may take to answer: it answers twice a second while nothing is written.
const ANSWER: Duration = Duration::from_secs(5);

/// Follows until `signal` starts. After each failure everything is read anew: the topic is small, and it may be another.
pub(super) async fn follow(store: &Store, tell: impl Fn(News) + Send, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            outcome = follow_once(store, &tell) => if let Err(error) = outcome {
                tracing::debug!(%error, "the state topic cannot be followed now");
            },
        }
        tokio::select! {
            biased;
            () = signal.started() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

async fn follow_once(store: &Store, tell: &(impl Fn(News) + Send)) -> Result<(), Error> {
    let leader = super::leader(&store.cluster).await?;
    let connection = store.cluster.dial(leader).await?.with_timeout(ANSWER);
    let mut reader = Reader::open(connection).await?;
    let mut entries = Entries::new();
    reader.read_to_end(&mut entries).await?;
    adopt(store, &entries, tell).await;
    loop {
        store.followed.send_replace(reader.at);
        let written = reader.next().await?;
        read::apply(&mut entries, written.clone());
        let mut state = store.state.lock().await;
        if state.producer.is_some() {
            continue;
        }
        if state.laid_down {
            drop(state);
            adopt(store, &entries, tell).await;
        } else if !written.is_empty() {
            read::apply(&mut state.known, written.clone());
            // Told under the lock, so that nobody takes the pen between what is known and what is in force.
            tell(News::Some(written));
        }
    }
}

/// What was read is what counts, unless the pen is ours or the topic was emptied under us: whoever has the pen will write
/// again what everybody knows.
async fn adopt(store: &Store, entries: &Entries, tell: &(impl Fn(News) + Send)) {
    let mut state = store.state.lock().await;
    if state.producer.is_some() || (entries.is_empty() && !state.known.is_empty()) {
        return;
    }
    state.laid_down = false;
    if state.known != *entries {
        state.known.clone_from(entries);
        tell(News::All(entries.clone()));
    }
}
