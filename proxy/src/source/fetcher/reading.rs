//! Reading answers: the session's state, each partition's position, and the batches that came.

use std::sync::Arc;

use bytes::Bytes;
use kagami_codec::{
    Message, Reader,
    message::{FetchResponse, fetch_response},
    types::{ErrorCode, Uuid},
};
use kagami_policies::mirror::Failure;

use super::{
    Error, Fetcher,
    answer::{self, Found, Records},
};
use crate::{ask::FETCH_TOPIC_IDS, cluster::image::Key};

impl Fetcher {
    /// Reads an answer: moves the positions and returns the records, still unchecked.
    pub(super) async fn read(&mut self, body: Bytes, version: i16) -> Result<Option<Records>, Error> {
        let response = FetchResponse::decode(&mut Reader::new(body.clone()), version)
            .map_err(|_| Error::Refused { api: "Fetch", code: ErrorCode::CORRUPT_MESSAGE })?;
        match ErrorCode(response.error_code) {
            ErrorCode::NONE => {}
            ErrorCode::FETCH_SESSION_ID_NOT_FOUND
            | ErrorCode::INVALID_FETCH_SESSION_EPOCH
            | ErrorCode::FETCH_SESSION_TOPIC_ID_ERROR => {
                self.end_session();
                return Ok(None);
            }
            code => return Err(Error::Refused { api: "Fetch", code }),
        }
        self.session_id = response.session_id;
        self.session_epoch = match response.session_id {
            0 => 0,
            _ if self.session_epoch == i32::MAX => 1,
            _ => self.session_epoch + 1,
        };
        if self.session_id == 0 {
            // No session at this broker: every request is a full one.
            self.members.values_mut().for_each(|m| m.sent = None);
        }
        let mut found = Vec::new();
        for topic in response.responses {
            for data in topic.partitions {
                let Some(key) = self.place(&topic.topic, topic.topic_id, data.partition_index, version)
                else {
                    continue;
                };
                found.extend(self.read_partition(key, &body, data).await);
            }
        }
        Ok((!found.is_empty()).then(|| Records { body, found }))
    }

    fn place(&self, topic: &str, id: Uuid, index: i32, version: i16) -> Option<Key> {
        let members = if version < FETCH_TOPIC_IDS { self.by_name.get(topic) } else { self.by_id.get(&id) };
        members?.get(&index).copied()
    }

    async fn read_partition(
        &mut self,
        key: Key,
        body: &Bytes,
        data: fetch_response::PartitionData,
    ) -> Option<Found> {
        let member = self.members.get_mut(&key)?;
        self.touched.insert(key);
        let code = ErrorCode(data.error_code);
        if !code.is_none() {
            self.refused(key, code).await;
            return None;
        }
        if data.diverging_epoch.end_offset >= 0 {
            let message = format!(
                "the source's log now ends at {} in epoch {}, but the mirror holds records up to {}: an unclean \
                 election or a restored disk took them away there; compare the two, then fail over, or delete and \
                 create the mirror",
                data.diverging_epoch.end_offset, data.diverging_epoch.epoch, member.offset
            );
            self.fail(key, Failure::UnexpectedTruncation, message);
            return None;
        }
        let partition = Arc::clone(&member.assignment.partition);
        let follow = member.assignment.follow_start;
        let records = data.records.unwrap_or_default();
        let scanned = answer::scan(body, &records, member.offset);
        let found = match scanned {
            Ok(Some(mut found)) => {
                self.source.leader.producer_seen(found.producer_id);
                found.key = key;
                found.epoch = member.epoch;
                member.offset = found.next;
                member.source_epoch = found.source_epoch;
                Some(found)
            }
            Ok(None) => None,
            Err(reason) => {
                self.unreadable(key, &reason);
                None
            }
        };
        // After the batches are in line, so that "equal to the source" is not said too early.
        partition.source_answered(
            data.high_watermark,
            data.log_start_offset,
            follow,
            self.source.leader.now(),
        );
        found
    }
}
