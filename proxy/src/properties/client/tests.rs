use super::*;
use crate::properties::parse;

fn read(text: &str) -> Result<ClientSecurity, Vec<Mistake>> {
    ClientSecurity::from_properties(&parse(text).unwrap().entries)
}

fn check_mistakes(text: &str, fields: &[&str]) {
    let mistakes = read(text).unwrap_err();
    let found: Vec<_> = mistakes.iter().map(|mistake| mistake.path.as_str()).collect();
    assert_eq!(found, fields, "{mistakes:?}");
}

const LOGIN: &str = "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"link\" password=\"change-me\";";

#[test]
fn the_file_that_a_cluster_linking_user_writes_works_as_it_stands() {
    let text = format!(
        "# comment\nbootstrap.servers=src-broker:9092\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n{LOGIN}\n\
         ssl.truststore.type=PEM\nssl.truststore.location=/etc/kagami/source-ca.pem\nconsumer.offset.sync.enable=true\n"
    );
    let security = read(&text).unwrap();
    let tls = security.tls.clone().unwrap();
    assert!(tls.verify_host);
    let path = Secret::from("/etc/kagami/source-ca.pem");
    assert_eq!(tls.trust, Trust::File { path, format: StoreFormat::Pem, password: None });
    let sasl = security.sasl.clone().unwrap();
    assert_eq!(sasl.mechanism, Mechanism::Plain);
    let login = sasl.login().unwrap().unwrap();
    assert_eq!(login.options["password"].resolve().unwrap(), "change-me");
    assert!(!format!("{security:?} {login:?}").contains("change-me"));
}

#[test]
fn nothing_set_means_plaintext() {
    assert_eq!(read("").unwrap(), ClientSecurity::default());
    assert_eq!(read("ssl.truststore.location=/x\nsasl.mechanism=PLAIN").unwrap(), ClientSecurity::default());
}

#[test]
fn every_mistake_is_reported_at_once() {
    check_mistakes(
        "security.protocol=TLS\nssl.endpoint.identification.algorithm=HTTP\nssl.enabled.protocols=TLSv1\n\
         ssl.truststore.type=BKS\nssl.truststore.password=x\nssl.keystore.key=y\nsasl.mechanism=GSSAPI\n\
         sasl.login.callback.handler.class=com.example.Mine",
        &[
            "security.protocol",
            "ssl.endpoint.identification.algorithm",
            "ssl.enabled.protocols",
            "ssl.truststore.type",
            "ssl.truststore.location",
            "ssl.keystore.certificate.chain",
            "sasl.mechanism",
            "sasl.login.callback.handler.class",
        ],
    );
    check_mistakes("security.protocol=SASL_PLAINTEXT", &["sasl.mechanism"]);
    check_mistakes("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN", &["sasl.jaas.config"]);
}

#[test]
fn mechanism_and_module_must_agree() {
    let text = format!("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-512\n{LOGIN}");
    check_mistakes(&text, &["sasl.jaas.config"]);
    let message = &read(&text).unwrap_err()[0].message;
    assert!(message.contains("PlainLoginModule does not serve sasl.mechanism SCRAM-SHA-512"), "{message}");
}

#[test]
fn a_login_without_a_password_is_a_mistake() {
    let text = "security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config=\
                org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\";";
    assert!(read(text).unwrap_err()[0].message.contains("option password is missing"));
}

#[test]
fn a_login_that_is_a_reference_is_looked_up_at_the_moment_of_use() {
    let security =
        read("security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config=${env:KAGAMI_NO_SUCH}")
            .unwrap();
    let message = security.sasl.unwrap().login().unwrap_err();
    assert!(message.contains("${env:KAGAMI_NO_SUCH}"), "{message}");
}

#[test]
fn an_empty_identification_algorithm_means_any_host() {
    let security = read("security.protocol=SSL\nssl.endpoint.identification.algorithm=").unwrap();
    assert!(!security.tls.unwrap().verify_host);
}
