//! What a client gets from us that is known by its certificate, and asks about anything but mirrors.
//!
//! Its certificate cannot be handed on, so the companion is asked in our name, and only for what the client may have:
//! its rights are looked up first, and what the companion says about rights is said anew. What is meant for the
//! controllers goes to the active one in the client's name, as a broker would hand it on (KIP-590). The rest is not
//! offered: nobody needs it of a broker that coordinates nothing.

mod coordinators;
mod describe;
mod metadata;

use bytes::Bytes;
use kagami_codec::{
    Message, Request as Asked,
    api::ApiKey,
    frame::RequestHeader,
    message::{
        DescribeAclsRequest, DescribeClientQuotasRequest, DescribeClusterRequest,
        DescribeUserScramCredentialsRequest, FindCoordinatorRequest, InitProducerIdRequest,
        ListConfigResourcesRequest, MetadataRequest,
    },
};

use super::{Shared, connection::Server, error::Error, request::Request, rights};

/// Requests that are opened here, with the versions that we can open.
const OPENED: [(i16, i16, i16); 8] = [
    versions::<MetadataRequest>(),
    versions::<FindCoordinatorRequest>(),
    versions::<InitProducerIdRequest>(),
    versions::<DescribeAclsRequest>(),
    versions::<DescribeClientQuotasRequest>(),
    versions::<DescribeUserScramCredentialsRequest>(),
    versions::<DescribeClusterRequest>(),
    versions::<ListConfigResourcesRequest>(),
];

const fn versions<M: Message>() -> (i16, i16, i16) {
    (M::KEY, M::MIN_VERSION, M::MAX_VERSION)
}

/// Requests that a broker hands on to the active controller as they are.
const fn is_for_controllers(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::CREATE_TOPICS
            | ApiKey::DELETE_TOPICS
            | ApiKey::CREATE_PARTITIONS
            | ApiKey::CREATE_ACLS
            | ApiKey::DELETE_ACLS
            | ApiKey::ALTER_CONFIGS
            | ApiKey::INCREMENTAL_ALTER_CONFIGS
            | ApiKey::ELECT_LEADERS
            | ApiKey::ALTER_PARTITION_REASSIGNMENTS
            | ApiKey::LIST_PARTITION_REASSIGNMENTS
            | ApiKey::ALTER_CLIENT_QUOTAS
            | ApiKey::ALTER_USER_SCRAM_CREDENTIALS
            | ApiKey::UPDATE_FEATURES
            | ApiKey::DESCRIBE_QUORUM
            | ApiKey::UNREGISTER_BROKER
            | ApiKey::ADD_RAFT_VOTER
            | ApiKey::REMOVE_RAFT_VOTER
    )
}

/// The versions of a request that are offered beside those about mirrors; `None` where it is not offered at all.
pub(super) fn offered(key: ApiKey) -> Option<(i16, i16)> {
    let opened = OPENED.iter().find(|(opened, ..)| *opened == key.0).map(|(_, min, max)| (*min, *max));
    opened.or_else(|| is_for_controllers(key).then_some((0, i16::MAX)))
}

impl Server {
    pub(super) async fn certified(&mut self, request: Request) -> Result<(), Error> {
        match request.key {
            ApiKey::METADATA => self.certified_metadata(request).await,
            ApiKey::FIND_COORDINATOR => self.certified_find_coordinator(request).await,
            ApiKey::INIT_PRODUCER_ID => self.certified_init_producer_id(request).await,
            ApiKey::DESCRIBE_ACLS => self.certified_describe_acls(request).await,
            ApiKey::DESCRIBE_CLIENT_QUOTAS => self.certified_describe_client_quotas(request).await,
            ApiKey::DESCRIBE_USER_SCRAM_CREDENTIALS => self.certified_describe_user_scram(request).await,
            ApiKey::DESCRIBE_CLUSTER => self.certified_describe_cluster(request).await,
            ApiKey::LIST_CONFIG_RESOURCES => self.certified_list_config_resources(request).await,
            key if is_for_controllers(key) => self.forward_to_controller(request).await,
            key => Err(Error::NotHandedOn(key)),
        }
    }

    /// The rights of the client that asks for `key`.
    async fn certified_rights(&mut self, key: ApiKey) -> Result<rights::Rights, Error> {
        self.rights().await?.cloned().ok_or(Error::NotHandedOn(key))
    }

    async fn forward_to_controller(&mut self, request: Request) -> Result<(), Error> {
        let Some(client) = self.access.client() else { return Err(Error::NotHandedOn(request.key)) };
        let answer = forwarded(&self.shared, client, request.frame).await?;
        self.outbox.send_answer(answer).await
    }

    /// Asks for the client: on its own connection to the companion, or of the active controller in its name.
    pub(super) async fn ask_as_client<R: Asked>(
        &mut self,
        header: &RequestHeader,
        ask: &R,
    ) -> Result<R::Response, Error> {
        let Some(client) = self.access.client() else {
            return self.pipes.open().await?.ask(header, ask).await;
        };
        let frame = rights::bare_frame(header, ask)?;
        let answer = forwarded(&self.shared, client, frame).await?;
        rights::controllers_answer::<R>(answer, header.api_version)
    }
}

/// The active controller's answer to a client's request, header included.
async fn forwarded(shared: &Shared, client: &rights::Client, frame: Bytes) -> Result<Bytes, Error> {
    let name = shared.guard().await?.names.map(&client.name);
    let envelope = rights::envelope(frame, &name, client.address);
    shared.destination.forward(&envelope).await.map_err(Error::Controller)
}
