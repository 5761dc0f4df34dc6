//! Listeners with TLS and authentication, an authority made for one cluster, and what clients need to get in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Users beside `admin` (super user) and `broker`; each has a password (its name and `-secret`) and a certificate.
pub const USERS: [&str; 3] = ["kagami", "link", "alice"];

/// How a cluster's listeners are secured. Where there is a way to tell users apart, an authorizer refuses whatever
/// no ACL allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Security {
    /// No encryption, no users, no authorizer.
    #[default]
    Plaintext,
    /// TLS with SASL PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512 (SCRAM users are made with the client) and an authorizer.
    /// Controllers talk in plain text, as anonymous super users.
    SaslSsl,
    /// Mutual TLS on every listener, the controllers' too, and an authorizer. Principals are `User:CN=<user>`.
    Mtls,
}

impl Security {
    /// Name of the brokers' listener, which is its protocol too.
    #[must_use]
    pub const fn listener(self) -> &'static str {
        match self {
            Self::Plaintext => "PLAINTEXT",
            Self::SaslSsl => "SASL_SSL",
            Self::Mtls => "SSL",
        }
    }

    pub(crate) const fn controller_protocol(self) -> &'static str {
        match self {
            Self::Plaintext | Self::SaslSsl => "PLAINTEXT",
            Self::Mtls => "SSL",
        }
    }

    pub(crate) fn encrypts(self) -> bool {
        self != Self::Plaintext
    }

    /// The principal that ACLs name `user` by, such as `User:CN=link`.
    #[must_use]
    pub fn principal(self, user: &str) -> String {
        match self {
            Self::Plaintext => "User:ANONYMOUS".to_owned(),
            Self::SaslSsl => format!("User:{user}"),
            Self::Mtls => format!("User:CN={user}"),
        }
    }

    pub(crate) fn node_settings(self, certificates: Option<&Certificates>) -> BTreeMap<String, String> {
        let Some(certificates) = certificates else { return BTreeMap::new() };
        let mut settings = certificates.store_properties("broker");
        let mut set = |key: &str, value: String| settings.insert(key.to_owned(), value);
        set("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer".to_owned());
        let mut supers = vec![self.principal("broker"), self.principal("admin")];
        if self == Self::Mtls {
            set("ssl.client.auth", "required".to_owned());
        } else {
            supers.push("User:ANONYMOUS".to_owned());
            set("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512".to_owned());
            set("sasl.mechanism.inter.broker.protocol", "PLAIN".to_owned());
            let users: Vec<_> = USERS
                .iter()
                .chain(&["admin", "broker"])
                .map(|user| format!("user_{user}=\"{user}-secret\""))
                .collect();
            let plain = format!(
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"broker\" \
                 password=\"broker-secret\" {};",
                users.join(" ")
            );
            set("listener.name.sasl_ssl.plain.sasl.jaas.config", plain);
            for scram in ["scram-sha-256", "scram-sha-512"] {
                set(
                    &format!("listener.name.sasl_ssl.{scram}.sasl.jaas.config"),
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;".to_owned(),
                );
            }
        }
        set("super.users", supers.join(";"));
        settings
    }

    pub(crate) fn client_properties(
        self,
        user: &str,
        certificates: Option<&Certificates>,
    ) -> BTreeMap<String, String> {
        let Some(certificates) = certificates else { return BTreeMap::new() };
        let mut properties = match self {
            Self::Mtls => certificates.store_properties(user),
            Self::Plaintext | Self::SaslSsl => certificates.trust_properties(),
        };
        properties.insert("security.protocol".to_owned(), self.listener().to_owned());
        if self == Self::SaslSsl {
            properties.insert("sasl.mechanism".to_owned(), "PLAIN".to_owned());
            properties.insert(
                "sasl.jaas.config".to_owned(),
                format!(
                    "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"{user}\" \
                     password=\"{user}-secret\";"
                ),
            );
        }
        properties
    }
}

/// An authority and the certificates that it signed, as PEM and PKCS12 files, good for `127.0.0.1` and `localhost`.
#[derive(Clone, Debug)]
pub struct Certificates {
    dir: PathBuf,
}

impl Certificates {
    /// Password of every PKCS12 store.
    pub const PASSWORD: &'static str = "store-secret";

    #[must_use]
    pub fn make(dir: &Path) -> Self {
        fs::create_dir_all(dir).expect("the cluster's directory takes a new one");
        let made = Self { dir: dir.to_owned() };
        made.openssl(
            "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=kagami-test-ca -keyout ca.key -out ca.pem \
             -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign",
        );
        made.trust_store();
        for user in USERS.iter().chain(&["admin", "broker"]) {
            made.issue(user);
        }
        made
    }

    /// Issues a certificate with subject `CN=<name>`.
    pub fn issue(&self, name: &str) {
        fs::write(
            self.dir.join(format!("{name}.ext")),
            "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n",
        )
        .expect("the directory of certificates can be written");
        self.openssl(&format!(
            "req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr"
        ));
        self.openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile {name}.ext -out {name}.crt"
        ));
        self.openssl(&format!(
            "pkcs12 -export -in {name}.crt -inkey {name}.key -certfile ca.pem -out {name}.p12 -passout pass:{}",
            Self::PASSWORD
        ));
        let read = |file: String| fs::read_to_string(self.dir.join(file)).expect("openssl wrote it");
        let both = format!("{}{}", read(format!("{name}.key")), read(format!("{name}.crt")));
        fs::write(self.dir.join(format!("{name}.pem")), both)
            .expect("the directory of certificates can be written");
    }

    /// Serial number of the certificate that a listener shows to a new connection.
    #[must_use]
    pub fn shown_at(&self, address: &str) -> String {
        let script = "openssl s_client -connect \"$1\" </dev/null 2>/dev/null | openssl x509 -noout -serial";
        let out = Command::new("sh").args(["-c", script, "shown", address]).output().expect("sh starts");
        let serial = String::from_utf8_lossy(&out.stdout).trim().to_owned();
        assert!(serial.starts_with("serial="), "{address}: {}", String::from_utf8_lossy(&out.stderr));
        serial
    }

    /// Path of a file: `ca.pem`, `ca.p12`, and for each user `<user>.key`, `.crt`, `.pem` (both) and `.p12`.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn trust_properties(&self) -> BTreeMap<String, String> {
        let location = self.file("ca.pem").display().to_string();
        [("ssl.truststore.type", "PEM".to_owned()), ("ssl.truststore.location", location)]
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    fn store_properties(&self, user: &str) -> BTreeMap<String, String> {
        let mut properties = self.trust_properties();
        properties.insert("ssl.keystore.type".to_owned(), "PEM".to_owned());
        let location = self.file(&format!("{user}.pem")).display().to_string();
        properties.insert("ssl.keystore.location".to_owned(), location);
        properties
    }

    /// A PKCS12 trust store that Java takes for one: openssl cannot mark a lone certificate as trusted.
    fn trust_store(&self) {
        let out = Command::new("keytool")
            .args(["-importcert", "-noprompt", "-alias", "ca", "-file", "ca.pem", "-storetype", "PKCS12"])
            .args(["-keystore", "ca.p12", "-storepass", Self::PASSWORD])
            .current_dir(&self.dir)
            .output()
            .expect("keytool comes with Java (bash deploy/setup java)");
        assert!(out.status.success(), "keytool: {}", String::from_utf8_lossy(&out.stdout));
    }

    fn openssl(&self, arguments: &str) {
        let out = Command::new("openssl")
            .args(arguments.split_whitespace())
            .current_dir(&self.dir)
            .output()
            .expect("openssl is installed (bash deploy/setup java)");
        assert!(out.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&out.stderr));
    }
}
