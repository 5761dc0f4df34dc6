//! The shortest way through: a link, a mirror, an equal log, a refused write, a promotion, the next offset.

use harness::{PATIENCE, Pair, Record, shared, unique, versions, wait_same_log};

#[test]
fn a_mirror_is_an_image_refuses_writes_and_goes_on_at_the_next_offset_after_promotion() {
    for version in versions() {
        let pair = shared(&version);
        let (source, destination, sidecar) = (&pair.source, &pair.destination, pair.sidecar());
        let topic = unique("orders");
        source.client().create_topic(&topic, 2, 1, &[]).expect("the topic is new");
        let bulk = serde_json::json!({"count": 500, "size": 200, "partitions": 2, "flush_every": 50});
        source.client().produce_bulk(&topic, &bulk, &[]).expect("the source takes records");
        sidecar.create_mirror(&topic, Pair::LINK).ok();
        wait_same_log(source, &topic, destination, &topic, PATIENCE);
        let record = [Record { partition: Some(0), ..Record::value("stray") }];
        let refused = destination.client().produce(&topic, &record, &[]).expect_err("a mirror is read-only");
        assert!(refused.is("INVALID_REQUEST"), "{refused:?}");
        sidecar.mirrors(&["--promote", "--mirror-topic", &topic]).ok();
        let stored =
            destination.client().produce(&topic, &record, &[]).expect("a promoted topic takes records");
        assert_eq!(stored[0].offset, 250);
        sidecar.assert_quiet();
    }
}
