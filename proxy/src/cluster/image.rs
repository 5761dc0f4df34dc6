//! The destination as its metadata log tells it: brokers, topics, partitions, configs, access control entries.
//!
//! Owns nothing but values; [`Image::apply`] takes one committed record after the other and says what changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kagami_codec::{
    record::{self, MetadataRecord},
    types::Uuid,
};
use kagami_policies::acl;

/// One partition, everywhere in the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub topic_id: Uuid,
    pub partition: i32,
}

/// Where a broker listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    pub listener: String,
    pub host: String,
    pub port: u16,
    /// Kafka's number of the security protocol: 0 PLAINTEXT, 1 SSL, 2 `SASL_PLAINTEXT`, 3 `SASL_SSL`.
    pub protocol: i16,
}

/// A range of a feature that a broker can live with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeatureRange {
    pub name: String,
    pub min: i16,
    pub max: i16,
}

/// A registered broker, real or virtual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    pub id: i32,
    pub epoch: i64,
    pub incarnation: Uuid,
    pub endpoints: Vec<Endpoint>,
    pub features: Vec<FeatureRange>,
    pub rack: Option<String>,
    pub fenced: bool,
    pub shutting_down: bool,
    pub log_dirs: Vec<Uuid>,
    /// It asked the controller to place nothing new on it (KIP-1066).
    pub cordoned: bool,
}

impl Broker {
    /// Whether it can hold leaders now.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        !self.fenced && !self.shutting_down
    }
}

/// A partition's place in the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    pub replicas: Vec<i32>,
    pub isr: Vec<i32>,
    pub adding: Vec<i32>,
    pub removing: Vec<i32>,
    /// -1 when nobody leads.
    pub leader: i32,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    pub directories: Vec<Uuid>,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub id: Uuid,
    pub name: String,
    pub partitions: BTreeMap<i32, Partition>,
}

/// What a run of records touched.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub brokers: BTreeSet<i32>,
    /// Brokers that came, went, were fenced or let in again, even if nothing of it shows at the end of the run.
    pub lives: BTreeSet<i32>,
    /// Partitions that are new, changed or gone (then the image no longer has them).
    pub partitions: BTreeSet<Key>,
    /// Topics that are new or gone, by id, with their names.
    pub topics: BTreeMap<Uuid, String>,
    /// Topics whose configs changed, by name; an empty name is the cluster-wide default.
    pub configs: BTreeSet<String>,
    /// The whole image was replaced by a snapshot.
    pub everything: bool,
}

impl Changes {
    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.brokers.is_empty()
            && self.partitions.is_empty()
            && self.topics.is_empty()
            && self.configs.is_empty()
            && !self.everything
    }
}

const RESOURCE_TOPIC: i8 = 2;
const RESOURCE_BROKER: i8 = 4;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Image {
    pub brokers: BTreeMap<i32, Broker>,
    pub topics: HashMap<Uuid, Topic>,
    pub ids: HashMap<String, Uuid>,
    /// Finalized feature levels, `metadata.version` among them.
    pub features: BTreeMap<String, i16>,
    /// First producer id that the controller has not handed out.
    pub next_producer_id: i64,
    /// Offset of the last record that was applied; -1 before the first.
    pub offset: i64,
    /// Access control entries, as far as the cluster keeps them in its metadata log.
    pub acls: acl::Entries,
    topic_configs: HashMap<String, BTreeMap<String, String>>,
    broker_configs: HashMap<String, BTreeMap<String, String>>,
}

impl Image {
    /// An image before any record.
    #[must_use]
    pub fn new() -> Self {
        Self { offset: -1, ..Self::default() }
    }

    /// A partition by key.
    #[must_use]
    pub fn partition(&self, key: Key) -> Option<&Partition> {
        self.topics.get(&key.topic_id)?.partitions.get(&key.partition)
    }

    /// A topic by name.
    #[must_use]
    pub fn topic(&self, name: &str) -> Option<&Topic> {
        self.topics.get(self.ids.get(name)?)
    }

    /// A topic's own setting.
    #[must_use]
    pub fn topic_config(&self, topic: &str, name: &str) -> Option<&str> {
        self.topic_configs.get(topic)?.get(name).map(String::as_str)
    }

    /// A setting that is dynamic for all brokers.
    #[must_use]
    pub fn cluster_config(&self, name: &str) -> Option<&str> {
        self.broker_configs.get("")?.get(name).map(String::as_str)
    }

    /// Applies one committed record. Records that say nothing about the above are passed over.
    pub fn apply(&mut self, record: MetadataRecord, changes: &mut Changes) {
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "records of no interest, among them those of later Kafkas"
        )]
        match record {
            MetadataRecord::RegisterBroker(r) => {
                let known = self.brokers.get(&r.broker_id);
                if known.is_none_or(|b| b.incarnation != r.incarnation_id || b.fenced != r.fenced) {
                    changes.lives.insert(r.broker_id);
                }
                changes.brokers.insert(r.broker_id);
                self.brokers.insert(r.broker_id, broker(r));
            }
            MetadataRecord::UnregisterBroker(r) => {
                changes.lives.insert(r.broker_id);
                changes.brokers.insert(r.broker_id);
                self.brokers.remove(&r.broker_id);
            }
            MetadataRecord::FenceBroker(r) => self.change_broker(r.id, changes, |b| b.fenced = true),
            MetadataRecord::UnfenceBroker(r) => self.change_broker(r.id, changes, |b| b.fenced = false),
            MetadataRecord::BrokerRegistrationChange(r) => self.change_broker(r.broker_id, changes, |b| {
                match r.fenced {
                    1 => b.fenced = true,
                    -1 => b.fenced = false,
                    _ => {}
                }
                if r.in_controlled_shutdown == 1 {
                    b.shutting_down = true;
                }
                if !r.log_dirs.is_empty() {
                    b.log_dirs = r.log_dirs;
                }
                if let Some(cordoned) = r.cordoned_log_dirs {
                    b.cordoned = !cordoned.is_empty();
                }
            }),
            MetadataRecord::Topic(r) => {
                changes.topics.insert(r.topic_id, r.name.clone());
                self.ids.insert(r.name.clone(), r.topic_id);
                self.topics
                    .insert(r.topic_id, Topic { id: r.topic_id, name: r.name, partitions: BTreeMap::new() });
            }
            MetadataRecord::RemoveTopic(r) => self.remove_topic(r.topic_id, changes),
            MetadataRecord::Partition(r) => self.add_partition(r, changes),
            MetadataRecord::PartitionChange(r) => self.change_partition(r, changes),
            MetadataRecord::Config(r) => self.change_config(r, changes),
            MetadataRecord::FeatureLevel(r) => {
                self.features.insert(r.name, r.feature_level);
            }
            MetadataRecord::ProducerIds(r) => self.next_producer_id = r.next_producer_id,
            MetadataRecord::AccessControlEntry(r) => self.acls.insert(r.id.0, entry(r)),
            MetadataRecord::RemoveAccessControlEntry(r) => self.acls.remove(r.id.0),
            _ => {}
        }
    }

    fn change_broker(&mut self, id: i32, changes: &mut Changes, change: impl FnOnce(&mut Broker)) {
        changes.brokers.insert(id);
        if let Some(broker) = self.brokers.get_mut(&id) {
            let was_live = broker.is_live();
            change(broker);
            if broker.is_live() != was_live {
                changes.lives.insert(id);
            }
        }
    }

    fn remove_topic(&mut self, id: Uuid, changes: &mut Changes) {
        if let Some(topic) = self.topics.remove(&id) {
            changes.partitions.extend(topic.partitions.keys().map(|p| Key { topic_id: id, partition: *p }));
            if self.ids.get(&topic.name) == Some(&id) {
                self.ids.remove(&topic.name);
            }
            self.topic_configs.remove(&topic.name);
            changes.topics.insert(id, topic.name);
        }
    }

    fn add_partition(&mut self, r: record::PartitionRecord, changes: &mut Changes) {
        changes.partitions.insert(Key { topic_id: r.topic_id, partition: r.partition_id });
        if let Some(topic) = self.topics.get_mut(&r.topic_id) {
            topic.partitions.insert(
                r.partition_id,
                Partition {
                    replicas: r.replicas,
                    isr: r.isr,
                    adding: r.adding_replicas,
                    removing: r.removing_replicas,
                    leader: r.leader,
                    leader_epoch: r.leader_epoch,
                    partition_epoch: r.partition_epoch,
                    directories: r.directories,
                },
            );
        }
    }

    /// As Kafka merges a change: a leader in the record, even the same one, is a new epoch; -2 leaves it.
    fn change_partition(&mut self, r: record::PartitionChangeRecord, changes: &mut Changes) {
        const NO_LEADER_CHANGE: i32 = -2;
        let key = Key { topic_id: r.topic_id, partition: r.partition_id };
        changes.partitions.insert(key);
        let Some(p) = self.topics.get_mut(&r.topic_id).and_then(|t| t.partitions.get_mut(&r.partition_id))
        else {
            return;
        };
        p.partition_epoch += 1;
        if let Some(isr) = r.isr {
            p.isr = isr;
        }
        if let Some(replicas) = r.replicas {
            p.replicas = replicas;
        }
        if let Some(adding) = r.adding_replicas {
            p.adding = adding;
        }
        if let Some(removing) = r.removing_replicas {
            p.removing = removing;
        }
        if let Some(directories) = r.directories {
            p.directories = directories;
        }
        if r.leader != NO_LEADER_CHANGE {
            p.leader = r.leader;
            p.leader_epoch += 1;
        }
    }

    fn change_config(&mut self, r: record::ConfigRecord, changes: &mut Changes) {
        let all = match r.resource_type {
            RESOURCE_TOPIC => &mut self.topic_configs,
            RESOURCE_BROKER => &mut self.broker_configs,
            _ => return,
        };
        changes.configs.insert(if r.resource_type == RESOURCE_TOPIC {
            r.resource_name.clone()
        } else {
            String::new()
        });
        let configs = all.entry(r.resource_name).or_default();
        match r.value {
            Some(value) => {
                configs.insert(r.name, value);
            }
            None => {
                configs.remove(&r.name);
            }
        }
    }
}

fn entry(r: record::AccessControlEntryRecord) -> acl::Entry {
    const PREFIXED: i8 = 4;
    const ALLOW: i8 = 3;
    acl::Entry {
        kind: acl::Kind(r.resource_type),
        name: r.resource_name,
        pattern: if r.pattern_type == PREFIXED { acl::Pattern::Prefixed } else { acl::Pattern::Literal },
        principal: r.principal,
        host: r.host,
        operation: acl::Operation(r.operation),
        allows: r.permission_type == ALLOW,
    }
}

fn broker(r: record::RegisterBrokerRecord) -> Broker {
    let mut features: Vec<FeatureRange> = r
        .features
        .into_iter()
        .map(|f| FeatureRange { name: f.name, min: f.min_supported_version, max: f.max_supported_version })
        .collect();
    // A broker says them in another order each time.
    features.sort_by(|a, b| a.name.cmp(&b.name));
    Broker {
        id: r.broker_id,
        epoch: r.broker_epoch,
        incarnation: r.incarnation_id,
        endpoints: r
            .end_points
            .into_iter()
            .map(|e| Endpoint { listener: e.name, host: e.host, port: e.port, protocol: e.security_protocol })
            .collect(),
        features,
        rack: r.rack,
        fenced: r.fenced,
        shutting_down: r.in_controlled_shutdown,
        log_dirs: r.log_dirs,
        cordoned: r.cordoned_log_dirs.is_some_and(|dirs| !dirs.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_or_went_is_told_even_if_it_is_there_again_at_the_end_of_the_run() {
        let mut image = Image::new();
        let mut run = |records: Vec<MetadataRecord>| {
            let mut changes = Changes::default();
            records.into_iter().for_each(|record| image.apply(record, &mut changes));
            changes.lives.into_iter().collect::<Vec<_>>()
        };
        let registered = |incarnation: u8| {
            MetadataRecord::RegisterBroker(record::RegisterBrokerRecord {
                broker_id: 1001,
                incarnation_id: Uuid([incarnation; 16]),
                ..Default::default()
            })
        };
        let changed = |fenced: i8| {
            MetadataRecord::BrokerRegistrationChange(record::BrokerRegistrationChangeRecord {
                broker_id: 1001,
                fenced,
                cordoned_log_dirs: Some(vec![Uuid([9; 16])]),
                ..Default::default()
            })
        };
        assert_eq!(run(vec![registered(1)]), [1001]);
        assert_eq!(
            run(vec![registered(1), changed(0)]),
            Vec::<i32>::new(),
            "the same one, which is only cordoned"
        );
        assert_eq!(run(vec![changed(1), changed(-1)]), [1001]);
        assert_eq!(run(vec![registered(2)]), [1001]);
        let gone = record::UnregisterBrokerRecord { broker_id: 1001, ..Default::default() };
        assert_eq!(run(vec![MetadataRecord::UnregisterBroker(gone), registered(2)]), [1001]);
    }
}
