//! Brokers of the destination come back at other addresses, or with nothing on their disks.

use harness::{
    Background, Client, Cluster, Options, Record, eventually, newest_or_all, port, unique, wait_until,
};
use serde_json::json;

use crate::stage::{PATIENCE, Stage, quick};
use crate::witness::{options, seen_by, under_load};

/// Waits until the controllers have let a broker in at its address of now.
fn wait_at_home(destination: &Cluster, id: i32) {
    eventually(PATIENCE, "the broker is found at its new address", || {
        let told = destination.client().call("describe_cluster", json!({})).map_err(|f| f.message)?;
        let address = destination.broker(id).address();
        let here =
            |node: &serde_json::Value| node["id"] == id && address == format!("127.0.0.1:{}", node["port"]);
        let nodes = told["nodes"].as_array().cloned().unwrap_or_default();
        if nodes.iter().any(here) { Ok(()) } else { Err(format!("{told}, not {address}")) }
    });
}

/// For clients of a view nobody has moved.
fn check_view(behind: &Client, load: &Background, nodes: &[String]) {
    let before = seen_by(&load.status());
    wait_until(PATIENCE, "clients of the view go on", || seen_by(&load.status()) > before + 100);
    eventually(PATIENCE, "each node is where it was", || {
        let told = behind.call("describe_cluster", json!({})).map_err(|f| f.message)?;
        let shown = told["nodes"].as_array().cloned().unwrap_or_default();
        let mut shown: Vec<_> = shown.iter().map(|node| format!("{}:{}", node["id"], node["port"])).collect();
        shown.sort();
        let mut wanted = nodes.to_vec();
        wanted.sort();
        if shown == wanted { Ok(()) } else { Err(format!("{shown:?} of {wanted:?}")) }
    });
}

/// In the end no address of the sidecar's configuration leads anywhere, and it goes on; only its restart needs a new one.
#[test]
fn every_broker_in_turn_comes_back_at_another_address_and_the_mirror_goes_on() {
    for version in newest_or_all() {
        let first = port();
        let nodes: Vec<_> = [1, 2, 3, 1001].map(|id| format!("{id}:{}", port())).to_vec();
        let more = format!("[[view]]\nname = \"shown\"\nbind = \"127.0.0.1:{first}\"\nnodes = {nodes:?}\n");
        let stage = Stage::set(
            Cluster::builder(&version).first_broker_id(11),
            quick(&version).brokers(3).separate_controllers(1),
            Options { more, ..options(&[]) },
        );
        let destination = &stage.destination;
        let behind = destination.client().with("bootstrap.servers", &format!("127.0.0.1:{first}"));
        let unmirrored = unique("behind-the-view");
        behind.create_topic(&unmirrored, 3, 3, &[("min.insync.replicas", "1")]).expect("the topic is new");
        let through_view = behind.load(&unmirrored, 3, 50, &[("acks", "1")]);
        under_load(&stage, "moving", 2, &[1, 2, 3], |topic| {
            // The companion is the last but one.
            for id in [3, 1, 2] {
                let broker = destination.broker(id);
                broker.kill9();
                let _addresses = broker.change_port();
                if id == 3 {
                    broker.wipe_log_dir();
                }
                broker.start();
                broker.wait_ready();
                wait_at_home(destination, id);
                stage.wait_caught_up(topic);
                check_view(&behind, &through_view, &nodes);
            }
            // Each of their ports leads to where the broker is now.
            let done = through_view.stop();
            assert_eq!(done["failures"], json!([]), "the view lost records");
            // Clients are relayed to where the companion is now.
            let through = destination.client().with("bootstrap.servers", stage.kagami.address());
            eventually(PATIENCE, "clients are relayed", || {
                let told = through.call("describe_topic", json!({"name": topic}));
                told.map(drop).map_err(|failure| failure.message)
            });
            let refused = destination
                .client()
                .produce(topic, &[Record::value("stray")], &[])
                .expect_err("a mirror is read-only");
            assert!(refused.is("INVALID_REQUEST"), "{refused:?}");
            let admin = format!("http://{}", stage.kagami.admin());
            for verb in ["pause", "resume"] {
                stage.kagami.cli(&["mirror", verb, topic, "--admin", &admin]).ok();
            }
            // The controller moves, too. Nothing that the sidecar was told at its start is where it was.
            destination.broker(101).stop();
            let (old, new) = destination.broker(101).change_port();
            destination.broker(101).start();
            for broker in destination.brokers() {
                broker.kill9();
                broker.learn_address(&old, &new);
                broker.start();
            }
            for node in destination.nodes() {
                node.wait_ready();
            }
            stage.wait_led_by_sidecar(topic);
            stage.wait_caught_up(topic);
        });
    }
}
