//! Bytes read from the source for each byte that is mirrored: counted by the source itself, against what lies on the
//! disk of one replica in the end. Every window has a topic of its own that starts empty, so both sides count the same.

use std::time::Duration;

use harness::eventually;
use serde_json::json;

use super::figures::Figures;
use super::stage::{Pulse, Stage};

/// Eight partitions for each sidecar.
const PARTITIONS: i32 = 24;
/// Records a second of each partition, and their bytes: 2.4 MB a second in all.
const RATE: u32 = 100;
const SIZE: u32 = 1_000;
const STEADY: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(60);

/// All windows.
pub(crate) fn measure(version: &str) -> Figures {
    let mut figures = Figures::default();
    let mut stage = Stage::set(version, |builder| builder);
    window(&mut stage, &mut figures, "steady state (aim 1.00)", |_, _| std::thread::sleep(STEADY));
    window(&mut stage, &mut figures, "rolling restart of all three (aim 1.02)", |stage, topics| {
        for id in stage.ids() {
            stage.sidecar(id).restart();
            if stage.wait_shared(topics, id, PATIENCE).is_none() {
                println!("bench:   {id} gets no part: {:?}", stage.ledger.counts(topics));
            }
        }
    });
    for id in stage.ids() {
        window(&mut stage, &mut figures, &format!("kill and return of {id}"), |stage, topics| {
            let others: Vec<i32> = stage.ids().into_iter().filter(|other| *other != id).collect();
            stage.sidecar(id).kill9();
            if stage.wait_led(topics, &others, PATIENCE).is_none() {
                println!("bench:   {id} is not replaced: {:?}", stage.ledger.counts(topics));
            }
            std::thread::sleep(Duration::from_secs(5));
            stage.sidecar(id).restart();
            stage.wait_shared(topics, id, PATIENCE);
        });
    }
    figures.memory("after the windows, 120 partitions", &stage.sidecars);
    figures
}

fn window(stage: &mut Stage, figures: &mut Figures, name: &str, during: impl FnOnce(&mut Stage, &[String])) {
    println!("bench: bytes, {name}");
    let topic = stage.mirror("bytes", PARTITIONS);
    let topics = [topic.clone()];
    stage.wait_shared(&topics, 1001, PATIENCE);
    let pulse = Pulse::start(stage, &topic, PARTITIONS, RATE, SIZE);
    std::thread::sleep(Duration::from_secs(5));
    during(stage, &topics);
    std::thread::sleep(Duration::from_secs(5));
    let felt = pulse.stop();
    if felt.seen < felt.acknowledged {
        figures.line(name, format!("NOT CAUGHT UP: {} of {} records", felt.seen, felt.acknowledged));
        return;
    }
    let read = settled(|| bytes_out(stage, &topic));
    let mirrored = settled(|| on_disk(stage, &topic));
    #[allow(clippy::cast_precision_loss, reason = "for people")]
    let (mirrored, read) = (mirrored as f64 / 1e6, read as f64 / 1e6);
    let value = format!(
        "{:.4} ({read:.2} MB for {mirrored:.2} MB, {:.1} kB more)",
        read / mirrored,
        (read - mirrored) * 1e3
    );
    figures.line(&format!("bytes read for each byte mirrored, {name}"), value);
}

/// The value once it stands still.
fn settled(ask: impl Fn() -> u64) -> u64 {
    let mut last = ask();
    eventually(PATIENCE, "a counter stands still", || {
        std::thread::sleep(Duration::from_millis(500));
        let now = ask();
        let still = now == last;
        last = now;
        if still { Ok(now) } else { Err(now.to_string()) }
    })
}

/// What the source's broker says that it sent to consumers of a topic.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
fn bytes_out(stage: &Stage, topic: &str) -> u64 {
    let name = format!("kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec,topic={topic}");
    let wanted = json!({"pid": stage.source.brokers()[0].pid(), "name": name});
    let told = stage.source.client().call("bean", wanted).expect("a broker tells its counters");
    told[name].as_f64().unwrap_or(0.0) as u64
}

fn on_disk(stage: &Stage, topic: &str) -> u64 {
    let logs = stage.destination.brokers()[0].log_dir();
    crate::workload::bytes_in(&logs, topic, PARTITIONS)
}
