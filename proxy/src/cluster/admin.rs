//! What we ask of the destination's controllers and brokers beside registration: topics, replica lists, in-sync sets,
//! configs.

use std::collections::BTreeMap;

use bytes::Bytes;
use kagami_codec::{
    message::{
        AlterPartitionReassignmentsRequest, AlterPartitionRequest, AlterPartitionResponse,
        CreatePartitionsRequest, CreateTopicsRequest, DeleteTopicsRequest, DescribeConfigsRequest,
        ElectLeadersRequest, EnvelopeRequest, IncrementalAlterConfigsRequest,
        alter_partition_reassignments_request as reassign, create_partitions_request, create_topics_request,
        delete_topics_request, describe_configs_request, elect_leaders_request,
        incremental_alter_configs_request,
    },
    types::{ErrorCode, Uuid},
};

use super::{Cluster, Error, image::Key};
use crate::net::Connection;

pub(super) const TIMEOUT_MS: i32 = 30_000;
/// Partitions in one reassignment: the controller writes each request as one batch of at most 10,000 records.
const REASSIGNED_MAX: usize = 1_000;
const RESOURCE_TOPIC: i8 = 2;

/// Replicas of a partition, the preferred leader first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub partition: i32,
    pub replicas: Vec<i32>,
}

/// One setting of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigEntry {
    pub name: String,
    pub value: Option<String>,
    /// Whether it was set on the topic itself, rather than inherited.
    pub own: bool,
}

/// Kafka's number for a setting that was made on the topic.
const SOURCE_TOPIC: i8 = 1;

/// All settings of a topic, as the cluster at the other end of `connection` sees them.
///
/// # Errors
/// When the topic is unknown there or may not be described.
pub async fn topic_configs(connection: &Connection, topic: &str) -> Result<Vec<ConfigEntry>, Error> {
    let request = DescribeConfigsRequest {
        resources: vec![describe_configs_request::DescribeConfigsResource {
            resource_type: RESOURCE_TOPIC,
            resource_name: topic.to_owned(),
            configuration_keys: None,
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = connection.call(&request).await?;
    let mut entries = Vec::new();
    for result in answer.results {
        Error::check("DescribeConfigs", result.error_code, result.error_message)?;
        entries.extend(result.configs.into_iter().map(|c| ConfigEntry {
            name: c.name,
            value: c.value,
            own: c.config_source == SOURCE_TOPIC,
        }));
    }
    Ok(entries)
}

/// A partition with its new replicas; `None` calls off what is under way.
type Wanted = (i32, Option<Vec<i32>>);

fn reassignment(topics: Vec<(String, Vec<Wanted>)>) -> AlterPartitionReassignmentsRequest {
    let partition = |(partition_index, replicas)| reassign::ReassignablePartition {
        partition_index,
        replicas,
        ..Default::default()
    };
    let topic = |(name, partitions): (String, Vec<Wanted>)| reassign::ReassignableTopic {
        name,
        partitions: partitions.into_iter().map(partition).collect(),
        ..Default::default()
    };
    AlterPartitionReassignmentsRequest {
        timeout_ms: TIMEOUT_MS,
        topics: topics.into_iter().map(topic).collect(),
        ..Default::default()
    }
}

impl Cluster {
    /// Hands a client's request to the active controller in the client's name, and the answer back, header included.
    ///
    /// # Errors
    /// What the controller has against us: it needs `ClusterAction` of our principal.
    pub async fn forward_to_controller(&self, envelope: &EnvelopeRequest) -> Result<Bytes, Error> {
        self.controllers().forward(envelope).await
    }

    /// While the guard lives, the controllers may place replicas on us. Resolves once they know.
    ///
    /// # Errors
    /// [`Error::Late`] when the controllers do not take the news.
    pub async fn uncordon(&self) -> Result<Uncordoned<'_>, Error> {
        let mut mine = 0;
        self.openings.send_modify(|openings| {
            openings.held += 1;
            openings.begun += 1;
            mine = openings.begun;
        });
        let guard = Uncordoned(self);
        let (what, limit) = ("an unfenced and uncordoned registration", std::time::Duration::from_secs(15));
        // The metadata log alone does not say enough: a heartbeat that closed behind an earlier guard may be on its way.
        let mut opened = self.opened.subscribe();
        let told = opened.wait_for(|begun| *begun >= mine);
        let late = || Error::Late { what, seconds: limit.as_secs() };
        // The sender lives as long as we do.
        let _ = tokio::time::timeout(limit, told).await.map_err(|_| late())?;
        self.wait_for(what, limit, |image| {
            image.brokers.get(&self.node_id()).filter(|b| b.is_live() && !b.cordoned).map(|_| ())
        })
        .await?;
        Ok(guard)
    }

    /// Creates a topic with the given replicas.
    ///
    /// # Errors
    /// What the controller said, for example `TOPIC_ALREADY_EXISTS`.
    pub async fn create_topic(
        &self,
        name: &str,
        placements: &[Placement],
        configs: &BTreeMap<String, String>,
        validate_only: bool,
    ) -> Result<(), Error> {
        let request = CreateTopicsRequest {
            topics: vec![create_topics_request::CreatableTopic {
                name: name.to_owned(),
                num_partitions: -1,
                replication_factor: -1,
                assignments: placements
                    .iter()
                    .map(|p| create_topics_request::CreatableReplicaAssignment {
                        partition_index: p.partition,
                        broker_ids: p.replicas.clone(),
                        ..Default::default()
                    })
                    .collect(),
                configs: configs
                    .iter()
                    .map(|(name, value)| create_topics_request::CreatableTopicConfig {
                        name: name.clone(),
                        value: Some(value.clone()),
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }],
            timeout_ms: TIMEOUT_MS,
            validate_only,
            ..Default::default()
        };
        let answer = self.any_broker().await?.call(&request).await?;
        for topic in answer.topics {
            Error::check("CreateTopics", topic.error_code, topic.error_message)?;
        }
        Ok(())
    }

    /// Grows a topic; `placements` are those of the new partitions, in order.
    ///
    /// # Errors
    /// What the controller said.
    pub async fn create_partitions(
        &self,
        name: &str,
        count: i32,
        placements: &[Placement],
    ) -> Result<(), Error> {
        let request = CreatePartitionsRequest {
            topics: vec![create_partitions_request::CreatePartitionsTopic {
                name: name.to_owned(),
                count,
                assignments: Some(
                    placements
                        .iter()
                        .map(|p| create_partitions_request::CreatePartitionsAssignment {
                            broker_ids: p.replicas.clone(),
                            ..Default::default()
                        })
                        .collect(),
                ),
                ..Default::default()
            }],
            timeout_ms: TIMEOUT_MS,
            ..Default::default()
        };
        let answer = self.any_broker().await?.call(&request).await?;
        for result in answer.results {
            Error::check("CreatePartitions", result.error_code, result.error_message)?;
        }
        Ok(())
    }

    /// Deletes a topic.
    ///
    /// # Errors
    /// What the controller said.
    pub async fn delete_topic(&self, name: &str) -> Result<(), Error> {
        let connection = self.any_broker().await?;
        let by_state = connection.version::<DeleteTopicsRequest>()? >= 6;
        let request = DeleteTopicsRequest {
            topics: if by_state {
                vec![delete_topics_request::DeleteTopicState {
                    name: Some(name.to_owned()),
                    ..Default::default()
                }]
            } else {
                Vec::new()
            },
            topic_names: if by_state { Vec::new() } else { vec![name.to_owned()] },
            timeout_ms: TIMEOUT_MS,
            ..Default::default()
        };
        for result in connection.call(&request).await?.responses {
            Error::check("DeleteTopics", result.error_code, result.error_message)?;
        }
        Ok(())
    }

    /// Sets (`Some`) or deletes (`None`) settings of a topic.
    ///
    /// # Errors
    /// What the controller said.
    pub async fn alter_topic_configs(
        &self,
        topic: &str,
        changes: &[(&str, Option<&str>)],
    ) -> Result<(), Error> {
        const SET: i8 = 0;
        const DELETE: i8 = 1;
        let request = IncrementalAlterConfigsRequest {
            resources: vec![incremental_alter_configs_request::AlterConfigsResource {
                resource_type: RESOURCE_TOPIC,
                resource_name: topic.to_owned(),
                configs: changes
                    .iter()
                    .map(|(name, value)| incremental_alter_configs_request::AlterableConfig {
                        name: (*name).to_owned(),
                        config_operation: if value.is_some() { SET } else { DELETE },
                        value: value.map(str::to_owned),
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }],
            ..Default::default()
        };
        for result in self.any_broker().await?.call(&request).await?.responses {
            Error::check("IncrementalAlterConfigs", result.error_code, result.error_message)?;
        }
        Ok(())
    }

    /// Gives partitions of a topic other replicas.
    ///
    /// # Errors
    /// The first refusal.
    pub async fn reassign(&self, topic: &str, placements: &[Placement]) -> Result<(), Error> {
        let replicas = placements.iter().map(|p| (p.partition, Some(p.replicas.clone())));
        self.alter_reassignments(topic, replicas.collect()).await
    }

    /// Gives partitions of many topics other replicas. What is refused for one partition is told in the log and stops no
    /// other: whoever asked looks at the metadata log again.
    ///
    /// # Errors
    /// When a request as a whole fails.
    pub async fn reassign_all(&self, placements: &BTreeMap<String, Vec<Placement>>) -> Result<(), Error> {
        let mut topics: Vec<(String, Vec<Wanted>)> = Vec::new();
        let mut count = 0;
        for (topic, placements) in placements {
            for round in placements.chunks(REASSIGNED_MAX) {
                let replicas = round.iter().map(|p| (p.partition, Some(p.replicas.clone())));
                if count + round.len() > REASSIGNED_MAX {
                    self.reassign_round(std::mem::take(&mut topics)).await?;
                    count = 0;
                }
                count += round.len();
                topics.push((topic.clone(), replicas.collect()));
            }
        }
        self.reassign_round(topics).await
    }

    async fn reassign_round(&self, topics: Vec<(String, Vec<Wanted>)>) -> Result<(), Error> {
        if topics.is_empty() {
            return Ok(());
        }
        let answer = self.any_broker().await?.call(&reassignment(topics)).await?;
        Error::check("AlterPartitionReassignments", answer.error_code, answer.error_message)?;
        for topic in answer.responses {
            for partition in topic.partitions.iter().filter(|p| p.error_code != 0) {
                tracing::warn!(
                    topic = topic.name,
                    partition = partition.partition_index,
                    error = ErrorCode(partition.error_code).name(),
                    message = partition.error_message,
                    "a partition was not reassigned"
                );
            }
        }
        Ok(())
    }

    /// Calls off a reassignment that is under way: replicas are what they were before it.
    ///
    /// # Errors
    /// The first refusal, `NO_REASSIGNMENT_IN_PROGRESS` among them.
    pub async fn cancel_reassignment(&self, topic: &str, partitions: &[i32]) -> Result<(), Error> {
        self.alter_reassignments(topic, partitions.iter().map(|index| (*index, None)).collect()).await
    }

    async fn alter_reassignments(&self, topic: &str, partitions: Vec<Wanted>) -> Result<(), Error> {
        let request = reassignment(vec![(topic.to_owned(), partitions)]);
        let answer = self.any_broker().await?.call(&request).await?;
        Error::check("AlterPartitionReassignments", answer.error_code, answer.error_message)?;
        for partition in answer.responses.into_iter().flat_map(|t| t.partitions) {
            Error::check("AlterPartitionReassignments", partition.error_code, partition.error_message)?;
        }
        Ok(())
    }

    /// Asks for the preferred leader of each partition. Answers per partition are not looked at: the metadata log tells
    /// who leads, and the asking is repeated until it is right.
    ///
    /// # Errors
    /// When the request as a whole fails.
    pub async fn elect_preferred(&self, partitions: &BTreeMap<String, Vec<i32>>) -> Result<(), Error> {
        let request = ElectLeadersRequest {
            election_type: 0,
            topic_partitions: Some(
                partitions
                    .iter()
                    .map(|(topic, partitions)| elect_leaders_request::TopicPartitions {
                        topic: topic.clone(),
                        partitions: partitions.clone(),
                        ..Default::default()
                    })
                    .collect(),
            ),
            timeout_ms: TIMEOUT_MS,
            ..Default::default()
        };
        let answer = self.any_broker().await?.call(&request).await?;
        for result in answer.replica_election_results {
            for partition in result.partition_result.iter().filter(|p| p.error_code != 0) {
                tracing::debug!(
                    topic = result.topic,
                    partition = partition.partition_id,
                    error = ErrorCode(partition.error_code).name(),
                    "not elected yet"
                );
            }
        }
        Error::check("ElectLeaders", answer.error_code, None)
    }

    /// Changes in-sync sets as their leader.
    ///
    /// # Errors
    /// When the request as a whole fails; a controller that is no longer active is forgotten.
    pub async fn alter_partition(
        &self,
        request: &AlterPartitionRequest,
    ) -> Result<AlterPartitionResponse, Error> {
        self.controllers().call("AlterPartition", request, |answer| answer.error_code).await
    }

    /// Tells the controllers in which of our directories (we have one) our replicas are. Needed after our directory id
    /// changed, or when another broker's tool placed us without one.
    ///
    /// # Errors
    /// When the request fails.
    pub async fn assign_directories(&self, keys: &[Key]) -> Result<(), Error> {
        use kagami_codec::message::{AssignReplicasToDirsRequest, assign_replicas_to_dirs_request as assign};
        let mut topics: BTreeMap<Uuid, Vec<assign::PartitionData>> = BTreeMap::new();
        for key in keys {
            let partition = assign::PartitionData { partition_index: key.partition, ..Default::default() };
            topics.entry(key.topic_id).or_default().push(partition);
        }
        let request = AssignReplicasToDirsRequest {
            broker_id: self.node_id(),
            broker_epoch: self.broker_epoch(),
            directories: vec![assign::DirectoryData {
                id: self.directory,
                topics: topics
                    .into_iter()
                    .map(|(topic_id, partitions)| assign::TopicData {
                        topic_id,
                        partitions,
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }],
            ..Default::default()
        };
        self.controllers().call("AssignReplicasToDirs", &request, |answer| answer.error_code).await?;
        Ok(())
    }
}

/// While this lives, the controllers may place replicas on us.
#[derive(Debug)]
pub struct Uncordoned<'a>(&'a Cluster);

impl Drop for Uncordoned<'_> {
    fn drop(&mut self) {
        self.0.openings.send_modify(|openings| openings.held = openings.held.saturating_sub(1));
    }
}
