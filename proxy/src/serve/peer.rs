//! Questions of other sidecars: who may replicate may ask.

use super::{connection::Server, error::Error, request::Request};
use crate::peer::{PeerRequest, PeerResponse};

impl Server {
    /// Hands a question to the links, and their answer back.
    pub(super) async fn peer(&mut self, request: Request) -> Result<(), Error> {
        let (_, question) = request.open::<PeerRequest>()?;
        self.may_replicate(self.shared.leader.node_id(), request.correlation_id).await?;
        let body = self.shared.mirrors.asked(question.body).await;
        self.answer(&request, &PeerResponse { body }).await
    }
}
