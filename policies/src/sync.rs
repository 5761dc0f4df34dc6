//! Committed offsets of a group: which of the source's go to the destination, as what, and which are there already.
//!
//! Offsets keep their numbers, because a mirror keeps those of its records. Leader epochs do not: they count leaders of
//! another cluster, and a client that meets a foreign one looks for a truncation that never was.

use std::collections::{BTreeMap, BTreeSet};

/// A partition of a topic, by name.
pub type Partition = (String, i32);

/// What a group has committed.
pub type Offsets = BTreeMap<Partition, Committed>;

/// In place of a leader epoch: none is known.
pub const NO_EPOCH: i32 = -1;

/// One committed offset, as a coordinator keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The next record that the group wants.
    pub offset: i64,
    /// Epoch of the leader that the consumer had read from; [`NO_EPOCH`] when it did not say.
    pub leader_epoch: i32,
    /// Whatever the consumer wrote beside it.
    pub metadata: String,
}

/// A committed offset that lies beyond the end of its partition: its records were lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    pub committed: i64,
    pub end: i64,
}

/// What the source's offsets of one group are at the destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// By mirror partition.
    pub offsets: Offsets,
    /// Mirror partitions whose offset is their end instead of the one that the source has.
    pub beyond: BTreeMap<Partition, Beyond>,
    /// Source partitions that are left out because nobody knows where they end, so perhaps no mirror has them.
    pub unknown: BTreeSet<Partition>,
}

/// The offsets that a group is to have at the destination. `topics` tells the mirror topic of each source topic, `ends`
/// where each source partition ends. Other topics are nobody's business here.
#[must_use]
pub fn image(source: &Offsets, topics: &BTreeMap<String, String>, ends: &BTreeMap<Partition, i64>) -> Image {
    let mut image = Image::default();
    for (partition, committed) in source.iter().filter(|(_, c)| c.offset >= 0) {
        let Some(mirror) = topics.get(&partition.0) else { continue };
        let Some(end) = ends.get(partition).copied() else {
            image.unknown.insert(partition.clone());
            continue;
        };
        let place = (mirror.clone(), partition.1);
        if committed.offset > end {
            image.beyond.insert(place.clone(), Beyond { committed: committed.offset, end });
        }
        let offset = committed.offset.min(end);
        let metadata = committed.metadata.clone();
        image.offsets.insert(place, Committed { offset, leader_epoch: NO_EPOCH, metadata });
    }
    image
}

/// Those of `wanted` that the destination does not have exactly so.
#[must_use]
pub fn missing(wanted: &Offsets, destination: &Offsets) -> Offsets {
    let is_missing =
        |(partition, wanted): &(&Partition, &Committed)| destination.get(*partition) != Some(*wanted);
    wanted.iter().filter(is_missing).map(|(partition, wanted)| (partition.clone(), wanted.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed(offset: i64) -> Committed {
        Committed { offset, leader_epoch: NO_EPOCH, metadata: "note".to_owned() }
    }

    fn offsets(list: &[(&str, i32, i64)]) -> Offsets {
        let each = list.iter().map(|(topic, index, offset)| (at(topic, *index), committed(*offset)));
        each.collect()
    }

    fn at(topic: &str, index: i32) -> Partition {
        (topic.to_owned(), index)
    }

    /// The image of `source` where `orders` is mirrored as `us.orders` and ends at 100 and 50.
    fn image_of(source: &Offsets) -> Image {
        let topics = BTreeMap::from([("orders".to_owned(), "us.orders".to_owned())]);
        let ends = BTreeMap::from([(at("orders", 0), 100), (at("orders", 1), 50)]);
        image(source, &topics, &ends)
    }

    #[test]
    fn offsets_keep_their_number_and_get_the_mirrors_name() {
        let image = image_of(&offsets(&[("orders", 0, 7), ("orders", 1, 50)]));
        assert_eq!(image.offsets, offsets(&[("us.orders", 0, 7), ("us.orders", 1, 50)]));
        assert!(image.beyond.is_empty() && image.unknown.is_empty(), "{image:?}");
    }

    #[test]
    fn topics_without_a_mirror_stay_where_they_are() {
        let image = image_of(&offsets(&[("payments", 0, 7), ("us.orders", 0, 8)]));
        assert_eq!(image, Image::default());
    }

    #[test]
    fn the_sources_leader_epochs_stay_there_and_notes_come_along() {
        let told = Committed { leader_epoch: 5, ..committed(7) };
        let image = image_of(&BTreeMap::from([(at("orders", 0), told)]));
        assert_eq!(image.offsets, BTreeMap::from([(at("us.orders", 0), committed(7))]));
    }

    #[test]
    fn nothing_committed_is_nothing_to_bring() {
        assert_eq!(image_of(&offsets(&[("orders", 0, -1)])), Image::default());
        assert_eq!(image_of(&offsets(&[("orders", 0, 0)])).offsets, offsets(&[("us.orders", 0, 0)]));
    }

    #[test]
    fn no_group_stands_beyond_the_end() {
        let image = image_of(&offsets(&[("orders", 0, 100), ("orders", 1, 51)]));
        assert_eq!(image.offsets, offsets(&[("us.orders", 0, 100), ("us.orders", 1, 50)]));
        assert_eq!(image.beyond, BTreeMap::from([(at("us.orders", 1), Beyond { committed: 51, end: 50 })]));
    }

    #[test]
    fn a_partition_without_a_known_end_is_left_out_and_told() {
        let image = image_of(&offsets(&[("orders", 2, 3)]));
        assert_eq!((image.offsets, image.unknown), (Offsets::new(), BTreeSet::from([at("orders", 2)])));
    }

    #[test]
    fn only_what_differs_is_written() {
        let wanted = offsets(&[("us.orders", 0, 7), ("us.orders", 1, 8), ("us.orders", 2, 9)]);
        let there = offsets(&[("us.orders", 0, 7), ("us.orders", 1, 9), ("payments", 2, 9)]);
        assert_eq!(missing(&wanted, &there), offsets(&[("us.orders", 1, 8), ("us.orders", 2, 9)]));
        assert_eq!(missing(&wanted, &wanted), Offsets::new());
    }

    #[test]
    fn the_same_number_with_another_note_or_an_epoch_differs() {
        let wanted = offsets(&[("us.orders", 0, 7)]);
        for there in [
            Committed { metadata: String::new(), ..committed(7) },
            Committed { leader_epoch: 2, ..committed(7) },
        ] {
            assert_eq!(missing(&wanted, &BTreeMap::from([(at("us.orders", 0), there)])), wanted);
        }
    }
}
