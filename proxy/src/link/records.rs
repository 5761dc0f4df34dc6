//! Taking over what the state topic holds: at the start, from the coordinator's writing, and from the one before us.

use std::sync::Arc;

use super::{
    engine::{Engine, Link},
    record::{CUTOVER, LINK, LinkRecord, MIRROR, MirrorRecord},
    settings::reach,
};
use crate::{
    shutdown::{OnCancel, OnFailure},
    source::{self, Source},
    store::{self, Entries, News},
};

impl Engine {
    /// Takes over what the state topic holds, in place of what we held.
    pub fn take_over(&self, entries: &Entries) {
        let cutovers: Vec<String> = self.cutovers.records.borrow().keys().cloned().collect();
        for link in cutovers.iter().filter(|link| !entries.contains_key(&format!("{CUTOVER}{link}"))) {
            self.forget_cutover(link);
        }
        self.mirrors.lock().retain(|topic, _| entries.contains_key(&format!("{MIRROR}{topic}")));
        let gone = |name: &String| !entries.contains_key(&format!("{LINK}{name}"));
        let gone: Vec<String> = self.links.lock().keys().filter(|name| gone(name)).cloned().collect();
        for name in gone {
            self.forget_link(&name);
        }
        for (key, value) in entries {
            self.take_record(key, value);
        }
        self.look.notify_one();
    }

    /// Takes over what another sidecar wrote.
    pub fn hear(&self, news: News) {
        match news {
            News::All(entries) => self.take_over(&entries),
            News::Some(written) => {
                for (key, value) in written {
                    match value {
                        Some(value) => self.take_record(&key, &value),
                        None => {
                            if let Some(name) = key.strip_prefix(LINK) {
                                self.forget_link(name);
                            } else if let Some(topic) = key.strip_prefix(MIRROR) {
                                self.mirrors.lock().remove(topic);
                            } else if let Some(link) = key.strip_prefix(CUTOVER) {
                                self.forget_cutover(link);
                            } else if let Some(id) = key.strip_prefix(store::SIDECAR) {
                                self.cutovers.fronts.lock().retain(|node, _| node.to_string() != id);
                            }
                        }
                    }
                }
                self.look.notify_one();
            }
        }
    }

    /// A record that cannot be read is left alone and said.
    pub(super) fn take_record(&self, key: &str, value: &str) {
        if let Some(name) = key.strip_prefix(LINK) {
            match serde_json::from_str::<LinkRecord>(value) {
                Ok(record) => self.take_link(name, record),
                Err(error) => {
                    tracing::error!(link = name, %error, "the stored link cannot be read; it stays as it is");
                }
            }
        } else if let Some(topic) = key.strip_prefix(MIRROR) {
            match serde_json::from_str::<MirrorRecord>(value) {
                Ok(record) => match self.mirror(topic) {
                    Some(mirror) => *mirror.record.lock() = record,
                    None => {
                        self.add_mirror(topic, record);
                    }
                },
                Err(error) => {
                    tracing::error!(topic, %error, "the stored mirror cannot be read; it stays as it is");
                }
            }
        } else if let Some(link) = key.strip_prefix(CUTOVER) {
            self.take_cutover(link, value);
        } else if let Some(sidecar) = Some(key)
            .filter(|key| key.starts_with(store::SIDECAR))
            .and_then(|_| serde_json::from_str(value).ok())
        {
            let store::Sidecar { node_id, companion, doors, .. } = sidecar;
            self.cutovers.fronts.lock().insert(node_id, doors);
            if let Some(companion) = companion {
                self.companions.lock().insert(node_id, companion);
            }
        }
    }

    fn take_link(&self, name: &str, record: LinkRecord) {
        let known = self.link(name).ok();
        if known.as_ref().is_some_and(|link| *link.record.lock() == record) {
            return;
        }
        let settings = self.seal.open(&record.configs).and_then(|plain| self.source_settings(name, &plain));
        match (settings, known) {
            (Ok(settings), None) => self.add_link(name, record, settings),
            (Ok(settings), Some(link)) => self.change_link(&link, record, settings),
            (Err(refusal), _) => {
                tracing::error!(link = name, problem = refusal.message, "the stored link cannot be started");
                self.unstarted.lock().insert(name.to_owned(), refusal.message);
                return;
            }
        }
        self.unstarted.lock().remove(name);
    }

    /// Puts other settings of a link in force. Its source is only replaced where they say how it is reached: what runs
    /// would have to begin anew.
    pub fn change_link(&self, link: &Link, record: LinkRecord, settings: source::Settings) {
        let before = std::mem::replace(&mut *link.record.lock(), record.clone());
        link.source().limit_rate(settings.bytes_per_second);
        // Sealing the same secret twice gives different texts.
        let plain = |record: &LinkRecord| self.seal.open(&record.configs).ok().map(|plain| reach(&plain));
        if plain(&before) != plain(&record) {
            let fresh = self.start_source(&link.name, settings);
            let old = std::mem::replace(&mut *link.source.lock(), fresh);
            self.end_source(&link.name, old);
        }
        self.look.notify_one();
    }

    /// Ends what runs for a link that is no more.
    pub fn forget_link(&self, name: &str) {
        self.unstarted.lock().remove(name);
        let link = self.links.lock().remove(name);
        if let Some(link) = link {
            self.end_source(name, link.source());
        }
    }

    fn end_source(&self, link: &str, source: Arc<Source>) {
        source.assign(&[]);
        let name = format!("end of a source of link {link}");
        self.tasks.spawn(name, OnCancel::Drain, OnFailure::StopNothing, async move { source.stop().await });
    }
}
