//! The arguments of `kagami`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::action::{Action, Watch};
use super::cutover;
use super::settings::{self, Assignment};
use super::tools::{ClusterLinks, Mirrors};
use super::view::Question;
use super::{Error, Task};
use crate::link::command::{Command, Selection, Topics, Verb};
use crate::link::handle::VerifyRequest;

/// A sidecar that keeps topics of a source cluster on this one, with the same offsets, and the tools to direct it.
#[derive(Debug, Parser)]
#[command(name = "kagami", version, about, propagate_version = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Top,
}

#[derive(Debug, Subcommand)]
enum Top {
    /// Be a sidecar.
    Run {
        /// Configuration of the sidecar; `kagami config explain` tells its keys.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// Make and change links to source clusters.
    Link {
        #[command(subcommand)]
        command: Link,
    },
    /// Make mirrors, look at them, promote them.
    Mirror {
        #[command(subcommand)]
        command: Mirror,
    },
    /// Move the clients of a link's front doors to the destination, or tell what keeps them.
    ///
    /// Writes wait at the doors while the mirrors are filled and opened. Until they are opened, everything that fails is
    /// undone. The cutover goes on when this command is interrupted; --undo calls it off.
    Cutover(cutover::Arguments),
    /// Compare a mirror with its source, batch by batch. Ends with status 1 at a difference.
    Verify {
        /// The mirror topic.
        #[arg(long, value_name = "TOPIC")]
        mirror: String,
        /// Link of the mirror; needed only to be sure.
        #[arg(long)]
        link: Option<String>,
        /// Partitions to compare; all when absent.
        #[arg(long, value_delimiter = ',', value_name = "N,…")]
        partitions: Vec<i32>,
        #[command(flatten)]
        connect: Connect,
    },
    /// Tell which names the clients of a view see.
    View {
        #[command(subcommand)]
        command: ViewCommand,
    },
    /// Check and explain configuration files.
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// As the tool of this name in Cluster Linking.
    #[command(name = "kafka-cluster-links")]
    KafkaClusterLinks(ClusterLinks),
    /// As the tool of this name in Cluster Linking.
    #[command(name = "kafka-mirrors")]
    KafkaMirrors(Mirrors),
}

/// How a sidecar is found.
#[derive(Clone, Debug, Args)]
pub struct Connect {
    /// Any broker of the destination; its sidecars are found through it.
    #[arg(long, value_name = "HOST:PORT,…")]
    pub bootstrap_server: Option<String>,
    /// Client properties for reaching that broker.
    #[arg(long, value_name = "FILE")]
    pub command_config: Option<PathBuf>,
    /// Address of a sidecar's admin server, instead of looking for one [env: KAGAMI_ADMIN].
    #[arg(long, value_name = "URL")]
    pub admin: Option<String>,
    /// File with the token of the admin server [env: KAGAMI_TOKEN_FILE].
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// PEM certificates that sign the admin server's, beside those that the system trusts.
    #[arg(long, value_name = "FILE")]
    pub admin_ca: Option<PathBuf>,
    /// Form of the answer.
    #[arg(long, value_enum, default_value_t = Output::Table)]
    pub output: Output,
}

/// Form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people.
    Table,
    /// For programs.
    Json,
}

#[derive(Debug, Subcommand)]
enum Link {
    /// Make a link from client properties of the source and link settings.
    Create {
        name: String,
        /// Java client properties of the source, with link settings beside them.
        #[arg(long, value_name = "FILE")]
        config_file: Option<PathBuf>,
        /// Single settings; they win over the file's.
        #[arg(long, value_name = "KEY=VALUE")]
        config: Vec<Assignment>,
        /// Cluster id of the source; the link is refused when the source tells another one.
        #[arg(long, value_name = "ID", value_parser = NonEmptyStringValueParser::new())]
        cluster_id: Option<String>,
        /// Look at everything and change nothing.
        #[arg(long, alias = "validate-only")]
        dry_run: bool,
        #[command(flatten)]
        connect: Connect,
    },
    /// Show all links.
    List {
        #[command(flatten)]
        connect: Connect,
    },
    /// Show one link, or all, with settings.
    Describe {
        name: Option<String>,
        #[command(flatten)]
        connect: Connect,
    },
    /// Change settings of a link while it runs.
    Update {
        name: String,
        /// Properties file with the settings to change.
        #[arg(long, value_name = "FILE")]
        config_file: Option<PathBuf>,
        /// Single settings; they win over the file's.
        #[arg(long, value_name = "KEY=VALUE")]
        config: Vec<Assignment>,
        /// Settings that return to their defaults.
        #[arg(long, value_name = "KEY", value_delimiter = ',')]
        remove: Vec<String>,
        /// Look at everything and change nothing.
        #[arg(long, alias = "validate-only")]
        dry_run: bool,
        #[command(flatten)]
        connect: Connect,
    },
    /// Remove a link that no mirror uses.
    Delete {
        name: String,
        /// Stop its mirrors first, where they are, as failover does.
        #[arg(long)]
        force: bool,
        /// Look at everything and change nothing.
        #[arg(long, alias = "validate-only")]
        dry_run: bool,
        #[command(flatten)]
        connect: Connect,
    },
}

#[derive(Debug, Subcommand)]
enum Mirror {
    /// Make a topic the mirror of a source topic.
    Create {
        /// The mirror topics.
        #[arg(required = true, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
        topics: Vec<String>,
        /// Link to the cluster of the source topic.
        #[arg(long)]
        link: String,
        /// The source topic, where it has another name; with one mirror topic only.
        #[arg(long)]
        source_topic: Option<String>,
        /// Replicas on real brokers; the smaller of 3 and the number of brokers when absent.
        #[arg(long)]
        replication_factor: Option<i16>,
        /// Topic configs that win over the source's.
        #[arg(long, value_name = "KEY=VALUE")]
        config: Vec<Assignment>,
        /// Show progress until the mirrors have caught up.
        #[arg(long)]
        wait: bool,
        /// Look at everything and change nothing.
        #[arg(long, alias = "validate-only")]
        dry_run: bool,
        #[command(flatten)]
        connect: Connect,
    },
    /// Show all mirrors in short.
    List {
        /// Only mirrors of this link.
        #[arg(long)]
        link: Option<String>,
        #[command(flatten)]
        connect: Connect,
    },
    /// Show mirrors partition by partition.
    Describe {
        topics: Vec<String>,
        /// Only mirrors of this link.
        #[arg(long)]
        link: Option<String>,
        /// Show progress until the mirrors have caught up.
        #[arg(long)]
        watch: bool,
        #[command(flatten)]
        connect: Connect,
    },
    /// Stop fetching; the mirrors stay read-only.
    Pause(Apply),
    /// Fetch again.
    Resume(Apply),
    /// Open mirrors for writes after proof that they hold all of their sources.
    Promote(Apply),
    /// Open mirrors for writes as they are, with or without their sources.
    Failover(Apply),
    /// Stop mirroring and forget the mirror; the topic stays.
    Delete {
        /// The mirror topics.
        #[arg(required_unless_present = "pattern", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
        topics: Vec<String>,
        /// All mirrors whose whole name matches this regular expression.
        #[arg(long, conflicts_with = "topics", value_name = "REGEX")]
        pattern: Option<String>,
        /// Link of the mirrors; needed only to be sure.
        #[arg(long)]
        link: Option<String>,
        /// Delete the topic too.
        #[arg(long)]
        delete_topic: bool,
        /// Look at everything and change nothing.
        #[arg(long, alias = "validate-only")]
        dry_run: bool,
        #[command(flatten)]
        connect: Connect,
    },
}

#[derive(Debug, Args)]
struct Apply {
    /// Mirror topics.
    #[arg(required_unless_present = "pattern", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    topics: Vec<String>,
    /// All mirrors whose whole name matches this regular expression.
    #[arg(long, conflicts_with = "topics", value_name = "REGEX")]
    pattern: Option<String>,
    /// Only mirrors of this link.
    #[arg(long)]
    link: Option<String>,
    /// Look at everything and change nothing.
    #[arg(long, alias = "validate-only")]
    dry_run: bool,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Name every mistake of a kagami.toml.
    Check {
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// Tell every key with its default and meaning.
    Explain {
        /// The settings of links instead of those of kagami.toml.
        #[arg(long)]
        link: bool,
    },
}

#[derive(Debug, Subcommand)]
enum ViewCommand {
    /// Tell what becomes of names in both directions, and which are hidden and why. Without a TOPIC those of the
    /// destination are looked at.
    Explain {
        topics: Vec<String>,
        /// Configuration of a sidecar.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
        /// One of its views; all when absent.
        #[arg(long, value_name = "NAME")]
        view: Option<String>,
        /// Form of the answer.
        #[arg(long, value_enum, default_value_t = Output::Table)]
        output: Output,
    },
}

impl Cli {
    /// Reads the arguments, the first being the name that we were called by: a link named `kafka-mirrors` that points to
    /// the binary is `kagami kafka-mirrors`.
    pub(super) fn parsed(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let called =
            arguments.first().map(Path::new).and_then(Path::file_name).and_then(|name| name.to_str());
        let command = match called.map(|name| name.strip_suffix(".sh").unwrap_or(name)) {
            Some("kafka-cluster-links") => Top::KafkaClusterLinks(tool("kafka-cluster-links", arguments)?),
            Some("kafka-mirrors") => Top::KafkaMirrors(tool("kafka-mirrors", arguments)?),
            Some(_) | None => return Self::try_parse_from(arguments),
        };
        Ok(Self { command })
    }

    pub(super) fn task(self) -> Result<Task, Error> {
        let (connect, action) = match self.command {
            Top::Run { config } => return Ok(Task::Run(config)),
            Top::Config { command: ConfigCommand::Check { config } } => return Ok(Task::CheckConfig(config)),
            Top::Config { command: ConfigCommand::Explain { link } } => {
                return Ok(Task::ExplainConfig { link });
            }
            Top::View { command: ViewCommand::Explain { topics, config, view, output } } => {
                return Ok(Task::ExplainView(Question { config, view, topics, output }));
            }
            Top::Link { command } => command.action()?,
            Top::Mirror { command } => command.action()?,
            Top::Cutover(arguments) => arguments.action(),
            Top::Verify { mirror, link, partitions, connect } => {
                (connect, Action::Verify(VerifyRequest { mirror_topic: mirror, link, partitions }))
            }
            Top::KafkaClusterLinks(tool) => tool.action()?,
            Top::KafkaMirrors(tool) => tool.action()?,
        };
        Ok(Task::Ask(Box::new(connect), action))
    }
}

/// A subcommand as a program of its own.
fn tool<T: Args>(name: &'static str, arguments: Vec<OsString>) -> Result<T, clap::Error> {
    let about = "As the tool of this name in Cluster Linking";
    let command = clap::Command::new(name).version(env!("CARGO_PKG_VERSION")).about(about);
    let mut command = T::augment_args(command);
    let matches = command.try_get_matches_from_mut(arguments)?;
    T::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

impl Link {
    fn action(self) -> Result<(Connect, Action), Error> {
        Ok(match self {
            Self::Create { name, config_file, config, cluster_id, dry_run, connect } => {
                let command = Command::CreateLink {
                    link: name,
                    source_cluster_id: cluster_id,
                    configs: settings::link(config_file.as_deref(), config, true)?,
                    validate_only: dry_run,
                };
                (connect, Action::Execute(command))
            }
            Self::List { connect } => (connect, Action::ListLinks),
            Self::Describe { name, connect } => (connect, Action::DescribeLinks(name)),
            Self::Update { name, config_file, config, remove, dry_run, connect } => {
                let given = settings::link(config_file.as_deref(), config, false)?;
                let configs = settings::changes(given, remove)?;
                (connect, Action::Execute(Command::AlterLink { link: name, configs, validate_only: dry_run }))
            }
            Self::Delete { name, force, dry_run, connect } => {
                (connect, Action::Execute(Command::DeleteLink { link: name, force, validate_only: dry_run }))
            }
        })
    }
}

impl Mirror {
    fn action(self) -> Result<(Connect, Action), Error> {
        Ok(match self {
            Self::Create {
                topics,
                link,
                source_topic,
                replication_factor,
                config,
                wait,
                dry_run,
                connect,
            } => {
                let configs = settings::assignments(config)?;
                let creation = Creation {
                    topics,
                    link,
                    source_topic,
                    replication_factor,
                    configs,
                    validate_only: dry_run,
                };
                (connect, creation.action(wait)?)
            }
            Self::List { link, connect } => (connect, Action::ListMirrors { link }),
            Self::Describe { topics, link, watch, connect } => {
                let watch = if watch { Watch::UntilCaughtUp } else { Watch::Once };
                (connect, Action::DescribeMirrors { link, topics, watch })
            }
            Self::Pause(apply) => apply.action(Verb::Pause),
            Self::Resume(apply) => apply.action(Verb::Resume),
            Self::Promote(apply) => apply.action(Verb::Promote),
            Self::Failover(apply) => apply.action(Verb::Failover),
            Self::Delete { topics, pattern, link, delete_topic, dry_run, connect } => {
                (connect, deletion(topics, pattern, link, delete_topic, dry_run)?)
            }
        })
    }
}

/// Mirrors to be made, all of them alike.
pub(super) struct Creation {
    /// Of the mirrors; may be empty when the source topic is named.
    pub(super) topics: Vec<String>,
    pub(super) link: String,
    pub(super) source_topic: Option<String>,
    pub(super) replication_factor: Option<i16>,
    pub(super) configs: BTreeMap<String, String>,
    pub(super) validate_only: bool,
}

impl Creation {
    pub(super) fn action(self, wait: bool) -> Result<Action, Error> {
        if self.source_topic.is_some() && self.topics.len() > 1 {
            let message =
                "--source-topic names the source of one mirror; make the others by commands of their own";
            return Err(Error::Arguments(message.to_owned()));
        }
        let topics: Vec<Topics> = match self.source_topic {
            Some(source) if self.topics.is_empty() => vec![Topics::Source(source)],
            Some(source) => {
                let both = |mirror| Topics::Both { source: source.clone(), mirror };
                self.topics.into_iter().map(both).collect()
            }
            None => self.topics.into_iter().map(Topics::Mirror).collect(),
        };
        let command = |topics| Command::CreateMirror {
            link: self.link.clone(),
            topics,
            replication_factor: self.replication_factor,
            configs: self.configs.clone(),
            validate_only: self.validate_only,
        };
        let commands = topics.into_iter().map(command).collect();
        Ok(Action::Each { commands, watch: wait && !self.validate_only })
    }
}

/// Deletes mirrors by name or by pattern.
pub(super) fn deletion(
    topics: Vec<String>,
    pattern: Option<String>,
    link: Option<String>,
    delete_topic: bool,
    validate_only: bool,
) -> Result<Action, Error> {
    if let Some(pattern) = pattern {
        let pattern = regex::Regex::new(&format!("^(?:{pattern})$")).map_err(|error| {
            Error::Arguments(format!("--pattern: {pattern:?} is not a regular expression: {error}"))
        })?;
        return Ok(Action::DeleteMatching { link, pattern, delete_topic, validate_only });
    }
    let command = |mirror_topic| Command::DeleteMirror {
        link: link.clone(),
        mirror_topic,
        delete_topic,
        validate_only,
    };
    Ok(Action::Each { commands: topics.into_iter().map(command).collect(), watch: false })
}

impl Apply {
    fn action(self, verb: Verb) -> (Connect, Action) {
        let selection = self.pattern.map_or(Selection::Names(self.topics), Selection::Pattern);
        let command = Command::Apply { verb, link: self.link, selection, validate_only: self.dry_run };
        (self.connect, Action::Execute(command))
    }
}
