//! Bytes read from the source for each byte that is mirrored: counted by the source itself, against what lies on the
//! disk of one replica in the end. Every window has a topic of its own that starts empty, so both sides count the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use harness::{Cluster, eventually};

use super::figures::Figures;
use super::ledger::now;
use super::stage::{Pulse, Stage};

/// Eight partitions for each sidecar.
const PARTITIONS: i32 = 24;
/// Records a second of each partition, and their bytes: 2.4 MB a second in all.
const RATE: u32 = 100;
const SIZE: u32 = 1_000;
const STEADY: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(60);
/// A ratio that is worth a look at what was read when.
const NOTABLE: f64 = 1.02;
const SAMPLE: Duration = Duration::from_millis(100);
/// What is on its way between two samples is less.
const JUMP_MB: f64 = 1.0;

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
    let counters = Counters {
        source: Arc::clone(&stage.source),
        destination: Arc::clone(&stage.destination),
        topic: topic.clone(),
    };
    let pulse = Pulse::start(stage, &topic, PARTITIONS, RATE, SIZE);
    let over = AtomicBool::new(false);
    let (felt, jumps) = std::thread::scope(|scope| {
        let jumps = scope.spawn(|| counters.jumps(&over));
        std::thread::sleep(Duration::from_secs(5));
        during(stage, &topics);
        std::thread::sleep(Duration::from_secs(5));
        let felt = pulse.stop();
        over.store(true, Ordering::Relaxed);
        (felt, jumps.join().unwrap_or_default())
    });
    if felt.seen < felt.acknowledged {
        figures.line(name, format!("NOT CAUGHT UP: {} of {} records", felt.seen, felt.acknowledged));
        return;
    }
    let read = settled(|| counters.read());
    let mirrored = settled(|| counters.mirrored());
    let (read, mirrored) = (megabytes(read), megabytes(mirrored));
    let value = format!(
        "{:.4} ({read:.2} MB for {mirrored:.2} MB, {:.1} kB more)",
        read / mirrored,
        (read - mirrored) * 1e3
    );
    figures.line(&format!("bytes read for each byte mirrored, {name}"), value);
    if read > mirrored * NOTABLE {
        jumps.iter().for_each(|jump| println!("bench:     {jump}"));
    }
}

#[allow(clippy::cast_precision_loss, reason = "for people")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Both sides of one topic.
struct Counters {
    source: Arc<Cluster>,
    destination: Arc<Cluster>,
    topic: String,
}

impl Counters {
    /// What the source's broker says that it sent to consumers of the topic; nobody but sidecars is one.
    fn read(&self) -> u64 {
        self.source.bytes_sent(&self.topic)
    }

    fn mirrored(&self) -> u64 {
        self.destination.bytes_stored(&self.topic, self.destination.brokers()[0].id)
    }

    /// When more was read than came to the disk, or came late, for a person who looks for the reason.
    fn jumps(&self, over: &AtomicBool) -> Vec<String> {
        let begun = Instant::now();
        let mut jumps = Vec::new();
        let mut before = (0.0, 0.0);
        while !over.load(Ordering::Relaxed) {
            let (read, mirrored) = (megabytes(self.read()), megabytes(self.mirrored()));
            let ahead = read - mirrored;
            if (ahead - (before.0 - before.1)).abs() > JUMP_MB {
                let clock = now() % 86_400_000;
                jumps.push(format!(
                    "{:.2} s, {:02}:{:02}:{:02}.{:03}: read {read:.2} MB, mirrored {mirrored:.2} MB, ahead {ahead:.2} MB",
                    begun.elapsed().as_secs_f64(),
                    clock / 3_600_000,
                    clock / 60_000 % 60,
                    clock / 1_000 % 60,
                    clock % 1_000,
                ));
                before = (read, mirrored);
            }
            std::thread::sleep(SAMPLE);
        }
        jumps
    }
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
