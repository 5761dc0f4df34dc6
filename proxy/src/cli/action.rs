//! What can be asked of a sidecar, asked and shown.

use std::io::Write;

use super::arguments::Output;
use super::client::Client;
use super::{Error, progress, show};
use crate::link::command::{Command, Outcome, Verb};
use crate::link::handle::VerifyRequest;
use crate::link::snapshot::Mirror;

/// One question or command.
#[derive(Debug)]
pub enum Action {
    Execute(Command),
    /// Make this mirror, then show progress until it has caught up.
    CreateAndWatch(Command, String),
    ListLinks,
    /// One link, or all.
    DescribeLinks(Option<String>),
    ListMirrors {
        link: Option<String>,
    },
    /// These mirrors, or all.
    DescribeMirrors {
        link: Option<String>,
        topics: Vec<String>,
        watch: Watch,
    },
    Verify(VerifyRequest),
}

/// How long mirrors are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    Once,
    UntilCaughtUp,
}

pub(super) async fn perform(
    client: &Client,
    action: Action,
    output: Output,
    terminal: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    match action {
        Action::Execute(command) => execute(client, command, output, out).await,
        Action::CreateAndWatch(command, topic) => {
            execute(client, command, Output::Table, out).await?;
            out.flush()?;
            progress::watch(client, None, &[topic], output, terminal, out).await
        }
        Action::ListLinks => {
            let links = client.links().await?;
            match output {
                Output::Json => show::json(out, &links),
                Output::Table => show::links(out, &links),
            }
        }
        Action::DescribeLinks(name) => {
            let links = match name {
                Some(name) => vec![client.link(&name).await?],
                None => client.links().await?,
            };
            match output {
                Output::Json => show::json(out, &links),
                Output::Table => show::link_details(out, &links),
            }
        }
        Action::ListMirrors { link } => {
            let mirrors = client.mirrors(link.as_deref()).await?;
            match output {
                Output::Json => show::json(out, &mirrors),
                Output::Table => show::mirrors(out, &mirrors),
            }
        }
        Action::DescribeMirrors { link, topics, watch: Watch::Once } => {
            let mirrors = chosen(client, link.as_deref(), &topics).await?;
            match output {
                Output::Json => show::json(out, &mirrors),
                Output::Table => show::mirror_details(out, &mirrors),
            }
        }
        Action::DescribeMirrors { link, topics, watch: Watch::UntilCaughtUp } => {
            progress::watch(client, link.as_deref(), &topics, output, terminal, out).await
        }
        Action::Verify(request) => {
            let report = client.verify(request).await?;
            match output {
                Output::Json => show::json(out, &report)?,
                Output::Table => show::verified(out, &report)?,
            }
            if report.is_equal() { Ok(()) } else { Err(Error::Shown) }
        }
    }
}

/// The mirrors of these names, in their order; all when there are no names.
pub(super) async fn chosen(
    client: &Client,
    link: Option<&str>,
    topics: &[String],
) -> Result<Vec<Mirror>, Error> {
    if topics.is_empty() {
        return client.mirrors(link).await;
    }
    let mut mirrors = Vec::new();
    for topic in topics {
        mirrors.push(client.mirror(link, topic).await?);
    }
    Ok(mirrors)
}

async fn execute(
    client: &Client,
    command: Command,
    output: Output,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let done = Done::of(&command);
    let outcome = client.execute(command).await?;
    match output {
        Output::Json => show::json(out, &outcome)?,
        Output::Table => show::outcome(out, &done, &outcome)?,
    }
    if has_failed(&outcome) { Err(Error::Shown) } else { Ok(()) }
}

fn has_failed(outcome: &Outcome) -> bool {
    let failed = |error: &Option<_>| error.is_some();
    outcome.mirrors.iter().any(|mirror| {
        failed(&mirror.error) || mirror.partitions.iter().any(|partition| partition.error.is_some())
    })
}

/// What is said about a command that was carried out.
#[derive(Debug)]
pub(super) struct Done {
    /// `Link src is made.`, for commands without answers of mirrors.
    pub(super) sentence: String,
    /// `promoted`, for the result of a mirror.
    pub(super) participle: &'static str,
    /// What one may want to do next.
    pub(super) next: Option<String>,
    pub(super) dry: bool,
}

impl Done {
    fn of(command: &Command) -> Self {
        let (participle, what, next, dry) = match command {
            Command::CreateLink { link, validate_only, .. } => {
                let next = format!("mirror a topic: kagami mirror create TOPIC --link {link} --wait");
                ("made", format!("Link {link}"), Some(next), *validate_only)
            }
            Command::AlterLink { link, validate_only, .. } => {
                ("changed", format!("Link {link}"), None, *validate_only)
            }
            Command::DeleteLink { link, validate_only, .. } => {
                ("removed", format!("Link {link}"), None, *validate_only)
            }
            Command::CreateMirror { mirror_topic, validate_only, .. } => {
                let next = format!("see it catch up: kagami mirror describe {mirror_topic} --watch");
                ("made", format!("Mirror {mirror_topic}"), Some(next), *validate_only)
            }
            Command::DeleteMirror { mirror_topic, delete_topic, validate_only, .. } => {
                let rest = if *delete_topic { "with its topic" } else { "and its topic left as it was" };
                let what = format!("Mirror {mirror_topic}");
                let sentence = if *validate_only {
                    format!("{what} would be removed, {rest}.")
                } else {
                    format!("{what} is removed, {rest}.")
                };
                return Self { sentence, participle: "removed", next: None, dry: *validate_only };
            }
            Command::Apply { verb, validate_only, .. } => {
                let participle = match verb {
                    Verb::Pause => "paused",
                    Verb::Resume => "resumed",
                    Verb::Promote => "promoted",
                    Verb::Failover => "failed over",
                };
                (participle, "No mirror".to_owned(), None, *validate_only)
            }
        };
        let sentence =
            if dry { format!("{what} would be {participle}.") } else { format!("{what} is {participle}.") };
        Self { sentence, participle, next: next.filter(|_| !dry), dry }
    }
}
