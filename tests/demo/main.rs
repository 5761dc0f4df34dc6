//! The demo behind `deploy/demo/run`: boots two clusters and a sidecar, types the five commands, and checks what they
//! promise. Every claim on the screen is measured; a claim that does not hold ends the demo with status 1.
#![allow(clippy::print_stdout, reason = "a demo talks to a person")]
#![allow(clippy::disallowed_types, reason = "it runs on the wall clock")]

mod shell;
mod story;
mod topics;

use std::time::Instant;

use harness::{Cluster, Kagami, Options, newest};

use crate::shell::{Shell, heading, note};

fn main() {
    let keep = std::env::args().any(|argument| argument == "--keep");
    let started = Instant::now();
    heading("Two clusters, and a sidecar beside the second one");
    let version = newest();
    let (source, destination) = std::thread::scope(|scope| {
        let source = scope.spawn(|| Cluster::builder(&version).first_broker_id(11).start());
        let destination = Cluster::builder(&version).start();
        (source.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), destination)
    });
    let sidecar = Kagami::start(&destination, Options { log_level: "info".to_owned(), ..Options::default() });
    note(&format!("source       Kafka {version}, broker 11, {}", source.bootstrap()));
    note(&format!("destination  Kafka {version}, broker 1, {}", destination.bootstrap()));
    note(&format!("sidecar      virtual broker {} of the destination, {}", sidecar.id(), sidecar.address()));
    let shell = Shell::new(&sidecar, &destination);
    let topics = story::play(&source, &destination, &sidecar, &shell);
    story::summary(&topics, started.elapsed());
    sidecar.assert_quiet();
    if keep {
        shell.how_to_talk(&source, &destination, &sidecar);
        // Ends with Ctrl-C; brokers and sidecar die with this process.
        loop {
            std::thread::park();
        }
    }
    sidecar.stop();
}
