//! Client libraries that are not Java's.

use std::collections::BTreeMap;

use crate::driver::{Client, Driver};
use crate::place::full;

/// A client library. Its clients know `produce`, `consume`, `consume_group`, and the writers and readers that go on in the
/// background: each of its writers is an idempotent producer, each of its readers a member of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    Librdkafka,
    /// Before 2.8.
    OldLibrdkafka,
    KafkaPython,
    FranzGo,
    Sarama,
    /// As it talks to brokers of 2.1.
    OldSarama,
    /// It reads in groups only.
    KafkaJs,
}

impl Library {
    /// The libraries that are there: some need more than each machine has, see `deploy/setup`.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Librdkafka, Self::KafkaPython];
        all.extend(Driver::old_python().map(|_| Self::OldLibrdkafka));
        all.extend(Driver::go().iter().flat_map(|_| [Self::FranzGo, Self::Sarama, Self::OldSarama]));
        all.extend(Driver::node().map(|_| Self::KafkaJs));
        all
    }

    /// One each in C, Python and Go, for scenarios in which each costs seconds; where the long variants run, all.
    #[must_use]
    pub fn few() -> Vec<Self> {
        if full() {
            return Self::all();
        }
        let few = |library: &Self| matches!(library, Self::Librdkafka | Self::KafkaPython | Self::FranzGo);
        Self::all().into_iter().filter(few).collect()
    }

    /// A client of this library with these Java client properties; `config` settings are in the library's own words.
    #[must_use]
    pub fn client(self, properties: BTreeMap<String, String>) -> Client {
        let go = || Driver::go().expect("there is a Go toolchain (bash deploy/setup go)");
        let (driver, library) = match self {
            Self::Librdkafka => (Driver::python(), Some("librdkafka")),
            Self::OldLibrdkafka => {
                (Driver::old_python().expect("there is one (bash deploy/setup python)"), Some("librdkafka"))
            }
            Self::KafkaPython => (Driver::python(), Some("kafka-python")),
            Self::FranzGo => (go(), Some("franz-go")),
            Self::Sarama => (go(), Some("sarama")),
            Self::OldSarama => (go(), Some("old-sarama")),
            Self::KafkaJs => (Driver::node().expect("there is Node.js (bash deploy/setup node)"), None),
        };
        Client::of(driver, library, properties)
    }
}
