//! The file as it is written: which keys there are, what they mean, what they are when absent, and a reader that takes
//! note of every mistake instead of stopping at the first.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::{Table, Value};

use super::Mistake;
use super::near;

/// One key of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// The table that it stands in, without indices: `listener.tls`.
    pub(super) section: &'static str,
    pub(super) name: &'static str,
    pub(super) presence: Presence,
    pub(super) meaning: &'static str,
}

/// What it means that a key is absent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Presence {
    Required,
    /// Absence has a meaning of its own, told here.
    Optional(&'static str),
    /// The value, as it would be written.
    Default(&'static str),
    /// A table or an array of tables, whose keys have rows of their own.
    Section,
}

const fn key(section: &'static str, name: &'static str, presence: Presence, meaning: &'static str) -> Key {
    Key { section, name, presence, meaning }
}

use Presence::{Default, Optional, Required, Section as Table_};

/// Every key, in the order in which `kagami config explain` shows them.
#[rustfmt::skip]
pub(super) const KEYS: &[Key] = &[
    key("", "node", Table_, "who this sidecar is"),
    key("", "destination", Table_, "the cluster that holds the mirrors"),
    key("", "listener", Table_, "one [[listener]] for each listener of the companion that followers and clients use"),
    key("", "view", Table_, "one [[view]] for each port on which clients see topics under other names"),
    key("", "admin", Table_, "REST, metrics and health"),
    key("", "secrets", Table_, "how secrets of links are kept"),
    key("", "limits", Table_, "bounds of memory and time"),
    key("", "log", Table_, "what is written to standard error"),

    key("node", "id", Required, "virtual broker id, unique in the destination cluster; 0 to 2147483646"),
    key("node", "rack", Optional("no rack"), "rack that the virtual broker registers with"),
    key("node", "heartbeat_ms", Default("1000"), "time between heartbeats to the active controller, 100 to 2000"),

    key("destination", "bootstrap", Required, "brokers as [\"host:port\", …], the companion first"),
    key("destination", "controllers", Optional("found through the brokers"), "controllers as [\"host:port\", …]"),
    key("destination", "properties", Optional("plaintext, no SASL"), "Java client properties file with security.protocol, sasl.* and ssl.*"),
    key("destination", "client", Table_, "the same properties in the file itself, such as \"security.protocol\" = \"SSL\""),
    key("destination", "controller", Table_, "properties toward the controllers, where they differ from those toward the brokers"),

    key("listener", "name", Required, "name of the companion's listener, like PLAINTEXT"),
    key("listener", "bind", Required, "address and port that we listen on, like 0.0.0.0:19092"),
    key("listener", "advertised", Required, "host:port that clients and followers are told to connect to"),
    key("listener", "protocol", Optional("what the companion registered"), "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL"),
    key("listener", "consumer_fetch", Default("redirect"), "redirect tells consumers which in-sync replica to read from, forward fetches for them from the companion"),
    key("listener", "tls", Table_, "certificate of this listener; needed for SSL and SASL_SSL"),
    key("listener.tls", "certificate", Optional("a keystore"), "PEM file with our certificate and those that sign it"),
    key("listener.tls", "key", Optional("a keystore"), "PEM file with the key"),
    key("listener.tls", "keystore", Optional("PEM files"), "PKCS12 store with certificate and key"),
    key("listener.tls", "keystore_password_file", Optional("an empty password"), "file that holds the store's password"),
    key("listener.tls", "ca", Optional("clients' certificates are not checked"), "certificates that sign those of clients"),
    key("listener.tls", "client_auth", Default("none"), "none, requested or required; the last two need ca"),

    key("view", "name", Required, "how metrics and the log call it"),
    key("view", "bind", Required, "address and port that clients begin with, like 0.0.0.0:29092; it leads to the companion"),
    key("view", "virtual_bind", Optional("with nodes"), "address and port that lead to this sidecar's virtual broker, where every broker has a sidecar with this view"),
    key("view", "nodes", Optional("every broker has a sidecar with this view; virtual_bind is needed"), "a port of this sidecar for each node, like [\"1-3:29101\", \"1001-1003:29111\"]: nodes 1 to 3 at 29101 to 29103"),
    key("view", "advertised", Optional("the listener's advertised host with the port of bind"), "host:port that clients are told to connect to; with nodes only the host counts"),
    key("view", "listener", Optional("the first [[listener]]"), "name of the destination's listener that brokers are reached on; its security is the view's"),
    key("view", "link", Optional("an ordinary view"), "makes this a front door: it leads to the link's source under the names there, and from the cutover on to the destination under the policy's"),
    key("view", "source_nodes", Optional("needed with link"), "for a front door: a port of this sidecar for each node of the source, like [\"1-3:29201\"]"),
    key("view", "policy", Table_, "which names clients see"),
    key("view", "tls", Table_, "certificate of this view; without it clients connect in plaintext"),
    key("view.policy", "kind", Default("identity"), "identity, prefix, default (MirrorMaker's names) or map"),
    key("view.policy", "prefix", Optional("not with this kind"), "for prefix: what the broker's names begin with, like us-east-1."),
    key("view.policy", "alias", Optional("not with this kind"), "for default: alias of the source cluster, like us-east-1"),
    key("view.policy", "separator", Default("."), "for default: what stands between alias and name"),
    key("view.policy", "also", Optional("no others"), "for prefix and default: topics that are seen under their own names, like [\"local-*\"]"),
    key("view.policy", "rules", Optional("not with this kind"), "for map: pairs like [\"orders = us-east-1.orders\", \"eu-* = *.eu\"], of which the first that takes a name wins"),
    key("view.policy", "others", Default("show"), "for map: whether topics without a rule are seen under their own names (show) or not at all (hide)"),
    key("view.tls", "certificate", Optional("a keystore"), "PEM file with our certificate and those that sign it"),
    key("view.tls", "key", Optional("a keystore"), "PEM file with the key"),
    key("view.tls", "keystore", Optional("PEM files"), "PKCS12 store with certificate and key"),
    key("view.tls", "keystore_password_file", Optional("an empty password"), "file that holds the store's password"),
    key("view.tls", "ca", Optional("clients' certificates are not checked"), "certificates that sign those of clients"),
    key("view.tls", "client_auth", Default("none"), "none, requested or required; the last two need ca"),

    key("admin", "bind", Default("127.0.0.1:9190"), "address and port of the admin server"),
    key("admin", "token_file", Optional("no token; only with a loopback bind"), "file with the token that callers present, 16 characters or more"),
    key("admin", "open_metrics", Default("false"), "answer /metrics without the token"),
    key("admin", "advertised", Optional("made of bind, or of the first listener's advertised host"), "base URL under which other machines reach the admin server"),
    key("admin", "tls", Table_, "certificate of the admin server; with it the server speaks HTTPS only"),
    key("admin.tls", "certificate", Optional("a keystore"), "PEM file with our certificate and those that sign it"),
    key("admin.tls", "key", Optional("a keystore"), "PEM file with the key"),
    key("admin.tls", "keystore", Optional("PEM files"), "PKCS12 store with certificate and key"),
    key("admin.tls", "keystore_password_file", Optional("an empty password"), "file that holds the store's password"),
    key("admin.tls", "ca", Optional("clients' certificates are not checked"), "certificates that sign those of clients"),
    key("admin.tls", "client_auth", Default("none"), "none, requested or required; the last two need ca"),

    key("secrets", "key_file", Optional("links with secrets are refused"), "file with 32 bytes in base64 (openssl rand -base64 32), the same for all sidecars of the destination"),

    key("limits", "window_bytes", Default("67108864"), "batches that all windows together may hold"),
    key("limits", "partition_window_bytes", Default("8388608"), "batches that one partition's window may hold"),
    key("limits", "fetch_bytes", Default("8388608"), "asked of a source broker in one fetch; at most half of window_bytes"),
    key("limits", "fetch_partition_bytes", Default("1048576"), "asked for one partition in one fetch; at most partition_window_bytes"),
    key("limits", "fetch_wait_ms", Default("500"), "how long a source broker may hold a fetch that finds nothing"),
    key("limits", "frame_bytes", Default("104857600"), "largest request taken from a peer; at least 1 MiB above fetch_bytes"),
    key("limits", "connections", Default("10000"), "open connections on each listener"),
    key("limits", "admin_connections", Default("64"), "open connections of the admin server"),
    key("limits", "shutdown_grace_ms", Default("30000"), "how long a graceful stop may take"),

    key("log", "level", Default("info"), "error, warn, info, debug, trace, or directives such as info,kagami::source=debug"),
    key("log", "format", Default("text"), "text or json"),
];

/// Where mistakes are noted.
#[derive(Debug, std::default::Default)]
pub(super) struct Notes(RefCell<Vec<Mistake>>);

impl Notes {
    pub(super) fn mistake(&self, path: impl Into<String>, message: impl Into<String>) {
        self.0.borrow_mut().push(Mistake { path: path.into(), message: message.into() });
    }

    pub(super) fn into_mistakes(self) -> Vec<Mistake> {
        self.0.into_inner()
    }
}

/// One table of the file. A question for a key that is absent or malformed answers `None` and notes why.
#[derive(Debug)]
pub(super) struct Section<'a> {
    section: &'static str,
    /// Path with indices, like `listener[1]`.
    path: String,
    table: &'a Table,
    notes: &'a Notes,
}

impl<'a> Section<'a> {
    /// Looks at a table and notes the keys that it should not have.
    pub(super) fn new(section: &'static str, path: String, table: &'a Table, notes: &'a Notes) -> Self {
        let opened = Self { section, path, table, notes };
        for name in table.keys().filter(|name| opened.key(name).is_none()) {
            let known = KEYS.iter().filter(|key| key.section == section).map(|key| key.name);
            opened.mistake(name, format!("unknown key{}", near::hint(name, known)));
        }
        opened
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.section == self.section && key.name == name)
    }

    /// The path of one of this table's keys.
    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    pub(super) fn mistake(&self, name: &str, message: impl Into<String>) {
        self.notes.mistake(self.path(name), message);
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.table.contains_key(name)
    }

    fn given(&self, name: &str) -> Option<&'a Value> {
        let key = self.key(name).expect("a key that is asked for has a row in KEYS");
        let value = self.table.get(name);
        if value.is_none() && matches!(key.presence, Required) {
            self.mistake(name, format!("is missing: {}", key.meaning));
        }
        value
    }

    fn default(&self, name: &str) -> Option<&'static str> {
        match self.key(name)?.presence {
            Default(default) => Some(default),
            Required | Optional(_) | Table_ => None,
        }
    }

    /// A text, or its default.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        match self.given(name) {
            None => self.default(name).map(str::to_owned),
            Some(Value::String(text)) => Some(text.clone()),
            Some(other) => self.wrong_type(name, "a text in quotes", other),
        }
    }

    /// A text that is a value of another type.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> Option<T> {
        let text = self.text(name)?;
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.mistake(name, format!("{text:?}: {error}"));
                None
            }
        }
    }

    /// A list of texts that are values of another type; with at least one unless the key is optional.
    pub(super) fn list<T: FromStr<Err: Display>>(&self, name: &str) -> Option<Vec<T>> {
        let value = self.given(name)?;
        let Some(values) = value.as_array() else {
            return self.wrong_type(name, "a list of texts, like [\"host:port\"]", value);
        };
        if values.is_empty() {
            self.mistake(name, "must not be empty");
        }
        let mut list = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let item = format!("{name}[{index}]");
            match value.as_str().map(str::parse) {
                Some(Ok(value)) => list.push(value),
                Some(Err(error)) => self.mistake(&item, format!("{value}: {error}")),
                None => self.mistake(&item, format!("must be a text in quotes, not {}", value.type_str())),
            }
        }
        (list.len() == values.len()).then_some(list)
    }

    /// A whole number in a range.
    pub(super) fn number(&self, name: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let number = match self.given(name) {
            None => self.default(name)?.parse().expect("KEYS holds a number as this key's default"),
            Some(Value::Integer(number)) => *number,
            Some(other) => return self.wrong_type(name, "a whole number", other),
        };
        if range.contains(&number) {
            return Some(number);
        }
        self.mistake(name, format!("must be from {} to {}, not {number}", range.start(), range.end()));
        None
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.given(name) {
            None => self.default(name)?.parse().ok(),
            Some(Value::Boolean(flag)) => Some(*flag),
            Some(other) => self.wrong_type(name, "true or false, without quotes", other),
        }
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(&self, name: &str, words: &[(&'static str, T)]) -> Option<T> {
        let text = self.text(name)?;
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(&text));
        if found.is_none() {
            let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            let hint = near::hint(&text, known.iter().copied());
            self.mistake(name, format!("must be one of {}, not {text:?}{hint}", known.join(", ")));
        }
        found.map(|(_, choice)| *choice)
    }

    /// A table inside this one, with keys of its own.
    pub(super) fn section(&self, name: &str, section: &'static str) -> Option<Self> {
        let table = self.table(name)?;
        Some(Self::new(section, self.path(name), table, self.notes))
    }

    /// A table whose keys are free.
    pub(super) fn table(&self, name: &str) -> Option<&'a Table> {
        let value = self.given(name)?;
        let expected = || format!("a table, like [{}]", self.path(name));
        value.as_table().or_else(|| self.wrong_type(name, &expected(), value))
    }

    /// An array of tables.
    pub(super) fn sections(&self, name: &str, section: &'static str) -> Vec<Self> {
        let tables = match self.given(name) {
            None => return Vec::new(),
            Some(Value::Array(tables)) => tables,
            Some(other) => {
                let _: Option<()> =
                    self.wrong_type(name, &format!("an array of tables, like [[{name}]]"), other);
                return Vec::new();
            }
        };
        let mut sections = Vec::new();
        for (index, value) in tables.iter().enumerate() {
            let item = format!("{name}[{index}]");
            match value.as_table() {
                Some(table) => sections.push(Self::new(section, self.path(&item), table, self.notes)),
                None => self.mistake(&item, format!("must be a table, not {}", value.type_str())),
            }
        }
        sections
    }

    fn wrong_type<T>(&self, name: &str, expected: &str, found: &Value) -> Option<T> {
        self.mistake(name, format!("must be {expected}, not {}", found.type_str()));
        None
    }
}
