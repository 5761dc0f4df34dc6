//! `kagami`: reads the command line, then is a sidecar or asks one.

use std::io::Write;
use std::process::ExitCode;

use kagami::cli::{self, Stop, Task};
use kagami::config::{Config, Log, LogFormat};
use tracing_subscriber::EnvFilter;

/// Fetch answers are buffers of megabytes that come and go many times a second. An allocator that hands their pages back
/// to the system each time costs a fifth of the throughput in page faults.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let task = match cli::task(std::env::args_os().collect()) {
        Ok(task) => task,
        Err(Stop::Clap(error)) => error.exit(),
        Err(Stop::Error(error)) => {
            failed(&error);
            return ExitCode::from(error.exit_status());
        }
    };
    let runtime = match &task {
        Task::Run(_) => tokio::runtime::Builder::new_multi_thread().enable_all().build(),
        Task::Ask(..) | Task::CheckConfig(_) | Task::ExplainConfig { .. } | Task::ExplainView(_) => {
            tokio::runtime::Builder::new_current_thread().enable_all().build()
        }
    };
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    match task {
        Task::Run(path) => match Config::load(&path) {
            Ok(config) => {
                log(&config.log);
                match runtime.block_on(kagami::app::run(config)) {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(error) => failed(&error),
                }
            }
            Err(mistakes) => failed(&mistakes),
        },
        task @ (Task::Ask(..) | Task::CheckConfig(_) | Task::ExplainConfig { .. } | Task::ExplainView(_)) => {
            runtime.block_on(cli::execute(task))
        }
    }
}

/// `RUST_LOG` wins over the configured level.
fn log(settings: &Log) {
    use std::io::IsTerminal as _;
    let filter = EnvFilter::try_from_default_env()
        .or_else(|_| EnvFilter::try_new(&settings.level))
        .unwrap_or_else(|_| EnvFilter::new("info"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match settings.format {
        LogFormat::Text => subscriber.init(),
        LogFormat::Json => subscriber.json().init(),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    let mut err = std::io::stderr().lock();
    for line in error.to_string().lines() {
        // There is nobody to tell when standard error cannot be written.
        let _ = writeln!(err, "error: {line}");
    }
    ExitCode::FAILURE
}
