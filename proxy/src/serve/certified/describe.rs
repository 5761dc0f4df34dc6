//! Questions about settings and rights: asked of the companion in our name, for those who may.

use kagami_codec::{
    Request as Asked,
    frame::RequestHeader,
    message::{
        DescribeAclsRequest, DescribeAclsResponse, DescribeClientQuotasRequest, DescribeClientQuotasResponse,
        DescribeConfigsRequest, DescribeConfigsResponse, DescribeUserScramCredentialsRequest,
        DescribeUserScramCredentialsResponse, ListConfigResourcesRequest, ListConfigResourcesResponse,
        describe_configs_request::DescribeConfigsResource, describe_configs_response::DescribeConfigsResult,
    },
    types::ErrorCode,
};
use kagami_policies::acl::{Kind, Operation};

use super::super::{connection::Server, error::Error, request::Request, rights::Rights};

/// Kafka's numbers of what has settings.
const TOPIC: i8 = 2;
const GROUP: i8 = 32;

const REFUSED: i16 = ErrorCode::CLUSTER_AUTHORIZATION_FAILED.0;

impl Server {
    /// Settings as the companion tells them: to the client itself, or in our name for a client that is known by its
    /// certificate, as far as it may have them.
    pub(in super::super) async fn described(
        &mut self,
        header: &RequestHeader,
        mut body: DescribeConfigsRequest,
    ) -> Result<DescribeConfigsResponse, Error> {
        let mut refused = Vec::new();
        if let Some(rights) = self.rights().await?.cloned() {
            body.resources.retain(|resource| match refusal(&rights, resource) {
                Some(code) => {
                    refused.push(DescribeConfigsResult {
                        error_code: code.0,
                        resource_type: resource.resource_type,
                        resource_name: resource.resource_name.clone(),
                        ..Default::default()
                    });
                    false
                }
                None => true,
            });
        }
        let mut response = if body.resources.is_empty() {
            DescribeConfigsResponse::default()
        } else {
            self.pipes.open().await?.ask(header, &body).await?
        };
        response.results.extend(refused);
        Ok(response)
    }

    pub(super) async fn certified_describe_acls(&mut self, request: Request) -> Result<(), Error> {
        let refusal = DescribeAclsResponse { error_code: REFUSED, ..Default::default() };
        self.ask_if::<DescribeAclsRequest>(request, Operation::DESCRIBE, refusal).await
    }

    pub(super) async fn certified_describe_client_quotas(&mut self, request: Request) -> Result<(), Error> {
        let refusal =
            DescribeClientQuotasResponse { error_code: REFUSED, entries: None, ..Default::default() };
        self.ask_if::<DescribeClientQuotasRequest>(request, Operation::DESCRIBE_CONFIGS, refusal).await
    }

    pub(super) async fn certified_describe_user_scram(&mut self, request: Request) -> Result<(), Error> {
        let refusal = DescribeUserScramCredentialsResponse { error_code: REFUSED, ..Default::default() };
        self.ask_if::<DescribeUserScramCredentialsRequest>(request, Operation::DESCRIBE, refusal).await
    }

    pub(super) async fn certified_list_config_resources(&mut self, request: Request) -> Result<(), Error> {
        let refusal = ListConfigResourcesResponse { error_code: REFUSED, ..Default::default() };
        self.ask_if::<ListConfigResourcesRequest>(request, Operation::DESCRIBE_CONFIGS, refusal).await
    }

    /// What takes one right to the whole cluster.
    async fn ask_if<R: Asked>(
        &mut self,
        request: Request,
        operation: Operation,
        refusal: R::Response,
    ) -> Result<(), Error> {
        let (header, body) = request.open::<R>()?;
        let rights = self.certified_rights(request.key).await?;
        let response = if rights.allow_cluster(operation) {
            self.pipes.open().await?.ask(&header, &body).await?
        } else {
            refusal
        };
        self.answer(&request, &response).await
    }
}

fn refusal(rights: &Rights, resource: &DescribeConfigsResource) -> Option<ErrorCode> {
    let name = &resource.resource_name;
    let (may, code) = match resource.resource_type {
        TOPIC => (
            rights.allow(Operation::DESCRIBE_CONFIGS, Kind::TOPIC, name),
            ErrorCode::TOPIC_AUTHORIZATION_FAILED,
        ),
        GROUP => (
            rights.allow(Operation::DESCRIBE_CONFIGS, Kind::GROUP, name),
            ErrorCode::GROUP_AUTHORIZATION_FAILED,
        ),
        _ => (rights.allow_cluster(Operation::DESCRIBE_CONFIGS), ErrorCode::CLUSTER_AUTHORIZATION_FAILED),
    };
    (!may).then_some(code)
}
