//! The command line: `kagami …`, and the two tools that users of Cluster Linking know under their own names.
//!
//! Reads arguments and files, asks a sidecar over its admin server and shows the answer. Ends with status 0 only when
//! everything that was asked for was done; 1 on any failure, 2 when the arguments make no sense. Holds no state.

mod action;
mod arguments;
mod client;
mod cutover;
mod http;
mod progress;
mod reach;
mod settings;
mod show;
mod table;
#[cfg(test)]
mod tests;
mod tools;
mod view;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use self::action::Action;
use self::arguments::{Connect, Output};
use crate::admin::shape::ErrorBody;
use crate::config::{Config, Mistakes, explain};
use crate::link::command::Refusal;

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A sidecar said no.
    #[error("{}", refusal(.0))]
    Refused(Refusal),
    /// No sidecar was found or none answers.
    #[error("{0}")]
    OutOfReach(String),
    /// Arguments that cannot be meant.
    #[error("{0}")]
    Arguments(String),
    /// Files that cannot be meant.
    #[error("{0}")]
    Input(String),
    /// `kagami.toml` or a properties file has mistakes.
    #[error("{0}")]
    Mistakes(#[from] Mistakes),
    /// What was shown already tells what failed.
    #[error("")]
    Shown,
    /// Our output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// 2 when the arguments make no sense, 1 for everything else.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        if matches!(self, Self::Arguments(_)) { 2 } else { 1 }
    }
}

fn refusal(refusal: &Refusal) -> String {
    match &refusal.field {
        Some(field) if !refusal.message.contains(field.as_str()) => format!("{field}: {}", refusal.message),
        _ => refusal.message.clone(),
    }
}

/// What the process is to do.
#[derive(Debug)]
pub enum Task {
    /// Be a sidecar.
    Run(PathBuf),
    /// Ask one.
    Ask(Box<Connect>, Action),
    /// Tell about configuration.
    CheckConfig(PathBuf),
    ExplainConfig {
        link: bool,
    },
    /// Tell about names.
    ExplainView(view::Question),
}

/// Reads the arguments, the first being the name that we were called by.
///
/// # Errors
/// Help, version, or what is wrong, as clap tells it; and mistakes in files that the arguments name.
pub fn task(arguments: Vec<OsString>) -> Result<Task, Stop> {
    arguments::Cli::parsed(arguments).map_err(Stop::Clap)?.task().map_err(Stop::Error)
}

/// Why there is no task.
#[derive(Debug)]
pub enum Stop {
    Clap(clap::Error),
    Error(Error),
}

/// Does everything but [`Task::Run`], which needs a sidecar's runtime.
pub async fn perform(task: Task, out: &mut dyn Write) -> Result<(), Error> {
    match task {
        Task::Run(_) => Err(Error::Input("a sidecar is not run from here".to_owned())),
        Task::CheckConfig(path) => {
            let config = Config::load(&path)?;
            let listeners: Vec<_> =
                config.listeners.iter().map(|listener| listener.name.to_string()).collect();
            writeln!(
                out,
                "{} is good: virtual broker {}, listeners {}, admin server {}",
                path.display(),
                config.node.id,
                listeners.join(", "),
                config.admin.url
            )?;
            Ok(())
        }
        Task::ExplainConfig { link } => {
            let text = if link { explain::link_keys() } else { explain::file_keys() };
            Ok(out.write_all(text.as_bytes())?)
        }
        Task::ExplainView(question) => view::explain(&question, out).await,
        Task::Ask(connect, action) => {
            let client = reach::client(&connect).await?;
            action::perform(&client, action, connect.output, io::stderr().is_terminal(), out).await
        }
    }
}

/// The whole life of a command: its task, its output, its exit status.
pub async fn execute(task: Task) -> ExitCode {
    let output = if let Task::Ask(connect, _) = &task { connect.output } else { Output::Table };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = perform(task, &mut out).await;
    let flushed = out.flush();
    let done = done.and_then(|()| Ok(flushed?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            report(&error, output);
            ExitCode::from(error.exit_status())
        }
    }
}

/// Writes an error to standard error; nothing when it was shown.
pub fn report(error: &Error, output: Output) {
    let mut err = io::stderr().lock();
    // There is nobody to tell when standard error cannot be written.
    let _ = match (error, output) {
        (Error::Shown, _) => Ok(()),
        (Error::Refused(refusal), Output::Json) => {
            let body =
                serde_json::to_string(&ErrorBody::from(refusal)).expect("our shapes have text keys only");
            writeln!(err, "{body}")
        }
        (error, Output::Table | Output::Json) => {
            let text = error.to_string();
            let lines: Vec<_> = text.lines().collect();
            lines.iter().try_for_each(|line| writeln!(err, "error: {line}"))
        }
    };
}
