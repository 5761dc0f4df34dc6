//! Questions to a sidecar, in the values that the links speak.

use std::time::Duration;

use hyper::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Error;
use super::http::Endpoint;
use crate::admin::encoded;
use crate::admin::shape::{self, Altered, Entry, ErrorBody, List};
use crate::link::command::{Command, Cutover, CutoverReport, Outcome, Refusal, Selection, Topics};
use crate::link::handle::{VerifyReport, VerifyRequest};
use crate::link::snapshot::{Link, Mirror};

/// How long a sidecar may take to say which cluster it serves: one that stands still accepts connections, too.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// Asks one sidecar, and when that one is lost the next. Any sidecar of the destination does.
#[derive(Debug)]
pub(super) struct Client {
    endpoint: Endpoint,
    /// Those to ask when it is lost.
    others: Vec<Endpoint>,
    /// `/kafka/v3/clusters/{id}/links`.
    base: String,
}

impl Client {
    /// Asks the sidecar which cluster it serves.
    pub(super) async fn connect(endpoint: Endpoint, others: Vec<Endpoint>) -> Result<Self, Error> {
        let first = ask::<List<shape::Cluster>>(&endpoint, Method::GET, "/kafka/v3/clusters", &());
        let Ok(clusters) = tokio::time::timeout(FIRST_ANSWER, first).await else {
            let (url, seconds) = (&endpoint.url, FIRST_ANSWER.as_secs());
            return Err(Error::OutOfReach(format!("the sidecar at {url} did not answer within {seconds} s")));
        };
        let clusters = clusters?;
        let Some(cluster) = clusters.data.first() else {
            let url = &endpoint.url;
            let message =
                format!("the sidecar at {url} has not reached its destination yet; {url}/readyz tells why");
            return Err(Error::OutOfReach(message));
        };
        let base = format!("/kafka/v3/clusters/{}/links", encoded(&cluster.cluster_id));
        Ok(Self { endpoint, others, base })
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
        let path =
            format!("/{}/mirrors/{}:verify", some(request.link.as_deref()), encoded(&request.mirror_topic));
        let body = shape::Comparison { partitions: request.partitions };
        self.ask_any(Method::POST, &path, &body).await.0
    }

    /// Cuts over, or whatever step of it is wanted, and waits for the end however long it takes. The next sidecar is asked
    /// with the same id and finds what the lost one began.
    pub(super) async fn cutover(&self, wish: Cutover) -> Result<CutoverReport, Error> {
        let Cutover { link, step, id, topics, max_pause_ms, timeout_ms } = wish;
        let body = shape::NewCutover {
            step: Some(step),
            id: Some(id),
            topics,
            max_pause_ms: Some(max_pause_ms),
            timeout_ms: Some(timeout_ms),
        };
        self.ask_any(Method::POST, &format!("/{}/cutover", encoded(&link)), &body).await.0
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
            Command::Cutover(wish) => {
                Ok(Outcome { cutover: Some(self.cutover(wish).await?), ..Outcome::default() })
            }
        }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.ask_any(Method::GET, path, &()).await.0
    }

    async fn change(&self, method: Method, path: &str, body: &impl Serialize) -> Result<Outcome, Error> {
        let deletes = method == Method::DELETE;
        match self.ask_any::<List<Altered>>(method, path.trim_end_matches('?'), body).await {
            (Ok(list), _) => Ok(list.into()),
            (Err(Error::Refused(refusal)), true) if deletes && refusal.status == 404 => Ok(Outcome {
                warnings: vec![
                    "the sidecar that was asked first was lost; the next one found it deleted".to_owned(),
                ],
                ..Outcome::default()
            }),
            (Err(error), _) => Err(error),
        }
    }

    /// Asks one sidecar after the other until one answers: whatever is asked can be asked again. Tells, too, whether the
    /// answer comes from another one than was asked first.
    async fn ask_any<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> (Result<T, Error>, bool) {
        let path = format!("{}{path}", self.base);
        let mut lost = None;
        for endpoint in std::iter::once(&self.endpoint).chain(&self.others) {
            match ask(endpoint, method.clone(), &path, body).await {
                Err(error) if is_lost(&error) => lost = lost.or(Some(error)),
                answered => return (answered, lost.is_some()),
            }
        }
        (Err(lost.unwrap_or_else(|| Error::OutOfReach("no sidecar is known".to_owned()))), false)
    }
}

/// Whether a sidecar is gone, or about to go and leaving its work to the others.
fn is_lost(error: &Error) -> bool {
    matches!(error, Error::OutOfReach(_))
        || matches!(error, Error::Refused(refusal) if refusal.code == "STOPPING")
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
