//! Front doors of this sidecar: led where the state topic says, and told about to the coordinator.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use kagami_codec::types::Uuid;
use parking_lot::Mutex;
use tokio::{
    sync::{Mutex as AsyncMutex, watch},
    time::Instant,
};

use super::{
    command::Refusal,
    engine::Engine,
    record::{CutoverRecord, Phase},
};
use crate::{
    door::{Stage, Told},
    net::{Dialer, Security, Side},
    properties::ClientSecurity,
    view::origin::Origin,
};

/// How long ids of topics are believed, when one is asked for that is not among them.
const IDS_FOR: Duration = Duration::from_secs(1);

/// Cutovers as the state topic tells them, and what carrying them out needs.
#[derive(Debug, Default)]
pub struct Cutovers {
    /// Those that were begun, by link.
    pub records: watch::Sender<BTreeMap<String, CutoverRecord>>,
    /// Links whose front doors sidecars have, by sidecar.
    pub fronts: Mutex<BTreeMap<i32, Vec<String>>>,
    /// Held by whoever carries a cutover through its steps.
    pub driver: AsyncMutex<()>,
    /// Held while a record is looked at and written.
    pub writing: AsyncMutex<()>,
}

impl Engine {
    /// Takes over how far a cutover is. A record that cannot be read is left alone and said.
    pub(super) fn take_cutover(&self, link: &str, value: &str) {
        match serde_json::from_str::<CutoverRecord>(value) {
            Ok(record) => {
                self.cutovers.records.send_modify(|cutovers| {
                    cutovers.insert(link.to_owned(), record);
                });
                self.lead_doors();
            }
            Err(error) => {
                tracing::error!(link, %error, "the stored cutover cannot be read; it stays as it is");
            }
        }
    }

    /// There is no record of a cutover any more.
    pub(super) fn forget_cutover(&self, link: &str) {
        self.cutovers.records.send_modify(|cutovers| {
            cutovers.remove(link);
        });
        self.lead_doors();
    }

    /// The record of a link's cutover, if one was begun.
    #[must_use]
    pub fn cutover(&self, link: &str) -> Option<CutoverRecord> {
        self.cutovers.records.borrow().get(link).cloned()
    }

    /// Leads every door where the state says. Nobody passes before we are announced there: whoever begins a cutover must
    /// know of us.
    pub(super) fn lead_doors(&self) {
        if !self.announced.load(Ordering::Acquire) {
            return;
        }
        for (link, door) in &self.doors {
            let phase = self.cutovers.records.borrow().get(link).map(CutoverRecord::phase);
            door.lead(phase.map_or(Stage::Source, Phase::stage));
        }
    }
}

/// What our door of a link says of itself, for the coordinator.
///
/// # Errors
/// 404 when we have none.
pub(super) fn told(engine: &Engine, link: &str, names: &[(String, String)]) -> Result<Told, Refusal> {
    let Some(door) = engine.doors.get(link) else {
        let node = engine.cluster.node_id();
        let message = format!("sidecar {node} has no front door for link {link}: no [[view]] with that link");
        return Err(Refusal::new(404, "NO_FRONT_DOOR", message));
    };
    Ok(Told { wrong_names: door.wrong_names(names), ..door.told() })
}

/// A link's source, for clients.
#[derive(Debug)]
pub struct Source {
    engine: Arc<Engine>,
    link: String,
    ids: Mutex<Ids>,
}

/// Ids of a link's source topics and mirrors, both ways.
#[derive(Debug, Default)]
struct Ids {
    mirrors: HashMap<Uuid, Uuid>,
    sources: HashMap<Uuid, Uuid>,
    read: Option<Instant>,
}

impl Source {
    /// The source of a link, which may not exist yet.
    #[must_use]
    pub fn new(engine: Arc<Engine>, link: &str) -> Self {
        Self { engine, link: link.to_owned(), ids: Mutex::default() }
    }

    fn find(&self, find: impl Fn(&Ids) -> Option<Uuid>) -> Option<Uuid> {
        let mut ids = self.ids.lock();
        let found = find(&ids);
        if found.is_some() || ids.read.is_some_and(|read| read.elapsed() < IDS_FOR) {
            return found;
        }
        *ids = Ids { read: Some(Instant::now()), ..Ids::default() };
        for mirror in self.engine.mirrors_of(&self.link) {
            let record = mirror.record.lock();
            let pair = (record.source_topic_id.parse::<Uuid>(), record.mirror_topic_id.parse::<Uuid>());
            if let (Ok(source), Ok(mirror)) = pair {
                ids.mirrors.insert(source, mirror);
                ids.sources.insert(mirror, source);
            }
        }
        find(&ids)
    }
}

impl Origin for Source {
    fn brokers(&self) -> BTreeMap<i32, (String, u16)> {
        self.engine.link(&self.link).map(|link| link.source().metadata().brokers.clone()).unwrap_or_default()
    }

    fn dialer(&self) -> Option<Dialer> {
        let link = self.engine.link(&self.link).ok()?;
        let plain = self.engine.seal.open(&link.record.lock().configs).ok()?;
        let security = ClientSecurity::from_properties(&plain).ok()?.for_others();
        let name = format!("kagami-{}-door", self.engine.cluster.node_id());
        Some(Dialer::new(Side::Source, name, Security::new(security)))
    }

    fn mirror_of(&self, source: Uuid) -> Option<Uuid> {
        self.find(|ids| ids.mirrors.get(&source).copied())
    }

    fn source_of(&self, mirror: Uuid) -> Option<Uuid> {
        self.find(|ids| ids.sources.get(&mirror).copied())
    }
}
