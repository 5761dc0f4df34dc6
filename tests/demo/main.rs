//! The demo behind `deploy/demo/run`: boots two clusters and a sidecar for each broker of the second one, types the five
//! commands, and checks what they promise. Every claim on the screen is measured; a claim that does not hold ends the
//! demo with status 1.
#![allow(clippy::print_stdout, reason = "a demo talks to a person")]
#![allow(clippy::disallowed_types, reason = "it runs on the wall clock")]

mod moving;
mod sharing;
mod shell;
mod story;
mod topics;

use std::time::Instant;

use harness::{Cluster, Kagami, Options, boot, newest};

use crate::shell::{Shell, heading, note};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let keep = arguments.iter().any(|argument| argument == "--keep");
    let brokers = arguments.iter().skip_while(|argument| *argument != "--brokers").nth(1);
    let brokers: i32 = brokers.map_or(1, |count| count.parse().expect("--brokers takes a number"));
    let started = Instant::now();
    heading(match brokers {
        1 => "Two clusters, and a sidecar beside the second one",
        _ => "Two clusters, and a sidecar beside each broker of the second one",
    });
    let version = newest();
    let (source, destination) =
        boot(Cluster::builder(&version).first_broker_id(11), Cluster::builder(&version).brokers(brokers));
    let doors = moving::Doors::new(brokers);
    let beside = |id: i32| Options {
        id: 1_000 + id,
        companion: Some(id),
        log_level: "info".to_owned(),
        more: doors.lines(id),
        ..Options::default()
    };
    let sidecars: Vec<Kagami> =
        destination.brokers().iter().map(|broker| Kagami::start(&destination, beside(broker.id))).collect();
    note(&format!("source       Kafka {version}, broker 11, {}", source.bootstrap()));
    for broker in destination.brokers() {
        note(&format!("destination  Kafka {version}, broker {}, {}", broker.id, broker.address()));
    }
    for sidecar in &sidecars {
        let (id, address) = (sidecar.id(), sidecar.address());
        note(&format!("sidecar      virtual broker {id} of the destination, {address}"));
    }
    let shell = Shell::new(&sidecars, &destination);
    let topics = story::play(&source, &destination, &sidecars, &shell);
    moving::play(&source, &destination, &shell, &doors);
    story::summary(&topics, sidecars.len(), started.elapsed());
    sidecars.iter().for_each(Kagami::assert_quiet);
    if keep {
        shell.how_to_talk(&source, &destination, &sidecars);
        // Ends with Ctrl-C; brokers and sidecars die with this process.
        loop {
            std::thread::park();
        }
    }
    sidecars.iter().for_each(Kagami::stop);
}
