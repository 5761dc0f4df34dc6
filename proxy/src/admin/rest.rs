//! `/kafka/v3/clusters/{id}/links/…`: paths, queries and bodies become commands; snapshots and outcomes become JSON.

mod cutover;
mod query;
mod settings;

use std::collections::BTreeMap;

use hyper::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::query::Query;
pub(crate) use self::query::encoded;
use self::settings::{alterable, settings, well_formed};
use super::answer::Answer;
use super::service::Service;
use super::shape::{self, Altered, List};
use crate::link::command::{Command, Outcome, Refusal, Selection, Topics, Verb};
use crate::link::handle::VerifyRequest;
use crate::link::snapshot::{Link, Mirror, Snapshot};

const VERBS: [Verb; 4] = [Verb::Pause, Verb::Resume, Verb::Promote, Verb::Failover];

/// Stands for whichever link holds the mirror.
const ANY_LINK: &str = "-";

struct Asked<'a> {
    service: &'a Service,
    method: &'a Method,
    query: Query,
    body: &'a [u8],
    snapshot: &'a Snapshot,
    /// Address of the cluster, on which further addresses are built.
    url: String,
}

/// Answers a request below `/kafka/v3/`.
pub(super) async fn answer(
    service: &Service,
    method: &Method,
    path: &str,
    query: &str,
    body: &[u8],
) -> Result<Answer, Refusal> {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let snapshot = if reads { service.handle.whole().await } else { service.handle.snapshot() };
    let segments: Result<Vec<String>, Refusal> =
        path.trim_matches('/').split('/').skip(2).map(|segment| query::decoded(segment, "path")).collect();
    let segments = segments?;
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let mut asked = Asked {
        service,
        method,
        query: Query::parse(query)?,
        body,
        snapshot: &snapshot,
        url: format!("{}/kafka/v3/clusters", service.url),
    };
    if segments == ["clusters"] {
        return asked.clusters();
    }
    let ["clusters", cluster_id, "links", rest @ ..] = segments.as_slice() else {
        return Err(no_such_path(path));
    };
    if snapshot.cluster_id.is_empty() {
        let why =
            snapshot.problem.clone().unwrap_or_else(|| "the destination has not been reached yet".to_owned());
        return Err(Refusal::new(
            503,
            "UNAVAILABLE",
            format!("this sidecar does not know its cluster: {why}"),
        ));
    }
    if *cluster_id != snapshot.cluster_id {
        let message = format!("this sidecar serves the cluster {}, not {cluster_id}", snapshot.cluster_id);
        return Err(Refusal::new(404, "NOT_FOUND", message).at("cluster_id"));
    }
    asked.url = format!("{}/{cluster_id}/links", asked.url);
    match *rest {
        [] => asked.links().await,
        [link] => asked.link(link).await,
        [link, "configs"] => asked.configs(link),
        [link, "configs:alter"] => asked.alter_configs(link).await,
        [link, "configs", name] => asked.config(link, name).await,
        [link, "mirrors"] => asked.mirrors(link).await,
        [link, "mirrors", topic] => match topic.split_once(':') {
            None => asked.mirror(link, topic).await,
            Some((topic, "verify")) => asked.verify(link, topic).await,
            Some(_) => Err(no_such_path(path)),
        },
        [link, "cutover"] => asked.cutover(link).await,
        [link, verb] => {
            let verb = verb.strip_prefix("mirrors:");
            match verb.and_then(|name| VERBS.into_iter().find(|verb| verb.name() == name)) {
                Some(verb) => asked.apply(link, verb).await,
                None => Err(no_such_path(path)),
            }
        }
        _ => Err(no_such_path(path)),
    }
}

fn no_such_path(path: &str) -> Refusal {
    let message = format!(
        "{path} does not exist; the paths are those of /kafka/v3/clusters/{{id}}/links in the README"
    );
    Refusal::new(404, "NOT_FOUND", message)
}

impl Asked<'_> {
    fn clusters(mut self) -> Result<Answer, Refusal> {
        self.query.finish()?;
        if !self.reads() {
            return Ok(Answer::method("GET"));
        }
        let ids = [&self.snapshot.cluster_id].into_iter().filter(|id| !id.is_empty());
        let data = ids
            .map(|id| shape::Cluster { kind: "KafkaCluster".to_owned(), cluster_id: id.clone() })
            .collect();
        Ok(Answer::json(StatusCode::OK, &List::new("KafkaClusterList", &self.url, data)))
    }

    async fn links(mut self) -> Result<Answer, Refusal> {
        if self.reads() {
            self.query.finish()?;
            let data = self.snapshot.links.iter().map(|link| self.link_value(link)).collect();
            return Ok(Answer::json(StatusCode::OK, &List::new("KafkaLinkDataList", &self.url, data)));
        }
        if *self.method != Method::POST {
            return Ok(Answer::method("GET, POST"));
        }
        let link = self.query.text("link_name").ok_or_else(|| {
            Refusal::new(400, "INVALID_REQUEST_ERROR", "name the link: POST …/links?link_name=NAME")
                .at("link_name")
        })?;
        let validate_only = self.validate_only()?;
        // Every creation looks at the source; the flag is taken for clients that send it.
        self.query.flag("validate_link")?;
        self.query.finish()?;
        let body: shape::NewLink = self.parsed()?;
        let source_cluster_id = body.source_cluster_id.filter(|id| !id.is_empty());
        let configs = settings(body.configs)?;
        let given: BTreeMap<String, String> =
            configs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        well_formed(&given)?;
        let command = Command::CreateLink { link, source_cluster_id, configs: given, validate_only };
        self.execute(command, StatusCode::CREATED).await
    }

    async fn link(mut self, name: &str) -> Result<Answer, Refusal> {
        if self.reads() {
            self.query.flag("include_tasks")?;
            self.query.finish()?;
            let link = self.known_link(name)?;
            return Ok(Answer::json(StatusCode::OK, &self.link_value(link)));
        }
        if *self.method != Method::DELETE {
            return Ok(Answer::method("GET, DELETE"));
        }
        let (force, validate_only) = (self.query.flag("force")?, self.validate_only()?);
        self.query.finish()?;
        self.execute(Command::DeleteLink { link: name.to_owned(), force, validate_only }, StatusCode::OK)
            .await
    }

    fn configs(mut self, link: &str) -> Result<Answer, Refusal> {
        self.query.finish()?;
        if !self.reads() {
            return Ok(Answer::method("GET"));
        }
        let url = format!("{}/{link}/configs", self.url);
        let data = shape::link_configs(self.known_link(link)?, &self.snapshot.cluster_id);
        Ok(Answer::json(StatusCode::OK, &List::new("KafkaLinkConfigDataList", &url, data)))
    }

    async fn alter_configs(mut self, link: &str) -> Result<Answer, Refusal> {
        if !matches!(*self.method, Method::PUT | Method::POST) {
            return Ok(Answer::method("PUT"));
        }
        let validate_only = self.validate_only()?;
        self.query.finish()?;
        let body: shape::Alterations = self.parsed()?;
        self.alter(link, settings(body.data)?, validate_only).await
    }

    async fn config(mut self, link: &str, name: &str) -> Result<Answer, Refusal> {
        let validate_only = self.validate_only()?;
        self.query.finish()?;
        let unknown = || Refusal::new(404, "NOT_FOUND", format!("a link has no setting {name}")).at(name);
        match *self.method {
            Method::GET | Method::HEAD => {
                let configs = shape::link_configs(self.known_link(link)?, &self.snapshot.cluster_id);
                let found = configs.into_iter().find(|config| config["name"] == name);
                Ok(Answer::json(StatusCode::OK, &found.ok_or_else(unknown)?))
            }
            Method::PUT => {
                #[derive(serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Body {
                    value: String,
                }
                let body: Body = self.parsed()?;
                self.alter(link, BTreeMap::from([(name.to_owned(), Some(body.value))]), validate_only).await
            }
            Method::DELETE => {
                self.alter(link, BTreeMap::from([(name.to_owned(), None)]), validate_only).await
            }
            _ => Ok(Answer::method("GET, PUT, DELETE")),
        }
    }

    async fn alter(
        &self,
        link: &str,
        configs: BTreeMap<String, Option<String>>,
        validate_only: bool,
    ) -> Result<Answer, Refusal> {
        alterable(&configs)?;
        self.execute(Command::AlterLink { link: link.to_owned(), configs, validate_only }, StatusCode::OK)
            .await
    }

    async fn mirrors(mut self, link: &str) -> Result<Answer, Refusal> {
        if self.reads() {
            let status = self.query.text("mirror_status");
            self.query.finish()?;
            if link != ANY_LINK {
                self.known_link(link)?;
            }
            let on_link = |mirror: &&Mirror| link == ANY_LINK || mirror.link_name == link;
            let in_state = |mirror: &&Mirror| {
                status.as_ref().is_none_or(|s| s.eq_ignore_ascii_case(&mirror.mirror_status))
            };
            let chosen = self.snapshot.mirrors.iter().filter(on_link).filter(in_state);
            let data = chosen.map(|mirror| self.mirror_value(mirror)).collect();
            let url = format!("{}/{link}/mirrors", self.url);
            return Ok(Answer::json(StatusCode::OK, &List::new("KafkaMirrorDataList", &url, data)));
        }
        if *self.method != Method::POST {
            return Ok(Answer::method("GET, POST"));
        }
        let validate_only = self.validate_only()?;
        self.query.finish()?;
        let body: shape::NewMirror = self.parsed()?;
        let given = |name: Option<String>| name.filter(|name| !name.is_empty());
        let topics = match (given(body.source_topic_name), given(body.mirror_topic_name)) {
            (Some(source), Some(mirror)) => Topics::Both { source, mirror },
            (Some(source), None) => Topics::Source(source),
            (None, Some(mirror)) => Topics::Mirror(mirror),
            (None, None) => {
                let refusal = Refusal::new(400, "INVALID_REQUEST_ERROR", "source_topic_name is missing");
                return Err(refusal.at("source_topic_name"));
            }
        };
        let configs = settings(body.configs)?.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let command = Command::CreateMirror {
            link: link.to_owned(),
            topics,
            replication_factor: body.replication_factor,
            configs: configs.collect(),
            validate_only,
        };
        self.execute(command, StatusCode::CREATED).await
    }

    async fn mirror(mut self, link: &str, topic: &str) -> Result<Answer, Refusal> {
        if self.reads() {
            self.query.finish()?;
            return Ok(Answer::json(StatusCode::OK, &self.mirror_value(self.known_mirror(link, topic)?)));
        }
        if *self.method != Method::DELETE {
            return Ok(Answer::method("GET, DELETE"));
        }
        let (delete_topic, validate_only) = (self.query.flag("delete_topic")?, self.validate_only()?);
        self.query.finish()?;
        let command = Command::DeleteMirror {
            link: some_link(link),
            mirror_topic: topic.to_owned(),
            delete_topic,
            validate_only,
        };
        self.execute(command, StatusCode::OK).await
    }

    async fn apply(mut self, link: &str, verb: Verb) -> Result<Answer, Refusal> {
        if *self.method != Method::POST {
            return Ok(Answer::method("POST"));
        }
        let validate_only = self.validate_only()?;
        self.query.finish()?;
        let body: shape::Mirrors = self.parsed()?;
        let selection = match (body.mirror_topic_names, body.mirror_topic_name_pattern) {
            (Some(names), None) if !names.is_empty() => Selection::Names(names),
            (None, Some(pattern)) if !pattern.is_empty() => Selection::Pattern(pattern),
            _ => {
                let message =
                    "give either mirror_topic_names with at least one name or mirror_topic_name_pattern";
                return Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at("mirror_topic_names"));
            }
        };
        let command = Command::Apply { verb, link: some_link(link), selection, validate_only };
        self.execute(command, StatusCode::OK).await
    }

    async fn verify(mut self, link: &str, topic: &str) -> Result<Answer, Refusal> {
        if *self.method != Method::POST {
            return Ok(Answer::method("POST"));
        }
        self.query.finish()?;
        self.known_mirror(link, topic)?;
        let body: shape::Comparison =
            if self.body.is_empty() { shape::Comparison::default() } else { self.parsed()? };
        let request = VerifyRequest {
            mirror_topic: topic.to_owned(),
            link: some_link(link),
            partitions: body.partitions,
        };
        let report = self.service.handle.verify(request).await?;
        Ok(Answer::json(StatusCode::OK, &report))
    }

    async fn execute(&self, command: Command, done: StatusCode) -> Result<Answer, Refusal> {
        let Outcome { mirrors, warnings, cutover: _ } = self.service.handle.execute(command).await?;
        let data = mirrors.into_iter().map(Altered::from).collect();
        let list = List { warnings, ..List::new("KafkaAlterMirrorStatusResponseDataList", &self.url, data) };
        Ok(Answer::json(done, &list))
    }

    fn reads(&self) -> bool {
        matches!(*self.method, Method::GET | Method::HEAD)
    }

    fn validate_only(&mut self) -> Result<bool, Refusal> {
        let (validate, dry) = (self.query.flag("validate_only")?, self.query.flag("dry_run")?);
        Ok(validate || dry)
    }

    fn parsed<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(self.body).map_err(|error| {
            Refusal::new(
                400,
                "INVALID_REQUEST_ERROR",
                format!("the body is not the JSON of this path: {error}"),
            )
        })
    }

    fn known_link(&self, name: &str) -> Result<&Link, Refusal> {
        self.snapshot.links.iter().find(|link| link.link_name == name).ok_or_else(|| {
            let names: Vec<_> = self.snapshot.links.iter().map(|link| link.link_name.as_str()).collect();
            let known = if names.is_empty() { "there are none yet".to_owned() } else { names.join(", ") };
            let message = format!("there is no link {name}; known links: {known}");
            Refusal::new(404, "LINK_NOT_FOUND_ERROR", message).at("link_name")
        })
    }

    fn known_mirror(&self, link: &str, topic: &str) -> Result<&Mirror, Refusal> {
        if link != ANY_LINK {
            self.known_link(link)?;
        }
        let on_link = |mirror: &&Mirror| link == ANY_LINK || mirror.link_name == link;
        let found = self.snapshot.mirrors.iter().filter(on_link).find(|m| m.mirror_topic_name == topic);
        found.ok_or_else(|| {
            let near = crate::config::near::hint(
                topic,
                self.snapshot.mirrors.iter().map(|mirror| mirror.mirror_topic_name.as_str()),
            );
            let place = if link == ANY_LINK { String::new() } else { format!(" on link {link}") };
            let elsewhere = self.snapshot.mirrors.iter().find(|m| m.mirror_topic_name == topic);
            let hint = elsewhere.map_or(near, |mirror| format!("; it is on link {}", mirror.link_name));
            let message = format!("there is no mirror {topic}{place}{hint}");
            Refusal::new(404, "UNKNOWN_TOPIC_OR_PARTITION_ERROR", message).at("mirror_topic_name")
        })
    }

    fn link_value(&self, link: &Link) -> Value {
        shape::link(link, &format!("{}/{}", self.url, link.link_name))
    }

    fn mirror_value(&self, mirror: &Mirror) -> Value {
        shape::mirror(
            mirror,
            &format!("{}/{}/mirrors/{}", self.url, mirror.link_name, mirror.mirror_topic_name),
        )
    }
}

fn some_link(link: &str) -> Option<String> {
    (link != ANY_LINK).then(|| link.to_owned())
}
