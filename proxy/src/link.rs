//! Links and mirrors: what operators ask for ([`command`]), what they are shown ([`snapshot`]), the way in between
//! ([`handle`]), and the tasks that make it so.

pub mod command;
pub mod handle;
pub mod snapshot;
