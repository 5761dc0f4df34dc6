//! From the file's keys to checked values. Every part is looked at, whatever is wrong with the others.

mod views;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kagami_policies::limits;
use toml::Table;

use super::raw::{Notes, Section};
use super::{
    Admin, ClientAuth, Config, ConsumerFetch, Destination, HostPort, Identity, Limits, Listener, Log,
    LogFormat, Mistake, Mistakes, Node, NodeId, Properties, Protocol, SecretKey, Secrets, TlsFiles, Token,
    link_settings,
};
use crate::properties::ClientSecurity;

/// Largest bound in bytes that can be set: 1 TiB says "unbounded" to any machine of today.
const BYTES_MAX: i64 = 1 << 40;
/// A frame's length is a signed number of four bytes.
const FRAME_BYTES_MAX: i64 = i32::MAX as i64;
/// A fetch answer carries its data and at most this much beside it.
const FETCH_OVERHEAD_BYTES: usize = 1 << 20;
/// Longest time that can be set: one hour.
const MS_MAX: i64 = 3_600_000;

/// The keys as they are written.
pub(super) fn table(text: &str) -> Result<Table, Mistake> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
        Mistake { path: format!("line {line}"), message: error.message().to_owned() }
    })
}

pub(super) fn config(table: &Table, directory: &Path) -> Result<Config, Mistakes> {
    let notes = Notes::default();
    let empty = Table::new();
    let checker = Checker {
        root: Section::new("", String::new(), table, &notes),
        directory,
        empty: &empty,
        notes: &notes,
    };
    let config = checker.config();
    let mistakes = notes.into_mistakes();
    if !mistakes.is_empty() {
        return Err(Mistakes(mistakes));
    }
    Ok(config.expect("a part is missing only when a mistake was noted"))
}

struct Checker<'a> {
    root: Section<'a>,
    directory: &'a Path,
    /// Stands in for a section that is absent, so that its required keys are named and its defaults are found.
    empty: &'a Table,
    notes: &'a Notes,
}

impl<'a> Checker<'a> {
    fn config(&self) -> Option<Config> {
        // All parts first, so that each has a chance to note its mistakes.
        let (node, destination, listeners) = (self.node(), self.destination(), self.listeners());
        let admin = self.admin(listeners.as_deref().unwrap_or_default());
        let views = self.views(listeners.as_deref().unwrap_or_default(), admin.as_ref());
        let (secrets, limits, log) = (self.secrets(), self.limits(), self.log());
        Some(Config {
            node: node?,
            destination: destination?,
            listeners: listeners?,
            admin: admin?,
            views: views?,
            secrets: secrets?,
            limits: limits?,
            log: log?,
        })
    }

    fn section(&self, name: &'static str) -> Section<'a> {
        let absent = || Section::new(name, name.to_owned(), self.empty, self.notes);
        self.root.section(name, name).unwrap_or_else(absent)
    }

    fn node(&self) -> Option<Node> {
        let section = self.section("node");
        let (id, rack) = (section.number("id", 0..=i64::from(i32::MAX) - 1), section.text("rack"));
        let most = i64::try_from(limits::HEARTBEAT_MS_MAX).unwrap_or(MS_MAX);
        let heartbeat = milliseconds(&section, "heartbeat_ms", 100..=most);
        Some(Node { id: NodeId::new(id?)?, rack, heartbeat: heartbeat? })
    }

    fn destination(&self) -> Option<Destination> {
        let section = self.section("destination");
        let bootstrap = section.list("bootstrap");
        let controllers =
            if section.has("controllers") { section.list("controllers") } else { Some(Vec::new()) };
        let client = match (section.has("properties"), section.has("client")) {
            (true, true) => {
                section.mistake("client", "give either destination.properties or [destination.client]");
                None
            }
            (true, false) => self.properties_file(&section, "properties"),
            (false, true) => self.properties_table(&section, "client"),
            (false, false) => Some(Properties::default()),
        };
        let controller_client = if section.has("controller") {
            self.properties_table(&section, "controller")
        } else {
            client.clone()
        };
        let security = |client: &Properties| {
            ClientSecurity::from_properties(&client.0).expect("properties are looked at before they get here")
        };
        let client = client?;
        Some(Destination {
            bootstrap: bootstrap?,
            controllers: controllers?,
            security: security(&client),
            controller_security: security(&controller_client?),
            client,
        })
    }

    fn properties_file(&self, section: &Section<'_>, name: &str) -> Option<Properties> {
        let (path, text) = self.file(section, name)?;
        match Properties::parse(&text) {
            Ok(properties) => self.checked(&path.display().to_string(), properties, &["bootstrap.servers"]),
            Err(mistakes) => {
                for mistake in mistakes {
                    self.notes.mistake(format!("{}: {}", path.display(), mistake.path), mistake.message);
                }
                None
            }
        }
    }

    fn properties_table(&self, section: &Section<'_>, name: &str) -> Option<Properties> {
        let mut properties = Properties::default();
        flatten("", section.table(name)?, &mut properties);
        self.checked(&section.path(name), properties, &[])
    }

    fn checked(&self, path: &str, mut properties: Properties, ignored: &[&str]) -> Option<Properties> {
        // The file of an ordinary client names its brokers; ours stand in `bootstrap`.
        properties.0.retain(|key, _| !ignored.contains(&key.as_str()));
        let mut mistakes = link_settings::client_mistakes(&properties.0);
        if properties.value("bootstrap.servers").is_some() {
            let message = "stands in destination.bootstrap; remove it here".to_owned();
            mistakes.push(Mistake { path: "bootstrap.servers".to_owned(), message });
        }
        let fits = mistakes.is_empty();
        for mistake in mistakes {
            self.notes.mistake(format!("{path}: {}", mistake.path), mistake.message);
        }
        fits.then_some(properties)
    }

    fn listeners(&self) -> Option<Vec<Listener>> {
        let sections = self.root.sections("listener", "listener");
        if sections.is_empty() {
            self.root
                .mistake("listener", "is missing: write one [[listener]] for each listener of the companion");
        }
        let mut listeners: Vec<Listener> = Vec::new();
        for section in &sections {
            let Some(listener) = self.listener(section) else { continue };
            if listeners.iter().any(|other| other.name == listener.name) {
                section.mistake("name", format!("{} is the name of an earlier listener", listener.name));
            }
            if listeners.iter().any(|other| overlap(other.bind, listener.bind)) {
                section.mistake("bind", format!("{} is taken by an earlier listener", listener.bind));
            }
            if listeners.iter().any(|other| other.advertised == listener.advertised) {
                let message = format!("{} is advertised by an earlier listener", listener.advertised);
                section.mistake("advertised", message);
            }
            listeners.push(listener);
        }
        (listeners.len() == sections.len() && !sections.is_empty()).then_some(listeners)
    }

    fn listener(&self, section: &Section<'_>) -> Option<Listener> {
        let (name, bind) = (section.parsed("name"), section.parsed("bind"));
        let advertised = section.parsed("advertised");
        let protocol = section.has("protocol").then(|| section.choice("protocol", Protocol::NAMES)).flatten();
        let tls = self.tls(section, "listener.tls");
        if protocol.is_some_and(Protocol::has_tls) && !section.has("tls") {
            section
                .mistake("tls", "is missing: SSL and SASL_SSL need a certificate and its key, or a keystore");
        }
        if protocol.is_some_and(|protocol| !protocol.has_tls()) && section.has("tls") {
            section.mistake(
                "tls",
                "is of no use with PLAINTEXT and SASL_PLAINTEXT; remove it or change protocol",
            );
        }
        let words = [("redirect", ConsumerFetch::Redirect), ("forward", ConsumerFetch::Forward)];
        let consumer_fetch = section.choice("consumer_fetch", &words)?;
        Some(Listener { name: name?, bind: bind?, advertised: advertised?, protocol, consumer_fetch, tls })
    }

    fn tls(&self, outer: &Section<'_>, keys: &'static str) -> Option<TlsFiles> {
        let section = outer.section("tls", keys)?;
        let path = |name| section.text(name).map(|path| self.directory.join(path));
        let identity = match (path("certificate"), path("key"), path("keystore")) {
            (Some(certificate), Some(key), None) => Some(Identity::Pem { certificate, key }),
            (None, None, Some(path)) => {
                let password = if section.has("keystore_password_file") {
                    self.file(&section, "keystore_password_file").map(|(_, text)| text.trim_end().to_owned())
                } else {
                    Some(String::new())
                };
                password.map(|password| Identity::Keystore { path, password })
            }
            (certificate, key, _) => {
                let name = if certificate.is_none() && key.is_some() { "certificate" } else { "key" };
                section.mistake(name, "give certificate and key, or keystore alone");
                None
            }
        };
        let words = [
            ("none", ClientAuth::None),
            ("requested", ClientAuth::Requested),
            ("required", ClientAuth::Required),
        ];
        let (ca, client_auth) = (path("ca"), section.choice("client_auth", &words));
        if ca.is_none() && client_auth.is_some_and(|auth| auth != ClientAuth::None) {
            section
                .mistake("ca", "is missing: client_auth needs the certificates that sign those of clients");
        }
        Some(TlsFiles { identity: identity?, ca, client_auth: client_auth? })
    }

    fn admin(&self, listeners: &[Listener]) -> Option<Admin> {
        let section = self.section("admin");
        let bind: Option<SocketAddr> = section.parsed("bind");
        let open_metrics = section.flag("open_metrics");
        let tls = self.tls(&section, "admin.tls");
        let token = section.has("token_file").then(|| self.token(&section)).flatten();
        let bind = bind?;
        if !bind.ip().is_loopback() && !section.has("token_file") {
            section.mistake("token_file", format!("is missing: {bind} can be reached from other machines"));
        }
        if let Some(listener) = listeners.iter().find(|listener| overlap(listener.bind, bind)) {
            section.mistake("bind", format!("{bind} is taken by the listener {}", listener.name));
        }
        let scheme = if section.has("tls") { "https" } else { "http" };
        let url = match section.text("advertised") {
            Some(url) if url.starts_with("http://") || url.starts_with("https://") => {
                url.trim_end_matches('/').to_owned()
            }
            Some(url) => {
                section.mistake(
                    "advertised",
                    format!("must be a URL like {scheme}://broker-0:9190, not {url:?}"),
                );
                url
            }
            None if bind.ip().is_unspecified() => {
                let host = listeners
                    .first()
                    .map_or_else(|| "localhost".to_owned(), |first| first.advertised.host.clone());
                format!("{scheme}://{}", HostPort { host, port: bind.port() })
            }
            None => format!("{scheme}://{bind}"),
        };
        Some(Admin { bind, token, open_metrics: open_metrics?, url, tls })
    }

    fn token(&self, section: &Section<'_>) -> Option<Token> {
        let (path, content) = self.file(section, "token_file")?;
        let token = Token::new(&content);
        if token.is_none() {
            let least = Token::LENGTH_MIN;
            let message =
                format!("{} must hold one word of at least {least} visible characters", path.display());
            section.mistake("token_file", message);
        }
        token
    }

    fn secrets(&self) -> Option<Secrets> {
        let section = self.section("secrets");
        if !section.has("key_file") {
            return Some(Secrets { key: None });
        }
        let (path, content) = self.file(&section, "key_file")?;
        let key = SecretKey::new(&content);
        if key.is_none() {
            let message = format!(
                "{} must hold 32 bytes in base64; openssl rand -base64 32 makes them",
                path.display()
            );
            section.mistake("key_file", message);
        }
        key.map(|key| Secrets { key: Some(key) })
    }

    fn limits(&self) -> Option<Limits> {
        let section = self.section("limits");
        let size = |name, most| section.number(name, 1..=most).and_then(|bytes| usize::try_from(bytes).ok());
        let (window, partition_window) =
            (size("window_bytes", BYTES_MAX), size("partition_window_bytes", BYTES_MAX));
        let (fetch, fetch_partition) =
            (size("fetch_bytes", FRAME_BYTES_MAX), size("fetch_partition_bytes", FRAME_BYTES_MAX));
        let frame = size("frame_bytes", FRAME_BYTES_MAX);
        let (connections, admin_connections) =
            (size("connections", 1_000_000), size("admin_connections", 10_000));
        let fetch_wait = milliseconds(&section, "fetch_wait_ms", 0..=MS_MAX);
        let shutdown_grace = milliseconds(&section, "shutdown_grace_ms", 0..=MS_MAX);
        let limits = Limits {
            window_bytes: window?,
            partition_window_bytes: partition_window?,
            fetch_bytes: fetch?,
            fetch_partition_bytes: fetch_partition?,
            fetch_wait: fetch_wait?,
            frame_bytes: frame?,
            connections: connections?,
            admin_connections: admin_connections?,
            shutdown_grace: shutdown_grace?,
        };
        let relations = [
            (
                limits.fetch_bytes > limits.window_bytes / 2,
                "fetch_bytes",
                "must be at most half of window_bytes, so that one fetch arrives while another is read",
            ),
            (
                limits.partition_window_bytes > limits.window_bytes,
                "partition_window_bytes",
                "must be at most window_bytes",
            ),
            (
                limits.fetch_partition_bytes > limits.partition_window_bytes,
                "fetch_partition_bytes",
                "must be at most partition_window_bytes",
            ),
            (
                limits.fetch_bytes + FETCH_OVERHEAD_BYTES > limits.frame_bytes,
                "frame_bytes",
                "must be at least 1 MiB above fetch_bytes, so that a full fetch answer fits into a frame",
            ),
        ];
        for (_, name, message) in relations.iter().filter(|(broken, ..)| *broken) {
            section.mistake(name, *message);
        }
        Some(limits)
    }

    fn log(&self) -> Option<Log> {
        let section = self.section("log");
        let level = section.text("level");
        if let Some(problem) = level.as_deref().and_then(level_problem) {
            let remedy =
                "write off, error, warn, info, debug or trace, or directives like info,kagami::source=debug";
            section.mistake("level", format!("{problem}; {remedy}"));
        }
        let format = section.choice("format", &[("text", LogFormat::Text), ("json", LogFormat::Json)]);
        Some(Log { level: level?, format: format? })
    }

    /// Path and content of a file that a key names.
    fn file(&self, section: &Section<'_>, name: &str) -> Option<(PathBuf, String)> {
        let path = self.directory.join(section.text(name)?);
        match std::fs::read_to_string(&path) {
            Ok(content) => Some((path, content)),
            Err(error) => {
                section.mistake(name, format!("{} cannot be read: {error}", path.display()));
                None
            }
        }
    }
}

/// What is wrong with a level. A lone word that is none would be taken for the name of a module, and nothing else would
/// be logged.
fn level_problem(level: &str) -> Option<String> {
    let is_level = |word: &str| word.parse::<tracing_subscriber::filter::LevelFilter>().is_ok();
    let lone =
        level.split(',').map(str::trim).find(|word| !word.contains(['=', '[', '}', '"']) && !is_level(word));
    match lone {
        Some(word) => Some(format!("{word:?} is no level")),
        None => tracing_subscriber::EnvFilter::try_new(level).err().map(|error| error.to_string()),
    }
}

fn milliseconds(section: &Section<'_>, name: &str, range: RangeInclusive<i64>) -> Option<Duration> {
    let number = section.number(name, range)?;
    u64::try_from(number).ok().map(Duration::from_millis)
}

/// Whether two sockets cannot be bound at one time. Port 0 is any free port.
fn overlap(a: SocketAddr, b: SocketAddr) -> bool {
    let everywhere = a.ip().is_unspecified() || b.ip().is_unspecified();
    a.port() != 0 && a.port() == b.port() && (everywhere || a.ip() == b.ip())
}

/// `[destination.client]` may write `security.protocol = "SSL"` with or without quotes around the key; without them TOML
/// reads a table in a table.
fn flatten(prefix: &str, table: &Table, properties: &mut Properties) {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        if let Some(deeper) = value.as_table() {
            flatten(&format!("{key}."), deeper, properties);
        } else {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            properties.0.insert(key, text);
        }
    }
}
