//! The stage on which the tests play.

use std::{pin::Pin, sync::Arc, time::Duration};

use bytes::Bytes;
use kagami_codec::{
    Message,
    api::ApiKey,
    frame::{RequestHeader, decode_response, request_frame_with, response_frame},
    message::{EnvelopeRequest, FetchRequest, fetch_request},
    record::{
        MetadataRecord, PartitionRecord, RegisterBrokerRecord, TopicRecord,
        register_broker_record::BrokerEndpoint,
    },
    types::Uuid,
};
use parking_lot::Mutex;
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::timeout,
};

use super::super::{
    Listener, Mirrors, Settings,
    destination::{Answer, Destination, Guard},
    request::Request,
};
use crate::{
    cluster::{
        Error, Observer,
        image::{Broker, Changes, Image},
    },
    leader::Leader,
    net::{Dialer, Security, Side, read_frame, write_frame},
    shutdown::{AbortOnDrop, Signal, detached},
    window::Budget,
};

pub(super) const US: i32 = 1001;
pub(super) const COMPANION: i32 = 1;
pub(super) const OTHER: i32 = 2;
/// A mirror that we lead; replicas are the companion and the other broker.
pub(super) const ORDERS: &str = "orders";
/// A mirror that is about to be opened.
pub(super) const FENCED: &str = "fenced";
/// A topic of the companion's.
pub(super) const PLAIN: &str = "plain";
/// Not a mirror, but on us.
pub(super) const FOREIGN: &str = "foreign";
/// Leader epoch of every partition.
pub(super) const EPOCH: i32 = 4;

pub(super) const fn id_of(topic: &str) -> Uuid {
    Uuid([topic.as_bytes()[0]; 16])
}

#[derive(Debug)]
struct Cluster {
    image: Image,
    authorizer: bool,
}

impl Destination for Cluster {
    fn companion(&self) -> i32 {
        COMPANION
    }
    fn look(&self, look: &mut dyn FnMut(&Image)) {
        look(&self.image);
    }
    fn is_virtual(&self, broker: &Broker) -> bool {
        broker.id == US
    }
    fn guard(&self) -> Answer<'_, Guard> {
        Box::pin(async { Ok(Guard { authorizer: self.authorizer, ..Guard::default() }) })
    }
    fn forward<'a>(&'a self, _: &'a EnvelopeRequest) -> Answer<'a, Bytes> {
        Box::pin(async { Err(Error::Unexpected { what: "nothing: there are no controllers on this stage" }) })
    }
}

#[derive(Debug)]
struct Names;

impl Mirrors for Names {
    fn is_mirror(&self, topic: &str) -> bool {
        topic == ORDERS || topic == FENCED
    }
    fn is_fenced(&self, topic: &str) -> bool {
        topic == FENCED
    }
    fn asked(&self, question: Bytes) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>> {
        Box::pin(async { question })
    }
}

/// What the companion answers: a whole frame, or nothing, or the end of the connection.
#[derive(Debug)]
pub(super) enum Reply {
    Frame(Vec<Bytes>),
    Silence,
    HangUp,
}

impl Reply {
    pub(super) fn to<M: Message>(request: &Request, response: &M) -> Self {
        Self::Frame(response_frame(request.correlation_id, response, request.version).unwrap())
    }

    /// The correlation id and `body`, as they are.
    pub(super) fn raw(request: &Request, body: &[u8]) -> Self {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        Self::Frame(vec![Bytes::from([&length, &request.correlation_id.to_be_bytes(), body].concat())])
    }
}

pub(super) type Script = fn(&Request) -> Reply;

/// A port of ours, and the companion behind it.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) port: u16,
    pub(super) signal: Signal,
    /// Requests that the companion got, as frames.
    pub(super) heard: Arc<Mutex<Vec<Request>>>,
    /// Answers that the companion may give.
    pub(super) turns: Arc<Semaphore>,
    acting: Option<AbortOnDrop<()>>,
    _serving: AbortOnDrop<()>,
}

impl Stage {
    pub(super) async fn new(script: Script) -> Self {
        Self::with(script, |_| {}).await
    }

    pub(super) async fn with(script: Script, change: impl FnOnce(&mut Settings)) -> Self {
        Self::guarded(script, 0, false, change).await
    }

    /// With the number of the listener's protocol, and whether there is an authorizer.
    pub(super) async fn guarded(
        script: Script,
        protocol: i16,
        authorizer: bool,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let companion = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let companion_port = companion.local_addr().unwrap().port();
        let image = image(companion_port, protocol);
        let (leader, _) = Leader::new(US, Uuid::ZERO, "cluster".to_owned(), Budget::new(1 << 20), Arc::default());
        Observer::changed(&*leader, &image, &Changes { everything: true, ..Changes::default() });
        let heard = Arc::default();
        let turns = Arc::new(Semaphore::new(1_000));
        let acting = detached("companion", act(companion, script, Arc::clone(&heard), Arc::clone(&turns)));
        let dialer = Dialer::new(Side::Destination, "kagami", Security::plaintext());
        let mut settings = Settings::new("PLAINTEXT", "127.0.0.1:0".parse().unwrap(), dialer);
        change(&mut settings);
        let signal = Signal::new();
        let listener = Listener::bind(
            settings,
            leader,
            Arc::new(Cluster { image, authorizer }),
            Arc::new(Names),
            signal.clone(),
        )
        .await
        .unwrap();
        let port = listener.local_addr().unwrap().port();
        let serving = detached("listener", listener.run());
        Self { port, signal, heard, turns, acting: Some(acting), _serving: serving }
    }

    /// The companion ends, and nobody takes its place.
    pub(super) async fn lose_companion(&mut self) {
        self.acting.take();
        // The task is gone at its next turn, and its port with it.
        tokio::task::yield_now().await;
    }

    pub(super) async fn client(&self) -> Client {
        Client { tcp: TcpStream::connect(("127.0.0.1", self.port)).await.unwrap() }
    }

    /// Both followers say that they hold `orders` from `start` to `end`.
    pub(super) async fn orders_hold(&self, start: i64, end: i64) {
        let mut client = self.client().await;
        for replica in [COMPANION, OTHER] {
            let answer = client.ask(17, &follower_fetch(replica, start, end)).await;
            assert_eq!(answer.error_code, 0);
        }
    }

    pub(super) fn heard(&self) -> Vec<ApiKey> {
        self.heard.lock().iter().map(|request| request.key).collect()
    }
}

pub(super) fn follower_fetch(replica_id: i32, start: i64, end: i64) -> FetchRequest {
    FetchRequest {
        replica_state: fetch_request::ReplicaState { replica_id, replica_epoch: 7, ..Default::default() },
        max_bytes: 1 << 20,
        session_epoch: -1,
        topics: vec![fetch_request::FetchTopic {
            topic_id: id_of(ORDERS),
            partitions: vec![fetch_request::FetchPartition {
                fetch_offset: end,
                log_start_offset: start,
                current_leader_epoch: EPOCH,
                partition_max_bytes: 1 << 20,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

fn image(companion_port: u16, security_protocol: i16) -> Image {
    let broker = |broker_id, port| {
        MetadataRecord::RegisterBroker(RegisterBrokerRecord {
            broker_id,
            fenced: false,
            end_points: vec![BrokerEndpoint {
                name: "PLAINTEXT".to_owned(),
                host: "127.0.0.1".to_owned(),
                port,
                security_protocol,
                ..Default::default()
            }],
            rack: Some(format!("rack-{broker_id}")),
            ..Default::default()
        })
    };
    let mut image = Image::new();
    let mut changes = Changes::default();
    // Nothing listens on port 1.
    for record in [broker(COMPANION, companion_port), broker(OTHER, 1), broker(US, 1)] {
        image.apply(record, &mut changes);
    }
    let topics = [
        (ORDERS, US, vec![US, 1, 2]),
        (FENCED, US, vec![US, 1]),
        (PLAIN, 1, vec![1, 2]),
        (FOREIGN, US, vec![US]),
    ];
    for (name, leader, replicas) in topics {
        let topic_id = id_of(name);
        let topic = TopicRecord { name: name.to_owned(), topic_id, ..Default::default() };
        image.apply(MetadataRecord::Topic(topic), &mut changes);
        let partition = PartitionRecord {
            partition_id: 0,
            topic_id,
            isr: replicas.clone(),
            replicas,
            leader,
            leader_epoch: EPOCH,
            partition_epoch: 9,
            ..Default::default()
        };
        image.apply(MetadataRecord::Partition(partition), &mut changes);
    }
    image
}

async fn act(tcp: TcpListener, script: Script, heard: Arc<Mutex<Vec<Request>>>, turns: Arc<Semaphore>) {
    let mut connections = Vec::new();
    while let Ok((mut stream, _)) = tcp.accept().await {
        let (heard, turns) = (Arc::clone(&heard), Arc::clone(&turns));
        connections.push(detached("companion connection", async move {
            while let Ok(Some(frame)) = read_frame(&mut stream, 100 << 20).await {
                let Ok(request) = Request::peek(frame.freeze()) else { return };
                heard.lock().push(request.clone());
                let reply = script(&request);
                turns.acquire().await.unwrap().forget();
                match reply {
                    Reply::Frame(parts) => write_frame(&mut stream, &parts).await.unwrap(),
                    Reply::Silence => {}
                    Reply::HangUp => return,
                }
            }
        }));
    }
}

/// A client that says what it likes.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) tcp: TcpStream,
}

impl Client {
    pub(super) async fn send<R: kagami_codec::Request>(&mut self, id: i32, version: i16, request: &R) {
        self.tcp.write_all(&frame(id, version, request)).await.unwrap();
    }

    /// Bytes behind a length of their own.
    pub(super) async fn send_frame(&mut self, frame: &[u8]) {
        let length = u32::try_from(frame.len()).unwrap();
        self.tcp.write_all(&length.to_be_bytes()).await.unwrap();
        self.tcp.write_all(frame).await.unwrap();
    }

    /// The next answer without its length; `None` when the connection ends.
    pub(super) async fn receive(&mut self) -> Option<Bytes> {
        self.receive_within(Duration::from_secs(10)).await
    }

    pub(super) async fn receive_within(&mut self, patience: Duration) -> Option<Bytes> {
        let frame = timeout(patience, read_frame(&mut self.tcp, 100 << 20)).await;
        frame.expect("neither an answer nor an end").ok().flatten().map(|frame| frame.freeze())
    }

    pub(super) async fn answer<M: Message>(&mut self, id: i32, version: i16) -> M {
        let (header, body) = decode_response::<M>(self.receive().await.unwrap(), version).unwrap();
        assert_eq!(header.correlation_id, id);
        body
    }

    pub(super) async fn ask<R: kagami_codec::Request>(&mut self, version: i16, request: &R) -> R::Response {
        self.send(77, version, request).await;
        self.answer(77, version).await
    }
}

/// A request as its receiver reads it.
pub(super) fn opened<R: kagami_codec::Request>(request: &Request) -> R {
    assert_eq!(request.key, ApiKey(R::KEY), "another request than {}", R::NAME);
    request.open::<R>().unwrap().1
}

/// A request as bytes, its length included.
pub(super) fn frame<R: kagami_codec::Request>(id: i32, version: i16, request: &R) -> Vec<u8> {
    let header = RequestHeader {
        client_id: Some("tester".to_owned()),
        ..RequestHeader::new(ApiKey(R::KEY), version, id)
    };
    request_frame_with(&header, request).unwrap().concat()
}
