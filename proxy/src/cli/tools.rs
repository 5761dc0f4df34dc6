//! The arguments of `kafka-cluster-links` and `kafka-mirrors`, as users of Cluster Linking type them.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args};

use super::Error;
use super::action::{Action, Watch};
use super::arguments::{self, Connect, Creation};
use super::settings::{self, Assignment};
use crate::link::command::{Command, Selection, Verb};

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["create", "list", "describe", "alter", "delete"])))]
pub(super) struct ClusterLinks {
    /// Make a link.
    #[arg(long, requires = "link")]
    create: bool,
    /// Show all links.
    #[arg(long)]
    list: bool,
    /// Show a link, or all, with settings.
    #[arg(long)]
    describe: bool,
    /// Change settings of a link.
    #[arg(long, requires = "link")]
    alter: bool,
    /// Remove a link.
    #[arg(long, requires = "link")]
    delete: bool,
    /// Name of the link.
    #[arg(long)]
    link: Option<String>,
    /// Java client properties of the source, with link settings beside them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "describe", "delete"])]
    config_file: Option<PathBuf>,
    /// Settings as key=value, several with commas between; they win over the file's.
    #[arg(long, value_name = "KEY=VALUE,…", conflicts_with_all = ["list", "describe", "delete"])]
    config: Vec<String>,
    /// Settings that return to their defaults, with --alter.
    #[arg(long, value_name = "KEY,…", value_delimiter = ',', requires = "alter")]
    delete_config: Vec<String>,
    /// Cluster id of the source; the link is refused when the source tells another one.
    #[arg(long, value_name = "ID", requires = "create", value_parser = NonEmptyStringValueParser::new())]
    cluster_id: Option<String>,
    /// JSON with the groups whose offsets are carried over.
    #[arg(long, value_name = "FILE")]
    consumer_group_filters_json_file: Option<PathBuf>,
    /// JSON with the ACLs that are copied.
    #[arg(long, value_name = "FILE")]
    acl_filters_json_file: Option<PathBuf>,
    /// JSON with the topics that get a mirror by themselves.
    #[arg(long, value_name = "FILE")]
    topic_filters_json_file: Option<PathBuf>,
    /// Look at everything and change nothing.
    #[arg(long, alias = "dry-run", conflicts_with_all = ["list", "describe"])]
    validate_only: bool,
    /// With --delete: stop the link's mirrors first, where they are, as failover does.
    #[arg(long, requires = "delete")]
    force: bool,
    #[command(flatten)]
    connect: Connect,
}

impl ClusterLinks {
    pub(super) fn action(self) -> Result<(Connect, Action), Error> {
        let validate_only = self.validate_only;
        let action = if self.create {
            let configs = self.configs(true)?;
            let (link, source_cluster_id) = (named(self.link)?, self.cluster_id);
            Action::Execute(Command::CreateLink { link, source_cluster_id, configs, validate_only })
        } else if self.alter {
            let configs = settings::changes(self.configs(false)?, self.delete_config)?;
            Action::Execute(Command::AlterLink { link: named(self.link)?, configs, validate_only })
        } else if self.delete {
            Action::Execute(Command::DeleteLink { link: named(self.link)?, force: self.force, validate_only })
        } else if self.list {
            Action::ListLinks
        } else {
            Action::DescribeLinks(self.link)
        };
        Ok((self.connect, action))
    }

    fn configs(&self, whole: bool) -> Result<std::collections::BTreeMap<String, String>, Error> {
        let mut given = Vec::new();
        for list in &self.config {
            given.extend(settings::split(list)?);
        }
        let filters = [
            ("consumer.offset.group.filters", &self.consumer_group_filters_json_file),
            ("acl.filters", &self.acl_filters_json_file),
            ("auto.create.mirror.topics.filters", &self.topic_filters_json_file),
        ];
        for (name, file) in filters {
            if let Some(file) = file {
                given.push(Assignment { name: name.to_owned(), value: settings::json_file(file)? });
            }
        }
        settings::link(self.config_file.as_deref(), given, whole)
    }
}

fn named(link: Option<String>) -> Result<String, Error> {
    link.ok_or_else(|| Error::Arguments("name the link with --link".to_owned()))
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args([
    "create", "list", "describe", "pause", "resume", "unpause", "promote", "failover", "delete",
])))]
#[expect(clippy::struct_excessive_bools, reason = "the tool's verbs are flags, of which clap lets one pass")]
pub(super) struct Mirrors {
    /// Make a mirror.
    #[arg(long, requires = "link")]
    create: bool,
    /// Show all mirrors in short.
    #[arg(long)]
    list: bool,
    /// Show mirrors partition by partition.
    #[arg(long)]
    describe: bool,
    /// Stop fetching; the mirrors stay read-only.
    #[arg(long)]
    pause: bool,
    /// Fetch again.
    #[arg(long)]
    resume: bool,
    /// The same as --resume.
    #[arg(long)]
    unpause: bool,
    /// Open mirrors for writes after proof that they hold all of their sources.
    #[arg(long)]
    promote: bool,
    /// Open mirrors for writes as they are, with or without their sources.
    #[arg(long)]
    failover: bool,
    /// Stop mirroring and forget the mirror; the topic stays.
    #[arg(long)]
    delete: bool,
    /// The mirror topic.
    #[arg(long, value_name = "TOPIC", conflicts_with = "list", value_parser = NonEmptyStringValueParser::new())]
    mirror_topic: Option<String>,
    /// The source topic, where it has another name; with one mirror topic only.
    #[arg(long, value_name = "TOPIC", requires = "create")]
    source_topic: Option<String>,
    /// Mirror topics with commas between.
    #[arg(
        long,
        value_name = "TOPIC,…",
        value_delimiter = ',',
        conflicts_with_all = ["mirror_topic", "list"],
        value_parser = NonEmptyStringValueParser::new(),
    )]
    topics: Vec<String>,
    /// All mirrors whose whole name matches this regular expression.
    #[arg(
        long,
        value_name = "REGEX",
        conflicts_with_all = ["mirror_topic", "topics", "create", "list", "describe"],
    )]
    pattern: Option<String>,
    /// Name of the link.
    #[arg(long)]
    link: Option<String>,
    /// Replicas on real brokers, with --create.
    #[arg(long, requires = "create")]
    replication_factor: Option<i16>,
    /// Topic configs as key=value that win over the source's, with --create.
    #[arg(long, value_name = "KEY=VALUE,…", requires = "create")]
    config: Vec<String>,
    /// With --create and --describe: show progress until the mirrors have caught up.
    #[arg(
        long,
        alias = "watch",
        conflicts_with_all = ["list", "pause", "resume", "unpause", "promote", "failover", "delete"],
    )]
    wait: bool,
    /// With --delete: delete the topic too.
    #[arg(long, requires = "delete")]
    delete_topic: bool,
    /// Look at everything and change nothing.
    #[arg(long, alias = "dry-run", conflicts_with_all = ["list", "describe"])]
    validate_only: bool,
    #[command(flatten)]
    connect: Connect,
}

impl Mirrors {
    pub(super) fn action(mut self) -> Result<(Connect, Action), Error> {
        let topics: Vec<String> =
            self.mirror_topic.take().into_iter().chain(std::mem::take(&mut self.topics)).collect();
        let validate_only = self.validate_only;
        let action = if self.create {
            self.creation(topics)?
        } else if self.list {
            Action::ListMirrors { link: self.link }
        } else if self.describe {
            let watch = if self.wait { Watch::UntilCaughtUp } else { Watch::Once };
            Action::DescribeMirrors { link: self.link, topics, watch }
        } else if self.delete {
            let pattern = self.pattern;
            if pattern.is_none() && topics.is_empty() {
                return Err(unnamed());
            }
            arguments::deletion(topics, pattern, self.link, self.delete_topic, validate_only)?
        } else {
            let verb = match (self.pause, self.promote, self.failover) {
                (true, _, _) => Verb::Pause,
                (_, true, _) => Verb::Promote,
                (_, _, true) => Verb::Failover,
                _ => Verb::Resume,
            };
            let selection = match self.pattern {
                Some(pattern) => Selection::Pattern(pattern),
                None if topics.is_empty() => return Err(unnamed()),
                None => Selection::Names(topics),
            };
            Action::Execute(Command::Apply { verb, link: self.link, selection, validate_only })
        };
        Ok((self.connect, action))
    }

    fn creation(&mut self, topics: Vec<String>) -> Result<Action, Error> {
        if topics.is_empty() && self.source_topic.is_none() {
            let message = "name the mirrors with --mirror-topic or --topics";
            return Err(Error::Arguments(message.to_owned()));
        }
        let mut given = Vec::new();
        for list in &self.config {
            given.extend(settings::split(list)?);
        }
        let creation = Creation {
            topics,
            link: named(self.link.take())?,
            source_topic: self.source_topic.take(),
            replication_factor: self.replication_factor,
            configs: settings::assignments(given)?,
            validate_only: self.validate_only,
        };
        creation.action(self.wait)
    }
}

fn unnamed() -> Error {
    Error::Arguments("name the mirrors with --mirror-topic, --topics or --pattern".to_owned())
}
