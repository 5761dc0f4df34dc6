//! First contact: who the bootstrap brokers are, which of them is the companion, and where the controllers live.

use kagami_codec::{
    message::{
        DescribeConfigsRequest, DescribeQuorumRequest, MetadataRequest, describe_configs_request,
        metadata_response,
    },
    types::ErrorCode,
};

use super::{
    Cluster, Error, Settings,
    controllers::{Address, METADATA_TOPIC},
};
use crate::{ask, net::Connection};

/// What the brokers told us.
pub(super) struct Found {
    pub cluster_id: String,
    pub companion: i32,
    pub controllers: Vec<Address>,
}

/// From this version on `DescribeQuorum` names the controllers' endpoints (KIP-853, Kafka 3.9).
const QUORUM_ENDPOINTS_VERSION: i16 = 2;
const RESOURCE_BROKER: i8 = 4;

/// Asks the bootstrap brokers in order, until one answers. When none does, the last one's error is the caller's to tell.
pub(super) async fn bootstrap(settings: &Settings) -> Result<Found, Error> {
    let mut failures = Vec::new();
    for (at, address) in settings.bootstrap.iter().enumerate() {
        match ask(settings, address, at == 0).await {
            Ok(found) => {
                for error in failures {
                    tracing::warn!(%error, "a bootstrap broker did not help; another one did");
                }
                return Ok(found);
            }
            Err(error) => failures.push(error),
        }
    }
    Err(failures.pop().unwrap_or_else(|| Error::Unfit("[destination] bootstrap is empty".to_owned())))
}

async fn ask(settings: &Settings, address: &Address, is_companion: bool) -> Result<Found, Error> {
    let connection = settings.broker_dialer.connect(&address.0, address.1).await?;
    let metadata =
        connection.call(&MetadataRequest { topics: Some(Vec::new()), ..Default::default() }).await?;
    let cluster_id = metadata.cluster_id.unwrap_or_default();
    let companion = companion(&metadata.brokers, address, settings.node_id, is_companion)?;
    let controllers = if settings.controllers.is_empty() {
        controllers(&connection, companion).await?
    } else {
        settings.controllers.clone()
    };
    Ok(Found { cluster_id, companion, controllers })
}

/// The broker behind the bootstrap address: the one that advertises it, or the only real one there is.
fn companion(
    brokers: &[metadata_response::MetadataResponseBroker],
    address: &Address,
    node_id: i32,
    is_companion: bool,
) -> Result<i32, Error> {
    let is_named = |b: &&metadata_response::MetadataResponseBroker| {
        b.host == address.0 && b.port == i32::from(address.1)
    };
    if brokers.iter().find(is_named).is_some_and(|b| b.node_id == node_id) {
        return Err(Error::Unfit(format!(
            "[node] id = {node_id} is the id of the broker at {}:{}: give the sidecar a number that is free in the cluster",
            address.0, address.1
        )));
    }
    let others: Vec<_> = brokers.iter().filter(|b| b.node_id != node_id).collect();
    let named = others.iter().copied().find(is_named);
    match (named, others.as_slice()) {
        (Some(broker), _) => Ok(broker.node_id),
        (None, [only]) => Ok(only.node_id),
        // Another bootstrap broker stands in while the companion is away; any live broker does until it is back.
        (None, [first, ..]) if !is_companion => Ok(first.node_id),
        (None, _) => Err(Error::NotListed(format!(
            "[destination] bootstrap: no broker advertises {}:{}; write the companion first, as it advertises itself",
            address.0, address.1
        ))),
    }
}

/// Asks the brokers anew where the controllers are: they may have been replaced. The brokers, too, may be elsewhere than
/// where we began: then those answer that the metadata log told us of. Without an answer what is known stays.
pub(super) async fn relearn(cluster: &Cluster) {
    if !cluster.settings.controllers.is_empty() {
        return;
    }
    for (host, port) in &cluster.settings.bootstrap {
        if let Ok(connection) = cluster.settings.broker_dialer.connect(host, *port).await
            && learn_from(cluster, &connection).await
        {
            return;
        }
    }
    for broker in cluster.real_brokers(false) {
        if let Ok(connection) = cluster.dial(broker.id).await
            && learn_from(cluster, &connection).await
        {
            return;
        }
    }
}

async fn learn_from(cluster: &Cluster, connection: &Connection) -> bool {
    let found = controllers(connection, cluster.companion()).await;
    found.map(|found| cluster.controllers().learn(found)).is_ok()
}

async fn controllers(connection: &Connection, broker: i32) -> Result<Vec<Address>, Error> {
    if connection.version::<DescribeQuorumRequest>().map_err(|_| zookeeper())? >= QUORUM_ENDPOINTS_VERSION {
        let found = from_quorum(connection).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    from_broker_config(connection, broker).await
}

fn zookeeper() -> Error {
    Error::Unfit(
        "[destination] bootstrap: this cluster does not speak DescribeQuorum, so it runs on ZooKeeper or is older than \
         Kafka 3.3; Kagami needs a destination in KRaft mode, Kafka 3.7 or newer"
            .to_owned(),
    )
}

async fn from_quorum(connection: &Connection) -> Result<Vec<Address>, Error> {
    let answer = connection.call(&ask::quorum(METADATA_TOPIC)).await?;
    if answer.error_code == ErrorCode::CLUSTER_AUTHORIZATION_FAILED.0 {
        return Err(Error::Unfit(
            "[destination]: our principal may not describe the cluster's quorum: grant it Describe on the cluster, or \
             list [destination] controllers"
                .to_owned(),
        ));
    }
    Error::check("DescribeQuorum", answer.error_code, answer.error_message)?;
    Ok(answer
        .nodes
        .into_iter()
        .flat_map(|n| n.listeners.into_iter().take(1))
        .map(|l| (l.host, l.port))
        .collect())
}

/// Before 3.9 only the brokers' own configuration says where the controllers are.
async fn from_broker_config(connection: &Connection, broker: i32) -> Result<Vec<Address>, Error> {
    let keys = ["controller.quorum.voters", "controller.quorum.bootstrap.servers"];
    let request = DescribeConfigsRequest {
        resources: vec![describe_configs_request::DescribeConfigsResource {
            resource_type: RESOURCE_BROKER,
            resource_name: broker.to_string(),
            configuration_keys: Some(keys.iter().map(|k| (*k).to_owned()).collect()),
            ..Default::default()
        }],
        ..Default::default()
    };
    let answer = connection.call(&request).await?;
    let entries = answer.results.into_iter().flat_map(|r| r.configs).filter_map(|c| c.value);
    let found: Vec<Address> = entries.flat_map(|v| parse_voters(&v)).collect();
    if found.is_empty() { Err(zookeeper()) } else { Ok(found) }
}

/// `id@host:port` or `host:port`, with commas between.
fn parse_voters(text: &str) -> Vec<Address> {
    text.split(',')
        .filter_map(|voter| {
            let address = voter.rsplit('@').next()?;
            let (host, port) = address.trim().rsplit_once(':')?;
            Some((host.trim_matches(['[', ']']).to_owned(), port.parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voters_are_read_with_and_without_ids() {
        assert_eq!(
            parse_voters("1@a:9093,2@[::1]:9094"),
            vec![("a".to_owned(), 9093), ("::1".to_owned(), 9094)]
        );
        assert_eq!(parse_voters("b:9093"), vec![("b".to_owned(), 9093)]);
        assert_eq!(parse_voters(""), Vec::<Address>::new());
        assert_eq!(parse_voters("nonsense"), Vec::<Address>::new());
    }
}
