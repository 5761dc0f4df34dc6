//! The whole sidecar, put together and taken apart.
//!
//! The only place that knows all parts. Starts them in the order in which they need each other, and stops them in the
//! order of the data: no more commands and fetches, then out of the cluster (followers are still served, so that
//! leadership can move), then the ports, the operators' last.

mod descriptors;
mod scopes;

use std::{collections::BTreeMap, pin::Pin, sync::Arc, time::Duration};

use kagami_policies::{naming::Policy, retry::Backoff};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::mpsc,
    time::Instant,
};

use self::scopes::Scopes;
use crate::{
    admin, cluster,
    cluster::Cluster,
    config::{self, Config},
    door::{Door, Doors},
    leader::{Leader, catchup, handover, isr, partition::CatchUp, standby},
    link::{
        self, coordinator,
        engine::{Engine, Outside},
        handle::{Handle, Inbox},
        manage, producer_ids, rates, reconcile,
        seal::Seal,
        snapshot::Snapshot,
    },
    metrics::Exporter,
    net::{
        Dialer, Security, Side,
        server::{ServerTls, ServerTlsSettings},
    },
    properties::{self, ClientSecurity, Secret},
    serve,
    shutdown::{OnCancel, OnFailure},
    source,
    store::{Sidecar, Store},
    view,
    window::Budget,
};

/// Pause between attempts at the state, and between looks at what keeps us from starting.
const RETRY: Duration = Duration::from_secs(1);
/// How long no other sidecar may take over anything of what we lead when we are asked to stop.
const LEAVE: Duration = Duration::from_secs(10);
/// Pauses between attempts at a destination that is not there yet, in milliseconds: from the first to the longest.
const CONNECT_MS: (u64, u64) = (1_000, 10_000);
/// How long the destination's metadata may take at start.
const METADATA: Duration = Duration::from_secs(60);

/// Why the sidecar stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Admin(#[from] admin::Error),
    #[error("destination: {0}")]
    Destination(#[from] cluster::Error),
    #[error("destination: {error}: {problem}")]
    Waiting { error: cluster::Error, problem: String },
    #[error("{field}: {message}")]
    Config { field: String, message: String },
    #[error(
        "listener {name}: cannot listen on {address}: {cause}; choose another address or end the program that has it"
    )]
    Bind { name: String, address: std::net::SocketAddr, cause: std::io::Error },
    #[error(transparent)]
    Signals(#[from] std::io::Error),
    #[error("{0}")]
    Task(#[from] crate::shutdown::Failure),
}

/// Runs the sidecar until a signal (SIGTERM, SIGINT) or a failure of its own ends it.
///
/// # Errors
/// What the configuration or a cluster has against running.
pub async fn run(config: Config) -> Result<(), Error> {
    Exporter::installed();
    descriptors::raise(&config);
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let scopes = Scopes::new();
    let mut grace = config.limits.shutdown_grace;
    let (handle, inbox) = Handle::channel();
    serve_admin(&config, &scopes, handle).await?;
    let started = tokio::select! {
        started = start(&config, &scopes, inbox) => started.map(Some),
        _ = terminate.recv() => Ok(None),
        _ = interrupt.recv() => Ok(None),
    };
    if let Ok(Some(engine)) = &started {
        tracing::info!(node = config.node.id.value(), "running");
        let asked = tokio::select! {
            _ = terminate.recv() => true,
            _ = interrupt.recv() => true,
            _ = scopes.root.stopping() => false,
        };
        if asked {
            tracing::info!("asked to stop");
            let begun = Instant::now();
            coordinator::leave(engine, (grace / 3).min(LEAVE), grace * 2 / 3).await;
            grace = grace.saturating_sub(begun.elapsed());
        }
    }
    let failure = scopes.root.failure();
    scopes.stop(grace).await;
    started?;
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

async fn serve_admin(config: &Config, scopes: &Scopes, handle: Handle) -> Result<(), Error> {
    let tls = port_tls(config.admin.tls.as_ref(), || "admin.tls".to_owned())?.map(|tls| tls.config());
    let server = admin::Server::bind(&config.admin, config.limits.admin_connections, tls, handle).await?;
    let signal = scopes.admin.signal();
    scopes.admin.spawn("admin server", OnCancel::Drain, OnFailure::StopProcess, server.serve(signal));
    Ok(())
}

async fn start(config: &Config, scopes: &Scopes, inbox: Inbox) -> Result<Arc<Engine>, Error> {
    let cluster = connect(config, &inbox).await?;
    let budget = Budget::new(config.limits.window_bytes);
    let (leader, late) = Leader::new(
        cluster.node_id(),
        cluster.incarnation(),
        cluster.cluster_id().to_owned(),
        budget,
        Arc::clone(cluster.pulse()),
    );
    cluster.follow(&scopes.metadata, Arc::clone(&leader) as Arc<dyn cluster::Observer>);
    first_metadata(&cluster, &inbox).await?;
    cluster.check_listeners()?;
    let store = open_store(&cluster).await?;
    let entries = store.known().await;
    let seal = Seal::new(config.secrets.key.as_ref().map(config::SecretKey::reveal));
    let work = scopes.work.child("links");
    let (engine, events) = Engine::new(
        Arc::clone(&cluster),
        Arc::clone(&leader),
        store,
        seal,
        config.limits.clone(),
        work,
        Outside { snapshot: inbox.snapshot.clone(), doors: doors(config) },
    );
    engine.take_over(&entries);
    listen(config, scopes, &cluster, &engine).await?;
    show(config, scopes, &engine).await?;
    cluster.register(&scopes.membership);
    lead(scopes, &engine, late);
    let sidecar = Sidecar {
        node_id: cluster.node_id(),
        admin_url: config.admin.url.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        companion: Some(cluster.companion()),
        doors: engine.doors.keys().cloned().collect(),
        unknown: BTreeMap::new(),
    };
    follow_decisions(scopes, &engine, inbox, events, sidecar);
    Ok(engine)
}

/// What followers' answers need, for as long as there are followers.
fn lead(scopes: &Scopes, engine: &Arc<Engine>, late: mpsc::Receiver<CatchUp>) {
    let (leader, cluster) = (&engine.leader, &engine.cluster);
    let fatal = OnFailure::StopProcess;
    scopes.ports.spawn(
        "in-sync sets",
        OnCancel::Drain,
        fatal,
        isr::keep(Arc::clone(leader), Arc::clone(cluster), scopes.ports.signal()),
    );
    scopes.ports.spawn(
        "hand-over",
        OnCancel::Abort,
        fatal,
        handover::keep(Arc::clone(leader), engine.peers.clone(), scopes.ports.signal()),
    );
    scopes.ports.spawn(
        "catch-up reads",
        OnCancel::Drain,
        fatal,
        catchup::keep(
            Arc::clone(leader),
            Arc::clone(cluster),
            Arc::clone(engine) as Arc<dyn catchup::SourceReader>,
            late,
            Arc::new(scopes.ports.child("catch-up")),
            scopes.ports.signal(),
        ),
    );
}

/// Links, mirrors and commands.
fn follow_decisions(
    scopes: &Scopes,
    engine: &Arc<Engine>,
    inbox: Inbox,
    events: mpsc::Receiver<source::Event>,
    sidecar: Sidecar,
) {
    let tasks = &scopes.work;
    let signal = tasks.signal();
    let fatal = OnFailure::StopProcess;
    let wanted = Arc::clone(engine) as Arc<dyn standby::Wanted>;
    tasks.spawn(
        "standby",
        OnCancel::Drain,
        fatal,
        standby::keep(Arc::clone(&engine.leader), Arc::clone(&engine.cluster), wanted, signal.clone()),
    );
    tasks.spawn(
        "reconciliation",
        OnCancel::Drain,
        fatal,
        reconcile::keep(Arc::clone(engine), events, signal.clone()),
    );
    tasks.spawn(
        "producer ids",
        OnCancel::Drain,
        fatal,
        producer_ids::keep(Arc::clone(engine), signal.clone()),
    );
    let owner = Arc::clone(engine);
    let until = signal.clone();
    tasks.spawn("state", OnCancel::Drain, fatal, async move {
        owner.store.follow(|news| owner.hear(news), until).await;
    });
    tasks.spawn(
        "coordinator",
        OnCancel::Abort,
        fatal,
        coordinator::keep(Arc::clone(engine), sidecar, signal.clone()),
    );
    tasks.spawn("rates", OnCancel::Abort, fatal, rates::keep(Arc::clone(engine), signal.clone()));
    tasks.spawn("commands", OnCancel::Drain, fatal, manage::serve(Arc::clone(engine), inbox, signal));
}

/// Reads the state, waiting for a topic whose leader is away; what no waiting can heal ends the start.
async fn open_store(cluster: &Arc<Cluster>) -> Result<Store, Error> {
    loop {
        match Store::open(Arc::clone(cluster)).await {
            Err(
                error @ (cluster::Error::Net(_)
                | cluster::Error::Late { .. }
                | cluster::Error::NoController { .. }),
            ) => {
                cluster.report("state", Some(error.to_string()));
                tokio::time::sleep(RETRY).await;
            }
            outcome => {
                cluster.report("state", None);
                return Ok(outcome?);
            }
        }
    }
}

/// Reaches the destination, waiting for one that is not there yet; what no waiting can heal ends the start.
async fn connect(config: &Config, inbox: &Inbox) -> Result<Arc<Cluster>, Error> {
    let settings = settings(config)?;
    let mut backoff = Backoff::new(CONNECT_MS.0, CONNECT_MS.1);
    loop {
        match Cluster::connect(settings.clone()).await {
            Ok(cluster) => return Ok(cluster),
            Err(error @ cluster::Error::Unfit(_)) => return Err(error.into()),
            Err(cluster::Error::Net(error)) if error.recovery() == crate::net::Recovery::Operator => {
                return Err(cluster::Error::Net(error).into());
            }
            Err(error) => {
                tracing::warn!(%error, "the destination cannot be reached yet");
                tell(inbox, config.node.id.value(), Some(error.to_string()));
                let salt = u64::from(std::process::id());
                tokio::time::sleep(Duration::from_millis(backoff.next(salt))).await;
            }
        }
    }
}

/// Waits for the destination's metadata, and tells meanwhile what is in the way.
async fn first_metadata(cluster: &Cluster, inbox: &Inbox) -> Result<(), Error> {
    let known = cluster.wait_for("a live real broker in the destination's metadata", METADATA, |image| {
        image.brokers.values().any(|b| b.is_live() && !cluster.is_virtual(b)).then_some(())
    });
    tokio::pin!(known);
    loop {
        tokio::select! {
            biased;
            known = &mut known => return known.map_err(|error| match cluster.problem() {
                Some(problem) => Error::Waiting { error, problem },
                None => error.into(),
            }),
            () = tokio::time::sleep(RETRY) => tell(inbox, cluster.node_id(), cluster.problem()),
        }
    }
}

/// What `/readyz` answers before there is anything else to show.
fn tell(inbox: &Inbox, node_id: i32, problem: Option<String>) {
    inbox.snapshot.send_replace(Arc::new(Snapshot { node_id, problem, ..Snapshot::default() }));
}

fn settings(config: &Config) -> Result<cluster::Settings, Error> {
    let address = |a: &config::HostPort| (a.host.clone(), a.port);
    let node = config.node.id.value();
    let dialer = |security: &ClientSecurity, field: &str| {
        let security = Security::new(security.clone());
        security.check().map_err(|message| Error::Config { field: field.to_owned(), message })?;
        Ok::<_, Error>(Dialer::new(Side::Destination, format!("kagami-{node}"), security))
    };
    Ok(cluster::Settings {
        node_id: node,
        rack: config.node.rack.clone(),
        bootstrap: config.destination.bootstrap.iter().map(address).collect(),
        controllers: config.destination.controllers.iter().map(address).collect(),
        broker_dialer: dialer(&config.destination.security, "destination.client")?,
        controller_dialer: dialer(&config.destination.controller_security, "destination.controller")?,
        broker_protocol: config.destination.security.protocol().id(),
        heartbeat: config.node.heartbeat,
        listeners: config
            .listeners
            .iter()
            .map(|l| cluster::Listener {
                name: l.name.as_str().to_owned(),
                host: l.advertised.host.clone(),
                port: l.advertised.port,
                protocol: l.protocol.map(properties::Protocol::id),
            })
            .collect(),
    })
}

async fn listen(
    config: &Config,
    scopes: &Scopes,
    cluster: &Arc<Cluster>,
    engine: &Arc<Engine>,
) -> Result<(), Error> {
    for listener in &config.listeners {
        let name = listener.name.as_str().to_owned();
        let tls = port_tls(listener.tls.as_ref(), || format!("listener {name} tls"))?;
        let settings = serve::Settings {
            tls,
            own_dialer: own_dialer(config, listener),
            consumer_fetch: listener.consumer_fetch,
            frame_bytes_max: config.limits.frame_bytes,
            connections_max: config.limits.connections,
            ..serve::Settings::new(name.clone(), listener.bind, relay_dialer(config, listener))
        };
        let bound = serve::Listener::bind(
            settings,
            Arc::clone(&engine.leader),
            Arc::clone(cluster) as Arc<dyn serve::Destination>,
            Arc::clone(engine) as Arc<dyn serve::Mirrors>,
            scopes.ports.signal(),
        );
        let bound =
            bound.await.map_err(|cause| Error::Bind { name: name.clone(), address: listener.bind, cause })?;
        scopes.ports.spawn(format!("listener {name}"), OnCancel::Drain, OnFailure::StopProcess, bound.run());
    }
    Ok(())
}

/// A door for each link that has front doors in the configuration.
fn doors(config: &Config) -> Doors {
    let mut policies: BTreeMap<&str, Vec<Policy>> = BTreeMap::new();
    for view in &config.views {
        if let Some(front) = &view.front {
            policies.entry(&front.link).or_default().push(view.policy.clone());
        }
    }
    policies.into_iter().map(|(link, policies)| (link.to_owned(), Door::new(link, policies))).collect()
}

/// Views and front doors.
async fn show(config: &Config, scopes: &Scopes, engine: &Arc<Engine>) -> Result<(), Error> {
    let cluster = &engine.cluster;
    for view in &config.views {
        let name = view.name.clone();
        let listener = config.listeners.iter().find(|listener| listener.name == view.listener);
        let listener = listener.expect("a view's listener is one of the file");
        let tls = port_tls(view.tls.as_ref(), || format!("view {name} tls"))?;
        let frontage = view.front.as_ref().and_then(|front| {
            let origin = Arc::new(link::doors::Source::new(Arc::clone(engine), &front.link));
            let door = Arc::clone(engine.doors.get(&front.link)?);
            Some(view::Frontage { door, origin, addresses: front.addresses.clone() })
        });
        let settings = view::Settings {
            frontage,
            ports: view.ports.clone(),
            own: cluster.node_id(),
            tls,
            frame_bytes_max: config.limits.frame_bytes,
            connections_max: config.limits.connections,
            ..view::Settings::new(
                name.clone(),
                view.policy.clone(),
                view.addresses.clone(),
                listener.name.as_str(),
                relay_dialer(config, listener),
            )
        };
        let bound = view::Listener::bind(
            settings,
            Arc::clone(cluster) as Arc<dyn serve::Destination>,
            scopes.ports.signal(),
        );
        let bound =
            bound.await.map_err(|(address, cause)| Error::Bind { name: name.clone(), address, cause })?;
        scopes.ports.spawn(format!("view {name}"), OnCancel::Drain, OnFailure::StopProcess, bound.run());
    }
    Ok(())
}

/// How the companion is dialled for clients: encrypted as its listener is, without credentials of our own.
fn relay_dialer(config: &Config, listener: &config::Listener) -> Dialer {
    let security = config.destination.security.clone().for_others();
    let security = ClientSecurity { tls: security.tls.filter(|_| listener.tls.is_some()), ..security };
    let node = config.node.id.value();
    Dialer::new(Side::Destination, format!("kagami-{node}-relay"), Security::new(security))
}

/// How the companion is asked in our name, for clients whose certificates cannot be handed on.
fn own_dialer(config: &Config, listener: &config::Listener) -> Option<Dialer> {
    let tls = config.destination.security.tls.clone().filter(|_| listener.tls.is_some())?;
    let node = config.node.id.value();
    let security = Security::new(ClientSecurity { tls: Some(tls), sasl: None });
    Some(Dialer::new(Side::Destination, format!("kagami-{node}-port"), security))
}

/// What a port of ours encrypts with; `field` is where that stands.
fn port_tls(
    files: Option<&config::TlsFiles>,
    field: impl FnOnce() -> String,
) -> Result<Option<Arc<ServerTls>>, Error> {
    let loaded = files.map(|files| ServerTls::new(server_tls(files))).transpose();
    loaded.map(|tls| tls.map(Arc::new)).map_err(|message| Error::Config { field: field(), message })
}

/// Files of a server's certificate as the network layer takes them: looked up again when they change.
fn server_tls(files: &config::TlsFiles) -> ServerTlsSettings {
    let whole = |path: &std::path::Path| Secret::from(format!("${{file:{}}}", path.display()));
    let store = |path: &std::path::Path, password: Option<Secret>| properties::Identity::File {
        path: Secret::from(path.display().to_string()),
        format: properties::StoreFormat::Any,
        password,
        key_password: None,
    };
    ServerTlsSettings {
        identity: match &files.identity {
            config::Identity::Pem { certificate, key } => properties::Identity::Inline {
                chain: whole(certificate),
                key: whole(key),
                key_password: None,
            },
            config::Identity::Keystore { path, password } => {
                store(path, Some(Secret::from(password.as_str())))
            }
        },
        trust: files.ca.as_ref().map_or(properties::Trust::System, |path| properties::Trust::File {
            path: Secret::from(path.display().to_string()),
            format: properties::StoreFormat::Any,
            password: None,
        }),
        client_auth: files.client_auth,
    }
}

impl serve::Mirrors for Engine {
    fn is_mirror(&self, topic: &str) -> bool {
        self.mirror(topic).is_some_and(|m| m.decided() != kagami_policies::mirror::Decided::Stopped)
    }

    fn is_fenced(&self, topic: &str) -> bool {
        self.mirror(topic).is_some_and(|m| m.decided() == kagami_policies::mirror::Decided::PendingStopped)
    }

    fn asked(&self, question: bytes::Bytes) -> Pin<Box<dyn Future<Output = bytes::Bytes> + Send + '_>> {
        Box::pin(async move { self.answer(&question).await })
    }
}
