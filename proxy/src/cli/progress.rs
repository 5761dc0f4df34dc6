//! How far mirrors have come, shown until they have caught up: a bar on a terminal, lines elsewhere.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tokio::time::{Instant, sleep};

use super::Error;
use super::action::chosen;
use super::arguments::Output;
use super::client::Client;
use super::show;
use crate::link::snapshot::Mirror;

/// Between two looks.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(2);
/// Weight of the newest rate in the shown one: an outlier fades within about ten looks.
const RATE_WEIGHT: f64 = 0.2;

/// Where all mirrors together stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    /// Offset slots copied, of those whose source end is known.
    copied: u64,
    /// Offset slots that the source has.
    total: u64,
    /// Whether every partition is known to hold all of its source.
    caught_up: bool,
}

/// States that no waiting leads out of.
const ENDS: [&str; 6] = ["FAILED", "LINK_FAILED", "STOPPED", "PENDING_STOPPED", "PAUSED", "LINK_PAUSED"];

fn position(mirrors: &[Mirror]) -> Position {
    let mut position = Position { caught_up: true, ..Position::default() };
    for mirror in mirrors {
        position.caught_up &= mirror.mirror_status == "ACTIVE" && !mirror.partitions.is_empty();
        for partition in &mirror.partitions {
            position.caught_up &= partition.lag == Some(0);
            if let Some(end) = partition.last_fetch_source_high_watermark {
                let slots = |end: i64| u64::try_from(end - partition.log_start_offset).unwrap_or(0);
                position.total += slots(end);
                position.copied += partition.local_log_end_offset.map_or(0, slots).min(slots(end));
            }
        }
    }
    position
}

/// Records in a second, smoothed.
#[derive(Debug, Default)]
struct Rate {
    last: Option<(Instant, u64)>,
    smoothed: Option<f64>,
}

impl Rate {
    #[expect(clippy::cast_precision_loss, reason = "counts of records are shown with three digits")]
    fn update(&mut self, now: Instant, copied: u64) {
        if let Some((before, had)) = self.last {
            let seconds = now.duration_since(before).as_secs_f64();
            if seconds > 0.0 {
                let newest = copied.saturating_sub(had) as f64 / seconds;
                let smooth = |old: f64| old + RATE_WEIGHT * (newest - old);
                self.smoothed = Some(self.smoothed.map_or(newest, smooth));
            }
        }
        self.last = Some((now, copied));
    }

    /// `1234 records/s, about 5 s left`.
    #[expect(clippy::cast_precision_loss, reason = "counts of records are shown with three digits")]
    fn words(&self, position: Position) -> String {
        let Some(rate) = self.smoothed else { return "rate unknown".to_owned() };
        let left = position.total.saturating_sub(position.copied);
        if left > 0 && rate >= 1.0 {
            return format!("{rate:.0} records/s, about {} left", span((left as f64 / rate).ceil()));
        }
        format!("{rate:.0} records/s")
    }
}

fn span(seconds: f64) -> String {
    if seconds < 120.0 {
        format!("{seconds:.0} s")
    } else if seconds < 7200.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
    }
}

/// Shows progress until every mirror has caught up. Ends with an error when one cannot.
pub(super) async fn watch(
    client: &Client,
    link: Option<&str>,
    topics: &[String],
    output: Output,
    terminal: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let bar = (terminal && output == Output::Table).then(bar);
    let (mut rate, mut last_line): (Rate, Option<Instant>) = (Rate::default(), None);
    let mirrors = loop {
        let mirrors = chosen(client, link, topics).await?;
        let (now, position) = (Instant::now(), position(&mirrors));
        rate.update(now, position.copied);
        let stuck = mirrors.iter().any(|mirror| ENDS.contains(&mirror.mirror_status.as_str()));
        if let Some(bar) = &bar {
            bar.set_length(position.total);
            bar.set_position(position.copied);
            bar.set_message(format!("{}  {}", states(&mirrors), rate.words(position)));
        } else if output == Output::Table {
            let is_due = last_line.is_none_or(|last| now.duration_since(last) >= LINE_EVERY);
            if is_due || stuck || position.caught_up {
                last_line = Some(now);
                let Position { copied, total, .. } = position;
                writeln!(out, "{}: {copied} of {total} records, {}", states(&mirrors), rate.words(position))?;
                out.flush()?;
            }
        }
        if stuck || position.caught_up || mirrors.is_empty() {
            break mirrors;
        }
        sleep(LOOK_EVERY).await;
    };
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    match output {
        Output::Json => show::json(out, &mirrors)?,
        Output::Table => show::mirror_details(out, &mirrors)?,
    }
    if position(&mirrors).caught_up { Ok(()) } else { Err(Error::Shown) }
}

/// `orders ACTIVE`, or counts by state when there are several mirrors.
fn states(mirrors: &[Mirror]) -> String {
    if let [mirror] = mirrors {
        return format!("{} {}", mirror.mirror_topic_name, mirror.mirror_status);
    }
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for mirror in mirrors {
        *counts.entry(&mirror.mirror_status).or_default() += 1;
    }
    counts.iter().map(|(state, count)| format!("{count} {state}")).collect::<Vec<_>>().join(", ")
}

fn bar() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {percent:>3}%  {msg}").expect("the template is a constant");
    ProgressBar::new(0).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::snapshot::Partition;

    fn mirror(status: &str, partitions: &[(i64, i64, Option<i64>)]) -> Mirror {
        let partition = |&(start, end, source): &(i64, i64, Option<i64>)| Partition {
            log_start_offset: start,
            local_log_end_offset: Some(end),
            last_fetch_source_high_watermark: source,
            lag: source.map(|source| source - end),
            ..Partition::default()
        };
        Mirror {
            mirror_topic_name: "orders".to_owned(),
            mirror_status: status.to_owned(),
            partitions: partitions.iter().map(partition).collect(),
            ..Mirror::default()
        }
    }

    #[test]
    fn caught_up_means_that_every_partition_is_known_to_be_equal() {
        let check = |mirror: Mirror, copied, total, caught_up| {
            assert_eq!(position(&[mirror]), Position { copied, total, caught_up });
        };
        check(mirror("ACTIVE", &[(0, 10, Some(10)), (100, 100, Some(100))]), 10, 10, true);
        check(mirror("ACTIVE", &[(0, 10, Some(10)), (50, 60, Some(100))]), 20, 60, false);
        check(mirror("ACTIVE", &[(0, 10, None)]), 0, 0, false);
        check(mirror("SOURCE_UNAVAILABLE", &[(0, 10, Some(10))]), 10, 10, false);
        check(mirror("ACTIVE", &[]), 0, 0, false);
    }

    #[tokio::test(start_paused = true)]
    async fn the_rate_tells_the_time_that_is_left() {
        let mut rate = Rate::default();
        let began = Instant::now();
        let at = |copied| Position { copied, total: 1000, caught_up: false };
        rate.update(began, 0);
        assert_eq!(rate.words(at(0)), "rate unknown");
        rate.update(began + Duration::from_secs(2), 200);
        assert_eq!(rate.words(at(200)), "100 records/s, about 8 s left");
        rate.update(began + Duration::from_secs(4), 200);
        assert_eq!(rate.words(at(200)), "80 records/s, about 10 s left");
        assert_eq!(span(600.0), "10 min");
        assert_eq!(span(9000.0), "2.5 h");
    }

    #[test]
    fn several_mirrors_are_counted_by_state() {
        let mirrors = [mirror("ACTIVE", &[]), mirror("PAUSED", &[]), mirror("ACTIVE", &[])];
        assert_eq!(states(&mirrors), "2 ACTIVE, 1 PAUSED");
        assert_eq!(states(&mirrors[..1]), "orders ACTIVE");
    }
}
