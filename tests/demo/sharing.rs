//! Several sidecars: they share the work, and do each other's.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use harness::{Cluster, Kagami, eventually, wait_same_log};

use crate::shell::{Shell, heading, note};

const TOPIC: &str = "clicks";
const PARTITIONS: i32 = 6;
const RECORDS_PER_SECOND: u32 = 300;
const PATIENCE: Duration = Duration::from_secs(60);

/// A topic that is written to all the time, while one sidecar is killed, one stops, and both come back.
pub(crate) fn play(source: &Cluster, destination: &Cluster, sidecars: &[Kagami], shell: &Shell) {
    heading("The sidecars share a topic that is being written to");
    source.client().create_topic(TOPIC, PARTITIONS, 1, &[]).expect("the topic is new");
    shell.run(&format!("kafka-mirrors {} --create --mirror-topic {TOPIC} --link src-to-dest", shell.whom()));
    let fleet = Fleet { source, destination };
    let all: Vec<i32> = sidecars.iter().map(Kagami::id).collect();
    fleet.wait_led(&all);
    let load = source.client().load(TOPIC, PARTITIONS, RECORDS_PER_SECOND, &[("acks", "all")]);
    note(&format!("{RECORDS_PER_SECOND} records a second go into {PARTITIONS} partitions at the source"));
    fleet.show();
    note("(each command here asks another sidecar: all of them know, and do, everything)");
    let [first, killed, stopped] = sidecars else { panic!("this part of the demo needs three sidecars") };

    heading("One of them is killed");
    fleet.without(killed, &[first.id(), stopped.id()], Kagami::kill9);
    note("(controllers take a broker for dead after broker.session.timeout.ms, 9 s unless set)");

    heading("Another one is stopped");
    fleet.without(stopped, &[first.id()], Kagami::stop);

    heading("Both come back");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| killed.restart());
        scope.spawn(|| stopped.restart());
    });
    eventually(PATIENCE, "each sidecar has a part again", || {
        let leaders: BTreeSet<i32> = fleet.leaders()?.into_values().collect();
        if all.iter().all(|id| leaders.contains(id)) { Ok(()) } else { Err(format!("{leaders:?}")) }
    });
    note(&format!("after {:.1} s each has a part again", begun.elapsed().as_secs_f64()));
    fleet.wait_led(&all);
    fleet.show();
    let written = load.stop();
    let failures = written["failures"].as_array().map_or(0, Vec::len);
    assert_eq!(failures, 0, "the source takes all records: {}", written["failures"]);
    wait_same_log(source, TOPIC, destination, TOPIC, PATIENCE);
    note(&format!(
        "{} records were written meanwhile; the logs are equal on all {} brokers",
        written["sent"],
        destination.brokers().len()
    ));
}

struct Fleet<'a> {
    source: &'a Cluster,
    destination: &'a Cluster,
}

impl Fleet<'_> {
    fn leaders(&self) -> Result<BTreeMap<i32, i32>, String> {
        let topic = self.destination.client().describe_topic(TOPIC).map_err(|failure| failure.message)?;
        Ok(topic.partitions.iter().map(|each| (each.partition, each.leader)).collect())
    }

    fn wait_led(&self, by: &[i32]) {
        eventually(PATIENCE, "sidecars lead the topic", || {
            let leaders = self.leaders()?;
            if leaders.values().all(|id| by.contains(id)) { Ok(()) } else { Err(format!("{leaders:?}")) }
        });
    }

    /// Who leads what.
    fn show(&self) {
        let mut parts: BTreeMap<i32, Vec<String>> = BTreeMap::new();
        for (partition, leader) in self.leaders().unwrap_or_default() {
            parts.entry(leader).or_default().push(format!("{TOPIC}-{partition}"));
        }
        for (leader, part) in parts {
            note(&format!("  {leader} leads {}", part.join(" ")));
        }
    }

    /// Takes a sidecar away, and waits until the others lead what it led and the offsets have gone on.
    fn without(&self, sidecar: &Kagami, others: &[i32], away: impl FnOnce(&Kagami)) {
        let ends = |cluster: &Cluster| cluster.client().end_offsets(TOPIC).map_err(|failure| failure.message);
        let before = self.leaders().expect("the mirror is there");
        let then = ends(self.destination).expect("the mirror is there");
        let begun = Instant::now();
        away(sidecar);
        self.wait_led(others);
        note(&format!("sidecar {} is gone; after {:.1} s:", sidecar.id(), begun.elapsed().as_secs_f64()));
        self.show();
        let wanted = ends(self.source).expect("the source is there");
        let now = eventually(PATIENCE, "the mirror goes on", || {
            let now = ends(self.destination)?;
            if now.iter().zip(&wanted).all(|(now, wanted)| now >= wanted) {
                Ok(now)
            } else {
                Err(format!("{now:?} of {wanted:?}"))
            }
        });
        for (at, (then, now)) in (0..).zip(then.iter().zip(&now)) {
            if before[&at] == sidecar.id() {
                note(&format!("{TOPIC}-{at} went on from offset {then} to {now}"));
            }
        }
    }
}
