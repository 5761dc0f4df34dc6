//! Ways from a client to its broker.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use harness::{Certificates, Client, Cluster, Kagami, Options, Process, port, wait_until};

use super::told_of;

/// How a client reaches its broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Direct,
    Identity,
    Prefix,
    HaProxy,
    Tls,
    HaProxyTls,
}

impl Way {
    pub(super) const ALL: [Self; 6] =
        [Self::Direct, Self::Identity, Self::Prefix, Self::HaProxy, Self::Tls, Self::HaProxyTls];

    /// For `KAGAMI_BENCH_ONLY`.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Identity => "identity",
            Self::Prefix => "prefix",
            Self::HaProxy => "haproxy",
            Self::Tls => "tls",
            Self::HaProxyTls => "haproxy-tls",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Identity => "identity view",
            Self::Prefix => "prefix view",
            Self::HaProxy => "HAProxy, TCP",
            Self::Tls => "identity view, TLS",
            Self::HaProxyTls => "HAProxy, TLS",
        }
    }

    const fn has_tls(self) -> bool {
        matches!(self, Self::Tls | Self::HaProxyTls)
    }
}

/// A broker with something in front of it.
pub(super) struct Stand {
    pub(super) way: Way,
    pub(super) cluster: Cluster,
    pub(super) bootstrap: String,
    kagami: Option<Kagami>,
    haproxy: Option<Process>,
    certificates: Option<Certificates>,
    directory: PathBuf,
}

impl Stand {
    pub(super) fn set(version: &str, way: Way) -> Self {
        let directory = harness::directory("bench-views");
        let front = port();
        let certificates = way.has_tls().then(|| Certificates::make(&directory.join("certificates")));
        let mut stand = Self {
            way,
            bootstrap: String::new(),
            kagami: None,
            haproxy: None,
            certificates,
            directory,
            cluster: match way {
                Way::HaProxy | Way::HaProxyTls => told_of(version, &format!("127.0.0.1:{front}")),
                Way::Direct | Way::Identity | Way::Prefix | Way::Tls => Cluster::builder(version).start(),
            },
        };
        stand.bootstrap = match way {
            Way::Direct => stand.cluster.bootstrap(),
            Way::HaProxy | Way::HaProxyTls => stand.through_haproxy(front),
            Way::Identity | Way::Tls => stand.through_view("{ kind = \"identity\" }"),
            Way::Prefix => stand.through_view("{ kind = \"prefix\", prefix = \"us-east-1.\" }"),
        };
        stand
    }

    fn through_view(&mut self, policy: &str) -> String {
        let (first, real, own) = (port(), port(), port());
        let tls = self.certificates.as_ref().map_or_else(String::new, |certificates| {
            format!(
                "[view.tls]\ncertificate = {:?}\nkey = {:?}\n",
                certificates.file("broker.crt"),
                certificates.file("broker.key")
            )
        });
        let more = format!(
            "[[view]]\nname = \"bench\"\nbind = \"127.0.0.1:{first}\"\nadvertised = \"127.0.0.1:{first}\"\nnodes = [\"1:{real}\", \"1001:{own}\"]\npolicy = {policy}\n{tls}"
        );
        let options = Options { more, log_level: "info".to_owned(), ..Options::default() };
        self.kagami = Some(Kagami::start(&self.cluster, options));
        format!("127.0.0.1:{first}")
    }

    fn through_haproxy(&mut self, port: u16) -> String {
        let tls = self.certificates.as_ref().map_or_else(String::new, |certificates| {
            let both = self.directory.join("haproxy.pem");
            let text = ["broker.crt", "broker.key"].map(|name| {
                std::fs::read_to_string(certificates.file(name)).expect("the certificate was made")
            });
            std::fs::write(&both, text.concat()).expect("our own directory");
            format!(" ssl crt {}", both.display())
        });
        let file = self.directory.join("haproxy.cfg");
        let config = format!(
            "global\n  nbthread 2\ndefaults\n  mode tcp\n  timeout connect 5s\n  timeout client 10m\n  timeout server 10m\nlisten kafka\n  bind 127.0.0.1:{port}{tls}\n  server broker {}\n",
            self.cluster.brokers()[0].address()
        );
        std::fs::write(&file, config).expect("our own directory");
        let command: Vec<OsString> = vec!["haproxy".into(), "-f".into(), file.into()];
        self.haproxy = Some(Process::start(&command, &self.directory.join("haproxy.log")));
        let address = format!("127.0.0.1:{port}");
        wait_until(Duration::from_secs(10), "HAProxy listens", || {
            std::net::TcpStream::connect(&address).is_ok()
        });
        address
    }

    /// The process in between.
    pub(super) fn pid(&self) -> Option<u32> {
        self.kagami.as_ref().map(Kagami::pid).or_else(|| self.haproxy.as_ref().map(Process::pid))
    }

    /// Of the sidecar in between, now.
    #[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
    pub(super) fn resident_mebibytes(&self) -> f64 {
        self.kagami.as_ref().map_or(0.0, |kagami| kagami.resident_bytes() as f64 / f64::from(1 << 20))
    }

    /// Client properties that lead through here.
    fn leading(&self) -> BTreeMap<String, String> {
        let mut properties = vec![("bootstrap.servers", self.bootstrap.clone())];
        if let Some(certificates) = &self.certificates {
            properties.extend([
                ("security.protocol", "SSL".to_owned()),
                ("ssl.truststore.type", "PEM".to_owned()),
                ("ssl.truststore.location", certificates.file("ca.pem").display().to_string()),
                ("ssl.endpoint.identification.algorithm", String::new()),
            ]);
        }
        properties.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// A client that comes through here.
    pub(super) fn client(&self) -> Client {
        self.cluster.client().with_all(self.leading())
    }

    /// A file with these client properties and those that lead through here.
    pub(super) fn properties(&self, more: &str) -> String {
        let file = self.directory.join(harness::unique("client.properties"));
        let leading: String = self.leading().iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        let text = format!("{leading}{more}");
        std::fs::write(&file, text).expect("our own directory");
        file.display().to_string()
    }
}
