//! Links and mirrors: what operators ask for ([`command`]), what they are shown ([`snapshot`]), and what makes it so.
//!
//! [`engine`] owns the records; [`coordinator`] says who decides and has commands carried out there; [`manage`] carries them
//! out; `sharing` shares partitions out over sidecars; [`reconcile`] finishes what was interrupted and feeds sources with
//! what they have to bring. Nothing here speaks Kafka itself: that is `cluster` and `source`.

pub mod command;
pub mod coordinator;
mod create;
mod cutover;
pub mod doors;
pub mod engine;
pub mod errands;
mod failures;
mod groups;
pub mod handle;
mod lives;
pub mod manage;
mod mandate;
pub mod mirror;
mod partitions;
pub mod pen;
pub mod producer_ids;
pub mod rates;
pub mod reconcile;
pub mod record;
mod records;
pub mod report;
pub mod seal;
mod settings;
mod sharing;
pub mod snapshot;
mod stop;
mod strangers;
mod verify;
