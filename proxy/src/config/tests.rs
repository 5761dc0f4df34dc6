use super::*;

const SMALLEST: &str = r#"
[node]
id = 1001
[destination]
bootstrap = ["broker-0:9092"]
[[listener]]
name = "PLAINTEXT"
bind = "0.0.0.0:19092"
advertised = "broker-0:19092"
"#;

fn parse(text: &str) -> Config {
    Config::parse(text, Path::new("/nowhere")).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn check(text: &str, expected: &[&str]) {
    let mistakes = Config::parse(text, Path::new("/nowhere")).expect_err("there are mistakes");
    assert_eq!(mistakes.to_string().lines().collect::<Vec<_>>(), expected);
}

/// A directory that goes away with its test.
struct Files(PathBuf);

impl Files {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let directory = std::env::temp_dir().join(format!("kagami-config-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        for (name, content) in files {
            std::fs::write(directory.join(name), content).unwrap();
        }
        Self(directory)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn the_smallest_file_gets_every_default() {
    let config = parse(SMALLEST);
    assert_eq!(config.node.id.value(), 1001);
    assert_eq!(config.node.heartbeat, Duration::from_secs(1));
    assert_eq!(config.listeners[0].advertised.to_string(), "broker-0:19092");
    assert_eq!(config.admin.url, "http://127.0.0.1:9190");
    assert_eq!(config.limits.window_bytes, 64 << 20);
    assert_eq!(config.log, Log { level: "info".to_owned(), format: LogFormat::Text });
}

#[test]
fn the_defaults_are_the_bounds_that_the_program_was_thought_out_with() {
    use kagami_policies::limits;
    let config = parse(SMALLEST);
    assert_eq!(config.node.heartbeat, Duration::from_millis(limits::HEARTBEAT_MS));
    let expected = Limits {
        window_bytes: limits::WINDOW_BYTES_DEFAULT,
        partition_window_bytes: limits::PARTITION_WINDOW_BYTES_MAX,
        fetch_bytes: limits::SOURCE_FETCH_BYTES_MAX,
        fetch_partition_bytes: limits::SOURCE_PARTITION_BYTES_MAX,
        fetch_wait: Duration::from_millis(u64::try_from(limits::SOURCE_FETCH_WAIT_MS).unwrap()),
        frame_bytes: limits::FRAME_BYTES_MAX,
        connections: limits::CONNECTIONS_MAX,
        admin_connections: 64,
        shutdown_grace: Duration::from_secs(30),
    };
    assert_eq!(config.limits, expected);
}

#[test]
fn every_mistake_is_reported_with_its_path() {
    check(
        r#"
colour = "red"
[node]
id = -1
[destination]
bootstrap = ["broker-0", "broker-1:9092"]
[destination.client]
security.protocol = "SSL"
"sasl.mechanisms" = "PLAIN"
[[listener]]
name = "PLAINTEXT"
bind = "0.0.0.0:19092"
advertised = "broker-0:19092"
[[listener]]
name = "plaintext"
bind = "somewhere"
advertised = 9092
protokol = "SSL"
[admin]
bind = "0.0.0.0:9190"
[limits]
window_bytes = "64 MiB"
[log]
format = "jsn"
[[view]]
name = "dr"
"#,
        &[
            "colour: unknown key",
            "node.id: must be from 0 to 2147483646, not -1",
            "destination.bootstrap[0]: \"broker-0\": write host:port; the port is missing",
            "destination.client: sasl.mechanisms: unknown setting; did you mean sasl.mechanism?",
            "listener[1].protokol: unknown key; did you mean protocol?",
            "listener[1].bind: \"somewhere\": invalid socket address syntax",
            "listener[1].advertised: must be a text in quotes, not integer",
            "admin.token_file: is missing: 0.0.0.0:9190 can be reached from other machines",
            "view[0].bind: is missing: address and port that clients begin with, like 0.0.0.0:29092; it leads to the companion",
            "limits.window_bytes: must be a whole number, not string",
            "log.format: must be one of text, json, not \"jsn\"; did you mean json?",
        ],
    );
}

#[test]
fn an_empty_file_is_told_everything_that_it_lacks() {
    check(
        "",
        &[
            "node.id: is missing: virtual broker id, unique in the destination cluster; 0 to 2147483646",
            "destination.bootstrap: is missing: brokers as [\"host:port\", …], the companion first",
            "listener: is missing: write one [[listener]] for each listener of the companion",
        ],
    );
}

#[test]
fn a_file_that_is_no_toml_is_answered_with_the_line() {
    let mistakes = Config::parse("[node]\nid = \n", Path::new("/")).unwrap_err();
    assert!(mistakes.to_string().starts_with("line 2: "), "{mistakes}");
    let files = Files::new("syntax", &[("kagami.toml", "[node\n")]);
    let path = files.0.join("kagami.toml");
    let mistakes = Config::load(&path).unwrap_err().to_string();
    assert!(mistakes.starts_with(&format!("{}: line 1: ", path.display())), "{mistakes}");
}

#[test]
fn a_level_that_would_silence_the_log_is_a_mistake() {
    let with = |level: &str| format!("{SMALLEST}[log]\nlevel = {level:?}\n");
    for level in ["info", "WARN", "off", "info,kagami::source=debug", "kagami[{x}]=trace"] {
        parse(&with(level));
    }
    for (level, problem) in [("loud", "\"loud\" is no level"), ("info,kagami", "\"kagami\" is no level")] {
        let mistakes = Config::parse(&with(level), Path::new("/nowhere")).unwrap_err().to_string();
        assert!(mistakes.starts_with(&format!("log.level: {problem}")), "{mistakes}");
        assert!(mistakes.contains("info,kagami::source=debug"), "{mistakes}");
    }
    assert!(Config::parse(&with("kagami=loud"), Path::new("/nowhere")).is_err());
}

#[test]
fn limits_that_contradict_each_other_are_refused() {
    check(
        &format!(
            "{SMALLEST}[limits]\nwindow_bytes = 4194304\nfetch_partition_bytes = 9000000\nframe_bytes = 1000000\n"
        ),
        &[
            "limits.fetch_bytes: must be at most half of window_bytes, so that one fetch arrives while another is read",
            "limits.partition_window_bytes: must be at most window_bytes",
            "limits.fetch_partition_bytes: must be at most partition_window_bytes",
            "limits.frame_bytes: must be at least 1 MiB above fetch_bytes, so that a full fetch answer fits into a frame",
        ],
    );
}

#[test]
fn ports_and_names_are_given_once() {
    check(
        &format!(
            "{SMALLEST}[[listener]]\nname=\"PLAINTEXT\"\nbind=\"127.0.0.1:19092\"\nadvertised=\"broker-0:19092\"\n[admin]\nbind=\"127.0.0.1:19092\"\n"
        ),
        &[
            "listener[1].name: PLAINTEXT is the name of an earlier listener",
            "listener[1].bind: 127.0.0.1:19092 is taken by an earlier listener",
            "listener[1].advertised: broker-0:19092 is advertised by an earlier listener",
            "admin.bind: 127.0.0.1:19092 is taken by the listener PLAINTEXT",
        ],
    );
}

#[test]
fn tls_needs_a_whole_identity_and_a_protocol_that_uses_it() {
    check(
        &format!(
            "{SMALLEST}protocol = \"PLAINTEXT\"\n[listener.tls]\ncertificate=\"a.pem\"\nclient_auth=\"required\"\n"
        ),
        &[
            "listener[0].tls.key: give certificate and key, or keystore alone",
            "listener[0].tls.ca: is missing: client_auth needs the certificates that sign those of clients",
            "listener[0].tls: is of no use with PLAINTEXT and SASL_PLAINTEXT; remove it or change protocol",
        ],
    );
}

#[test]
fn files_are_found_beside_the_configuration_and_their_secrets_stay_hidden() {
    let files = Files::new(
        "secrets",
        &[
            (
                "client.properties",
                "bootstrap.servers=x:1\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"sesame-open\";\n",
            ),
            ("token", "sesame-open-sesame\n"),
            ("key", "c2VzYW1lLW9wZW4tc2VzYW1lLW9wZW4tc2VzYW1lLTE=\n"),
            (
                "kagami.toml",
                &format!(
                    "{}\n[admin]\nbind=\"0.0.0.0:9190\"\ntoken_file=\"token\"\n[secrets]\nkey_file=\"key\"\n",
                    SMALLEST.replace("[destination]", "[destination]\nproperties=\"client.properties\"")
                ),
            ),
        ],
    );
    let config = Config::load(&files.0.join("kagami.toml")).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(config.destination.client.value("security.protocol"), Some("SASL_SSL"));
    assert_eq!(config.destination.client.value("bootstrap.servers"), None);
    assert!(config.admin.token.as_ref().unwrap().matches(b"sesame-open-sesame"));
    assert!(!config.admin.token.as_ref().unwrap().matches(b"sesame-open-sesamE"));
    assert_eq!(config.admin.url, "http://broker-0:9190");
    assert_eq!(config.secrets.key.as_ref().unwrap().reveal(), b"sesame-open-sesame-open-sesame-1");
    assert!(!format!("{config:?}").contains("sesame"), "{config:?}");
}

#[test]
fn mistakes_in_named_files_are_reported_too() {
    let files =
        Files::new("mistakes", &[("client.properties", "a=\\u1\n"), ("token", "short\n"), ("key", "x\n")]);
    let text = format!(
        "{}\n[admin]\ntoken_file=\"token\"\n[secrets]\nkey_file=\"key\"\n",
        SMALLEST.replace("[destination]", "[destination]\nproperties=\"client.properties\"")
    );
    let mistakes = Config::parse(&text, &files.0).unwrap_err();
    let directory = files.0.display();
    assert_eq!(
        mistakes.to_string().lines().collect::<Vec<_>>(),
        [
            format!(
                "{directory}/client.properties: line 1: \\u must be followed by four hexadecimal digits; write a backslash as \\\\"
            ),
            format!(
                "admin.token_file: {directory}/token must hold one word of at least 16 visible characters"
            ),
            format!(
                "secrets.key_file: {directory}/key must hold 32 bytes in base64; openssl rand -base64 32 makes them"
            ),
        ]
    );
}

#[test]
fn explaining_names_every_key_with_its_default() {
    let text = explain::file_keys();
    for key in raw::KEYS {
        assert!(text.contains(key.name) && text.contains(key.meaning), "{}.{}", key.section, key.name);
    }
    assert!(text.contains("  window_bytes            default: 67108864\n"), "{text}");
    assert!(explain::link_keys().contains("  acl.sync.ms  (number, at least 1000)\n"));
}

#[test]
fn addresses_are_read_and_written_alike() {
    for address in ["broker-0:9092", "127.0.0.1:1", "[::1]:65535"] {
        assert_eq!(address.parse::<HostPort>().map(|parsed| parsed.to_string()), Ok(address.to_owned()));
    }
    for wrong in ["", ":1", "a:0", "a:65536", "::1:9092", "[x]:1", "http://a:1", "a b:1"] {
        assert!(wrong.parse::<HostPort>().is_err(), "{wrong}");
    }
}

/// The smallest file with `more` has exactly these mistakes.
fn check_with(more: &str, wanted: &str) {
    let mistakes = match Config::parse(&format!("{SMALLEST}{more}"), Path::new("/")) {
        Ok(_) => String::new(),
        Err(mistakes) => mistakes.to_string(),
    };
    assert_eq!(mistakes, wanted, "{more}");
}

#[test]
fn views_that_cannot_be_are_refused_with_the_path_and_the_reason() {
    let view = |policy: &str| {
        format!(
            "[[view]]\nname = \"v\"\nbind = \"127.0.0.1:29092\"\nnodes = [\"1:29101\"]\npolicy = {policy}\n"
        )
    };
    let check = check_with;
    check(&view("{ kind = \"prefix\", prefix = \"us.\", also = [\"local-*\"] }"), "");
    check(&view("{ kind = \"map\", rules = [\"orders = us.orders\", \"eu-* = *.eu\", \"same\"] }"), "");
    check("[[view]]\nname = \"v\"\nbind = \"0.0.0.0:29092\"\nvirtual_bind = \"0.0.0.0:29093\"\n", "");
    check(
        &view("{ kind = \"map\", rules = [\"a-* = b\"] }"),
        "view[0].policy.rules[0]: \"a-* = b\" has '*' on one side only, which is not reversible: many names would become one",
    );
    check(
        &view("{ kind = \"map\", rules = [\"a = x\", \"b = x\"] }"),
        "view[0].policy.rules: rules 1 and 2 claim the same names, which is not reversible",
    );
    check(
        &view("{ kind = \"default\", alias = \"us.east\" }"),
        "view[0].policy.alias: has the separator in it, so where it ends could not be told from a name",
    );
    check(
        &view(&format!("{{ kind = \"prefix\", prefix = \"{}\" }}", "p".repeat(249))),
        "view[0].policy.prefix: leaves no room for a name: Kafka allows 249 characters in all",
    );
    check(&view("{ kind = \"prefix\" }"), "view[0].policy.prefix: is missing");
    check(
        &view("{ kind = \"identity\", alias = \"us\" }"),
        "view[0].policy.alias: is of no use with kind = \"identity\"",
    );
    check(
        &view("{ kind = \"identity\" }").repeat(2),
        "view[1].name: v is the name of an earlier view or listener\n\
         view[1].bind: 127.0.0.1:29092 is taken by the view v\n\
         view[1].bind: 127.0.0.1:29101 is taken by the view v",
    );
    check(
        "[[view]]\nname = \"v\"\nbind = \"127.0.0.1:19092\"\nvirtual_bind = \"127.0.0.1:29093\"\n",
        "view[0].bind: 127.0.0.1:19092 is taken by the listener PLAINTEXT",
    );
    check(
        "[[view]]\nname = \"v\"\nbind = \"127.0.0.1:29092\"\n",
        "view[0].virtual_bind: is missing: the port that leads to this sidecar's virtual broker; or write `nodes` for a port a node",
    );
    check(
        "[[view]]\nname = \"v\"\nbind = \"127.0.0.1:29092\"\nnodes = [\"1-3:29101\", \"4:29102\"]\nlistener = \"OTHER\"\n",
        "view[0].listener: there is no [[listener]] with the name OTHER",
    );
    check(
        "[[view]]\nname = \"v\"\nbind = \"127.0.0.1:29092\"\nnodes = [\"1-3:29101\", \"4:29102\"]\n",
        "view[0].nodes: 127.0.0.1:29102 stands for two nodes",
    );
}

#[test]
fn front_doors_that_cannot_be_are_refused_with_the_path_and_the_reason() {
    let check = check_with;
    let door = |more: &str| {
        format!("[[view]]\nname = \"v\"\nbind = \"127.0.0.1:29092\"\nnodes = [\"1:29101\"]\n{more}")
    };
    check(&door("link = \"src\"\nsource_nodes = [\"1-3:29201\"]\n"), "");
    check(
        &door("link = \"src\"\n"),
        "view[0].source_nodes: is missing: clients of a front door need a port for each node of the source",
    );
    check(
        &door("link = \"a b\"\nsource_nodes = [\"1:29201\"]\n"),
        "view[0].link: \"a b\" is not a link name: use letters, digits, '.', '_' and '-'",
    );
    check(
        &door("source_nodes = [\"1:29201\"]\n"),
        "view[0].source_nodes: is of no use without `link`, which makes the view a front door",
    );
    check(
        &door("link = \"src\"\nsource_nodes = [\"1:29101\"]\n"),
        "view[0].source_nodes: 127.0.0.1:29101 stands for two nodes",
    );
}
