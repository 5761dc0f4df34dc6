//! A link whose tasks meet our own defects.

use super::*;
use crate::{
    net::{Security, Side},
    window::Budget,
};

#[tokio::test(start_paused = true)]
async fn a_task_that_panics_is_the_links_trouble_and_is_started_again() {
    let settings = Settings {
        link: "src".to_owned(),
        bootstrap: Vec::new(),
        dialer: Dialer::new(Side::Source, "test", Security::plaintext()),
        metadata_every: Duration::from_secs(300),
        partition_bytes_max: 1,
        bytes_max: 1,
        window_bytes_max: 1,
        fetchers: 1,
        fetch_wait_ms: 1,
        fetch_bytes_min: 1,
        bytes_per_second: 0,
    };
    let (leader, _wanted) = Leader::new(1001, Uuid::ZERO, "c".to_owned(), Budget::new(1), Arc::default());
    let source = Source::start(settings, leader, Tasks::new(), mpsc::channel(1).0);
    let (begun, mut beginnings) = mpsc::channel(1);
    source.keep("clumsy", move || {
        let begun = begun.clone();
        async move {
            begun.send(()).await.unwrap();
            panic!("a slip");
        }
    });
    beginnings.recv().await.unwrap();
    beginnings.recv().await.expect("it begins again");
    let trouble = source.health().trouble.expect("the link is in trouble");
    assert!(trouble.message.starts_with("clumsy met a defect"), "{trouble:?}");
    source.stop().await;
}
