//! One client connection: a request, its answer, the next request.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use kagami_codec::{Message, api::ApiKey, frame::response_frame};

use super::{
    Shared,
    access::Access,
    error::Error,
    inbox::{Frame, Inbox, Outbox},
    pipe::Pipes,
    request::Request,
    rights::Client,
};
use crate::{
    leader::fetch::Follower,
    net::{Stream, frame},
    peer::PeerRequest,
    shutdown::Signal,
};

/// How long an answer may still take after the client hung up or we began to stop.
const LAST_ANSWER_MAX: Duration = Duration::from_secs(5);

/// See the module.
#[derive(Debug)]
pub(super) struct Connection {
    inbox: Inbox,
    server: Server,
}

/// Everything of a connection but its reading end, which is watched while a request is being answered.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) shared: Arc<Shared>,
    pub(super) outbox: Outbox,
    pub(super) pipes: Pipes,
    pub(super) follower: Follower,
    /// After the oldest SASL handshake come tokens without any header, until the exchange is over.
    bare_tokens: bool,
    pub(super) access: Access,
}

impl Connection {
    pub(super) fn new(shared: Arc<Shared>, stream: Stream, client: Option<Client>, seed: i32) -> Self {
        let (read, write) = tokio::io::split(stream);
        let inbox = Inbox::new(read, shared.settings.frame_bytes_max, Arc::clone(&shared.large));
        let access = Access::new(&shared, client);
        let server = Server {
            outbox: Outbox::new(write),
            pipes: Pipes::new(Arc::clone(&shared), access.is_certified()),
            follower: Follower::new(Arc::clone(&shared.leader), seed),
            bare_tokens: false,
            access,
            shared,
        };
        Self { inbox, server }
    }

    /// Serves until something ends the connection, and says what.
    pub(super) async fn run(mut self) -> Error {
        loop {
            match self.turn().await {
                Ok(()) => {}
                Err(ended) => return ended,
            }
        }
    }

    async fn turn(&mut self) -> Result<(), Error> {
        let signal = self.server.shared.signal.clone();
        let frame = tokio::select! {
            biased;
            () = signal.started() => return Err(Error::Stopping),
            frame = self.inbox.frame() => frame?.ok_or(Error::ByPeer)?,
        };
        tokio::select! {
            answered = self.server.handle(frame) => answered,
            ended = given_up(&mut self.inbox, &signal) => Err(ended),
        }
    }
}

/// Resolves when nobody can want the answer any more. Cancel safe.
async fn given_up(inbox: &mut Inbox, signal: &Signal) -> Error {
    let why = tokio::select! {
        () = inbox.hung_up() => Error::ByPeer,
        () = signal.started() => Error::Stopping,
    };
    tokio::time::sleep(LAST_ANSWER_MAX).await;
    why
}

impl Server {
    async fn handle(&mut self, frame: Frame) -> Result<(), Error> {
        if self.bare_tokens {
            if !frame::looks_like_request(&frame.bytes) {
                return self.relay(&frame.bytes).await;
            }
            self.bare_tokens = false;
        }
        let request = Request::peek(frame.bytes.clone())?;
        if is_ours(request.key) {
            self.authentic(request.correlation_id).await?;
            // Whoever stood still may have been replaced: nothing is said before the metadata log was looked at again.
            self.shared.leader.awake().await;
        }
        match request.key {
            ApiKey::API_VERSIONS => self.api_versions(request).await,
            ApiKey::PRODUCE => self.produce(request).await,
            ApiKey::FETCH => Box::pin(self.fetch(request)).await,
            ApiKey::LIST_OFFSETS => self.list_offsets(request).await,
            ApiKey::OFFSET_FOR_LEADER_EPOCH => self.end_of_epochs(request).await,
            ApiKey::DELETE_RECORDS => self.delete_records(request).await,
            ApiKey::ADD_PARTITIONS_TO_TXN => self.add_partitions_to_txn(request).await,
            ApiKey::WRITE_TXN_MARKERS => self.write_txn_markers(request).await,
            ApiKey::LIST_GROUPS => self.list_groups(request).await,
            ApiKey::LIST_TRANSACTIONS => self.list_transactions(request).await,
            ApiKey::DESCRIBE_LOG_DIRS => self.describe_log_dirs(request).await,
            ApiKey::DESCRIBE_CONFIGS => self.describe_configs(request).await,
            ApiKey::INCREMENTAL_ALTER_CONFIGS => self.incremental_alter_configs(request).await,
            key if key.0 == PeerRequest::KEY => self.peer(request).await,
            key if is_between_brokers(key) => Err(Error::NotForUs(key)),
            _ if self.access.is_certified() => Box::pin(self.certified(request)).await,
            ApiKey::SASL_HANDSHAKE => self.sasl_handshake(request).await,
            _ => self.relay(&request.frame).await,
        }
    }

    /// Hands a request on as it is, and its answer back as it comes.
    pub(super) async fn relay(&mut self, frame: &Bytes) -> Result<(), Error> {
        if self.access.is_certified() {
            // It would be said in our name.
            return Err(Error::NotHandedOn(Request::peek(frame.clone())?.key));
        }
        let pipe = self.pipes.open().await?;
        pipe.send_on(frame).await?;
        pipe.pass_on(&mut self.outbox).await
    }

    /// Sends an answer of ours.
    pub(super) async fn answer<M: Message>(&mut self, request: &Request, response: &M) -> Result<(), Error> {
        let frame = response_frame(request.correlation_id, response, request.version)?;
        self.outbox.send(&frame).await
    }

    async fn sasl_handshake(&mut self, request: Request) -> Result<(), Error> {
        self.pipes.bound = true;
        let pipe = self.pipes.open().await?;
        pipe.send_on(&request.frame).await?;
        let answer = pipe.answer().await?;
        // Behind the correlation id stands the error code.
        self.bare_tokens = request.version == 0 && answer.get(4..6) == Some(&[0, 0]);
        self.outbox.send_answer(answer).await
    }
}

/// Requests that we may answer without asking the companion.
const fn is_ours(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::PRODUCE
            | ApiKey::FETCH
            | ApiKey::LIST_OFFSETS
            | ApiKey::OFFSET_FOR_LEADER_EPOCH
            | ApiKey::DELETE_RECORDS
            | ApiKey::ADD_PARTITIONS_TO_TXN
            | ApiKey::WRITE_TXN_MARKERS
            | ApiKey::LIST_GROUPS
            | ApiKey::LIST_TRANSACTIONS
            | ApiKey::DESCRIBE_LOG_DIRS
    ) || key.0 == PeerRequest::KEY
}

/// Requests that a broker's port does not serve to anybody, or that only a broker with a log can answer.
const fn is_between_brokers(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::LEADER_AND_ISR
            | ApiKey::STOP_REPLICA
            | ApiKey::UPDATE_METADATA
            | ApiKey::CONTROLLED_SHUTDOWN
            | ApiKey::VOTE
            | ApiKey::BEGIN_QUORUM_EPOCH
            | ApiKey::END_QUORUM_EPOCH
            | ApiKey::ALTER_PARTITION
            | ApiKey::ENVELOPE
            | ApiKey::FETCH_SNAPSHOT
            | ApiKey::BROKER_REGISTRATION
            | ApiKey::BROKER_HEARTBEAT
            | ApiKey::ALLOCATE_PRODUCER_IDS
            | ApiKey::CONTROLLER_REGISTRATION
            | ApiKey::ASSIGN_REPLICAS_TO_DIRS
            | ApiKey::INITIALIZE_SHARE_GROUP_STATE
            | ApiKey::READ_SHARE_GROUP_STATE
            | ApiKey::WRITE_SHARE_GROUP_STATE
            | ApiKey::DELETE_SHARE_GROUP_STATE
            | ApiKey::READ_SHARE_GROUP_STATE_SUMMARY
    ) || key.0 == 82 // UpdateRaftVoter
        || key.0 == 94 // UnregisterController
}
