//! What happens when a sidecar is killed, when one stops, and when it comes back; twenty times each.

use std::time::Duration;

use super::figures::{Figures, Series};
use super::ledger::{Growing, Slot, now, segment};
use super::stage::{Pulse, Stage};

/// Partitions that are watched: four for each sidecar.
const PARTITIONS: i32 = 12;
/// Records a second of each.
const RATE: u32 = 200;
/// `broker.session.timeout.ms`, Kafka's default.
const SESSION_MS: f64 = 9_000.0;
const PATIENCE: Duration = Duration::from_secs(60);
/// Readers see the end of a silence a moment after the disks do.
const ECHO: Duration = Duration::from_secs(2);

/// How a sidecar goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Killed,
    Stopped,
}

/// When things happened to one partition, in milliseconds after the event.
#[derive(Clone, Copy, Debug)]
struct Moved {
    /// Somebody else leads.
    left: f64,
    /// Another sidecar leads.
    led: f64,
    /// A record of the new leader is on the disk of a follower.
    fed: f64,
    /// Leaders that it had in between.
    between: usize,
}

/// A partition on its way.
struct Awaited {
    slot: Slot,
    epoch: i32,
    disk: Growing,
    fed: Option<i64>,
}

/// Both kinds of rounds, as far as they are wanted.
pub(crate) fn measure(version: &str, rounds: usize, wanted: impl Fn(&str) -> bool) -> Figures {
    let mut figures = Figures::default();
    let mut stage = Stage::set(version, |builder| builder);
    let topic = stage.mirror("pulse", PARTITIONS);
    let topics = [topic.clone()];
    let pulse = Pulse::start(&stage, &topic, PARTITIONS, RATE, 100);
    stage.wait_shared(&topics, 1001, PATIENCE);
    // Brokers and clients that have just started are slower than later.
    std::thread::sleep(Duration::from_secs(10));
    figures.memory("at rest, 12 partitions", &stage.sidecars);
    let _warm_up = pulse.mark();
    std::thread::sleep(Duration::from_secs(20));
    let felt = pulse.mark();
    let base = figures.series("consumer, nothing happens: longest silence");
    felt.silences_ms.iter().for_each(|silence| base.add(*silence));
    for (name, leaving) in [("takeover", Leaving::Killed), ("handover", Leaving::Stopped)] {
        for round in (0..rounds).filter(|_| wanted(name)) {
            let victim = stage.ids()[round % 3];
            println!("bench: {name} {} of {rounds}: sidecar {victim}", round + 1);
            one(&mut stage, &mut figures, &pulse, &topics, victim, leaving);
        }
    }
    let felt = pulse.stop();
    let told = format!("{}, {}, {}, {}", felt.acknowledged, felt.seen, felt.skipped, felt.repeated);
    figures.line("records written, read, left out by the reader, read again by it", told);
    figures.memory("after the rounds", &stage.sidecars);
    figures
}

fn one(
    stage: &mut Stage,
    figures: &mut Figures,
    pulse: &Pulse,
    topics: &[String],
    victim: i32,
    leaving: Leaving,
) {
    stage.ledger.read();
    let led = stage.ledger.led_by(topics, victim);
    if led.is_empty() {
        println!("bench:   it leads nothing; {:?}", stage.ledger.counts(topics));
        return;
    }
    figures.ends(stage.sidecar(victim));
    let _before = pulse.mark();
    let (moved, ended) = leave(stage, &led, victim, leaving);
    let Some(moved) = moved else {
        println!("bench:   NOT TAKEN OVER within {PATIENCE:?}: {:?}", stage.ledger.counts(topics));
        stage.sidecar(victim).restart();
        return;
    };
    std::thread::sleep(ECHO);
    let felt = pulse.mark();
    let name = match leaving {
        Leaving::Killed => "takeover",
        Leaving::Stopped => "hand-over",
    };
    let worst = |of: fn(&Moved) -> f64| moved.iter().map(of).fold(0.0, f64::max);
    let (left, led_at, fed) = (worst(|m| m.left), worst(|m| m.led), worst(|m| m.fed));
    let silences: Vec<f64> =
        led.iter().map(|((_, index), _)| felt.silences_ms[usize::try_from(*index).unwrap_or(0)]).collect();
    let silence = silences.iter().copied().fold(0.0, f64::max);
    let others = (0..).zip(&felt.silences_ms).filter(|(index, _)| led.iter().all(|((_, i), _)| i != index));
    let other = others.map(|(_, silence)| *silence).fold(0.0, f64::max);
    println!(
        "bench:   {name}: {} partitions; left {left:.0} ms, led {led_at:.0} ms, fed {fed:.0} ms; silent {silence:.0} ms, \
         others {other:.0} ms; {} leaders in between; ended {ended:.0} ms",
        led.len(),
        moved.iter().map(|m| m.between).max().unwrap_or(0),
    );
    let who = if victim == 1001 { " of the coordinator" } else { " of another" };
    match leaving {
        Leaving::Killed => {
            figures.series(&format!("takeover{who}: until all take records again")).add(fed);
            figures.series(&format!("takeover{who}: until the controllers notice")).add(left);
            figures.series(&format!("takeover{who}: from then to records")).add(fed - left);
            figures.series("takeover: beyond the session timeout of 9 s").add(fed - SESSION_MS);
            let between = figures.series("takeover: leaders in between (count)");
            moved.iter().for_each(|m| between.add(count(m.between)));
        }
        Leaving::Stopped => {
            figures.series(&format!("hand-over{who}: until all are led by others")).add(led_at);
            figures.series(&format!("hand-over{who}: until all take records again")).add(fed);
            figures.series("hand-over: until the process has ended").add(ended);
            let between = figures.series("hand-over: leaders in between (count)");
            moved.iter().for_each(|m| between.add(count(m.between)));
        }
    }
    figures.series(&format!("consumer, {name}: longest silence")).add(silence);
    figures.series(&format!("consumer, {name}: longest silence of partitions that stay")).add(other);
    comes_back(stage, figures, pulse, topics, victim, name);
}

#[allow(clippy::cast_precision_loss, reason = "a handful")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Ends a sidecar and waits until others lead and feed what it led. The second value is when its process had ended.
fn leave(stage: &mut Stage, led: &[(Slot, i32)], victim: i32, leaving: Leaving) -> (Option<Vec<Moved>>, f64) {
    // A disk that is not next to the victim.
    let node = if victim == 1001 { 2 } else { 1 };
    let dir = stage.destination.broker(node).log_dir();
    let mut awaited: Vec<Awaited> = led
        .iter()
        .map(|(slot, epoch)| Awaited {
            slot: slot.clone(),
            epoch: *epoch,
            disk: Growing::from_end(segment(&dir, slot)),
            fed: None,
        })
        .collect();
    let mark = stage.ledger.mark();
    let process = stage.sidecar(victim).pid();
    let begun = now();
    let signal = if leaving == Leaving::Killed { "-KILL" } else { "-TERM" };
    let sent = std::process::Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the sidecar runs");
    let mut ended = None;
    let all = stage.watch(PATIENCE, |_| {
        if ended.is_none() && is_over(process) {
            ended = Some(now());
        }
        for each in awaited.iter_mut().filter(|each| each.fed.is_none()) {
            let newer = each.disk.batches().iter().any(|(head, _)| head.partition_leader_epoch > each.epoch);
            each.fed = newer.then(now);
        }
        ended.is_some() && awaited.iter().all(|each| each.fed.is_some())
    });
    // The harness learns it too; the process is over unless something is wrong.
    if leaving == Leaving::Killed {
        stage.sidecar(victim).kill9()
    } else {
        stage.sidecar(victim).stop()
    }
    stage.ledger.read();
    let ended = since(begun, ended.unwrap_or_else(now));
    let ids = stage.ids();
    let moved = all.map(|_| {
        let story = |each: &Awaited| {
            let leaders = stage.ledger.since(mark).iter().filter(|c| c.slot == each.slot && c.led);
            let leaders: Vec<_> = leaders.collect();
            let fed = since(begun, each.fed.unwrap_or(begun));
            let at = leaders.iter().position(|c| ids.contains(&c.place.leader));
            let when = |at: Option<usize>| at.map_or(fed, |at| since(begun, leaders[at].at));
            let left = if leaders.is_empty() { None } else { Some(0) };
            Moved { left: when(left), led: when(at), fed, between: at.unwrap_or(0) }
        };
        awaited.iter().map(story).collect()
    });
    (moved, ended)
}

#[allow(clippy::cast_precision_loss, reason = "hours of milliseconds")]
fn since(begun: i64, at: i64) -> f64 {
    (at - begun) as f64
}

/// Whether a process has ended; one that nobody has waited for counts as ended.
fn is_over(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().unwrap_or("Z").starts_with(['Z', 'X']) || stat.is_empty()
}

/// Starts it again and waits until it has its part.
fn comes_back(
    stage: &mut Stage,
    figures: &mut Figures,
    pulse: &Pulse,
    topics: &[String],
    victim: i32,
    after: &str,
) {
    stage.ledger.read();
    let mark = stage.ledger.mark();
    let _before = pulse.mark();
    let begun = now();
    stage.sidecar(victim).restart();
    let ready = since(begun, now());
    if stage.wait_shared(topics, victim, PATIENCE).is_none() {
        println!("bench:   GETS NO PART within {PATIENCE:?}: {:?}", stage.ledger.counts(topics));
    }
    let felt = pulse.mark();
    let changes = stage.ledger.since(mark).to_vec();
    let mut moves = Series::default();
    let mut last = ready;
    let mut silence = 0.0_f64;
    for change in changes.iter().filter(|c| c.led && c.place.leader == victim) {
        let ordered = changes.iter().find(|c| c.slot == change.slot && c.place.adding.contains(&victim));
        moves.add(since(ordered.map_or(change.at, |c| c.at), change.at));
        last = last.max(since(begun, change.at));
        silence = silence.max(felt.silences_ms[usize::try_from(change.slot.1).unwrap_or(0)]);
    }
    println!(
        "bench:   back: ready after {ready:.0} ms, {} partitions came within {last:.0} ms, each in {moves}; silent {silence:.0} ms; \
         {:?}",
        moves.len(),
        stage.ledger.counts(topics)
    );
    figures.series(&format!("return after a {after}: until ready")).add(ready);
    figures.series(&format!("return after a {after}: until the last partition has moved")).add(last);
    figures.series("return: each partition, from the order to the new leader").extend(&moves);
    figures.series("consumer, return: longest silence").add(silence);
}
