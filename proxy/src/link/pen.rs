//! Who may decide, and how what was decided is stored.
//!
//! The pen is the right to write the state topic. Only the coordinator takes it, for the reign in which it did; whoever was
//! replaced since must neither store nor carry out anything more.

use std::sync::{Arc, atomic::Ordering};

use super::{
    command::Refusal,
    engine::{Engine, refused},
    mandate,
    mirror::Mirror,
    record::{CUTOVER, MIRROR, MirrorRecord},
};
use crate::store::{self, NotWritten};

/// Code of a refusal by a sidecar that does not decide.
pub const NOT_COORDINATOR: &str = "NOT_COORDINATOR";

/// [`Engine::pen`] when another sidecar writes the state; no reign gets there.
pub(super) const NO_PEN: u64 = u64::MAX;

impl Engine {
    /// Changes a mirror's record: first what is stored, then what is in force.
    ///
    /// # Errors
    /// When the state topic cannot be written; nothing has changed then.
    pub async fn update(
        &self,
        mirror: &Mirror,
        change: impl FnOnce(&mut MirrorRecord),
    ) -> Result<(), Refusal> {
        let _storing = mirror.storing.lock().await;
        let mut record = mirror.record();
        change(&mut record);
        self.put(&format!("{MIRROR}{}", mirror.topic), &record).await?;
        *mirror.record.lock() = record;
        self.look.notify_one();
        Ok(())
    }

    /// Changes the records of mirrors together: all of them or none.
    ///
    /// # Errors
    /// When the state topic cannot be written; nothing has changed then.
    pub async fn update_all(
        &self,
        mirrors: &[Arc<Mirror>],
        change: impl Fn(&mut MirrorRecord),
    ) -> Result<(), Refusal> {
        let _storing =
            futures_util::future::join_all(mirrors.iter().map(|mirror| mirror.storing.lock())).await;
        let mut changes = Vec::new();
        let mut records = Vec::new();
        for mirror in mirrors {
            let mut record = mirror.record();
            change(&mut record);
            changes.push((format!("{MIRROR}{}", mirror.topic), Some(said(&record)?)));
            records.push(record);
        }
        self.write(&changes).await?;
        for (mirror, record) in mirrors.iter().zip(records) {
            *mirror.record.lock() = record;
        }
        self.look.notify_one();
        Ok(())
    }

    /// Stores a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn put<T: serde::Serialize>(&self, key: &str, record: &T) -> Result<(), Refusal> {
        self.write(&[(key.to_owned(), Some(said(record)?))]).await
    }

    /// Removes a record.
    ///
    /// # Errors
    /// When the state topic cannot be written.
    pub async fn remove(&self, key: String) -> Result<(), Refusal> {
        self.write(&[(key, None)]).await
    }

    /// Stores all changes or none.
    ///
    /// # Errors
    /// When the state topic cannot be written, or not by us.
    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), Refusal> {
        match self.store.write(changes, || mandate::holds(self.cluster.reign())).await {
            Ok(()) => {
                let of_all = |key: &str| key.starts_with(store::SIDECAR) || key.starts_with(CUTOVER);
                for (key, value) in changes.iter().filter(|(key, _)| of_all(key)) {
                    self.take_record(key, value.as_deref().unwrap_or_default());
                }
                Ok(())
            }
            Err(NotWritten::Cluster(error)) => {
                Err(refused("the state topic _kagami could not be written, so nothing was changed", &error))
            }
            Err(NotWritten::NotOurs) => Err(self.not_ours()),
            Err(why @ NotWritten::Overtaken) => {
                self.take_over(&self.store.known().await);
                let message = format!("{why}, so nothing was changed; it was read anew: look, and try again");
                Err(Refusal::new(503, "STATE_CHANGED", message))
            }
        }
    }

    /// Becomes the writer of the state, which only the coordinator does, and takes over what the writer before us left. From
    /// then on decisions are ours.
    ///
    /// # Errors
    /// When the state topic cannot be read or written.
    pub async fn take_pen(&self) -> Result<(), NotWritten> {
        let reign = self.cluster.reign();
        if self.store.take_pen().await? {
            self.take_over(&self.store.known().await);
        }
        self.pen.store(reign, Ordering::Release);
        self.look.notify_one();
        Ok(())
    }

    /// Another sidecar decides from now on.
    pub async fn lay_down_pen(&self) {
        self.pen.store(NO_PEN, Ordering::Release);
        self.store.lay_down_pen().await;
    }

    /// Whether the pen was taken, in whatever reign; see [`Self::decides`].
    #[must_use]
    pub fn has_pen(&self) -> bool {
        self.pen.load(Ordering::Acquire) != NO_PEN
    }

    /// Whether decisions are ours to make and to carry out: we are the coordinator, and nobody else can have written to the
    /// state since we took it over.
    #[must_use]
    pub fn decides(&self) -> bool {
        // The reign last: whatever makes us the coordinator again changes it first.
        self.cluster.is_coordinator() && self.pen.load(Ordering::Acquire) == self.cluster.reign()
    }

    /// Asked before each step at the destination: one who was replaced must not go on with what it began, not even when it
    /// decides again.
    ///
    /// # Errors
    /// As [`Self::not_ours`].
    pub fn must_decide(&self) -> Result<(), Refusal> {
        if self.decides() && mandate::holds(self.cluster.reign()) { Ok(()) } else { Err(self.not_ours()) }
    }

    /// Why we decide nothing now.
    #[must_use]
    pub fn not_ours(&self) -> Refusal {
        let node = self.cluster.node_id();
        if let Some(other) = self.cluster.coordinator().filter(|other| *other != node) {
            let message = format!("sidecar {node} does not decide, sidecar {other} does: ask it");
            return Refusal::new(503, NOT_COORDINATOR, message);
        }
        let why = self.cluster.problem();
        let why = why.unwrap_or_else(|| "the controllers have not let it in yet".to_owned());
        let message = format!(
            "sidecar {node} is not a live broker of the destination: {why}. Nothing was changed; try again when /readyz says \
             ready, or ask another sidecar"
        );
        Refusal::new(503, "NOT_REGISTERED", message)
    }
}

/// A record as it is stored.
fn said<T: serde::Serialize>(record: &T) -> Result<String, Refusal> {
    serde_json::to_string(record).map_err(|error| Refusal::new(500, "INTERNAL_ERROR", error.to_string()))
}
