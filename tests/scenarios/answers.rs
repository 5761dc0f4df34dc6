//! What operators are told: equal or different logs, where mirrors stand, and why something is not done.

use harness::{Pair, Record, newest_or_all, oldest_or_all, shared, unique};
use serde_json::{Value, json};

use crate::look::{assert_refused, wait_no_lag};
use crate::steps::{mirror_with, topic_with};

#[test]
fn verify_finds_logs_equal_and_names_the_first_difference() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = mirror_with(pair, "verified", 30);
        let bootstrap = destination.bootstrap();
        let verify = |more: &[&str]| {
            sidecar.cli(&[&["verify", "--mirror", &topic, "--bootstrap-server", &bootstrap], more].concat())
        };
        let equal = verify(&[]);
        assert!(equal.ok().contains(&format!("{topic} equals {topic} batch by batch.")), "{equal:?}");
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        verify(&[]).ok();
        // Two batches that are the same on both sides up to here, then one that is not.
        let record = |text: &str| [Record { timestamp: Some(now_ms()), ..Record::value(text) }];
        source.client().produce(&topic, &record("written at the source"), &[]).expect("it takes records");
        destination
            .client()
            .produce(&topic, &record("written at the mirror"), &[])
            .expect("it takes records");
        let different = verify(&[]);
        assert_refused(&different, &["DIFFERENT", "first difference at offset 30", "source: batch 30-30"]);
        let json = verify(&["--output", "json"]);
        assert_eq!(json.code, 1, "{json:?}");
        let report: Value = serde_json::from_str(&json.stdout).expect("the answer is JSON");
        assert_eq!(report["partitions"][0]["difference"]["offset"], 30);
        let unknown =
            sidecar.cli(&["verify", "--mirror", "no-such-mirror", "--bootstrap-server", &bootstrap]);
        assert_refused(&unknown, &["there is no mirror no-such-mirror"]);
    }
}

fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(now.expect("it is later than 1970").as_millis()).expect("it is not the end of time")
}

#[test]
fn list_and_describe_show_where_a_mirror_stands() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let sidecar = pair.sidecar();
        let topic = mirror_with(pair, "shown", 40);
        let shown = wait_no_lag(sidecar, &topic);
        assert_eq!(
            (&shown["link_name"], &shown["source_topic_name"], &shown["mirror_topic_error"]),
            (&json!(Pair::LINK), &json!(topic), &json!("NO_ERROR"))
        );
        let partition = &shown["partitions"][0];
        for (field, value) in [
            ("local_log_end_offset", 40),
            ("last_fetch_source_high_watermark", 40),
            ("lag", 0),
            ("log_start_offset", 0),
            ("leader", 1001),
        ] {
            assert_eq!(partition[field], value, "{field} of {partition}");
        }
        assert_eq!(partition["replicas"], json!([1001, 1]));
        let described = sidecar.mirrors(&["--describe", "--mirror-topic", &topic]);
        let columns = "LocalLogEndOffset LastFetchSourceHighWatermark Lag TimeSinceLastFetchMs";
        let head: Vec<_> = described.ok().lines().next().unwrap_or_default().split_whitespace().collect();
        assert_eq!(head.join(" "), format!("Topic Partition State {columns}"));
        let row: Vec<_> = described.ok().lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(row[..6], [&*topic, "0", "ACTIVE", "40", "40", "0"], "{described:?}");
        let listed = sidecar.mirrors(&["--list"]);
        let row = listed.ok().lines().find(|line| line.starts_with(&topic)).expect("the mirror is listed");
        let cells: Vec<_> = row.split_whitespace().collect();
        assert_eq!(cells, [&*topic, Pair::LINK, &*topic, "ACTIVE", "1", "0", "-"], "{listed:?}");
        let links = sidecar.links(&["--list"]);
        let row = links.ok().lines().find(|line| line.starts_with(Pair::LINK)).expect("the link is listed");
        assert!(row.contains("ACTIVE") && row.contains(pair.source.id()), "{row}");
        let link = sidecar.links(&["--describe", "--link", Pair::LINK]);
        for text in [pair.source.id(), pair.destination.id(), &topic, "bootstrap.servers="] {
            assert!(link.ok().contains(text), "{text:?} is not in {link:?}");
        }
        // The same over REST.
        let rest = sidecar.rest("GET", &format!("/links/{}/mirrors/{topic}", Pair::LINK), None);
        assert_eq!((rest.status, &rest.json()["mirror_status"]), (200, &json!("ACTIVE")), "{rest:?}");
        let missing = sidecar.rest("GET", &format!("/links/{}/mirrors/no-such-mirror", Pair::LINK), None);
        assert_eq!(missing.status, 404, "{missing:?}");
    }
}

#[test]
fn a_mirror_that_cannot_be_made_is_refused_with_the_reason_and_leaves_nothing() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let topic = mirror_with(pair, "taken", 5);
        let again = sidecar.create_mirror(&topic, Pair::LINK);
        assert!(again.ok().contains("exists already over the same link and is ACTIVE"), "{again:?}");
        let list = format!("{topic},no-such-topic");
        let both = sidecar.mirrors(&["--create", "--topics", &list, "--link", Pair::LINK]);
        assert_refused(&both, &["1 of 2 is made.", "no topic no-such-topic"]);
        let other = unique("other");
        sidecar.create_link(&other, &pair.source.client_properties("link")).ok();
        assert_refused(&sidecar.create_mirror(&topic, &other), &[&topic, "already exists, on link"]);
        sidecar.links(&["--delete", "--link", &other]).ok();
        // The prefix of a link tells the name that is left out.
        let mut prefixed = pair.source.client_properties("link");
        prefixed.insert("cluster.link.prefix".to_owned(), "us.".to_owned());
        sidecar.create_link(&other, &prefixed).ok();
        let create = |how: &str, name: &str| {
            sidecar.mirrors(&["--create", how, name, "--link", &other, "--validate-only"])
        };
        let mirror = format!("us.{topic}");
        for (how, name) in
            [("--source-topic", &topic), ("--mirror-topic", &mirror), ("--mirror-topic", &topic)]
        {
            let said = create(how, name);
            assert!(said.ok().contains(&format!("{mirror} ")), "{said:?}");
        }
        sidecar.links(&["--delete", "--link", &other]).ok();
        let there = topic_with(&pair.source, "there", 5);
        destination.client().create_topic(&there, 1, 1, &[]).expect("the topic is new");
        assert_refused(
            &sidecar.create_mirror(&there, Pair::LINK),
            &[&there, "already exists on the destination"],
        );
        assert_refused(&sidecar.create_mirror("no-such-topic", Pair::LINK), &["no topic no-such-topic"]);
        assert_refused(&sidecar.create_mirror(&there, "no-such-link"), &["no-such-link"]);
        assert_refused(&sidecar.create_mirror("__consumer_offsets", Pair::LINK), &["__consumer_offsets"]);
        let renamed = ["--create", "--mirror-topic", "other", "--source-topic", &there, "--link", Pair::LINK];
        assert_refused(&sidecar.mirrors(&renamed), &["cluster.link.prefix"]);
        let fresh = topic_with(&pair.source, "fresh", 5);
        let three = ["--create", "--mirror-topic", &fresh, "--link", Pair::LINK, "--replication-factor", "3"];
        assert_refused(&sidecar.mirrors(&three), &["1 real brokers are alive"]);
        assert!(destination.client().describe_topic(&fresh).is_err(), "nothing half-done is left");
        let listed = sidecar.mirrors(&["--list"]);
        for name in [&*there, &*fresh, "no-such-topic", "__consumer_offsets"] {
            assert!(!listed.ok().lines().any(|line| line.starts_with(name)), "{name} is listed: {listed:?}");
        }
        sidecar.create_mirror(&fresh, Pair::LINK).ok();
        assert_eq!(sidecar.mirrors(&["--promote", "--create"]).code, 2, "arguments that make no sense");
    }
}
