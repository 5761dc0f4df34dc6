//! How the admin server reaches the links: it asks through a [`Handle`], and whoever owns the links answers an [`Inbox`].

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};

use super::command::{Command, Outcome, Refusal};
use super::snapshot::Snapshot;

/// Commands that wait for the links; more wait at their sender, which the admin server's connection limit bounds.
const COMMANDS_MAX: usize = 16;
/// Verifications that wait; each reads both clusters, so few are useful at one time.
const VERIFICATIONS_MAX: usize = 4;

/// Pictures that wait to be taken.
const PICTURES_MAX: usize = 16;
/// How long a picture of all sidecars may take.
const WHOLE: Duration = Duration::from_secs(3);

/// The answering end of an accepted question.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Asks for changes, looks at the picture. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Handle {
    commands: mpsc::Sender<(Command, Reply<Outcome>)>,
    verifications: mpsc::Sender<(VerifyRequest, Reply<VerifyReport>)>,
    pictures: mpsc::Sender<((), Reply<Snapshot>)>,
    snapshot: watch::Receiver<Arc<Snapshot>>,
}

/// What the owner of the links holds.
#[derive(Debug)]
pub struct Inbox {
    /// Commands with the place for their answer. Dropping the place answers that we are stopping.
    pub commands: mpsc::Receiver<(Command, Reply<Outcome>)>,
    /// Comparisons with the place for their report.
    pub verifications: mpsc::Receiver<(VerifyRequest, Reply<VerifyReport>)>,
    /// Who wants the picture of all sidecars together, with the place for it.
    pub pictures: mpsc::Receiver<((), Reply<Snapshot>)>,
    /// Where a new picture is put when something changed.
    pub snapshot: watch::Sender<Arc<Snapshot>>,
}

impl Handle {
    /// Both ends, with an empty picture.
    #[must_use]
    pub fn channel() -> (Self, Inbox) {
        let (commands, commands_inbox) = mpsc::channel(COMMANDS_MAX);
        let (verifications, verifications_inbox) = mpsc::channel(VERIFICATIONS_MAX);
        let (pictures, pictures_inbox) = mpsc::channel(PICTURES_MAX);
        let (snapshot, snapshot_reader) = watch::channel(Arc::default());
        let inbox = Inbox {
            commands: commands_inbox,
            verifications: verifications_inbox,
            pictures: pictures_inbox,
            snapshot,
        };
        (Self { commands, verifications, pictures, snapshot: snapshot_reader }, inbox)
    }

    /// Asks for a change and waits for the answer. Not cancel safe: a dropped call may still be carried out, so look
    /// at the picture, or ask again; commands can be repeated.
    ///
    /// # Errors
    /// What the links refuse, or 503 while they are not running.
    pub async fn execute(&self, command: Command) -> Result<Outcome, Refusal> {
        ask(&self.commands, command).await
    }

    /// Compares a mirror with its source. Dropping the call ends the comparison.
    ///
    /// # Errors
    /// What the links refuse, or 503 while they are not running.
    pub async fn verify(&self, request: VerifyRequest) -> Result<VerifyReport, Refusal> {
        ask(&self.verifications, request).await
    }

    /// The picture of all sidecars together: what each partition's leader knows of it. While the links are not running it
    /// is our own.
    pub async fn whole(&self) -> Arc<Snapshot> {
        let asked = tokio::time::timeout(WHOLE, ask(&self.pictures, ())).await;
        match asked {
            Ok(Ok(whole)) => Arc::new(whole),
            Ok(Err(_)) | Err(_) => self.snapshot(),
        }
    }

    /// The newest picture of our own: partitions that others lead are only told by the metadata log in it.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.borrow())
    }
}

async fn ask<Q, A>(inbox: &mpsc::Sender<(Q, Reply<A>)>, question: Q) -> Result<A, Refusal> {
    let (reply, answer) = oneshot::channel();
    let stopping =
        || Refusal::new(503, "STOPPING", "this sidecar is stopping or has not started; ask another one");
    inbox.send((question, reply)).await.map_err(|_| stopping())?;
    answer.await.unwrap_or_else(|_| Err(stopping()))
}

/// Which mirror to compare with its source, batch by batch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyRequest {
    pub mirror_topic: String,
    /// Narrows the search to one link; `None` is whichever link holds the mirror.
    pub link: Option<String>,
    /// Partitions to compare; empty is all.
    pub partitions: Vec<i32>,
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyReport {
    pub mirror_topic: String,
    pub source_topic: String,
    pub partitions: Vec<VerifiedPartition>,
}

impl VerifyReport {
    /// Whether every partition was compared and none differed.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.partitions.iter().all(|partition| partition.difference.is_none() && partition.error.is_none())
    }
}

/// The range of one partition that was compared, and the first difference in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedPartition {
    pub partition: i32,
    /// First offset compared: the later of the two log starts.
    pub from_offset: i64,
    /// Offset after the last one compared: the earlier of the two ends.
    pub to_offset: i64,
    pub batches: u64,
    pub bytes: u64,
    /// `None` when all that was compared is equal.
    pub difference: Option<Difference>,
    /// Why the comparison did not finish.
    pub error: Option<Refusal>,
}

/// The first place at which source and mirror disagree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub offset: i64,
    /// What the source holds there, in words (`batch 100-120, crc 1a2b3c4d`).
    pub source: String,
    /// What the mirror holds there.
    pub mirror: String,
}
