//! Metadata and DescribeCluster: the companion's answer, cut to what the client may see.

use kagami_codec::{
    frame::RequestHeader,
    message::{
        DescribeClusterRequest, MetadataRequest, MetadataResponse, metadata_request::MetadataRequestTopic,
        metadata_response::MetadataResponseTopic,
    },
    types::{ErrorCode, Uuid},
};
use kagami_policies::acl::{CLUSTER_NAME, Kind, Operation};

use super::super::{connection::Server, error::Error, request::Request, rights::Rights};

/// Up to this version an empty list of topics asks for all.
const EMPTY_IS_ALL: i16 = 0;
/// The companion is asked in no older version: this one can tell all topics from none, and that none is to be made.
const ASKED_MIN: i16 = 4;
/// What an answer says about rights that were not asked for.
const NOT_ASKED: i32 = i32::MIN;

impl Server {
    pub(super) async fn certified_metadata(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<MetadataRequest>()?;
        let rights = self.certified_rights(request.key).await?;
        let header = RequestHeader { api_version: header.api_version.max(ASKED_MIN), ..header };
        if request.version <= EMPTY_IS_ALL && body.topics.as_ref().is_none_or(Vec::is_empty) {
            body.topics = None;
        }
        let mut denied = Vec::new();
        if let Some(topics) = &mut body.topics {
            topics.retain(|topic| match self.denied(&rights, topic) {
                Some(answer) => {
                    denied.push(answer);
                    false
                }
                None => true,
            });
            let may_create = |topic: &MetadataRequestTopic| {
                topic.name.as_deref().is_some_and(|name| rights.allow(Operation::CREATE, Kind::TOPIC, name))
            };
            body.allow_auto_topic_creation &=
                rights.allow_cluster(Operation::CREATE) || topics.iter().all(may_create);
        }
        let mut response: MetadataResponse = self.pipes.open().await?.ask(&header, &body).await?;
        response.topics.retain(|topic| {
            let name = topic.name.as_deref().unwrap_or_default();
            name.is_empty() || rights.allow(Operation::DESCRIBE, Kind::TOPIC, name)
        });
        for topic in &mut response.topics {
            if topic.topic_authorized_operations != NOT_ASKED {
                let name = topic.name.as_deref().unwrap_or_default();
                topic.topic_authorized_operations = rights.operations(Kind::TOPIC, name);
            }
        }
        if response.cluster_authorized_operations != NOT_ASKED {
            response.cluster_authorized_operations = rights.operations(Kind::CLUSTER, CLUSTER_NAME);
        }
        response.topics.extend(denied);
        self.answer(&request, &response).await
    }

    /// The answer about a topic that the client may not see. Asked by id, it does not say the name.
    fn denied(&self, rights: &Rights, topic: &MetadataRequestTopic) -> Option<MetadataResponseTopic> {
        let asked = topic.name.clone().filter(|name| !name.is_empty());
        // The companion says what it says about ids that are not there.
        let name = asked.clone().or_else(|| self.shared.destination.topic_name(topic.topic_id))?;
        let seen = rights.allow(Operation::DESCRIBE, Kind::TOPIC, &name);
        (!seen).then(|| MetadataResponseTopic {
            error_code: ErrorCode::TOPIC_AUTHORIZATION_FAILED.0,
            topic_id: if asked.is_some() { Uuid::ZERO } else { topic.topic_id },
            name: asked,
            ..Default::default()
        })
    }

    pub(super) async fn certified_describe_cluster(&mut self, request: Request) -> Result<(), Error> {
        let (header, body) = request.open::<DescribeClusterRequest>()?;
        let rights = self.certified_rights(request.key).await?;
        let mut response = self.pipes.open().await?.ask(&header, &body).await?;
        if response.cluster_authorized_operations != NOT_ASKED {
            response.cluster_authorized_operations = rights.operations(Kind::CLUSTER, CLUSTER_NAME);
        }
        self.answer(&request, &response).await
    }
}
