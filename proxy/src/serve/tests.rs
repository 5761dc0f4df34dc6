//! A client, a port of ours, and a companion that does as it is told.

mod allowing;
mod bad_input;
mod reading;
mod refusing;
mod relaying;
mod stage;
