use super::*;
use crate::link::snapshot::{Link, Mirror, Partition};

fn picture() -> Snapshot {
    let partition = |partition, lag| Partition {
        partition,
        leader: 1001,
        isr: vec![1001, 1],
        replicas: vec![1001, 1, 2],
        local_log_end_offset: Some(70),
        lag,
        fetched_bytes: 100,
        fetched_records: 10,
        ..Partition::default()
    };
    Snapshot {
        node_id: 1001,
        registered: true,
        links: vec![Link { link_name: "src".to_owned(), link_state: "ACTIVE".to_owned(), ..Link::default() }],
        mirrors: vec![Mirror {
            link_name: "src".to_owned(),
            mirror_topic_name: "or\"ders".to_owned(),
            mirror_status: "ACTIVE".to_owned(),
            partitions: vec![partition(0, Some(7)), partition(1, None)],
            ..Mirror::default()
        }],
        ..Snapshot::default()
    }
}

#[test]
fn states_come_from_the_snapshot_and_what_is_unknown_is_absent() {
    let (_, exporter) = Exporter::new();
    let text = exporter.render(&picture());
    for line in [
        "# TYPE kagami_registered gauge",
        "kagami_registered 1",
        "kagami_link_state{link=\"src\",state=\"ACTIVE\"} 1",
        "kagami_link_state{link=\"src\",state=\"PAUSED\"} 0",
        "kagami_mirror_state{link=\"src\",topic=\"or\\\"ders\",state=\"SOURCE_UNAVAILABLE\"} 0",
        "kagami_mirror_lag_records{link=\"src\",topic=\"or\\\"ders\",partition=\"0\"} 7",
        "kagami_mirror_isr_size{link=\"src\",topic=\"or\\\"ders\",partition=\"1\"} 2",
        "kagami_source_fetched_bytes_total{link=\"src\",topic=\"or\\\"ders\"} 200",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(
        !text.contains("kagami_mirror_lag_records{link=\"src\",topic=\"or\\\"ders\",partition=\"1\"}"),
        "{text}"
    );
    assert!(!text.contains("kagami_link_rpo_seconds"), "{text}");
}

#[test]
fn events_are_counted_under_bounded_labels() {
    let (recorder, exporter) = Exporter::new();
    ::metrics::with_local_recorder(&recorder, || {
        describe();
        connection_accepted("PLAINTEXT");
        connection_accepted("PLAINTEXT");
        connection_closed("PLAINTEXT", Closed::Malformed);
        malformed_frame("PLAINTEXT");
        rejected_produce("orders");
        follower_fetch(2, 512);
        window(1024, 65536);
        heartbeat(false);
        foreign_partition(true);
    });
    let text = exporter.render(&Snapshot::default());
    for line in [
        "# TYPE kagami_connections_accepted_total counter",
        "kagami_connections_accepted_total{listener=\"PLAINTEXT\"} 2",
        "kagami_connections_open{listener=\"PLAINTEXT\"} 1",
        "kagami_connections_closed_total{listener=\"PLAINTEXT\",reason=\"malformed\"} 1",
        "kagami_malformed_frames_total{listener=\"PLAINTEXT\"} 1",
        "kagami_rejected_produces_total{topic=\"orders\"} 1",
        "kagami_follower_fetched_bytes_total{follower=\"2\"} 512",
        "kagami_window_bytes 1024",
        "kagami_window_bytes_max 65536",
        "kagami_heartbeats_total{outcome=\"error\"} 1",
        "kagami_foreign_partitions_total{outcome=\"ok\"} 1",
        "# HELP kagami_window_bytes Bytes of batches held for followers.",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn the_process_tells_its_memory_and_time() {
    let (_, exporter) = Exporter::new();
    let text = exporter.render(&Snapshot::default());
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("{name} is missing")).parse().unwrap()
    };
    assert!(value("process_resident_memory_bytes") > 1e5);
    assert!(value("process_cpu_seconds_total") >= 0.0);
    assert!(value("process_start_time_seconds") > 1.6e9);
    assert!(value("process_open_fds") > 2.0);
}

#[test]
fn names_follow_the_rules_and_stand_once() {
    let mut names = std::collections::BTreeSet::new();
    for metric in TABLE {
        assert!(names.insert(metric.name), "{} stands twice", metric.name);
        assert!(metric.name.starts_with("kagami_") || metric.name.starts_with("process_"), "{}", metric.name);
        assert_eq!(metric.name.ends_with("_total"), metric.kind == Kind::Counter, "{}", metric.name);
        assert!(metric.help.ends_with('.'), "{}", metric.name);
    }
}

/// `KAGAMI_WRITE_DOCS=1 cargo test` writes the page instead.
#[test]
fn the_documentation_is_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/metrics.md");
    if std::env::var_os("KAGAMI_WRITE_DOCS").is_some() {
        std::fs::write(path, markdown()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap();
    assert_eq!(page, markdown(), "write it anew with KAGAMI_WRITE_DOCS=1 cargo test -p kagami-proxy");
}
