//! What a client may do that is known by its certificate.
//!
//! Such a client cannot be asked for at the companion, because its certificate cannot be handed on. So its rights are
//! read where the cluster keeps them: in the access control entries of the metadata log. Super users stand in no log,
//! only in the brokers' own files; whether a client is one is asked of the active controller, with a request in the
//! client's name that changes nothing (KIP-590's envelope, which brokers use to hand clients' requests on).

use std::{collections::HashMap, net::IpAddr, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use kagami_codec::{
    Request, Writer,
    api::ApiKey,
    frame::{RequestHeader, decode_response, request_frame_with},
    message::{AlterPartitionReassignmentsRequest, EnvelopeRequest, ListPartitionReassignmentsRequest},
    types::ErrorCode,
};
use kagami_policies::acl::{CLUSTER_NAME, Entries, Kind, Operation, Who};
use parking_lot::Mutex;
use tokio::time::Instant;

use super::{Shared, error::Error};

/// How long it holds whether a client is a super user.
const HOLDS: Duration = Duration::from_secs(60);
/// Clients whose standing is remembered.
const STANDINGS_MAX: usize = 10_000;
/// The version of both questions below that controllers from 3.7 on know.
const QUESTION_VERSION: i16 = 0;

/// Who a client is by its certificate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Client {
    /// Name in the certificate, such as `CN=alice`.
    pub(super) name: String,
    pub(super) address: IpAddr,
}

/// How far the entries decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// There is no authorizer, or the client is a super user.
    Everything,
    /// The entries do; `unnamed` is `allow.everyone.if.no.acl.found`.
    Entries { unnamed: bool },
}

/// What all connections know together, so that a client that connects often is asked for once.
#[derive(Debug, Default)]
pub(super) struct Standings(Mutex<HashMap<Client, (Standing, Instant)>>);

impl Standings {
    fn of(&self, client: &Client) -> Option<(Standing, Instant)> {
        self.0.lock().get(client).copied().filter(|(_, until)| Instant::now() < *until)
    }

    fn learned(&self, client: &Client, standing: Standing, until: Instant) {
        let mut known = self.0.lock();
        if known.len() >= STANDINGS_MAX {
            known.clear();
        }
        known.insert(client.clone(), (standing, until));
    }
}

/// The rights of one client, as of now. Entries are looked up when they are asked for.
#[derive(Clone, Debug)]
pub(super) struct Rights {
    shared: Arc<Shared>,
    principal: String,
    host: String,
    standing: Standing,
    until: Instant,
}

impl Rights {
    /// Learns them from the cluster.
    ///
    /// # Errors
    /// When neither the companion nor a controller answers: nobody may do anything then.
    pub(super) async fn learn(shared: &Arc<Shared>, client: &Client) -> Result<Self, Error> {
        let guard = shared.guard().await?;
        let name = guard.names.map(&client.name);
        let mut rights = Self {
            shared: Arc::clone(shared),
            principal: format!("User:{name}"),
            host: client.address.to_string(),
            standing: Standing::Everything,
            until: Instant::now() + HOLDS,
        };
        if guard.authorizer {
            (rights.standing, rights.until) = match shared.known.standings.of(client) {
                Some(known) => known,
                None => {
                    let standing = rights.ask(&name, client.address).await?;
                    shared.known.standings.learned(client, standing, rights.until);
                    (standing, rights.until)
                }
            };
        }
        Ok(rights)
    }

    pub(super) fn are_fresh(&self) -> bool {
        Instant::now() < self.until
    }

    /// Whether the client may do `operation` to a resource.
    pub(super) fn allow(&self, operation: Operation, kind: Kind, name: &str) -> bool {
        self.entries(|entries, who| entries.allow(who, operation, kind, name))
    }

    /// Whether the client may do `operation` to the cluster.
    pub(super) fn allow_cluster(&self, operation: Operation) -> bool {
        self.allow(operation, Kind::CLUSTER, CLUSTER_NAME)
    }

    /// Whether the client may do `operation` to any resource of a kind.
    pub(super) fn allow_any(&self, operation: Operation, kind: Kind) -> bool {
        self.entries(|entries, who| entries.allow_any(who, operation, kind))
    }

    /// What the client may do to a resource, as the bits that Kafka answers with.
    pub(super) fn operations(&self, kind: Kind, name: &str) -> i32 {
        let allowed = Operation::of(kind).iter().filter(|operation| self.allow(**operation, kind, name));
        allowed.fold(0, |bits, operation| bits | 1 << operation.0)
    }

    fn entries(&self, decide: impl FnOnce(&Entries, &Who<'_>) -> bool) -> bool {
        let Standing::Entries { unnamed } = self.standing else { return true };
        let who = Who { principal: &self.principal, host: &self.host, unnamed };
        self.shared.destination.read(|image| decide(&image.acls, &who)).unwrap_or(false)
    }

    /// Asks for something that the entries do not allow. Whoever may do it all the same is a super user; or the cluster
    /// allows everything that no entry names.
    async fn ask(&self, name: &str, address: IpAddr) -> Result<Standing, Error> {
        let by_entries = Self { standing: Standing::Entries { unnamed: false }, ..self.clone() };
        let permitted = if !by_entries.allow_cluster(Operation::ALTER) {
            let nothing = AlterPartitionReassignmentsRequest { timeout_ms: 1_000, ..Default::default() };
            self.permits(&nothing, |answer| answer.error_code, name, address).await?
        } else if !by_entries.allow_cluster(Operation::DESCRIBE) {
            let nothing =
                ListPartitionReassignmentsRequest { topics: Some(Vec::new()), ..Default::default() };
            self.permits(&nothing, |answer| answer.error_code, name, address).await?
        } else {
            false
        };
        if !permitted {
            return Ok(by_entries.standing);
        }
        let named = self.shared.destination.read(|image| image.acls.names(Kind::CLUSTER, CLUSTER_NAME));
        Ok(if named.unwrap_or(false) { Standing::Everything } else { Standing::Entries { unnamed: true } })
    }

    /// Whether the active controller lets the client do something.
    async fn permits<R: Request>(
        &self,
        request: &R,
        code: impl FnOnce(&R::Response) -> i16,
        name: &str,
        address: IpAddr,
    ) -> Result<bool, Error> {
        let header = RequestHeader::new(ApiKey(R::KEY), QUESTION_VERSION, 0);
        let envelope = envelope(bare_frame(&header, request)?, name, address);
        let answer = self.shared.destination.forward(&envelope).await.map_err(Error::Controller)?;
        let answer = controllers_answer::<R>(answer, QUESTION_VERSION)?;
        Ok(ErrorCode(code(&answer)) != ErrorCode::CLUSTER_AUTHORIZATION_FAILED)
    }
}

/// A request without its length, in one piece.
pub(super) fn bare_frame<R: Request>(header: &RequestHeader, request: &R) -> Result<Bytes, Error> {
    let mut frame = BytesMut::new();
    for part in request_frame_with(header, request)? {
        frame.extend_from_slice(&part);
    }
    Ok(frame.freeze().split_off(4))
}

/// What the active controller answered to an enveloped request of this version.
pub(super) fn controllers_answer<R: Request>(answer: Bytes, version: i16) -> Result<R::Response, Error> {
    let (_, answer) = decode_response::<R::Response>(answer, version)
        .map_err(|why| Error::Companion(format!("a controller's answer cannot be read: {why}")))?;
    Ok(answer)
}

/// A request as a broker hands it to the controllers for a client whose name the cluster's rules have mapped.
pub(super) fn envelope(request: Bytes, name: &str, address: IpAddr) -> EnvelopeRequest {
    let address = match address {
        IpAddr::V4(address) => Bytes::copy_from_slice(&address.octets()),
        IpAddr::V6(address) => Bytes::copy_from_slice(&address.octets()),
    };
    EnvelopeRequest {
        request_data: request,
        request_principal: Some(principal_data(name)),
        client_host_address: address,
        ..Default::default()
    }
}

/// `DefaultPrincipalData`, version 0, with the version in front: what `DefaultKafkaPrincipalBuilder` reads.
fn principal_data(name: &str) -> Bytes {
    let mut w = Writer::new();
    w.put_i16(0);
    w.put_string("User", true);
    w.put_string(name, true);
    w.put_bool(false);
    w.put_tags(&[]);
    w.into_bytes()
}
