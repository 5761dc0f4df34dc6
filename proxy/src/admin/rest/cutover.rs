//! `…/links/{link}/cutover`.

use hyper::{Method, StatusCode};

use super::Asked;
use crate::admin::answer::Answer;
use crate::admin::shape::{self, NewCutover};
use crate::link::command::{Command, Cutover, CutoverStep, Outcome, Refusal};

impl Asked<'_> {
    /// Answers when the cutover has ended, which may take minutes: nothing on the way here has a limit of its own.
    pub(super) async fn cutover(mut self, link: &str) -> Result<Answer, Refusal> {
        if *self.method != Method::POST {
            return Ok(Answer::method("POST"));
        }
        let is_dry = self.validate_only()?;
        self.query.finish()?;
        let body: NewCutover = if self.body.is_empty() { NewCutover::default() } else { self.parsed()? };
        let command = Command::Cutover(wish(link, body, is_dry)?);
        let Outcome { mirrors: _, warnings, cutover } = self.service.handle.execute(command).await?;
        let mut report = cutover.ok_or_else(|| {
            let message = "the cutover was answered without a report; a dry run tells where the link stands";
            Refusal::new(500, "INTERNAL_ERROR", message)
        })?;
        report.notes.extend(warnings);
        Ok(Answer::json(StatusCode::OK, &shape::cutover(&report)))
    }
}

fn wish(link: &str, body: NewCutover, is_dry: bool) -> Result<Cutover, Refusal> {
    let step = match (body.step, is_dry) {
        (Some(CutoverStep::Undo), true) => {
            let message = "step undo has no dry run; leave validate_only and dry_run out";
            return Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at("step"));
        }
        (_, true) => CutoverStep::DryRun,
        (step, false) => step.unwrap_or(CutoverStep::Start),
    };
    let id = body.id.filter(|id| !id.is_empty()).unwrap_or_else(NewCutover::fresh_id);
    if id.len() > NewCutover::ID_BYTES_MAX {
        let message = format!("id has more than {} bytes", NewCutover::ID_BYTES_MAX);
        return Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at("id"));
    }
    let max_pause_ms = bounded(
        "max_pause_ms",
        body.max_pause_ms.unwrap_or(Cutover::MAX_PAUSE_MS),
        NewCutover::MAX_PAUSE_MS_MAX,
        "producers give up what waits longer (delivery.timeout.ms, 2 minutes by default)",
    )?;
    let timeout_ms = bounded(
        "timeout_ms",
        body.timeout_ms.unwrap_or(Cutover::TIMEOUT_MS),
        NewCutover::TIMEOUT_MS_MAX,
        "mirrors that are not close by then fall behind",
    )?;
    Ok(Cutover { link: link.to_owned(), step, id, topics: body.topics, max_pause_ms, timeout_ms })
}

fn bounded(name: &str, ms: u64, max: u64, why: &str) -> Result<u64, Refusal> {
    if (1..=max).contains(&ms) {
        return Ok(ms);
    }
    let message = format!("{name} must be from 1 to {max}, not {ms}; above, {why}");
    Err(Refusal::new(400, "INVALID_REQUEST_ERROR", message).at(name))
}
