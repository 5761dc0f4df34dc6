//! proxy

pub mod admin;
pub mod app;
pub mod ask;
pub mod cli;
pub mod cluster;
pub mod config;
pub mod door;
pub mod leader;
pub mod link;
pub mod metrics;
pub mod net;
pub mod peer;
pub mod port;
pub mod properties;
pub mod pulse;
pub mod relay;
pub mod serve;
pub mod shutdown;
pub mod source;
pub mod store;
pub mod view;
pub mod window;
