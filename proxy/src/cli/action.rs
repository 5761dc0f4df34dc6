//! What can be asked of a sidecar, asked and shown.

use std::io::Write;

use super::arguments::Output;
use super::client::Client;
use super::{Error, cutover, progress, show};
use crate::link::command::{Command, CutoverStep, MirrorOutcome, Outcome, Refusal, Verb};
use crate::link::handle::VerifyRequest;
use crate::link::snapshot::Mirror;

/// One question or command.
#[derive(Debug)]
pub enum Action {
    Execute(Command),
    /// These commands, each about one mirror and answered on its own. `watch` shows progress until all have caught up.
    Each {
        commands: Vec<Command>,
        watch: bool,
    },
    /// Delete every mirror whose whole name matches this regular expression.
    DeleteMatching {
        link: Option<String>,
        pattern: regex::Regex,
        delete_topic: bool,
        validate_only: bool,
    },
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

/// How many commands about a mirror each are under way at a time.
const AT_ONCE: usize = 8;

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
        Action::Execute(Command::Cutover(wish)) => cutover::perform(client, wish, output, out).await,
        Action::Execute(command) => execute(client, command, output, out).await.map(drop),
        Action::Each { commands, watch: false } => each(client, commands, output, out).await.map(drop),
        Action::Each { commands, watch: true } => {
            let said: Vec<String> = commands.iter().map(topic).collect();
            let made = each(client, commands, Output::Table, out).await?;
            let topics = if made.is_empty() { said } else { made };
            out.flush()?;
            progress::watch(client, None, &topics, output, terminal, out).await
        }
        Action::DeleteMatching { link, pattern, delete_topic, validate_only } => {
            let commands = matching(client, link.as_deref(), &pattern, delete_topic, validate_only).await?;
            each(client, commands, output, out).await.map(drop)
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

/// The commands that delete every mirror whose whole name matches.
async fn matching(
    client: &Client,
    link: Option<&str>,
    pattern: &regex::Regex,
    delete_topic: bool,
    validate_only: bool,
) -> Result<Vec<Command>, Error> {
    let mirrors = client.mirrors(link).await?;
    let commands: Vec<Command> = mirrors
        .into_iter()
        .filter(|mirror| pattern.is_match(&mirror.mirror_topic_name))
        .map(|mirror| Command::DeleteMirror {
            link: Some(mirror.link_name),
            mirror_topic: mirror.mirror_topic_name,
            delete_topic,
            validate_only,
        })
        .collect();
    if commands.is_empty() {
        let message = "no mirror topic matches the pattern; `kagami mirror list` shows those there are";
        let refusal = Refusal::new(404, "REMOTE_MIRROR_NOT_FOUND_ERROR", message);
        return Err(Error::Refused(refusal.at("pattern")));
    }
    Ok(commands)
}

/// The mirror that a command is about; empty where it is about a link.
fn topic(command: &Command) -> String {
    match command {
        Command::CreateMirror { topics, .. } => topics.said().to_owned(),
        Command::DeleteMirror { mirror_topic, .. } => mirror_topic.clone(),
        Command::CreateLink { .. }
        | Command::AlterLink { .. }
        | Command::DeleteLink { .. }
        | Command::Apply { .. }
        | Command::Cutover(_) => String::new(),
    }
}

/// Carries out some commands beside each other, in their order. What one mirror has against it stops none of the others.
/// Returns the mirrors.
async fn each(
    client: &Client,
    commands: Vec<Command>,
    output: Output,
    out: &mut dyn Write,
) -> Result<Vec<String>, Error> {
    let commands = match <[Command; 1]>::try_from(commands) {
        Ok([command]) => return execute(client, command, output, out).await,
        Err(commands) => commands,
    };
    let done = Done::of_each(&commands);
    let mut whole = Outcome::default();
    let mut lost = Ok(());
    for some in commands.chunks(AT_ONCE) {
        let outcomes = futures_util::future::join_all(some.iter().map(|c| client.execute(c.clone()))).await;
        for (command, outcome) in some.iter().zip(outcomes) {
            let mirror_topic = topic(command);
            match outcome {
                Ok(outcome) => {
                    whole.mirrors.extend(outcome.mirrors);
                    whole.warnings.extend(outcome.warnings.iter().map(|w| format!("{mirror_topic}: {w}")));
                }
                Err(Error::Refused(refusal)) => {
                    let error = Some(refusal);
                    whole.mirrors.push(MirrorOutcome { mirror_topic, error, ..MirrorOutcome::default() });
                }
                Err(error) => lost = lost.and(Err(error)),
            }
        }
        // The sidecar is gone: what it has done so far is shown, and the rest is not asked for.
        if lost.is_err() {
            break;
        }
    }
    if lost.is_ok() || !whole.mirrors.is_empty() {
        match output {
            Output::Json => show::json(out, &whole)?,
            Output::Table => show::outcome(out, &done, &whole)?,
        }
    }
    lost?;
    if has_failed(&whole) { Err(Error::Shown) } else { Ok(touched(whole)) }
}

async fn execute(
    client: &Client,
    command: Command,
    output: Output,
    out: &mut dyn Write,
) -> Result<Vec<String>, Error> {
    let mut done = Done::of(&command);
    let outcome = client.execute(command).await?;
    if let [mirror] = outcome.mirrors.as_slice() {
        // The link's prefix may have made another name of the one that was said.
        done.next = done.next.map(|_| see(&mirror.mirror_topic));
    }
    match output {
        Output::Json => show::json(out, &outcome)?,
        Output::Table => show::outcome(out, &done, &outcome)?,
    }
    if has_failed(&outcome) { Err(Error::Shown) } else { Ok(touched(outcome)) }
}

fn see(mirror_topic: &str) -> String {
    format!("see it catch up: kagami mirror describe {mirror_topic} --watch")
}

fn touched(outcome: Outcome) -> Vec<String> {
    outcome.mirrors.into_iter().map(|mirror| mirror.mirror_topic).collect()
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
    /// For several commands of one kind.
    fn of_each(commands: &[Command]) -> Self {
        let first = commands.first().map(Self::of);
        let next = first.as_ref().and_then(|done| done.next.as_ref()).map(|_| {
            let topics: Vec<String> = commands.iter().map(topic).collect();
            format!("see them catch up: kagami mirror describe {} --watch", topics.join(" "))
        });
        let (participle, dry) = first.map_or(("done", false), |done| (done.participle, done.dry));
        Self { sentence: String::new(), participle, next, dry }
    }

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
            Command::CreateMirror { topics, validate_only, .. } => {
                let mirror_topic = topics.said();
                ("made", format!("Mirror {mirror_topic}"), Some(see(mirror_topic)), *validate_only)
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
            Command::Cutover(wish) => {
                ("cut over", format!("Link {}", wish.link), None, wish.step == CutoverStep::DryRun)
            }
        };
        let sentence =
            if dry { format!("{what} would be {participle}.") } else { format!("{what} is {participle}.") };
        Self { sentence, participle, next: next.filter(|_| !dry), dry }
    }
}
