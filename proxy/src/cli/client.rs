//! Questions to a sidecar, in the values that the links speak.

use hyper::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Error;
use super::http::Endpoint;
use crate::admin::encoded;
use crate::admin::shape::{self, Altered, Entry, ErrorBody, List};
use crate::link::command::{Command, Outcome, Refusal, Selection, Topics};
use crate::link::handle::{VerifyReport, VerifyRequest};
use crate::link::snapshot::{Link, Mirror};

/// Asks one sidecar. Any sidecar of the destination does.
#[derive(Debug)]
pub(super) struct Client {
    endpoint: Endpoint,
    /// `/kafka/v3/clusters/{id}/links`.
    base: String,
}

impl Client {
    /// Asks the sidecar which cluster it serves.
    pub(super) async fn connect(endpoint: Endpoint) -> Result<Self, Error> {
        let clusters: List<shape::Cluster> = ask(&endpoint, Method::GET, "/kafka/v3/clusters", &()).await?;
        let Some(cluster) = clusters.data.first() else {
            let url = &endpoint.url;
            let message =
                format!("the sidecar at {url} has not reached its destination yet; {url}/readyz tells why");
            return Err(Error::OutOfReach(message));
        };
        let base = format!("/kafka/v3/clusters/{}/links", encoded(&cluster.cluster_id));
        Ok(Self { endpoint, base })
    }

    /// Every link.
    pub(super) async fn links(&self) -> Result<Vec<Link>, Error> {
        let list: List<Link> = self.get("").await?;
        Ok(list.data)
    }

    /// One link.
    pub(super) async fn link(&self, name: &str) -> Result<Link, Error> {
        self.get(&format!("/{}", encoded(name))).await
    }

    /// Every mirror, or those of one link.
    pub(super) async fn mirrors(&self, link: Option<&str>) -> Result<Vec<Mirror>, Error> {
        let list: List<Mirror> = self.get(&format!("/{}/mirrors", some(link))).await?;
        Ok(list.data)
    }

    /// One mirror.
    pub(super) async fn mirror(&self, link: Option<&str>, topic: &str) -> Result<Mirror, Error> {
        self.get(&format!("/{}/mirrors/{}", some(link), encoded(topic))).await
    }

    /// Compares a mirror with its source.
    pub(super) async fn verify(&self, request: VerifyRequest) -> Result<VerifyReport, Error> {
        let path = format!(
            "{}/{}/mirrors/{}:verify",
            self.base,
            some(request.link.as_deref()),
            encoded(&request.mirror_topic)
        );
        ask(&self.endpoint, Method::POST, &path, &shape::Comparison { partitions: request.partitions }).await
    }

    /// Has a command carried out.
    pub(super) async fn execute(&self, command: Command) -> Result<Outcome, Error> {
        let flag = |name: &str, set: bool| if set { format!("&{name}=true") } else { String::new() };
        match command {
            Command::CreateLink { link, source_cluster_id, configs, validate_only } => {
                let path = format!("?link_name={}{}", encoded(&link), flag("validate_only", validate_only));
                let configs = entries(configs.into_iter().map(|(name, value)| (name, Some(value))));
                self.change(Method::POST, &path, &shape::NewLink { source_cluster_id, configs }).await
            }
            Command::AlterLink { link, configs, validate_only } => {
                let path =
                    format!("/{}/configs:alter?{}", encoded(&link), flag("validate_only", validate_only));
                self.change(Method::PUT, &path, &shape::Alterations { data: entries(configs) }).await
            }
            Command::DeleteLink { link, force, validate_only } => {
                let flags = flag("force", force) + &flag("validate_only", validate_only);
                self.change(Method::DELETE, &format!("/{}?{flags}", encoded(&link)), &()).await
            }
            Command::CreateMirror { link, topics, replication_factor, configs, validate_only } => {
                let (source_topic_name, mirror_topic_name) = match topics {
                    Topics::Source(source) => (Some(source), None),
                    Topics::Mirror(mirror) => (None, Some(mirror)),
                    Topics::Both { source, mirror } => (Some(source), Some(mirror)),
                };
                let path = format!("/{}/mirrors?{}", encoded(&link), flag("validate_only", validate_only));
                let body = shape::NewMirror {
                    source_topic_name,
                    mirror_topic_name,
                    replication_factor,
                    configs: entries(configs.into_iter().map(|(name, value)| (name, Some(value)))),
                };
                self.change(Method::POST, &path, &body).await
            }
            Command::DeleteMirror { link, mirror_topic, delete_topic, validate_only } => {
                let flags = flag("delete_topic", delete_topic) + &flag("validate_only", validate_only);
                let path = format!("/{}/mirrors/{}?{flags}", some(link.as_deref()), encoded(&mirror_topic));
                self.change(Method::DELETE, &path, &()).await
            }
            Command::Apply { verb, link, selection, validate_only } => {
                let flags = flag("validate_only", validate_only);
                let path = format!("/{}/mirrors:{}?{flags}", some(link.as_deref()), verb.name());
                let body = match selection {
                    Selection::Names(names) => {
                        shape::Mirrors { mirror_topic_names: Some(names), ..shape::Mirrors::default() }
                    }
                    Selection::Pattern(pattern) => shape::Mirrors {
                        mirror_topic_name_pattern: Some(pattern),
                        ..shape::Mirrors::default()
                    },
                };
                self.change(Method::POST, &path, &body).await
            }
        }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        ask(&self.endpoint, Method::GET, &format!("{}{path}", self.base), &()).await
    }

    async fn change(&self, method: Method, path: &str, body: &impl Serialize) -> Result<Outcome, Error> {
        let path = path.trim_end_matches('?');
        let list: List<Altered> = ask(&self.endpoint, method, &format!("{}{path}", self.base), body).await?;
        Ok(list.into())
    }
}

/// The path segment of a link, or of any.
fn some(link: Option<&str>) -> String {
    link.map_or_else(|| "-".to_owned(), encoded)
}

/// `None` returns a setting to its default.
fn entries(configs: impl IntoIterator<Item = (String, Option<String>)>) -> Vec<Entry> {
    let entry = |(name, value): (String, Option<String>)| {
        let operation = value.is_none().then(|| "DELETE".to_owned());
        Entry { name, value, operation }
    };
    configs.into_iter().map(entry).collect()
}

async fn ask<T: DeserializeOwned>(
    endpoint: &Endpoint,
    method: Method,
    path: &str,
    body: &impl Serialize,
) -> Result<T, Error> {
    let body = serde_json::to_vec(body).expect("our shapes have text keys only");
    let body = if body == b"null" { Vec::new() } else { body };
    let answer = endpoint.send(method, path, body).await.map_err(|cause| {
        let url = &endpoint.url;
        Error::OutOfReach(format!(
            "no sidecar answers at {url}: {cause}; is it running, and is this the address of its [admin] section?"
        ))
    })?;
    let foreign = |why: &dyn std::fmt::Display| {
        Error::OutOfReach(format!("what answers at {} is no sidecar: {why}", endpoint.url))
    };
    if (200..300).contains(&answer.status) {
        return serde_json::from_slice(&answer.body).map_err(|error| foreign(&error));
    }
    match serde_json::from_slice::<ErrorBody>(&answer.body) {
        Ok(body) => Err(Error::Refused(Refusal::from(body))),
        Err(_) => Err(foreign(&format!("status {}", answer.status))),
    }
}
