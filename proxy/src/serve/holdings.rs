//! Questions that go to each broker about what it holds itself. We hold nothing: no groups, no transactions, no logs.
//! Handed on, the companion's would be counted twice, and under our id.

use kagami_codec::message::{
    DescribeLogDirsRequest, DescribeLogDirsResponse, ListGroupsRequest, ListGroupsResponse,
    ListTransactionsRequest, ListTransactionsResponse,
};

use super::{connection::Server, error::Error, request::Request};

impl Server {
    pub(super) async fn list_groups(&mut self, request: Request) -> Result<(), Error> {
        request.open::<ListGroupsRequest>()?;
        self.answer(&request, &ListGroupsResponse::default()).await
    }

    pub(super) async fn list_transactions(&mut self, request: Request) -> Result<(), Error> {
        request.open::<ListTransactionsRequest>()?;
        self.answer(&request, &ListTransactionsResponse::default()).await
    }

    pub(super) async fn describe_log_dirs(&mut self, request: Request) -> Result<(), Error> {
        request.open::<DescribeLogDirsRequest>()?;
        self.answer(&request, &DescribeLogDirsResponse::default()).await
    }
}
