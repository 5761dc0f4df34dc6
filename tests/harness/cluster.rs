//! A KRaft cluster of a given Kafka version on free loopback ports.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::json;

use crate::driver::{Client, Driver};
use crate::library::Library;
use crate::node::Node;
use crate::security::{Certificates, Security};
use crate::segments::{Batch, segments_in};
use crate::{config, format, place};

/// What a cluster is to be like.
#[derive(Clone, Debug)]
pub struct Builder {
    version: String,
    brokers: i32,
    separate_controllers: i32,
    first_broker_id: i32,
    log_dirs: usize,
    own_hosts: bool,
    release: Option<String>,
    environments: BTreeMap<i32, Vec<(String, String)>>,
    security: Security,
    settings: BTreeMap<String, String>,
}

impl Builder {
    /// Number of brokers (default 1). Ids count up from [`Builder::first_broker_id`].
    #[must_use]
    pub const fn brokers(mut self, brokers: i32) -> Self {
        self.brokers = brokers;
        self
    }

    /// Number of controllers that are no brokers, with ids from 101. With 0 (the default) the first broker is the
    /// only controller too.
    #[must_use]
    pub const fn separate_controllers(mut self, controllers: i32) -> Self {
        self.separate_controllers = controllers;
        self
    }

    /// Id of the first broker (default 1).
    #[must_use]
    pub const fn first_broker_id(mut self, id: i32) -> Self {
        self.first_broker_id = id;
        self
    }

    /// Number of log directories of each broker (default 1).
    #[must_use]
    pub const fn log_dirs(mut self, directories: usize) -> Self {
        self.log_dirs = directories;
        self
    }

    /// Puts each broker on a host of its own: the one with id 2 listens at 127.0.0.2.
    #[must_use]
    pub const fn own_hosts(mut self) -> Self {
        self.own_hosts = true;
        self
    }

    /// Begins with the feature levels of an older release, such as `3.9`.
    #[must_use]
    pub fn release(mut self, release: &str) -> Self {
        self.release = Some(release.to_owned());
        self
    }

    /// Environment of a node beside ours, such as [`crate::Clock::environment`].
    #[must_use]
    pub fn environment(mut self, node: i32, environment: Vec<(String, String)>) -> Self {
        self.environments.insert(node, environment);
        self
    }

    /// One more setting of every node; wins over the harness's own.
    #[must_use]
    pub fn config(mut self, key: &str, value: &str) -> Self {
        self.settings.insert(key.to_owned(), value.to_owned());
        self
    }

    /// How clients, brokers and controllers talk (default plain text).
    #[must_use]
    pub const fn security(mut self, security: Security) -> Self {
        self.security = security;
        self
    }

    /// Boots all nodes at the same time and waits until every one is ready.
    #[must_use]
    pub fn start(self) -> Cluster {
        let cluster = Cluster::laid_out(&self);
        for node in cluster.nodes() {
            node.start();
        }
        for node in cluster.nodes() {
            node.wait_ready();
        }
        cluster
    }
}

/// A booted cluster; its processes end when it is dropped.
#[derive(Debug)]
pub struct Cluster {
    version: String,
    id: String,
    dir: PathBuf,
    brokers: Vec<Node>,
    controllers: Vec<Node>,
    controller_addresses: Vec<String>,
    security: Security,
    certificates: Option<Certificates>,
    /// Clients by the addresses that they start from.
    clients: Mutex<BTreeMap<String, &'static Client>>,
}

/// Boots a source and a destination side by side; give the source other broker ids.
#[must_use]
pub fn boot(source: Builder, destination: Builder) -> (Cluster, Cluster) {
    std::thread::scope(|scope| {
        let source = scope.spawn(|| source.start());
        let destination = destination.start();
        (source.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), destination)
    })
}

impl Cluster {
    /// A cluster of one plain-text broker that is its own controller, unless told otherwise.
    #[must_use]
    pub fn builder(version: &str) -> Builder {
        Builder {
            version: version.to_owned(),
            brokers: 1,
            separate_controllers: 0,
            first_broker_id: 1,
            log_dirs: 1,
            own_hosts: false,
            release: None,
            environments: BTreeMap::new(),
            security: Security::Plaintext,
            settings: BTreeMap::new(),
        }
    }

    /// Writes the properties of every node; starts nothing.
    fn laid_out(wanted: &Builder) -> Self {
        let dir = place::directory(&format!("kafka-{}", wanted.version));
        let id = format::uuid();
        let certificates = wanted.security.encrypts().then(|| Certificates::make(&dir.join("certificates")));
        let controller_ids: Vec<i32> = if wanted.separate_controllers == 0 {
            vec![wanted.first_broker_id]
        } else {
            (101..101 + wanted.separate_controllers).collect()
        };
        let quorum: Vec<(i32, u16)> = controller_ids.iter().map(|id| (*id, place::port())).collect();
        let broker_ids = wanted.first_broker_id..wanted.first_broker_id + wanted.brokers;
        let make = |node_id: i32, roles: &str, port: Option<u16>| {
            let node_dir = dir.join(format!("node-{node_id}"));
            std::fs::create_dir_all(&node_dir).expect("the cluster's directory takes a new one");
            let control = quorum.iter().find(|(controller, _)| *controller == node_id).map(|(_, port)| *port);
            let node = Node::new(
                node_id,
                &wanted.version,
                &id,
                node_dir,
                port.or(control).expect("a node listens"),
                control.is_some(),
            );
            let log_dirs = if port.is_some() { wanted.log_dirs } else { 1 };
            let node = node.on(log_dirs, wanted.release.clone());
            let is_apart = wanted.own_hosts && port.is_some();
            let node = if is_apart { node.at(format!("127.0.0.{node_id}")) } else { node };
            node.change_environment(wanted.environments.get(&node_id).cloned().unwrap_or_default());
            write_properties(wanted, &node, roles, port, control, &quorum, certificates.as_ref());
            node
        };
        let brokers = broker_ids
            .map(|id| {
                let roles = if controller_ids.contains(&id) { "broker,controller" } else { "broker" };
                make(id, roles, Some(place::port()))
            })
            .collect();
        let controllers = if wanted.separate_controllers == 0 {
            Vec::new()
        } else {
            controller_ids.iter().map(|id| make(*id, "controller", None)).collect()
        };
        Self {
            version: wanted.version.clone(),
            id,
            brokers,
            controllers,
            controller_addresses: quorum.iter().map(|(_, port)| format!("127.0.0.1:{port}")).collect(),
            security: wanted.security,
            certificates,
            clients: Mutex::default(),
            dir,
        }
    }

    /// Kafka version, such as `4.4.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Cluster id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Addresses of all brokers, joined by commas.
    #[must_use]
    pub fn bootstrap(&self) -> String {
        self.brokers.iter().map(Node::address).collect::<Vec<_>>().join(",")
    }

    /// Addresses of the controllers.
    #[must_use]
    pub fn controller_addresses(&self) -> &[String] {
        &self.controller_addresses
    }

    /// Brokers, in the order of their ids.
    #[must_use]
    pub fn brokers(&self) -> &[Node] {
        &self.brokers
    }

    /// Controllers that are no brokers.
    #[must_use]
    pub fn controllers(&self) -> &[Node] {
        &self.controllers
    }

    /// Every process of the cluster.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.controllers.iter().chain(&self.brokers)
    }

    /// The node with this id; panics when there is none.
    #[must_use]
    pub fn broker(&self, id: i32) -> &Node {
        self.nodes().find(|node| node.id == id).unwrap_or_else(|| panic!("the cluster has no node {id}"))
    }

    /// How its listeners are secured.
    #[must_use]
    pub const fn security(&self) -> Security {
        self.security
    }

    /// Keys and certificates of a cluster that encrypts; panics for plain text.
    #[must_use]
    pub fn certificates(&self) -> &Certificates {
        self.certificates.as_ref().expect("a plain-text cluster has no certificates")
    }

    /// A directory that lives as long as the cluster's own.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.dir
    }

    /// Java client properties with which `user` (`admin`, or one of [`crate::USERS`]) reaches the cluster.
    #[must_use]
    pub fn client_properties(&self, user: &str) -> BTreeMap<String, String> {
        let mut properties = self.security.client_properties(user, self.certificates.as_ref());
        properties.insert("bootstrap.servers".to_owned(), self.bootstrap());
        properties
    }

    /// The Java client of the cluster's own version, as `admin`.
    #[must_use]
    pub fn client(&self) -> &Client {
        let mut clients = self.clients.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        clients.entry(self.bootstrap()).or_insert_with(|| {
            Box::leak(Box::new(Driver::shared(&self.version).client(self.client_properties("admin"))))
        })
    }

    /// A client of another library, as `admin`.
    #[must_use]
    pub fn client_of(&self, library: Library) -> Client {
        library.client(self.client_properties("admin"))
    }

    /// Makes ACLs that allow `user` these operations on one resource (`TOPIC`, `GROUP`, `CLUSTER` …).
    pub fn allow(&self, user: &str, resource: &str, name: &str, operations: &[&str]) {
        for operation in operations {
            let acl = json!({
                "resource_type": resource, "resource_name": name, "operation": operation,
                "principal": self.security.principal(user),
            });
            self.client().call("create_acl", acl).expect("the admin may make ACLs");
        }
    }

    /// Batches of a partition as they lie on the disk of broker `node`.
    #[must_use]
    pub fn segments(&self, topic: &str, partition: i32, node: i32) -> Vec<Batch> {
        segments_in(&self.broker(node).log_dir_of(topic, partition), topic, partition)
    }

    /// The offset behind the last batch on the disk of broker `node`; 0 when there is no batch.
    #[must_use]
    pub fn end_on_disk(&self, topic: &str, partition: i32, node: i32) -> i64 {
        self.segments(topic, partition, node).last().map_or(0, |batch| batch.last_offset() + 1)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in self.nodes() {
            node.kill9();
            if std::thread::panicking() {
                node.tell_troubles();
            }
        }
        if !place::keep() && !std::thread::panicking() {
            let _left_to_the_reaper = std::fs::remove_dir_all(&self.dir);
        }
    }
}

/// Writes `server.properties` and the logging configuration of a node.
fn write_properties(
    wanted: &Builder,
    node: &Node,
    roles: &str,
    client_port: Option<u16>,
    control_port: Option<u16>,
    quorum: &[(i32, u16)],
    certificates: Option<&Certificates>,
) {
    let name = wanted.security.listener();
    let mut listeners = String::new();
    if let Some(port) = client_port {
        write!(listeners, "{name}://{}:{port}", node.host()).expect("a string takes every text");
    }
    if let Some(port) = control_port {
        let comma = if listeners.is_empty() { "" } else { "," };
        write!(listeners, "{comma}CONTROLLER://127.0.0.1:{port}").expect("a string takes every text");
    }
    let voters: Vec<_> = quorum.iter().map(|(id, port)| format!("{id}@127.0.0.1:{port}")).collect();
    let mut settings = config::defaults(usize::try_from(wanted.brokers).expect("a count of brokers"));
    let mut set = |key: &str, value: &str| settings.insert(key.to_owned(), value.to_owned());
    set("process.roles", roles);
    set("node.id", &node.id.to_string());
    set("controller.quorum.voters", &voters.join(","));
    set("controller.listener.names", "CONTROLLER");
    set("listeners", &listeners);
    let dirs: Vec<_> = node.log_dirs().iter().map(|dir| dir.display().to_string()).collect();
    set("log.dirs", &dirs.join(","));
    set(
        "listener.security.protocol.map",
        &format!("{name}:{name},CONTROLLER:{}", wanted.security.controller_protocol()),
    );
    // A node that is only a controller may not name a listener that it does not have.
    if client_port.is_some() {
        set("inter.broker.listener.name", name);
    }
    settings.extend(wanted.security.node_settings(certificates));
    settings.extend(wanted.settings.clone());
    std::fs::write(node.properties(), config::text(&settings)).expect("the node's directory can be written");
    std::fs::write(node.directory().join("log4j.properties"), config::LOGGING)
        .expect("the node's directory can be written");
}
