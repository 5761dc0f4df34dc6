//! Answers to Metadata, of which clusters with many partitions have large ones that clients ask for again and again.
//!
//! Owns a second, faster way to say what [`Homeward`] says of them: of a topic only its name and id are read, everything
//! else is copied as it stands. Knows the layout of the answer in all versions, which the definitions have too; a test holds
//! both ways against each other, and what this one cannot read is left to the other.

use bytes::Bytes;
use kagami_codec::{
    Writer,
    api::response_header_version,
    frame::{decode_response, response_frame_with},
    message::MetadataResponse,
    names::{Named, Visit},
    types::Uuid,
};

use super::{translate::Homeward, walk::Walk};
use crate::relay::Head;

const FLEXIBLE: i16 = 9;
const WITH_IDS: i16 = 10;
const WITH_OPERATIONS: i16 = 8;

/// The client's answer with its length; `None` when it has to be opened as a whole. Not for front doors, which change
/// partitions too.
pub(super) fn home(frame: &Bytes, head: Head, homeward: &mut Homeward<'_>) -> Option<Vec<Bytes>> {
    let version = head.version;
    let mut walk = Walk::new(frame, version >= FLEXIBLE);
    walk.skip(4)?;
    if response_header_version(head.key, version) > 0 {
        walk.tags()?;
    }
    walk.before_topics(version)?;
    let topics_at = walk.at;
    let mut topics = Writer::new();
    let mut kept = 0;
    for _ in 0..walk.count()? {
        if walk.topic(version, homeward, &mut topics)? {
            kept += 1;
        }
    }
    // The rest is small, and goes the common way without any topic.
    let after = frame.get(walk.at..)?;
    let mut none = Writer::new();
    walk.put_count(0, &mut none)?;
    let none = none.into_bytes();
    let rest = Bytes::from([frame.get(..topics_at)?, &none, after].concat());
    let (header, mut body) = decode_response::<MetadataResponse>(rest, version).ok()?;
    body.names(homeward);
    let rest = Bytes::from(response_frame_with(&header, &body, version).ok()?.concat());
    let before = rest.len().checked_sub(after.len() + none.len())?;
    if before < 4 || !rest.ends_with(after) || topics.is_too_long() {
        return None;
    }
    let mut front = Writer::new();
    front.put_slice(&rest[4..before]);
    walk.put_count(kept, &mut front)?;
    let (front, topics) = (front.into_bytes(), topics.into_bytes());
    let length = u32::try_from(front.len() + topics.len() + after.len()).ok()?;
    let length = Bytes::copy_from_slice(&length.to_be_bytes());
    Some(vec![length, front, topics, frame.slice(walk.at..)])
}

impl Walk<'_> {
    fn ids(&mut self) -> Option<()> {
        let count = self.count()?;
        self.skip(count.checked_mul(4)?)?;
        Some(())
    }

    /// Throttle time, brokers, cluster and controller.
    fn before_topics(&mut self, version: i16) -> Option<()> {
        if version >= 3 {
            self.skip(4)?;
        }
        // Without any the answer is not for the client, as the other way has it.
        for _ in 0..self.count().filter(|brokers| *brokers > 0)? {
            self.skip(4)?;
            self.text()?;
            self.skip(4)?;
            if version >= 1 {
                self.text()?;
            }
            self.end_of_structure()?;
        }
        if version >= 2 {
            self.text()?;
        }
        if version >= 1 {
            self.skip(4)?;
        }
        Some(())
    }

    /// Writes a topic as the client is to have it. Answers with whether the client sees it.
    fn topic(&mut self, version: i16, homeward: &mut Homeward<'_>, to: &mut Writer) -> Option<bool> {
        let error = self.skip(2)?;
        let mut name = match self.text()? {
            Some(text) => Some(std::str::from_utf8(text).ok()?.to_owned()),
            None => None,
        };
        let mut id = Uuid::default();
        if version >= WITH_IDS {
            id = Uuid(*self.skip(16)?.first_chunk()?);
        }
        let rest_at = self.at;
        if version >= 1 {
            self.skip(1)?;
        }
        for _ in 0..self.count()? {
            self.partition(version)?;
        }
        if version >= WITH_OPERATIONS {
            self.skip(4)?;
        }
        self.end_of_structure()?;
        // Both are asked, as the common way does it.
        let is_seen = name.as_mut().is_none_or(|name| homeward.topic(name)) & homeward.topic_id(&mut id);
        if is_seen {
            to.put_slice(error);
            to.put_nullable_string(name.as_deref(), self.flexible);
            if version >= WITH_IDS {
                to.put_uuid(id);
            }
            to.put_slice(self.bytes.get(rest_at..self.at)?);
        }
        Some(is_seen)
    }

    fn partition(&mut self, version: i16) -> Option<()> {
        self.skip(2 + 4 + 4)?;
        if version >= 7 {
            self.skip(4)?;
        }
        self.ids()?;
        self.ids()?;
        if version >= 5 {
            self.ids()?;
        }
        self.end_of_structure()
    }
}

#[cfg(test)]
mod tests {
    use kagami_codec::{Message as _, Writer, api::ApiKey, frame::ResponseHeader, message::MetadataRequest};
    use kagami_policies::naming::Policy;

    use super::{
        super::{
            addresses::Addresses,
            hostile::{Fixed, PREFIX},
            tests::{filled, samples::Seed},
            translate::Changed,
        },
        *,
    };

    /// Every version, with names, nulls, hidden topics and unknown tags as they come; cut off at every byte.
    #[test]
    fn both_ways_say_the_same_and_what_is_cut_off_is_left_to_the_other() {
        let policy = Policy::prefix(PREFIX, Vec::new()).expect("a policy");
        let addresses = Addresses::Here { host: "door.example".to_owned(), ports: Vec::new(), otherwise: 1 };
        let changed = Changed::default();
        let mut homeward = Homeward {
            policy: &policy,
            cluster: &Fixed,
            addresses: &addresses,
            front: None,
            changed: &changed,
        };
        let mut seed = Seed(0x6d65_7461);
        let mut topics = 0;
        for version in MetadataResponse::MIN_VERSION..=MetadataRequest::MAX_VERSION {
            let head = Head { key: ApiKey::METADATA, version, correlation_id: 77 };
            for _ in 0..50 {
                let Some(body) = filled::<MetadataResponse>(&mut seed, version, true) else { continue };
                let nobody = body.brokers.is_empty();
                topics += body.topics.len();
                let mut writer = Writer::new();
                ResponseHeader::new(77).encode(&mut writer, head.key, version);
                body.encode(&mut writer, version).expect("a sample can be said");
                let frame = writer.into_bytes();
                let ours = home(&frame, head, &mut homeward);
                assert_eq!(ours.is_none(), nobody, "version {version}");
                let Some(ours) = ours.map(|parts| parts.concat()) else { continue };
                let (header, mut body) =
                    decode_response::<MetadataResponse>(frame.clone(), version).expect("it can be read");
                body.names(&mut homeward);
                let theirs = response_frame_with(&header, &body, version).expect("it can be said").concat();
                assert_eq!(ours, theirs, "version {version}");
                for end in 0..frame.len() {
                    let cut = home(&frame.slice(..end), head, &mut homeward);
                    assert!(cut.is_none(), "version {version}, cut off at {end}");
                }
            }
        }
        assert!(topics > 300, "only {topics} topics");
    }
}
