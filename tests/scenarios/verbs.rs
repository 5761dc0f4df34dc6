//! What operators can do to mirrors, what they are told, and what is left alone when they are told no.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use harness::{
    Cluster, Kagami, Options, Pair, Record, eventually, newest_or_all, oldest_or_all, shared, unique,
    versions,
};
use harness::{wait_same_log, wait_until};
use serde_json::{Value, json};

use crate::look::{
    SOON, assert_read_only, assert_refused, mirror, offsets, seen, wait_end, wait_image, wait_status,
};
use crate::steps::{mirror_with, next_offset, topic_with, write};

#[test]
fn promotion_under_a_running_producer_is_refused_and_changes_nothing() {
    for version in versions() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = mirror_with(pair, "busy", 10);
        let load = source.client().load(&topic, 1, 200, &[]);
        wait_until(SOON, "the load is on", || {
            destination.client().end_offsets(&topic).is_ok_and(|ends| ends[0] > 50)
        });
        for dry in [&[][..], &["--dry-run"]] {
            let refused = sidecar.mirrors(&[&["--promote", "--mirror-topic", &topic], dry].concat());
            assert_refused(&refused, &["SOURCE_STILL_WRITTEN", "Stop its producers", "0 of 1"]);
            assert_eq!(mirror(sidecar, &topic)["mirror_status"], "ACTIVE");
        }
        assert_read_only(destination.client(), &topic);
        let end = destination.client().end_offsets(&topic).expect("the destination answers")[0];
        wait_until(SOON, "the mirror goes on", || {
            destination.client().end_offsets(&topic).is_ok_and(|ends| ends[0] > end + 50)
        });
        let written = load.stop();
        assert_eq!(written["failures"], json!([]));
        let count = i64::try_from(written["acknowledged"].as_array().expect("a list").len()).expect("few");
        let said = sidecar.mirrors(&["--promote", "--mirror-topic", &topic]);
        assert!(said.ok().contains("1 of 1 is promoted."), "{said:?}");
        // Nothing that was acknowledged is missing, at once after the answer.
        assert_eq!(destination.client().end_offsets(&topic), Ok(vec![10 + count]));
        wait_image(pair, &topic);
        assert_eq!(next_offset(destination.client(), &topic), 10 + count);
        assert_eq!(
            destination.client().topic_config(&topic, "max.message.bytes"),
            Ok(Some("1048588".into()))
        );
        let leader = &destination.client().describe_topic(&topic).expect("it is there").partitions[0];
        assert_eq!((leader.leader, &leader.replicas, &leader.isr), (1, &vec![1], &vec![1]));
    }
}

#[test]
fn a_paused_mirror_takes_nothing_and_a_resumed_one_has_lost_nothing() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = mirror_with(pair, "paused", 20);
        let verb = |verb: &str| sidecar.mirrors(&[verb, "--mirror-topic", &topic]);
        assert!(verb("--pause").ok().contains("1 of 1 is paused."));
        assert!(verb("--pause").ok().contains("it was PAUSED already"));
        let paused = wait_status(sidecar, &topic, "PAUSED");
        assert_eq!(paused["partitions"][0]["state"], "PAUSED");
        write(source, &topic, 30);
        assert_read_only(destination.client(), &topic);
        assert_refused(&verb("--promote"), &["ILLEGAL_STATE", "resume it first"]);
        assert_eq!(
            offsets(&seen(destination.client(), &topic, "read_committed")),
            (0..20).collect::<Vec<_>>()
        );
        assert_eq!(mirror(sidecar, &topic)["mirror_status"], "PAUSED");
        assert!(verb("--resume").ok().contains("1 of 1 is resumed."));
        assert!(verb("--unpause").ok().contains("it was ACTIVE already"));
        wait_image(pair, &topic);
        wait_end(destination.client(), &topic, 50);
        assert!(verb("--promote").ok().contains("1 of 1 is promoted."));
        for again in ["--promote", "--failover"] {
            assert!(verb(again).ok().contains("it was open for writes already"), "{again}");
        }
        for late in ["--pause", "--resume"] {
            assert_refused(&verb(late), &["ILLEGAL_STATE", "STOPPED"]);
        }
        assert_eq!(next_offset(destination.client(), &topic), 50);
    }
}

#[test]
fn a_paused_mirror_can_be_failed_over_and_the_answer_tells_what_may_be_missing() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = mirror_with(pair, "abandoned", 20);
        sidecar.mirrors(&["--pause", "--mirror-topic", &topic]).ok();
        write(source, &topic, 30);
        // Longer than an answer of the source counts as recent.
        eventually(SOON, "the source was last asked more than two seconds ago", || {
            let age = mirror(sidecar, &topic)["partitions"][0]["time_since_last_fetch_ms"].clone();
            if age.as_i64().is_some_and(|age| age > 2_500) { Ok(()) } else { Err(age.to_string()) }
        });
        let dry = sidecar.mirrors(&["--failover", "--mirror-topic", &topic, "--dry-run"]);
        assert!(dry.ok().contains("would be failed over."), "{dry:?}");
        assert_eq!(mirror(sidecar, &topic)["mirror_status"], "PAUSED");
        let said = sidecar.mirrors(&["--failover", "--mirror-topic", &topic]);
        assert!(said.ok().contains("1 of 1 is failed over."), "{said:?}");
        assert!(said.ok().contains("missing"), "what may be missing is told: {said:?}");
        assert_eq!(mirror(sidecar, &topic)["mirror_status"], "STOPPED");
        assert_eq!(next_offset(destination.client(), &topic), 20);
    }
}

/// The longest time in which a client was told that a partition has no leader, while `act` runs.
fn leaderless_while(destination: &Cluster, topics: &[String], act: impl FnOnce()) -> Duration {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let (mut since, mut longest) = (None, Duration::ZERO);
            while !over.load(Ordering::Relaxed) {
                let is_led = |topic: &String| {
                    let told = destination.client().describe_topic(topic);
                    told.is_ok_and(|told| told.partitions.iter().all(|partition| partition.leader >= 0))
                };
                if topics.iter().all(is_led) {
                    since = None;
                } else {
                    let since: &Instant = since.get_or_insert_with(Instant::now);
                    longest = longest.max(since.elapsed());
                }
            }
            longest
        });
        act();
        over.store(true, Ordering::Relaxed);
        watching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Producers wait and do not freeze: librdkafka once slept until its next look at the metadata when it was told of no leader.
#[test]
fn partitions_have_a_leader_all_the_time_while_mirrors_are_opened() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topics = ["promoted", "failed-over"].map(|name| {
            let topic = unique(name);
            source.client().create_topic(&topic, 6, 1, &[]).expect("the topic is new");
            write(source, &topic, 20);
            sidecar.create_mirror(&topic, Pair::LINK).ok();
            wait_image(pair, &topic);
            topic
        });
        let longest = leaderless_while(destination, &topics, || {
            for (verb, topic) in ["--promote", "--failover"].iter().zip(&topics) {
                sidecar.mirrors(&[verb, "--mirror-topic", topic]).ok();
                destination.client().produce(topic, &[Record::value("mine")], &[]).expect("it is open");
            }
        });
        assert!(longest < Duration::from_secs(5), "{longest:?} without a leader");
    }
}

#[test]
fn a_dry_run_says_what_would_be_done_and_does_nothing() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let topic = topic_with(&pair.source, "rehearsed", 10);
        let create = ["--create", "--mirror-topic", &topic, "--link", Pair::LINK, "--validate-only"];
        let said = sidecar.mirrors(&create);
        assert!(said.ok().contains(&topic), "{said:?}");
        assert!(destination.client().describe_topic(&topic).is_err(), "no topic is made");
        assert_refused(&sidecar.mirrors(&["--describe", "--mirror-topic", &topic]), &[&topic]);
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_end(destination.client(), &topic, 10);
        for (verb, participle) in
            [("--pause", "paused"), ("--promote", "promoted"), ("--failover", "failed over")]
        {
            let said = sidecar.mirrors(&[verb, "--mirror-topic", &topic, "--dry-run"]);
            assert!(said.ok().contains(&format!("would be {participle}.")), "{said:?}");
            assert_eq!(mirror(sidecar, &topic)["mirror_status"], "ACTIVE", "after a rehearsed {verb}");
        }
        let said = sidecar.mirrors(&["--delete", "--mirror-topic", &topic, "--delete-topic", "--dry-run"]);
        assert!(said.ok().contains("would be removed"), "{said:?}");
        write(&pair.source, &topic, 10);
        wait_image(pair, &topic);
        assert_read_only(destination.client(), &topic);
        let link = unique("rehearsed");
        let properties = sidecar.directory().join(format!("{link}.properties"));
        let text = format!("bootstrap.servers={}\n", pair.source.bootstrap());
        std::fs::write(&properties, text).expect("the sidecar's directory can be written");
        let file = properties.display().to_string();
        sidecar.links(&["--create", "--link", &link, "--config-file", &file, "--validate-only"]).ok();
        assert_refused(&sidecar.links(&["--describe", "--link", &link]), &[&link]);
    }
}

#[test]
fn a_pattern_means_whole_names_and_a_list_is_answered_name_by_name() {
    for version in newest_or_all() {
        let pair = shared(&version);
        let sidecar = pair.sidecar();
        let base = unique("many");
        let topics: Vec<_> =
            (0..3).map(|index| topic_with(&pair.source, &format!("{base}.t{index}"), 5)).collect();
        let other = topic_with(&pair.source, &format!("not-{base}.t0"), 5);
        for topic in topics.iter().chain([&other]) {
            sidecar.create_mirror(topic, Pair::LINK).ok();
            wait_end(pair.destination.client(), topic, 5);
        }
        let pattern = format!(r"{base}\.t.*");
        let said = sidecar.mirrors(&["--pause", "--pattern", &pattern]);
        assert!(said.ok().contains("3 of 3 are paused."), "{said:?}");
        assert!(topics.iter().all(|topic| said.stdout.contains(topic)), "{said:?}");
        assert_eq!(mirror(sidecar, &other)["mirror_status"], "ACTIVE");
        assert_eq!(mirror(sidecar, &topics[2])["mirror_status"], "PAUSED");
        let nothing = sidecar.mirrors(&["--pause", "--pattern", "no such mirror.*"]);
        assert_refused(&nothing, &["no mirror topic matches"]);
        assert_refused(&sidecar.mirrors(&["--pause", "--pattern", "(unclosed"]), &["regular expression"]);
        let list = format!("{},no-such-mirror,{}", topics[0], topics[1]);
        let partly = sidecar.mirrors(&["--resume", "--topics", &list]);
        assert_refused(&partly, &["no mirror topic no-such-mirror", "2 of 3 are resumed."]);
        assert_eq!(mirror(sidecar, &topics[0])["mirror_status"], "ACTIVE");
        assert_eq!(mirror(sidecar, &topics[2])["mirror_status"], "PAUSED", "it was not in the list");
        // One that cannot be promoted does not keep the others from it.
        let promoted = sidecar.mirrors(&["--promote", "--pattern", &pattern, "--output", "json"]);
        assert_eq!(promoted.code, 1, "{promoted:?}");
        let answer: Value = serde_json::from_str(&promoted.stdout).expect("the answer is JSON");
        let mut outcomes: Vec<_> = answer["mirrors"]
            .as_array()
            .expect("one answer for each mirror")
            .iter()
            .map(|each| (each["mirror_topic"].as_str().unwrap_or_default(), each["error"]["code"].as_str()))
            .collect();
        outcomes.sort_unstable();
        let expected = [(&*topics[0], None), (&*topics[1], None), (&*topics[2], Some("ILLEGAL_STATE"))];
        assert_eq!(outcomes, expected);
        assert_eq!(next_offset(pair.destination.client(), &topics[1]), 5);
    }
}

#[test]
fn new_partitions_of_the_source_follow_with_all_their_records() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let latest = unique("latest");
        let mut properties = source.client_properties("link");
        properties.insert("mirror.start.offset.spec".to_owned(), "latest".to_owned());
        // The default of five minutes is too long for a test.
        properties.insert("metadata.max.age.ms".to_owned(), "1000".to_owned());
        sidecar.create_link(&latest, &properties).ok();
        let topic = topic_with(source, "growing", 10);
        sidecar.create_mirror(&topic, &latest).ok();
        wait_end(destination.client(), &topic, 10);
        source.client().call("create_partitions", json!({"name": topic, "count": 3})).expect("it grows");
        let bulk = json!({"count": 30, "size": 50, "partitions": 3});
        wait_until(SOON, "the source leads its new partitions", || {
            source.client().produce_bulk(&topic, &bulk, &[]).is_ok()
        });
        // A mirror that began at the end has all of a partition that was not there then.
        let ends = source.client().end_offsets(&topic).expect("the source answers");
        eventually(SOON, "the mirror has three partitions with all of their records", || {
            match destination.client().end_offsets(&topic) {
                Ok(mirrored) if mirrored == ends => Ok(()),
                other => Err(format!("{other:?} of {ends:?}")),
            }
        });
        assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![10, 0, 0]));
        assert_eq!(mirror(sidecar, &topic)["num_partitions"], 3);
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        let record = [Record { partition: Some(2), ..Record::value("mine") }];
        let stored = destination.client().produce(&topic, &record, &[]).expect("an opened topic");
        assert_eq!(stored[0].offset, ends[2]);
    }
}

#[test]
fn a_mirror_that_a_killed_sidecar_never_came_to_begin_begins_where_it_was_made_to() {
    for version in newest_or_all() {
        let source = &shared(&version).source;
        let destination = Cluster::builder(&version).start();
        let sidecar = Kagami::start(&destination, Options::default());
        let mut properties = source.client_properties("link");
        properties.insert("mirror.start.offset.spec".to_owned(), "latest".to_owned());
        // Nothing is begun while the link is paused.
        properties.insert("cluster.link.paused".to_owned(), "true".to_owned());
        sidecar.create_link("late", &properties).ok();
        let topic = topic_with(source, "never-begun", 10);
        sidecar.create_mirror(&topic, "late").ok();
        sidecar.kill9();
        sidecar.restart();
        write(source, &topic, 5);
        sidecar.links(&["--alter", "--link", "late", "--config", "cluster.link.paused=false"]).ok();
        wait_end(destination.client(), &topic, 15);
        assert_eq!(destination.client().offsets(&topic, "earliest"), Ok(vec![10]));
        assert_eq!(
            offsets(&seen(destination.client(), &topic, "read_committed")),
            (10..15).collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_deleted_mirror_leaves_its_topic_read_only_or_takes_it_along() {
    for version in oldest_or_all() {
        let pair = shared(&version);
        let (destination, sidecar) = (&pair.destination, pair.sidecar());
        let (kept, gone) = (mirror_with(pair, "kept", 10), mirror_with(pair, "gone", 10));
        let said = sidecar.mirrors(&["--delete", "--mirror-topic", &kept]);
        assert!(said.ok().contains("read-only by max.message.bytes=0"), "{said:?}");
        sidecar.mirrors(&["--delete", "--mirror-topic", &gone, "--delete-topic"]).ok();
        assert_refused(&sidecar.mirrors(&["--describe", "--mirror-topic", &kept]), &["there is no mirror"]);
        assert_refused(&sidecar.mirrors(&["--delete", "--mirror-topic", &gone]), &["no mirror topic"]);
        wait_until(SOON, "the topic is gone", || destination.client().describe_topic(&gone).is_err());
        write(&pair.source, &kept, 10);
        assert_eq!(
            offsets(&seen(destination.client(), &kept, "read_committed")),
            (0..10).collect::<Vec<_>>()
        );
        let refused = destination.client().produce(&kept, &[Record::value("stray")], &[]);
        assert_eq!(refused.expect_err("it stays closed").name, "MESSAGE_TOO_LARGE");
        // A mirror of the name of a deleted one begins anew.
        sidecar.create_mirror(&gone, Pair::LINK).ok();
        wait_image(pair, &gone);
    }
}

#[test]
fn a_recreated_source_topic_fails_its_mirror_and_a_lost_source_does_not_hold_up_a_failover() {
    for version in newest_or_all() {
        let source = Cluster::builder(&version).first_broker_id(11).start();
        let destination = Cluster::builder(&version).start();
        let expected_errors = vec!["a mirror failed".to_owned()];
        let sidecar = Kagami::start(&destination, Options { expected_errors, ..Options::default() });
        let mut properties = source.client_properties("link");
        properties.insert("metadata.max.age.ms".to_owned(), "1000".to_owned());
        properties.insert("availability.check.ms".to_owned(), "1000".to_owned());
        sidecar.create_link("link", &properties).ok();
        let topics = ["recreated", "deleted", "orphaned"].map(|name| topic_with(&source, name, 20));
        for topic in &topics {
            sidecar.create_mirror(topic, "link").ok();
            wait_same_log(&source, topic, &destination, topic, SOON);
            wait_end(destination.client(), topic, 20);
        }
        let [recreated, deleted, orphaned] = &topics;
        let before = seen(destination.client(), recreated, "read_committed");
        recreate(&source, recreated);
        source.client().delete_topic(deleted).expect("the topic is deleted");
        for (topic, error) in
            [(recreated, "SOURCE_TOPIC_ID_CHANGED"), (deleted, "SOURCE_TOPIC_MAY_BE_DELETED")]
        {
            let failed = wait_status(&sidecar, topic, "FAILED");
            assert_eq!(failed["mirror_topic_error"], error, "{failed}");
            let described = sidecar.mirrors(&["--describe", "--mirror-topic", topic]);
            assert!(described.ok().contains(error) && described.ok().contains("fail over"), "{described:?}");
            assert_read_only(destination.client(), topic);
            let promote = sidecar.mirrors(&["--promote", "--mirror-topic", topic]);
            assert_refused(&promote, &["ILLEGAL_STATE", "FAILED", "fail over"]);
            assert_refused(&sidecar.mirrors(&["--resume", "--mirror-topic", topic]), &["ILLEGAL_STATE"]);
        }
        for topic in [recreated, deleted] {
            let log = sidecar.log_text();
            let told = log.lines().filter(|l| l.contains("a mirror failed") && l.contains(topic.as_str()));
            assert_eq!(told.count(), 1, "{topic} fails once: {log}");
        }
        assert_eq!(seen(destination.client(), recreated, "read_committed"), before, "it keeps its records");
        write(&source, orphaned, 10);
        wait_same_log(&source, orphaned, &destination, orphaned, SOON);
        wait_end(destination.client(), orphaned, 30);
        source.brokers()[0].kill9();
        let silent = eventually(SOON, "a silent source makes the lag unknown", || {
            let mirror = mirror(&sidecar, orphaned);
            if mirror["max_lag"].is_null() { Ok(mirror) } else { Err(mirror.to_string()) }
        });
        assert_eq!(silent["partitions"][0]["lag"], Value::Null, "{silent}");
        wait_status(&sidecar, orphaned, "SOURCE_UNAVAILABLE");
        let promote = sidecar.mirrors(&["--promote", "--mirror-topic", orphaned]);
        assert_refused(&promote, &["SOURCE_UNAVAILABLE", "fail over"]);
        assert_read_only(destination.client(), orphaned);
        let said = sidecar.mirrors(&["--failover", "--topics", &topics.join(",")]);
        assert!(said.ok().contains("3 of 3 are failed over."), "{said:?}");
        for (topic, end) in [(recreated, 20), (deleted, 20), (orphaned, 30)] {
            assert_eq!(mirror(&sidecar, topic)["mirror_status"], "STOPPED");
            assert_eq!(next_offset(destination.client(), topic), end, "{topic}");
        }
    }
}

/// Deletes a topic and makes it again with other records.
fn recreate(source: &Cluster, topic: &str) {
    source.client().delete_topic(topic).expect("the topic is deleted");
    wait_until(SOON, "the name is free", || source.client().create_topic(topic, 1, 1, &[]).is_ok());
    write(source, topic, 50);
}
