//! What a client may have that we answer ourselves.
//!
//! The cluster decides, not we: a question that only the allowed get answered is put to the companion on the client's own
//! broker connection, and what it says holds for a while. Certificates cannot be handed on; a follower that shows one is
//! known by it, because a broker shows the same one on its own port.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use kagami_codec::{
    api::ApiKey,
    frame::RequestHeader,
    message::{FetchRequest, MetadataRequest, fetch_request},
    types::ErrorCode,
};
use kagami_policies::acl::{Kind, Operation};
use tokio::{sync::Mutex, time::Instant};

use super::{
    Shared,
    connection::Server,
    destination::Guard,
    error::Error,
    request::Request,
    rights::{Client, Rights, Standings},
};
use crate::{cluster, store};

/// How long an answer of the companion about rights holds. Kafka's own caches of ACLs follow changes within seconds; a
/// minute bounds how long a right outlives its removal here, while the records themselves are guarded by Kafka.
const HOLDS: Duration = Duration::from_secs(60);
/// How long it holds whether brokers ask an authorizer: a setting that takes a restart of theirs.
const GUARD_HOLDS: Duration = Duration::from_secs(300);
/// How long a companion that did not say it is left alone.
const FAILURE_HOLDS: Duration = Duration::from_secs(2);
/// How often brokers are asked for their certificates again when an unknown one turns up.
const ASK_AGAIN: Duration = Duration::from_secs(10);
/// Topics whose rights one connection remembers.
const TOPICS_MAX: usize = 1_000;
/// The versions that the companion is asked in: by name, and known to every broker from 3.7 on.
const FETCH_BY_NAME: i16 = 12;
const METADATA_VERSION: i16 = 9;
/// Kafka's numbers of protocols.
const SSL: i16 = 1;
const SASL: [i16; 2] = [2, 3];

/// What all connections of a listener know together.
#[derive(Debug, Default)]
pub(super) struct Known {
    guard: Mutex<Asked>,
    certificates: Mutex<Certificates>,
    pub(super) standings: Standings,
}

/// How the brokers tell what a client may do, as last heard.
#[derive(Debug, Default)]
struct Asked {
    guard: Option<(Instant, Arc<Guard>)>,
    failed_at: Option<Instant>,
}

#[derive(Debug, Default)]
struct Certificates {
    asked_at: Option<Instant>,
    /// Name in the certificate that each real broker shows on this listener.
    of: BTreeMap<i32, String>,
}

/// What one connection knows.
#[derive(Debug)]
pub(super) struct Access {
    /// Who the client is, where its certificate says so.
    client: Option<Client>,
    /// Of such a client, as last learned.
    rights: Option<Rights>,
    sasl: bool,
    /// The companion has let the client in.
    authentic: bool,
    replicates_until: Option<Instant>,
    topics: HashMap<String, (Instant, bool)>,
}

impl Access {
    pub(super) fn new(shared: &Shared, client: Option<Client>) -> Self {
        let protocol = shared.destination.protocol(&shared.settings.name);
        Self {
            client: client.filter(|_| protocol == Some(SSL)),
            rights: None,
            sasl: protocol.is_some_and(|p| SASL.contains(&p)),
            authentic: false,
            replicates_until: None,
            topics: HashMap::new(),
        }
    }

    /// Whether the client is known by its certificate.
    pub(super) const fn is_certified(&self) -> bool {
        self.client.is_some()
    }

    /// Who the client is by its certificate.
    pub(super) const fn client(&self) -> Option<&Client> {
        self.client.as_ref()
    }

    /// Whether the companion does not let the client read a topic.
    pub(super) fn refuses(&self, topic: &str) -> bool {
        self.topics.get(topic).is_some_and(|(_, may)| !may)
    }
}

impl Server {
    /// Before anything of ours is said: whoever must log in has done so, and is not forgotten since.
    ///
    /// # Errors
    /// When the companion hangs up, as it does on whoever asks something before logging in.
    pub(super) async fn authentic(&mut self, correlation_id: i32) -> Result<(), Error> {
        if !self.access.sasl {
            return Ok(());
        }
        if self.access.authentic {
            return if self.pipes.is_lost() {
                Err(Error::Companion("it hung up".to_owned()))
            } else {
                Ok(())
            };
        }
        let header = RequestHeader::new(ApiKey::METADATA, METADATA_VERSION, correlation_id);
        let nothing = MetadataRequest { topics: Some(Vec::new()), ..Default::default() };
        self.pipes.open().await?.ask(&header, &nothing).await?;
        self.access.authentic = true;
        Ok(())
    }

    /// What the client may do, if it is known by its certificate; `None` when the companion decides.
    ///
    /// # Errors
    /// When the cluster cannot be asked: nobody may do anything then.
    pub(super) async fn rights(&mut self) -> Result<Option<&Rights>, Error> {
        let Some(client) = &self.access.client else { return Ok(None) };
        if !self.access.rights.as_ref().is_some_and(Rights::are_fresh) {
            self.access.rights = Some(Rights::learn(&self.shared, client).await?);
        }
        Ok(self.access.rights.as_ref())
    }

    /// Whether the client may act for a broker.
    ///
    /// # Errors
    /// [`Error::NoBrokerRights`], and what ends the connection to the companion.
    pub(super) async fn may_replicate(&mut self, replica: i32, correlation_id: i32) -> Result<(), Error> {
        let now = Instant::now();
        if self.access.replicates_until.is_some_and(|until| now < until) {
            return Ok(());
        }
        if let Some(client) = self.access.client.clone() {
            // Brokers are known by their certificates, also while nobody can be asked for rights.
            let acts = self.shared.is_broker(&client.name).await
                || self.rights().await?.is_some_and(|r| r.allow_cluster(Operation::CLUSTER_ACTION));
            if !acts {
                return Err(Error::NoBrokerRights(client.name));
            }
        } else if self.shared.has_authorizer().await {
            // Our own topic is always there, and of a follower's right to it nobody asks but who may replicate anything.
            let asked = BTreeMap::from([(store::TOPIC.to_owned(), fetch_request::FetchPartition::default())]);
            let codes = self.probe(replica, asked, correlation_id).await?;
            if codes.is_empty() || codes.iter().any(|(_, code)| is_refusal(*code)) {
                return Err(Error::NoBrokerRights("the client".to_owned()));
            }
        }
        self.access.replicates_until = Some(now + HOLDS);
        Ok(())
    }

    /// Asks the companion which topics of a fetch the client may read, where it is not known.
    ///
    /// # Errors
    /// What ends the connection to the companion.
    pub(super) async fn learn_readable(
        &mut self,
        body: &FetchRequest,
        request: &Request,
    ) -> Result<(), Error> {
        if !self.access.is_certified() && !self.shared.has_authorizer().await {
            return Ok(());
        }
        let now = Instant::now();
        if self.access.topics.len() > TOPICS_MAX {
            self.access.topics.clear();
        }
        let mut asked = BTreeMap::new();
        for topic in &body.topics {
            let name = if topic.topic.is_empty() {
                self.shared.destination.topic_name(topic.topic_id)
            } else {
                Some(topic.topic.clone())
            };
            let Some(name) = name.filter(|name| self.shared.mirrors.is_mirror(name)) else { continue };
            if let Some(rights) = self.rights().await? {
                let may = rights.allow(Operation::READ, Kind::TOPIC, &name);
                self.access.topics.insert(name, (now, may));
                continue;
            }
            let fresh = self.access.topics.get(&name).is_some_and(|(at, _)| now < *at + HOLDS);
            let Some(first) = topic.partitions.first().filter(|_| !fresh) else { continue };
            let end = self.led_mirror(&name, first.partition, -1).map_or(0, |led| led.log.high_watermark);
            let partition = fetch_request::FetchPartition {
                partition: first.partition,
                fetch_offset: end,
                partition_max_bytes: 1,
                ..Default::default()
            };
            asked.insert(name, partition);
        }
        if asked.is_empty() {
            return Ok(());
        }
        for (topic, code) in self.probe(-1, asked, request.correlation_id).await? {
            self.access.topics.insert(topic, (now, !is_refusal(code)));
        }
        Ok(())
    }

    /// The codes that a fetch gets which nobody would take for a real one.
    async fn probe(
        &mut self,
        replica_id: i32,
        asked: BTreeMap<String, fetch_request::FetchPartition>,
        correlation_id: i32,
    ) -> Result<Vec<(String, ErrorCode)>, Error> {
        let topic = |(topic, partition)| fetch_request::FetchTopic {
            topic,
            partitions: vec![partition],
            ..Default::default()
        };
        let ask = FetchRequest {
            replica_id,
            max_bytes: 1,
            session_epoch: -1,
            topics: asked.into_iter().map(topic).collect(),
            ..Default::default()
        };
        let header = RequestHeader::new(ApiKey::FETCH, FETCH_BY_NAME, correlation_id);
        let answer = self.pipes.open().await?.ask(&header, &ask).await?;
        let whole = ErrorCode(answer.error_code);
        let codes = answer.responses.into_iter().flat_map(|topic| {
            let name = topic.topic;
            topic
                .partitions
                .into_iter()
                .map(move |p| (name.clone(), if whole.is_none() { ErrorCode(p.error_code) } else { whole }))
        });
        Ok(codes.collect())
    }
}

const fn is_refusal(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::TOPIC_AUTHORIZATION_FAILED | ErrorCode::CLUSTER_AUTHORIZATION_FAILED)
}

impl Shared {
    /// How the brokers tell what a client may do.
    ///
    /// # Errors
    /// When the companion has never said it.
    pub(super) async fn guard(&self) -> Result<Arc<Guard>, Error> {
        // Held while the companion is asked, so that many clients cost no more than one.
        let mut known = self.known.guard.lock().await;
        if let Some((asked_at, guard)) = &known.guard
            && asked_at.elapsed() < GUARD_HOLDS
        {
            return Ok(Arc::clone(guard));
        }
        let error = if known.failed_at.is_some_and(|at| at.elapsed() < FAILURE_HOLDS) {
            cluster::Error::Unexpected { what: "no answer about its authorizer a moment ago" }
        } else {
            match self.destination.guard().await {
                Ok(guard) => {
                    let guard = Arc::new(guard);
                    *known = Asked { guard: Some((Instant::now(), Arc::clone(&guard))), failed_at: None };
                    return Ok(guard);
                }
                Err(error) => {
                    known.failed_at = Some(Instant::now());
                    error
                }
            }
        };
        match &known.guard {
            Some((_, guard)) => Ok(Arc::clone(guard)),
            None => Err(Error::Controller(error)),
        }
    }

    /// Taken for granted until the companion says otherwise.
    async fn has_authorizer(&self) -> bool {
        match self.guard().await {
            Ok(guard) => guard.authorizer,
            Err(error) => {
                tracing::debug!(%error, "whether there is an authorizer is not known yet");
                true
            }
        }
    }

    /// Whether a real broker shows a certificate with this name on this listener.
    async fn is_broker(&self, principal: &str) -> bool {
        // Held while brokers are asked, so that many strangers cost no more than one.
        let mut certificates = self.known.certificates.lock().await;
        if certificates.of.values().any(|name| name == principal) {
            return true;
        }
        if certificates.asked_at.is_some_and(|at| at.elapsed() < ASK_AGAIN) {
            return false;
        }
        certificates.asked_at = Some(Instant::now());
        let dialer = self.settings.own_dialer.as_ref().unwrap_or(&self.settings.dialer);
        for (broker, endpoint) in self.destination.brokers(&self.settings.name) {
            match dialer.stream(&endpoint.host, endpoint.port).await {
                Ok(stream) => {
                    if let Some(name) = stream.peer_principal() {
                        certificates.of.insert(broker, name);
                    }
                }
                Err(error) => tracing::debug!(broker, %error, "a broker does not show its certificate"),
            }
        }
        certificates.of.values().any(|name| name == principal)
    }
}
