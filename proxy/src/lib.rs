//! proxy

pub mod link;
pub mod shutdown;
