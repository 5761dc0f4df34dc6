//! FindCoordinator and InitProducerId, for those who may.
//!
//! A coordinator is the leader of a partition of an internal topic, so the metadata log says who it is: our own
//! principal needs no rights to anybody's groups. While there is no such topic yet, the companion is asked, because the
//! question makes it.

use kagami_codec::{
    frame::RequestHeader,
    message::{
        FindCoordinatorRequest, FindCoordinatorResponse, InitProducerIdRequest, InitProducerIdResponse,
        find_coordinator_response::Coordinator,
    },
    types::ErrorCode,
};
use kagami_policies::acl::{Kind, Operation};

use super::super::{connection::Server, error::Error, request::Request, rights::Rights};

/// From this version on several keys come in one request.
const BATCHED: i16 = 4;
/// Kafka's numbers of what is coordinated.
const GROUP: i8 = 0;
const TRANSACTION: i8 = 1;

impl Server {
    pub(super) async fn certified_find_coordinator(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<FindCoordinatorRequest>()?;
        let rights = self.certified_rights(request.key).await?;
        let batched = request.version >= BATCHED;
        let keys = if batched {
            std::mem::take(&mut body.coordinator_keys)
        } else {
            vec![std::mem::take(&mut body.key)]
        };
        let mut found = Vec::with_capacity(keys.len());
        for key in keys {
            found.push(match refusal(&rights, body.key_type, &key) {
                Some(code) => nowhere(key, code),
                None => self.coordinator(&header, body.key_type, key).await?,
            });
        }
        let response = if batched {
            FindCoordinatorResponse { coordinators: found, ..Default::default() }
        } else {
            let found = found.swap_remove(0);
            FindCoordinatorResponse {
                error_code: found.error_code,
                node_id: found.node_id,
                host: found.host,
                port: found.port,
                ..Default::default()
            }
        };
        self.answer(&request, &response).await
    }

    async fn coordinator(
        &mut self,
        header: &RequestHeader,
        key_type: i8,
        key: String,
    ) -> Result<Coordinator, Error> {
        let (destination, listener) = (&self.shared.destination, &self.shared.settings.name);
        match topic_of(key_type).and_then(|topic| destination.partition_of_key(topic, &key)) {
            Some(partition) => Ok(match destination.live_endpoint(partition.leader, listener) {
                Some(endpoint) => Coordinator {
                    key,
                    node_id: partition.leader,
                    host: endpoint.host,
                    port: i32::from(endpoint.port),
                    ..Default::default()
                },
                None => nowhere(key, ErrorCode::COORDINATOR_NOT_AVAILABLE),
            }),
            None => {
                let ask = FindCoordinatorRequest {
                    key_type,
                    coordinator_keys: vec![key.clone()],
                    ..Default::default()
                };
                let header = RequestHeader { api_version: BATCHED, ..header.clone() };
                let answer = self.pipes.open().await?.ask(&header, &ask).await?;
                let told = answer.coordinators.into_iter().find(|told| told.error_code == 0);
                // What it has against our own principal is nothing to the client.
                Ok(told.unwrap_or_else(|| nowhere(key, ErrorCode::COORDINATOR_NOT_AVAILABLE)))
            }
        }
    }

    /// Ids for producers without transactions come from any broker; those with them from their coordinator, which we
    /// are not.
    pub(super) async fn certified_init_producer_id(&mut self, request: Request) -> Result<(), Error> {
        let (header, body) = request.open::<InitProducerIdRequest>()?;
        let rights = self.certified_rights(request.key).await?;
        let may = rights.allow_cluster(Operation::IDEMPOTENT_WRITE)
            || rights.allow_any(Operation::WRITE, Kind::TOPIC);
        let code = match (&body.transactional_id, may) {
            (Some(_), _) => ErrorCode::NOT_COORDINATOR,
            (None, false) => ErrorCode::CLUSTER_AUTHORIZATION_FAILED,
            (None, true) => {
                let response = self.pipes.open().await?.ask(&header, &body).await?;
                return self.answer(&request, &response).await;
            }
        };
        let response = InitProducerIdResponse {
            error_code: code.0,
            producer_id: -1,
            producer_epoch: -1,
            ..Default::default()
        };
        self.answer(&request, &response).await
    }
}

/// The internal topic whose leaders coordinate.
const fn topic_of(key_type: i8) -> Option<&'static str> {
    match key_type {
        GROUP => Some("__consumer_offsets"),
        TRANSACTION => Some("__transaction_state"),
        _ => None,
    }
}

fn nowhere(key: String, code: ErrorCode) -> Coordinator {
    Coordinator { key, node_id: -1, port: -1, error_code: code.0, ..Default::default() }
}

fn refusal(rights: &Rights, key_type: i8, key: &str) -> Option<ErrorCode> {
    let (may, code) = match key_type {
        GROUP => (rights.allow(Operation::DESCRIBE, Kind::GROUP, key), ErrorCode::GROUP_AUTHORIZATION_FAILED),
        TRANSACTION => (
            rights.allow(Operation::DESCRIBE, Kind::TRANSACTIONAL_ID, key),
            ErrorCode::TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        ),
        // The state of share groups is a matter between brokers.
        _ => (rights.allow_cluster(Operation::CLUSTER_ACTION), ErrorCode::CLUSTER_AUTHORIZATION_FAILED),
    };
    (!may).then_some(code)
}
