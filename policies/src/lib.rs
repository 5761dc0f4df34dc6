//! Decisions of Kagami as pure, total functions and small state machines.
//!
//! Nothing here reads a socket or a clock: facts and times come in as arguments, decisions go out as values. What is
//! decided here can therefore be tested without a broker, and is tested again with real ones in `tests/`.

pub mod acl;
pub mod leader;
pub mod limits;
pub mod lineage;
pub mod mirror;
pub mod naming;
pub mod placement;
pub mod producer_ids;
pub mod retry;
pub mod sharing;
pub mod sync;
