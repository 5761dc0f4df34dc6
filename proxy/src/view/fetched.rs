//! Answers to Fetch that are changed while they pass, because they are large and records are none of our business.
//!
//! Owns the places of the answer at which the definitions mark something that has one length: ids of topics and of nodes,
//! and epochs. Names, which versions before 13 have, do not, and such answers are opened as a whole; so are small ones. Where
//! the new leader of a partition is reached, which newer versions say at the very end, does not fit in its place either, and
//! is left out: the client asks for metadata then, as it does in older versions. Knows the layout of the answer, which the
//! definitions have too; a test holds both ways against each other.

use std::ops::Range;

use kagami_codec::{names::Visit as _, types::Uuid};

use super::{
    translate::Homeward,
    walk::{Tagged, Walk},
};
use crate::relay::{Error, Step};

/// From this version on topics have ids in place of names.
pub(super) const IN_PLACE_FROM: i16 = 13;

/// Tags of the answer and of its partitions.
const NODE_ENDPOINTS: usize = 0;
const CURRENT_LEADER: usize = 1;
/// A tag that means nothing, in one byte.
const UNKNOWN_TAG: u8 = 0x7f;

/// What comes next in an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Head,
    Topic,
    Partition,
    Aborted,
    Records,
    PartitionTags,
    TopicTags,
    Tags,
    Nothing,
}

/// How far an answer has come.
#[derive(Debug, Default)]
pub(super) struct Place {
    next: Next,
    /// That still come, behind the one that is next.
    topics: usize,
    partitions: usize,
    aborted: usize,
}

impl Place {
    /// Changes what `bytes` begin with, from the correlation id on.
    ///
    /// # Errors
    /// The answer goes on behind its end, or is about a topic that the client does not see.
    pub(super) fn step(&mut self, homeward: &mut Homeward<'_>, bytes: &mut [u8]) -> Result<Step, Error> {
        if self.next == Next::Nothing {
            return Err(Error::Answer("it goes on behind its end".to_owned()));
        }
        let mut walk = Walk::new(bytes, true);
        match self.read(&mut walk) {
            Some((passes, change)) => {
                change.make(homeward, bytes)?;
                Ok(Step::Pass(passes))
            }
            None => Ok(Step::More),
        }
    }

    /// Goes on when all of what is next is there. Answers with how many bytes that were, and what is changed in them.
    fn read(&mut self, walk: &mut Walk<'_>) -> Option<(usize, Change)> {
        let mut change = Change::Nothing;
        let mut records = 0;
        match self.next {
            Next::Head => {
                // Correlation id; throttle time, error, session.
                walk.skip(4)?;
                walk.tags()?;
                walk.skip(4 + 2 + 4)?;
                self.topics = walk.count()?;
                self.next_topic();
            }
            Next::Topic => {
                walk.skip(16)?;
                self.partitions = walk.count()?;
                change = Change::Topic;
                self.next_partition();
            }
            Next::Partition => {
                // Index, error, high watermark, last stable offset, start of the log.
                walk.skip(4 + 2 + 8 + 8 + 8)?;
                // There may be none, as well as no list of them.
                self.aborted = walk.uvarint()?.saturating_sub(1);
                self.next_aborted();
            }
            Next::Aborted => {
                walk.skip(8 + 8)?;
                walk.tags()?;
                self.next_aborted();
            }
            Next::Records => {
                // The replica that the leader prefers.
                walk.skip(4)?;
                records = walk.uvarint()?.saturating_sub(1);
                change = Change::Node;
                self.next = Next::PartitionTags;
            }
            Next::PartitionTags => {
                if let Some(leader) = walk.tag(CURRENT_LEADER)? {
                    change = Change::Leader(leader.content);
                }
                self.next_partition();
            }
            Next::TopicTags => {
                walk.tags()?;
                self.next_topic();
            }
            Next::Tags => {
                if let Some(endpoints) = walk.tag(NODE_ENDPOINTS)? {
                    change = Change::Blank(endpoints);
                }
                self.next = Next::Nothing;
            }
            Next::Nothing => return None,
        }
        Some((walk.at.checked_add(records)?, change))
    }

    fn next_topic(&mut self) {
        self.next = one_of(&mut self.topics, Next::Topic, Next::Tags);
    }

    fn next_partition(&mut self) {
        self.next = one_of(&mut self.partitions, Next::Partition, Next::TopicTags);
    }

    fn next_aborted(&mut self) {
        self.next = one_of(&mut self.aborted, Next::Aborted, Next::Records);
    }
}

fn one_of(left: &mut usize, one: Next, otherwise: Next) -> Next {
    match left.checked_sub(1) {
        Some(fewer) => {
            *left = fewer;
            one
        }
        None => otherwise,
    }
}

/// What is changed, and where in the bytes that were read.
enum Change {
    Nothing,
    /// The topic's id, at the beginning.
    Topic,
    /// The node's id, at the beginning.
    Node,
    /// A node's id and an epoch.
    Leader(Range<usize>),
    Blank(Tagged),
}

impl Change {
    fn make(self, homeward: &mut Homeward<'_>, bytes: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Nothing => {}
            Self::Topic => {
                let Some(place) = bytes.first_chunk_mut() else { return Ok(()) };
                let mut id = Uuid(*place);
                if !homeward.topic_id(&mut id) {
                    return Err(Error::Answer("it is about a topic that was not asked for".to_owned()));
                }
                *place = id.0;
            }
            Self::Node => number(bytes, |id| homeward.broker(id)),
            Self::Leader(place) => {
                let Some((node, epoch)) = bytes.get_mut(place).and_then(|both| both.split_at_mut_checked(4))
                else {
                    return Ok(());
                };
                number(node, |id| homeward.broker(id));
                number(epoch, |epoch| homeward.leader_epoch(epoch));
            }
            Self::Blank(Tagged { at, content }) => {
                bytes[at] = UNKNOWN_TAG;
                bytes[content].fill(0);
            }
        }
        Ok(())
    }
}

/// Changes the number that stands at the beginning.
fn number(bytes: &mut [u8], change: impl FnOnce(&mut i32)) {
    if let Some(place) = bytes.first_chunk_mut() {
        let mut value = i32::from_be_bytes(*place);
        change(&mut value);
        *place = value.to_be_bytes();
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::{
        Message as _, Writer,
        api::ApiKey,
        frame::{ResponseHeader, decode_response, response_frame_with},
        message::{FetchRequest, FetchResponse},
        names::Named as _,
    };
    use kagami_policies::naming::Policy;

    use super::{
        super::{
            addresses::Addresses,
            hostile::{Fixed, PREFIX},
            tests::{filled, samples::Seed},
            translate::{Changed, Front},
        },
        *,
    };

    /// An answer without its length, in pieces of this size at first, which grow as more is asked for.
    fn changed(homeward: &mut Homeward<'_>, frame: &[u8], piece: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = frame.to_vec();
        let (mut place, mut at, mut size) = (Place::default(), 0, piece);
        while at < bytes.len() {
            let end = bytes.len().min(at + size);
            match place.step(homeward, &mut bytes[at..end])? {
                Step::Pass(count) => (at, size) = (at + count, piece),
                Step::More if end == bytes.len() => return Err(Error::Answer("it is cut off".to_owned())),
                Step::More => size += 1,
            }
        }
        if at == bytes.len() && place.next == Next::Nothing {
            Ok(bytes)
        } else {
            Err(Error::Answer("it ends where it does not".to_owned()))
        }
    }

    #[test]
    fn both_ways_say_the_same_but_for_where_new_leaders_are() {
        let policy = Policy::prefix(PREFIX, Vec::new()).expect("a policy");
        let addresses = Addresses::Here { host: "door.example".to_owned(), ports: Vec::new(), otherwise: 1 };
        let unchanged = Changed::default();
        let mut seed = Seed(0x6665_7463);
        let (mut partitions, mut blanked) = (0, 0);
        for version in IN_PLACE_FROM..=FetchRequest::MAX_VERSION {
            for front in [None, Some(Front { nodes_from: 1_000_000 }), Some(Front { nodes_from: 0 })] {
                let mut homeward = Homeward {
                    policy: &policy,
                    cluster: &Fixed,
                    addresses: &addresses,
                    front,
                    changed: &unchanged,
                };
                for number in 0..10 {
                    let Some(mut body) = filled::<FetchResponse>(&mut seed, version, true) else { continue };
                    body.responses.retain_mut(|topic| homeward.topic_id(&mut topic.topic_id.clone()));
                    partitions += body.responses.iter().map(|topic| topic.partitions.len()).sum::<usize>();
                    blanked += usize::from(!body.node_endpoints.is_empty());
                    let mut writer = Writer::new();
                    ResponseHeader::new(77).encode(&mut writer, ApiKey::FETCH, version);
                    body.encode(&mut writer, version).expect("a sample can be said");
                    let frame = writer.into_bytes();
                    for piece in [1, 7, 100, frame.len()] {
                        let ours = changed(&mut homeward, &frame, piece).expect("it can be read");
                        let (header, mut ours) =
                            decode_response::<FetchResponse>(ours.into(), version).expect("it can be read");
                        ours.unknown_tags.retain(|tag| tag.tag != u32::from(UNKNOWN_TAG));
                        let ours =
                            response_frame_with(&header, &ours, version).expect("it can be said").concat();
                        let (header, mut theirs) =
                            decode_response::<FetchResponse>(frame.clone(), version).expect("it can be read");
                        theirs.node_endpoints.clear();
                        theirs.names(&mut homeward);
                        let theirs =
                            response_frame_with(&header, &theirs, version).expect("it can be said").concat();
                        assert_eq!(ours, theirs, "version {version} in pieces of {piece}");
                    }
                    // Each end is a walk of its own.
                    let ends = if number == 0 && front.is_none() { frame.len() } else { 0 };
                    for end in 0..ends {
                        assert!(changed(&mut homeward, &frame[..end], 1000).is_err(), "cut off at {end}");
                    }
                    let longer = [&frame[..], b"x"].concat();
                    assert!(changed(&mut homeward, &longer, 1000).is_err(), "it goes on");
                }
            }
        }
        assert!(partitions > 100 && blanked > 20, "{partitions} partitions, {blanked} with addresses");
    }
}
