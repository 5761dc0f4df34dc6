//! The fetch session: which partitions a broker has in it, and the request that tells it what has changed.

use std::collections::BTreeMap;

use kagami_codec::{
    message::{FetchRequest, fetch_request},
    types::Uuid,
};

use super::{Error, Fetcher};
use crate::{
    ask::{self, FETCH_TOPIC_IDS},
    net::Connection,
};

/// From this version on there are sessions.
const SESSIONS: i16 = 7;
/// From this version on a fetch can say which epoch the last batch had, and be told where the logs part.
const LAST_EPOCH: i16 = 12;

impl Fetcher {
    /// The version to fetch with; topics without an id can only be named.
    pub(super) fn version(&self, connection: &Connection) -> Result<i16, Error> {
        let offered = connection.version::<FetchRequest>()?;
        Ok(version(offered, self.members.values().map(|m| m.assignment.topic_id)))
    }

    /// The next request is a full one: what the broker had in its session is asked for anew.
    pub(super) fn end_session(&mut self) {
        self.session_id = 0;
        self.session_epoch = 0;
        self.forget.clear();
        for member in self.members.values_mut() {
            member.sent = None;
            member.offset = -1;
            member.assignment.partition.in_session(None);
        }
        self.touched.extend(self.members.keys());
    }

    /// The next request, for `room` bytes at most; `None` when no partition is to be asked for.
    pub(super) fn request(&mut self, version: i16, room: usize) -> Option<FetchRequest> {
        let settings = self.source.settings();
        let mut topics: BTreeMap<(String, Uuid), Vec<fetch_request::FetchPartition>> = BTreeMap::new();
        let incremental = version >= SESSIONS && self.session_epoch > 0;
        let mut active = 0;
        for member in self.members.values_mut().filter(|m| m.offset >= 0) {
            active += 1;
            if incremental && member.sent == Some(member.offset) {
                continue;
            }
            if member.sent.replace(member.offset).is_none() {
                member.assignment.partition.in_session(Some(&self.answered_at));
            }
            let a = &member.assignment;
            topics.entry((a.topic.clone(), a.topic_id)).or_default().push(fetch_request::FetchPartition {
                partition: a.index,
                fetch_offset: member.offset,
                last_fetched_epoch: if version >= LAST_EPOCH { member.source_epoch } else { -1 },
                partition_max_bytes: i32::try_from(settings.partition_bytes_max).unwrap_or(i32::MAX),
                ..Default::default()
            });
        }
        if active == 0 {
            return None;
        }
        let forgotten = if incremental { std::mem::take(&mut self.forget) } else { Vec::new() };
        self.forget.clear();
        let topics: Vec<_> = topics
            .into_iter()
            .map(|((topic, topic_id), partitions)| ask::fetch_topic(version, topic, topic_id, partitions))
            .collect();
        Some(FetchRequest {
            max_wait_ms: settings.fetch_wait_ms,
            min_bytes: settings.fetch_bytes_min,
            max_bytes: i32::try_from(room).unwrap_or(i32::MAX),
            session_id: if version >= SESSIONS { self.session_id } else { 0 },
            session_epoch: if version >= SESSIONS { self.session_epoch } else { -1 },
            forgotten_topics_data: to_forget(version, forgotten, &topics),
            topics,
            ..Default::default()
        })
    }
}

/// One request names all its topics alike, so one topic without an id decides for all.
fn version(offered: i16, ids: impl Iterator<Item = Uuid>) -> i16 {
    ids.fold(offered, ask::fetch_version)
}

/// What the broker is to forget, without what the same request asks for: a broker first takes what is asked for into
/// the session and then throws out what is to be forgotten, so a partition in both lists would never be answered again.
/// One that left and came back between two requests (none is sent while the windows are full) stands in both.
fn to_forget(
    version: i16,
    gone: Vec<(String, Uuid, i32)>,
    asked: &[fetch_request::FetchTopic],
) -> Vec<fetch_request::ForgottenTopic> {
    let is_asked = |gone: &fetch_request::ForgottenTopic| {
        let mut same = asked.iter().filter(|t| t.topic == gone.topic && t.topic_id == gone.topic_id);
        same.any(|t| t.partitions.iter().any(|p| gone.partitions.contains(&p.partition)))
    };
    gone.into_iter()
        .map(|(topic, topic_id, index)| fetch_request::ForgottenTopic {
            topic: if version < FETCH_TOPIC_IDS { topic } else { String::new() },
            topic_id: if version < FETCH_TOPIC_IDS { Uuid::ZERO } else { topic_id },
            partitions: vec![index],
            ..Default::default()
        })
        .filter(|gone| !is_asked(gone))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid([7; 16]);
    const OLD_ID: Uuid = Uuid([6; 16]);

    /// Partition 1 of `orders` with `id` is asked for; `gone` is to be forgotten, and of it `left` is.
    fn check(version: i16, id: Uuid, gone: &[(Uuid, i32)], left: &[i32]) {
        let partition = fetch_request::FetchPartition { partition: 1, ..Default::default() };
        let asked = [ask::fetch_topic(version, "orders", id, vec![partition])];
        let gone = gone.iter().map(|(id, index)| ("orders".to_owned(), *id, *index)).collect();
        let forgotten = to_forget(version, gone, &asked);
        let found: Vec<i32> = forgotten.into_iter().flat_map(|f| f.partitions).collect();
        assert_eq!(found, left);
    }

    #[test]
    fn what_a_request_asks_for_is_not_forgotten_by_it() {
        check(13, ID, &[(ID, 1), (ID, 2)], &[2]);
        check(12, ID, &[(ID, 1), (ID, 2)], &[2]);
    }

    #[test]
    fn one_topic_without_an_id_has_all_of_them_named() {
        assert_eq!(version(17, [ID, OLD_ID].into_iter()), 17);
        assert_eq!(version(17, [ID, Uuid::ZERO].into_iter()), FETCH_TOPIC_IDS - 1);
        assert_eq!(version(11, [Uuid::ZERO].into_iter()), 11);
    }

    #[test]
    fn a_recreated_topic_is_another_one_only_where_topics_are_named_by_id() {
        check(13, ID, &[(OLD_ID, 1)], &[1]);
        check(12, ID, &[(OLD_ID, 1)], &[]);
    }
}
