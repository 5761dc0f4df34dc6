//! Links and mirrors: what operators ask for ([`command`]), what they are shown ([`snapshot`]), and the tasks that make it so.

pub mod command;
pub mod snapshot;
