//! Who decides among the sidecars, as the metadata log tells it.

use std::sync::atomic::Ordering;

use kagami_policies::limits::LEASE_MS;

use super::{
    Cluster,
    image::{Changes, Image},
};

impl Cluster {
    /// Sidecars that the controllers know as alive, the lowest id first.
    #[must_use]
    pub fn live_sidecars(&self) -> Vec<i32> {
        self.with_image(|image| {
            image.brokers.values().filter(|b| b.is_live() && self.is_virtual(b)).map(|b| b.id).collect()
        })
    }

    /// The sidecar that decides: the lowest live one, as the metadata log tells it.
    #[must_use]
    pub fn coordinator(&self) -> Option<i32> {
        self.live_sidecars().first().copied()
    }

    /// Whether it is ours to decide: the metadata log knows this very process as the lowest live sidecar, and the controllers
    /// heard of us a moment ago, so that nobody else can be it yet.
    #[must_use]
    pub fn is_coordinator(&self) -> bool {
        let unheard = self.pulse.now().saturating_sub(self.heard_at.load(Ordering::Acquire));
        if unheard > LEASE_MS {
            return false;
        }
        self.is_registered()
            && self.coordinator() == Some(self.node_id())
            && self.with_image(|image| self.is_known(image))
    }

    /// Whether the live broker with our id is this very process.
    pub(crate) fn is_known(&self, image: &Image) -> bool {
        let known = image.brokers.get(&self.node_id());
        known.is_some_and(|broker| broker.incarnation == self.incarnation && broker.is_live())
    }

    /// A number that is another one whenever somebody else may have been the coordinator meanwhile. What was known, and
    /// begun, under an earlier number has to be looked at anew before anything is decided by it: [`Self::is_coordinator`]
    /// alone cannot tell one who always was it from one who stood still and is it again.
    #[must_use]
    pub fn reign(&self) -> u64 {
        self.reign.load(Ordering::Acquire)
    }

    /// The metadata log told that brokers came or went: only those that come before us in line could decide in our place.
    pub(super) fn note_lives(&self, image: &Image, changes: &Changes) {
        let (us, real) = (self.node_id(), |id| image.brokers.get(&id).is_some_and(|b| !self.is_virtual(b)));
        if changes.everything || changes.lives.iter().any(|id| *id == us || (*id < us && !real(*id))) {
            self.reign.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// The controllers answered a heartbeat that was sent at `sent`, on the clock of [`Self::pulse`]. If they had not heard
    /// of us for so long that another sidecar could have been put in our place, that comes first.
    pub(super) fn heard(&self, sent: u64) {
        let unheard = self.pulse.now().saturating_sub(self.heard_at.load(Ordering::Acquire));
        if unheard > LEASE_MS {
            self.reign.fetch_add(1, Ordering::AcqRel);
        }
        self.heard_at.fetch_max(sent, Ordering::AcqRel);
    }
}
