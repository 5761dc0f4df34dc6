//! The source's brokers and the topics that we mirror, looked at again and again.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Weak,
    time::Duration,
};

use kagami_codec::{
    message::{MetadataRequest, MetadataResponse, metadata_request},
    types::{ErrorCode, Uuid},
};
use kagami_policies::retry::Backoff;

use super::{Error, Source};
use crate::shutdown::Signal;

/// A topic at the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// `NONE`, or why the rest is missing.
    pub error: ErrorCode,
    /// Zero from brokers that know no topic ids (before 2.8).
    pub id: Uuid,
    pub internal: bool,
    /// Leader of each partition; -1 when it has none.
    pub leaders: BTreeMap<i32, i32>,
}

/// What the source says of itself.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Counts the looks that succeeded; 0 before the first.
    pub generation: u64,
    pub cluster_id: Option<String>,
    pub brokers: BTreeMap<i32, (String, u16)>,
    pub topics: HashMap<String, Topic>,
}

impl Metadata {
    /// The broker that leads a partition.
    #[must_use]
    pub fn leader(&self, topic: &str, partition: i32) -> Option<i32> {
        self.topics.get(topic)?.leaders.get(&partition).copied().filter(|id| *id >= 0)
    }
}

/// Keeps a source's metadata until shutdown starts or the source is gone.
pub(super) async fn keep(source: Weak<Source>, signal: Signal) {
    let mut backoff = Backoff::new(100, 5_000);
    loop {
        let Some(source) = source.upgrade() else { return };
        let settings = source.settings();
        let wait = match look(&source).await {
            Ok(()) => {
                backoff.reset();
                settings.metadata_every
            }
            Err(error) => {
                tracing::debug!(link = settings.link, %error, "no metadata from the source");
                Duration::from_millis(backoff.next(source.leader.now()))
            }
        };
        source.refreshed.notify_waiters();
        tokio::select! {
            biased;
            () = signal.started() => return,
            // Many may ask at once; they get one answer.
            () = source.refresh.notified() => tokio::time::sleep(Duration::from_millis(50)).await,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

async fn look(source: &Source) -> Result<(), Error> {
    let topics = source.wanted_topics();
    let connection = source.any().await?;
    let request = MetadataRequest {
        topics: Some(
            topics
                .into_iter()
                .map(|name| metadata_request::MetadataRequestTopic { name: Some(name), ..Default::default() })
                .collect(),
        ),
        allow_auto_topic_creation: false,
        ..Default::default()
    };
    // Version 0 reads an empty list as "all topics".
    let answer = connection.call(&request).await.map_err(|error| source.troubled(error))?;
    source.answered();
    let mut metadata = source.metadata.write();
    let generation = metadata.generation + 1;
    *metadata = std::sync::Arc::new(read(answer, generation));
    Ok(())
}

fn read(answer: MetadataResponse, generation: u64) -> Metadata {
    let brokers =
        answer.brokers.into_iter().filter_map(|b| Some((b.node_id, (b.host, u16::try_from(b.port).ok()?))));
    let topics = answer.topics.into_iter().filter_map(|t| {
        let topic = Topic {
            error: ErrorCode(t.error_code),
            id: t.topic_id,
            internal: t.is_internal,
            leaders: t.partitions.into_iter().map(|p| (p.partition_index, p.leader_id)).collect(),
        };
        Some((t.name?, topic))
    });
    Metadata {
        generation,
        cluster_id: answer.cluster_id,
        brokers: brokers.collect(),
        topics: topics.collect(),
    }
}
