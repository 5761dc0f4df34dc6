//! What became of a group's offsets, in words and numbers.

use std::collections::BTreeMap;

use kagami_codec::types::ErrorCode;
use kagami_policies::sync::{Image, Partition};

use crate::link::command::CutoverGroup;

/// Partitions whose offset the destination did not take.
pub(super) type Refused = Vec<(Partition, ErrorCode)>;

/// The group for the operator.
pub(super) fn report(group: String, image: &Image, refused: &Refused) -> CutoverGroup {
    let mut by_code: BTreeMap<ErrorCode, Vec<&Partition>> = BTreeMap::new();
    for (partition, code) in refused {
        by_code.entry(*code).or_default().push(partition);
    }
    let is_refused = |partition: &&Partition| by_code.values().flatten().any(|refused| refused == partition);
    // One that went to the end instead is not what the source has.
    let is_same = |partition: &&Partition| !image.beyond.contains_key(*partition) && !is_refused(partition);
    let same = image.offsets.keys().filter(is_same).count();
    let refused = by_code.iter().map(|(code, list)| format!("{}: {}", named(list), meaning(*code)));
    let unknown: Vec<_> = image.unknown.iter().collect();
    let unknown = (!unknown.is_empty()).then(|| {
        format!("{} of the source: nobody knows where it ends, so its offset stays behind", named(&unknown))
    });
    let errors: Vec<String> = refused.chain(unknown).collect();
    CutoverGroup {
        group,
        partitions: u64::try_from(same).unwrap_or(u64::MAX),
        error: (!errors.is_empty()).then(|| errors.join("; ")),
    }
}

/// The first of some partitions, and how many follow.
fn named(partitions: &[&Partition]) -> String {
    let Some((topic, index)) = partitions.first() else { return "no partition".to_owned() };
    match partitions.len() - 1 {
        0 => format!("{topic}-{index}"),
        more => format!("{topic}-{index} and {more} more"),
    }
}

fn meaning(code: ErrorCode) -> String {
    match code {
        ErrorCode::UNKNOWN_MEMBER_ID
        | ErrorCode::ILLEGAL_GENERATION
        | ErrorCode::REBALANCE_IN_PROGRESS
        | ErrorCode::STALE_MEMBER_EPOCH
        | ErrorCode::FENCED_MEMBER_EPOCH => {
            "the group has members at the destination, and only they may move its offsets there; stop them before its \
             offsets are copied, or set its offsets by hand"
                .to_owned()
        }
        ErrorCode::GROUP_ID_NOT_FOUND => {
            "the destination has a group of this name that is of another kind and keeps no such offsets".to_owned()
        }
        ErrorCode::OFFSET_METADATA_TOO_LARGE => {
            "the note beside the offset is longer than the destination's offset.metadata.max.bytes".to_owned()
        }
        code => format!("the destination answered {}", code.name()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kagami_policies::sync::{Beyond, Committed};

    use super::*;

    fn at(index: i32) -> Partition {
        ("orders".to_owned(), index)
    }

    fn image() -> Image {
        let committed = |offset| Committed { offset, leader_epoch: -1, metadata: String::new() };
        Image {
            offsets: (0..4).map(|index| (at(index), committed(7))).collect(),
            beyond: BTreeMap::from([(at(3), Beyond { committed: 9, end: 7 })]),
            unknown: BTreeSet::new(),
        }
    }

    fn check(image: &Image, refused: &[(i32, ErrorCode)], partitions: u64, words: &[&str]) {
        let refused = refused.iter().map(|(index, code)| (at(*index), *code)).collect();
        let told = report("billing".to_owned(), image, &refused);
        assert_eq!((told.group.as_str(), told.partitions), ("billing", partitions));
        assert_eq!(told.error.is_some(), !words.is_empty(), "{told:?}");
        let error = told.error.unwrap_or_default();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }

    #[test]
    fn an_offset_that_went_to_the_end_is_neither_the_same_nor_an_error() {
        check(&image(), &[], 3, &[]);
    }

    #[test]
    fn a_group_with_members_is_told_as_such_with_its_partitions() {
        let refused = [(1, ErrorCode::UNKNOWN_MEMBER_ID), (2, ErrorCode::UNKNOWN_MEMBER_ID)];
        check(&image(), &refused, 1, &["orders-1 and 1 more: the group has members at the destination"]);
    }

    #[test]
    fn each_reason_is_told_with_its_partitions() {
        let refused = [(0, ErrorCode::OFFSET_METADATA_TOO_LARGE), (1, ErrorCode::INVALID_GROUP_ID)];
        let words = ["orders-0: the note", "orders-1: the destination answered INVALID_GROUP_ID"];
        check(&image(), &refused, 1, &words);
    }

    #[test]
    fn a_partition_without_a_known_end_is_told() {
        let image = Image { unknown: BTreeSet::from([at(5)]), ..image() };
        check(&image, &[], 3, &["orders-5 of the source"]);
    }
}
