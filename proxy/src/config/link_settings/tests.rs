use super::*;

fn check(pairs: &[(&str, &str)], expected: &[&str]) {
    let configs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let found: Vec<_> = mistakes(&configs).iter().map(Mistake::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_file_of_a_cluster_linking_user_is_taken_as_it_stands() {
    check(
        &[
            ("bootstrap.servers", "src-broker:9092, [::1]:9093"),
            ("security.protocol", "SASL_SSL"),
            ("sasl.mechanism", "PLAIN"),
            ("sasl.jaas.config", LOGIN),
            ("ssl.truststore.type", "PEM"),
            ("ssl.truststore.location", "/etc/kagami/source-ca.pem"),
            ("consumer.offset.sync.enable", "true"),
            ("consumer.offset.group.filters", FILTERS),
        ],
        &[],
    );
}

const LOGIN: &str = "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"link\" password=\"change-me\";";
const FILTERS: &str = r#"{"groupFilters":[{"name":"*","patternType":"LITERAL","filterType":"INCLUDE","topicTypes":["LOCAL_MIRROR"]}]}"#;

#[test]
fn unknown_and_malformed_settings_are_all_named_with_what_is_expected() {
    check(
        &[
            ("acl.sync.ms", "999"),
            ("auto.create.mirror.topics.filters", "{\"topicFilter\":[]}"),
            ("bootstrap.servers", "src-broker"),
            ("cluster.link.paused", "yes"),
            ("cluster.link.prefix", "far.too.long.prefix"),
            ("mirror.start.offset.spec", "soon"),
            ("sasl.mechanisms", "PLAIN"),
            ("security.protocol", "SASL-SSL"),
        ],
        &[
            "acl.sync.ms: must be a whole number, at least 1000, not \"999\"",
            "auto.create.mirror.topics.filters: must be JSON like {\"topicFilters\":[…]}: \
             unknown field `topicFilter`, expected `topicFilters` at line 1 column 14",
            "bootstrap.servers: \"src-broker\": write host:port; the port is missing",
            "cluster.link.paused: must be true or false, not \"yes\"",
            "cluster.link.prefix: must have at most 12 letters, digits, '.', '_' and '-', not \"far.too.long.prefix\"",
            "mirror.start.offset.spec: must be earliest, latest or a time like 2025-06-30T12:00:00Z",
            "sasl.mechanisms: unknown setting; did you mean sasl.mechanism?",
            "security.protocol: must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL, not \"SASL-SSL\"; did you mean SASL_SSL?",
        ],
    );
}

#[test]
fn the_include_list_keeps_what_every_mirror_needs() {
    check(
        &[("topic.config.sync.include", "cleanup.policy, retention.ms")],
        &[
            "topic.config.sync.include: max.message.bytes must stay in the list; a mirror always has the source's value",
        ],
    );
    check(
        &[("topic.config.sync.include", "retention.mss")],
        &[
            "topic.config.sync.include: \"retention.mss\" cannot be copied from the source; did you mean retention.ms?",
        ],
    );
}

#[test]
fn every_default_has_the_form_of_its_setting_and_every_name_stands_once() {
    let mut names = std::collections::BTreeSet::new();
    for setting in all() {
        assert!(names.insert(setting.name), "{} stands twice", setting.name);
        if let Some(default) = setting.default {
            assert_eq!(setting.form.problem(default), None, "{}", setting.name);
        }
    }
}

#[test]
fn a_value_that_was_not_given_is_the_default() {
    let configs = BTreeMap::from([("acl.sync.ms".to_owned(), "7000".to_owned())]);
    assert_eq!(value(&configs, "acl.sync.ms"), Some("7000"));
    assert_eq!(value(&configs, "consumer.offset.sync.ms"), Some("30000"));
    assert_eq!(value(&configs, "cluster.link.prefix"), None);
}
