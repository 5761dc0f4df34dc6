//! Answers in words and tables.

use std::io::Write;

use serde::Serialize;

use super::Error;
use super::action::Done;
use super::table::Table;
use crate::link::command::{MirrorOutcome, Outcome};
use crate::link::handle::VerifyReport;
use crate::link::snapshot::{Link, Mirror};

/// What is shown where a number is not known; never 0.
const UNKNOWN: &str = "unknown";

pub(super) fn json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value).expect("our shapes have text keys only");
    Ok(writeln!(out, "{text}")?)
}

fn number(value: Option<i64>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| value.to_string())
}

fn text(value: Option<&String>) -> String {
    value.cloned().unwrap_or_default()
}

pub(super) fn links(out: &mut dyn Write, links: &[Link]) -> Result<(), Error> {
    if links.is_empty() {
        let next = "make one: kagami link create NAME --config-file source.properties";
        return Ok(writeln!(out, "There are no links; {next}")?);
    }
    let mut table = Table::new(&["Link", "State", "SourceCluster", "Mirrors", "RpoSeconds", "Error"]);
    for link in links {
        let rpo = link.rpo_seconds.map_or_else(|| UNKNOWN.to_owned(), |seconds| format!("{seconds:.1}"));
        table.row(vec![
            link.link_name.clone(),
            link.link_state.clone(),
            text(link.source_cluster_id.as_ref()),
            link.topic_names.len().to_string(),
            rpo,
            if link.link_error == "NO_ERROR" { String::new() } else { link.link_error.clone() },
        ]);
    }
    table.write(out)?;
    complaints(out, links)
}

pub(super) fn link_details(out: &mut dyn Write, links: &[Link]) -> Result<(), Error> {
    for (index, link) in links.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "Link: {}", link.link_name)?;
        writeln!(out, "State: {}", link.link_state)?;
        writeln!(out, "Source cluster: {}", link.source_cluster_id.as_deref().unwrap_or(UNKNOWN))?;
        writeln!(out, "Destination cluster: {}", link.destination_cluster_id)?;
        match link.rpo_seconds {
            Some(seconds) => writeln!(out, "Recovery point: {seconds:.1} s")?,
            None => writeln!(out, "Recovery point: {UNKNOWN}")?,
        }
        writeln!(
            out,
            "Mirrors: {}",
            if link.topic_names.is_empty() { "-".to_owned() } else { link.topic_names.join(", ") }
        )?;
        writeln!(out, "Settings that are not the default:")?;
        for (name, value) in &link.configs {
            writeln!(out, "  {name}={value}")?;
        }
    }
    complaints(out, links)
}

fn complaints(out: &mut dyn Write, links: &[Link]) -> Result<(), Error> {
    for link in links {
        if let Some(message) = &link.link_error_message {
            writeln!(out, "{}: {}: {message}", link.link_name, link.link_error)?;
        }
    }
    Ok(())
}

pub(super) fn mirrors(out: &mut dyn Write, mirrors: &[Mirror]) -> Result<(), Error> {
    if mirrors.is_empty() {
        return no_mirrors(out);
    }
    let mut table = Table::new(&["Topic", "Link", "SourceTopic", "State", "Partitions", "MaxLag", "Error"]);
    for mirror in mirrors {
        let error = Some(&mirror.mirror_topic_error).filter(|error| *error != "NO_ERROR");
        table.row(vec![
            mirror.mirror_topic_name.clone(),
            mirror.link_name.clone(),
            mirror.source_topic_name.clone(),
            mirror.mirror_status.clone(),
            mirror.num_partitions.to_string(),
            number(mirror.max_lag),
            text(error),
        ]);
    }
    table.write(out)?;
    mirror_complaints(out, mirrors)
}

fn no_mirrors(out: &mut dyn Write) -> Result<(), Error> {
    Ok(writeln!(out, "There are no mirrors; make one: kagami mirror create TOPIC --link LINK --wait")?)
}

pub(super) fn mirror_details(out: &mut dyn Write, mirrors: &[Mirror]) -> Result<(), Error> {
    if mirrors.is_empty() {
        return no_mirrors(out);
    }
    let mut table = Table::new(&[
        "Topic",
        "Partition",
        "State",
        "LocalLogEndOffset",
        "LastFetchSourceHighWatermark",
        "Lag",
        "TimeSinceLastFetchMs",
    ]);
    for mirror in mirrors {
        for partition in &mirror.partitions {
            table.row(vec![
                mirror.mirror_topic_name.clone(),
                partition.partition.to_string(),
                partition.state.clone(),
                number(partition.local_log_end_offset),
                number(partition.last_fetch_source_high_watermark),
                number(partition.lag),
                number(partition.time_since_last_fetch_ms),
            ]);
        }
    }
    table.write(out)?;
    mirror_complaints(out, mirrors)
}

fn mirror_complaints(out: &mut dyn Write, mirrors: &[Mirror]) -> Result<(), Error> {
    for mirror in mirrors {
        let topic = &mirror.mirror_topic_name;
        if let Some(message) = &mirror.error_message {
            writeln!(out, "{topic}: {} {}: {message}", mirror.mirror_status, mirror.mirror_topic_error)?;
        }
        for partition in &mirror.partitions {
            if let Some(reason) =
                partition.reason.as_ref().filter(|reason| mirror.error_message.as_ref() != Some(reason))
            {
                writeln!(out, "{topic}-{}: {}: {reason}", partition.partition, partition.state)?;
            }
        }
    }
    Ok(())
}

pub(super) fn outcome(out: &mut dyn Write, done: &Done, outcome: &Outcome) -> Result<(), Error> {
    if outcome.mirrors.is_empty() {
        writeln!(out, "{}", done.sentence)?;
    } else {
        altered(out, done, &outcome.mirrors)?;
    }
    for warning in &outcome.warnings {
        writeln!(out, "Warning: {warning}")?;
    }
    let failed = outcome.mirrors.iter().any(|mirror| mirror.error.is_some());
    if let Some(next) = done.next.as_ref().filter(|_| !failed) {
        writeln!(out, "Next, {next}")?;
    }
    Ok(())
}

fn altered(out: &mut dyn Write, done: &Done, mirrors: &[MirrorOutcome]) -> Result<(), Error> {
    let good = if done.dry { format!("would-be-{}", done.participle) } else { done.participle.to_owned() };
    let good = good.replace(' ', "-");
    let headers =
        ["Topic", "Partition", "MirrorEndOffset", "SourceEndOffset", "Lag", "TimeSinceLastFetchMs", "Result"];
    let mut table = Table::new(&headers);
    for mirror in mirrors {
        let whole = mirror.error.as_ref().map(|error| error.code.clone());
        if mirror.partitions.is_empty() {
            let result = whole.clone().unwrap_or_else(|| good.clone());
            let mut cells = vec![String::new(); headers.len()];
            cells[0].clone_from(&mirror.mirror_topic);
            cells[headers.len() - 1] = result;
            table.row(cells);
        }
        for partition in &mirror.partitions {
            let own = partition.error.as_ref().map(|error| error.code.clone());
            table.row(vec![
                mirror.mirror_topic.clone(),
                partition.partition.to_string(),
                number(partition.mirror_end_offset),
                number(partition.source_end_offset),
                number(partition.lag),
                number(partition.time_since_last_fetch_ms),
                own.or_else(|| whole.clone()).unwrap_or_else(|| good.clone()),
            ]);
        }
    }
    table.write(out)?;
    for mirror in mirrors {
        for note in &mirror.notes {
            writeln!(out, "{}: {note}", mirror.mirror_topic)?;
        }
        if let Some(error) = &mirror.error {
            writeln!(out, "{}: {}: {}", mirror.mirror_topic, error.code, error.message)?;
        }
        for partition in &mirror.partitions {
            if let Some(error) = &partition.error {
                writeln!(
                    out,
                    "{}-{}: {}: {}",
                    mirror.mirror_topic, partition.partition, error.code, error.message
                )?;
            }
        }
    }
    let failed = mirrors.iter().filter(|mirror| mirror.error.is_some()).count();
    let verb = if done.dry { "would be" } else { if mirrors.len() - failed == 1 { "is" } else { "are" } };
    writeln!(out, "{} of {} {verb} {}.", mirrors.len() - failed, mirrors.len(), done.participle)?;
    Ok(())
}

pub(super) fn verified(out: &mut dyn Write, report: &VerifyReport) -> Result<(), Error> {
    let mut table =
        Table::new(&["Topic", "Partition", "FromOffset", "ToOffset", "Batches", "Bytes", "Result"]);
    for partition in &report.partitions {
        let result = match (&partition.difference, &partition.error) {
            (Some(_), _) => "DIFFERENT",
            (None, Some(_)) => "UNFINISHED",
            (None, None) => "equal",
        };
        table.row(vec![
            report.mirror_topic.clone(),
            partition.partition.to_string(),
            partition.from_offset.to_string(),
            partition.to_offset.to_string(),
            partition.batches.to_string(),
            partition.bytes.to_string(),
            result.to_owned(),
        ]);
    }
    table.write(out)?;
    for partition in &report.partitions {
        let place = format!("{}-{}", report.mirror_topic, partition.partition);
        if let Some(difference) = &partition.difference {
            writeln!(out, "{place}: first difference at offset {}", difference.offset)?;
            writeln!(out, "  source: {}", difference.source)?;
            writeln!(out, "  mirror: {}", difference.mirror)?;
        }
        if let Some(error) = &partition.error {
            writeln!(out, "{place}: {}: {}", error.code, error.message)?;
        }
    }
    if report.is_equal() {
        writeln!(out, "{} equals {} batch by batch.", report.mirror_topic, report.source_topic)?;
    }
    Ok(())
}
