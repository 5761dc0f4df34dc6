//! `server.properties` of a node, with timings that suit tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Settings of every node: small buffers, no delays before elections, rebalances, cleaning and retention.
pub(crate) fn defaults(brokers: usize) -> BTreeMap<String, String> {
    let copies = brokers.clamp(1, 3);
    let common = [
        ("auto.create.topics.enable", "false"),
        ("background.threads", "2"),
        ("group.initial.rebalance.delay.ms", "0"),
        ("log.cleaner.backoff.ms", "200"),
        // The default of 128 MiB for each cleaner thread does not fit into a test's heap.
        ("log.cleaner.dedupe.buffer.size", "4194304"),
        ("log.initial.task.delay.ms", "200"),
        ("log.retention.check.interval.ms", "300"),
        ("num.io.threads", "3"),
        ("num.network.threads", "2"),
        ("offsets.topic.num.partitions", "5"),
        ("share.coordinator.state.topic.num.partitions", "2"),
        ("transaction.state.log.min.isr", "1"),
        ("transaction.state.log.num.partitions", "3"),
    ];
    let mut settings: BTreeMap<_, _> =
        common.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    for topic in ["offsets.topic", "transaction.state.log", "share.coordinator.state.topic"] {
        settings.insert(format!("{topic}.replication.factor"), copies.to_string());
    }
    settings
}

/// The text of a properties file; backslashes are doubled, as Java reads them.
pub(crate) fn text(settings: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    for (key, value) in settings {
        writeln!(out, "{key}={}", value.replace('\\', "\\\\")).expect("a string takes every text");
    }
    out
}

/// Sends a broker's log to its standard output, and nothing below INFO.
pub(crate) const LOGGING: &str = "\
log4j.rootLogger=INFO, out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d{HH:mm:ss,SSS} %p %m (%c{1})%n
log4j.logger.org.apache.kafka.clients.admin.AdminClientConfig=WARN
log4j.logger.org.apache.kafka.common.utils.AppInfoParser=WARN
";
