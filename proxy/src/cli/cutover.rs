//! `kagami cutover`: what is asked, and what is shown of it.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::action::Action;
use super::arguments::{Connect, Output};
use super::client::Client;
use super::table::Table;
use super::{Error, show};
use crate::admin::shape::NewCutover;
use crate::link::command::{Command, Cutover, CutoverPartition, CutoverReport, CutoverStep, CutoverTopic};
use crate::link::record::Phase;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The link whose mirrors are opened and whose front doors are led over.
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    link: String,
    /// Mirror topics to open; all of the link that are not open yet when absent.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "TOPIC,…",
        value_parser = NonEmptyStringValueParser::new()
    )]
    topics: Vec<String>,
    /// Only tell what would happen and what stands in the way.
    #[arg(long, alias = "validate-only", conflicts_with = "undo")]
    dry_run: bool,
    /// Let writes pass to the source again; only before the mirrors are opened.
    #[arg(long)]
    undo: bool,
    /// Writes wait at the doors for so long at most; then everything is as before.
    #[arg(long, value_name = "TIME", value_parser = max_pause, default_value_t = Span(Cutover::MAX_PAUSE_MS))]
    max_pause: Span,
    /// How long the mirrors may take to come close to their sources before writes are held.
    #[arg(long, value_name = "TIME", value_parser = timeout, default_value_t = Span(Cutover::TIMEOUT_MS))]
    timeout: Span,
    #[command(flatten)]
    connect: Connect,
}

impl Arguments {
    pub(super) fn action(self) -> (Connect, Action) {
        let wish = Cutover {
            link: self.link,
            step: match (self.dry_run, self.undo) {
                (true, _) => CutoverStep::DryRun,
                (false, true) => CutoverStep::Undo,
                (false, false) => CutoverStep::Start,
            },
            id: NewCutover::fresh_id(),
            topics: self.topics,
            max_pause_ms: self.max_pause.0,
            timeout_ms: self.timeout.0,
        };
        (self.connect, Action::Execute(Command::Cutover(wish)))
    }
}

fn max_pause(text: &str) -> Result<Span, String> {
    let span: Span = text.parse()?;
    let max = Span(NewCutover::MAX_PAUSE_MS_MAX);
    if span > max {
        return Err(format!(
            "{max} is the most: producers give up what waits longer (delivery.timeout.ms, 2 minutes by default)"
        ));
    }
    Ok(span)
}

fn timeout(text: &str) -> Result<Span, String> {
    let span: Span = text.parse()?;
    let max = Span(NewCutover::TIMEOUT_MS_MAX);
    if span > max {
        return Err(format!("{max} is the most: mirrors that are not close by then fall behind"));
    }
    Ok(span)
}

/// Some milliseconds, written `500ms`, `30s` or `5m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Span(u64);

/// With the milliseconds of one. `ms` ends in `s`, so it is looked for first.
const UNITS: [(&str, u64); 3] = [("ms", 1), ("m", 60_000), ("s", 1000)];

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || "write a whole number with its unit, like 500ms, 30s or 5m".to_owned();
        let found = UNITS.iter().find_map(|(unit, ms)| Some((text.strip_suffix(unit)?, ms)));
        let (number, ms) = found.ok_or_else(form)?;
        // The parser of numbers would let a sign pass.
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        let number: u64 = number.parse().map_err(|_| form())?;
        match number.checked_mul(*ms) {
            Some(0) => Err("must be above zero".to_owned()),
            Some(ms) => Ok(Self(ms)),
            None => Err("is too long".to_owned()),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ms if ms % 60_000 == 0 => write!(f, "{}m", ms / 60_000),
            ms if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            ms => write!(f, "{ms}ms"),
        }
    }
}

/// Asks, waits for the end and shows it.
pub(super) async fn perform(
    client: &Client,
    wish: Cutover,
    output: Output,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let step = wish.step;
    let report = client.cutover(wish).await?;
    match output {
        Output::Json => show::json(out, &report)?,
        Output::Table => told(out, step, &report)?,
    }
    let is_as_wanted = match step {
        CutoverStep::DryRun => report.obstacles.is_empty() && report.error.is_none(),
        CutoverStep::Start => report.phase == Phase::Done.name(),
        CutoverStep::Undo => report.phase == Phase::Undone.name(),
    };
    if is_as_wanted { Ok(()) } else { Err(Error::Shown) }
}

fn told(out: &mut dyn Write, step: CutoverStep, report: &CutoverReport) -> Result<(), Error> {
    writeln!(out, "Link: {}", report.link)?;
    writeln!(out, "Phase: {}", report.phase)?;
    if let Some(error) = &report.error {
        writeln!(out, "Because of {}: {}", error.code, error.message)?;
    }
    if step == CutoverStep::DryRun && report.obstacles.is_empty() {
        writeln!(out, "Nothing stands in the way.")?;
    }
    for obstacle in &report.obstacles {
        writeln!(out, "In the way: {}: {}", obstacle.code, obstacle.message)?;
    }
    if step != CutoverStep::DryRun {
        if let Some(ms) = report.pause_ms {
            writeln!(out, "Pause: {ms} ms")?;
        }
        writeln!(out, "Connections closed: {}", report.connections_closed)?;
        let steps: Vec<_> = report.steps.iter().map(|(name, ms)| format!("{name} {ms} ms")).collect();
        if !steps.is_empty() {
            writeln!(out, "Steps: {}", steps.join(", "))?;
        }
    }
    writeln!(out, "Groups: {}", report.groups.len())?;
    topics(out, report)?;
    for group in &report.groups {
        if let Some(error) = &group.error {
            let equal = group.partitions;
            writeln!(out, "Group {}: {error} (partitions with equal offsets: {equal})", group.group)?;
        }
    }
    for note in &report.notes {
        writeln!(out, "Note: {note}")?;
    }
    Ok(())
}

fn topics(out: &mut dyn Write, report: &CutoverReport) -> Result<(), Error> {
    if report.topics.is_empty() {
        return Ok(());
    }
    let is_done = report.phase == Phase::Done.name();
    let mut headers = vec!["SourceTopic", "MirrorTopic", "Partitions"];
    headers.extend(is_done.then_some("WrongOffsets"));
    let mut table = Table::new(&headers);
    for topic in &report.topics {
        let mut cells =
            vec![topic.source_topic.clone(), topic.mirror_topic.clone(), topic.partitions.len().to_string()];
        let wrong = || astray(topic).map(|partition| partition.partition.to_string()).collect::<Vec<_>>();
        cells.extend(is_done.then(|| wrong().join(",")));
        table.row(cells);
    }
    table.write(out)?;
    for topic in report.topics.iter().filter(|_| is_done) {
        for partition in astray(topic) {
            writeln!(
                out,
                "{}-{}: WRONG OFFSET: the source ended with offset {}, the destination went on with {}",
                topic.mirror_topic,
                partition.partition,
                partition.source_last_offset,
                partition.destination_first_offset
            )?;
        }
    }
    Ok(())
}

/// Partitions where the destination did not go on with the offset after the source's last one. There should be none.
fn astray(topic: &CutoverTopic) -> impl Iterator<Item = &CutoverPartition> {
    topic.partitions.iter().filter(|partition| {
        partition.source_last_offset.saturating_add(1) != partition.destination_first_offset
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_whole_number_above_zero_with_its_unit() {
        let check = |text: &str, expected: Option<u64>| {
            assert_eq!(text.parse::<Span>().ok(), expected.map(Span), "{text}");
        };
        check("500ms", Some(500));
        check("30s", Some(30_000));
        check("5m", Some(300_000));
        for nonsense in ["", "ms", "s", "30", "-1s", "+1s", "1.5s", "1 s", "5min", "5h", "0ms", "0s", "0m"] {
            check(nonsense, None);
        }
        check("18446744073709551615m", None);
        check("18446744073709551616ms", None);
    }

    #[test]
    fn a_time_is_shown_as_it_can_be_written() {
        for (ms, expected) in [(1500, "1500ms"), (30_000, "30s"), (90_000, "90s"), (300_000, "5m")] {
            assert_eq!(Span(ms).to_string(), expected);
            assert_eq!(expected.parse(), Ok(Span(ms)));
        }
    }
}
