//! Three sidecars that share the partitions: how long it takes when one is killed, stops, comes back or is added, what
//! readers notice of it, and what is read twice.

mod bytes;
mod figures;
mod ledger;
mod many;
mod rounds;
mod stage;

pub(crate) use figures::Figures;
pub(crate) use stage::{LINK, Pulse};

/// Runs the parts that are wanted and prints each one's figures when it is done.
pub(crate) fn run(version: &str, rounds: usize, wanted: impl Fn(&str) -> bool) {
    let print = |figures: &Figures| figures.print();
    println!("bench: Kafka {version}, three sidecars");
    if wanted("takeover") || wanted("handover") {
        print(&rounds::measure(version, rounds, &wanted));
    }
    if wanted("bytes") {
        print(&bytes::measure(version));
    }
    if wanted("many") {
        print(&many::measure(version));
    }
}
