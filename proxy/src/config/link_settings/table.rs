//! The tables of settings.

use super::{Form, Setting};
use crate::properties::Protocol;

const fn setting(
    name: &'static str,
    form: Form,
    default: Option<&'static str>,
    meaning: &'static str,
) -> Setting {
    Setting { name, form, default, meaning }
}

const TOPIC_CONFIGS_DEFAULT: &str = "cleanup.policy,max.message.bytes,message.timestamp.type,\
message.timestamp.difference.max.ms,min.compaction.lag.ms,max.compaction.lag.ms,compression.type,\
delete.retention.ms,retention.bytes,retention.ms,segment.bytes,segment.ms,min.cleanable.dirty.ratio,\
message.timestamp.before.max.ms,message.timestamp.after.max.ms";

/// Settings of the link itself.
#[rustfmt::skip]
pub const LINK: &[Setting] = &[
    setting("link.mode", Form::Word(&["DESTINATION", "SOURCE", "BIDIRECTIONAL"]), Some("DESTINATION"), "which end of the link this cluster is"),
    setting("connection.mode", Form::Word(&["OUTBOUND", "INBOUND"]), Some("OUTBOUND"), "whether we dial the source or the source dials us"),
    setting("local.listener.name", Form::Text, None, "listener of this cluster for source-initiated and bidirectional links"),
    setting("local.security.protocol", Form::Word(PROTOCOLS), None, "security toward this cluster for source-initiated links"),
    setting("local.sasl.mechanism", Form::Word(MECHANISMS), None, "SASL mechanism toward this cluster for source-initiated links"),
    setting("local.sasl.jaas.config", Form::Text, None, "credentials toward this cluster for source-initiated links"),
    setting("cluster.link.prefix", Form::Prefix(12), None, "put before the names of mirror topics; cannot be changed later"),
    setting("consumer.group.prefix.enable", Form::Flag, Some("false"), "put the prefix before group names too"),
    setting("cluster.link.paused", Form::Flag, Some("false"), "stop all mirrors of the link, which then show LINK_PAUSED"),
    setting("auto.create.mirror.topics.enable", Form::Flag, Some("false"), "make a mirror of every source topic that the filters take"),
    setting("auto.create.mirror.topics.filters", Form::TopicFilters, Some(""), "which topics get a mirror by themselves"),
    setting("consumer.offset.sync.enable", Form::Flag, Some("false"), "carry the offsets of consumer groups over"),
    setting("consumer.offset.sync.ms", Form::Number(1000), Some("30000"), "milliseconds between two rounds of group offsets"),
    setting("consumer.offset.group.filters", Form::GroupFilters, Some(""), "which groups are carried over"),
    setting("acl.sync.enable", Form::Flag, Some("false"), "copy ACLs; deletions are copied too"),
    setting("acl.sync.ms", Form::Number(1000), Some("5000"), "milliseconds between two rounds of ACLs"),
    setting("acl.filters", Form::AclFilters, Some(""), "which ACLs are copied"),
    setting("topic.config.sync.ms", Form::Number(1000), Some("5000"), "milliseconds between two rounds of topic configs"),
    setting("topic.config.sync.include", Form::TopicConfigs, Some(TOPIC_CONFIGS_DEFAULT), "which topic configs follow the source"),
    setting("mirror.start.offset.spec", Form::StartOffset, Some("earliest"), "where new mirrors begin"),
    setting("mirror.log.start.sync", Form::Flag, Some("false"), "let the mirror's first offset follow the source's when its head is deleted there"),
    setting("availability.check.ms", Form::Number(1), Some("60000"), "milliseconds between two probes of the source"),
    setting("availability.check.consecutive.failure.threshold", Form::Number(1), Some("5"), "failed probes after which mirrors show SOURCE_UNAVAILABLE"),
    setting("num.cluster.link.fetchers", Form::Number(1), Some("1"), "connections that fetch from each source broker"),
    setting("replica.fetch.max.bytes", Form::Number(1), Some("1048576"), "bytes asked for one partition in one fetch"),
    setting("replica.fetch.min.bytes", Form::Number(1), Some("1"), "bytes that the source waits for before it answers a fetch"),
    setting("replica.fetch.wait.max.ms", Form::Number(0), Some("500"), "milliseconds that the source may hold a fetch that finds nothing"),
    setting("replica.socket.receive.buffer.bytes", Form::Number(-1), Some("65536"), "receive buffer of the connections that fetch"),
    setting("replica.socket.timeout.ms", Form::Number(1), Some("30000"), "milliseconds after which a fetch without an answer is given up"),
    setting("cluster.link.io.max.bytes.per.second", Form::Number(-1), Some("-1"), "bytes that the link may take from the source in a second; -1 is no limit"),
];

const PROTOCOLS: &[&str] =
    &[Protocol::NAMES[0].0, Protocol::NAMES[1].0, Protocol::NAMES[2].0, Protocol::NAMES[3].0];
const MECHANISMS: &[&str] = &["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER", "GSSAPI"];

/// Settings of an ordinary client. Those that only tune the Java client are taken, so that a file can stay as it is.
#[rustfmt::skip]
pub const CLIENT: &[Setting] = &[
    setting("bootstrap.servers", Form::Addresses, None, "brokers to ask first"),
    setting("security.protocol", Form::Word(PROTOCOLS), Some("PLAINTEXT"), "how brokers are talked to"),
    setting("sasl.mechanism", Form::Word(MECHANISMS), Some("GSSAPI"), "how we prove who we are; name one of the others, GSSAPI is not supported"),
    setting("sasl.jaas.config", Form::Text, None, "login module and credentials, as Java clients write them"),
    setting("sasl.client.callback.handler.class", Form::Text, None, "a Java class; taken and not used"),
    setting("sasl.login.callback.handler.class", Form::Text, None, "a Java class; taken and not used"),
    setting("sasl.login.class", Form::Text, None, "a Java class; taken and not used"),
    setting("sasl.login.connect.timeout.ms", Form::Number(0), None, "milliseconds to reach the token endpoint"),
    setting("sasl.login.read.timeout.ms", Form::Number(0), None, "milliseconds to wait for the token endpoint"),
    setting("sasl.login.retry.backoff.ms", Form::Number(0), Some("100"), "pause before the token endpoint is asked again"),
    setting("sasl.login.retry.backoff.max.ms", Form::Number(0), Some("10000"), "longest pause before the token endpoint is asked again"),
    setting("sasl.login.refresh.buffer.seconds", Form::Number(0), Some("300"), "seconds before its end at which a token is renewed"),
    setting("sasl.login.refresh.min.period.seconds", Form::Number(0), Some("60"), "least seconds between two renewals"),
    setting("sasl.login.refresh.window.factor", Form::Text, Some("0.8"), "part of a token's life after which it is renewed"),
    setting("sasl.login.refresh.window.jitter", Form::Text, Some("0.05"), "random part of that time"),
    setting("sasl.oauthbearer.token.endpoint.url", Form::Text, None, "where OAUTHBEARER tokens come from"),
    setting("sasl.oauthbearer.scope.claim.name", Form::Text, Some("scope"), "claim that holds the scope"),
    setting("sasl.oauthbearer.sub.claim.name", Form::Text, Some("sub"), "claim that holds the subject"),
    setting("sasl.oauthbearer.client.credentials.client.id", Form::Text, None, "client id at the token endpoint"),
    setting("sasl.oauthbearer.client.credentials.client.secret", Form::Text, None, "client secret at the token endpoint"),
    setting("sasl.oauthbearer.scope", Form::Text, None, "scope asked for at the token endpoint"),
    setting("sasl.kerberos.service.name", Form::Text, None, "for GSSAPI, which is not supported"),
    setting("ssl.protocol", Form::Text, Some("TLSv1.3"), "newest TLS version"),
    setting("ssl.enabled.protocols", Form::Text, Some("TLSv1.2,TLSv1.3"), "TLS versions"),
    setting("ssl.cipher.suites", Form::Text, None, "taken and not used: only sound suites are offered"),
    setting("ssl.provider", Form::Text, None, "taken and not used"),
    setting("ssl.secure.random.implementation", Form::Text, None, "taken and not used"),
    setting("ssl.keymanager.algorithm", Form::Text, None, "taken and not used"),
    setting("ssl.trustmanager.algorithm", Form::Text, None, "taken and not used"),
    setting("ssl.engine.factory.class", Form::Text, None, "a Java class; taken and not used"),
    setting("ssl.endpoint.identification.algorithm", Form::Text, Some("https"), "empty turns the check of the broker's name off"),
    setting("ssl.truststore.type", Form::Word(STORES), Some("JKS"), "form of the truststore; PEM or PKCS12"),
    setting("ssl.truststore.location", Form::Text, None, "file with the certificates that sign the brokers'"),
    setting("ssl.truststore.password", Form::Text, None, "password of the truststore"),
    setting("ssl.truststore.certificates", Form::Text, None, "PEM certificates that sign the brokers', in the setting itself"),
    setting("ssl.keystore.type", Form::Word(STORES), Some("JKS"), "form of the keystore; PEM or PKCS12"),
    setting("ssl.keystore.location", Form::Text, None, "file with our certificate and key"),
    setting("ssl.keystore.password", Form::Text, None, "password of the keystore"),
    setting("ssl.keystore.certificate.chain", Form::Text, None, "our PEM certificates, in the setting itself"),
    setting("ssl.keystore.key", Form::Text, None, "our PEM key, in the setting itself"),
    setting("ssl.key.password", Form::Text, None, "password of the key"),
    setting("client.id", Form::Text, None, "name under which the brokers see us"),
    setting("client.rack", Form::Text, None, "where we are, for reads from a near replica"),
    setting("client.dns.lookup", Form::Text, Some("use_all_dns_ips"), "how bootstrap names are resolved"),
    setting("connections.max.idle.ms", Form::Number(-1), Some("540000"), "milliseconds after which an idle connection is closed"),
    setting("metadata.max.age.ms", Form::Number(0), Some("300000"), "milliseconds after which metadata is asked for anew"),
    setting("metadata.recovery.strategy", Form::Text, Some("rebootstrap"), "what is done when no known broker answers"),
    setting("metadata.recovery.rebootstrap.trigger.ms", Form::Number(0), Some("300000"), "milliseconds after which bootstrap servers are asked again"),
    setting("request.timeout.ms", Form::Number(0), Some("30000"), "milliseconds after which a request without an answer is given up"),
    setting("default.api.timeout.ms", Form::Number(0), Some("60000"), "milliseconds for a whole operation"),
    setting("retries", Form::Number(0), None, "taken and not used: time bounds retries"),
    setting("retry.backoff.ms", Form::Number(0), Some("100"), "pause before a request is repeated"),
    setting("retry.backoff.max.ms", Form::Number(0), Some("1000"), "longest pause before a request is repeated"),
    setting("reconnect.backoff.ms", Form::Number(0), Some("50"), "pause before a broker is dialled again"),
    setting("reconnect.backoff.max.ms", Form::Number(0), Some("10000"), "longest pause before a broker is dialled again"),
    setting("receive.buffer.bytes", Form::Number(-1), Some("65536"), "receive buffer of connections"),
    setting("send.buffer.bytes", Form::Number(-1), Some("131072"), "send buffer of connections"),
    setting("socket.connection.setup.timeout.ms", Form::Number(1), Some("10000"), "milliseconds for a connection to be made"),
    setting("socket.connection.setup.timeout.max.ms", Form::Number(1), Some("30000"), "longest milliseconds for a connection to be made"),
    setting("security.providers", Form::Text, None, "Java classes; taken and not used"),
    setting("enable.metrics.push", Form::Flag, None, "taken and not used"),
    setting("auto.include.jmx.reporter", Form::Flag, None, "taken and not used"),
    setting("metric.reporters", Form::Text, None, "Java classes; taken and not used"),
    setting("metrics.num.samples", Form::Number(1), None, "taken and not used"),
    setting("metrics.recording.level", Form::Text, None, "taken and not used"),
    setting("metrics.sample.window.ms", Form::Number(0), None, "taken and not used"),
];

const STORES: &[&str] = &["PEM", "PKCS12", "JKS"];
