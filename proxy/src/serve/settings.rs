//! Settings of the broker that we seem to be. Tools ask every broker for its settings, and set throttles on each; the
//! companion knows no broker with our id, and we have no settings that anybody could change while we run.
//!
//! So the companion says whether the client may, and whether the change would be right, about itself; our settings are
//! none, and a change to them is checked and not kept.

use kagami_codec::message::{
    DescribeConfigsRequest, IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    describe_configs_request::DescribeConfigsResource,
    incremental_alter_configs_request::AlterConfigsResource,
};

use super::{connection::Server, error::Error, request::Request};

/// Kafka's numbers of what belongs to one broker.
const BROKER: i8 = 4;
const BROKER_LOGGER: i8 = 8;

impl Server {
    pub(super) async fn describe_configs(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<DescribeConfigsRequest>()?;
        let us = self.our_name();
        let is_ours = |r: &mut DescribeConfigsResource| is_broker(r.resource_type) && r.resource_name == us;
        let ours: Vec<_> = body.resources.extract_if(.., is_ours).collect();
        if ours.is_empty() && !self.access.is_certified() {
            return self.relay(&request.frame).await;
        }
        let mut response = self.described(&header, body.clone()).await?;
        let companion = self.shared.destination.companion().to_string();
        let about = |r: &DescribeConfigsResource| DescribeConfigsResource {
            resource_name: companion.clone(),
            ..r.clone()
        };
        let ask = DescribeConfigsRequest { resources: ours.iter().map(about).collect(), ..body };
        for mut result in self.described(&header, ask).await?.results {
            result.resource_name.clone_from(&us);
            result.configs.clear();
            response.results.push(result);
        }
        self.answer(&request, &response).await
    }

    pub(super) async fn incremental_alter_configs(&mut self, request: Request) -> Result<(), Error> {
        let (header, mut body) = request.open::<IncrementalAlterConfigsRequest>()?;
        let us = self.our_name();
        let is_ours = |r: &mut AlterConfigsResource| is_broker(r.resource_type) && r.resource_name == us;
        let ours: Vec<_> = body.resources.extract_if(.., is_ours).collect();
        if ours.is_empty() {
            return if self.access.is_certified() {
                self.certified(request).await
            } else {
                self.relay(&request.frame).await
            };
        }
        let mut response = if body.resources.is_empty() {
            IncrementalAlterConfigsResponse::default()
        } else {
            self.ask_as_client(&header, &body).await?
        };
        let companion = self.shared.destination.companion().to_string();
        let about =
            |r: &AlterConfigsResource| AlterConfigsResource { resource_name: companion.clone(), ..r.clone() };
        let ask = IncrementalAlterConfigsRequest {
            resources: ours.iter().map(about).collect(),
            validate_only: true,
            ..body
        };
        for mut result in self.ask_as_client(&header, &ask).await?.responses {
            result.resource_name.clone_from(&us);
            response.responses.push(result);
        }
        self.answer(&request, &response).await
    }

    fn our_name(&self) -> String {
        self.shared.leader.node_id().to_string()
    }
}

const fn is_broker(resource_type: i8) -> bool {
    matches!(resource_type, BROKER | BROKER_LOGGER)
}
