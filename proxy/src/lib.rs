//! proxy

pub mod config;
pub mod link;
pub mod metrics;
pub mod net;
pub mod properties;
pub mod shutdown;
