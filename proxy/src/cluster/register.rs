//! Registering as a broker, heartbeats, cordoning, and leaving.

use std::{sync::Arc, sync::atomic::Ordering, time::Duration};

use kagami_codec::{
    message::{
        BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRegistrationRequest, UnregisterBrokerRequest,
        broker_registration_request,
    },
    types::ErrorCode,
};
use kagami_policies::retry::Backoff;
use tokio::time::Instant;

use super::{
    Cluster, Error,
    controllers::Active,
    image::{Broker, FeatureRange},
};
use crate::shutdown::Signal;

/// From this version on a heartbeat can say that our directory is cordoned (KIP-1066, Kafka 4.3).
const CORDON_VERSION: i16 = 2;
/// How long a graceful stop waits for the controller to move leadership away.
const LEAVE: Duration = Duration::from_secs(10);
/// How soon after the last heartbeat we may unregister: far less than any session, so that nobody else can have our id.
const SIGN_OFF: Duration = Duration::from_secs(2);

/// Keeps us registered until shutdown starts, then leaves in order.
///
/// # Errors
/// [`Error::Unfit`] when the companion has no listener of a configured name and we were never registered: only another
/// configuration helps. Later, when the companion was reconfigured, it is a problem that is told and waited for.
pub(super) async fn keep(cluster: Arc<Cluster>, signal: Signal) -> Result<(), Error> {
    let mut backoff = Backoff::new(200, 2_000);
    loop {
        match registered_once(&cluster, &signal).await {
            Ok(()) => return Ok(()),
            Err(error) => {
                crate::metrics::heartbeat(false);
                if cluster.broker_epoch() < 0 {
                    check_listeners(&cluster)?;
                }
                cluster.report("registration", Some(explain(&cluster, &error)));
                if cluster.registration.borrow().unfenced {
                    backoff.reset();
                }
                tokio::select! {
                    biased;
                    () = signal.started() => return Ok(()),
                    () = tokio::time::sleep(Duration::from_millis(backoff.next(cluster.salt()))) => {}
                }
            }
        }
    }
}

/// What the operator has to do about a refused registration.
fn explain(cluster: &Cluster, error: &Error) -> String {
    let node_id = cluster.node_id();
    #[allow(clippy::wildcard_enum_match_arm, reason = "codes without advice are shown as they are")]
    let advice = match error.code() {
        Some(ErrorCode::DUPLICATE_BROKER_REGISTRATION) => format!(
            "id {node_id} is held by another live broker (or by our own last run until its session ends): wait \
             broker.session.timeout.ms, and if this stays give [node] id a number that is free"
        ),
        Some(ErrorCode::CLUSTER_AUTHORIZATION_FAILED) => {
            "our principal lacks ClusterAction on the destination cluster: grant it, or use a broker's credentials".to_owned()
        }
        _ => return format!("registration as broker {node_id}: {}", cluster.controllers_problem(error)),
    };
    format!("registration as broker {node_id}: {advice}")
}

/// One registration and its heartbeats. `Ok` when shutdown started and we left.
async fn registered_once(cluster: &Cluster, signal: &Signal) -> Result<(), Error> {
    let model = tokio::select! {
        biased;
        () = signal.started() => return Ok(()),
        model = cluster.wait_for("a live real broker at the destination", Duration::from_secs(30), |image| {
            pick_model(cluster, image)
        }) => model?,
    };
    let active = cluster.controllers().active().await?;
    let mut features = model.features.clone();
    register(cluster, &active, &model).await?;
    let heartbeat_version = active.connection.version::<BrokerHeartbeatRequest>()?;
    let mut openings = cluster.openings.subscribe();
    loop {
        let opening = *openings.borrow_and_update();
        let open = opening.held > 0;
        let answer = heartbeat(cluster, &active, heartbeat_version, open, false).await?;
        if open {
            cluster.opened.send_replace(opening.begun);
        }
        note(cluster, &answer);
        if let Some(model) = cluster.with_image(|image| pick_model(cluster, image))
            && model.features != features
        {
            // A rolling upgrade of the companion: with the same incarnation nothing is fenced.
            tracing::info!(
                companion = model.id,
                "registering again with the features of the upgraded broker"
            );
            features.clone_from(&model.features);
            register(cluster, &active, &model).await?;
        }
        // From now, not from when this one was due: openings bring heartbeats between, and each would push the next one
        // further away, until our session ends.
        let next = Instant::now() + cluster.settings.heartbeat;
        tokio::select! {
            biased;
            () = signal.started() => return leave(cluster, &active, heartbeat_version).await,
            _ = openings.changed() => {}
            () = tokio::time::sleep_until(next) => {}
        }
    }
}

/// The broker whose features and protocols we copy: the companion, or while it is away any live real broker.
fn pick_model(cluster: &Cluster, image: &super::Image) -> Option<Broker> {
    let real = |b: &&Broker| !cluster.is_virtual(b);
    image
        .brokers
        .get(&cluster.companion())
        .or_else(|| image.brokers.values().filter(real).find(|b| b.is_live()))
        .filter(real)
        .cloned()
}

async fn register(cluster: &Cluster, active: &Active, model: &Broker) -> Result<(), Error> {
    let listeners = cluster
        .settings
        .listeners
        .iter()
        .map(|l| {
            let theirs = model
                .endpoints
                .iter()
                .find(|e| e.listener == l.name)
                .ok_or_else(|| unknown_listener(l, model))?;
            Ok(broker_registration_request::Listener {
                name: l.name.clone(),
                host: l.host.clone(),
                port: l.port,
                security_protocol: l.protocol.unwrap_or(theirs.protocol),
                ..Default::default()
            })
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let version = active.connection.version::<BrokerRegistrationRequest>()?;
    let request = BrokerRegistrationRequest {
        broker_id: cluster.node_id(),
        cluster_id: cluster.cluster_id().to_owned(),
        incarnation_id: cluster.incarnation,
        listeners,
        features: model.features.iter().map(feature).collect(),
        rack: cluster.settings.rack.clone(),
        log_dirs: vec![cluster.directory],
        ..Default::default()
    };
    let answer = active.connection.call_at(&request, version).await.map_err(Error::from);
    let answer = answer.and_then(|answer| {
        Error::check("BrokerRegistration", answer.error_code, None)?;
        Ok(answer)
    });
    crate::metrics::registration(answer.is_ok());
    let answer = answer?;
    cluster.broker_epoch.store(answer.broker_epoch, Ordering::Release);
    cluster.registration.send_modify(|r| r.broker_epoch = answer.broker_epoch);
    tracing::info!(node = cluster.node_id(), epoch = answer.broker_epoch, "registered with the destination");
    // The first heartbeat is answered with "not fenced" only if we have seen our own registration.
    cluster
        .wait_for("our registration in the metadata log", Duration::from_secs(30), |image| {
            image.brokers.get(&cluster.node_id()).filter(|b| b.epoch == answer.broker_epoch).map(|_| ())
        })
        .await
}

/// Whether the companion has every configured listener. One that is not there, or not alive, may come with others.
pub(super) fn check_listeners(cluster: &Cluster) -> Result<(), Error> {
    let companion = cluster.with_image(|image| image.brokers.get(&cluster.companion()).cloned());
    let Some(companion) = companion.filter(Broker::is_live) else { return Ok(()) };
    let has = |l: &&super::Listener| companion.endpoints.iter().any(|e| e.listener == l.name);
    match cluster.settings.listeners.iter().find(|l| !has(l)) {
        Some(listener) => Err(unknown_listener(listener, &companion)),
        None => Ok(()),
    }
}

fn unknown_listener(listener: &super::Listener, model: &Broker) -> Error {
    let theirs = model.endpoints.iter().map(|e| e.listener.as_str()).collect::<Vec<_>>().join(", ");
    Error::Unfit(format!(
        "[[listener]] name = \"{}\": broker {} has no listener of that name; it has {theirs}",
        listener.name, model.id
    ))
}

fn feature(range: &FeatureRange) -> broker_registration_request::Feature {
    broker_registration_request::Feature {
        name: range.name.clone(),
        min_supported_version: range.min,
        max_supported_version: range.max,
        ..Default::default()
    }
}

async fn heartbeat(
    cluster: &Cluster,
    active: &Active,
    version: i16,
    open: bool,
    leaving: bool,
) -> Result<BrokerHeartbeatResponse, Error> {
    let cordoned = if open { Vec::new() } else { vec![cluster.directory] };
    let request = BrokerHeartbeatRequest {
        broker_id: cluster.node_id(),
        broker_epoch: cluster.broker_epoch(),
        current_metadata_offset: cluster.with_image(|image| image.offset).max(0),
        want_shut_down: leaving,
        cordoned_log_dirs: (version >= CORDON_VERSION).then_some(cordoned),
        ..Default::default()
    };
    let sent = cluster.pulse.now();
    let answer = active.connection.call_at(&request, version).await?;
    Error::check("BrokerHeartbeat", answer.error_code, None)?;
    cluster.heard(sent);
    Ok(answer)
}

fn note(cluster: &Cluster, answer: &BrokerHeartbeatResponse) {
    let unfenced = !answer.is_fenced;
    crate::metrics::heartbeat(true);
    let changed = cluster.registration.send_if_modified(|r| {
        let changed = r.unfenced != unfenced;
        r.unfenced = unfenced;
        changed
    });
    if changed {
        tracing::info!(unfenced, "the controllers changed their mind about us");
    }
    if unfenced {
        cluster.report("registration", None);
    }
}

/// Controlled shutdown: leadership moves within a heartbeat instead of after the session timeout.
async fn leave(cluster: &Cluster, active: &Active, version: i16) -> Result<(), Error> {
    let until = Instant::now() + LEAVE;
    while Instant::now() < until {
        let sent = Instant::now();
        match heartbeat(cluster, active, version, false, true).await {
            Ok(answer) if answer.should_shut_down => {
                tracing::info!("the controllers let us go");
                // Whoever waits for the end of this process does not wait for a controller that has died meanwhile.
                let _ = tokio::time::timeout_at(sent + SIGN_OFF, unregister(cluster, active)).await;
                return Ok(());
            }
            Ok(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            Err(error) => {
                tracing::warn!(%error, "left without the controllers' leave; leadership moves when our session ends");
                return Ok(());
            }
        }
    }
    tracing::warn!("the controllers did not move all leadership in time; it moves when our session ends");
    Ok(())
}

/// A broker that leads nothing when it leaves is only fenced, and its id refused to the next process until its session
/// ends. One that no replica list names can be forgotten at once instead: then the next one may begin without a wait.
async fn unregister(cluster: &Cluster, active: &Active) {
    let id = cluster.node_id();
    let is_named = cluster.with_image(|image| {
        let mut partitions = image.topics.values().flat_map(|topic| topic.partitions.values());
        partitions.any(|partition| partition.replicas.contains(&id))
    });
    if is_named {
        return;
    }
    let request = UnregisterBrokerRequest { broker_id: id, ..Default::default() };
    let outcome = async {
        let version = active.connection.version::<UnregisterBrokerRequest>()?;
        let answer = active.connection.call_at(&request, version).await?;
        Error::check("UnregisterBroker", answer.error_code, answer.error_message)
    };
    match outcome.await {
        Ok(()) => tracing::info!("our id is free again"),
        Err(error) => tracing::info!(%error, "our id is free again when our session ends"),
    }
}
