//! Memory for frames that are opened.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Frames up to this size need no permit: ten thousand of them fit into less than the large ones may take.
const SMALL: usize = 64 * 1024;
/// Frames up to this size, such as what is fetched of one partition, do not wait behind larger ones: a client that takes a
/// large answer slowly holds its memory for minutes.
const MIDDLE: usize = 1024 * 1024 + SMALL;
/// The unit of permits, in bytes.
const UNIT: usize = 1024;

/// What all connections of a port share.
#[derive(Clone, Debug)]
pub struct Room {
    middle: Part,
    large: Part,
}

#[derive(Clone, Debug)]
struct Part {
    units: u32,
    free: Arc<Semaphore>,
}

impl Room {
    /// Room for this many bytes of frames that are not small.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { middle: Part::new(bytes / 2), large: Part::new(bytes / 2) }
    }

    /// The right to hold a frame in memory; small ones need none.
    pub(super) async fn take(&self, length: usize) -> Option<OwnedSemaphorePermit> {
        if length <= SMALL {
            return None;
        }
        let part = if length <= MIDDLE { &self.middle } else { &self.large };
        part.take(length).await
    }
}

impl Part {
    fn new(bytes: usize) -> Self {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX);
        Self { units, free: Arc::new(Semaphore::new(units as usize)) }
    }

    async fn take(&self, length: usize) -> Option<OwnedSemaphorePermit> {
        // What is larger than all that there is comes in alone, instead of never.
        let units = u32::try_from(length.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.units);
        Arc::clone(&self.free).acquire_many_owned(units).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn those_who_hold_large_frames_do_not_keep_others_waiting() {
        let room = Room::new(200 << 20);
        let large = room.take(90 << 20).now_or_never().flatten().expect("it fits");
        assert!(room.take(20 << 20).now_or_never().is_none(), "the next large one waits");
        let middle: Vec<_> = (0..90).map(|_| room.take(1 << 20).now_or_never().flatten()).collect();
        assert!(middle.iter().all(Option::is_some));
        assert_eq!(room.take(SMALL).now_or_never().map(|permit| permit.is_none()), Some(true));
        drop(large);
        assert!(room.take(20 << 20).now_or_never().is_some());
    }

    #[test]
    fn a_frame_that_is_larger_than_the_room_comes_in_alone() {
        let room = Room::new(20 << 20);
        let alone = room.take(30 << 20).now_or_never().flatten().expect("nobody else is there");
        assert!(room.take(2 << 20).now_or_never().is_none());
        drop(alone);
        assert!(room.take(2 << 20).now_or_never().is_some());
    }
}
